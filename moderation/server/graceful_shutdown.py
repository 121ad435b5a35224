"""Graceful shutdown: a stopping process sends its phones to the other processes, one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, zip_longest

from moderation.play.realtime.broadcast import COME_AGAIN, Socket
from moderation.play.realtime.consumers import open_sockets

NOTICE = 0.2  # the first part of the time, in which readiness checks learn that this process is not ready


def list_sockets() -> list[Socket]:
    """List the sockets of this process, one of each table in turn.

    This avoids that a whole table is disconnected at once.
    """
    tables: dict[object, list[Socket]] = {}
    for socket, place in list(open_sockets.items()):
        tables.setdefault(place, []).append(socket)
    return [one for one in chain.from_iterable(zip_longest(*tables.values())) if one is not None]


async def hand_over(seconds: float, rest: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Make every connected device reconnect, and so elsewhere, spread over so many seconds."""
    gone: set[Socket] = set()
    while left := [one for one in list_sockets() if one not in gone]:
        left[0].close(COME_AGAIN)
        gone.add(left[0])
        pause = seconds / len(left)
        seconds -= pause
        await rest(pause)
