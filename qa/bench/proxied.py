"""A hall as docs/hosting.md has it: processes behind the shipped nginx, a PostgreSQL and a Redis of their own.

What each of them spends is told apart, because each grows by something else. Its figures are processor time, memory,
bytes and connections: they stay true on a machine that has other work, where seconds of waiting do not.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import psutil
import psycopg

from qa.bench.checkouts import Checkout, Served
from qa.bench.figures import Figure
from qa.bench.halls import SETTLE, Hall, Size, fill_hall, read_cpu_time
from qa.serving import PATIENCE_SECONDS, find_free_port
from tests.services import OwnPostgres, OwnRedis, postgres_programs
from tests.test_proxies import Process, answers, nginx

AT_REST, SECONDS, A_SECOND = 10.0, 20.0, 10  # seconds at rest, then of taps, and how many of them in a second
PARTS = ("processes", "PostgreSQL", "Redis", "nginx")


@dataclass(frozen=True)
class Spent:
    """What a hall took. Processor time in seconds, memory and traffic in bytes."""

    phones: int
    at_rest: dict[str, float]  # in each second in which nobody does anything, by part
    of_a_tap: dict[str, float]  # of a desk's tap, all of its table told
    taps: int
    late: float  # seconds to a table's last phone, 95 of 100: of this machine, on this day
    empty: int  # the memory of a process that has no phone
    of_a_phone: int  # of its processes
    of_a_phone_at_nginx: int
    connections: int  # to PostgreSQL, of all processes
    sent: float  # bytes to each phone of a table for a tap

    def figures(self) -> Iterator[Figure]:
        """The rows that are printed."""
        for part in PARTS:
            yield Figure(f"CPU of a second at rest, {part}", self.at_rest[part] * 1000, "ms")
        for part in PARTS:
            yield Figure(f"CPU of a desk's tap, its table told, {part}", self.of_a_tap[part] * 1000, "ms")
        yield Figure(f"{A_SECOND} taps a second asked for; done in a second", self.taps / SECONDS, "x")
        yield Figure("... until the table's last phone shows one, 95 of 100", self.late * 1000, "ms")
        yield Figure("what each phone of a table was sent for a tap", self.sent / 1024, "KB")
        yield Figure("memory of a process without phones", self.empty / 1024, "KB")
        yield Figure("memory of a connected phone, processes", self.of_a_phone / 1024, "KB")
        yield Figure("memory of a connected phone, nginx", self.of_a_phone_at_nginx / 1024, "KB")
        yield Figure("connections to PostgreSQL, all processes", self.connections)


class ProxiedServers:
    """The parts of it, and what they spend."""

    def __init__(self, servers: list[Served], postgres: OwnPostgres, redis: OwnRedis, proxy: psutil.Process) -> None:
        self.servers, self.postgres = servers, postgres
        self.parts: dict[str, list[psutil.Process]] = {
            "processes": [psutil.Process(server.process.pid) for server in servers if server.process],
            "PostgreSQL": [psutil.Process(postgres.process.pid)] if postgres.process else [],
            "Redis": [psutil.Process(redis.process.pid)] if redis.process else [],
            "nginx": [proxy],
        }
        self.gone: dict[str, float] = dict.fromkeys(PARTS, 0.0)

    def all_of(self, part: str) -> list[psutil.Process]:
        """The processes of a part, with those that they have started."""
        return [one for first in self.parts[part] for one in (first, *first.children(recursive=True))]

    async def spent(self) -> dict[str, float]:
        """Processor time by now, once they have come to rest; connections of a pool stay while it is measured."""
        await asyncio.sleep(SETTLE)
        found = dict.fromkeys(PARTS, 0.0)
        for part in PARTS:
            for one in self.all_of(part):
                with suppress(OSError, psutil.Error):
                    found[part] += read_cpu_time(one)
        return found

    def memory(self, part: str) -> int:
        """What a part holds."""
        return sum(one.memory_info().rss for one in self.all_of(part))

    def connections(self) -> int:
        """Of the processes to PostgreSQL."""
        with psycopg.connect(self.postgres.url) as client:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            return int(client.execute(asked).fetchone()[0]) - 1  # type: ignore[index]


@contextmanager
def open_servers(checkout: Checkout, processes: int) -> Iterator[tuple[ProxiedServers, int]]:
    """The servers, and the port of its proxy."""
    programs = postgres_programs()
    assert programs and shutil.which("nginx") and shutil.which("redis-server"), "PostgreSQL, Redis and nginx"
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        postgres, redis = OwnPostgres(programs), OwnRedis()
        for service in (postgres, redis):
            stack.callback(service.remove)
            service.start()
        env = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url, "ALLOWED_HOSTS": "127.0.0.1"}
        servers: list[Served] = []
        for _ in range(processes):
            servers.append(Served(checkout, Path(folder), env))
            servers[-1].start()
            stack.callback(servers[-1].kill)
        port, behind = find_free_port(), [Process.__new__(Process) for _ in servers]
        for one, server in zip(behind, servers, strict=True):
            one.port = server.port
        proxy = subprocess.Popen(nginx(port, behind, Path(folder)))
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        deadline = perf_counter() + PATIENCE_SECONDS
        while not answers(port):
            assert perf_counter() < deadline
        yield ProxiedServers(servers, postgres, redis, psutil.Process(proxy.pid)), port


def measure_servers(checkout: Checkout, size: Size) -> Spent:
    """A hall of this size in such servers."""
    with open_servers(checkout, size.processes) as (servers, port):
        return asyncio.run(_measure_servers(servers, port, size))


async def _measure_servers(servers: ProxiedServers, port: int, size: Size) -> Spent:
    url = f"http://127.0.0.1:{port}"
    hall, _joined = await fill_hall([*servers.servers], size, url)
    before = {part: servers.memory(part) for part in ("processes", "nginx")}
    await hall.open_desks()
    await hall.connect(hall.all_phones(size.phones))
    await asyncio.sleep(1)
    phones = len(hall.sockets)
    grown = {part: (servers.memory(part) - had) // phones for part, had in before.items()}
    began = await servers.spent()
    await asyncio.sleep(AT_REST)
    rested = await servers.spent()
    at_rest = {part: (rested[part] - began[part]) / (AT_REST + SETTLE) for part in PARTS}
    received, started = sum(one.received for one in hall.phones), perf_counter()
    late = await taps(hall)
    done = await servers.spent()
    lasted = perf_counter() - started
    of_a_tap = {part: (done[part] - rested[part] - at_rest[part] * lasted) / len(late) for part in PARTS}
    told = sum(one.received for one in hall.phones) - received
    spent = Spent(
        phones,
        at_rest,
        of_a_tap,
        round(len(late) * SECONDS / lasted),
        sorted(late)[int(len(late) * 0.95)],
        before["processes"] // size.processes,
        grown["processes"],
        grown["nginx"],
        servers.connections(),
        told / len(late) / size.phones,
    )
    hall.leave()
    return spent


async def taps(hall: Hall) -> list[float]:
    """So many taps at random moments at random tables; seconds of each to the last phone of its table."""
    random, times = Random(5), list[float]()

    async def one(moment: float) -> None:
        table = random.choice(hall.tables)
        await asyncio.sleep(moment)
        async with table.busy:
            tap, started = table.next_tap(), perf_counter()
            times.append(await table.give(tap) - started)

    await asyncio.gather(*(one(random.random() * SECONDS) for _ in range(round(SECONDS * A_SECOND))))
    return times
