"""A WebSocket client that only notes when a whole message is there: a few hundred of them leave a core its time."""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Callable
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

PULSE = re.compile(rb'"pulse": (\d+), "now": \d+}$')


class Listener(asyncio.Protocol):
    """One phone's socket: the last message, its pulse, and when it came."""

    def __init__(self) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self.message, self.came, self.received = b"", 0.0, 0
        self.heard: Callable[[Listener], None] = lambda _one: None
        self._buffer = bytearray()
        self._open = False

    @classmethod
    async def connect(cls, url: str, path: str, cookies: str = "") -> Listener:
        """Open a socket as a page of this house would."""
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

    transport: asyncio.Transport

    @property
    def pulse(self) -> int:
        """The pulse of the last view; -1 for anything else."""
        found = PULSE.search(self.message.rstrip()[-100:])
        return int(found[1]) if found else -1

    def data_received(self, data: bytes) -> None:
        """Collect frames; only the last message is kept."""
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
        elif kind == 1:
            self.message, self.came, self.received = payload, perf_counter(), self.received + len(payload)
            self.heard(self)
