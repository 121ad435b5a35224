"""The hub: the rooms of this process, and what it hears of from others.

A process hears of a change once per session and has the session's room tell its sockets (broadcast.py). A message of
the channel layer is a hint and carries nothing but a session's number. The truth is the session's `pulse`, which is
also looked up every few seconds, so that a lost hint costs seconds and nothing else.
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
from moderation.play.realtime.broadcast import PATIENCE, Room, Socket
from moderation.players import presence
from moderation.storage import outages

LOOK_UP = 3.0  # seconds between looks at the pulses of the sessions that are watched here
PHONES_FIRST = 0.5  # seconds that a desk waits, at most, until phones have what it did


def layer() -> BaseChannelLayer:
    """What carries hints between processes."""
    found = get_channel_layer()
    assert found is not None
    return found


def group(session_id: int) -> str:
    """The channel layer's name for everybody who watches a session."""
    return f"table-{session_id}"


@database_sync_to_async
def _heads(session_ids: list[int]) -> dict[int, int]:
    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "pulse"))


@database_sync_to_async
def _stayed(passes: set[int]) -> None:
    presence.stayed(passes)


class Hub:
    """The rooms of this process."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._channel = ""  # under which this process hears hints; empty until the layer has given it
        self._heard = asyncio.Event()

    def start(self) -> None:
        """Hear and look up from now on, in the loop that is running; once is enough."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop, self.rooms, self._tasks, self._channel = loop, {}, set(), ""
            self._heard = asyncio.Event()
            self._run(self._listen())
            self._run(self._look_up())
            self._run(self._knock())
            self._run(self._note())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def join(self, session_id: int, socket: Socket) -> None:
        """Let a socket watch a session; its view is on its way."""
        self.start()
        room = self.rooms.get(session_id)
        if room is None:
            room = self.rooms[session_id] = Room(session_id)
            room.tasks = [asyncio.create_task(room.keep_up()), asyncio.create_task(self._subscribe(room))]
        room.enter(socket)

    async def leave(self, session_id: int, socket: Socket) -> None:
        """Forget a socket, and its room with the last one."""
        room = self.rooms.get(session_id)
        if room is None or socket not in room.sockets:
            return
        room.leave(socket)
        if socket.viewer.surface == "phone":
            self._run(self._gone(session_id, socket, timezone.now()))
        if not room.sockets:
            for task in room.tasks:
                task.cancel()
            del self.rooms[session_id]
            with contextlib.suppress(Exception):
                async with asyncio.timeout(PATIENCE):
                    await layer().group_discard(group(session_id), self._channel)
            if newer := self.rooms.get(session_id):  # somebody has come meanwhile: the layer may have forgotten that
                newer.tasks.append(asyncio.create_task(self._subscribe(newer)))

    def touch(self, session_id: int) -> None:
        """Look at a session again."""
        if room := self.rooms.get(session_id):
            room.changed = room.changed or time.monotonic()
            room.dirty.set()
            room.told.clear()

    def show_anew(self) -> None:
        """In the loop: show every device its view again, though no session has changed."""
        for room in self.rooms.values():
            room.pulse = -1
            room.dirty.set()

    def wait_for_phones(self, session_id: int) -> None:
        """In a thread of its own: wait a moment until this process's phones have what has just changed.

        A moderator can look a little later; a room full of people waits for the last of them.
        """
        room = self.rooms.get(session_id)
        if room is not None and self.loop is not None and self.loop.is_running():
            told = asyncio.run_coroutine_threadsafe(room.told.wait(), self.loop)
            with contextlib.suppress(TimeoutError):
                told.result(PHONES_FIRST)
            told.cancel()

    async def _subscribe(self, room: Room) -> None:
        """Hear of what other processes change at a table as soon as the layer is there, then look at it again."""
        await self._heard.wait()
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await layer().group_add(group(room.session_id), self._channel)
            except Exception:
                await asyncio.sleep(LOOK_UP)
            else:
                room.dirty.set()
                return

    async def _listen(self) -> None:
        while True:
            try:
                if not self._channel:
                    async with asyncio.timeout(PATIENCE):
                        self._channel = await layer().new_channel()
                    self._heard.set()
                message = await layer().receive(self._channel)
                if message["from"] != self._channel:
                    self.touch(message["session"])
            except Exception:
                outages.layer.goes_away()
                await asyncio.sleep(LOOK_UP)

    async def _look_up(self) -> None:
        while True:
            await asyncio.sleep(LOOK_UP)
            looking = asyncio.ensure_future(_heads(list(self.rooms)))
            await asyncio.wait({looking}, timeout=LOOK_UP)
            if not looking.done():
                outages.database.doubted = True  # the pool has more patience than people
            try:
                heads = await looking
            except Exception as error:
                outages.means_away(error)
            else:
                for session_id, pulse in heads.items():
                    if (room := self.rooms.get(session_id)) and room.pulse != pulse:
                        room.dirty.set()

    async def _gone(self, session_id: int, socket: Socket, closed: datetime) -> None:
        """Let the desk know that a phone is away, unless its page comes back at once."""
        await asyncio.sleep(presence.AWAY_AFTER)
        pass_id, room = socket.viewer.pass_id, self.rooms.get(session_id)
        if pass_id is None or (room and any(one.viewer.pass_id == pass_id for one in room.sockets)):
            return
        with contextlib.suppress(Exception):  # the database is away: nobody notes it any more
            if await database_sync_to_async(presence.went)(pass_id, closed):
                self._announce_soon(session_id)

    async def _note(self) -> None:
        """Note every few seconds which phones are there."""
        while True:
            await asyncio.sleep(presence.NOTED)
            phones = [
                one.viewer.pass_id for room in self.rooms.values() for one in room.sockets if one.viewer.seat_id
            ]
            with contextlib.suppress(Exception):
                await _stayed({one for one in phones if one})

    async def _knock(self) -> None:
        """See every few seconds whether the neighbours are there; over the layer we say something to ourselves."""
        while True:
            await asyncio.sleep(LOOK_UP)
            await asyncio.to_thread(outages.look_for_database)
            if self._channel:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await layer().send(self._channel, read_hint(self._channel))
                except Exception:
                    outages.layer.goes_away()
                else:
                    outages.layer.comes_back()

    def announce(self, session_id: int) -> None:
        """Tell every process that a session has changed. Never waits, never fails."""
        if self.loop is None:  # a command beside the servers
            async_to_sync(hint)(session_id)
            return
        with contextlib.suppress(RuntimeError):  # this process is going away: others see it as they look
            self.loop.call_soon_threadsafe(self._announce_soon, session_id)

    def _announce_soon(self, session_id: int) -> None:
        self.touch(session_id)
        self._run(hint(session_id, self._channel))


def read_hint(sender: str, session_id: int = 0) -> dict[str, Any]:
    """All that processes ever tell each other: who has changed which session."""
    return {"type": "changed", "session": session_id, "from": sender}


async def hint(session_id: int, sender: str = "") -> None:
    """Send the hint to the processes that watch this session. A layer that is away costs them seconds only."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(PATIENCE):
            await layer().group_send(group(session_id), read_hint(sender, session_id))


hub = Hub()
