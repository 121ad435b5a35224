"""The short form of `python -m tests.faults`: a game through power cuts."""

import asyncio
from collections.abc import Callable

import pytest

from tests.faults.kills import PACE, play_through_kills
from tests.serving import RunningServer


@pytest.mark.parametrize("seed", [1])
def test_nothing_that_a_device_saw_accepted_is_lost(seed: int, start_server: Callable[..., RunningServer]) -> None:
    survived = asyncio.run(play_through_kills(start_server(**PACE), seed, kills=3))
    assert survived.kills == 3
