"""What the server keeps for whoever never reads: unread answers, bodies that stop half-way, pongs that pile up."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import socket
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from tests.bench.figures import Figure
from tests.serving import RunningServer
from tests.walking import Browser

SECONDS = 8.0
HALVES, ANNOUNCED, SENT = 700, 4_000_000, 1_900_000


async def most_memory(server: RunningServer, work: Awaitable[object]) -> float:
    """By how many megabytes the server grows while this is done to it."""
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    before = most = process.memory_info().rss
    doing = asyncio.ensure_future(work)
    while not doing.done():
        await asyncio.sleep(0.1)
        most = max(most, process.memory_info().rss)
    await doing
    return (most - before) / 1e6


def wire(server: RunningServer) -> socket.socket:
    """A connection that does not wait."""
    address = urlsplit(server.url)
    opened = socket.create_connection((address.hostname or "", address.port or 0))
    opened.setblocking(False)
    return opened


async def send(connection: socket.socket, bytes_: bytes, seconds: float = SECONDS) -> int:
    """Send this again and again, without reading; how many bytes the server has taken."""
    loop, taken = asyncio.get_running_loop(), 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                await loop.sock_sendall(connection, bytes_)
                taken += len(bytes_)
    except (TimeoutError, OSError):
        return taken


async def unread_answers(server: RunningServer, path: str = "/") -> int:
    """Requests one after the other, and no answer is read."""
    host = urlsplit(server.url).netloc
    with wire(server) as connection:
        return await send(connection, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 200)


async def half_bodies(server: RunningServer) -> int:
    """Many forms that announce more than they send."""
    head = f"POST / HTTP/1.1\r\nHost: {urlsplit(server.url).netloc}\r\nContent-Length: {ANNOUNCED}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    loop, body = asyncio.get_running_loop(), head.encode() + b"x" * SENT

    async def one() -> int:
        with wire(server) as connection:
            try:
                async with asyncio.timeout(SECONDS * 2):
                    await loop.sock_sendall(connection, body)
                    await asyncio.sleep(SECONDS)
            except (TimeoutError, OSError):
                return 0
            return 1

    return sum(await asyncio.gather(*(one() for _ in range(HALVES))))


async def unread_pongs(server: RunningServer) -> int:
    """Pings on the socket of a screen, and no pong is read."""
    host = Browser(server.url)
    await host.post(server.host_path, "")
    page = await host.post("/new/?game=sporz", "/new/", nights="phones", language="en")
    code = re.findall(r"/ws/desk/([A-Z]{4})/", page.text)[0]
    address = urlsplit(server.url)
    head = [
        f"GET /ws/screen/{code}/ HTTP/1.1",
        f"Host: {address.netloc}",
        f"Origin: {server.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    with wire(server) as connection:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, ("\r\n".join(head) + "\r\n\r\n").encode())
        return await send(connection, (b"\x89\xfd" + b"\0" * 4 + b"x" * 125) * 500)


PESTS: dict[str, Callable[[RunningServer], Awaitable[int]]] = {
    "memory for requests sent for 8 s whose answers nobody reads": unread_answers,
    f"memory for {HALVES} bodies of 4 MB that stop at 1.9 MB": half_bodies,
    "memory for pings sent for 8 s whose pongs nobody reads": unread_pongs,
}


def figures() -> Iterator[Figure]:
    """By how much the server grows for each of them, a fresh one each time."""
    for what, pest in PESTS.items():
        with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
            server = RunningServer(Path(folder), {}).start()
            try:
                yield Figure(what, asyncio.run(most_memory(server, pest(server))), "MB")
            finally:
                server.stop()
