"""The hub: what this process pushes to the devices connected to it.

A process hears of a change once per session, renders each distinct view once, and sends it to the sockets whose
view changed. A message of the channel layer is a hint and carries nothing but a session's number; the truth is the
session's `pulse`, which is also looked up every few seconds, so that a lost hint costs seconds and nothing else.
Only the newest view of a socket is kept for sending: a slow phone skips what it missed and delays nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer

from games.models import GameSession
from moderation import neighbours, storage, surfaces, tending
from moderation.surfaces import PADDED as PADDED
from moderation.surfaces import Rendered, Viewer

logger = logging.getLogger(__name__)

LOOK_UP = 3.0  # seconds between looks at the pulses of the sessions that are watched here
TICK = 15.0  # seconds after which a silent socket says that it is alive
PATIENCE = 10.0  # seconds that one message may take before its socket is given up
GONE = 4401  # the pass was taken away: do not come back
AIR = 4_000_000  # bytes a second that they may be sent for what passes in secret: a hall shares its Wi-Fi
PHONES_FIRST = 0.5  # seconds that a desk waits, at most, until phones have what it did
COME_AGAIN = 1012  # the table plays its next game: connect again

Send = Callable[[dict[str, Any]], Awaitable[None]]


def layer() -> BaseChannelLayer:
    """What carries hints between processes."""
    found = get_channel_layer()
    assert found is not None
    return found


def group(session_id: int) -> str:
    """The channel layer's name for everybody who watches a session."""
    return f"table-{session_id}"


