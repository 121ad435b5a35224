"""`python -m qa.faults.cluster`: each fault of a server of several processes, and what phones saw of it.

For each a game of Sporz on two processes behind a balancer, with a PostgreSQL and a Redis of its own, to its end.
Prints how often phones were answered how, the longest that nobody was answered anything but an excuse, and the lines
that the processes logged; ends with 1 when a move was lost, a page showed a fault of ours, a game did not end, or a
start was not refused as it should be.
Names of faults after the command try these alone. The faults of one process are in `python -m qa.faults`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
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

from qa import walking
from qa.faults.journal_checks import check_kept, read_journal
from qa.serving import RunningServer
from qa.walking import AWAY, Answer, Browser, Evening, Fields
from tests.balancing import balanced
from tests.services import OwnPostgres, OwnRedis, postgres_programs
from tests.versions import next_version

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
LASTS = 6.0  # seconds that something is away
LONG = 25.0  # seconds: longer than a statement may wait, so that phones are told
THINKS = 2.0  # seconds at most before a tap, until the fault is over; the game has to be on for as long
GAME = 600.0  # seconds for what is left of a game then; one that goes on is stuck
WELL = (200, 302, 409)
DISK_MEGABYTES = 200  # megabytes, of the disk that is filled up
FEW = 8  # connections that the small PostgreSQL lets in


class CountingBrowser(Browser):
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
class Cluster:
    """Two processes and what they need, in which things go wrong."""

    postgres: OwnPostgres
    redis: OwnRedis
    disk: Path  # on which PostgreSQL keeps everything
    newer: Path  # a folder for what comes in the middle of a game: the next version, or processes more
    servers: list[RunningServer] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # by a process that is to be refused, or warned

    async def stop_service(self, service: OwnPostgres | OwnRedis) -> None:
        """It ends without a word, and is started again after a while."""
        await asyncio.to_thread(service.stop)
        await asyncio.sleep(LASTS)
        await asyncio.to_thread(service.start)

    async def suspend_service(self, service: OwnPostgres | OwnRedis, lasts: float = LASTS) -> None:
        """It stands still for so many seconds, with every connection open."""
        service.hang()
        await asyncio.sleep(lasts)
        service.wake()

    async def kill_one(self) -> None:
        """kill -9 of one process."""
        await asyncio.to_thread(self.servers[0].kill)
        await asyncio.sleep(LASTS)
        await asyncio.to_thread(self.servers[0].start)

    async def restart_one_by_one(self) -> None:
        """One process after the other is stopped as a service manager does, and started again."""
        for server in self.servers:
            await asyncio.to_thread(server.stop, signal.SIGTERM)
            await asyncio.to_thread(server.start)

    async def upgrade_one_by_one(self) -> None:
        """The same, and the version that is started is the next one, with other tables."""
        for server in self.servers:
            await asyncio.to_thread(server.stop, signal.SIGTERM)
            server.root = self.newer
            await asyncio.to_thread(server.start)

    async def start_without_key(self) -> None:
        """Two more processes are to serve: the file of one's key is not there, the other was told of no key."""
        env = {name: value for name, value in self.servers[0].env.items() if name != "SECRET_KEY"}
        for name, more in (("no-file", {"SECRET_KEY_FILE": str(self.newer / "missing")}), ("no-key", {})):
            (data := self.newer / name).mkdir()
            server = RunningServer(data, {**env, **more, "VEILLEUR_DATA": str(data)})
            try:
                await asyncio.to_thread(server.start)
            except RuntimeError:
                self.said += [f"refused: {line}" for line in server.errors.splitlines()]
            else:
                self.said += [f"started: {line}" for line in server.printed if "SECRET_KEY" in line]
                server.stop()

    async def fill_disk(self) -> None:
        """Something else takes all room on PostgreSQL's disk, until a phone was told, and is taken away then."""
        filler = self.disk / "filler"
        with suppress(OSError), filler.open("wb") as written:
            while True:
                written.write(b"." * 65536)
                written.flush()
        waiting = monotonic()
        while "507" not in CountingBrowser.seen and monotonic() - waiting < LONG:
            await asyncio.sleep(0.1)
        await asyncio.sleep(LASTS)
        filler.unlink()

    async def take_connections(self) -> None:
        """More ask at once than PostgreSQL lets in."""
        strangers = [CountingBrowser(server.url) for server in self.servers for _ in range(40)]

        async def one(stranger: CountingBrowser) -> None:
            with suppress(*AWAY):
                await stranger.ask("GET", "/")

        for _ in range(3):
            await asyncio.gather(*map(one, strangers))


async def do_nothing(_cluster: Cluster) -> None:
    """Cause no fault."""
    await asyncio.sleep(LASTS)


@dataclass(frozen=True)
class Fault:
    """A fault, and the cluster in which it happens."""

    happens: Callable[[Cluster], Awaitable[None]]
    env: dict[str, str] = field(default_factory=dict)
    redis: bool = True
    postgres: dict[str, object] = field(default_factory=dict)
    small_disk: bool = False
    next_version: bool = False  # stands ready before the game begins
    thinks: float = THINKS
    said: tuple[str, ...] = ()  # how each line begins that has to be said


