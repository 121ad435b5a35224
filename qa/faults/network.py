"""A faulty network between devices and the server: connections that are cut, stalled, or lose what was said last.

A small proxy on a port of its own. Each connection draws its fate when it is made; the director of a game can
also cut or stall them all. Knows no HTTP: a request is the first thing that a device says, an answer what comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

FATES = ("lost request", "half a request", "lost answer", "half an answer", "late")
PIECE = 65_536  # bytes


class FaultyNetwork:
    """The connections of one server; `frailty` is the share of them that something happens to."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.frailty = 0.0
        self.port = self.server_port = 0
        self.counted: Counter[str] = Counter()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The address that devices know."""
        return f"http://127.0.0.1:{self.port}"

    @contextlib.asynccontextmanager
    async def lead_to(self, server_port: int) -> AsyncIterator[None]:
        """Take a port, and lead what comes there to that of the server."""
        self.server_port = server_port
        async with await asyncio.start_server(self._accept, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            try:
                yield
            finally:  # while the port is open: from Python 3.12 on, closing it waits for every connection
                for task in self._connections:
                    task.cancel()
                await asyncio.gather(*self._connections, return_exceptions=True)

    def cut(self) -> None:
        """Cut every connection that there is."""
        self.counted["cut"] += 1
        for end in list(self._ends):
            end.transport.abort()

    async def stall(self, seconds: float) -> None:
        """Let nothing through for a while, and all of it afterwards."""
        self.counted["stalled"] += 1
        self._flowing.clear()
        await asyncio.sleep(seconds)
        self._flowing.set()

    def heal(self) -> None:
        """Let everything through from now on."""
        self.frailty = 0.0
        self._flowing.set()

    def _accept(self, device: asyncio.StreamReader, to_device: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(device, to_device))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _connect(self, device: asyncio.StreamReader, to_device: asyncio.StreamWriter) -> None:
        fate = self.random.choice(FATES) if self.random.random() < self.frailty else ""
        if fate:
            self.counted[fate] += 1
        ends = {to_device}
        self._ends |= ends
        with contextlib.suppress(OSError, ConnectionError):
            server, to_server = await asyncio.open_connection("127.0.0.1", self.server_port)
            ends.add(to_server)
            self._ends |= ends
            there = asyncio.create_task(self._forward_requests(device, to_server, fate))
            back = asyncio.create_task(self._forward_answers(server, to_device, fate))
            await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
            for task in (there, back):
                task.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
        self._ends -= ends
        for end in ends:
            if fate:
                end.transport.abort()
            else:
                end.close()

    async def _forward_requests(
        self, device: asyncio.StreamReader, to_server: asyncio.StreamWriter, fate: str
    ) -> None:
        while piece := await device.read(PIECE):
            await self._flowing.wait()
            if fate == "lost request":
                return
            if fate == "late":
                await asyncio.sleep(self.random.random())
            to_server.write(piece[: len(piece) // 2] if fate == "half a request" else piece)
            await to_server.drain()
            if fate == "half a request":
                return

    async def _forward_answers(
        self, server: asyncio.StreamReader, to_device: asyncio.StreamWriter, fate: str
    ) -> None:
        while piece := await server.read(PIECE):
            await self._flowing.wait()
            if fate == "lost answer":
                return
            if fate == "late":
                await asyncio.sleep(self.random.random() * 0.3)
            to_device.write(piece[: len(piece) // 2] if fate == "half an answer" else piece)
            await to_device.drain()
            if fate == "half an answer":
                return
