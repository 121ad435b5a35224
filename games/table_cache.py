"""The cache of the tables that this process has replayed.

Each is brought up to the head of its journal before it is read. Any process may have changed a game meanwhile.
A table that is behind takes the moves that it has missed. One that cannot be trusted is dropped and replayed.
A thread reads a table while it holds the session's lock: `lock_table` to read, `lock_session` to change.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games.engine.moves import parse_move
from games.engine.table import Fact, Refused, Table
from games.models import PART_NAMES, GameSession, Move, Seat
from games.prepared_queries import Prepared

MOST = 256


@dataclass
class CachedTable:
    """A table, and what this process knows of its journal and its index."""

    table: Table
    seats: dict[str, int]  # primary key of each seat's row, by the seat's name
    taken_at: dict[int, datetime]  # when each move was taken; 0: when play began
    renamed: int = 0  # how often names of its seats had been anonymised
    made_of: str = ""  # key of a table without moves: seats, options, deal, when play began
    stored_truth: dict[str, Fact] | None = None  # the truth stored in the index; None: not known

    def store_time(self, move: Move) -> None:
        """Store when a move was taken."""
        self.taken_at[move.number] = move.at


class Counters:
    """Counters of what this process has done at tables since it started, for operators."""

    def __init__(self) -> None:
        self.replays = 0  # games replayed from their journal
        self.locks = 0  # times that a table was locked
        self.waited = 0.0  # seconds waited for locks, here and in the database
        self._lock = threading.Lock()

    def count_replay(self) -> None:
        """Count a game that was replayed."""
        with self._lock:
            self.replays += 1

    def count_lock(self, since: float) -> None:
        """Count a table that was waited for since this moment (of the monotonic clock)."""
        with self._lock:
            self.locks += 1
            self.waited += monotonic() - since


counters = Counters()
tables: OrderedDict[int, CachedTable] = OrderedDict()
_locks: dict[int, threading.RLock] = {}
_lock = threading.Lock()
_one_writer = threading.RLock()


@contextmanager
def lock_table(session_id: int) -> Iterator[None]:
    """Lock a session's table for reading: one thread of this process at a time."""
    with _lock:
        mine = _locks.setdefault(session_id, threading.RLock())
    with mine:
        yield


@contextmanager
def lock_session(session_id: int, durable: bool = False) -> Iterator[GameSession]:
    """Lock a session in this process and in the database, to change all of it or nothing.

    `durable`: raise `RuntimeError` inside another transaction, where this block could not commit the change.
    When the block fails, a table that is ahead of what was stored is dropped. It is replayed when it is next read.
    """
    head, since = 0, monotonic()
    with lock_in_process(session_id):
        try:
            with transaction.atomic(durable=durable):
                session = _load_for_update(session_id)
                counters.count_lock(since)
                head = session.head
                yield session
        except Refused:
            if (ahead := tables.get(session_id)) and ahead.table.number > head:
                del tables[session_id]
            raise
        except BaseException:
            tables.pop(session_id, None)  # it may have stopped in the middle of a move
            raise


@contextmanager
def creating_rows() -> Iterator[None]:
    """Create a session and its rows in one transaction.

    The lock of this process's one writer is taken before that of the database, as everywhere else.
    This avoids a deadlock with a session that is locked inside.
    """
    with _one_writer if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


def _load_for_update(session_id: int) -> GameSession:
    """Load a session with its parts, all rows locked. Raises `GameSession.DoesNotExist`."""
    session = _to_change.first(session_id)
    if session is None:
        raise GameSession.DoesNotExist
    return session


def load_session(session_id: int) -> GameSession:
    """Load a session with its parts, to read. Raises `GameSession.DoesNotExist`."""
    session = _to_look_at.first(session_id)
    if session is None:
        raise GameSession.DoesNotExist
    return session


