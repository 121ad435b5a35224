"""A process that is stopped hands its phones over one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from moderation.play.realtime.broadcast import COME_AGAIN
from moderation.server import graceful_shutdown


class Phone:
    def __init__(self, name: str, told: list[str]) -> None:
        self.name, self.told = name, told

    def close(self, code: int) -> None:
        assert code == COME_AGAIN
        self.told.append(self.name)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    """Two tables, of three phones and of one, as a process watches them."""
    told: list[str] = []
    sockets: dict[Any, Any] = {Phone(name, told): name[0] for name in ("1a", "1b", "2d", "1c")}
    monkeypatch.setattr(graceful_shutdown, "open_sockets", sockets)
    return sockets


async def test_shutdown_closes_phones_one_by_one_alternating_between_tables(here: dict[Any, Any]) -> None:
    pauses: list[float] = []

    async def rest(seconds: float) -> None:
        pauses.append(seconds)

    told = next(iter(here)).told
    await graceful_shutdown.hand_over(8.0, rest)
    assert told == ["1a", "2d", "1b", "1c"]
    assert pauses == [2.0, 2.0, 2.0, 2.0]


async def test_who_comes_meanwhile_is_sent_on_as_well(here: dict[Any, Any]) -> None:
    told, spent = next(iter(here)).told, 0.0

    async def rest(seconds: float) -> None:
        nonlocal spent
        spent += seconds
        if told[-1] == "1c":
            here[Phone("3e", told)] = "3"

    await graceful_shutdown.hand_over(8.0, rest)
    assert told == ["1a", "2d", "1b", "1c", "3e"]
    assert spent == 8.0


async def test_nobody_is_waited_for_where_nobody_is(here: dict[Any, Any]) -> None:
    here.clear()
    await graceful_shutdown.hand_over(8.0)
