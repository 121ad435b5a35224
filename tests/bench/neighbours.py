"""Several clubs in one process: how long a page of one of them takes while another is busy, and while it is not.

The busy one asks for its statistics and its evenings over many connections, has kept games played again and a hundred
guests seated.
Everything is on this machine, whoever asks as well: what stands here is more than a server of its own would take.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import statistics
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from tests.bench.checkouts import administer
from tests.bench.evenings import sent
from tests.bench.figures import Figure
from tests.bench.undos import record_of_undos
from tests.conftest import POSTGRES
from tests.serving import RunningServer
from tests.walking import AWAY, Browser

PAGES, EVENINGS, CONNECTIONS, IMPORTS, SEATINGS = 150, 12, 8, 4, 2
RECORD_BYTES = 200_000  # about as many moves as are played out at most
READS = 0.5  # seconds that somebody reads a refusal
VERSION = re.compile(r'name="version" value="(\d+)"')
BETWEEN = 3.0  # seconds until a load is there, and until it is gone


@contextmanager
def house_of_clubs() -> Iterator[RunningServer]:
    """A server that keeps several clubs, on a database of its own."""
    name = f"veilleur_bench_{secrets.token_hex(4)}"
    administer(f"CREATE ROLE {name} LOGIN")
    administer(f"CREATE DATABASE {name} OWNER {name}")
    where = urlsplit(POSTGRES)
    url = where._replace(netloc=f"{name}@{where.hostname}:{where.port or 5432}", path=f"/{name}").geturl()
    with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
        server = RunningServer(Path(folder), {"CLUBS": "1", "DATABASE_URL": url})
        try:
            yield server.start()
        finally:
            server.stop()
            administer(f"DROP DATABASE {name} WITH (FORCE)")
            administer(f"DROP ROLE {name}")


class Club:
    """A club of the house, and the device of somebody who runs it."""

    def __init__(self, server: RunningServer, name: str) -> None:
        self.server, self.host = server, Browser(server.url)
        self.link = server.new_link("clubs", "--open", name)
        self.prefix = self.link[: self.link.index("/host/")]
        self.hosts: list[Browser] = []  # of those who make it busy

    async def open(self, hosts: int = 0) -> Club:
        """Come in, with so many hosts more, and make evenings."""
        await self.host.post(self.link, "")
        self.hosts = [await self.another_host() for _ in range(hosts)]
        for number in range(EVENINGS):
            await sent(self.host, f"{self.prefix}/events/", [("name", f"Friday {number}")])
        return self

    async def another_host(self) -> Browser:
        """One more device of somebody who runs it."""
        browser, key = Browser(self.server.url), self.prefix.rpartition("/")[2]
        link = await asyncio.to_thread(
            self.server.new_link, "host_link", "--club", key, "--name", secrets.token_hex(4)
        )
        await browser.post(link, "")
        return browser

    async def page(self, path: str) -> float:
        """Seconds until a page is there."""
        started = perf_counter()
        answer = await self.host.ask("GET", self.prefix + path)
        assert answer.status == 200, (path, answer.status)
        return perf_counter() - started


@dataclass(frozen=True)
class Busy:
    """A club that is kept busy: where it is, and the cookies of each device that asks."""

    url: str
    prefix: str
    cookies: list[dict[str, str]]
    round: str  # the path of a round of a hundred guests

    def browsers(self) -> list[Browser]:
        """The devices."""
        found = [Browser(self.url) for _ in self.cookies]
        for browser, cookies in zip(found, self.cookies, strict=True):
            browser.cookies.update(cookies)
        return found


async def asks_for(path: str, busy: Busy) -> None:
    """Ask for a page over many connections, without end."""

    async def again(browser: Browser) -> None:
        while True:
            with suppress(*AWAY):
                assert (await browser.ask("GET", busy.prefix + path)).status == 200

    await asyncio.gather(*(again(browser) for browser in busy.browsers()))


async def imports(busy: Busy) -> None:
    """Have kept games played out, on several devices, without end."""
    kept, path = json.dumps(record_of_undos(RECORD_BYTES)), f"{busy.prefix}/import/"

    async def again(browser: Browser) -> None:
        await browser.ask("GET", path)
        fields = [("csrfmiddlewaretoken", browser.cookies["csrftoken"]), ("record", kept), ("nights", "")]
        while True:
            with suppress(*AWAY):
                answer = await browser.ask("POST", path, fields, parts=True)
                assert answer.status in (302, 409), answer.status
                await asyncio.sleep(READS if answer.status == 409 else 0)  # another is read, or tables are enough

    await asyncio.gather(*(again(browser) for browser in busy.browsers()))


async def seats(busy: Busy) -> None:
    """Have a round seated, on several devices, without end."""
    path = f"{busy.prefix}{busy.round}"

    async def again(browser: Browser) -> None:
        while True:
            with suppress(*AWAY):
                page = await browser.ask("GET", path)
                version = VERSION.search(page.text)
                assert version, page.status
                fields = [("csrfmiddlewaretoken", browser.cookies["csrftoken"]), ("do", "propose")]
                answer = await browser.ask("POST", f"{path}do/", [*fields, ("version", version[1])])
                assert answer.status == 302, answer.status
                await asyncio.sleep(READS)  # another may be seating it

    await asyncio.gather(*(again(browser) for browser in busy.browsers()))


LOADS: dict[str, tuple[Callable[[Busy], Coroutine[Any, Any, None]], int]] = {
    "connections ask for statistics": (partial(asks_for, "/statistics/"), CONNECTIONS),
    "connections ask for evenings": (partial(asks_for, "/events/"), CONNECTIONS),
    "devices have a hundred guests seated": (seats, SEATINGS),
    "devices bring kept games in": (imports, IMPORTS),  # the last one: it gives its devices other cookies
}


@contextmanager
def loaded(what: str, busy: Busy) -> Iterator[None]:
    """The club is busy with this, by a process of its own: what it takes to ask is not what is measured."""
    process = get_context("spawn").Process(target=load, args=(what, busy), daemon=True)
    process.start()
    try:
        yield
        assert process.is_alive(), f"nobody asked any more: {what}"
    finally:
        process.kill()
        process.join()


def load(what: str, busy: Busy) -> None:
    """Keep a club busy, without end, from what would be other machines: the server and the quiet club come first."""
    if hasattr(os, "nice"):
        os.nice(19)
    asyncio.run(LOADS[what][0](busy))


async def percentile(club: Club) -> float:
    """The 95th of a hundred of the times that its page of evenings takes, asked for at random moments, in seconds."""
    times = []
    for _ in range(PAGES):
        times.append(await club.page("/events/"))
        await asyncio.sleep(secrets.randbelow(40) / 1000)
    return statistics.quantiles(times, n=20)[-1]


async def measured(server: RunningServer) -> list[Figure]:
    """The page of a quiet club, by itself and beside each load of another."""
    quiet, busy = await Club(server, "The Owls").open(), await Club(server, "Les Veilleurs").open(CONNECTIONS)
    await percentile(quiet)  # what is drawn for the first time takes longer
    alone = await percentile(quiet)
    key = busy.prefix.rpartition("/")[2]
    full = (await asyncio.to_thread(server.commanded, "-m", "tests.bench.full_evening", key)).strip()
    rows = [Figure("a club's page of evenings while no other asks, 95th percentile", alone * 1000, "ms")]
    for what, (_load, most) in LOADS.items():
        cookies = [host.cookies for host in busy.hosts[:most]]
        with loaded(what, Busy(server.url, busy.prefix, cookies, full)):
            await asyncio.sleep(BETWEEN)
            beside = await percentile(quiet)
        await asyncio.sleep(BETWEEN)
        rows.append(Figure(f"... while in another {len(cookies)} {what}", beside * 1000, "ms"))
        rows.append(Figure("... over quiet", beside / alone, "x"))
    return rows


def figures() -> Iterator[Figure]:
    """How much one club of a house notices of another."""
    with house_of_clubs() as server:
        yield from asyncio.run(measured(server))
