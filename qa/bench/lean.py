"""A WebSocket client that only keeps what it was sent: a few hundred of them leave a core its time.

A message of the server is a tick, a whole region, or fragments of it (`<hx-partial id="people">...</hx-partial>`).
A phone holds the last region and, of each fragment that has come since, the latest. Start reading at `Listener.hold`.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
from collections.abc import Callable
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

TICK = b'{"tick"'
PULSE = re.compile(rb'"pulse": (\d+), "now": \d+}$')
PARTS = re.compile(rb'{"content": "(?:\\n| )*(?:<hx-partial |")')  # fragments, or nothing at all
FRAGMENT = re.compile(r'<hx-partial id="([^"]+)"[^>]*>(.*?)</hx-partial>', re.DOTALL)


class Listener(asyncio.Protocol):
    """One device's socket: what it holds, the pulse of that, when it came, and how many bytes came so far.

    `received` counts the payload of every message but ticks.
    """

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self.region, self.fragments = b"", dict[str, str]()
        self.pulse, self.came, self.received = -1, 0.0, 0
        self.heard: Callable[[Listener], None] = lambda _one: None
        self._buffer = bytearray()
        self._open = self.lost = False

    @classmethod
    async def connect(cls, url: str, path: str, cookies: str = "") -> Listener:
        """Open a socket as a page of this server would."""
        address = urlsplit(url)
        made = await asyncio.get_running_loop().create_connection(cls, address.hostname, address.port)
        transport, listener = cast(asyncio.Transport, made[0]), made[1]
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {address.netloc}",
            f"Origin: {url}",
            f"Cookie: {cookies}",
            "Accept-Language: en",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        listener.transport = transport
        transport.write("\r\n".join([*lines, "", ""]).encode())
        await listener.ready
        return listener

    def hold(self, message: bytes) -> None:
        """Keep a message: a region in the place of everything, a fragment in the place of the one before it."""
        if PARTS.match(message):
            for name, inside in FRAGMENT.findall(json.loads(message)["content"]):
                self.fragments.pop(name, None)  # the newest stands last
                self.fragments[name] = inside
        else:
            self.region, self.fragments = message, {}
        found = PULSE.search(message.rstrip()[-100:])
        self.pulse = int(found[1]) if found else -1

    def find(self, sought: re.Pattern[str]) -> re.Match[str] | None:
        """Where the newest text that mentions it says this; None where no text does."""
        newest = (sought.search(text) for text in reversed(self.fragments.values()))
        return next(filter(None, newest), None) or sought.search(self.region.decode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Say so to whoever waits for more."""
        self.lost = True
        self.heard(self)

    def data_received(self, data: bytes) -> None:
        """Collect frames."""
        self._buffer += data
        if not self._open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self._open, self._buffer = True, bytearray(rest)
            self.ready.set_result(None)
        while frame := self._frame():
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < 2:
            return None
        length, start = self._buffer[1] & 127, 2
        if length == 126 and len(self._buffer) >= 4:
            length, start = struct.unpack_from("!H", self._buffer, 2)[0], 4
        elif length == 127 and len(self._buffer) >= 10:
            length, start = struct.unpack_from("!Q", self._buffer, 2)[0], 10
        elif length > 125:
            return None
        if len(self._buffer) < start + length:
            return None
        kind, payload = self._buffer[0] & 15, bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        return kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 9:  # a ping
            self.transport.write(bytes([0x8A, 0x80 | len(payload)]) + bytes(4) + payload)
        elif kind == 1 and not payload.startswith(TICK):
            self.came, self.received = perf_counter(), self.received + len(payload)
            self.hold(payload)
            self.heard(self)


async def all_hold(wanted: dict[Listener, int]) -> float:
    """Wait until every device holds a view of its pulse or a later one; when the last one had it."""
    return await heard_by_all(list(wanted), lambda listener: listener.pulse >= wanted[listener])


async def heard_by_all(listeners: list[Listener], enough: Callable[[Listener], bool], patience: float = 240) -> float:
    """Wait until every device has heard enough; when the last one had.

    Raises TimeoutError after so many seconds, ConnectionError when one of them was cut off.
    """
    missing = {listener for listener in listeners if not enough(listener)}
    last = max((listener.came for listener in listeners), default=perf_counter())
    there = asyncio.Event()

    def heard(listener: Listener) -> None:
        nonlocal last
        if listener in missing and enough(listener):
            missing.discard(listener)
            last = listener.came
        if not missing or any(one.lost for one in missing):
            there.set()

    for listener in listeners:
        listener.heard = heard
        heard(listener)  # it may have been cut off already
    if missing:
        await asyncio.wait_for(there.wait(), patience)
    if lost := sum(one.lost for one in missing):
        raise ConnectionError(f"{lost} of {len(listeners)} sockets were cut off")
    return last
