"""A process that was told to stop hands its phones over: one after the other, to the processes beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, zip_longest

from moderation.play.realtime.broadcast import COME_AGAIN, Socket
from moderation.play.realtime.consumers import here

NOTICE = 0.2  # of the time: whoever asks whether this process is ready hears first that it is not


def watching() -> list[Socket]:
    """The sockets of this process, one of each table in turn: no table is sent away all at once."""
    tables: dict[object, list[Socket]] = {}
    for socket, place in list(here.items()):
        tables.setdefault(place, []).append(socket)
    return [one for one in chain.from_iterable(zip_longest(*tables.values())) if one is not None]


async def hand_over(seconds: float, rest: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Have every device that watches here connect again, and so elsewhere, spread over so many seconds."""
    gone: set[Socket] = set()
    while left := [one for one in watching() if one not in gone]:
        left[0].dismiss(COME_AGAIN)
        gone.add(left[0])
        pause = seconds / len(left)
        seconds -= pause
        await rest(pause)
