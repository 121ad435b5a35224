"""The tables that this process has replayed: each brought up to the head of its journal before it is looked at.

Any process may have changed a game meanwhile; a table that is behind takes the moves that it has missed, and one that
cannot be trusted is dropped and replayed. Nobody looks at a table without its lock.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from games.models import GameSession, Move
from games.options import settle
from games.table import Fact, Table

MOST = 256


@dataclass
class Kept:
    """A table, and what this process knows of its journal and its index."""

    table: Table
    taken_at: dict[int, datetime]  # when each move was taken; 0: when play began
    indexed: dict[str, Fact] | None = None  # the truth as this process last wrote it to the index


tables: OrderedDict[int, Kept] = OrderedDict()
_locks: dict[int, threading.RLock] = {}
_gate = threading.Lock()
_one_writer = threading.RLock()


def lock(session_id: int) -> threading.RLock:
    """What to hold while looking at a session's table in this process."""
    with _gate:
        return _locks.setdefault(session_id, threading.RLock())


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
    """A session's table before the first move, in the place of any that was kept."""
    kept = tables[session.pk] = Kept(new_table(session), {0: session.started or session.created})
    return kept


def up_to_head(session: GameSession) -> Kept:
    """A session's table with every move of the journal; call it inside the session's lock."""
    kept = tables.get(session.pk)
    if kept is None or not 0 < kept.table.number <= session.head:
        kept = new(session)
    table = kept.table
    if table.number < session.head:
        for move in Move.objects.filter(session=session, number__gt=table.number).order_by("number"):
            table.take(move.body)
            kept.taken_at[move.number] = move.at
    tables.move_to_end(session.pk)
    if len(tables) > MOST:
        tables.popitem(last=False)
    return kept


def new_table(session: GameSession) -> Table:
    """A table of this session before the first move."""
    options = settle(session.kit.roles.OPTIONS, session.options)
    return Table(session.kit.rules, session.seat_names(), options, session.deal or {})
