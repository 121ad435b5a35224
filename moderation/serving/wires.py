"""What a connection may cost: uvicorn's protocols, with ceilings for what is unread, for what is unsent, for time.

A phone that goes away in the middle of anything, or a program that never reads, keeps a little memory for a little
while and nothing else. See docs/decisions/server.md.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 20.0  # for the lines of a request that come before its body
STUCK_SECONDS = 60.0  # without room for more of an answer: nobody reads it any more
MOST_UNREAD = 65_536  # bytes of the next requests, while one is answered
MOST_UNSENT = 262_144  # bytes of pongs and views that a socket does not take


class Ceiling(FlowControl):
    """Reads on only when what has been read is nearly used up."""

    def __init__(self, transport: asyncio.Transport, conn: Any) -> None:
        super().__init__(transport)
        self.conn = conn

    def resume_reading(self) -> None:
        """Read on, unless whole requests are waiting for their turn: uvicorn would read on with each of them."""
        if len(self.conn.trailing_data[0]) <= MOST_UNREAD:
            super().resume_reading()


class Requests(H11Protocol):
    """Pages and forms."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin, and wait for a request, but not for ever."""
        super().connection_made(transport)
        self.flow = Ceiling(transport, self.conn)
        self._give(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take what has come; the lines of one request have so much time from the first of them."""
        super().data_received(data)
        if self.flow.write_paused or self.transport.get_protocol() is not self:  # it is a socket now
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._give(None)
        elif self.timer is None:
            self._give(HEAD_SECONDS)

    def on_response_complete(self) -> None:
        """Go on with the next request; uvicorn waits for it for as long as it keeps a connection alive."""
        self._give(self._for_the_unread())
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection: what of an answer is unread still has so much time and no more."""
        super().timeout_keep_alive_handler()
        self._give(self._for_the_unread())

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to a socket."""
        self._give(None)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Wait until somebody reads, but not for ever."""
        super().pause_writing()
        self._give(STUCK_SECONDS)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self._give(self._for_the_unread())

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._give(None)
        super().connection_lost(exc)

    def _for_the_unread(self) -> float | None:
        """The time for what has been answered and not read: asyncio would wait for ever, also before it closes."""
        return STUCK_SECONDS if self.flow.write_paused or self.transport.is_closing() else None

    def _give(self, seconds: float | None) -> None:
        """Drop the connection after so much time, or let it take its time."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class Sockets(WebSocketsSansIOProtocol):
    """Sockets that only listen."""

    last_moment: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take what has come, which may be pings; drop whoever sends them and takes no pong."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nothing more is said here: what is unread has a little time, for asyncio would wait for ever."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.last_moment = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self.last_moment is not None:
            self.last_moment.cancel()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """Drop a device that is not there: a goodbye would wait for ever behind what it has not read."""
        super().keepalive_timeout()
        self.transport.abort()
