"""What the server keeps for whoever never reads: unread answers, bodies that stop half-way, pongs that pile up.

And for a seat that asks for its page without end; beside each, how long another phone waits for its page meanwhile.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from qa.bench.figures import Figure
from qa.bench.siege import measure_waits, open_phone
from qa.serving import RunningServer
from qa.walking import AWAY, Browser

SECONDS = 8.0
GREEDY = 16  # connections of a seat that asks without end
HALVES, ANNOUNCED_BYTES, SENT_BYTES = 700, 4_000_000, 1_900_000


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


def open_connection(server: RunningServer) -> socket.socket:
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


async def greedy_seat(server: RunningServer, code: str) -> int:
    """A phone that asks for its page over many connections at once, without end; how many pages it was given."""
    greedy, given = Browser(server.url), 0
    await greedy.post(f"/j/{code}/", f"/j/{code}/", name="Bob")

    async def again() -> None:
        nonlocal given
        while True:
            with suppress(*AWAY):
                given += (await greedy.ask("GET", f"/t/{code}/")).status == 200

    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(again() for _ in range(GREEDY)))
    return given


async def unread_answers(server: RunningServer, path: str = "/") -> int:
    """Requests one after the other, and no answer is read."""
    host = urlsplit(server.url).netloc
    with open_connection(server) as connection:
        return await send(connection, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 200)


async def half_bodies(server: RunningServer) -> int:
    """Many forms that announce more than they send."""
    head = f"POST / HTTP/1.1\r\nHost: {urlsplit(server.url).netloc}\r\nContent-Length: {ANNOUNCED_BYTES}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    loop, body = asyncio.get_running_loop(), head.encode() + b"x" * SENT_BYTES

    async def one() -> int:
        with open_connection(server) as connection:
            try:
                async with asyncio.timeout(SECONDS * 2):
                    await loop.sock_sendall(connection, body)
                    await asyncio.sleep(SECONDS)
            except (TimeoutError, OSError):
                return 0
            return 1

    return sum(await asyncio.gather(*(one() for _ in range(HALVES))))


async def unread_pongs(server: RunningServer, code: str) -> int:
    """Pings on the socket of a screen, and no pong is read."""
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
    with open_connection(server) as connection:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, ("\r\n".join(head) + "\r\n\r\n").encode())
        return await send(connection, (b"\x89\xfd" + b"\0" * 4 + b"x" * 125) * 500)


PESTS: dict[str, Callable[[RunningServer, str], Awaitable[int]]] = {
    "requests sent for 8 s whose answers nobody reads": lambda server, _code: unread_answers(server),
    f"{HALVES} bodies of 4 MB that stop at 1.9 MB": lambda server, _code: half_bodies(server),
    "pings sent for 8 s whose pongs nobody reads": unread_pongs,
    f"a seat that asks for its page over {GREEDY} connections for 8 s": greedy_seat,
}


async def measure_memory(
    server: RunningServer, pest: Callable[[RunningServer, str], Awaitable[int]]
) -> tuple[float, float]:
    """By how many megabytes the server grows, and how many times as long as in quiet another phone's page takes."""
    phone, code = await open_phone(server)
    quiet, meanwhile = await measure_waits(phone, code), list[float]()

    async def look() -> None:
        while True:
            meanwhile.extend(await measure_waits(phone, code, 1))

    grown = asyncio.create_task(most_memory(server, pest(server, code)))
    await asyncio.sleep(0.5)
    looking = asyncio.create_task(look())
    grew = await grown
    looking.cancel()
    with suppress(asyncio.CancelledError):
        await looking
    meanwhile = meanwhile or await measure_waits(phone, code, 1)  # of what was over before a page had come
    return grew, statistics.median(meanwhile) / statistics.median(quiet)


def figures() -> Iterator[Figure]:
    """By how much the server grows for each of them, a fresh one each time, and what another phone notices."""
    for what, pest in PESTS.items():
        with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
            server = RunningServer(Path(folder), {}).start()
            try:
                grew, slower = asyncio.run(measure_memory(server, pest))
                yield Figure(f"memory for {what}", grew, "MB")
                yield Figure("... another phone's page meanwhile, median over quiet", slower, "x")
            finally:
                server.stop()
