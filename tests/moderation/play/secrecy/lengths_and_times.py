"""The traffic as an onlooker sees it: every message to every phone, by time and length, without its content.

A `Night` is a table whose phones hang on the real hub, in a loop whose seconds pass only when nobody has anything to
do. People tap what their page offers; what they pick is drawn from the page alone, so that two worlds which look the
same are tapped the same. `told_apart` compares two such worlds up to where their public stories part. The room's
screen hangs there too; of it every letter is compared.
"""

from __future__ import annotations

import asyncio
import json
import re
import selectors
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from random import Random
from typing import Any

import pytest
from django.template.base import Template

from games import server_clock
from games.engine.table import CLOCK, MODERATOR, Refused, Step
from moderation.play.pacing import clock as tending
from moderation.play.realtime import broadcast, hub
from moderation.play.realtime.broadcast import Socket
from moderation.play.realtime.hub import Hub
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer
from qa.walking import Form, read_forms
from tests.moderation.play.secrecy.worlds import Leak, World

DAWN_OF_TIME = datetime(2030, 1, 1, 20, 0, tzinfo=UTC)
Event = tuple[float, str, Any]  # when, what, and what of it can be seen from outside
TOKEN = re.compile(r'(name="csrfmiddlewaretoken") value="[^"]*"')  # of a browser, drawn at random for each page
STEP_NAME = re.compile(r"\bs[0-9a-f]{15}\b")
HTMX = {"HX-Request": "true"}


class Waiting(selectors.DefaultSelector):  # type: ignore[misc,valid-type]
    """Waits for nothing: the time it would have taken has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        """Look, and let the time pass."""
        assert timeout is not None, "nothing will ever happen again"
        self.passed += max(timeout, 0)
        return super().select(0)


class TurnedLoop(asyncio.SelectorEventLoop):
    """A loop whose clock is turned as far as its next task is away."""

    def __init__(self) -> None:
        self.waiting = Waiting()
        super().__init__(self.waiting)

    def time(self) -> float:
        """Seconds since it began."""
        return self.waiting.passed


class Clock:
    """The server's clock: the loop's."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None

    def monotonic(self) -> float:
        """Seconds since the loop began."""
        return self.loop.time() if self.loop else 0.0

    def now(self) -> datetime:
        """The time of day."""
        return DAWN_OF_TIME + timedelta(seconds=self.monotonic())

    def time(self) -> float:
        """The same, in seconds since 1970."""
        return self.now().timestamp()


LOOP_CLOCK = Clock()


@dataclass
class Trace:
    """What went to one phone, or came back to it."""

    events: list[Event] = field(default_factory=list)
    asides: list[Event] = field(default_factory=list)  # replies to whoever is asked aside, who alone has such a form

    def between(self, begin: float, end: float) -> list[Event]:
        """What can be seen of some stretch of time."""
        return [event for event in self.events if begin <= event[0] < end]


