"""What a group proposes among itself travels at beats that all phones hear alike (SECRECY 29).

The same night three times: nobody proposes, one does, or everybody who is awake does, each several times. The number,
the moment and the length of what all phones are sent while the call is on are the same.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import MODERATOR, Step, Table
from games.models import GameSession
from moderation.play.projections.private import has_visible_proposals
from moderation.play.realtime.broadcast import Broadcaster
from tests import thorough
from tests.moderation.play.secrecy.lengths_and_times import DAWN_OF_TIME, Event, Night, parting, turned
from tests.moderation.play.secrecy.worlds import World

__all__ = ["turned"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("turned")]
SHIP = {
    **{name: {"role": "base_mutant", "genome": "host"} for name in ("Ann", "Bob", "Cid")},
    **{name: {"role": "doctor", "genome": "normal"} for name in ("Dan", "Eve", "Fay")},
    **{name: {"role": "astronaut", "genome": "normal"} for name in ("Gus", "Hal")},
}
GROUPS = [("sporz", "mutants"), ("sporz", "doctors"), ("lupus", "werewolves"), ("elsen", "saboteurs")]
ANYBODY = 99


@dataclass
class Awake(Night):
    """A night in which so many of the group propose, again and again, until its call has passed; others sleep on."""

    call: str = ""
    many: int = 0
    group: tuple[str, ...] = ()
    span: tuple[float, float] = (0, 0)  # when the call was on
    taps: list[float] = field(default_factory=list)

    async def _day(self, step: Step) -> None:
        """The desk answers for everybody, at once: the night is what matters here."""
        await asyncio.sleep(1)
        for seat, ask in step.asks.items():
            if self.world.waits_at(step) and ask.report():
                self.world.take({"by": MODERATOR, "for": seat, "answer": ask.draw(self.random.choice)})
        if self.world.waits_at(step):
            self.world.take({"by": MODERATOR, "close": True})
        await asyncio.sleep(1)

    async def _call(self, step: Step) -> None:
        ends = self.world.shown().ends
        assert ends is not None
        over = (ends - DAWN_OF_TIME).total_seconds()
        if step.name == self.call and has_visible_proposals(step) and len(step.asks) > 1 and not self.group:
            self.group, self.span = tuple(step.asks), (self.now, round(over, 3))
            while self.now + 7 < over:
                for name in self.group[: self.many]:
                    await asyncio.sleep(0.7)
                    self._tap(name, f"{self.now}")
                    self.taps.append(self.now)
                await asyncio.sleep(1.3)
        if not self.group:
            await asyncio.sleep(max(0.0, over + 0.25 - self.now))
        else:  # there is nothing more to hear
            await asyncio.sleep(max(0.0, over - 0.01 - self.now))
            self.lived = self.now

    def _look(self) -> Step | None:
        return super()._look() if self.lived == float("inf") else None

    def heard(self) -> dict[str, list[Event]]:
        """What each phone was sent while the call was on."""
        begin, end = self.span
        return {
            name: [event for event in trace.between(begin, end - 0.01) if event[1] == "socket"]
            for name, trace in self.traces.items()
        }


def table_of(slug: str) -> Table:
    """A table at which several are awake together."""
    kit = all_kits()[slug]
    seats = list(SHIP) if slug == "sporz" else [f"P{number:02}" for number in range(1, 9)]
    options = settle(kit.roles.OPTIONS, {})
    deal: dict[str, Any] = SHIP if slug == "sporz" else kit.roles.deal(seats, options, Random(1).choice)
    return Table(kit.rules, seats, options, deal)


def nights(slug: str, call: str, seconds: float = 400) -> list[Awake]:
    """The night with nobody, one, and everybody of the group proposing."""
    played = []
    table = table_of(slug)
    for number, many in enumerate((0, 1, ANYBODY), 100_000):
        world = World.begin(
            all_kits()[slug], table, table.deal, GameSession.Nights.PHONES, "BFHJ", Random("chance"), number
        )
        night = Awake(world, Random("taps"), call=call, many=many)
        night.play(seconds)
        GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())
        played.append(night)
    return played


def alike(slug: str, call: str) -> tuple[int, bool]:
    """How many messages each phone was sent in the call, and whether all were the same whoever proposed."""
    none, one, everybody = nights(slug, call)
    assert len(everybody.group) > 1 and len(everybody.taps) > len(one.taps) > 2 and not none.taps
    assert parting(none, everybody) == float("inf")
    first = next(iter(none.heard().values()))
    same = all(heard == first for night in (none, one, everybody) for heard in night.heard().values())
    return len(first), same


@pytest.mark.parametrize(("slug", "call"), thorough.family(GROUPS, ("sporz", "mutants")))
def test_group_proposals_arrive_at_common_beats_for_all_phones(slug: str, call: str) -> None:
    messages, same = alike(slug, call)
    assert messages > 5
    assert same


@pytest.mark.full
def test_proposals_that_are_sent_as_they_are_made_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Broadcaster._queue_views

    def at_once(broadcaster: Broadcaster, rendered: Any, sockets: Any, beat: bool = False, *delivery: Any) -> bool:
        assert rendered.beat is not None or not beat
        return offer(broadcaster, rendered, sockets, rendered.beat is not None, *delivery)

    monkeypatch.setattr(Broadcaster, "_queue_views", at_once)
    assert not alike("sporz", "mutants")[1]
