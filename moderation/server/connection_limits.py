"""Limits on the memory and time of one connection.

uvicorn has no settings for them: docs/decisions/server-and-storage.md compares the measurements. This is the only
module that reads uvicorn's internals. pyproject.toml therefore names the newest version that it was tested with.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

CHECK_SECONDS = 0.25
MAX_WAIT_SECONDS = 55.0  # for a client that has to read an answer or to finish a request
MAX_READ_AHEAD = 262_144  # bytes of pipelined requests; browsers and proxies send none
MAX_UNSENT = 262_144  # bytes of pongs and views that the client of a WebSocket does not read


class ConnectionLimits:
    """The connections of a uvicorn server that wait for their client."""

    def __init__(self, state: ServerState) -> None:
        self.state = state
        self._waiting: dict[Any, tuple[object, float]] = {}  # the awaited action of each, and since when

    async def enforce(self) -> None:
        """Check all connections at intervals, for ever."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.check(asyncio.get_running_loop().time())

    def check(self, now: float) -> None:
        """Abort each connection that stores too much or has waited for too long."""
        before, self._waiting = self._waiting, {}
        for connection in self.state.connections:
            awaited = _get_awaited(connection)
            previous, since = before.get(connection, (None, now))
            since = since if awaited == previous else now
            self._waiting[connection] = awaited, since
            is_late = awaited is not None and now - since > MAX_WAIT_SECONDS
            if is_late or _is_over_limit(connection):
                connection.transport.abort()  # asyncio's close would wait until the client has read everything


def _get_awaited(connection: Any) -> object:
    """Return the client's next action that the connection waits for, or None if there is none."""
    if connection.transport.get_write_buffer_size():
        return "read"
    if isinstance(connection, H11Protocol) and (connection.cycle is None or connection.cycle.response_complete):
        return "ask", connection.cycle  # a new request is a new cycle
    return None


def _is_over_limit(connection: Any) -> bool:
    if isinstance(connection, H11Protocol):
        return len(connection.conn.trailing_data[0]) > MAX_READ_AHEAD
    return connection.transport.get_write_buffer_size() > MAX_UNSENT  # type: ignore[no-any-return]
