"""One club of a house does not keep the pages of another waiting for long, nor does work of seconds."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from games import replay
from moderation.questions.refusals import Unwanted
from moderation.serving import turns
from moderation.serving.turns import (
    LATELY,
    LONG_AT_ONCE,
    OF_A_CLUB,
    PATIENCE,
    REST,
    RESTS,
    RESTS_WITH_LOCKS,
    SLICE,
    Kind,
    Turn,
    Turns,
    alone,
    between,
    make_way,
    page,
)

BUSY, QUIET = "busy", "quiet"


class Clock:
    """Time that goes on when the test says so, or when somebody rests."""

    def __init__(self) -> None:
        self.now = self.rested = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.rested += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(turns, "time", SimpleNamespace(monotonic=lambda: clock.now, sleep=clock.sleep))
    monkeypatch.setattr(turns, "LOOK", 0.0)
    return clock


class Asked:
    """A page of a club: whether it is being answered, and its end."""

    def __init__(self, of: Turns, club: str, kind: Kind = Kind.PAGE) -> None:
        self.begun = False
        self.turn: Turn | None = None
        self.end = asyncio.Event()
        self.task = asyncio.ensure_future(self._answer(of, club, kind))

    async def _answer(self, of: Turns, club: str, kind: Kind) -> None:
        async with of.of(club, kind) as self.turn:
            self.begun = True
            await self.end.wait()

    async def is_answered(self) -> bool:
        """Whether its turn has come, or comes as long as nothing else happens."""
        for _look in range(20):
            await asyncio.sleep(0)
        return self.begun

    async def done(self) -> None:
        self.end.set()
        await self.task


async def answered(of: Turns, club: str, seconds: float, clock: Clock) -> None:
    """Have a page of a club answered that takes so long."""
    asked = Asked(of, club)
    assert await asked.is_answered()
    clock.now += seconds
    await asked.done()


async def test_no_page_of_a_busy_club_begins_while_one_of_another_is_answered(clock: Clock) -> None:
    of = Turns()
    await answered(of, BUSY, 1.0, clock)
    first = Asked(of, QUIET)
    assert await first.is_answered()
    busy, second = Asked(of, BUSY), Asked(of, QUIET)
    assert not await busy.is_answered() and await second.is_answered()
    await first.done()
    assert not await busy.is_answered()
    await second.done()
    assert await busy.is_answered()
    await busy.done()


async def test_a_busy_club_has_one_page_at_a_time_while_another_is_there(clock: Clock) -> None:
    of = Turns()
    await answered(of, QUIET, 0.1, clock)
    await answered(of, BUSY, 1.0, clock)
    await answered(of, QUIET, 0.1, clock)
    first, second = Asked(of, BUSY), Asked(of, BUSY)
    assert await first.is_answered() and not await second.is_answered()
    clock.now += LATELY
    assert await second.is_answered()
    await first.done()
    await second.done()


async def test_a_busy_club_is_not_kept_waiting_without_end_and_its_taps_not_at_all(clock: Clock) -> None:
    of = Turns()
    await answered(of, BUSY, 1.0, clock)
    quiet, pages = Asked(of, QUIET), [Asked(of, BUSY) for _ in range(OF_A_CLUB)]
    tap = Asked(of, BUSY, Kind.TAP)
    assert await tap.is_answered() and await quiet.is_answered()
    assert [await one.is_answered() for one in pages] == [False] * OF_A_CLUB
    clock.now += PATIENCE
    assert [await one.is_answered() for one in pages] == [True] * OF_A_CLUB
    for one in (quiet, *pages, tap):
        await one.done()


async def test_a_record_waits_its_turn_takes_no_page_s_place_and_is_not_counted(clock: Clock) -> None:
    of = Turns()
    await answered(of, BUSY, 1.0, clock)
    quiet, record = Asked(of, QUIET), Asked(of, BUSY, Kind.RECORD)
    assert await quiet.is_answered() and not await record.is_answered()
    await quiet.done()
    assert await record.is_answered()
    clock.now += 20.0
    pages = [Asked(of, BUSY) for _ in range(OF_A_CLUB)]
    assert [await one.is_answered() for one in pages] == [True] * OF_A_CLUB
    had = of._time_of(BUSY, clock.now)
    await record.done()
    assert of._time_of(BUSY, clock.now) == had
    for one in pages:
        await one.done()


async def test_a_record_waits_for_another_of_its_club_before_it_is_read(clock: Clock) -> None:
    of = Turns()
    first, second, other = Asked(of, BUSY, Kind.RECORD), Asked(of, BUSY, Kind.RECORD), Asked(of, QUIET, Kind.RECORD)
    assert [await one.is_answered() for one in (first, second, other)] == [True, False, True]
    await first.done()
    assert await second.is_answered()
    for one in (second, other):
        await one.done()


async def test_clubs_that_have_had_much_the_same_do_not_wait_for_each_other(clock: Clock) -> None:
    of = Turns()
    await answered(of, QUIET, 0.50, clock)
    await answered(of, BUSY, 0.55, clock)
    quiet, busy = Asked(of, QUIET), Asked(of, BUSY)
    assert await quiet.is_answered() and await busy.is_answered()
    for one in (quiet, busy):
        await one.done()


async def test_a_long_page_that_is_being_answered_counts_from_its_beginning(clock: Clock) -> None:
    of = Turns()
    await answered(of, QUIET, 0.1, clock)
    long = Asked(of, BUSY)
    assert await long.is_answered()
    clock.now += 1.0
    quiet = Asked(of, QUIET)
    assert await quiet.is_answered()
    for one in (long, quiet):
        await one.done()


async def test_a_page_under_way_rests_while_a_club_that_has_had_less_is_answered(clock: Clock) -> None:
    of = Turns()
    await answered(of, BUSY, 1.0, clock)
    busy, tap = Asked(of, BUSY), Asked(of, BUSY, Kind.TAP)
    assert await busy.is_answered() and await tap.is_answered() and tap.turn is None
    assert rests(busy, clock) == 0.0, "no other is asked for"
    quiet = Asked(of, QUIET)
    assert await quiet.is_answered() and rests(quiet, clock) == 0.0, "it has had less"
    await tap.done()
    had = of._time_of(BUSY, clock.now)
    assert rests(busy, clock) == pytest.approx(PATIENCE, abs=0.01) and rests(busy, clock) == 0.0, "it has to go on"
    assert of._time_of(BUSY, clock.now) == pytest.approx(had, rel=0.05), "a rest is no time had"
    for one in (quiet, busy):
        await one.done()


def rests(asked: Asked, clock: Clock) -> float:
    """How long it rests before it asks its database for something."""
    before = clock.rested
    assert asked.turn is not None
    asked.turn.rest()
    return clock.rested - before


async def test_what_a_club_has_had_is_forgotten(clock: Clock) -> None:
    of = Turns()
    await answered(of, BUSY, 3.0, clock)
    clock.now += 1000
    await answered(of, QUIET, 0.1, clock)
    assert list(of._had) == list(of._begun) == [QUIET]


# Between the questions of a page


def test_a_page_of_a_club_rests_before_each_question_to_its_database(clock: Clock) -> None:
    def asks(locks: bool = False) -> float:
        before = clock.rested
        between(
            lambda *_statement: None, "SELECT 1", (), False, {"connection": SimpleNamespace(in_atomic_block=locks)}
        )
        return clock.rested - before

    behind = iter([True, False, True, False])
    with page(Turn(lambda: next(behind))):
        assert asks(locks=True) == 0.0, "others may wait for its rows"
        with replay.lock(7):
            assert asks() == 0.0, "taps may wait for the table"
        assert asks() > 0.0 and asks() > 0.0
    with page():
        assert asks() == 0.0, "it is of no club"
    assert asks() == 0.0
    with page(), page(), alone("import", ""):
        clock.now += 2 * SLICE
        assert asks() > 0.0, "work of seconds makes way for pages there, too"


# Work of seconds


def test_there_is_one_work_of_a_kind_at_a_time_and_of_all_kinds_a_few() -> None:
    with alone("import", "wait"), pytest.raises(Unwanted, match="wait"), alone("import", "wait"):
        pass
    with ExitStack() as works:
        for number in range(LONG_AT_ONCE):
            works.enter_context(alone(f"work {number}", "wait"))
        with pytest.raises(Unwanted, match="Much is being worked out"), alone("import", "wait"):
            pass
    with alone("import", "wait"):
        pass


def test_work_of_seconds_rests_while_a_page_is_answered_and_only_then(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "NAP", 0.001)

    def rests() -> float:
        """How long it rests when a slice of its work is done."""
        before = clock.rested
        clock.now += 2 * SLICE
        make_way()
        return clock.rested - before

    with page(), alone("import", ""):
        assert rests() == 0.0, "it is the only page"
        with page():
            make_way()
            assert clock.rested == 0.0, "it has just begun"
            assert rests() == pytest.approx(REST, abs=0.002)
            make_way()
            assert clock.rested == pytest.approx(REST, abs=0.002), "a slice after each rest"
            while clock.rested < RESTS - 0.01:
                assert rests() > 0.0
            assert rests() < 0.02 and rests() == 0.0, "some time it has to end"
        assert rests() == 0.0


@pytest.mark.django_db
def test_work_in_a_transaction_rests_little(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those pages may wait for its rows, and are given up after some seconds."""
    monkeypatch.setattr(turns, "connection", SimpleNamespace(in_atomic_block=True, vendor="postgresql"))
    with page(), page(), alone("import", ""):
        for _slice in range(100):
            clock.now += 2 * SLICE
            make_way()
    assert clock.rested == pytest.approx(RESTS_WITH_LOCKS, abs=0.01)


@pytest.mark.django_db
def test_work_does_not_rest_with_the_only_lock_of_the_database(clock: Clock) -> None:
    """A test's database is SQLite, and its test a transaction."""
    with page(), page(), alone("import", ""):
        clock.now += 2 * SLICE
        make_way()
    assert clock.rested == 0.0
