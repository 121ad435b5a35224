"""The live boards of this process: the sockets that watch an event, and what each has.

A board reads its event every two seconds while anybody watches, and renders it once for all of them. It does not
listen to changes at tables, because the time of a message would reveal a secret tap (docs/decisions/evenings.md).
What organisers do is shown at once by the process that handled it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping

from channels.db import database_sync_to_async
from django.db import close_old_connections

from games import server_clock
from moderation.events.live_board.render import render_viewers
from moderation.play.realtime.broadcast import GONE, Socket, write_message
from moderation.play.rendering.fragments import RenderedView, find_differences
from moderation.play.rendering.render import Viewer
from moderation.storage import outages

logger = logging.getLogger(__name__)

BOARD_INTERVAL = 2.0  # seconds between two reads
AT_MOST = 1.0  # minimum seconds between two renderings, however much organisers do


class LiveBoard:
    """The sockets of one event in this process."""

    def __init__(self, event_id: int) -> None:
        self.event_id = event_id
        self.sockets: dict[Socket, None] = {}
        self.soon = asyncio.Event()  # set when a socket has joined, or an organiser has changed something
        self.pulse = 0
        self.task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Render and offer the views at a fixed interval. After a failure it tries again."""
        while True:
            started = time.monotonic()
            self.soon.clear()
            try:
                sockets = list(self.sockets)
                self.queue_views(await render_views(self.event_id, {one.viewer for one in sockets}), sockets)
            except Exception as error:
                if not (outages.is_outage(error) or outages.is_busy(error)):
                    logger.exception("A hall could not be drawn; trying again.")
            spent = time.monotonic() - started
            await asyncio.sleep(max(AT_MOST, spent))
            try:
                async with asyncio.timeout(max(0.0, BOARD_INTERVAL - AT_MOST - spent)):
                    await self.soon.wait()
            except TimeoutError:
                continue

    def queue_views(self, views: Mapping[Viewer, RenderedView | None], sockets: list[Socket]) -> None:
        """Offer these sockets what has changed for them. Each distinct message is written once."""
        self.pulse = max(server_clock.display_now_in_milliseconds(), self.pulse + 1)
        written: dict[tuple[int | None, int, bool], str | None] = {}
        for socket in sockets:
            view = views.get(socket.viewer)
            if view is None:
                socket.close(GONE)
                continue
            held = None if socket.is_behind else socket.shown_view
            key = (id(held.public) if held else None, id(view.public), socket.is_behind)
            if view.token or key not in written:
                written[key] = self._build_message(held, view)
            if message := written[key]:
                socket.queue(view, message)
            else:
                socket.shown_view = view

    def _build_message(self, held: RenderedView | None, view: RenderedView) -> str | None:
        """Return the message that updates a device from one view to another, None if it has all."""
        if held is None or held.frame != view.frame:
            content = view.as_json()
        elif names := find_differences(held.public, view.public):
            content = view.as_json(names)
        else:
            return None
        return write_message(content, self.pulse, server_clock.display_now_in_milliseconds())


def _render_and_close(event_id: int, viewers: set[Viewer]) -> dict[Viewer, RenderedView | None]:
    close_old_connections()
    try:
        return render_viewers(event_id, viewers)
    finally:
        close_old_connections()


render_views = database_sync_to_async(_render_and_close, thread_sensitive=False)


class LiveBoards:
    """The live boards that are watched in this process."""

    def __init__(self) -> None:
        self.boards: dict[int, LiveBoard] = {}
        self.loop: asyncio.AbstractEventLoop | None = None

    async def join(self, event_id: int, socket: Socket) -> None:
        """Let a socket watch an event. Its first view follows soon."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop, self.boards = loop, {}
        hall = self.boards.get(event_id)
        if hall is None:
            hall = self.boards[event_id] = LiveBoard(event_id)
            hall.task = asyncio.create_task(hall.run())
        hall.sockets[socket] = None
        hall.soon.set()

    async def leave(self, event_id: int, socket: Socket) -> None:
        """Forget a socket, and its board with the last one."""
        hall = self.boards.get(event_id)
        if hall is None or socket not in hall.sockets:
            return
        del hall.sockets[socket]
        if not hall.sockets:
            if hall.task:
                hall.task.cancel()
            del self.boards[event_id]

    def render_soon(self, event_id: int) -> None:
        """Render an event soon, because an organiser has changed something.

        It may be called from any thread. Other processes show the change at their next read.
        """
        if self.loop is not None and self.loop.is_running():
            self.loop.call_soon_threadsafe(self._render_soon, event_id)

    def _render_soon(self, event_id: int) -> None:
        if hall := self.boards.get(event_id):
            hall.soon.set()


live_boards = LiveBoards()
