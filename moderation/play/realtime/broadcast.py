"""A room: the sockets that watch one session in this process, and what each of them holds.

A room renders its session when it may have changed and sends every socket the fragments that have changed for it, by
name. Only the newest view of a socket is kept for sending: a slow phone skips what it missed and delays nobody.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections
from django.urls import set_script_prefix

from games import house_clock
from moderation.play.pacing import clock
from moderation.play.rendering import render as view
from moderation.play.rendering.fragments import RenderedView, different
from moderation.play.rendering.render import Rendered, Viewer
from moderation.play.secrecy.padding import Lengths, pad_alike
from moderation.storage import outages, write_failures
from moderation.web import counters

logger = logging.getLogger(__name__)

TICK = 10.0  # seconds after which a silent socket says that it is alive; static/js/live.js waits a little longer
PATIENCE = 10.0  # seconds that one message may take before its socket is given up
GONE = 4401  # the pass was taken away: do not come back
COME_AGAIN = 1012  # the table plays its next game: connect again
TOO_MANY = 4408  # newer ones of the same pass have taken its place: do not come back by itself
SOCKETS = 4  # of one pass, at most: a page left open, or being loaded anew
RESTS, RESTS_OF_MANY = 1, 3  # times as long as a room has drawn, before it draws again; where many answer at once
AIR = 4_000_000  # bytes a second that phones may be sent for what passes in secret: a hall shares its Wi-Fi

THREADS = ThreadPoolExecutor(4, "room")  # more than one: on PostgreSQL a table may wait for its row

NEWCOMERS = 16  # that are sent their first view at once: hundreds of whole views would be megabytes

Send = Callable[[dict[str, Any]], Awaitable[None]]
Done = TypeVar("Done")
NONE: frozenset[str] = frozenset()


class Delivery:
    """A change on its way to devices: when it was made, and how many have not been sent it."""

    def __init__(self, since: float) -> None:
        self.since, self.left, self.wanted = since, 1, False  # one is left while it is being offered

    def offered(self) -> None:
        """One more device is to have it."""
        self.left, self.wanted = self.left + 1, True

    def done(self) -> None:
        """One device has it, or has gone; the last of them tells how long it took."""
        self.left -= 1
        if not self.left and self.wanted:
            counters.shown_seconds.observe(time.monotonic() - self.since)


class Socket:
    """One connected device: the view that it holds, and the newest message that still has to be sent."""

    def __init__(self, viewer: Viewer, send: Send) -> None:
        self.viewer = viewer
        self.holds: RenderedView | None = None
        self._send = send
        self._next: str | None = None
        self._wake = asyncio.Event()
        self._leave_with: int | None = None
        self._awaited: list[Delivery] = []
        self._began: float | None = None  # by the loop's clock: since when a message is on its way,
        self._spoke = 0.0  # and when the last one was sent
        self._given_up = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def behind(self) -> bool:
        """Whether the message before this one has not been sent yet: the next one must then bring the whole view."""
        return self._next is not None

    def offer(self, drawn: RenderedView, message: str, delivery: Delivery | None = None) -> None:
        """Send this message next, in the place of one that is still waiting; then the device holds this view."""
        self.holds, self._next = drawn, message
        if delivery is not None:
            delivery.offered()
            self._awaited.append(delivery)
        self._wake.set()

    def dismiss(self, code: int) -> None:
        """Close the socket with this code."""
        self._leave_with = code
        self._wake.set()

    async def write(self) -> None:
        """Send what is offered, and a tick when nothing was for a while, until the device is gone."""
        self._spoke = asyncio.get_running_loop().time()
        self._look_after(asyncio.current_task())
        try:
            with suppress(Exception):  # a socket that cannot be written to is a device that is away
                while self._leave_with is None:
                    await self._wake.wait()
                    self._wake.clear()
                    if self._leave_with is None:
                        await self._send_next()
                await self._say({"type": "websocket.close", "code": self._leave_with})
        except asyncio.CancelledError:
            if not self._given_up:
                raise
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def _look_after(self, writing: asyncio.Task[None] | None) -> None:
        """Now and then: wake a socket that has been silent, give up one that takes nothing.

        One timer for each socket that is moved on as it fires: two more for each message are a tenth of a tap.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        due = self._spoke + TICK
        if self._began is not None:
            due = self._began + PATIENCE
            if due <= now and writing is not None:
                self._given_up = True
                writing.cancel()
                return
        elif due <= now:
            self._wake.set()
            due = now + TICK
        self._timer = loop.call_at(min(due, now + PATIENCE), self._look_after, writing)

    def delivered(self) -> None:
        """What this device waited for is sent, or it is not there any more."""
        awaited, self._awaited = self._awaited, []
        for delivery in awaited:
            delivery.done()

    async def _send_next(self) -> None:
        sent = self._next
        text = sent or json.dumps({"tick": True, "now": now()})
        await self._say({"type": "websocket.send", "text": text})
        if self._next is sent:
            self._next = None
            self.delivered()

    async def _say(self, message: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        await self._send(message)
        self._began, self._spoke = None, loop.time()


Changes = frozenset[str] | None  # names of fragments; None: the whole view


class PaddedMessages:
    """The messages of one rendering: each distinct one written once, those to phones as long as each other.

    `again`: whatever phones hold, they are sent all that they know. `beat`: it is time for all phones to hear
    something, whether or not anything has changed.
    """

    def __init__(self, rendered: Rendered, again: bool, beat: bool = False) -> None:
        self.rendered, self.again, self.beat = rendered, again, beat
        self.said = now()
        self._written: dict[tuple[Any, ...], str] = {}
        self._public: dict[tuple[int, int], frozenset[str]] = {}

    def write(self, views: Mapping[Socket, RenderedView]) -> dict[Socket, str]:
        """Return a message for each of these sockets that needs one.

        All phones hear of what changes on one of them; those that have just come hear alone.
        """
        changes = {one: self._changes(one, drawn) for one, drawn in views.items()}
        phones = {one for one in views if one.viewer.surface == "phone"} if self.rendered.lengths else set()
        heard = self.beat or any(changes[one] != NONE for one in phones if one.holds is not None)
        listening = phones if heard else set()
        for one in listening:
            if (changed := changes[one]) is not None:
                changes[one] = changed | views[one].answer.keys()
        messages = {
            one: self._message(one, views[one], changed)
            for one, changed in changes.items()
            if changed != NONE or one in listening
        }
        return messages | self._padded({one: messages[one] for one in phones & messages.keys()}, changes, views)

    def _padded(
        self, messages: Mapping[Socket, str], changes: Mapping[Socket, Changes], views: Mapping[Socket, RenderedView]
    ) -> dict[Socket, str]:
        """Return these messages to phones at two lengths: that of whole views, and that of fragments."""
        lengths = self.rendered.lengths or Lengths()
        some = {one: changed for one in messages if (changed := changes[one]) is not None}
        knowledge = any(changed & views[one].knowledge.keys() for one, changed in some.items())
        public = max((len(self._public_part(one, views[one])) for one in some), default=0)
        private = lengths.knowledge if knowledge else lengths.answer
        whole = {one: text for one, text in messages.items() if one not in some}
        parts = {one: messages[one] for one in some}
        return pad_alike(whole, lengths.view) | pad_alike(parts, public + private)

    def _changes(self, socket: Socket, drawn: RenderedView) -> Changes:
        """The names of the fragments that this device does not hold; None: it needs the whole view."""
        held = socket.holds
        if held is None or socket.behind or held.frame != drawn.frame:
            return None
        if self.again and socket.viewer.surface == "phone":
            return self._public_changes(held, drawn) | drawn.knowledge.keys() | drawn.answer.keys()
        if held is drawn:
            return NONE
        own = different(held.knowledge, drawn.knowledge) | different(held.answer, drawn.answer)
        return own | self._public_changes(held, drawn)

    def _public_changes(self, held: RenderedView, drawn: RenderedView) -> frozenset[str]:
        key = (id(held.public), id(drawn.public))
        if key not in self._public:
            self._public[key] = different(held.public, drawn.public)
        return self._public[key]

    def _public_part(self, socket: Socket, drawn: RenderedView) -> str:
        assert socket.holds is not None
        return self._message(socket, drawn, self._public_changes(socket.holds, drawn))

    def _message(self, socket: Socket, drawn: RenderedView, names: Changes) -> str:
        """The message that brings these fragments, or the whole view; written once for all that are sent the same."""
        number, parts = self.rendered.number(socket.viewer), drawn.parts
        chosen = parts.items() if names is None else ((name, parts[name]) for name in parts if name in names)
        key = (number, drawn.token, names is None and drawn.frame, *chosen)
        if key not in self._written:
            content = drawn.as_json(names)
            self._written[key] = write_message(content, number, self.said)
        return self._written[key]


def write_message(content: str, number: int, said: int) -> str:
    """A message: its content, which JSON has written already, the number of the view, when it was said."""
    return f'{{"content": "{content}", "pulse": {number}, "now": {said}}}'


class Room:
    """The sockets of one session in this process."""

    def __init__(self, session_id: int) -> None:
        self.session_id = session_id
        self.sockets: dict[Socket, None] = {}  # the oldest first
        self.fresh: set[Socket] = set()
        self.pulse = -1
        self.until: datetime | None = None  # when the views change by themselves
        self.beat: datetime | None = None  # when phones hear next of what was done in secret
        self.tended = False  # a table without a moderator
        self.edition = -1  # of what phones were sent last
        self.undone = 0  # moves taken back, of what was sent last
        self.rests = 0.0  # until when phones are not sent anew what has changed in secret
        self.changed: float | None = None  # since when there is a change that has not been offered to anybody
        self.dirty = asyncio.Event()
        self.told = asyncio.Event()  # phones and the room have what was last heard of
        self.tasks: list[asyncio.Task[None]] = []

    def enter(self, socket: Socket) -> None:
        """Let a socket watch; of too many that one pass holds the oldest has to go."""
        self.sockets[socket] = None
        self.fresh.add(socket)
        self.dirty.set()
        pass_id = socket.viewer.pass_id
        mine = [one for one in self.sockets if one.viewer.pass_id == pass_id] if pass_id is not None else []
        for oldest in mine[:-SOCKETS]:
            oldest.dismiss(TOO_MANY)
            self.leave(oldest)

    def leave(self, socket: Socket) -> None:
        """Forget a socket."""
        self.sockets.pop(socket, None)
        self.fresh.discard(socket)
        socket.delivered()

    async def keep_up(self) -> None:
        """Render and offer, each time the session may have changed; a failure is tried again.

        Half of the time is left to those who make the changes; three quarters where more has changed meanwhile: when
        many answer at once, they are shown together, and all of them are answered sooner.
        """
        while True:
            in_time, beat = await self._changes()
            started = time.monotonic()
            try:
                if in_time or self.tended:
                    await tend(self.session_id)
                await self._show(afresh=in_time or beat, beat=beat)
            except Exception as error:
                if not (outages.means_away(error) or outages.means_busy(error)):
                    logger.exception("A view could not be rendered; trying again.")
                await asyncio.sleep(1)
                self.dirty.set()
            else:
                await asyncio.sleep(self.rest_after(time.monotonic() - started))

    def rest_after(self, drawn: float) -> float:
        """How long to wait before drawing again, after so long a drawing; both in seconds.

        What is due by the clock, a beat or an end, comes no later because somebody has answered (SECRECY 29).
        """
        rest, longer, due = drawn * RESTS, drawn * RESTS_OF_MANY, self._due()
        if self.changed is None:
            return rest
        return longer if due is None else max(rest, min(longer, (due - house_clock.display_now()).total_seconds()))

    def _due(self) -> datetime | None:
        """When something changes by the clock alone."""
        return min(filter(None, (self.until, self.beat)), default=None)

    async def _changes(self) -> tuple[bool, bool]:
        """Wait until the session may have changed; whether a call's time is over, and whether a beat is due."""
        due = self._due()
        wait = None if due is None else max(0.0, (due - house_clock.display_now()).total_seconds())
        try:
            async with asyncio.timeout(wait):
                await self.dirty.wait()
        except TimeoutError:
            now = due
        else:
            self.dirty.clear()
            now = house_clock.display_now()
        return _is_over(self.until, now), _is_over(self.beat, now)

    async def _show(self, afresh: bool, beat: bool) -> None:
        delivery, self.changed = Delivery(self.changed) if self.changed is not None else None, None
        fresh = set(islice(self.fresh, NEWCOMERS))
        self.fresh -= fresh
        sockets = set(self.sockets) - self.fresh
        if self.fresh:
            self.dirty.set()  # the next newcomers' turn
        else:  # all are there: who is has no pulse
            fresh |= {one for one in sockets if one.viewer.surface == "desk"}
        viewers, newcomers = {one.viewer for one in sockets}, {one.viewer for one in fresh}
        wait = False
        try:
            shown = -1 if afresh else self.pulse
            async for rendered in render(self.session_id, viewers, newcomers, shown, self.until):
                self.pulse, self.until, self.tended = rendered.pulse, rendered.until, rendered.tended
                self.beat = rendered.beat
                wait |= self._offer(rendered, sockets, beat, delivery)
                await asyncio.sleep(0)  # they are written to
                self.told.set()
        except BaseException:
            self.fresh |= fresh
            self.changed = delivery.since if delivery else self.changed
            raise
        if delivery:
            delivery.done()
        if wait:
            self.pulse = -1
            asyncio.get_running_loop().call_later(max(0.0, self.rests - time.monotonic()), self.dirty.set)

    def _offer(
        self, rendered: Rendered, sockets: set[Socket], beat: bool = False, delivery: Delivery | None = None
    ) -> bool:
        """Let the sockets that these views are for have them; whether phones are to wait for theirs.

        Phones wait for what changes in secret, which is their own and has come with the answer to their tap, or a
        proposal of their group: it is sent to all alike at a beat, where there are any, and as often as the air of a
        hall allows.
        """
        sockets = {one for one in sockets if one.viewer in rendered.views or rendered.moved_on}
        for one in sockets:
            if rendered.moved_on or rendered.views[one.viewer] is None:
                one.dismiss(COME_AGAIN if rendered.moved_on else GONE)
        views = {one: view for one in sockets if (view := rendered.views.get(one.viewer)) and not rendered.moved_on}
        phones = {one for one in sockets if one.viewer.surface == "phone"}
        beat = beat and rendered.beat is not None
        messages = PaddedMessages(rendered, rendered.undone != self.undone, beat).write(views)
        told = {  # one for each seat: whoever opens more sockets makes nobody wait
            one.viewer.seat_id: len(text) for one, text in messages.items() if one in phones and one.holds is not None
        }
        secretly = rendered.edition == self.edition and rendered.lengths is not None
        too_soon = time.monotonic() < self.rests or (rendered.beat is not None and not beat)
        waiting = bool(told) and secretly and too_soon
        for one, message in messages.items():
            if not (waiting and one in phones and one.holds is not None):
                one.offer(views[one], message, delivery)
        if told and not waiting:
            self.rests = time.monotonic() + sum(told.values()) / AIR
        if phones and not waiting:
            self.edition, self.undone = rendered.edition, rendered.undone
        return waiting and rendered.beat is None


def _is_over(time: datetime | None, now: datetime | None) -> bool:
    return time is not None and now is not None and time <= now


def _context() -> Context:
    """Return a context without the language of whoever asks, in which addresses begin with the server's prefix."""
    fresh = Context()
    fresh.run(set_script_prefix, settings.FORCE_SCRIPT_NAME or "/")
    return fresh


async def _in_a_thread(work: Callable[[], Done]) -> Done:
    """What asks the database, beside the loop; a lost connection is noticed, and one of a pool given back."""

    def alone() -> Done:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(THREADS, _context().run, alone)


def _tend_if_kept(session_id: int) -> None:
    with write_failures.as_far_as_it_can_be_kept():  # else what stands is shown all the same
        clock.tick(session_id)


async def tend(session_id: int) -> None:
    """Look after a table whose time may be over."""
    await _in_a_thread(partial(_tend_if_kept, session_id))


async def render(
    session_id: int, viewers: set[Viewer], fresh: set[Viewer], shown: int, until: datetime | None
) -> AsyncIterator[Rendered]:
    """The views of a session, in threads beside the loop."""
    turns = view.render_in_order(session_id, viewers, fresh, shown, until)
    while (rendered := await _in_a_thread(lambda: next(turns, None))) is not None:
        yield rendered


def now() -> int:
    """The house's clock in milliseconds, by which devices set theirs."""
    return house_clock.display_now_in_milliseconds()
