"""Requests refused before any view: sockets of foreign pages, bodies longer than any form."""

import asyncio
import socket
from typing import Any

import pytest
from django.test import Client

from moderation.server import request_limits
from moderation.server.request_limits import (
    FOREIGN,
    LARGEST_BODY,
    LARGEST_FORM,
    NO_SUCH_SOCKET,
    BoundedBody,
    SameOrigin,
    may_send_record,
    refuse_unknown_socket,
)
from qa.serving import PATIENCE_SECONDS, RunningServer
from tests.moderation.clients import the_host

Message = dict[str, Any]


async def welcome(scope: Message, receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})


async def knock(host: str | None, origin: str | None) -> list[Message]:
    pairs = ((b"host", host), (b"origin", origin))
    headers = [(name, value.encode()) for name, value in pairs if value is not None]
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await SameOrigin(welcome)({"type": "websocket", "path": "/", "headers": headers}, receive, send)
    return sent


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_page_of_ours_gets_its_socket(host: str, scheme: str) -> None:
    assert await knock(host, f"{scheme}://{host}") == [{"type": "websocket.accept"}]


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://localhost:8001"),
        ("localhost:8000", "http://localhost"),
        ("localhost:8000", "http://evil.example"),
        ("localhost:8000", "null"),
        ("localhost:8000", ""),
        ("localhost:8000", None),
        (None, "http://localhost:8000"),
        (None, None),
        ("rebound.example", "http://rebound.example"),
        ("[::1", "http://[::1"),
    ],
)
async def test_any_other_page_is_closed_for_good(host: str | None, origin: str | None) -> None:
    assert await knock(host, origin) == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": FOREIGN}]


async def test_a_socket_to_nowhere_is_closed_for_good() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await refuse_unknown_socket({}, receive, send)
    assert sent[-1] == {"type": "websocket.close", "code": NO_SUCH_SOCKET}


async def post(chunks: list[bytes], length: str | None, host: bool = True) -> tuple[list[Message], int]:
    """Send a body to an application that reads it all and answers 200; return what was sent and how much it read."""
    sent: list[Message] = []
    waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    waiting.append({"type": "http.request", "body": b"", "more_body": False})
    read = 0

    async def application(scope: Message, receive: Any, send: Any) -> None:
        nonlocal read
        if status := scope.get(request_limits.REFUSED):
            assert (await receive())["body"] == b""
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": b"why"})
            return
        while (message := await receive())["type"] == "http.request":
            read += len(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                return

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-length", length.encode())] if length is not None else []

    async def may_send_much(scope: Message) -> bool:
        return host

    await BoundedBody(application, may_send_much)({"type": "http", "headers": headers}, receive, send)
    return sent, read


async def test_a_form_of_any_size_we_use_passes() -> None:
    sent, read = await post([b"x" * 1000] * 3, "3000")
    assert (sent[0]["status"], read) == (200, 3000)


@pytest.mark.parametrize("length", [str(LARGEST_BODY + 1), "9" * 5_000, "-1", "many", ""])
async def test_an_announced_flood_is_refused_unread(length: str) -> None:
    sent, read = await post([b"x"], length)
    assert (sent[0]["status"], read) == (413, 0)


async def test_an_unannounced_flood_is_cut_short() -> None:
    sent, read = await post([b"x" * (LARGEST_FORM // 4)] * 40, None)
    assert [message.get("status") for message in sent] == [413, None]
    assert (b"connection", b"close") in sent[0]["headers"], "what is still to come is not read"
    assert read <= LARGEST_FORM


@pytest.mark.parametrize(("host", "status", "read"), [(True, 200, LARGEST_FORM + 1), (False, 413, 0)])
async def test_only_hosts_may_send_bodies_longer_than_a_form(host: bool, status: int, read: int) -> None:
    sent, taken = await post([b"x" * (LARGEST_FORM + 1)], str(LARGEST_FORM + 1), host)
    assert (sent[0]["status"], taken) == (status, read)


async def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.0)
    sent: list[Message] = []

    async def application(scope: Message, receive: Any, send: Any) -> None:
        if status := scope.get(request_limits.REFUSED):
            await send({"type": "http.response.start", "status": status, "headers": []})
            return
        assert (await receive())["type"] == "http.disconnect"

    async def never() -> Message:
        await asyncio.Event().wait()
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "headers": [(b"content-length", b"9")]}
    await BoundedBody(application, may_send_record)(scope, never, send)
    assert sent[0]["status"] == 408


@pytest.mark.django_db
@pytest.mark.parametrize(("who", "may"), [("host", True), ("", False)])
@pytest.mark.parametrize(("path", "takes"), [("/import/", True), ("/events/in/", True), ("/", False)])
def test_hosts_may_upload_a_record_and_an_evening(path: str, takes: bool, who: str, may: bool) -> None:
    cookies = the_host().cookies if who else Client().cookies
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())
    scope = {"type": "http", "path": path, "headers": [(b"cookie", cookie.encode())]}
    assert may_send_record.func(scope) is (takes and may)  # type: ignore[attr-defined]


def test_the_server_survives_what_is_not_http(server: RunningServer) -> None:
    for garbage in (
        b"\x00\xff\x16\x03\x01" * 50,
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET " + b"x" * 100_000,
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as phone:
            phone.sendall(garbage)
            phone.shutdown(socket.SHUT_WR)
            with phone.makefile("rb") as answer:
                assert b"Traceback" not in answer.read()
    assert "Traceback" not in server.errors
    assert server.stop() == 0