class Socket:
    """One connected device: what it was sent last, and the newest view that still has to be sent."""

    def __init__(self, viewer: Viewer, send: Send) -> None:
        self.viewer = viewer
        self.sent: str | None = None
        self._send = send
        self._next: str | None = None
        self._wake = asyncio.Event()
        self._leave_with: int | None = None

    def offer(self, html: str, envelope: str, again: bool = False) -> None:
        """Send this view next, in the place of any that is still waiting; one that is there already only `again`."""
        if again or html != self.sent:
            self.sent, self._next = html, envelope
            self._wake.set()

    def dismiss(self, code: int) -> None:
        """Close the socket with this code."""
        self._leave_with = code
        self._wake.set()

    async def write(self) -> None:
        """Send what is offered, and a tick when nothing was for a while, until the device is gone."""
        with contextlib.suppress(Exception):  # a socket that cannot be written to is a device that is away
            while self._leave_with is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(TICK):
                        await self._wake.wait()
                self._wake.clear()
                text, self._next = self._next, None
                if self._leave_with is not None:
                    break
                await self._say({"type": "websocket.send", "text": text or json.dumps({"tick": True, "now": now()})})
            await self._say({"type": "websocket.close", "code": self._leave_with})

    async def _say(self, message: dict[str, Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._send(message)


def enveloped(rendered: Rendered, alike: set[Viewer]) -> dict[str, str]:
    """Each distinct view as a message; those of these viewers all of one length, which no secret decides."""
    numbers = {html: rendered.number(viewer) for viewer, html in rendered.html.items() if html is not None}
    said = now()
    envelopes = {
        html: json.dumps({"content": html, "pulse": number, "now": said}) for html, number in numbers.items()
    }
    same = {html for viewer, html in rendered.html.items() if html is not None and viewer in alike}
    bare = [len(json.dumps(html)) + rendered.reserve for html in rendered.bare.values()] if same else []
    full = surfaces.full(max([*bare, *(len(envelopes[html]) for html in same)], default=0))
    return envelopes | {html: envelopes[html].ljust(full) for html in same}


class Room:
    """The sockets of one session in this process."""

    def __init__(self, session_id: int) -> None:
        self.session_id = session_id
        self.sockets: set[Socket] = set()
        self.fresh: set[Socket] = set()
        self.pulse = -1
        self.until: datetime | None = None  # when the views change by themselves
        self.tended = False  # a table without a moderator
        self.edition = -1  # of what phones were sent last
        self.rests = 0.0  # until when they are not sent anew what has changed in secret
        self.dirty = asyncio.Event()
        self.told = asyncio.Event()  # phones and the room have what was last heard of
        self.tasks: list[asyncio.Task[None]] = []

    async def keep_up(self) -> None:
        """Render and offer, each time the session may have changed; a failure is tried again.

        Half of the time is left to those who make the changes: when many answer at once, they are shown together.
        """
        while True:
            in_time = await self._changes()
            started = time.monotonic()
            try:
                if in_time or self.tended:
                    await _tend(self.session_id)
                await self._show(afresh=in_time)
            except Exception as error:
                if not neighbours.means_away(error):
                    logger.exception("A view could not be rendered; trying again.")
                await asyncio.sleep(1)
                self.dirty.set()
            else:
                await asyncio.sleep(time.monotonic() - started)

    async def _changes(self) -> bool:
        """Wait until the session may have changed; whether it was by a call's time being over."""
        wait = None if self.until is None else max(0.0, self.until.timestamp() - time.time())
        try:
            await asyncio.wait_for(self.dirty.wait(), wait)
        except TimeoutError:
            return True
        self.dirty.clear()
        return self.until is not None and self.until.timestamp() <= time.time()

    async def _show(self, afresh: bool) -> None:
        sockets, fresh = set(self.sockets), self.fresh
        self.fresh = set()
        viewers, newcomers = {one.viewer for one in sockets}, {one.viewer for one in fresh}
        wait = False
        try:
            async for rendered in _render(self.session_id, viewers, newcomers, -1 if afresh else self.pulse):
                self.pulse, self.until, self.tended = rendered.pulse, rendered.until, rendered.tended
                wait |= self._offer(rendered, sockets)
                await asyncio.sleep(0)  # they are written to
                self.told.set()
        except BaseException:
            self.fresh |= fresh
            raise
        if wait:
            self.pulse = -1
            asyncio.get_running_loop().call_later(max(0.0, self.rests - time.monotonic()), self.dirty.set)

    def _offer(self, rendered: Rendered, sockets: set[Socket]) -> bool:
        """Let the sockets that these views are for have them; whether phones are to wait for theirs.

        Of what changes on one phone all hear, unless somebody comes or goes. They wait for what changes in secret,
        which is their own and has come with the answer to their tap, or a proposal of their group: it is sent to all
        alike, and all would be too much for the air of a hall.
        """
        sockets = {socket for socket in sockets if socket.viewer in rendered.html or rendered.moved_on}
        phones = {socket for socket in sockets if socket.viewer.surface == "phone"}
        gone = {socket for socket in sockets if rendered.html.get(socket.viewer) is None}
        alike = phones if rendered.together else set()
        changed = any(one.sent not in (None, rendered.html.get(one.viewer)) for one in alike - gone)
        waiting: set[Socket] = set()
        if changed and rendered.edition == self.edition and time.monotonic() < self.rests and not rendered.moved_on:
            waiting = {one for one in alike if one.sent is not None and rendered.html[one.viewer] is not None}
        envelopes = enveloped(rendered, {socket.viewer for socket in alike})
        for socket in sockets - waiting:
            html = rendered.html.get(socket.viewer)
            if rendered.moved_on or html is None:
                socket.dismiss(COME_AGAIN if rendered.moved_on else GONE)
            else:
                socket.offer(html, envelopes[html], again=changed and socket in alike)
        if changed and not waiting:
            self.rests = time.monotonic() + len(alike) * max(map(len, envelopes.values()), default=0) / AIR
        if phones:
            self.edition = rendered.edition
        return bool(waiting)


@database_sync_to_async
def _heads(session_ids: list[int]) -> dict[int, int]:
    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "pulse"))


def _tend_if_kept(session_id: int) -> None:
    with storage.as_far_as_it_can_be_kept():  # else what stands is shown all the same
        tending.tend(session_id)


