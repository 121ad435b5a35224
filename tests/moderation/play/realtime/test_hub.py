"""The hub: each change rendered once, pushed to whoever sees it, whatever phones and layers do."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import OperationalError

from games import server_clock
from moderation.play.realtime import broadcast
from moderation.play.realtime import hub as hub_module
from moderation.play.realtime.broadcast import COME_AGAIN, GONE, TOO_MANY_SOCKETS, Socket
from moderation.play.realtime.hub import Hub
from moderation.play.rendering.fragments import RenderedView
from moderation.play.rendering.render import Rendered, Viewer
from moderation.play.secrecy.padding import STEP, Lengths
from moderation.storage import outages as neighbours

SESSION = 7
TEND = broadcast.tick
Message = dict[str, Any]


@dataclass
class FakeRenderer:
    """Stands for the database and the templates: a pulse, and one text by viewer."""

    pulse: int = 1
    texts: dict[Viewer, str | None] = field(default_factory=dict)
    moved_on: bool = False
    until: datetime | None = None
    fails: int = 0
    takes: float = 0  # seconds for a rendering
    edition: int = -1  # during a call on phones: the number of what everybody may see
    renders: list[tuple[int, set[Viewer]]] = field(default_factory=list)  # (shown, fresh) of each rendering
    untils: list[datetime | None] = field(default_factory=list)  # when what was shown before changes by itself
    made: list[int] = field(default_factory=list)  # views by each rendering
    rung: int = 0

    def in_turn(
        self,
        session_id: int,
        viewers: Collection[Viewer],
        fresh: Collection[Viewer],
        shown: int = -1,
        until: datetime | None = None,
    ) -> Iterator[Rendered]:
        self.renders.append((shown, set(fresh)))
        self.untils.append(until)
        if self.fails:
            self.fails -= 1
            raise RuntimeError("a template broke")
        time.sleep(self.takes)
        wanted = set(fresh) if shown == self.pulse else set(viewers)
        self.made.append(len(wanted))
        texts = {viewer: self.texts.get(viewer, f"view {self.pulse}") for viewer in wanted}
        views = {viewer: None if text is None else view_of(text) for viewer, text in texts.items()}
        lengths = Lengths() if self.edition >= 0 else None
        yield Rendered(self.pulse, views, self.moved_on, self.until, edition=self.edition, lengths=lengths)

    def ring(self, session_id: int) -> None:
        self.rung += 1
        self.pulse, self.until = self.pulse + 1, None


@dataclass
class Device:
    """A phone at the other end of a socket; `stuck`: nothing that is sent gets through."""

    number: int = 1
    got: list[Message] = field(default_factory=list)
    stuck: asyncio.Event | None = None

    @property
    def viewer(self) -> Viewer:
        return Viewer("phone", "en", self.number, self.number)

    @property
    def views(self) -> list[str]:
        sent = [said["content"] for said in map(self.read, self.got) if "content" in said]
        return [text.removeprefix('<hx-partial id="part-answer">').removesuffix("</hx-partial>") for text in sent]

    @property
    def closed_with(self) -> int | None:
        last = self.got[-1] if self.got else {}
        return last["code"] if last.get("type") == "websocket.close" else None

    def read(self, message: Message) -> Message:
        return dict(json.loads(message["text"])) if "text" in message else {}

    async def send(self, message: Message) -> None:
        if self.stuck:
            await self.stuck.wait()
        self.got.append(message)


def view_of(text: str) -> RenderedView:
    """A view that is nothing but an answer."""
    return RenderedView("\x00answer\x00", {}, {}, {"answer": text})


Connect = Callable[..., Awaitable[Socket]]


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> FakeRenderer:
    renderer = FakeRenderer()

    async def ring(session_id: int) -> None:
        renderer.ring(session_id)

    async def heads(session_ids: list[int]) -> dict[int, int]:
        return {session_id: renderer.pulse for session_id in session_ids}

    monkeypatch.setattr(broadcast, "render_in_order", renderer.in_turn)
    monkeypatch.setattr(broadcast, "tick", ring)
    monkeypatch.setattr(broadcast, "close_old_connections", lambda: None)  # there is no database here
    monkeypatch.setattr(hub_module, "_read_versions", heads)
    return renderer


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> InMemoryChannelLayer:
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(hub_module, "get_layer", lambda: layer)
    return layer


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Let a device watch the session at a hub, as consumers.py does."""
    writers: list[asyncio.Task[None]] = []

    async def watch(hub: Hub, device: Device, session_id: int = SESSION) -> Socket:
        socket = Socket(device.viewer, device.send)
        await hub.join(session_id, socket)

        async def write() -> None:
            await socket.send_until_gone()
            await hub.leave(session_id, socket)

        writers.append(asyncio.create_task(write()))
        return socket

    yield watch
    for task in writers:
        task.cancel()


