"""The tables of an event as an organiser may see them, in a fixed number of queries.

A list replays no game. Columns say how far each game is, and if its end is public
(`clock.find_public_stage_from_columns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import GameSession, Round
from moderation.access.devices import find_device
from moderation.models import Kind, Pass
from moderation.play.pacing import clock
from moderation.play.projections.sections.ending import has_camp_won, list_winners
from moderation.web.kits import playable_kits

Stage = GameSession.Stage
LOOKED_UP = 1  # games that a list replays at most: those of an earlier version, whose end was never stored


class Options:
    """The choices of a list in a form, rendered once, with only the selected one differing."""

    def __init__(self, choices: Iterable[tuple[str, str]]) -> None:
        self.choices = dict(choices)

    @cached_property
    def _rendered(self) -> dict[str, tuple[str, str]]:
        return {
            value: (f'<option value="{escape(value)}"', f">{escape(said)}</option>")
            for value, said in self.choices.items()
        }

    def render_with(self, value: str) -> SafeString:
        """Return all choices as HTML with this one selected. A missing one is added."""
        written = self._rendered
        if value not in written:
            written = written | Options([(value, value)])._rendered
        return mark_safe("".join(f"{a}{' selected' * (one == value)}{b}" for one, (a, b) in written.items()))


@dataclass(frozen=True)
class Pick:
    """One list of a form, as the page writes it."""

    name: str
    label: str
    options: SafeString


@dataclass(frozen=True)
class TableResult:
    """A table of an event: its people, its progress, and its result if it has ended."""

    number: int
    code: str
    game: str
    stage: str
    open: bool
    lapsed: bool  # closed automatically
    mine: bool
    can_take: bool  # take a lost desk, and read the story of a finished game: only the host may
    spot: str
    seats: tuple[str, ...]
    outcome: str
    winners: tuple[str, ...]
    camp: bool  # the winner is a camp, not a person
    evenings: Pick | None  # None where there is no other event to move to
    place: tuple[Pick, ...]  # empty where its event has no rounds, and no places in a hall


def list_results(request: HttpRequest, games: Iterable[GameSession]) -> list[TableResult]:
    """Return these games as an organiser may see them, without forms to move them."""
    return _list_results(request, list(games), None, hosts=False)


def list_movable_results(
    request: HttpRequest, games: Iterable[GameSession], listed: Sequence[tuple[str, str]], hosts: bool
) -> list[TableResult]:
    """Return these games with forms to move them.

    `listed`: the events to move to. `hosts`: as a host may see them.
    """
    return _list_results(request, list(games), listed, hosts)


def _list_results(
    request: HttpRequest, games: list[GameSession], listed: Sequence[tuple[str, str]] | None, hosts: bool
) -> list[TableResult]:
    prefetch_related_objects(games, "pacing", "seats", "event")
    for game in [game for game in games if _is_unknown(game)][:LOOKED_UP]:
        clock.find_public_stage(game)
    device = find_device(request)
    desks = Pass.objects.filter(kind=Kind.MODERATOR, device=device, session__in=games)
    moderated = set(desks.values_list("session_id", flat=True)) if device else set()
    moves = _Moves(games, listed) if listed is not None else None
    return [_build_result(game, game.pk in moderated, hosts, moves) for game in games]


def _is_unknown(game: GameSession) -> bool:
    return (
        game.stage == Stage.OVER
        and game.closed is None
        and not clock.is_end_noted(game)
        and game.pacing.end_shown != game.head
    )


class _Moves:
    """The events, rounds and places that the tables of a page can move to."""

    def __init__(self, games: Iterable[GameSession], listed: Sequence[tuple[str, str]]) -> None:
        events = {game.event_id: game.event for game in games if game.event}
        rounds: dict[int, list[Round]] = {}
        for one in Round.objects.filter(event__in=list(events)) if events else ():
            rounds.setdefault(one.event_id, []).append(one)
        self.evenings = Options([("", _("No, a table by itself")), *listed])
        self.rounds = {
            event: Options([("", _("None")), *((str(one.pk), one.name) for one in rounds.get(event or 0, ()))])
            for event in events
        }
        self.spots = {
            number: Options([("", _("Nowhere yet")), *((spot, spot) for spot in event.spots)])
            for number, event in events.items()
        }

    def evening(self, game: GameSession) -> Pick | None:
        if len(self.evenings.choices) < 2:
            return None
        return Pick("event", _("Part of an evening"), self.evenings.render_with(str(game.event_id or "")))

    def place(self, game: GameSession) -> tuple[Pick, ...]:
        if game.event_id not in self.rounds:
            return ()
        rounds, spots = self.rounds[game.event_id], self.spots[game.event_id]
        if len(rounds.choices) < 2 and len(spots.choices) < 2:
            return ()
        return (
            Pick("round", _("Round"), rounds.render_with(str(game.round_id or ""))),
            Pick("spot", _("Stands at"), spots.render_with(game.spot)),
        )


def _build_result(game: GameSession, mine: bool, hosts: bool, moves: _Moves | None) -> TableResult:
    kit = playable_kits().get(game.game)
    stage = clock.find_public_stage_from_columns(game)
    end = game.outcome if stage == Stage.OVER else None
    told = kit and end and game.is_current  # a reason from other rules may have no words any more
    seats = tuple(seat.name for seat in sorted(game.seats.all(), key=lambda seat: seat.place))
    return TableResult(
        number=game.pk,
        code=game.code,
        game=str(kit.words.NAME) if kit else game.game,
        stage=str(stage.label),
        open=game.closed is None,
        lapsed=game.lapsed,
        mine=mine,
        can_take=hosts,
        spot=game.spot,
        seats=seats,
        outcome=str(game.kit.words.outcome(end["winners"], end["reason"])) if told and end else "",
        winners=list_winners(end) if end else (),
        camp=has_camp_won(end, seats) if end else False,
        evenings=moves.evening(game) if moves else None,
        place=moves.place(game) if moves else (),
    )
