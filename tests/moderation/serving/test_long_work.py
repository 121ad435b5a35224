"""Work of seconds in the server does not keep pages waiting for long."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from moderation.questions.refusals import Unwanted
from moderation.serving import long_work
from moderation.serving.long_work import (
    LONG_AT_ONCE,
    REST,
    RESTS,
    RESTS_WITH_LOCKS,
    SLICE,
    alone,
    make_way,
    page,
)


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
    monkeypatch.setattr(long_work, "time", SimpleNamespace(monotonic=lambda: clock.now, sleep=clock.sleep))
    return clock


def test_there_is_one_work_of_a_kind_at_a_time_and_a_few_of_all_kinds() -> None:
    with alone("import", "wait"):
        with pytest.raises(Unwanted, match="wait"), alone("import", "wait"):
            pass
        with alone("seating", "wait"):
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
    monkeypatch.setattr(long_work, "NAP", 0.001)

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
    monkeypatch.setattr(long_work, "connection", SimpleNamespace(in_atomic_block=True, vendor="postgresql"))
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
