"""Work of seconds is done in a process of its own, which imports no Django and ends with the server."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from moderation.rounds.seating import search
from moderation.rounds.seating.question import Game, Person, Pin, Question
from moderation.serving import worker

SPREE = Game("spree", 3, 8, False)


@pytest.fixture
def serving() -> Iterator[None]:
    worker.start()
    yield
    worker.stop()


def test_a_round_is_seated_in_the_worker_as_it_is_here(serving: None) -> None:
    question = Question(tuple(Person(number) for number in range(6)), (SPREE,), 2)
    assert worker.run(os.getpid) != os.getpid()
    assert worker.run(search.propose, question, 500) == search.propose(question, 500)


def test_the_worker_imports_no_django(serving: None) -> None:
    question = Question(tuple(Person(number) for number in range(6)), (SPREE,), 2)
    worker.run(search.propose, question, 500)
    loaded = worker.run(eval, "sorted(__import__('sys').modules)")
    assert "moderation.rounds.seating.search" in loaded and "django" not in loaded
    assert "django" in sys.modules


def test_what_the_work_raises_is_raised_here(serving: None) -> None:
    pins = (Pin(0, 0, runs=True), Pin(1, 0, runs=True))
    with pytest.raises(search.Impossible):
        worker.run(search.propose, Question((Person(0), Person(1)), (SPREE,), 1, pins=pins), 500)


def test_work_is_done_again_where_the_worker_was_killed(serving: None) -> None:
    os.kill(worker.run(os.getpid), signal.SIGKILL)
    assert worker.run(len, "abc") == 3


def test_where_no_server_runs_work_is_done_in_this_process() -> None:
    assert worker.run(os.getpid) == os.getpid()
