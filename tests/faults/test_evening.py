"""The short form of `python -m tests.faults`: two games to which a little of everything happens."""

import asyncio

import pytest

from tests.faults.evening import draw, play_through
from tests.serving import RunningServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.parametrize(("game", "seed"), [("spree", 249), ("sporz", 3)])
def test_nothing_that_a_device_saw_accepted_is_lost_and_nobody_is_left_behind(
    game: str, seed: int, frail_server: RunningServer
) -> None:
    survived = asyncio.run(play_through(frail_server, draw(seed, game, events=3)))
    assert survived.happened["compared"] >= 1
    assert survived.moves > 0
