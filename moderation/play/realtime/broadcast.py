"""A broadcaster: the sockets that watch one session in this process, and their views.

It renders its session when the session may have changed. It sends every socket the fragments that have changed for
it, by name. Only the newest view of a socket is queued: a slow phone skips what it missed and delays nobody.
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

from games import server_clock
from moderation.play.pacing import clock
from moderation.play.rendering.fragments import RenderedView, find_differences
from moderation.play.rendering.render import Rendered, Viewer, render_in_order
from moderation.play.secrecy.padding import Lengths, pad_alike
from moderation.storage import outages, write_failures
from moderation.web import counters

logger = logging.getLogger(__name__)

HEARTBEAT = 10.0  # seconds between heartbeats of a silent socket; static/js/live.js waits a little longer
SEND_TIMEOUT = 10.0  # seconds: timeout of one message, after which its socket is given up
GONE = 4401  # the pass was revoked: do not reconnect
COME_AGAIN = 1012  # the table plays its next game: reconnect
TOO_MANY_SOCKETS = 4408  # newer sockets of the same pass have replaced it: do not reconnect automatically
SOCKETS = 4  # of one pass, at most: a page left open, or being reloaded
REST_FACTOR = 1  # rest after a rendering, as a multiple of its time
REST_FACTOR_OF_MANY = 3  # the same where many answer at once
BANDWIDTH = 4_000_000  # bytes a second for secret changes to phones: a hall shares its Wi-Fi

THREADS = ThreadPoolExecutor(4, "broadcast")  # more than one: on PostgreSQL a table may wait for its row

NEWCOMERS = 16  # that are sent their first view together: hundreds of whole views would be megabytes

Send = Callable[[dict[str, Any]], Awaitable[None]]
Done = TypeVar("Done")
NOTHING_SHOWN = -1  # in place of a session's pulse: its views are not known


class Delivery:
    """The delivery of one change: when the change was made, and how many devices still lack it."""

    def __init__(self, since: float) -> None:
        self.since, self.left, self.wanted = since, 1, False  # the queueing itself counts as one

    def add_device(self) -> None:
        """Count one more device that waits for it."""
        self.left, self.wanted = self.left + 1, True

    def finish_device(self) -> None:
        """Count one device that has it, or has gone; the last one records the elapsed time."""
        self.left -= 1
        if not self.left and self.wanted:
            counters.shown_seconds.observe(time.monotonic() - self.since)


class Socket:
    """A connected device: the view that it has, and the newest message still to be sent."""

    def __init__(self, viewer: Viewer, send: Send) -> None:
        self.viewer = viewer
        self.shown_view: RenderedView | None = None
        self._send = send
        self._next: str | None = None
        self._wake = asyncio.Event()
        self._leave_with: int | None = None
        self._awaited: list[Delivery] = []
        self._sending_since: float | None = None  # by the loop's clock: since when a message is being sent
        self._sent_at = 0.0  # by the loop's clock: when the last message was sent
        self._given_up = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_behind(self) -> bool:
        """True if the previous message is still unsent: the next one must bring the whole view."""
        return self._next is not None

    def queue(self, view: RenderedView, message: str, delivery: Delivery | None = None) -> None:
        """Queue this message in place of one that still waits, and note the view that it brings."""
        self.shown_view, self._next = view, message
        if delivery is not None:
            delivery.add_device()
            self._awaited.append(delivery)
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the socket with this code."""
        self._leave_with = code
        self._wake.set()

    async def send_until_gone(self) -> None:
        """Send what is queued until the device is gone, and a heartbeat after a silence."""
        self._sent_at = asyncio.get_running_loop().time()
        self._check_timeouts(asyncio.current_task())
        try:
            with suppress(Exception):  # a socket that cannot be written to is a device that is away
                while self._leave_with is None:
                    await self._wake.wait()
                    self._wake.clear()
                    if self._leave_with is None:
                        await self._send_next()
                await self._send_message({"type": "websocket.close", "code": self._leave_with})
        except asyncio.CancelledError:
            if not self._given_up:
                raise
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def _check_timeouts(self, writing: asyncio.Task[None] | None) -> None:
        """Wake a socket that has been silent, and give up one that accepts nothing.

        Each socket has one timer that reschedules itself. This avoids two more timers for each message, which cost a
        tenth of a tap.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        due = self._sent_at + HEARTBEAT
        if self._sending_since is not None:
            due = self._sending_since + SEND_TIMEOUT
            if due <= now and writing is not None:
                self._given_up = True
                writing.cancel()
                return
        elif due <= now:
            self._wake.set()
            due = now + HEARTBEAT
        self._timer = loop.call_at(min(due, now + SEND_TIMEOUT), self._check_timeouts, writing)

    def finish_deliveries(self) -> None:
        """Mark the awaited deliveries as done: the message is sent, or the device is gone."""
        awaited, self._awaited = self._awaited, []
        for delivery in awaited:
            delivery.finish_device()

    async def _send_next(self) -> None:
        sent = self._next
        text = sent or json.dumps({"tick": True, "now": server_clock.display_now_in_milliseconds()})
        await self._send_message({"type": "websocket.send", "text": text})
        if self._next is sent:
            self._next = None
            self.finish_deliveries()

    async def _send_message(self, message: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        self._sending_since = loop.time()
        await self._send(message)
        self._sending_since, self._sent_at = None, loop.time()


Changes = frozenset[str] | None  # names of fragments; None: the whole view
NO_CHANGES: frozenset[str] = frozenset()


class PaddedMessages:
    """The messages of one rendering, each distinct one written once; those to phones are padded.

    `resend_all`: send phones all that they know, whatever they have.
    `is_beat_due`: it is time to send something to all phones, whether or not anything has changed.
    """

    def __init__(self, rendered: Rendered, resend_all: bool, is_beat_due: bool = False) -> None:
        self.rendered, self.resend_all, self.is_beat_due = rendered, resend_all, is_beat_due
        self.sent_at = server_clock.display_now_in_milliseconds()
        self._written: dict[tuple[Any, ...], str] = {}
        self._by_view: dict[tuple[int, Changes], str] = {}  # by the view's id
        self._public: dict[tuple[int, int], frozenset[str]] = {}

    def build_messages(self, views: Mapping[Socket, RenderedView]) -> dict[Socket, str]:
        """Return a message for each of these sockets that needs one.

        When one phone has a change, all phones get a message. Phones that have just connected get theirs alone.
        Before the cards are dealt nothing is padded.
        """
        changes = {socket: self._find_changes(socket, view) for socket, view in views.items()}
        padded_phones = {socket for socket in views if socket.viewer.surface == "phone" and self.rendered.lengths}
        old_phones = {socket for socket in padded_phones if socket.shown_view is not None}
        phones_with_news = {socket for socket in old_phones if changes[socket] != NO_CHANGES}
        phones_to_send = padded_phones if self.is_beat_due or phones_with_news else set()
        for socket in phones_to_send:  # every phone gets its answer again, so that what it is sent has no shape
            if (changed := changes[socket]) is not None:
                changes[socket] = changed.union(views[socket].answer)
        messages = {
            socket: self._build_message(socket, views[socket], changed)
            for socket, changed in changes.items()
            if changed != NO_CHANGES or socket in phones_to_send
        }
        return messages | self._pad_messages(
            {socket: messages[socket] for socket in padded_phones & messages.keys()}, changes, views
        )

    def _pad_messages(
        self, messages: Mapping[Socket, str], changes: Mapping[Socket, Changes], views: Mapping[Socket, RenderedView]
    ) -> dict[Socket, str]:
        """Return these messages to phones at two lengths: one for whole views, one for fragments.

        Messages are ASCII, so their length is also that in bytes.
        """
        lengths = self.rendered.lengths or Lengths()
        partial_changes = {socket: changed for socket in messages if (changed := changes[socket]) is not None}
        tells_more = any(changed & views[socket].knowledge.keys() for socket, changed in partial_changes.items())
        public_length = max(
            (len(self._build_public_message(socket, views[socket])) for socket in partial_changes), default=0
        )
        private_length = lengths.knowledge if tells_more else lengths.answer
        whole = {socket: text for socket, text in messages.items() if socket not in partial_changes}
        parts = {socket: messages[socket] for socket in partial_changes}
        return pad_alike(whole, lengths.view) | pad_alike(parts, public_length + private_length)

    def _find_changes(self, socket: Socket, view: RenderedView) -> Changes:
        """Return the names of the fragments that this device lacks; None: it needs the whole view."""
        held = socket.shown_view
        if held is None or socket.is_behind or held.frame != view.frame:
            return None
        if self.resend_all and socket.viewer.surface == "phone":
            return self._find_public_changes(held, view).union(view.knowledge, view.answer)
        if held is view:
            return NO_CHANGES
        own = find_differences(held.knowledge, view.knowledge) | find_differences(held.answer, view.answer)
        return own | self._find_public_changes(held, view)

    def _find_public_changes(self, held: RenderedView, view: RenderedView) -> frozenset[str]:
        key = (id(held.public), id(view.public))
        if key not in self._public:
            self._public[key] = find_differences(held.public, view.public)
        return self._public[key]

    def _build_public_message(self, socket: Socket, view: RenderedView) -> str:
        assert socket.shown_view is not None
        return self._build_message(socket, view, self._find_public_changes(socket.shown_view, view))

    def _build_message(self, socket: Socket, view: RenderedView, names: Changes) -> str:
        """Return the message with these fragments, or with the whole view.

        It is written once for all that are sent the same.
        """
        number, same = self.rendered.number(socket.viewer), (id(view), names)
        if same not in self._by_view:  # phones with equal views share one object
            parts = view.parts
            chosen = parts.items() if names is None else ((name, parts[name]) for name in parts if name in names)
            key = (number, view.token, names is None and view.frame, *chosen)
            if key not in self._written:
                self._written[key] = write_message(view.as_json(names), number, self.sent_at)
            self._by_view[same] = self._written[key]
        return self._by_view[same]


def write_message(content: str, number: int, sent_at: int) -> str:
    """Build a message from its JSON-encoded content, the version of the view, and the time."""
    return f'{{"content": "{content}", "pulse": {number}, "now": {sent_at}}}'


class Broadcaster:
    """The broadcaster of one session: its sockets in this process."""

    def __init__(self, session_id: int) -> None:
        self.session_id = session_id
        self.sockets: dict[Socket, None] = {}  # the oldest first
        self.unadmitted: set[Socket] = set()
        self.pulse = NOTHING_SHOWN
        self.until: datetime | None = None  # when the views change by themselves
        self.beat: datetime | None = None  # when phones are next sent secret changes
        self.needs_tick = False  # a table without a moderator
        self.edition = -1  # public version that phones were sent last
        self.taken_back = 0  # number of moves taken back, as sent last
        self.next_send_at = 0.0  # until when phones are not sent further secret changes
        self.changed_since: float | None = None  # since when there is a change that has not been queued for anybody
        self.dirty = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, socket: Socket) -> None:
        """Subscribe a socket; of too many sockets of one pass the oldest is closed."""
        self.sockets[socket] = None
        self.unadmitted.add(socket)
        self.dirty.set()
        pass_id = socket.viewer.pass_id
        mine = [other for other in self.sockets if other.viewer.pass_id == pass_id] if pass_id is not None else []
        for oldest in mine[:-SOCKETS]:
            oldest.close(TOO_MANY_SOCKETS)
            self.remove(oldest)

    def remove(self, socket: Socket) -> None:
        """Remove a socket."""
        self.sockets.pop(socket, None)
        self.unadmitted.discard(socket)
        socket.finish_deliveries()

    async def run(self) -> None:
        """Render and send each time the session may have changed; retry after a failure.

        It rests after each rendering, to leave time for requests that make changes. That is half of the time, or
        three quarters where more has changed meanwhile. So when many answer at once, their changes are sent together,
        and all requests finish sooner.
        """
        while True:
            is_time_over, is_beat_due = await self._wait_for_change()
            started = time.monotonic()
            try:
                if is_time_over or self.needs_tick:
                    await tick(self.session_id)
                await self._render_and_send(all_anew=is_time_over or is_beat_due, is_beat_due=is_beat_due)
            except Exception as error:
                if not (outages.is_outage(error) or outages.is_busy(error)):
                    logger.exception("A view could not be rendered; trying again.")
                await asyncio.sleep(1)
                self.dirty.set()
            else:
                await asyncio.sleep(self.compute_rest(time.monotonic() - started))

    def compute_rest(self, seconds: float) -> float:
        """Return the seconds to wait before the next rendering, after one that took `seconds`.

        What the clock alone causes, a beat or an end, is never delayed because somebody has answered (SECRECY 29).
        """
        rest, longer, due = seconds * REST_FACTOR, seconds * REST_FACTOR_OF_MANY, self._find_next_due()
        if self.changed_since is None:
            return rest
        return longer if due is None else max(rest, min(longer, (due - server_clock.display_now()).total_seconds()))

    def _find_next_due(self) -> datetime | None:
        """Return when something changes by the clock alone."""
        return min(filter(None, (self.until, self.beat)), default=None)

    async def _wait_for_change(self) -> tuple[bool, bool]:
        """Wait until the session may have changed.

        Return whether a call's time is over, and whether a beat is due.
        """
        due = self._find_next_due()
        wait = None if due is None else max(0.0, (due - server_clock.display_now()).total_seconds())
        try:
            async with asyncio.timeout(wait):
                await self.dirty.wait()
        except TimeoutError:
            now = due
        else:
            self.dirty.clear()
            now = server_clock.display_now()
        return _is_over(self.until, now), _is_over(self.beat, now)

    async def _render_and_send(self, all_anew: bool, is_beat_due: bool) -> None:
        """Render the session once, and queue for each socket what it lacks.

        `all_anew`: render all viewers, though the session has not changed.
        `is_beat_due`: phones are sent secret changes now.
        """
        delivery = None if self.changed_since is None else Delivery(self.changed_since)
        self.changed_since = None
        newcomers = self._admit_newcomers()
        sockets = set(self.sockets) - self.unadmitted
        viewers = {socket.viewer for socket in sockets}
        always = {socket.viewer for socket in newcomers}  # rendered though the session has not changed
        if not self.unadmitted:  # once, after the last newcomers: desks display who is connected
            always |= {viewer for viewer in viewers if viewer.surface == "desk"}
        must_phones_wait = False
        try:
            shown_pulse = NOTHING_SHOWN if all_anew else self.pulse
            # Phones and screens first, then desks.
            async for rendered in render(self.session_id, viewers, always, shown_pulse, self.until):
                self.pulse, self.until, self.needs_tick = rendered.pulse, rendered.until, rendered.needs_tick
                self.beat = rendered.beat
                must_phones_wait |= self._queue_views(rendered, sockets, is_beat_due, delivery)
                await asyncio.sleep(0)  # lets the sockets send
        except BaseException:
            self.unadmitted |= newcomers
            self.changed_since = delivery.since if delivery else self.changed_since
            raise
        if delivery:
            delivery.finish_device()  # the queueing, which counted as one
        if must_phones_wait:
            self.pulse = NOTHING_SHOWN  # the next round renders all anew
            asyncio.get_running_loop().call_later(max(0.0, self.next_send_at - time.monotonic()), self.dirty.set)

    def _admit_newcomers(self) -> set[Socket]:
        """Return the sockets that are sent their first view now. The others' turn comes next."""
        newcomers = set(islice(self.unadmitted, NEWCOMERS))
        self.unadmitted -= newcomers
        if self.unadmitted:
            self.dirty.set()
        return newcomers

    def _queue_views(
        self, rendered: Rendered, sockets: set[Socket], is_beat_due: bool = False, delivery: Delivery | None = None
    ) -> bool:
        """Queue these views for their sockets, and return whether phones must wait for theirs.

        Phones wait for secret changes. Such a change is a seat's own, which came with the reply to its tap, or a
        proposal of its group. It is sent to all alike at a beat, where there are any, and as often as the bandwidth
        of a hall allows.
        """
        sockets = {socket for socket in sockets if socket.viewer in rendered.views or rendered.moved_on}
        for socket in sockets:
            if rendered.moved_on or rendered.views[socket.viewer] is None:
                socket.close(COME_AGAIN if rendered.moved_on else GONE)
        views = {
            socket: view
            for socket in sockets
            if (view := rendered.views.get(socket.viewer)) and not rendered.moved_on
        }
        phones = {socket for socket in sockets if socket.viewer.surface == "phone"}
        resend_all = rendered.taken_back != self.taken_back
        is_beat_due = is_beat_due and rendered.beat is not None
        messages = PaddedMessages(rendered, resend_all, is_beat_due).build_messages(views)
        lengths_by_seat = {  # one for each seat: opening more sockets delays nobody
            socket.viewer.seat_id: len(text)
            for socket, text in messages.items()
            if socket in phones and socket.shown_view is not None
        }
        is_only_secret = rendered.edition == self.edition and rendered.lengths is not None
        too_soon = time.monotonic() < self.next_send_at or (rendered.beat is not None and not is_beat_due)
        must_phones_wait = bool(lengths_by_seat) and is_only_secret and too_soon
        for socket, message in messages.items():
            if not (must_phones_wait and socket in phones and socket.shown_view is not None):
                socket.queue(views[socket], message, delivery)
        if lengths_by_seat and not must_phones_wait:
            self.next_send_at = time.monotonic() + sum(lengths_by_seat.values()) / BANDWIDTH
        if phones and not must_phones_wait:
            self.edition, self.taken_back = rendered.edition, rendered.taken_back
        return must_phones_wait and rendered.beat is None  # at a beat they are rendered anyway


