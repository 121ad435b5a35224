"""Halls full of phones: tables at play on real servers, phones that are lean sockets of this process.

A hall knows its tables and what its servers spend; what is done in it and measured is in `crowd.py`.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import NamedTuple

import psutil

from qa.bench.lean import Listener, all_hold
from qa.serving import RunningServer
from qa.walking import Browser, Evening, Fields, Moderator, Player, read_forms

MOST_SEATS = 300  # at one table; more phones are second screens of the same seats
LOADS = 2  # of a seat's page, without its scripts, that make the seat firm
SETTLE = 0.3  # seconds in which a server ends what a tap has set going


@dataclass(frozen=True)
class Size:
    """So many phones at each of so many tables, served by one process on SQLite, or more on PostgreSQL and Redis."""

    tables: int
    phones: int
    processes: int = 1

    @classmethod
    def read(cls, written: str) -> Size:
        """What the command line says: `300`, `30x16`, `300+`, `300x16+4`. Raises ValueError for anything else."""
        found = re.fullmatch(r"(?:([1-9]\d*)x)?([1-9]\d*)(?:(\+)([2-9])?)?", written)
        if not found:
            raise ValueError(f"{written!r} is no size of a hall: 300, 30x16, 300+, 300x16+4")
        return cls(int(found[1] or 1), int(found[2]), int(found[4] or 2) if found[3] else 1)

    def __str__(self) -> str:
        tables = f"{self.tables} tables of {self.phones}" if self.tables > 1 else f"{self.phones} phones"
        number = "two" if self.processes == 2 else self.processes
        return tables + (f", {number} processes, PostgreSQL and Redis" if self.processes > 1 else "")


class Phone(NamedTuple):
    """What it takes to open a phone's socket."""

    url: str
    path: str
    cookies: str


class Tap(NamedTuple):
    """A form of the desk, filled in."""

    action: str
    fields: Fields


@dataclass
class Table:
    """A table at play: its people, and the sockets of its desk and of its phones."""

    evening: Evening
    desk: Listener | None = None
    phones: list[Listener] = field(default_factory=list)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def sockets(self) -> list[Listener]:
        """All of the table."""
        return [*self.phones, *([self.desk] if self.desk else [])]

    @property
    def browser(self) -> Browser:
        """The desk's browser: it shows what the answer to its last tap brought."""
        return self.evening.moderator.browser

    def next_tap(self) -> Tap:
        """Name a chief, or take that back."""
        form = self.browser.undo_form()
        if self.waits_for_a_chief:
            form = self.browser.form("decide") or form
        assert form is not None, self.browser.region
        return Tap(form.action, form.fill(self.evening.moderator.random))

    @property
    def waits_for_a_chief(self) -> bool:
        """Whether that step is the one that the desk shows."""
        return '<h2 class="step-title">The chief' in self.browser.region

    async def give(self, tap: Tap) -> float:
        """Tap; when the last phone showed it. Returns when the desk shows it, too."""
        newer = {listener: listener.pulse + 1 for listener in self.phones}
        desk = {listener: listener.pulse + 1 for listener in self.sockets if listener not in newer}
        sending = asyncio.create_task(self.browser.submit(*tap))
        showing = asyncio.create_task(all_hold(newer))
        answer = await sending
        if answer.status != 200:  # nobody will show what was refused
            showing.cancel()
            raise AssertionError(f"{answer.status} {tap}: {answer.text}")
        last = await showing
        await all_hold(desk)
        return last


