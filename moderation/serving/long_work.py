"""Work of seconds in the server: once at a time, and with rests while pages are asked for.

What needs no database is done in another process (worker.py). What is left reads games with their words and writes
rows: it is done once at a time for each kind (`alone`), and rests between its slices while pages are asked for
(`make_way`). Python has one lock for all threads, so that it would keep those pages waiting.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.utils.translation import gettext as _

from moderation.questions.refusals import Unwanted

LONG_AT_ONCE = 3  # works of seconds
SLICE, REST = 0.003, 0.1  # seconds that it goes on, and that it rests at most
NAP = 0.002  # seconds between two looks whether pages are still asked for
RESTS, RESTS_WITH_LOCKS = 10.0, 0.5  # seconds that the work of one request rests at most in all

_lock = threading.Lock()
_answered = 0  # pages that are being answered, work of seconds among them
_long: set[str] = set()  # work of seconds: what it is


class Rests(threading.local):
    """Of the request that this thread answers: when its work rested last, and for how many seconds it still may."""

    last = 0.0
    left = RESTS
    left_with_locks = RESTS_WITH_LOCKS


_rests = Rests()


@contextmanager
def page() -> Iterator[None]:
    """Be a page that is being answered."""
    global _answered
    with _lock:
        _answered += 1
    _rests.last, _rests.left, _rests.left_with_locks = time.monotonic(), RESTS, RESTS_WITH_LOCKS
    try:
        yield
    finally:
        with _lock:
            _answered -= 1


@contextmanager
def alone(what: str, busy: str) -> Iterator[None]:
    """Do work of seconds. Raises `Unwanted`, with this sentence where the same is under way, or where too much is."""
    with _lock:
        if what in _long:
            raise Unwanted(busy)
        if len(_long) == LONG_AT_ONCE:
            raise Unwanted(_("Much is being worked out here just now. Please try again in a few seconds."))
        _long.add(what)
    try:
        yield
    finally:
        with _lock:
            _long.discard(what)


def make_way() -> None:
    """Called by such work wherever it may stop: rest, if it is time, while a page is being answered.

    In a transaction it rests little, as those pages may wait for its rows; on SQLite not at all: it has the one lock.
    """
    now = time.monotonic()
    if now - _rests.last < SLICE or _answered <= len(_long):
        return
    locks = connection.in_atomic_block
    if locks and connection.vendor == "sqlite":
        return
    until = now + min(REST, _rests.left_with_locks if locks else _rests.left)
    while _answered > len(_long) and time.monotonic() < until:
        time.sleep(NAP)
    _rests.last = time.monotonic()
    if locks:
        _rests.left_with_locks -= _rests.last - now
    else:
        _rests.left -= _rests.last - now
