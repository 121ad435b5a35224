"""The short form of `python -m qa.faults`: games to which a little of everything happens."""

import asyncio
import os
import time
from dataclasses import replace

import pytest

from qa.faults import director
from qa.faults.director import draw, is_paused, play_through
from qa.faults.people import Careless
from qa.serving import RunningServer
from qa.walking import Browser

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "seed"), [pytest.param("spree", 249, marks=pytest.mark.full), ("sporz", 3)])
def test_accepted_moves_are_not_lost_and_all_devices_continue(
    game: str, seed: int, frail_server: RunningServer
) -> None:
    survived = asyncio.run(play_through(frail_server, draw(seed, game, events=3)))
    assert survived.happened["compared"] >= 1
    assert survived.moves > 0


@pytest.mark.full
@pytest.mark.parametrize("game", ["sporz", "lupus", "elsen"])
def test_nothing_is_lost_of_a_game_with_eyes_closed(game: str, frail_server: RunningServer) -> None:
    """The desk goes on in what is spoken aloud by taps that are no moves, and moments have a button of their own."""
    plan = replace(draw(311, game, events=3), nights="eyes_closed", frailty=0.03)
    plan.events = ["die", "look", "disk"]
    assert asyncio.run(play_through(frail_server, plan)).finished


@pytest.mark.full
def test_nothing_is_lost_of_a_game_that_chance_draws(frail_server: RunningServer) -> None:
    """Every run tries another one; a seed that lost something belongs into the tests above."""
    seed = int(os.environ.get("FAULTS_SEED") or time.time_ns() % 1_000_000)
    print(f"Again: python -m qa.faults --minutes 0.01 --seed {seed}, or FAULTS_SEED={seed} for this test.")
    print(asyncio.run(play_through(frail_server, draw(seed))))


@pytest.mark.parametrize(("stand", "paused"), [("0", True), ("1", False)])
def test_a_pause_is_read_from_its_own_button(stand: str, paused: bool) -> None:
    """A moment's button says "Go on", too: the director once waited for ever until it was gone."""
    desk = Browser("http://127.0.0.1:1")
    desk.region = f'<form id="pause"><input type="hidden" name="stand" value="{stand}"></form><button>Go on</button>'
    assert is_paused(desk) == paused


@pytest.mark.full
def test_a_game_beyond_its_time_is_unfinished_but_not_lost(
    frail_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that ran out says nothing of the game, only of the machine."""
    monkeypatch.setattr(director, "LONGEST_GAME", 0.1)
    survived = asyncio.run(play_through(frail_server, draw(3, "sporz", events=1)))
    assert (survived.finished, survived.reason) == (False, "unfinished")


@pytest.mark.full
def test_a_game_that_accepts_nothing_is_stuck(frail_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is asked something, and nobody answers: with eyes closed no clock goes on."""
    monkeypatch.setattr(director, "LONGEST_GAME", 0.1)
    monkeypatch.setattr(director, "STILL", 1.0)
    monkeypatch.setattr(Careless, "play", still)
    plan = replace(draw(3, "sporz", events=1), nights="eyes_closed", events=[])
    with pytest.raises(AssertionError, match="LOST: nothing goes on"):
        asyncio.run(play_through(frail_server, plan))


async def still(_person: Careless) -> None:
    """Look on."""
    await asyncio.sleep(3600)