class Hall:
    """Tables at play, and every device's socket."""

    def __init__(self, servers: list[RunningServer], tables: list[Table]) -> None:
        self.servers, self.tables = servers, tables
        self.processes = [psutil.Process(server.process.pid) for server in servers if server.process]

    @property
    def sockets(self) -> list[Listener]:
        """Of all tables, desks included."""
        return [one for table in self.tables for one in table.sockets]

    @property
    def phones(self) -> list[Listener]:
        """The phones' sockets alone."""
        return [one for table in self.tables for one in table.phones]

    @property
    def people(self) -> int:
        """How many have a seat."""
        return sum(len(table.evening.players) for table in self.tables)

    def all_phones(self, each: int) -> list[tuple[Table, Phone]]:
        """So many phones at each table."""
        found = []
        for table in self.tables:
            seats = [player.browser for player in table.evening.players.values()]
            for number in range(each):
                browser = seats[number % len(seats)]
                path = f"/ws/phone/{table.evening.code}/"
                found.append((table, Phone(browser.url, path, browser.cookie_header)))
        return found

    async def open_desks(self) -> None:
        """Open each desk's socket."""
        for table in self.tables:
            browser = table.browser
            path = f"/ws/desk/{table.evening.code}/"
            table.desk = await Listener.connect(browser.url, path, browser.cookie_header)
            await all_hold({table.desk: 0})

    async def connect(self, phones: Iterable[tuple[Table, Phone]]) -> None:
        """Open these phones' sockets, one after the other, and wait until each shows its table."""
        for table, phone in phones:
            table.phones.append(await Listener.connect(*phone))
        await all_hold(dict.fromkeys(self.phones, 0))

    async def come_back(self, phones: list[tuple[Table, Phone]], within: float) -> float:
        """Open all phones' sockets again at random moments of so many seconds; seconds until all show their table."""
        random, started = Random(4), perf_counter()

        async def one(table: Table, phone: Phone) -> None:
            await asyncio.sleep(random.random() * within)
            table.phones.append(await Listener.connect(*phone))

        await asyncio.gather(*(one(*phone) for phone in phones))
        return await all_hold(dict.fromkeys(self.phones, 0)) - started

    def leave(self) -> None:
        """Close all sockets."""
        for table in self.tables:
            for listener in table.sockets:
                listener.transport.close()
            table.desk, table.phones = None, []

    @property
    def memory(self) -> int:
        """What the servers hold, in bytes."""
        return sum(process.memory_info().rss for process in self.processes)

    async def spent(self) -> float:
        """What the servers have spent once they have come to rest, in seconds of processor time."""
        await asyncio.sleep(SETTLE)
        return sum(map(read_cpu_time, self.processes))


def read_cpu_time(process: psutil.Process) -> float:
    """The processor time of another process, in seconds: to the nanosecond on Linux, else as finely as is known."""
    if sys.platform == "linux":
        return time.clock_gettime((~process.pid << 3) | 2)  # as clock_getcpuclockid(3) would name its clock
    return sum(process.cpu_times()[:2])


async def fill_hall(servers: list[RunningServer], size: Size, proxy: str = "") -> tuple[Hall, float]:
    """Open the tables and let everybody join at once; seconds until all have a seat. Then deal, and begin.

    `proxy`: the address that everybody comes by, in the place of the servers' own.
    """
    tablet, tables = Browser(proxy or servers[0].url), []
    await tablet.post(servers[-1].host_path, "")  # each start makes the links before it void
    for number in range(size.tables):
        page = await tablet.post("/new/?game=sporz", "/new/", nights="phones", language="en")
        found = re.search(r"/ws/desk/([A-Z]{4})/", page.text)
        assert found, page.text
        desk = Browser(tablet.url)
        desk.cookies = tablet.cookies  # one device: its cookie is renewed with each table
        tables.append(Table(Evening(found[1], Moderator(desk, found[1], Random(number)), {})))
    joining = []
    for table in tables:
        path = f"/j/{table.evening.code}/"
        for number in range(min(size.phones, MOST_SEATS)):
            phone, name = Browser(proxy or servers[number % len(servers)].url), f"P{number}"
            form = read_forms((await phone.ask("GET", path)).text)[0]["join"]
            fields = [("csrfmiddlewaretoken", form.value("csrfmiddlewaretoken")), ("name", name)]
            joining.append(phone.ask("POST", path, fields))
            table.evening.players[name] = Player(phone, table.evening.code, Random(number))
    started = perf_counter()
    assert {answer.status for answer in await asyncio.gather(*joining)} == {302}
    joined = perf_counter() - started
    for _load in range(LOADS):  # all have come then: no seat lapses while the tables are dealt
        await asyncio.gather(
            *(
                player.browser.ask("GET", f"/t/{table.evening.code}/")
                for table in tables
                for player in table.evening.players.values()
            )
        )
    for table in tables:
        for form_id in ("deal", "begin"):
            await table.browser.post(f"/desk/{table.evening.code}/", form_id)
    return Hall(servers, tables), joined
