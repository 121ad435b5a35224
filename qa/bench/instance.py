"""`python -m qa.bench.instance`: the resident memory of one instance, at rest and with one table of sixteen.

SQLite, no Redis, as an instance beside others has it. The table plays a whole game of Sporz, followed by all phones.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

import psutil

from qa.bench.figures import Figure
from qa.serving import RunningServer
from qa.walking import open_evening

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
NAMES += ["Ivy", "Jon", "Kim", "Max", "Ned", "Ola", "Pia", "Rex"]
SEATS, AT_REST = len(NAMES), 5.0  # seconds after the start


def main() -> None:
    """Measure and print."""
    for figure in figures():
        print(f"{figure.what}: {figure.value:.0f} {figure.unit}")


def figures(seats: int = SEATS, at_rest: float = AT_REST) -> list[Figure]:
    """Return what one server takes, in megabytes: before anybody came, and after a game of so many."""
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), {"CALL_PACE": "0.005", "PATH_PREFIX": "/hiboux"}).start()
        try:
            asyncio.run(asyncio.sleep(at_rest))
            rest = resident(server)
            asyncio.run(play(server, seats))
            return [
                Figure("an instance at rest, resident memory", rest, "MB"),
                Figure(f"the same after a game of {seats}", resident(server), "MB"),
            ]
        finally:
            server.stop()


def resident(server: RunningServer) -> float:
    """Return the resident memory of a server, in megabytes."""
    assert server.process is not None
    return float(psutil.Process(server.process.pid).memory_info().rss) / 1_000_000


async def play(server: RunningServer, seats: int) -> None:
    """Play a whole game at one table."""
    url = f"{server.url}/hiboux"
    evening = await open_evening(url, url, server.host_path, NAMES[:seats], Random(8))
    await evening.play()


if __name__ == "__main__":
    main()
