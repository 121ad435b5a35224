"""What a connection may cost: nobody who sends without reading, or stops half-way, keeps much or for long."""

from __future__ import annotations

import asyncio
import socket
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from moderation.serving import wires
from moderation.serving.wires import MOST_UNREAD, MOST_UNSENT, Ceiling, Requests, Sockets
from tests.serving import PATIENCE_SECONDS, RunningServer


@pytest.mark.parametrize(("unread", "reads_on"), [(0, True), (MOST_UNREAD, True), (MOST_UNREAD + 1, False)])
def test_no_more_is_read_while_requests_wait_for_their_turn(unread: int, reads_on: bool) -> None:
    transport = Mock()
    flow = Ceiling(transport, Mock(trailing_data=(b"x" * unread, False)))
    flow.pause_reading()
    flow.resume_reading()
    assert transport.resume_reading.called is reads_on


@pytest.mark.parametrize(("unsent", "dropped"), [(MOST_UNSENT, False), (MOST_UNSENT + 1, True)])
def test_whoever_sends_pings_and_reads_no_pong_is_dropped(
    unsent: int, dropped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires.WebSocketsSansIOProtocol, "data_received", lambda self, data: None)
    sockets: Any = object.__new__(Sockets)
    sockets.transport = Mock()
    sockets.transport.is_closing.return_value = False
    sockets.transport.get_write_buffer_size.return_value = unsent
    sockets.data_received(b"ping")
    assert sockets.transport.abort.called is dropped


def test_requests_sent_all_at_once_are_all_answered(server: RunningServer) -> None:
    """A browser that does not wait loses nothing by the ceiling: it is read from as its answers go out."""
    head = f"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Long: {'x' * 4_000}\r\n\r\n"
    count, request = 80, head.encode()
    assert count * len(request) > 4 * MOST_UNREAD
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as browser:
        browser.sendall(request * count)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < count:
            more = browser.recv(65_536)
            assert more, answers[-500:]
            answers += more


GET = b"GET / HTTP/1.1\r\nHost: here\r\n%s\r\n"
OPEN = b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n" % (
    b"A" * 22 + b"=="
)
GOODBYE = b"\x88\x80\x00\x00\x00\x00"  # a frame that closes a socket, as a browser sends it
MANY = 16_000_000  # bytes of an answer: more than the system keeps for somebody who does not read


async def much(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request with much; send a socket much until it says goodbye."""
    await receive()
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % MANY)]})
        await send({"type": "http.response.body", "body": bytes(MANY)})
    else:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": bytes(MANY)})
        await receive()


@pytest.mark.parametrize(
    "sent",
    [GET % b"", (GET % b"") * 8, GET % b"Connection: close\r\n", GET % OPEN + GOODBYE],
    ids=["one", "one after the other", "the last", "a socket"],
)
def test_whoever_reads_no_answer_is_dropped(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the answer is written whole, when the next is asked for, when the connection is being closed."""
    monkeypatch.setattr(wires, "STUCK_SECONDS", 0.05)
    config = uvicorn.Config(much, http=Requests, ws=Sockets, lifespan="off", log_config=None, timeout_keep_alive=1)
    config.load()
    head, _end, goodbye = sent.rpartition(b"\r\n\r\n")

    async def unread() -> None:
        state = ServerState()
        one = Requests(config=config, server_state=state, app_state={})
        server = await asyncio.get_running_loop().create_server(lambda: one, "127.0.0.1", 0)
        with socket.socket() as device:
            device.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            device.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(device, server.sockets[0].getsockname())
            await loop.sock_sendall(device, head + b"\r\n\r\n")
            if goodbye:
                await loop.sock_recv(device, 1)  # it is open
                await loop.sock_sendall(device, goodbye)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while one.transport is None or state.connections:
                    await asyncio.sleep(0.01)
        server.close()

    asyncio.run(unread())


async def calm(scope: Any, receive: Any, send: Any) -> None:
    """Open a socket, and say nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


def test_the_time_for_the_lines_of_a_request_ends_with_them_for_a_socket_too() -> None:
    """Else every phone that listens is cut off so many seconds after it came."""
    config = uvicorn.Config(calm, http=Requests, ws=Sockets, lifespan="off", log_config=None)
    config.load()

    async def open_a_socket() -> None:
        one = Requests(config=config, server_state=ServerState(), app_state={})
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: one, "127.0.0.1", 0)
        with socket.socket() as device:
            device.setblocking(False)
            await loop.sock_connect(device, server.sockets[0].getsockname())
            await loop.sock_sendall(device, GET % OPEN)
            assert b" 101 " in await loop.sock_recv(device, 4096)
            assert one.timer is None
        server.close()

    asyncio.run(open_a_socket())
