"""The stages around play: deal or collect cards, begin a game, restore a recorded one.

The session that a caller passes only names the row. It is read again under its lock.
The caller's own object stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import journal, server_clock
from games.engine.table import Refused, Table
from games.importing import ImportedGame, build_table
from games.journal import edit_session, index_seats, resolve_chance, save_progress
from games.models import GameSession, Move, Seat
from games.table_cache import CachedTable, creating_rows, lock_session, start_table

Stage = GameSession.Stage
AT_ONCE = 100  # moves written by one statement
LONG_AGO = timedelta(hours=1)  # age given to the moves of a record, so that no clock runs for them any more


def deal_cards(session: GameSession, deal: Mapping[str, Any]) -> None:
    """Deal or redeal before play begins, so that everybody may look at their card.

    `deal` has passed `record.read_deal`. Raises `Refused` when play has begun.
    """
    with edit_session(session.pk) as fresh:
        if fresh.stage not in (Stage.JOINING, Stage.CARDS):
            raise Refused("playing", "Play has begun.")
        fresh.deal, fresh.stage, fresh.kit_version = dict(deal), Stage.CARDS, fresh.kit.rules.VERSION
        kept = start_table(fresh)
        fresh.told = [[told.seat, told.fact] for told in kept.table.told]
        fresh.save(update_fields=["deal", "stage", "kit_version", "told"])
        fresh.seats.update(looked=False)
        index_seats(kept)
        journal.checkpoint_after_commit()


def take_cards_back(session: GameSession) -> None:
    """Collect the cards again, so that people can still join.

    Raises `Refused` when play has begun.
    """
    with edit_session(session.pk) as fresh:
        if fresh.stage != Stage.CARDS:
            raise Refused("playing", "Play has begun.")
        fresh.deal, fresh.stage, fresh.told = None, Stage.JOINING, []
        fresh.save(update_fields=["deal", "stage", "told"])
        fresh.seats.update(looked=False, role="", genome="", alive=True)


def begin(session: GameSession) -> None:
    """Begin play with the cards dealt, and resolve chance that is due at once. Raises `Refused`."""
    with lock_session(session.pk) as fresh:
        if fresh.stage != Stage.CARDS:
            raise Refused("no_cards", "The cards have not been dealt.")
        fresh.started = timezone.now()
        fresh.save(update_fields=["started"])
        _store_begin(fresh)
        kept = start_table(fresh)
        journal.observer.on_begin(fresh, kept.table)
        resolve_chance(fresh, kept)
        save_progress(fresh, kept.table)
        journal.checkpoint_after_commit()


def _store_begin(session: GameSession, at: datetime | None = None) -> None:
    """Store when play begins, by the clock that the times of a game follow; None: now."""
    session.pacing.change(begun_at=at or server_clock.now())


def restore(session: GameSession, game: ImportedGame, fold: Callable[[str], str] = str) -> None:
    """Fill a new session with what stands of a record: seats, deal, and the moves.

    `fold` returns the key that look-alike names share. It runs a few statements, however long the record is.
    """
    write_moves(session, game)
    begin_restored(session, game, build_table(game), fold)


def write_moves(session: GameSession, game: ImportedGame, between: Callable[[], object] = lambda: None) -> None:
    """Write the moves of a record for a new session at which nobody plays yet.

    Each transaction writes a few of them. `between` is called after each, while nothing is locked.
    """
    now = server_clock.now()
    for first in range(0, len(game.moves), AT_ONCE):
        with creating_rows():
            Move.objects.bulk_create(
                Move(
                    session_id=session.pk,
                    number=number,
                    body=body,
                    told=game.told[number],
                    at=now if number >= game.opened else now - LONG_AGO,
                )
                for number, body in game.moves[first : first + AT_ONCE]
            )
        between()


def begin_restored(session: GameSession, game: ImportedGame, table: Table, fold: Callable[[str], str] = str) -> None:
    """Begin play at a session that has the moves of a record: seats, deal, index, progress.

    `table`: these moves replayed (`build_table`).
    """
    keys = [fold(name) for name in game.seats]
    keys = keys if len(set(keys)) == len(keys) else game.seats
    begun = server_clock.now() - (LONG_AGO if game.opened else timedelta(0))
    with lock_session(session.pk) as fresh:
        fresh.options, fresh.deal, fresh.kit_version = game.options, game.deal, fresh.kit.rules.VERSION
        fresh.stage, fresh.head = Stage.PLAYING, table.number
        fresh.started = timezone.now()
        fresh.told = game.told[0]
        fresh.save()
        _store_begin(fresh, begun)
        fresh.pacing.change(released=fresh.head)  # everything that happened has been seen already
        Seat.objects.bulk_create(
            Seat(session=fresh, place=place, name=name, folded=keys[place], face=place)
            for place, name in enumerate(game.seats)
        )
        cached = CachedTable(table, dict(fresh.seats.values_list("name", "pk")), {})
        journal.index_all_votes(fresh, cached)
        index_seats(cached)
        journal.observer.on_begin(fresh, table)
        save_progress(fresh, table)
        journal.checkpoint_after_commit()
