"""The hub: the broadcasters of this process, and the notifications from other processes.

A process is notified of a change once per session. The session's broadcaster then sends it to the sockets
(broadcast.py). A message of the channel layer is a hint and contains only a session's number. The session's `pulse`
is the authoritative version. It is also polled every few seconds, so that a lost hint costs only seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.utils import timezone

from games.models import GameSession
from moderation.play.realtime.broadcast import NOTHING_SHOWN, SEND_TIMEOUT, Broadcaster, Socket
from moderation.players import presence
from moderation.storage import outages

LOOK_UP = 3.0  # seconds between polls of the pulses of watched sessions


def get_layer() -> BaseChannelLayer:
    """Return the channel layer, which carries hints between processes."""
    found = get_channel_layer()
    assert found is not None
    return found


def name_group(session_id: int) -> str:
    """Return the name of the channel layer's group for those who watch a session."""
    return f"table-{session_id}"


@database_sync_to_async
def _read_versions(session_ids: list[int]) -> dict[int, int]:
    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "pulse"))


@database_sync_to_async
def _record_connected(passes: set[int]) -> None:
    presence.record_still_connected(passes)


class Hub:
    """The broadcasters of this process."""

    def __init__(self) -> None:
        self.broadcasters: dict[int, Broadcaster] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._channel = ""  # on which this process receives hints; empty until the layer has assigned it
        self._channel_ready = asyncio.Event()

    def start(self) -> None:
        """Start listening and polling in the running loop; later calls change nothing."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop, self.broadcasters, self._tasks, self._channel = loop, {}, set(), ""
            self._channel_ready = asyncio.Event()
            self._run(self._listen())
            self._run(self._poll_versions())
            self._run(self._check_services())
            self._run(self._record_presence())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def join(self, session_id: int, socket: Socket) -> None:
        """Subscribe a socket to a session; its view is sent soon."""
        self.start()
        broadcaster = self.broadcasters.get(session_id)
        if broadcaster is None:
            broadcaster = self.broadcasters[session_id] = Broadcaster(session_id)
            broadcaster.tasks = [
                asyncio.create_task(broadcaster.run()),
                asyncio.create_task(self._subscribe(broadcaster)),
            ]
        broadcaster.add(socket)

    async def leave(self, session_id: int, socket: Socket) -> None:
        """Remove a socket, and its broadcaster with the last one."""
        broadcaster = self.broadcasters.get(session_id)
        if broadcaster is None or socket not in broadcaster.sockets:
            return
        broadcaster.remove(socket)
        if socket.viewer.surface == "phone":
            self._run(self._note_disconnect(session_id, socket, timezone.now()))
        if not broadcaster.sockets:
            for task in broadcaster.tasks:
                task.cancel()
            del self.broadcasters[session_id]
            with contextlib.suppress(Exception):
                async with asyncio.timeout(SEND_TIMEOUT):
                    await get_layer().group_discard(name_group(session_id), self._channel)
            if newer := self.broadcasters.get(session_id):  # somebody joined meanwhile: subscribe again
                newer.tasks.append(asyncio.create_task(self._subscribe(newer)))

    def mark_changed(self, session_id: int) -> None:
        """Mark a session as possibly changed."""
        if broadcaster := self.broadcasters.get(session_id):
            broadcaster.changed_since = broadcaster.changed_since or time.monotonic()
            broadcaster.dirty.set()

    def redraw_all(self) -> None:
        """Send every device its view again, though no session has changed. Call it in the loop."""
        for broadcaster in self.broadcasters.values():
            broadcaster.pulse = NOTHING_SHOWN
            broadcaster.dirty.set()

    async def _subscribe(self, broadcaster: Broadcaster) -> None:
        """Join the layer's group of a table as soon as the layer is available.

        Then mark the table as possibly changed.
        """
        await self._channel_ready.wait()
        while True:
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await get_layer().group_add(name_group(broadcaster.session_id), self._channel)
            except Exception:
                await asyncio.sleep(LOOK_UP)
            else:
                broadcaster.dirty.set()
                return

    async def _listen(self) -> None:
        while True:
            try:
                if not self._channel:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        self._channel = await get_layer().new_channel()
                    self._channel_ready.set()
                message = await get_layer().receive(self._channel)
                if message["from"] != self._channel:
                    self.mark_changed(message["session"])
            except Exception:
                outages.layer.mark_away()
                await asyncio.sleep(LOOK_UP)

    async def _poll_versions(self) -> None:
        while True:
            await asyncio.sleep(LOOK_UP)
            looking = asyncio.ensure_future(_read_versions(list(self.broadcasters)))
            await asyncio.wait({looking}, timeout=LOOK_UP)
            if not looking.done():
                outages.database.doubted = True  # the pool's timeout is longer than people would wait
            try:
                heads = await looking
            except Exception as error:
                outages.is_outage(error)
            else:
                for session_id, pulse in heads.items():
                    if (broadcaster := self.broadcasters.get(session_id)) and broadcaster.pulse != pulse:
                        broadcaster.dirty.set()

    async def _note_disconnect(self, session_id: int, socket: Socket, closed: datetime) -> None:
        """Tell the desk that a phone is away, unless its page comes back at once."""
        await asyncio.sleep(presence.AWAY_AFTER)
        pass_id, broadcaster = socket.viewer.pass_id, self.broadcasters.get(session_id)
        if pass_id is None or (broadcaster and any(other.viewer.pass_id == pass_id for other in broadcaster.sockets)):
            return
        with contextlib.suppress(Exception):  # the database is away: it cannot be stored
            if await database_sync_to_async(presence.record_socket_closed)(pass_id, closed):
                self._announce_soon(session_id)

    async def _record_presence(self) -> None:
        """Store every few seconds which phones are connected."""
        while True:
            await asyncio.sleep(presence.RECORD_INTERVAL)
            phones = [
                socket.viewer.pass_id
                for broadcaster in self.broadcasters.values()
                for socket in broadcaster.sockets
                if socket.viewer.seat_id
            ]
            with contextlib.suppress(Exception):
                await _record_connected({socket for socket in phones if socket})

    async def _check_services(self) -> None:
        """Check every few seconds whether the database and the channel layer are available.

        For the layer, the process sends a message to itself.
        """
        while True:
            await asyncio.sleep(LOOK_UP)
            await asyncio.to_thread(outages.check_database)
            if self._channel:
                try:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        await get_layer().send(self._channel, build_hint(self._channel))
                except Exception:
                    outages.layer.mark_away()
                else:
                    outages.layer.mark_back()

    def announce(self, session_id: int) -> None:
        """Tell every process that a session has changed. Never waits, never fails."""
        if self.loop is None:  # a management command, outside of the server processes
            async_to_sync(publish_hint)(session_id)
            return
        with contextlib.suppress(RuntimeError):  # shutting down: others notice the change as they poll
            self.loop.call_soon_threadsafe(self._announce_soon, session_id)

    def _announce_soon(self, session_id: int) -> None:
        self.mark_changed(session_id)
        self._run(publish_hint(session_id, self._channel))


def build_hint(sender: str, session_id: int = 0) -> dict[str, Any]:
    """Build a hint: the sender and the number of the changed session."""
    return {"type": "changed", "session": session_id, "from": sender}


async def publish_hint(session_id: int, sender: str = "") -> None:
    """Send the hint to the processes that watch this session.

    If the layer is away, they notice the change some seconds later.
    """
    with contextlib.suppress(Exception):
        async with asyncio.timeout(SEND_TIMEOUT):
            await get_layer().group_send(name_group(session_id), build_hint(sender, session_id))


hub = Hub()
