"""Halls full of phones: real servers in processes of their own, phones that are lean sockets of this process.

What is measured is the time from a moderator's tap to the last phone that shows what it did, beside a bare broadcast
of as many bytes to as many sockets by the same server; and what happens when everybody does something at once.
Start reading at `measured`.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import psutil
import psycopg

from tests.bench.lean import Listener
from tests.conftest import POSTGRES, REDIS
from tests.serving import RunningServer
from tests.walking import Browser, Evening, Moderator, Player, read_forms

TAPS = 12
MOST_SEATS = 300  # at one table; more phones are second screens of the same seats
SERVER = ("-m", "tests.bench.server")
WITHIN = 2.0  # seconds within which everybody comes back
Rows = Iterator[tuple[str, str]]


@dataclass(frozen=True)
class Size:
    """So many phones at each of so many tables, served by one process or two."""

    tables: int
    phones: int
    processes: int = 1

    @classmethod
    def read(cls, written: str) -> Size:
        """What the command line says: `300`, `30x16`, `300+`."""
        tables, _, phones = written.rstrip("+").rpartition("x")
        return cls(int(tables or 1), int(phones), 2 if written.endswith("+") else 1)

    def __str__(self) -> str:
        tables = f"{self.tables} tables of {self.phones}" if self.tables > 1 else f"{self.phones} phones"
        return tables + (", two processes, PostgreSQL and Redis" if self.processes > 1 else "")


def measured(size: Size) -> Rows:
    """All figures of a hall of this size."""
    with serving(size.processes) as servers:
        yield from asyncio.run(figures(servers, size))


@contextmanager
def serving(processes: int = 1) -> Iterator[list[RunningServer]]:
    """Servers with /bare/ beside the site: one on SQLite, or several on PostgreSQL and Redis."""
    with tempfile.TemporaryDirectory() as data:
        name = f"veilleur_bench_{secrets.token_hex(4)}"
        shared = {"DATABASE_URL": POSTGRES.rpartition("/")[0] + f"/{name}", "REDIS_URL": f"{REDIS}/15"}
        if processes > 1:
            administer(f"CREATE DATABASE {name}")
        servers = []
        try:
            for _ in range(processes):
                servers.append(RunningServer(Path(data), shared if processes > 1 else {}, SERVER).start())
            yield servers
        finally:
            for server in servers:
                server.kill()
            if processes > 1:
                administer(f"DROP DATABASE {name} WITH (FORCE)")


def administer(statement: str) -> None:
    """Make a database, or drop it."""
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


class Hall:
    """Tables at play, and every phone's socket."""

    def __init__(self, servers: list[RunningServer], evenings: list[Evening]) -> None:
        self.servers, self.evenings = servers, evenings
        self.listeners: list[Listener] = []
        self.following = [
            asyncio.create_task(one.moderator.browser.follow(f"/ws/desk/{one.code}/")) for one in evenings
        ]
        self.processes = [psutil.Process(server.process.pid) for server in servers if server.process]

    def phones(self, each: int) -> list[tuple[str, str, str]]:
        """Server, path and cookies of every phone's socket, so many at each table."""
        found = []
        for evening in self.evenings:
            seats = [player.browser for player in evening.players.values()]
            for number in range(each):
                browser = seats[number % len(seats)]
                found.append((browser.url, f"/ws/phone/{evening.code}/", browser.cookie_header))
        return found

    async def connect(self, phones: Iterable[tuple[str, str, str]]) -> None:
        """Open these sockets, one after the other, and wait until each shows its table."""
        for url, path, cookies in phones:
            self.listeners.append(await Listener.connect(url, path, cookies))
        await all_hold(dict.fromkeys(self.listeners, 0))

    async def come_back(self, phones: list[tuple[str, str, str]]) -> float:
        """Open all sockets again at random moments of two seconds; seconds until the last shows its table."""
        random, started = Random(4), perf_counter()

        async def one(url: str, path: str, cookies: str) -> Listener:
            await asyncio.sleep(random.random() * WITHIN)
            return await Listener.connect(url, path, cookies)

        self.listeners = await asyncio.gather(*(one(*phone) for phone in phones))
        return await all_hold(dict.fromkeys(self.listeners, 0)) - started

    def leave(self) -> None:
        """Close all sockets."""
        for listener in self.listeners:
            listener.transport.close()
        for task in self.following:
            task.cancel()

    @property
    def memory(self) -> int:
        """What the servers hold, in bytes."""
        return sum(process.memory_info().rss for process in self.processes)

    @property
    def cpu(self) -> float:
        """What the servers have spent, in seconds."""
        return sum(sum(process.cpu_times()[:2]) for process in self.processes)

    async def tap(self) -> float:
        """At every table at once: name a chief, or take that back. Seconds until the last phone shows it."""
        await asyncio.sleep(0.2)
        forms = []
        for evening in self.evenings:
            desk = evening.moderator.browser
            form = (desk.form("decide") if "The chief" in desk.region else None) or desk.form("undo")
            assert form is not None, desk.region
            forms.append((desk, form.action, form.fill(evening.moderator.random)))
        newer = {listener: listener.pulse + 1 for listener in self.listeners}
        started = perf_counter()
        sending = [asyncio.create_task(desk.submit(action, fields)) for desk, action, fields in forms]
        last = await all_hold(newer)
        assert {answer.status for answer in await asyncio.gather(*sending)} == {200}
        return last - started

    async def everybody_answers(self) -> tuple[float, float]:
        """All name a chief at once: seconds until all are answered, until all phones show that all have."""
        answers = []
        for evening in self.evenings:
            desk, players = evening.moderator.browser, list(evening.players.values())
            while "The chief" not in desk.region:
                form = desk.form("undo")
                assert form is not None
                await desk.submit(form.action, form.fill(evening.moderator.random))
            await players[0].browser.go(f"/t/{evening.code}/")
            form = players[0].browser.form("answer")
            assert form is not None
            for player in players:
                tap = dict(form.fill(evening.moderator.random))
                tap |= {"request": secrets.token_hex(8), "csrfmiddlewaretoken": player.browser.cookies["csrftoken"]}
                answers.append(player.browser.ask("POST", form.action, list(tap.items()), htmx=True))
        cast = re.compile(r"(\d+) of (\d+) have voted")
        started = perf_counter()
        given = await asyncio.gather(*answers)
        answered = perf_counter() - started
        assert {answer.status for answer in given} == {200}

        def complete(listener: Listener) -> bool:
            found = cast.search(listener.message.decode())
            return found is not None and found[1] == found[2]

        await heard_by_all(self.listeners, complete)
        return answered, perf_counter() - started


