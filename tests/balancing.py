"""A load balancer as small as one can be: each connection goes to the next server that takes it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from itertools import count

from qa.serving import RunningServer


class Balancer:
    """Passes bytes on, without sticky sessions; `taken` says how many connections each server has had."""

    def __init__(self, servers: list[RunningServer]) -> None:
        self.servers = servers
        self.taken = [0 for _ in servers]
        self.url = ""
        self._turn = count()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from beginning to end."""
        with contextlib.closing(writer):
            for _ in self.servers:
                turn = next(self._turn) % len(self.servers)
                with contextlib.suppress(OSError):
                    behind = await asyncio.open_connection("127.0.0.1", self.servers[turn].port)
                    self.taken[turn] += 1
                    with contextlib.closing(behind[1]):
                        there = asyncio.create_task(pass_on(reader, behind[1]))
                        await pass_on(behind[0], writer)
                        there.cancel()
                    return


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything that comes in here goes out there."""
    with contextlib.suppress(OSError):
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()


@contextlib.asynccontextmanager
async def balanced(servers: list[RunningServer]) -> AsyncIterator[Balancer]:
    """A balancer before these servers."""
    balancer = Balancer(servers)
    listening = await asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    balancer.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield balancer
    finally:
        listening.close()
