"""`make bench`: what the house can bear, as a table of figures. No pass and no fail; under three minutes.

`python -m tests.bench 300` measures a hall of that size alone, beside the engine and the journal.
Real servers in processes of their own, on SQLite; phones are lean sockets of this process. Start reading at `main`.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import psutil

from tests.bench.lean import Listener
from tests.serving import RunningServer
from tests.walking import Browser, Evening, open_evening

HALLS = (16, 100, 300)
TAPS = 12


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "moderation.settings", "VEILLEUR_DATA": data}
        import django

        django.setup()
        for line in (*engine(), *journal()):
            say(*line)
    for phones in map(int, sys.argv[1:] or HALLS):
        with serving() as server:
            for line in asyncio.run(hall(server, phones)):
                say(*line)


def say(what: str, figure: str) -> None:
    """One row of the table."""
    print(f"{what:<62} {figure:>16}", flush=True)


# The engine, on one core


def engine() -> Iterator[tuple[str, str]]:
    """Whole random games played by bots, and their moves replayed."""
    from games import bots
    from games.kits import all_kits
    from games.table import Table

    kit, random = all_kits()["sporz"], Random(1)
    games, started = [], perf_counter()
    while perf_counter() - started < 4:
        seats = [f"P{number}" for number in range(random.randint(6, 16))]
        options = {"night_autopsy": "role", "show_tally": True}
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        bots.play_out(kit, table, random.choice)
        games.append(table)
    yield "whole random Sporz games, 6 to 16 seats", f"{len(games) / (perf_counter() - started):.0f} /s"
    started, moves = perf_counter(), 0
    for played in games:
        again = Table(kit.rules, played.seats, played.options, played.deal)
        for _number, move in played.standing:
            again.take(move)
        moves += again.number
    yield "moves replayed", f"{moves / (perf_counter() - started):.0f} /s"


# The journal


def journal() -> Iterator[tuple[str, str]]:
    """What one vote costs between the page and the disk, at a table of 16 on SQLite."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games import journal
    from games.kits import all_kits
    from games.models import GameSession, Seat
    from moderation.server import ready_database

    random, kit = Random(2), all_kits()["sporz"]
    names = [f"P{number}" for number in range(16)]
    with ready_database():
        session = GameSession.objects.create(code="BFHJ", game="sporz")
        for place, name in enumerate(names):
            Seat.objects.create(session=session, place=place, name=name, folded=name)
        journal.deal_cards(session, kit.roles.deal(names, {}, random.choice))
        journal.begin(session)
        moves: list[dict[str, Any]] = [
            {"step": "chief", "by": random.choice(names), "answer": {"seat": random.choice(names)}}
            for _ in range(400)
        ]
        with CaptureQueriesContext(connection) as queries:
            journal.submit(session.pk, moves[0])
        yield "queries of a move, its transaction's own aside", f"{len(queries)}"
        wall, cpu = perf_counter(), process_time()
        for number, move in enumerate(moves):
            journal.submit(session.pk, move, request=f"tap {number}")
        yield "a move into the journal, to the disk", f"{(perf_counter() - wall) / len(moves) * 1000:.2f} ms"
        yield "CPU of that", f"{(process_time() - cpu) / len(moves) * 1000:.2f} ms"
        connection.close()


# A hall of phones


@contextmanager
def serving() -> Iterator[RunningServer]:
    """A server with /bare/ beside the site."""
    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), {}, ("-m", "tests.bench.server")).start()
        try:
            yield server
        finally:
            server.kill()