@dataclass
class Night:
    """A world whose phones are connected, and the messages that they got."""

    world: World
    random: Random
    mind: str = ""  # another one chooses otherwise in a call, whose answers nobody sees
    beside: Night | None = None  # a world to which this one is compared: where they part, this one ends
    traces: dict[str, Trace] = field(default_factory=dict)
    screen: Trace = field(default_factory=Trace)
    names: dict[str, str] = field(default_factory=dict)  # of steps, on the screen
    lived: float = float("inf")  # until when there is something to compare
    # Since when everybody knew what, and whether somebody had been asked aside before: then people made the time.
    story: list[tuple[float, Any, bool]] = field(default_factory=list)
    aside: bool = False  # somebody is asked aside now
    calls: list[tuple[float, float]] = field(default_factory=list)  # when calls were on

    def play(self, seconds: float) -> Night:
        """Live through so many seconds, or to the end."""
        with asyncio.Runner(loop_factory=TurnedLoop) as runner, self.world:
            runner.run(self._live(seconds))
        LOOP_CLOCK.loop = None  # whoever begins next begins at the beginning
        return self

    @property
    def now(self) -> float:
        """Seconds since it began, in whole milliseconds: what is finer comes of reckoning with times of day."""
        return round(asyncio.get_running_loop().time(), 3)

    async def _live(self, seconds: float) -> None:
        LOOP_CLOCK.loop = asyncio.get_running_loop()
        tasks = []
        for name, viewer in self.world.viewers.items():
            self.traces[name] = Trace()
            socket = Socket(viewer, self._hears(name))
            await hub.hub.join(self.world.session.pk, socket)
            tasks.append(asyncio.create_task(socket.send_until_gone()))
        socket = Socket(Viewer("screen", "en"), self._shows)
        await hub.hub.join(self.world.session.pk, socket)
        tasks.append(asyncio.create_task(socket.send_until_gone()))
        await asyncio.sleep(1)
        while self.now < seconds and (step := self._look()) is not None:
            if self.beside and parting(self, self.beside) <= self.now:
                self.lived = self.now
                break
            self._see()
            await (self._call(step) if step.asleep else self._day(step))
        self._see()
        for task in [*tasks, *asyncio.all_tasks() - {asyncio.current_task()}]:
            task.cancel()

    def _hears(self, name: str) -> Callable[[dict[str, Any]], Any]:
        async def send(message: dict[str, Any]) -> None:
            if name == self.world.table.seats[0]:
                self._look()
            self.traces[name].events.append((self.now, "socket", len(message.get("text", ""))))

        return send

    async def _shows(self, message: dict[str, Any]) -> None:
        self.screen.events.append((self.now, "socket", self._named(message.get("text", ""))))

    def _named(self, said: str) -> str:
        """What is said, with steps by the order in which they came: their names differ at each table."""
        return STEP_NAME.sub(lambda name: self.names.setdefault(name[0], f"step {len(self.names)}"), said)

    def _see(self) -> None:
        """Load the screen's page."""
        page = self.world.screen.get(f"/screen/{self.world.session.code}/")
        said = TOKEN.sub(r"\1", page.content.decode())
        self.screen.events.append((self.now, "page", (*outside(page), self._named(said))))

    def _look(self) -> Step | None:
        """The step that is shown; None when the end is out. What everybody knows is noted."""
        shown, table = self.world.shown(), self.world.table
        public = [
            one.fact for one in table.told if one.seat is None and (shown.until is None or one.at <= shown.until)
        ]
        step = shown.step
        aside = step is not None and step.aside
        truth = None if step else [table.truth(), table.hidden()]
        seen = json.dumps([public, step and not aside and [step.name, *([] if step.asleep else step.asks)], truth])
        if not self.story or self.story[-1][1] != seen:
            self.story.append((self.now, seen, self.aside))
        self.aside = aside
        return step

    async def _call(self, step: Step) -> None:
        """Everybody taps or not, whenever they like; then its time is over."""
        ends = self.world.shown().ends
        assert ends is not None
        over = (ends - DAWN_OF_TIME).total_seconds()
        self.calls.append((self.now, over))
        span = over - self.now
        taps = [self.now + self.random.uniform(0.02, 0.98) * span for name in self.world.phones for _ in range(2)]
        for when, name in sorted(zip(taps, [*self.world.phones, *self.world.phones], strict=True)):
            await asyncio.sleep(max(0.0, when - self.now))
            if self.random.random() < 0.45:
                self._tap(name, self.mind)
        await asyncio.sleep(max(0.0, over + 0.25 - self.now))

    async def _day(self, step: Step) -> None:
        """Whoever is asked taps what the page offers; then the moderator goes on."""
        for name in self.world.phones:
            await asyncio.sleep(self.random.uniform(1, 4))
            if self._look() is not step and not self._still(step):
                return
            self._tap(name)
        await asyncio.sleep(2)
        chooses, now = Random(self.random.random()), self.world.table.step
        if now is None or not self._still(step):
            return
        with suppress(Refused):
            if not now.needed:
                self.world.take({"by": MODERATOR, "close": True})
            else:
                who, ask = next(iter(now.all_asks().items()))
                self.world.take({"by": CLOCK, "for": who, "answer": ask.draw(chooses.choice)})
        await asyncio.sleep(1)

    def _still(self, step: Step) -> bool:
        """Whether the room sees the same step: of what is asked aside it sees that something is."""
        now = self.world.table.step
        return now is not None and (now.opened == step.opened or (now.aside and step.aside))

    def _tap(self, name: str, mind: str = "") -> None:
        """Load the page, fill in what it offers, send it: with the answers as they can be seen from outside.

        How something is chosen is drawn before the page is read, so that one choice more leaves the next as it was.
        """
        code, phone, seen = self.world.session.code, self.world.phones[name], self.traces[name].events
        step = self.world.shown().step
        aside = step is not None and step.aside
        page = phone.get(f"/t/{code}/")
        seen.append((self.now, "page", outside(page)))
        chooses = Random(f"{self.random.random()} {mind}")
        if form := form_of(page.content.decode()):
            answer = phone.post(f"/t/{code}/answer/", dict(form.fill(chooses)), headers=HTMX)
            events = self.traces[name].asides if aside else seen
            events.append((self.now, "answer", outside(answer)))


