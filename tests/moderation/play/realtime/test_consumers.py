"""The sockets of phone, desk and screen: who may open one, what comes through it, and how it ends."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client
from django.utils import timezone

from games import journal
from games.models import GameSession
from moderation.access.devices import COOKIE, move_seat
from moderation.models import Pass
from moderation.play.realtime.broadcast import COME_AGAIN, GONE
from moderation.play.realtime.consumers import UNASKED
from moderation.players import arrivals
from moderation.project.asgi import application
from moderation.server.request_limits import FOREIGN, NO_SUCH_SOCKET
from moderation.tables.next_game import play_again
from qa.serving import PATIENCE_SECONDS
from tests.moderation.clients import joins, opens, the_host
from tests.moderation.sporz_table import CHIEF, browser, desk, device_of, phone, playing

pytestmark = pytest.mark.django_db(transaction=True)
HOST = "127.0.0.1:8000"


class Connection:
    """One WebSocket to the whole application."""

    def __init__(
        self, path: str, client: Client | None, origin: str = f"http://{HOST}", language: str = "en"
    ) -> None:
        cookies = "; ".join(f"{name}={value.value}" for name, value in client.cookies.items()) if client else ""
        headers = [
            (b"host", HOST.encode()),
            (b"origin", origin.encode()),
            (b"accept-language", language.encode()),
            (b"cookie", cookies.encode()),
        ]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers, "subprotocols": []}
        self.asgi = ApplicationCommunicator(application, scope)

    async def open(self) -> "Connection":
        await self.asgi.send_input({"type": "websocket.connect"})
        assert await self.asgi.receive_output(PATIENCE_SECONDS) == {"type": "websocket.accept"}
        return self

    async def told(self) -> dict[str, Any]:
        """The next message, which is a view."""
        message = await self.asgi.receive_output(PATIENCE_SECONDS)
        assert message["type"] == "websocket.send", message
        return dict(json.loads(message["text"]))

    async def closed(self) -> int:
        """The code with which it is closed, without another word."""
        message = await self.asgi.receive_output(PATIENCE_SECONDS)
        assert message["type"] == "websocket.close", message
        assert await self.asgi.receive_nothing(0.05)
        return int(message["code"])

    async def silent(self) -> bool:
        return bool(await self.asgi.receive_nothing(0.15))

    async def hang_up(self) -> None:
        await self.asgi.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.asgi.wait(PATIENCE_SECONDS)


Connect = Callable[..., Awaitable[Connection]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open sockets, and hang up at the end: `connect("phone", session, client)`."""
    opened: list[Connection] = []

    async def open_one(surface: str, session: GameSession, client: Client | None, **options: str) -> Connection:
        opened.append(await Connection(f"/ws/{surface}/{session.code}/", client, **options).open())
        return opened[-1]

    yield open_one
    for connection in opened:
        if not connection.asgi.future.done():
            await connection.hang_up()


in_a_thread = sync_to_async


@pytest.fixture
def session() -> GameSession:
    return playing()


async def test_each_surface_is_sent_its_view_and_then_what_changes(session: GameSession, connect: Connect) -> None:
    ann, moderator = await in_a_thread(phone)(session, "Ann"), await in_a_thread(desk)(session)
    sockets = [
        await connect("phone", session, ann),
        await connect("desk", session, moderator),
        await connect("screen", session, None),
    ]
    first = [await socket.told() for socket in sockets]
    assert len({said["content"] for said in first}) == 3
    await in_a_thread(journal.submit)(session.pk, CHIEF)
    second = [await socket.told() for socket in sockets]
    assert all(new["content"] != old["content"] for old, new in zip(first, second, strict=True))
    assert all(new["pulse"] > old["pulse"] for old, new in zip(first, second, strict=True))
    assert all("Night 1" in said["content"] for said in second)


