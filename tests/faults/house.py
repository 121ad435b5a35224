"""`python -m tests.faults.house`: each fault of a house of several processes, and what phones saw of it.

For each a game of Sporz on two processes behind a balancer, with a PostgreSQL and a Redis of its own, to its end.
Prints how often phones were answered how, the longest that nobody was answered anything but an excuse, and the lines
that the processes logged; ends with 1 when a move was lost, a page showed a fault of ours, or a game did not end.
Names of faults after the command try these alone. The faults of one process are in `python -m tests.faults`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import ClassVar

import psycopg

from tests import walking
from tests.balancing import balanced
from tests.services import OwnPostgres, OwnRedis, postgres_programs
from tests.serving import RunningServer
from tests.walking import AWAY, Answer, Browser, Evening, Fields

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
LASTS = 6.0  # seconds that something is away
GAME = 1200.0  # seconds for a game; one that goes on then is stuck
WELL = (200, 302, 409)
ROOM = 200  # megabytes, of the disk that is filled up
FEW = 8  # connections that the small PostgreSQL lets in
MOVES = (
    "SELECT count(*), count(DISTINCT number), max(number) FROM games_move"
    " JOIN games_gamesession s ON s.id = session_id WHERE s.code = %s"
)


class Seeing(Browser):
    """A device that remembers how it was answered."""

    seen: ClassVar[Counter[str]] = Counter()
    well: ClassVar[list[float]] = []  # when somebody was answered what they had asked for

    async def ask(self, method: str, path: str, fields: Fields | None = None, htmx: bool = False) -> Answer:
        """One request, counted by its status."""
        try:
            answer = await super().ask(method, path, fields, htmx)
        except AWAY:
            self.seen["no answer"] += 1
            raise
        self.seen[str(answer.status)] += 1
        if answer.status in WELL:
            self.well.append(monotonic())
        return answer


@dataclass
class House:
    """Two processes and what they need, in which things go wrong."""

    postgres: OwnPostgres
    redis: OwnRedis
    disk: Path  # on which PostgreSQL keeps everything
    servers: list[RunningServer] = field(default_factory=list)

    async def away(self, service: OwnPostgres | OwnRedis) -> None:
        """It ends without a word, and is started again after a while."""
        await asyncio.to_thread(service.stop)
        await asyncio.sleep(LASTS)
        await asyncio.to_thread(service.start)

    async def hangs(self, service: OwnPostgres | OwnRedis) -> None:
        """It stands still for a while, with every connection open."""
        service.hang()
        await asyncio.sleep(LASTS)
        service.wake()

    async def killed(self) -> None:
        """kill -9 of one process."""
        await asyncio.to_thread(self.servers[0].kill)
        await asyncio.sleep(LASTS)
        await asyncio.to_thread(self.servers[0].start)

    async def rolled(self) -> None:
        """One process after the other is stopped as a service manager does, and started again."""
        for server in self.servers:
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)

    async def full(self) -> None:
        """Something else takes all room on PostgreSQL's disk, until it is taken away."""
        filler = self.disk / "filler"
        with suppress(OSError), filler.open("wb") as written:
            while True:
                written.write(b"." * 65536)
                written.flush()
        await asyncio.sleep(LASTS)
        filler.unlink()

    async def crowded(self) -> None:
        """More ask at once than PostgreSQL lets in."""
        strangers = [Seeing(server.url) for server in self.servers for _ in range(40)]

        async def one(stranger: Seeing) -> None:
            with suppress(*AWAY):
                await stranger.ask("GET", "/")

        for _ in range(3):
            await asyncio.gather(*map(one, strangers))


async def nothing(_house: House) -> None:
    """Nothing more than the house itself."""
    await asyncio.sleep(LASTS)


@dataclass(frozen=True)
class Fault:
    """What happens, in which house."""

    happens: Callable[[House], Awaitable[None]]
    env: dict[str, str] = field(default_factory=dict)
    redis: bool = True
    postgres: dict[str, object] = field(default_factory=dict)
    small_disk: bool = False


