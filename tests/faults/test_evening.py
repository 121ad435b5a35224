"""The short form of `python -m tests.faults`: two games to which a little of everything happens."""

import asyncio
from dataclasses import replace

import pytest

from tests.faults import evening
from tests.faults.evening import draw, play_through
from tests.faults.people import Careless
from tests.serving import RunningServer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "seed"), [pytest.param("spree", 249, marks=pytest.mark.full), ("sporz", 3)])
def test_nothing_that_a_device_saw_accepted_is_lost_and_nobody_is_left_behind(
    game: str, seed: int, frail_server: RunningServer
) -> None:
    survived = asyncio.run(play_through(frail_server, draw(seed, game, events=3)))
    assert survived.happened["compared"] >= 1
    assert survived.moves > 0


@pytest.mark.full
def test_a_game_that_outlasts_its_minutes_is_unfinished_and_not_lost(
    frail_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that ran out says nothing of the game, only of the machine."""
    monkeypatch.setattr(evening, "LONGEST_GAME", 0.1)
    survived = asyncio.run(play_through(frail_server, draw(3, "sporz", events=1)))
    assert (survived.finished, survived.reason) == (False, "unfinished")


@pytest.mark.full
def test_a_game_in_which_nothing_is_taken_any_more_is_stuck(
    frail_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is asked something, and nobody answers: with eyes closed no clock goes on."""
    monkeypatch.setattr(evening, "LONGEST_GAME", 0.1)
    monkeypatch.setattr(evening, "STILL", 1.0)
    monkeypatch.setattr(Careless, "play", still)
    plan = replace(draw(3, "sporz", events=1), nights="eyes_closed", events=[])
    with pytest.raises(AssertionError, match="LOST: nothing goes on"):
        asyncio.run(play_through(frail_server, plan))


async def still(_person: Careless) -> None:
    """Look on."""
    await asyncio.sleep(3600)