async def test_what_is_pushed_is_what_the_page_would_show(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    said = await (await connect("phone", session, ann)).told()
    page = await in_a_thread(ann.get)(f"/t/{session.code}/", headers={"HX-Request": "true"})
    assert said["content"] == page.content.decode().rstrip(" ")
    assert str(said["pulse"]) == page.headers["X-Pulse"]


async def test_the_socket_of_a_device_speaks_its_language(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    spoken = [(await (await connect("phone", session, ann, language=one)).told())["content"] for one in ("fr", "en")]
    assert "chef" in spoken[0] and "chef" not in spoken[1]
    ann.cookies["django_language"] = "fr"
    chosen = await (await connect("phone", session, ann, language="en")).told()
    assert chosen["content"] == spoken[0]


async def test_whoever_holds_no_pass_is_closed_for_good(session: GameSession, connect: Connect) -> None:
    outsider, ann, moderator = (
        await in_a_thread(browser)(),
        await in_a_thread(phone)(session, "Ann"),
        await in_a_thread(desk)(session),
    )
    elsewhere = await in_a_thread(desk)(await in_a_thread(playing)("KLMR"))
    attempts = [
        ("phone", None),
        ("phone", outsider),
        ("phone", moderator),
        ("phone", elsewhere),
        ("desk", None),
        ("desk", outsider),
        ("desk", ann),
        ("desk", elsewhere),
    ]
    for surface, client in attempts:
        assert await (await connect(surface, session, client)).closed() == GONE


async def test_a_cookie_that_is_none_of_ours_is_no_pass(session: GameSession, connect: Connect) -> None:
    for forged in ("", "x", "a" * 5000, '"', "é"):
        client = Client()
        client.cookies[COOKIE] = forged
        assert await (await connect("phone", session, client)).closed() == GONE


async def test_a_code_that_no_table_has_is_closed_for_good(session: GameSession, connect: Connect) -> None:
    session.code = "ZZZZ"
    assert await (await connect("screen", session, None)).closed() == GONE


async def test_a_page_of_another_site_gets_no_socket(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    for origin in ("http://evil.example", "http://127.0.0.1:8001", "null", ""):
        assert await (await connect("phone", session, ann, origin=origin)).closed() == FOREIGN


async def test_a_socket_to_nowhere_is_closed_for_good(session: GameSession, connect: Connect) -> None:
    assert await (await connect("nobody", session, None)).closed() == NO_SUCH_SOCKET


@pytest.mark.parametrize("said", [{"text": "hello"}, {"bytes": b"\xff\x00"}, {"text": "[" * 4000}])
async def test_a_socket_that_talks_is_closed(session: GameSession, connect: Connect, said: dict[str, Any]) -> None:
    ann = await connect("phone", session, await in_a_thread(phone)(session, "Ann"))
    await ann.told()
    await ann.asgi.send_input({"type": "websocket.receive", **said})
    assert await ann.closed() == UNASKED


async def test_moving_a_seat_disconnects_the_old_device_without_messages(
    session: GameSession, connect: Connect
) -> None:
    old, new = await in_a_thread(phone)(session, "Ann"), await in_a_thread(browser)()
    left, bob = (
        await connect("phone", session, old),
        await connect("phone", session, await in_a_thread(phone)(session, "Bob")),
    )
    await left.told(), await bob.told()

    def move() -> None:
        with journal.edit_session(session.pk) as fresh:
            move_seat(device_of(new), fresh.seats.get(name="Ann"))

    await in_a_thread(move)()
    assert await left.closed() == GONE
    assert await bob.silent()
    assert "content" in await (await connect("phone", session, new)).told()
    assert await (await connect("phone", session, old)).closed() == GONE


async def test_a_moderator_who_hands_over_learns_nothing_more(session: GameSession, connect: Connect) -> None:
    moderator = await in_a_thread(desk)(session)
    socket = await connect("desk", session, moderator)
    await socket.told()

    def hand_over() -> None:
        with journal.edit_session(session.pk):
            Pass.objects.filter(device=device_of(moderator)).delete()

    await in_a_thread(hand_over)()
    assert await socket.closed() == GONE


async def test_the_next_game_sends_everybody_to_connect_again(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    sockets = [await connect("phone", session, ann), await connect("screen", session, None)]
    before = [await socket.told() for socket in sockets]
    again = await in_a_thread(play_again)(session)
    for socket in sockets:
        assert await socket.closed() == COME_AGAIN
    said = await (await connect("phone", again, ann)).told()
    assert said["pulse"] < before[0]["pulse"]  # the next game counts from the start


async def test_a_table_that_was_closed_lets_nobody_in(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    socket = await connect("phone", session, ann)
    await socket.told()

    def close() -> None:
        with journal.edit_session(session.pk) as fresh:
            fresh.closed = timezone.now()
            fresh.save(update_fields=["closed"])

    await in_a_thread(close)()
    assert await socket.closed() == COME_AGAIN
    assert await (await connect("phone", session, ann)).closed() == GONE


async def test_two_desks_stay_in_step(session: GameSession, connect: Connect) -> None:
    """S-01: two people may share the moderator's work."""
    clients = [await in_a_thread(desk)(session) for _ in range(2)]
    sockets = [await connect("desk", session, client) for client in clients]
    for socket in sockets:
        await socket.told()
    form = {"opened": "0", "pick0": '{"seat":"Eve"}'}
    await in_a_thread(clients[0].post)(f"/desk/{session.code}/move/", form, headers={"HX-Request": "true"})
    pushed = [await socket.told() for socket in sockets]
    assert "Night 1" in pushed[0]["content"]
    assert pushed[0]["content"] == pushed[1]["content"]


async def test_a_device_that_reconnects_is_up_to_date(session: GameSession, connect: Connect) -> None:
    ann = await in_a_thread(phone)(session, "Ann")
    away = await connect("phone", session, ann)
    await away.told()
    await away.hang_up()
    await in_a_thread(journal.submit)(session.pk, CHIEF)
    assert "Night 1" in (await (await connect("phone", session, ann)).told())["content"]


async def test_a_seat_is_confirmed_when_its_page_opens_a_socket(connect: Connect) -> None:
    def joined() -> tuple[GameSession, Client]:
        session = opens(the_host())
        return session, joins(session, "Ann")

    session, ann = await in_a_thread(joined)()
    await (await connect("phone", session, ann)).told()
    assert await in_a_thread(arrivals.list_expected(session.pk).count)() == 1  # nobody has loaded the page
    await in_a_thread(ann.get)(f"/t/{session.code}/")
    assert await in_a_thread(arrivals.list_expected(session.pk).count)() == 1
    await (await connect("phone", session, ann)).told()
    assert await in_a_thread(arrivals.list_expected(session.pk).count)() == 0
