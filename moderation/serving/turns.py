"""What makes way for pages, and turns between several who ask, which no page takes since each club has a process.

Python has one lock for all threads, so that whatever is made for one club keeps the pages of all others waiting.
Three rules hold that within bounds: pages of the club that has had less lately come first (`Turns`), and those that
are under way rest before each question to the database (`page`); work of seconds is done once at a time for each club
(`alone`); games that are played out rest while pages are asked for (`make_way`).
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from django.db import connection
from django.utils.translation import gettext as _

from games.replay import holds_a_table
from moderation.questions.refusals import Unwanted

OF_A_CLUB = 2  # requests of one club and kind that are answered at the same time; of those that take a record, one
HALF = 10.0  # seconds after which what a club has had counts half
LATELY = 1.0  # seconds for which a club that was answered is taken to be there
MORE = 0.1  # seconds that a club has had more than another, to come after it
PATIENCE, LOOK = 0.25, 0.01  # seconds that a page waits at most in its place for others, and between two looks
LONG_AT_ONCE = 3  # work of seconds, of all clubs
SLICE, REST = 0.003, 0.1  # seconds that it goes on, and that it rests at most
NAP = 0.002  # seconds between two looks whether pages are still asked for
RESTS, RESTS_WITH_LOCKS = 10.0, 0.5  # seconds that the work of one request rests at most in all


class Kind(Enum):
    """What a request of a club is; each kind has places of its own."""

    PAGE = "page"  # waits for clubs that have had less
    TAP = "tap"  # waits for nobody
    RECORD = "record"  # takes a kept game, an evening or a club: waits, makes way as it works, and is not counted


class Turn:
    """That of a request which is being answered; `is_behind`: whether others come first by now."""

    def __init__(self, is_behind: Callable[[], bool]) -> None:
        self.began, self.rested = time.monotonic(), 0.0
        self._is_behind = is_behind

    def rest(self) -> None:
        """In any thread: wait while others come first, a quarter of a second in all."""
        began, before = time.monotonic(), self.rested
        while self.rested < PATIENCE and self._is_behind():
            time.sleep(NAP)
            self.rested = before + time.monotonic() - began

    def had(self, now: float) -> float:
        """The seconds that it has been answered for, without its rests."""
        return now - self.began - self.rested


class Turns:
    """The pages of several clubs: which of them are being answered, and how much time a club's have had lately."""

    def __init__(self) -> None:
        self._places: WeakValueDictionary[tuple[str, Kind], asyncio.Semaphore] = WeakValueDictionary()
        self._begun: dict[str, list[Turn]] = {}  # by club, those that are being answered
        self._had: dict[str, tuple[float, float]] = {}  # seconds, and up to when they are counted

    @asynccontextmanager
    async def of(self, club: str, kind: Kind) -> AsyncIterator[Turn | None]:
        """Answer a request of this club in its turn, which is given to pages: they rest meanwhile."""
        places = asyncio.Semaphore(1 if kind is Kind.RECORD else OF_A_CLUB)
        async with self._places.setdefault((club, kind), places):
            until = time.monotonic() + PATIENCE
            while kind is not Kind.TAP and time.monotonic() < until and self._comes_later(club):
                await asyncio.sleep(LOOK)
            turn = Turn(partial(self._is_behind, club))
            if kind is not Kind.RECORD:
                self._begun.setdefault(club, []).append(turn)
            try:
                yield turn if kind is Kind.PAGE else None
            finally:
                if kind is not Kind.RECORD:
                    self._note(club, turn)

    def _comes_later(self, club: str) -> bool:
        """Whether a club that has had less is being answered; or is there, and this one is being answered."""
        now = time.monotonic()
        mine, begun_here = self._time_of(club, now), self._begun.get(club)
        return any(
            other != club
            and (begun or (begun_here and now - self._had[other][1] < LATELY))
            and self._time_of(other, now) + MORE < mine
            for other, begun in self._begun.items()
        )

    def _is_behind(self, club: str) -> bool:
        """In any thread: whether a club that has had less is being answered."""
        now = time.monotonic()
        mine, asked = self._time_of(club, now), list(self._begun.items())  # as it is now: pages come and go meanwhile
        return any(other != club and begun and self._time_of(other, now) + MORE < mine for other, begun in asked)

    def _time_of(self, club: str, now: float) -> float:
        """The seconds that a club has had, those of the pages that are being answered included."""
        return self._counted(club, now) + sum(turn.had(now) for turn in self._begun.get(club, ()))

    def _counted(self, club: str, now: float) -> float:
        seconds, until = self._had.get(club, (0.0, now))
        return float(seconds * 0.5 ** ((now - until) / HALF))

    def _note(self, club: str, turn: Turn) -> None:
        """Count a page that has been answered, and forget clubs that ask no more."""
        now = time.monotonic()
        self._begun[club].remove(turn)
        self._had[club] = self._counted(club, now) + turn.had(now), now
        for other in [one for one, (_seconds, at) in self._had.items() if now - at > 10 * HALF]:
            if not self._begun[other]:
                del self._had[other], self._begun[other]


# Work of seconds

_lock = threading.Lock()
_answered = 0  # pages that are being answered, work of seconds among them
_long: set[str] = set()  # work of seconds: what it is


class Rests(threading.local):
    """Of the request that this thread answers: when its work rested last, and for how many seconds it still may.

    `turn`: that of a page of a club. `long`: whether it does work of seconds.
    """

    last = 0.0
    left = RESTS
    left_with_locks = RESTS_WITH_LOCKS
    turn: Turn | None = None
    long = False


_rests = Rests()


@contextmanager
def page(turn: Turn | None = None) -> Iterator[None]:
    """Be a page that is being answered, and that rests, as its turn says, before it asks its database."""
    global _answered
    with _lock:
        _answered += 1
    _rests.last, _rests.left, _rests.left_with_locks = time.monotonic(), RESTS, RESTS_WITH_LOCKS
    _rests.turn = turn
    try:
        yield
    finally:
        _rests.turn = None
        with _lock:
            _answered -= 1


def between(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Run one statement, of a page or of work of seconds.

    In a transaction, and while it holds a table, a page does not rest: taps may wait for it.
    """
    if _rests.long:
        make_way()
    elif _rests.turn is not None and not (context["connection"].in_atomic_block or holds_a_table()):
        _rests.turn.rest()
    return execute(sql, params, many, context)


@contextmanager
def alone(what: str, busy: str) -> Iterator[None]:
    """Do work of seconds. Raises `Unwanted`, with this sentence where the same is under way, or where too much is."""
    with _lock:
        if what in _long:
            raise Unwanted(busy)
        if len(_long) == LONG_AT_ONCE:
            raise Unwanted(_("Much is being worked out here just now. Please try again in a few seconds."))
        _long.add(what)
    _rests.long = True
    try:
        yield
    finally:
        _rests.long = False
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