async def until(true: Callable[[], object], seconds: float = 300) -> None:
    """Wait for something, which must come within some seconds."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


async def rest(hub: Hub, renderer: FakeRenderer) -> None:
    """Wait until nothing is rendered any more."""
    seen = -1
    while seen != len(renderer.renders) or hub.broadcasters[SESSION].dirty.is_set():
        seen = len(renderer.renders)
        await quiet()


async def quiet(seconds: float = 0.1) -> None:
    """Give everything under way the time to finish."""
    await asyncio.sleep(seconds)


@pytest.fixture
def never_looks_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave hints alone to bring news."""
    monkeypatch.setattr(hub_module, "LOOK_UP", 1000.0)


async def test_whoever_connects_is_sent_the_view_of_now(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    device, before = Device(), server_clock.display_now_in_milliseconds()
    await connect(Hub(), device)
    await until(lambda: device.got)
    said = json.loads(device.got[0]["text"])
    assert (said["content"], said["pulse"]) == ("view 1", 1)
    # By the server's clock, which does not step with the machine's.
    assert before <= said["now"] <= server_clock.display_now_in_milliseconds()


async def test_a_change_is_rendered_once_for_all_and_reaches_everybody(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, never_looks_up: None
) -> None:
    hub, devices = Hub(), [Device(number) for number in range(20)]
    for device in devices:
        await connect(hub, device)
    await until(lambda: all(device.views == ["view 1"] for device in devices))
    await rest(hub, renderer)
    renderer.renders.clear()
    renderer.pulse = 2
    hub.announce(SESSION)
    await until(lambda: all(device.views == ["view 1", "view 2"] for device in devices))
    await rest(hub, renderer)
    assert renderer.renders == [(1, set())]


async def test_newcomers_are_shown_sixteen_at_a_time(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, never_looks_up: None
) -> None:
    hub, devices = Hub(), [Device(number) for number in range(40)]
    for device in devices:
        await connect(hub, device)
    await until(lambda: all(device.views == ["view 1"] for device in devices))
    await rest(hub, renderer)
    assert max(renderer.made) <= 16
    assert all(device.views == ["view 1"] for device in devices)


async def test_a_view_that_has_not_changed_is_not_sent_again(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), Device(1), Device(2)
    renderer.texts = {ann.viewer: "asleep"}
    await connect(hub, ann)
    await connect(hub, bob)
    await until(lambda: ann.views and bob.views)
    renderer.pulse = 2
    hub.announce(SESSION)
    await until(lambda: bob.views[-1] == "view 2")
    await quiet()
    assert ann.views == ["asleep"]


async def test_a_newcomer_costs_one_view_not_everybodys(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), Device(1), Device(2)
    renderer.until = server_clock.display_now() + timedelta(hours=1)
    await connect(hub, ann)
    await until(lambda: ann.views)
    await quiet()
    renderer.renders.clear()
    await connect(hub, bob)
    await until(lambda: bob.views)
    assert renderer.renders == [(1, {bob.viewer})]
    assert renderer.untils[-1] == renderer.until  # unless what Ann holds is over by then
    assert ann.views == ["view 1"]


async def test_another_process_hears_the_hint(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, never_looks_up: None
) -> None:
    here, there, device = Hub(), Hub(), Device()
    await connect(there, device)
    here.start()
    await until(lambda: device.views == ["view 1"])
    await quiet()
    renderer.pulse = 2
    here.announce(SESSION)
    await until(lambda: device.views == ["view 1", "view 2"])


async def test_many_tables_that_connect_at_once_are_all_heard(
    renderer: FakeRenderer,
    layer: InMemoryChannelLayer,
    connect: Connect,
    never_looks_up: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = layer.new_channel

    async def slowly() -> str:
        await asyncio.sleep(0.05)
        return str(await name())

    monkeypatch.setattr(layer, "new_channel", slowly)
    here, there, devices = Hub(), Hub(), [Device(number) for number in range(5)]
    await asyncio.gather(*(connect(there, device, device.number) for device in devices))
    await until(lambda: all(device.views for device in devices))
    await until(lambda: len(layer.groups) == len(devices))
    here.start()
    renderer.pulse = 2
    for device in devices:
        here.announce(device.number)
    await until(lambda: all(device.views[-1] == "view 2" for device in devices))


async def test_a_lost_hint_is_healed_by_looking_up(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LOOK_UP", 0.05)
    device = Device()
    await connect(Hub(), device)
    await until(lambda: device.views)
    renderer.pulse = 2  # and nobody says so
    await until(lambda: device.views == ["view 1", "view 2"])


async def test_a_database_that_keeps_us_waiting_is_a_doubt(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, answered = asyncio.Event(), {SESSION: 2}

    async def heads(_session_ids: list[int]) -> dict[int, int]:
        await slow.wait()
        return answered

    monkeypatch.setattr(hub_module, "LOOK_UP", 0.05)
    monkeypatch.setattr(hub_module, "_read_versions", heads)
    monkeypatch.setattr(neighbours, "database", neighbours.BackendServer("gone", "here"))
    monkeypatch.setattr(neighbours, "check_database", lambda: None)
    device = Device()
    await connect(Hub(), device)
    await until(lambda: neighbours.database.doubted)
    renderer.pulse = 2
    slow.set()  # what it answers in the end counts all the same
    await until(lambda: device.views[-1:] == ["view 2"])


class Away(InMemoryChannelLayer):
    """A layer that cannot be reached; `hangs`: that does not even say so."""

    def __init__(self, hangs: bool) -> None:
        super().__init__()
        self.away, self.hangs = True, hangs

    async def reach(self) -> None:
        if self.away and self.hangs:
            await asyncio.sleep(1000)
        if self.away:
            raise ConnectionError("away")

    async def new_channel(self, prefix: str = "specific.") -> str:
        await self.reach()
        return str(await super().new_channel(prefix))

    async def group_add(self, group: str, channel: str) -> None:
        await self.reach()
        await super().group_add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self.reach()
        await super().group_discard(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        await self.reach()
        await super().group_send(group, message)


async def test_a_late_subscriber_hears_changes_of_other_processes(
    renderer: FakeRenderer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layer may hear that the group is empty after it has heard that somebody has entered it again."""
    layer, hub, leaving, go_on = InMemoryChannelLayer(), Hub(), asyncio.Event(), asyncio.Event()
    forget, add, added = layer.group_discard, layer.group_add, list[str]()

    async def at_once(group: str, channel: str) -> None:
        await add(group, channel)
        added.append(group)

    async def slowly(group: str, channel: str) -> None:
        leaving.set()
        await go_on.wait()
        await forget(group, channel)

    monkeypatch.setattr(layer, "group_add", at_once)
    monkeypatch.setattr(layer, "group_discard", slowly)
    monkeypatch.setattr(hub_module, "get_layer", lambda: layer)
    monkeypatch.setattr(hub_module, "LOOK_UP", 1000.0)
    device = Device(1)
    await connect(hub, device)
    await until(lambda: len(added) == 1)
    (socket,) = hub.broadcasters[SESSION].sockets
    gone = asyncio.create_task(hub.leave(SESSION, socket))
    await leaving.wait()
    await connect(hub, Device(2))
    await until(lambda: len(added) == 2)
    go_on.set()
    await gone
    await until(lambda: layer.groups)


@pytest.mark.parametrize("hangs", [False, True])
async def test_a_layer_that_is_away_costs_seconds_and_nothing_else(
    renderer: FakeRenderer, connect: Connect, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    monkeypatch.setattr(hub_module, "LOOK_UP", 0.05)
    monkeypatch.setattr(hub_module, "SEND_TIMEOUT", patience := 8.0)
    at_once = patience - 1.0  # before the layer is given up
    layer = Away(hangs)
    monkeypatch.setattr(hub_module, "get_layer", lambda: layer)
    here, there, near, far = Hub(), Hub(), Device(1), Device(2)
    await asyncio.wait_for(connect(here, near), at_once)
    await asyncio.wait_for(connect(there, far), at_once)
    await until(lambda: near.views and far.views, at_once)
    renderer.pulse = 2
    here.announce(SESSION)
    await until(lambda: near.views[-1] == far.views[-1] == "view 2", at_once)
    layer.away = False
    await until(lambda: len(layer.groups.get(hub_module.name_group(SESSION), {})) == 2)
    monkeypatch.setattr(hub_module, "LOOK_UP", 1000.0)
    await quiet()
    renderer.pulse = 3
    here.announce(SESSION)
    await until(lambda: far.views[-1] == "view 3")


async def test_telling_the_others_never_waits_and_never_fails(
    renderer: FakeRenderer, monkeypatch: pytest.MonkeyPatch, connect: Connect
) -> None:
    monkeypatch.setattr(hub_module, "get_layer", lambda: Away(hangs=True))
    hub = Hub()
    hub.start()
    started = asyncio.get_running_loop().time()
    await asyncio.to_thread(hub.announce, SESSION)
    assert asyncio.get_running_loop().time() - started < hub_module.SEND_TIMEOUT / 2


def test_a_change_during_shutdown_notifies_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its threads end after its loop, when no other loop can be begun: other processes see it as they look up."""
    told: list[int] = []

    async def hint(session_id: int, sender: str = "") -> None:
        told.append(session_id)

    monkeypatch.setattr(hub_module, "publish_hint", hint)
    hub = Hub()
    hub.announce(SESSION)
    assert told == [SESSION], "a command has no loop"
    hub.loop = asyncio.new_event_loop()
    hub.loop.close()
    hub.announce(SESSION)
    assert told == [SESSION]


async def test_a_slow_phone_delays_nobody_and_is_given_up(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "SEND_TIMEOUT", 2.0)
    hub, slow, quick = Hub(), Device(1, stuck=asyncio.Event()), Device(2)
    await connect(hub, slow)
    await connect(hub, quick)
    for pulse in range(2, 6):
        renderer.pulse = pulse
        hub.announce(SESSION)
        await until(lambda: quick.views[-1:] == [f"view {renderer.pulse}"], 1.8)
    await until(lambda: len(hub.broadcasters[SESSION].sockets) == 1, 10)
    assert slow.got == []


async def test_a_slow_phone_skips_what_it_missed(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    stuck = asyncio.Event()
    hub, slow, quick = Hub(), Device(1, stuck=stuck), Device(2)
    await connect(hub, slow)
    await connect(hub, quick)
    await until(lambda: quick.views)
    for pulse in range(2, 6):
        renderer.pulse = pulse
        hub.announce(SESSION)
        await until(lambda: quick.views[-1] == f"view {renderer.pulse}")
    stuck.set()
    await until(lambda: slow.views and slow.views[-1] == "view 5")
    assert slow.views == ["view 1", "view 5"]


async def test_when_many_answer_at_once_they_are_shown_together(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, device = Hub(), Device()
    await connect(hub, device)
    await until(lambda: device.views)
    await quiet()
    renderer.renders.clear()
    renderer.takes = 0.05
    for _ in range(40):
        renderer.pulse += 1
        hub.announce(SESSION)
        await asyncio.sleep(0.005)
    await until(lambda: device.views[-1] == "view 41")
    assert len(renderer.renders) < 8


async def test_frequent_changes_lengthen_the_rest_between_updates() -> None:
    hub, many = Hub(), broadcast.Broadcaster(SESSION)
    hub.broadcasters[SESSION] = many
    assert many.compute_rest(0.1) == pytest.approx(0.1)
    hub.mark_changed(SESSION)  # somebody has answered since it began to draw
    assert many.compute_rest(0.1) == pytest.approx(0.3)


async def test_a_beat_comes_no_later_because_somebody_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    hub, now = Hub(), server_clock.now()
    hub.broadcasters[SESSION] = waits = broadcast.Broadcaster(SESSION)
    monkeypatch.setattr(server_clock, "display_now", lambda: now)
    waits.beat = now + timedelta(seconds=0.2)
    hub.mark_changed(SESSION)
    assert [waits.compute_rest(drawn) for drawn in (0.05, 0.1)] == pytest.approx([0.15, 0.2])
    waits.beat = now
    assert waits.compute_rest(0.1) == pytest.approx(0.1), "as long as without anybody's answer"


async def test_during_a_call_all_phones_get_equal_messages_together(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), Device(1), Device(2)
    renderer.texts, renderer.edition = {ann.viewer: "a", bob.viewer: "b" * 5000}, 1
    await connect(hub, ann)
    await connect(hub, bob)
    await until(lambda: ann.views and bob.views)
    renderer.pulse, renderer.texts[ann.viewer] = 2, "something else"
    hub.announce(SESSION)
    await until(lambda: ann.views[-1] == "something else")
    await until(lambda: len(bob.views) == 2)
    assert len({len(device.got[-1]["text"]) for device in (ann, bob)}) == 1


async def test_secret_moves_during_a_call_cause_no_message(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "BANDWIDTH", 2 * STEP / 1.0)  # two phones, a second
    hub, ann, bob = Hub(), Device(1), Device(2)
    renderer.edition = 1
    await connect(hub, ann)
    await connect(hub, bob)
    await until(lambda: ann.views and bob.views)
    await quiet(1.1)
    before, started = len(bob.views), time.monotonic()
    for number in range(20):  # answers of the night, one after the other
        renderer.pulse, renderer.texts[ann.viewer] = renderer.pulse + 1, f"answer {number}"
        hub.announce(SESSION)
        await asyncio.sleep(0.01)
    assert len(bob.views) - before <= 1 + time.monotonic() - started
    monkeypatch.setattr(broadcast, "BANDWIDTH", 1)  # from the next one on, hours
    renderer.pulse, renderer.texts[ann.viewer] = renderer.pulse + 1, "the last answer"
    hub.announce(SESSION)
    await until(lambda: ann.views[-1] == "the last answer")
    assert len(bob.views) - before <= 1 + time.monotonic() - started
    renderer.pulse, renderer.edition, renderer.texts = renderer.pulse + 1, 2, {}
    hub.announce(SESSION)
    await until(lambda: ann.views[-1] == bob.views[-1] == f"view {renderer.pulse}")  # what all may see, at once


async def test_many_sockets_of_one_seat_slow_nobody_down(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long phones wait for what passes in secret follows from the seats, not from what one of them opens."""
    monkeypatch.setattr(broadcast, "BANDWIDTH", 2 * STEP / 1000.0)  # two phones, a thousand seconds
    hub, ann, bob = Hub(), [Device(1) for _ in range(broadcast.SOCKETS)], Device(2)
    renderer.edition = 1
    for device in [*ann, bob]:
        await connect(hub, device)
    await until(lambda: all(device.views for device in [*ann, bob]))
    renderer.pulse, renderer.texts[bob.viewer] = 2, "an answer"
    hub.announce(SESSION)
    await until(lambda: "an answer" in bob.views and all(len(device.got) == 2 for device in ann))
    assert hub.broadcasters[SESSION].next_send_at <= time.monotonic() + 1000


async def test_the_oldest_of_too_many_sockets_is_closed(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), [Device(1) for _ in range(broadcast.SOCKETS + 3)], Device(2)
    for device in [bob, *ann]:
        await connect(hub, device)
    await until(lambda: [device.closed_with for device in ann[:3]] == [TOO_MANY_SOCKETS] * 3)
    await until(lambda: all(device.views for device in [bob, *ann[3:]]))
    renderer.pulse = 2
    hub.announce(SESSION)
    await until(lambda: all(device.views[-1] == "view 2" for device in [bob, *ann[3:]]))
    assert {device.closed_with for device in [bob, *ann[3:]]} == {None}
    assert len(hub.broadcasters[SESSION].sockets) == broadcast.SOCKETS + 1


async def test_a_pass_that_is_gone_waits_for_nothing(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "BANDWIDTH", 1)
    hub, ann, bob, late = Hub(), Device(1), Device(2), Device(3)
    renderer.edition = 1
    await connect(hub, ann)
    await connect(hub, bob)
    await until(lambda: ann.views and bob.views)
    for text in ("an answer", "another"):
        renderer.pulse, renderer.texts[ann.viewer] = renderer.pulse + 1, text
        hub.announce(SESSION)
        await quiet(0.05)
    renderer.pulse, renderer.texts[bob.viewer] = renderer.pulse + 1, None
    hub.announce(SESSION)
    await until(lambda: bob.closed_with == GONE)
    await connect(hub, late)  # nor does whoever comes now
    await until(lambda: late.views)


async def test_a_viewer_without_rights_is_closed_and_gets_nothing(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), Device(1), Device(2)
    await connect(hub, ann)
    await connect(hub, bob)
    await until(lambda: ann.views and bob.views)
    renderer.pulse, renderer.texts[ann.viewer] = 2, None
    hub.announce(SESSION)
    await until(lambda: ann.closed_with)
    renderer.pulse, renderer.texts = 3, {}
    hub.announce(SESSION)
    await until(lambda: bob.views[-1] == "view 3")
    await quiet()
    assert (ann.closed_with, ann.views) == (GONE, ["view 1"])


async def test_a_queued_view_is_dropped_when_its_pass_is_gone(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    stuck = asyncio.Event()
    hub, ann = Hub(), Device(1)
    await connect(hub, ann)
    await until(lambda: ann.views)
    ann.stuck = stuck
    for pulse in (2, 3, 4):
        renderer.pulse, renderer.texts[ann.viewer] = pulse, None if pulse == 4 else f"view {pulse}"
        hub.announce(SESSION)
        await until(lambda: hub.broadcasters[SESSION].pulse == renderer.pulse)
    stuck.set()
    await until(lambda: ann.closed_with == GONE)
    assert "view 3" not in ann.views


async def test_the_next_game_asks_everybody_to_connect_again(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, devices = Hub(), [Device(1), Device(2)]
    for device in devices:
        await connect(hub, device)
    await until(lambda: all(device.views for device in devices))
    renderer.pulse, renderer.moved_on = 2, True
    hub.announce(SESSION)
    await until(lambda: all(device.closed_with == COME_AGAIN for device in devices))
    await until(lambda: SESSION not in hub.broadcasters)
    assert all(device.views == ["view 1"] for device in devices)


async def test_a_silent_socket_says_that_it_is_alive(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.05)
    device = Device()
    await connect(Hub(), device)
    await until(lambda: len(device.got) >= 3)
    tick = json.loads(device.got[-1]["text"])
    assert tick.keys() == {"tick", "now"}
    assert device.views == ["view 1"]


async def test_an_idle_socket_sends_heartbeats_until_it_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.05)
    device = Device()
    writing = asyncio.create_task(Socket(device.viewer, device.send).send_until_gone())
    await until(lambda: len(device.got) >= 2)
    assert {json.loads(said["text"])["tick"] for said in device.got} == {True}
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing


async def test_the_end_of_a_call_is_rung_once_and_shown(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, device = Hub(), Device()
    renderer.until = server_clock.display_now() + timedelta(seconds=0.15)
    await connect(hub, device)
    await until(lambda: device.views == ["view 1", "view 2"])
    assert renderer.rung == 1


async def test_a_view_that_broke_is_tried_again(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    renderer.fails = 1
    device = Device()
    await connect(Hub(), device)
    await until(lambda: device.views == ["view 1"])
    assert "could not be rendered" in caplog.text


async def test_what_stands_is_shown_while_nothing_can_be_written(
    renderer: FakeRenderer,
    layer: InMemoryChannelLayer,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail_on_a_full_disk(session_id: int) -> None:
        renderer.rung, renderer.pulse, renderer.until = renderer.rung + 1, 2, None
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        full.sqlite_errorname = "SQLITE_FULL"
        raise OperationalError from full

    monkeypatch.setattr(broadcast, "tick", TEND)
    monkeypatch.setattr(broadcast.clock, "tick", fail_on_a_full_disk)
    renderer.until = server_clock.display_now() + timedelta(seconds=0.15)
    device = Device()
    await connect(Hub(), device)
    await until(lambda: device.views[-1:] == ["view 2"])
    assert renderer.rung == 1
    assert "could not be rendered" not in caplog.text


async def test_the_last_to_leave_removes_the_broadcaster(
    renderer: FakeRenderer, layer: InMemoryChannelLayer, connect: Connect
) -> None:
    hub, ann, bob = Hub(), Device(1), Device(2)
    sockets = [await connect(hub, device) for device in (ann, bob)]
    await until(lambda: ann.views and bob.views)
    await until(lambda: hub_module.name_group(SESSION) in layer.groups)
    await hub.leave(SESSION, sockets[0])
    assert SESSION in hub.broadcasters
    await hub.leave(SESSION, sockets[1])
    assert SESSION not in hub.broadcasters
    assert hub_module.name_group(SESSION) not in layer.groups
    await hub.leave(SESSION, sockets[1])  # again does no harm