FAULTS = {
    "no-redis": Fault(do_nothing, redis=False),
    "redis-away": Fault(lambda cluster: cluster.stop_service(cluster.redis)),
    "redis-hangs": Fault(lambda cluster: cluster.suspend_service(cluster.redis)),
    "database-away": Fault(lambda cluster: cluster.stop_service(cluster.postgres)),
    "database-hangs": Fault(lambda cluster: cluster.suspend_service(cluster.postgres, LONG)),
    "killed": Fault(Cluster.kill_one),
    "rolling-restart": Fault(Cluster.restart_one_by_one, env={"DRAIN_SECONDS": "2"}),
    "rolling-upgrade": Fault(Cluster.upgrade_one_by_one, env={"DRAIN_SECONDS": "2"}, next_version=True, thinks=6.0),
    "missing-key": Fault(
        Cluster.start_without_key,
        said=("refused: SECRET_KEY_FILE: ", "refused: SECRET_KEY_FILE\u00a0: ", "started: Another process "),
    ),
    "pools-too-large": Fault(
        Cluster.take_connections,
        {"DATABASE_POOL": "16"},
        postgres={"max_connections": FEW, "superuser_reserved_connections": 1},
    ),
    "database-disk-full": Fault(Cluster.fill_disk, small_disk=True),
}


@contextmanager
def mount_disk(wanted: bool) -> Iterator[Path]:
    """A folder, on a small disk of its own where that is wanted: for that one has to be root."""
    with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
        os.chmod(folder, 0o755)
        if wanted:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            if wanted:
                subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def open_cluster(fault: Fault) -> Iterator[Cluster]:
    """The cluster that a fault is for."""
    programs = postgres_programs()
    if programs is None:
        raise SystemExit("PostgreSQL's programs are missing: apt-get install postgresql")
    with ExitStack() as stack:
        disk = stack.enter_context(mount_disk(fault.small_disk))
        newer = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        newer = next_version(newer) if fault.next_version else newer
        postgres = OwnPostgres(programs, fault.postgres, within=disk)
        cluster = Cluster(postgres, OwnRedis(), disk, newer)
        for service in (cluster.postgres, cluster.redis):
            stack.callback(service.remove)
            service.start()
        env = {
            "DATABASE_URL": postgres.url,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "CALL_PACE": "0.005",
            **fault.env,
        }
        env |= {"REDIS_URL": cluster.redis.url} if fault.redis else {}
        for _ in range(2):
            data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            cluster.servers.append(RunningServer(data, env).start())
            stack.callback(cluster.servers[-1].kill)
        yield cluster


async def play_game(cluster: Cluster, fault: Fault) -> tuple[Evening, bool]:
    """A game in which the fault happens, to its end; whether it was on for all that time."""
    # Connections that end with the game are no news.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _told: None)
    async with balanced(cluster.servers) as balancer:
        path = cluster.servers[1].host_path
        evening = await walking.open_evening(balancer.url, balancer.url, path, NAMES, Random(2))
        CountingBrowser.seen.clear()
        CountingBrowser.well.clear()
        for person in evening.people:
            person.pause = fault.thinks
        playing = asyncio.create_task(evening.play())
        await asyncio.sleep(1)
        await fault.happens(cluster)
        in_time = not playing.done()
        for person in evening.people:
            person.pause = 0.0
        with suppress(TimeoutError):
            async with asyncio.timeout(GAME):
                await playing
        return evening, in_time


def try_fault(name: str, fault: Fault) -> bool:
    """Let it happen, and print a line; whether nothing was lost."""
    with open_cluster(fault) as cluster:
        evening, in_time = asyncio.run(play_game(cluster, fault))
        for server in cluster.servers:  # they may have taken every connection there is
            server.kill()
        moves = len(read_journal(cluster.postgres.url, evening.code))
        lost = not has_kept_moves(cluster, evening)
        lines = Counter(line for server in cluster.servers for line in server.errors.splitlines())
    gaps = [later - before for before, later in zip(CountingBrowser.well, CountingBrowser.well[1:], strict=False)]
    answers = ", ".join(f"{status}: {number}" for status, number in sorted(CountingBrowser.seen.items()))
    faults = {
        "LOST": lost,
        "STUCK": not all(person.over for person in evening.people),
        "a page of ours failed": "500" in CountingBrowser.seen
        or any("Traceback" in line for line in [*lines, *cluster.said]),
        "not said as it should be": not has_logged(cluster.said, fault.said),
    }
    became = ", ".join(what for what, happened in faults.items() if happened) or "nothing lost"
    longest = f"longest without: {max(gaps, default=0):.1f} s"
    over = "" if in_time else "; the game was over before"
    print(f"{name}: {became}; {moves} moves; phones were answered {answers}; {longest}{over}", flush=True)
    for line, number in lines.items():
        print(f"    {number} x {line}", flush=True)
    for line in cluster.said:
        print(f"    {line}", flush=True)
    return not any(faults.values())


def has_kept_moves(cluster: Cluster, evening: Evening) -> bool:
    """Whether the journal has each tap that was accepted once, and no gap."""
    try:
        check_kept(cluster.postgres.url, evening)
    except AssertionError as lost:
        print(lost, flush=True)
        return False
    return True


def has_logged(said: list[str], wanted: tuple[str, ...]) -> bool:
    """Whether these lines are as many as wanted, and begin so."""
    return len(said) == len(wanted) and all(map(str.startswith, said, wanted))


def main() -> int:
    """Try them all, or those that are named; 1 where one of them cost anything."""
    parser = argparse.ArgumentParser(prog="python -m qa.faults.cluster", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("faults", nargs="*", choices=[*FAULTS, []], metavar="FAULT", help=", ".join(FAULTS))
    names = parser.parse_args().faults or FAULTS
    walking.Browser = CountingBrowser  # type: ignore[misc]
    well = {name: try_fault(name, FAULTS[name]) for name in names}
    return 0 if all(well.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