def _is_over(time: datetime | None, now: datetime | None) -> bool:
    return time is not None and now is not None and time <= now


def _build_context() -> Context:
    """Return a context without the caller's language, where URLs begin with the server's prefix."""
    fresh = Context()
    fresh.run(set_script_prefix, settings.FORCE_SCRIPT_NAME or "/")
    return fresh


async def _run_in_thread(work: Callable[[], Done]) -> Done:
    """Run database work in a thread outside the loop.

    It notices a lost connection, and returns a pooled one.
    """

    def alone() -> Done:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(THREADS, _build_context().run, alone)


def _tick_if_writable(session_id: int) -> None:
    with write_failures.ignore_failed_write():  # else the current state is displayed anyway
        clock.tick(session_id)


async def tick(session_id: int) -> None:
    """Apply the timeouts of a table whose time may be over."""
    await _run_in_thread(partial(_tick_if_writable, session_id))


async def render(
    session_id: int, viewers: set[Viewer], always: set[Viewer], shown_pulse: int, until: datetime | None
) -> AsyncIterator[Rendered]:
    """Yield the views of a session, rendered in threads outside the loop."""
    turns = render_in_order(session_id, viewers, always, shown_pulse, until)
    while (rendered := await _run_in_thread(lambda: next(turns, None))) is not None:
        yield rendered