FAULTS = {
    "no-redis": Fault(nothing, redis=False),
    "redis-away": Fault(lambda house: house.away(house.redis)),
    "redis-hangs": Fault(lambda house: house.hangs(house.redis)),
    "database-away": Fault(lambda house: house.away(house.postgres)),
    "database-hangs": Fault(lambda house: house.hangs(house.postgres)),
    "killed": Fault(House.killed),
    "rolling-restart": Fault(House.rolled, env={"DRAIN_SECONDS": "2"}),
    "pools-too-large": Fault(
        House.crowded, {"DATABASE_POOL": "16"}, postgres={"max_connections": FEW, "superuser_reserved_connections": 1}
    ),
    "database-disk-full": Fault(House.full, small_disk=True),
}


@contextmanager
def a_disk(wanted: bool) -> Iterator[Path]:
    """A folder, on a small disk of its own where that is wanted: for that one has to be root."""
    with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
        os.chmod(folder, 0o755)
        if wanted:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            if wanted:
                subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def opened(fault: Fault) -> Iterator[House]:
    """The house that a fault is for."""
    programs = postgres_programs()
    if programs is None:
        raise SystemExit("PostgreSQL's programs are missing: apt-get install postgresql")
    with ExitStack() as stack:
        disk = stack.enter_context(a_disk(fault.small_disk))
        postgres = OwnPostgres(programs, fault.postgres, within=disk)
        house = House(postgres, OwnRedis(), disk)
        for service in (house.postgres, house.redis):
            stack.callback(service.remove)
            service.start()
        env = {
            "DATABASE_URL": postgres.url,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "CALL_PACE": "0.005",
            **fault.env,
        }
        env |= {"REDIS_URL": house.redis.url} if fault.redis else {}
        for _ in range(2):
            data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            house.servers.append(RunningServer(data, env).start())
            stack.callback(house.servers[-1].kill)
        yield house


async def played(house: House, fault: Fault) -> Evening:
    """A game in which the fault happens, to its end."""
    # Connections that end with the game are no news.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _told: None)
    async with balanced(house.servers) as balancer:
        path = house.servers[1].host_path
        evening = await walking.open_evening(balancer.url, balancer.url, path, NAMES, Random(2))
        Seeing.seen.clear()
        Seeing.well.clear()
        for person in evening.people:
            person.pause = 0.3
        playing = asyncio.create_task(evening.play())
        await asyncio.sleep(1)
        await fault.happens(house)
        for person in evening.people:
            person.pause = 0.0
        async with asyncio.timeout(GAME):
            await playing
        return evening


def tried(name: str, fault: Fault) -> bool:
    """Let it happen, and print a line; whether nothing was lost."""
    with opened(fault) as house:
        evening = asyncio.run(played(house, fault))
        for server in house.servers:  # they may have taken every connection there is
            server.kill()
        with psycopg.connect(house.postgres.url) as client:
            found = client.execute(MOVES, [evening.code]).fetchone()
        assert found is not None
        lines = Counter(line for server in house.servers for line in server.errors.splitlines())
    gaps = [later - before for before, later in zip(Seeing.well, Seeing.well[1:], strict=False)]
    answers = ", ".join(f"{status}: {number}" for status, number in sorted(Seeing.seen.items()))
    whole = found[0] == found[1] == found[2] and all(person.over for person in evening.people)
    fault_of_ours = "500" in Seeing.seen or any("Traceback" in line for line in lines)
    became = "LOST" if not whole else "a page of ours failed" if fault_of_ours else "nothing lost"
    longest = f"longest without: {max(gaps, default=0):.1f} s"
    print(f"{name}: {became}; {found[0]} moves; phones were answered {answers}; {longest}", flush=True)
    for line, number in lines.items():
        print(f"    {number} x {line}", flush=True)
    return whole and not fault_of_ours


def main() -> int:
    """Try them all, or those that are named; 1 where one of them cost anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.house", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("faults", nargs="*", choices=[*FAULTS, []], metavar="FAULT", help=", ".join(FAULTS))
    names = parser.parse_args().faults or FAULTS
    walking.Browser = Seeing  # type: ignore[misc]
    well = {name: tried(name, FAULTS[name]) for name in names}
    return 0 if all(well.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