def form_of(page: str) -> Form | None:
    """The question's form on a phone's page, if there is one; reading the whole page would be most of the work."""
    begin = page.find('<form id="answer"')
    if begin < 0:
        return None
    end = page.index("</form>", begin) + len("</form>")
    beside = re.findall(r'<(?:input|button)[^>]*\sform="answer"[^>]*>', page[:begin] + page[end:])
    return read_forms(page[begin:end] + "".join(beside))[0]["answer"]


def outside(answer: Any) -> Any:
    """An answer of the server as seen by somebody who cannot read it."""
    named = sorted((name, len(value)) for name, value in answer.headers.items())
    return answer.status_code, named, len(answer.content)


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every clock of the server is the loop's, and whatever it does is done in the loop, one after the other."""

    async def tend(session_id: int) -> None:
        tending.tick(session_id)

    async def render(*what: Any) -> AsyncIterator[surfaces.Rendered]:
        for rendered in surfaces.render_in_order(*what):
            yield rendered

    async def heads(ids: list[int]) -> dict[int, int]:
        return dict(hub.GameSession.objects.filter(pk__in=ids).values_list("pk", "pulse"))

    async def nothing(_hub: Hub) -> None:
        return None

    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    monkeypatch.setattr(Template, "_render", lambda one, context: one.nodelist.render(context))
    monkeypatch.setattr(server_clock, "now", LOOP_CLOCK.now)
    monkeypatch.setattr(server_clock, "display_now", LOOP_CLOCK.now)
    monkeypatch.setattr(broadcast, "time", LOOP_CLOCK)
    monkeypatch.setattr(broadcast, "tick", tend)
    monkeypatch.setattr(broadcast, "render", render)
    monkeypatch.setattr(hub, "_read_versions", heads)
    monkeypatch.setattr(Hub, "_check_services", nothing)


def all_phones_alike(night: Night) -> int:
    """How many messages the phones were sent while calls were on; raises `Leak` if one phone stands out."""
    counted = 0
    for begin, end in night.calls:
        end -= 0.01  # the tick in which everybody hears of what it brought
        heard = {
            name: [event for event in trace.between(begin, end) if event[1] == "socket"]
            for name, trace in night.traces.items()
        }
        first = next(iter(heard.values()))
        for name, other in heard.items():
            if other != first:
                raise Leak(f"{name} between {begin} and {end}: {first_difference(first, other)}")
        counted += len(first)
    return counted


def told_apart(one: Night, other: Night) -> tuple[int, int]:
    """How many events were compared in two worlds, and how many calls; raises `Leak` when anything differs.

    They are compared as long as everybody knew the same at the same time.
    """
    parts = min(parting(one, other), one.lived, other.lived)
    compared = 0
    for name, trace in one.traces.items():
        mine, theirs = trace.between(0, parts), other.traces[name].between(0, parts)
        if mine != theirs:
            raise Leak(f"{one.world.session.game}, {name}: {first_difference(mine, theirs)}")
        compared += len(mine)
        replies = {when: reply for when, _what, reply in other.traces[name].asides if when < parts}
        for when, _what, reply in trace.asides:
            if replies.get(when, reply) != reply:
                raise Leak(f"{one.world.session.game}, {name} asked aside: {reply} but {replies[when]}")
    mine, theirs = one.screen.between(0, parts), other.screen.between(0, parts)
    if mine != theirs:
        raise Leak(f"{one.world.session.game}, the screen: {first_difference(mine, theirs)}")
    compared += len(mine)
    return compared, sum(end <= parts for _begin, end in one.calls)


def parting(one: Night, other: Night) -> float:
    """Since when everybody knew something else in the one world than in the other.

    That the server told the same sooner is a leak, unless it waited for the answer of somebody who was asked aside.
    """
    for a, b in zip_longest(one.story, other.story):
        if a is None or b is None or a[1] != b[1] or (a[0] != b[0] and a[2]):
            return float(min(entry[0] for entry in (a, b) if entry))
    return float("inf")


def first_difference(one: list[Event], other: list[Event]) -> str:
    """Where two traces part."""
    place = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        longer = max(one, other, key=len)
        return f"{len(one)} events, but {len(other)}: {longer[min(len(one), len(other)) :][:1]}"
    mine, theirs = repr(one[place]), repr(other[place])
    at = next((at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
    around = slice(max(0, at - 200), at + 200)
    return f"{mine[around]} but {theirs[around]}"