_tend = database_sync_to_async(_tend_if_kept, thread_sensitive=False)


async def _render(session_id: int, viewers: set[Viewer], fresh: set[Viewer], shown: int) -> AsyncIterator[Rendered]:
    turns = surfaces.in_turn(session_id, viewers, fresh, shown)
    turn = database_sync_to_async(lambda: next(turns, None), thread_sensitive=False)
    while (rendered := await turn()) is not None:
        yield rendered


def now() -> int:
    """The server's clock in milliseconds, by which devices set theirs."""
    return int(time.time() * 1000)


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
        room.sockets.add(socket)
        room.fresh.add(socket)
        room.dirty.set()

    async def leave(self, session_id: int, socket: Socket) -> None:
        """Forget a socket, and its room with the last one."""
        room = self.rooms.get(session_id)
        if room is None or socket not in room.sockets:
            return
        room.sockets.discard(socket)
        room.fresh.discard(socket)
        if not room.sockets:
            for task in room.tasks:
                task.cancel()
            del self.rooms[session_id]
            with contextlib.suppress(Exception):
                await asyncio.wait_for(layer().group_discard(group(session_id), self._channel), PATIENCE)

    def touch(self, session_id: int) -> None:
        """Look at a session again."""
        if room := self.rooms.get(session_id):
            room.dirty.set()
            room.told.clear()

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
                await asyncio.wait_for(layer().group_add(group(room.session_id), self._channel), PATIENCE)
            except Exception:
                await asyncio.sleep(LOOK_UP)
            else:
                room.dirty.set()
                return

    async def _listen(self) -> None:
        while True:
            try:
                if not self._channel:
                    self._channel = await asyncio.wait_for(layer().new_channel(), PATIENCE)
                    self._heard.set()
                message = await layer().receive(self._channel)
                if message["from"] != self._channel:
                    self.touch(message["session"])
            except Exception:
                neighbours.layer.goes_away()
                await asyncio.sleep(LOOK_UP)

    async def _look_up(self) -> None:
        while True:
            await asyncio.sleep(LOOK_UP)
            looking = asyncio.ensure_future(_heads(list(self.rooms)))
            await asyncio.wait({looking}, timeout=LOOK_UP)
            if not looking.done():
                neighbours.database.doubted = True  # the pool has more patience than people
            try:
                heads = await looking
            except Exception as error:
                neighbours.means_away(error)
            else:
                for session_id, pulse in heads.items():
                    if (room := self.rooms.get(session_id)) and room.pulse != pulse:
                        room.dirty.set()

    async def _knock(self) -> None:
        """See every few seconds whether the neighbours are there; over the layer we say something to ourselves."""
        while True:
            await asyncio.sleep(LOOK_UP)
            await asyncio.to_thread(neighbours.look_for_database)
            if self._channel:
                try:
                    await asyncio.wait_for(layer().send(self._channel, said_by(self._channel)), PATIENCE)
                except Exception:
                    neighbours.layer.goes_away()
                else:
                    neighbours.layer.comes_back()

    def announce(self, session_id: int) -> None:
        """Tell every process that a session has changed: the journal's `notify`. Never waits, never fails."""
        if self.loop and self.loop.is_running():
            self.loop.call_soon_threadsafe(self._announce_soon, session_id)
        else:  # a command beside the servers
            async_to_sync(hint)(session_id)

    def _announce_soon(self, session_id: int) -> None:
        self.touch(session_id)
        self._run(hint(session_id, self._channel))


def said_by(sender: str, session_id: int = 0) -> dict[str, Any]:
    """All that processes ever tell each other: who has changed which session."""
    return {"type": "changed", "session": session_id, "from": sender}


async def hint(session_id: int, sender: str = "") -> None:
    """Send the hint to the processes that watch this session. A layer that is away costs them seconds only."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(layer().group_send(group(session_id), said_by(sender, session_id)), PATIENCE)


hub = Hub()