async def hall(server: RunningServer, phones: int) -> list[tuple[str, str]]:
    """From the moderator's tap to the last phone, beside a bare broadcast of the same bytes."""
    names = [f"P{number}" for number in range(phones)]
    evening = await open_evening(server.url, server.url, server.host_path, names, Random(3), look=False)
    moderator = evening.moderator.browser
    following = asyncio.create_task(moderator.follow(f"/ws/desk/{evening.code}/"))
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    cookies = [player.browser.cookie_header for player in evening.players.values()]
    first = await Listener.connect(server.url, f"/ws/phone/{evening.code}/", cookies[0])
    await all_hold([first], 0)
    before = process.memory_info().rss
    listeners = [first]
    for cookie in cookies[1:]:
        listeners.append(await Listener.connect(server.url, f"/ws/phone/{evening.code}/", cookie))
    await all_hold(listeners, 0)
    await asyncio.sleep(0.5)
    memory = (process.memory_info().rss - before) / max(1, phones - 1)
    cpu = process.cpu_times()
    times = [await tap(evening, listeners) for _ in range(TAPS)]
    spent = process.cpu_times()
    answered, shown = await everybody_answers(evening, listeners)
    views = {listener.message.partition(b', "pulse"')[0] for listener in listeners}
    body = max((listener.message for listener in listeners), key=len)
    for listener in listeners:
        listener.transport.close()
    following.cancel()
    bare = await broadcast(server, body, phones)
    usual = statistics.median(times)
    cost = (spent.user + spent.system - cpu.user - cpu.system) / TAPS
    return [
        (f"-- {phones} phones: {len(views)} different views, the longest", f"{len(body) / 1024:.0f} KB"),
        ("from the moderator's tap to the last phone, median", f"{usual * 1000:.0f} ms"),
        ("... the slowest of them", f"{max(times) * 1000:.0f} ms"),
        ("a bare broadcast of as many bytes to as many sockets, median", f"{bare * 1000:.0f} ms"),
        ("... tap over bare", f"{usual / bare:.1f} x"),
        ("CPU of a tap, all phones told", f"{cost * 1000:.0f} ms"),
        ("everybody votes at once, until all are answered", f"{answered:.2f} s"),
        ("... until all phones show all votes", f"{shown:.2f} s"),
        ("memory of a connected phone", f"{memory / 1024:.0f} KB"),
    ]


async def tap(evening: Evening, listeners: list[Listener]) -> float:
    """Name a chief, or take that back: night falls or day returns on every phone. Seconds until the last has it."""
    desk = evening.moderator.browser
    await asyncio.sleep(0.2)
    form = desk.form("decide") if "The chief" in desk.region else None
    form = form or desk.form("undo")
    assert form is not None, desk.region
    pulse = max(listener.pulse for listener in listeners)
    fields = form.fill(evening.moderator.random)
    started = perf_counter()
    sending = asyncio.create_task(desk.submit(form.action, fields))
    last = await all_hold(listeners, pulse + 1)
    assert (await sending).status == 200
    return last - started


async def all_hold(listeners: list[Listener], pulse: int) -> float:
    """Wait until every phone holds a view of this pulse or a later one; when the last one had it."""
    missing = {listener for listener in listeners if listener.pulse < pulse}
    there = asyncio.Event()

    def heard(listener: Listener) -> None:
        if listener.pulse >= pulse:
            missing.discard(listener)
            if not missing:
                there.set()

    for listener in listeners:
        listener.heard = heard
    if missing:
        await asyncio.wait_for(there.wait(), 60)
    return max(listener.came for listener in listeners)


async def everybody_answers(evening: Evening, listeners: list[Listener]) -> tuple[float, float]:
    """All phones name a chief at the same moment: seconds until all are answered, until all show that all have."""
    desk = evening.moderator.browser
    while "The chief" not in desk.region:
        form = desk.form("undo")
        assert form is not None
        await desk.submit(form.action, form.fill(evening.moderator.random))
    one = next(iter(evening.players.values()))
    await one.browser.go(f"/t/{evening.code}/")
    form = one.browser.form("answer")
    assert form is not None
    pulse = max(desk.pulse, *(listener.pulse for listener in listeners))

    async def answer(browser: Browser) -> None:
        tap = dict(form.fill(evening.moderator.random))
        tap |= {"request": secrets.token_hex(8), "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        assert (await browser.ask("POST", form.action, list(tap.items()), htmx=True)).status == 200

    started = perf_counter()
    await asyncio.gather(*(answer(player.browser) for player in evening.players.values()))
    answered = perf_counter() - started
    await all_hold(listeners, pulse + len(listeners))
    return answered, perf_counter() - started


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
        missing, there = set(listeners), asyncio.Event()

        def heard(listener: Listener, missing: set[Listener] = missing, there: asyncio.Event = there) -> None:
            missing.discard(listener)
            if not missing:
                there.set()

        for listener in listeners:
            listener.heard = heard
        started = perf_counter()
        writer.write(head.encode() + body)
        await asyncio.wait_for(there.wait(), 60)
        times.append(max(listener.came for listener in listeners) - started)
        await reader.read()
        writer.close()
    for listener in listeners:
        listener.transport.close()
    return statistics.median(times)


if __name__ == "__main__":
    main()
