"""The tables that this process has replayed: each brought up to the head of its journal before it is looked at.

Any process may have changed a game meanwhile; a table that is behind takes the moves that it has missed, and one that
cannot be trusted is dropped and replayed. A thread reads a table while it holds the session's lock: `lock` to look,
`locked` to change.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from games.engine.moves import move_of
from games.engine.table import Fact, Refused, Table
from games.models import GameSession, Move, Upkeep
from games.prepared import Prepared

MOST = 256


@dataclass
class Kept:
    """A table, and what this process knows of its journal and its index."""

    table: Table
    seats: dict[str, int]  # the key of each seat's row, by the seat's name
    taken_at: dict[int, datetime]  # when each move was taken; 0: when play began
    made_of: str = ""  # what a table without a move depends on: seats, options, deal, when play began
    taps: dict[str, int] = field(default_factory=dict)  # the number of each move that a named tap made
    indexed: dict[str, Fact] | None = None  # the truth as the index has it; None: not known

    def note(self, move: Move) -> None:
        """Remember when a move was taken, and for which tap."""
        self.taken_at[move.number] = move.at
        if move.request:
            self.taps[move.request] = move.number


tables: OrderedDict[int, Kept] = OrderedDict()
_locks: dict[int, threading.RLock] = {}
_gate = threading.Lock()
_one_writer = threading.RLock()


def lock(session_id: int) -> threading.RLock:
    """The lock that a thread of this process holds while it looks at a session's table."""
    with _gate:
        return _locks.setdefault(session_id, threading.RLock())


@contextmanager
def locked(session_id: int, durable: bool = False) -> Iterator[GameSession]:
    """Take a session's lock, here and in the database, to change the session: all of it is kept, or nothing.

    `durable`: raise `RuntimeError` inside another transaction, where a change would not be kept at the end of this.
    When it fails, a table that is ahead of what was kept is dropped, and replayed when it is next looked at.
    """
    head = 0
    with alone(session_id):
        try:
            with transaction.atomic(durable=durable):
                session = _held(session_id)
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
def making() -> Iterator[None]:
    """Make a session and what belongs to it: all of it is kept, or nothing.

    Whoever locks the session inside waits for this process's one writer before the database does, as everybody does:
    the other way round two of them would wait for each other.
    """
    with _one_writer if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


def _held(session_id: int) -> GameSession:
    """A session with its upkeep, both rows locked: of rows that it locks, PostgreSQL reads the latest version.

    The road not taken is a session with its upkeep left unlocked: after a wait for another process it would be read
    as it was before that process changed it. Raises `GameSession.DoesNotExist`.
    """
    upkeep = _to_change.first(session_id)
    if upkeep is None:
        raise GameSession.DoesNotExist
    return upkeep.session


def read(session_id: int) -> GameSession:
    """A session with its upkeep, to look at. Raises `GameSession.DoesNotExist`."""
    session = _to_look_at.first(session_id)
    if session is None:
        raise GameSession.DoesNotExist
    return session


_to_change = Prepared(
    lambda key: (
        Upkeep.objects.select_for_update()
        .select_related("session")
        .defer(*(f"session__{column}" for column in GameSession.LONG))
        .filter(pk=key)
    ),
    -1,
)
_to_look_at = Prepared(
    lambda key: GameSession.objects.select_related("upkeep").defer(*GameSession.LONG).filter(pk=key), -1
)


@contextmanager
def alone(session_id: int) -> Iterator[None]:
    """Hold a session's table. SQLite has one writer: waiting here is fairer and faster than in its busy loop."""
    if connection.vendor == "sqlite":
        with _one_writer, lock(session_id):
            yield
    else:
        with lock(session_id):
            yield


def new(session: GameSession) -> Kept:
    """A session's table before the first move; the one that is kept, where it is the same."""
    seats = dict(session.seats.order_by("place").values_list("name", "pk"))
    options = session.kit.options_of(session.kit_version, session.options)
    assert options is not None, "a game of rules that cannot play it on is only read (GameSession.current)"
    began = session.upkeep.begun_at or session.started or session.created
    made_of = repr((seats, options, session.deal, began))
    kept = tables.get(session.pk)
    if kept is None or kept.table.number or kept.made_of != made_of:
        table = Table(session.kit.rules, list(seats), options, session.deal or {})
        kept = tables[session.pk] = Kept(table, seats, {0: began}, made_of)
    return kept


def up_to_head(session: GameSession) -> Kept:
    """A session's table with every move of the journal; call it inside the session's lock."""
    kept = tables.get(session.pk)
    if kept is None or not 0 < kept.table.number <= session.head:
        kept = new(session)
    table = kept.table
    if table.number < session.head:
        for move in Move.objects.filter(session=session, number__gt=table.number).order_by("number"):
            table.take(move_of(move.body))
            kept.note(move)
        kept.indexed = table.truth()  # as it was written with the last of these moves
    tables.move_to_end(session.pk)
    if len(tables) > MOST:
        tables.popitem(last=False)
    return kept