async def figures(servers: list[RunningServer], size: Size) -> list[tuple[str, str]]:
    """What this hall takes, row by row."""
    evenings, joined = await fill(servers, size)
    hall = Hall(servers, evenings)
    first, *others = hall.phones(size.phones)
    await hall.connect([first])
    before = hall.memory
    await hall.connect(others)
    await asyncio.sleep(0.5)
    memory = (hall.memory - before) / max(1, len(others))
    spent = hall.cpu
    times = [await hall.tap() for _ in range(TAPS)]
    cost = (hall.cpu - spent) / TAPS / len(evenings)
    spent = hall.cpu
    answered, shown = await hall.everybody_answers()
    votes = sum(len(evening.players) for evening in evenings)
    vote = (hall.cpu - spent) / votes
    views = {listener.message.partition(b', "pulse"')[0] for listener in hall.listeners}
    body = max((listener.message for listener in hall.listeners), key=len)
    hall.leave()
    bare = await broadcast(servers[0], body, len(hall.listeners))
    back = await hall.come_back([first, *others])
    hall.leave()
    usual = statistics.median(times)
    return [
        (f"-- {size}: {len(views)} different views, the longest", f"{len(body) / 1024:.0f} KB"),
        (f"{votes} people join in the same instant, until all are seated", f"{joined:.2f} s"),
        ("from the moderator's tap to the last phone, median", f"{usual * 1000:.0f} ms"),
        ("... the slowest of them", f"{max(times) * 1000:.0f} ms"),
        ("a bare broadcast of as many bytes to as many sockets, median", f"{bare * 1000:.0f} ms"),
        ("... tap over bare", f"{usual / bare:.1f} x"),
        ("CPU of a tap, all phones of its table told", f"{cost * 1000:.0f} ms"),
        (f"{votes} people vote in the same instant, until all are answered", f"{answered:.2f} s"),
        ("... until all phones show all votes", f"{shown:.2f} s"),
        ("CPU of a vote, all phones told", f"{vote * 1000:.1f} ms"),
        (f"all phones come back within {WITHIN:.0f} s, until the last shows its table", f"{back:.2f} s"),
        ("memory of a connected phone", f"{memory / 1024:.0f} KB"),
    ]


