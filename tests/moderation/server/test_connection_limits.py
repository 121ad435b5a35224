"""The limits of one connection: real clients of uvicorn, and a clock that the test sets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from moderation.server import connection_limits
from moderation.server.connection_limits import MAX_READ_AHEAD, MAX_WAIT_SECONDS, ConnectionLimits
from qa.serving import PATIENCE_SECONDS, RunningServer

GET = b"GET / HTTP/1.1\r\nHost: here\r\n%s\r\n"
UPGRADE = b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n" % (
    b"A" * 22 + b"=="
)
GOODBYE = b"\x88\x80\x00\x00\x00\x00"  # frames of a WebSocket, as a browser sends them
PING = b"\x89\xfd" + bytes(4) + b"x" * 125
LONG = 16_000_000  # bytes of an answer: more than the system keeps for a client that does not read


def answer(length: int) -> Any:
    """Return an application that answers a request with so many bytes, and a WebSocket until it says goodbye."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["type"] == "http":
            headers = [(b"content-length", b"%d" % length)]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": bytes(length)})
        else:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "bytes": bytes(length)})
            await receive()

    return application


async def never_answer(_scope: Any, _receive: Any, _send: Any) -> None:
    await asyncio.Event().wait()


class Client:
    """A connection to a server of this test, which is told what time it is."""

    def __init__(self, device: socket.socket, server: uvicorn.Server) -> None:
        self.device, self.server, self.limits = device, server, ConnectionLimits(server.server_state)
        self.loop = asyncio.get_running_loop()

    @property
    def is_connected(self) -> bool:
        return bool(self.server.server_state.connections)

    async def send(self, sent: bytes) -> None:
        await self.loop.sock_sendall(self.device, sent)

    async def read(self) -> bytes:
        return await self.loop.sock_recv(self.device, 65_536)

    async def check(self, now: float) -> bool:
        """Return whether the connection is still there after this check."""
        self.limits.check(now)
        await asyncio.sleep(0)
        return self.is_connected

    async def is_cut_in_the_end(self) -> bool:
        """Let hours pass until the connection is cut."""
        now = 0.0
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.check(now := now + MAX_WAIT_SECONDS):
                await asyncio.sleep(0.01)
        return True


@asynccontextmanager
async def connect(application: Any) -> AsyncIterator[Client]:
    """Serve this application to one client."""
    config = uvicorn.Config(
        application, http="h11", ws="websockets-sansio", lifespan="off", log_config=None, timeout_keep_alive=10**6
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as device:
        serving = asyncio.create_task(server.serve([listener]))
        device.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        device.setblocking(False)
        await asyncio.get_running_loop().sock_connect(device, listener.getsockname())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not server.server_state.connections:
                await asyncio.sleep(0.01)
        yield Client(device, server)
        device.close()
        server.should_exit = server.force_exit = True
        for task in server.server_state.tasks:
            task.cancel()
        await serving


@pytest.mark.parametrize(
    "sent",
    [GET % b"", (GET % b"") * 8, GET % b"Connection: close\r\n", GET % UPGRADE + GOODBYE],
    ids=["one", "one after the other", "the last", "a WebSocket"],
)
async def test_whoever_reads_no_answer_is_cut(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_UNSENT", 2 * LONG)  # time alone decides here
    head, end, goodbye = sent.rpartition(b"\r\n\r\n")
    async with connect(answer(LONG)) as client:
        await client.send(head + end)
        await client.loop.sock_recv(client.device, 1)  # the answer has begun
        if goodbye:
            await client.send(goodbye)
        assert await client.is_cut_in_the_end()


@pytest.mark.parametrize("before", [b"", GET % b""], ids=["the first", "the second"])
async def test_a_half_sent_request_is_cut(before: bytes) -> None:
    async with connect(answer(2)) as client:
        if before:
            await client.send(before)
            await client.read()
        await client.send((GET % b"")[:-2])
        assert await client.check(0)
        assert await client.check(MAX_WAIT_SECONDS)
        assert not await client.check(MAX_WAIT_SECONDS + 1)


async def test_a_client_that_asks_now_and_then_stays() -> None:
    async with connect(answer(2)) as client:
        for turn in range(4):
            await client.send(GET % b"")
            await client.read()
            assert await client.check(turn * MAX_WAIT_SECONDS)


async def test_a_client_that_waits_for_its_answer_stays() -> None:
    async with connect(never_answer) as client:
        await client.send(GET % b"")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not client.server.server_state.tasks:
                await asyncio.sleep(0.01)
        assert await client.check(0)
        assert await client.check(1000 * MAX_WAIT_SECONDS)


async def test_a_socket_that_only_listens_stays() -> None:
    async with connect(answer(2)) as client:
        assert await client.check(0)  # as a request that has not come yet
        await client.send(GET % UPGRADE)
        assert b" 101 " in await client.read()
        assert await client.check(1)
        assert await client.check(1000 * MAX_WAIT_SECONDS)


async def test_whoever_sends_pings_and_reads_no_pong_is_cut() -> None:
    async with connect(answer(2)) as client:
        await client.send(GET % UPGRADE)
        await client.read()
        pings = asyncio.create_task(client.send(PING * 400_000))
        while not pings.done():
            client.limits.check(0)  # no time passes
            await asyncio.sleep(0.01)
        with pytest.raises(ConnectionError):
            await pings


def test_requests_sent_all_at_once_are_all_answered(server: RunningServer) -> None:
    """A client that does not wait loses nothing, as long as it does not send without end."""
    head = f"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Long: {'x' * 4_000}\r\n\r\n"
    count, request = 60, head.encode()
    assert 200_000 < count * len(request) < MAX_READ_AHEAD
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as browser:
        browser.sendall(request * count)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < count:
            more = browser.recv(65_536)
            assert more, answers[-500:]
            answers += more


def test_whoever_sends_requests_without_end_is_cut(server: RunningServer) -> None:
    """The running server checks by itself."""
    requests = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10_000
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as flood,
        pytest.raises(ConnectionError),
    ):
        for _ in range(200):
            flood.sendall(requests)
