"""Before the first move: cards are dealt, collected again, looked at; a game begins, or a kept one goes on.

The session that a caller gives names the row; it is read anew under its lock, and the caller's own stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import house_clock, journal
from games.engine import record
from games.engine.table import Refused, Table
from games.journal import changing, draw_what_is_due, follow, index_seats
from games.models import GameSession, Move, Seat
from games.replay import Kept, locked, making, new

Stage = GameSession.Stage
# Of a record that is imported. Thirty people who change their mind once in each of sixty votes make 3,600 moves, and
# so many replay within a second.
MOST_MOVES, MOST_SECONDS = 5_000, 10.0
AT_ONCE = 100  # moves that a statement writes
LONG_AGO = timedelta(hours=1)  # when the moves of a record were made: no time runs for them any more


def deal_cards(session: GameSession, deal: Mapping[str, Any]) -> None:
    """Deal, or deal anew, before play begins: everybody may look at their card.

    `deal` has passed `record.read_deal`. Raises `Refused` when play has begun.
    """
    with changing(session.pk) as fresh:
        if fresh.stage not in (Stage.JOINING, Stage.CARDS):
            raise Refused("playing", "Play has begun.")
        fresh.deal, fresh.stage, fresh.kit_version = dict(deal), Stage.CARDS, fresh.kit.rules.VERSION
        kept = new(fresh)
        fresh.told = [[told.seat, told.fact] for told in kept.table.told]
        fresh.save(update_fields=["deal", "stage", "kit_version", "told"])
        fresh.seats.update(looked=False)
        index_seats(kept)
        journal.into_the_file()


def take_cards_back(session: GameSession) -> None:
    """Collect the cards again, so that people can still join. Raises `Refused` when play has begun."""
    with changing(session.pk) as fresh:
        if fresh.stage != Stage.CARDS:
            raise Refused("playing", "Play has begun.")
        fresh.deal, fresh.stage, fresh.told = None, Stage.JOINING, []
        fresh.save(update_fields=["deal", "stage", "told"])
        fresh.seats.update(looked=False, role="", genome="", alive=True)


def begin(session: GameSession) -> None:
    """Begin play with the cards dealt; chance that is due at once is drawn. Raises `Refused`."""
    with locked(session.pk) as fresh:
        if fresh.stage != Stage.CARDS:
            raise Refused("no_cards", "The cards have not been dealt.")
        fresh.started = timezone.now()
        fresh.save(update_fields=["started"])
        _start_the_time(fresh)
        kept = new(fresh)
        journal.observer.begun(fresh, kept.table)
        draw_what_is_due(fresh, kept)
        follow(fresh, kept.table)
        journal.into_the_file()


def _start_the_time(session: GameSession, at: datetime | None = None) -> None:
    """Keep when play begins, by the clock that the times of a game go by; None: now."""
    session.upkeep.begun_at = at or house_clock.now()
    session.upkeep.save(update_fields=["begun_at"])


def played_out(
    read: record.Record, seconds: float = MOST_SECONDS, between: Callable[[], object] = lambda: None
) -> record.Replay:
    """Play a record out, before anything of it is kept and while nothing is locked. `between`: before each move.

    Raises `NotARecord` when it is longer than any evening: whoever plays this house is not kept waiting for it.
    """
    if len(read.moves) > MOST_MOVES:
        raise record.NotARecord(f"moves: {len(read.moves)}; at most {MOST_MOVES} are played out")
    return record.replay(read, min(seconds, MOST_SECONDS), between)


@dataclass(frozen=True)
class Standing:
    """A table that has taken the moves that stand and no other, and what each of them told, the set-up first."""

    read: record.Record
    table: Table
    told: list[list[Any]]

    @property
    def opened(self) -> int:
        """The number of the move that opened the step at which the record stops."""
        return self.table.step.opened if self.table.step else self.table.number


def restore(session: GameSession, standing: Standing, fold: Callable[[str], str] = str) -> None:
    """Fill a new session from what stands of a record: seats, deal, and the moves.

    `fold`: what look-alike names have in common. It is written in few statements, however long the record is.
    """
    write_moves(session, standing)
    begin_restored(session, standing, fold)


def write_moves(session: GameSession, standing: Standing, between: Callable[[], object] = lambda: None) -> None:
    """Write the moves of a record for a new session at which nobody plays yet: a few in each transaction.

    `between`: called after each, while nothing is locked.
    """
    now = house_clock.now()
    for first in range(0, len(standing.table.standing), AT_ONCE):
        with making():
            Move.objects.bulk_create(
                Move(
                    session_id=session.pk,
                    number=number,
                    body=move.written(),
                    told=standing.told[number],
                    at=now if number >= standing.opened else now - LONG_AGO,
                )
                for number, move in standing.table.standing[first : first + AT_ONCE]
            )
        between()


def begin_restored(session: GameSession, standing: Standing, fold: Callable[[str], str] = str) -> None:
    """Begin play at a session that has the moves of a record: seats, deal, index, and how far it has come."""
    read, table, told = standing.read, standing.table, standing.told
    keys = [fold(name) for name in read.seats]
    keys = keys if len(set(keys)) == len(keys) else read.seats
    begun = house_clock.now() - (LONG_AGO if standing.opened else timedelta(0))
    with locked(session.pk) as fresh:
        fresh.options, fresh.deal, fresh.kit_version = read.options, read.deal, read.kit.rules.VERSION
        fresh.stage, fresh.head = Stage.PLAYING, table.number
        fresh.started = timezone.now()
        fresh.told = told[0]
        fresh.save()
        _start_the_time(fresh, begun)
        fresh.upkeep.released = fresh.head  # what had happened has been seen
        fresh.upkeep.save(update_fields=["released"])
        Seat.objects.bulk_create(
            Seat(session=fresh, place=place, name=name, folded=keys[place], face=place)
            for place, name in enumerate(read.seats)
        )
        kept = Kept(table, dict(fresh.seats.values_list("name", "pk")), {})
        journal.index_all_votes(fresh, kept)
        index_seats(kept)
        journal.observer.begun(fresh, table)
        follow(fresh, table)
        journal.into_the_file()


def play_standing(replay: record.Replay, between: Callable[[], object] = lambda: None) -> Standing:
    """Play what stands of a record that was played out once more, while nothing is locked.

    Moves taken back, and answers to cover questions, are left out: they are done with, as they are in a record of
    ours. `between`: called before each move.
    """
    read = replay.record
    table = Table(read.kit.rules, read.seats, read.options, read.deal)
    told, before = [], 0
    for move in [None, *(move for _number, move in replay.table.standing)]:
        between()
        if move:
            table.take(move)
        told.append([[one.seat, one.fact] for one in table.told[before:]])
        before = len(table.told)
    return Standing(read, table, told)