async def fill(servers: list[RunningServer], size: Size) -> tuple[list[Evening], float]:
    """Open the tables and let everybody join at once; seconds until all have a seat. Then deal, and begin."""
    tablet, evenings = Browser(servers[0].url), []
    await tablet.post(servers[-1].host_path, "")  # each start makes the links before it void
    for number in range(size.tables):
        page = await tablet.post("/new/?game=sporz", "/new/", nights="phones", language="en")
        found = re.search(r"/ws/desk/([A-Z]{4})/", page.text)
        assert found, page.text
        desk = Browser(tablet.url)
        desk.cookies = dict(tablet.cookies)
        evenings.append(Evening(found[1], Moderator(desk, found[1], Random(number)), {}))
    joining = []
    for evening in evenings:
        for number in range(min(size.phones, MOST_SEATS)):
            phone = Browser(servers[number % len(servers)].url)
            page = await phone.ask("GET", f"/j/{evening.code}/")
            form = read_forms(page.text)[0][f"/j/{evening.code}/"]
            fields = [("csrfmiddlewaretoken", form.value("csrfmiddlewaretoken")), ("name", f"P{number}")]
            joining.append(phone.ask("POST", f"/j/{evening.code}/", fields))
            evening.players[f"P{number}"] = Player(phone, evening.code, Random(number))
    started = perf_counter()
    assert {answer.status for answer in await asyncio.gather(*joining)} == {302}
    joined = perf_counter() - started
    for evening in evenings:
        for form in ("deal", "begin"):
            await evening.moderator.browser.post(f"/desk/{evening.code}/", form)
    return evenings, joined


async def all_hold(wanted: dict[Listener, int]) -> float:
    """Wait until every phone holds a view of its pulse or a later one; when the last one had it."""
    return await heard_by_all(list(wanted), lambda listener: listener.pulse >= wanted[listener])


async def heard_by_all(listeners: list[Listener], enough: Callable[[Listener], bool]) -> float:
    """Wait until every phone has heard enough; when the last one had."""
    missing = {listener for listener in listeners if not enough(listener)}
    there = asyncio.Event()

    def heard(listener: Listener) -> None:
        if listener in missing and enough(listener):
            missing.discard(listener)
            if not missing:
                there.set()

    for listener in listeners:
        listener.heard = heard
    if missing:
        await asyncio.wait_for(there.wait(), 120)
    return max(listener.came for listener in listeners)


async def broadcast(server: RunningServer, body: bytes, phones: int) -> float:
    """The same bytes to the same number of sockets by a bare loop: seconds from the request to the last, median."""
    listeners = [await Listener.connect(server.url, "/bare/") for _ in range(phones)]
    head = (
        f"POST /bare/ HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    times = []
    for _ in range(TAPS):
        await asyncio.sleep(0.1)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for listener in listeners:
            listener.message = b""
        started = perf_counter()
        writer.write(head.encode() + body)
        times.append(await heard_by_all(listeners, lambda one: one.message == body) - started)
        await reader.read()
        writer.close()
    for listener in listeners:
        listener.transport.close()
    return statistics.median(times)