def select_to_lock() -> QuerySet[GameSession]:
    """Return the sessions with their parts; reading them locks all these rows.

    PostgreSQL reads the latest version of rows that it locks. So the parts have to be locked as well: after a wait
    for another process, an unlocked one would be read as it was before that process changed it. PostgreSQL locks no
    row of an outer join. The conditions make each join an inner one.
    """
    joined = {f"{name}__isnull": False for name in PART_NAMES}
    return GameSession.objects.select_for_update().select_related(*PART_NAMES).filter(**joined)


_to_change = Prepared(lambda key: select_to_lock().defer(*GameSession.LONG).filter(pk=key), -1)
_to_look_at = Prepared(
    lambda key: GameSession.objects.select_related(*PART_NAMES).defer(*GameSession.LONG).filter(pk=key), -1
)


@contextmanager
def lock_in_process(session_id: int) -> Iterator[None]:
    """Lock a session's table, and on SQLite the one writer.

    Waiting here is fairer and faster than in SQLite's busy loop.
    """
    with _one_writer if connection.vendor == "sqlite" else nullcontext(), lock_table(session_id):
        yield


@dataclass(frozen=True)
class MissedMoves:
    """The moves of a session that a process has to read, and its seats where no table is cached.

    `after`: the number of the last move that the process has.
    """

    after: int
    moves: list[Move] = field(default_factory=list)
    seats: dict[str, int] = field(default_factory=dict)


def load_missed_moves(sessions: Iterable[GameSession]) -> dict[int, MissedMoves]:
    """Return what this process has to read of each session, in two statements."""
    found: dict[int, MissedMoves] = {}
    for session in sessions:
        kept = tables.get(session.pk)
        after = kept.table.number if kept else 0
        if after < session.head or not after:
            found[session.pk] = MissedMoves(after)
    unread = Q()
    for pk, one in found.items():
        unread |= Q(session=pk, number__gt=one.after)
    if found:
        for move in Move.objects.filter(unread).order_by("number"):
            found[move.session_id].moves.append(move)
        for seat in Seat.objects.filter(session__in=found).order_by("place"):
            found[seat.session_id].seats[seat.name] = seat.pk
    return found


def start_table(session: GameSession, seats: dict[str, int] | None = None) -> CachedTable:
    """Return a session's table before the first move, from the cache where it is unchanged."""
    seats = seats or dict(session.seats.order_by("place").values_list("name", "pk"))
    options = session.kit.options_of(session.kit_version, session.options)
    assert options is not None, "a game of rules that cannot play it on is only read (GameSession.is_current)"
    began = session.pacing.begun_at or session.started or session.created
    made_of = repr((seats, options, session.deal, began))
    kept = tables.get(session.pk)
    if kept is None or kept.table.number or kept.made_of != made_of or kept.renamed != session.renamed:
        table = Table(session.kit.rules, list(seats), options, session.deal or {})
        kept = tables[session.pk] = CachedTable(table, seats, {0: began}, session.renamed, made_of)
    return kept


def catch_up(session: GameSession, read: MissedMoves | None = None) -> CachedTable:
    """Return a session's table with every move of the journal.

    Call it inside the session's lock. `read`: what `load_missed_moves` has read already.
    Where it does not fit any more, the moves are read again.
    """
    kept = tables.get(session.pk)
    if kept is None or not 0 < kept.table.number <= session.head or kept.renamed != session.renamed:
        kept = start_table(session, read.seats if read else None)
    table = kept.table
    if table.number < session.head:
        if not table.number:
            counters.count_replay()
        fits = read is not None and read.after == table.number
        later = Move.objects.filter(session=session, number__gt=table.number).order_by("number")
        for move in read.moves if read and fits else later:
            table.take(parse_move(move.body))
            kept.store_time(move)
        kept.stored_truth = table.truth()  # the last of these moves has written it so
    tables.move_to_end(session.pk)
    if len(tables) > MOST:
        tables.popitem(last=False)
    return kept
