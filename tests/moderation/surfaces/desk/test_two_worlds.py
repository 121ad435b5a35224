"""The uncovered desk at night: games that the room cannot tell apart show the same words and controls."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from random import Random
from typing import Any

import pytest
from veilleur_quests import rules as quests_rules

from games import server_clock
from games.contract.random_moves import new_table, restart_table
from games.contract.worlds import Pair, World, find_other_deal
from games.engine.asks import Answer
from games.engine.kit import Kit, all_kits
from games.engine.moves import Move
from games.engine.table import Step
from games.models import SESSION_PARTS, GameSession
from moderation.play.pacing import narration
from moderation.play.projections import public
from moderation.play.projections.knowledge import collect_knowledge
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk import fragments
from moderation.surfaces.desk.sections.context import Phones
from moderation.surfaces.desk.view_model import build_desk_view_model
from tests.moderation.surfaces.desk.uncovered import read_uncovered
from tests.own_games import OWN
from tests.thorough import seeds

QUESTS = Kit("quests", quests_rules.__package__)
KITS = {slug: all_kits()[slug] for slug in OWN} | {"quests": QUESTS}
PHONES, EYES_CLOSED = GameSession.Nights.PHONES, GameSession.Nights.EYES_CLOSED
NOW = datetime(2026, 11, 7, 21, 0, tzinfo=UTC)
STEPS = 40  # of a pair that is cut short


class DeskPair(Pair):
    """Two worlds whose desks are read at every instant of each call of the night."""

    def __init__(self, *args: Any, nights: str) -> None:
        super().__init__(*args)
        self.nights = nights
        self.desks = 0  # that were compared
        self.seen: dict[str, list[str]] = {}  # what the first desk showed, by the instant

    def play_covert_step(self, world: World, like: Mapping[str, Answer] | None) -> dict[str, Answer]:
        """Take a whole step in one world, and read its desk before and after each answer."""
        step = world.table.step
        assert step is not None
        if like is None:
            self.seen = {}
        if not step.asleep:
            return super().play_covert_step(world, like)
        self.read_lines(world, step)
        if self.nights == EYES_CLOSED:
            return super().play_covert_step(world, like)
        take = world.take

        def read_and_take(move: Move) -> None:
            take(move)
            self.read(world, step, "the call")

        world.take = read_and_take  # type: ignore[method-assign]
        try:
            answers = super().play_covert_step(world, like)
        finally:
            world.take = take  # type: ignore[method-assign]
        self.read(world, step, "the call")
        return answers

    def list_alike_answers(self, step: Step, like: Mapping[str, Answer]) -> dict[str, Answer]:
        """Return what is answered in the other world: hands that the whole room sees are the same in both."""
        if step.by_hands:
            return {seat: like[seat] for seat, ask in step.asks.items() if seat in like and ask.allows(like[seat])}
        return super().list_alike_answers(step, like)

    def read_lines(self, world: World, step: Step) -> None:
        """Read the desk at each of the lines that lead to a call: all that comes before an answer."""
        session = self.session_of(world)
        goes = narration.list_sayings(self.kit.words, session, world.table, step)
        for part in range(len(goes)):
            session.pacing.lines_said = {narration.build_progress_key(world.table): part}
            last = part == len(goes) - 1
            self.read(world, step, "the call" if last else f"line {part}", session)

    def session_of(self, world: World) -> GameSession:
        """Build the row of a table, which no database holds."""
        session = GameSession(
            pk=1, code="BFHJ", game=self.kit.slug, nights=self.nights, language="en", stage=GameSession.Stage.PLAYING
        )
        for name, part in SESSION_PARTS.items():
            setattr(session, name, part())
        return session

    def read(self, world: World, step: Step, instant: str, session: GameSession | None = None) -> None:
        """Read the desk of a world while this call runs, and see that it shows what the first one did."""
        session = session or self.session_of(world)
        if self.nights == PHONES:
            shown = Release(step, step.opened, NOW + timedelta(seconds=5), NOW)
        else:
            shown = Release(step, begun=NOW)
        now = read_uncovered(self.desk(session, world, shown))
        before = self.seen.setdefault(instant, now)
        if now != before:
            pytest.fail(f"{self.kit.slug}, seed {self.seed}, {step.name}, {instant}:\n{different(before, now)}")
        self.desks += 1

    def desk(self, session: GameSession, world: World, shown: Release) -> str:
        """Draw the desk of a world."""
        table = world.table
        seats = tuple(SeatColumns(pk, name, True, False, None) for pk, name in enumerate(table.seats, start=1))
        known = collect_knowledge(self.kit.words, table, shown)
        seen = public.build_public_view(session, table, seats, shown, known)
        held = {seat.pk for seat in seats} if self.nights == PHONES else set()
        desk = build_desk_view_model(seen, session, table, seats, Phones(held, held), shown, known)
        return fragments.build_moderator_view(desk).render("en", "token").html


def different(before: list[str], now: list[str]) -> str:
    """Return where two desks differ, in short."""
    lines = unified_diff(before, now, "one world", "the other", lineterm="", n=2)
    return "\n".join(lines)


@pytest.fixture(autouse=True)
def stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass, and let a table play the example too, which no server of ours offers."""
    monkeypatch.setattr(server_clock, "now", lambda: NOW)
    monkeypatch.setattr(GameSession, "kit", property(lambda session: KITS[session.game]))


@pytest.mark.parametrize("nights", [PHONES, EYES_CLOSED])
@pytest.mark.parametrize("slug", KITS)
def test_the_uncovered_desk_is_the_same_in_two_worlds(slug: str, nights: str) -> None:
    kit, desks = KITS[slug], 0
    for seed in seeds(3, 15):
        choose = Random(f"desk {seed}").choice
        table = new_table(kit, choose)
        pair = DeskPair(
            kit,
            seed,
            World(restart_table(table)),
            World(restart_table(table, find_other_deal(kit, table, choose))),
            choose,
            nights=nights,
        )
        pair.play(STEPS)
        desks += pair.desks
    assert desks or not any(step.asleep for step in table.steps)
