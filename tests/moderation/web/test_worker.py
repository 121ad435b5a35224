"""Work of seconds is done in a process of its own, which has no application and ends with the server."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from games.engine.moves import NotARecord
from games.importing import ImportedGame, play_record
from moderation.events.seating import search
from moderation.events.seating.problem import Pin, SeatedGame, SeatedPerson, SeatingProblem
from moderation.web import worker
from tests.games.table_scenes import kept
from tests.own_games import OWN

SPREE = SeatedGame("spree", 3, 8, False)


@pytest.fixture
def serving() -> Iterator[None]:
    worker.start()
    yield
    worker.stop()


def test_the_worker_seats_a_round_like_this_process(serving: None) -> None:
    question = SeatingProblem(tuple(SeatedPerson(number) for number in range(6)), (SPREE,), 2)
    assert worker.run(os.getpid) != os.getpid()
    assert worker.run(search.propose, question, 500) == search.propose(question, 500)


def test_the_worker_has_no_application_and_no_database(serving: None) -> None:
    worker.run(play_record, kept("sporz")[0].read_bytes())
    loaded = worker.run(eval, "sorted(__import__('sys').modules)")
    assert "games.importing" in loaded and not {"games.models", "django.db.models"}.intersection(loaded)
    assert "games.models" in sys.modules


@pytest.mark.parametrize("slug", OWN)
def test_the_worker_plays_a_game_like_this_process(serving: None, slug: str) -> None:
    for path in kept(slug):
        text = path.read_bytes()
        assert plain(worker.run(play_record, text)) == plain(play_record(text))


def plain(game: ImportedGame) -> dict[str, object]:
    """Return what is to be the same: all but the seconds that it took."""
    return {**vars(game), "seconds": 0}


def test_the_worker_refuses_a_text_that_is_no_record(serving: None) -> None:
    with pytest.raises(NotARecord, match="not JSON"):
        worker.run(play_record, b"{")


def test_what_the_work_raises_is_raised_here(serving: None) -> None:
    pins = (Pin(0, 0, runs=True), Pin(1, 0, runs=True))
    with pytest.raises(search.Impossible):
        worker.run(search.propose, SeatingProblem((SeatedPerson(0), SeatedPerson(1)), (SPREE,), 1, pins=pins), 500)


def test_work_is_done_again_where_the_worker_was_killed(serving: None) -> None:
    os.kill(worker.run(os.getpid), signal.SIGKILL)
    assert worker.run(len, "abc") == 3


def test_where_no_server_runs_work_is_done_in_this_process() -> None:
    assert worker.run(os.getpid) == os.getpid()
