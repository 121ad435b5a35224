"""What people do in a hall, and what that takes: desks that tap, votes, phones that come back.

The time of a tap runs to the last phone that shows it; beside it stands a bare broadcast of as many bytes to as many
sockets by the same server. Processor time is the servers' own, with all that a tap sets going. Start reading at
`measure`.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import statistics
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from qa.bench.checkouts import Checkout
from qa.bench.figures import Figure, medians
from qa.bench.halls import Hall, Size, Table, fill_hall
from qa.bench.lean import Listener, all_hold, heard_by_all
from qa.serving import RunningServer
from qa.walking import Browser, Player

TAPS, BALLOTS = 12, 5
RETURN_SECONDS = 2.0  # seconds within which everybody comes back
SECONDS, A_SECOND = 20.0, 10  # of taps at random moments, and how many of them
CAST = re.compile(r"(\d+) of (\d+) ha(?:s|ve) voted")


@dataclass
class Taps:
    """Taps at every table at once: seconds to each table's last phone, to the hall's; bytes that each phone got."""

    tables: list[float] = field(default_factory=list)
    halls: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)


@dataclass
class Votes:
    """Everybody votes at once: seconds to the last reply, until all phones show all votes, and CPU seconds of one."""

    answered: float
    shown: float
    cpu: float


def measure(checkout: Checkout, size: Size, profile: bool = False) -> list[Figure]:
    """All figures of a hall of this size."""
    with checkout.serving(size.processes, services=size.processes > 1, profile=profile) as servers:
        return asyncio.run(figures([*servers], size, profile))


async def figures(servers: list[RunningServer], size: Size, profile: bool) -> list[Figure]:
    """What this hall takes, row by row."""
    hall, joined = await fill_hall(servers, size)
    await hall.open_desks()
    first, *others = hall.all_phones(size.phones)
    await hall.connect([first])
    before = hall.memory
    await hall.connect(others)
    await asyncio.sleep(0.5)
    memory = (hall.memory - before) / max(1, len(others))
    region = max(len(listener.region) for listener in hall.phones)
    await say_where(servers, profile, "before the first tap")
    taps, cpu = await taps_at_once(hall)
    await say_where(servers, profile, f"{TAPS} taps at every table")
    ballot = await bytes_of_a_ballot(hall)
    votes = await everybody_votes(hall)
    await say_where(servers, profile, f"{hall.people} votes")
    rows = [
        Figure("the longest region that a phone was sent", region / 1024, "KB"),
        Figure(f"{hall.people} people join in the same instant, until all are seated", joined, "s"),
        *rows_of(taps, await bare_broadcast(hall, round(statistics.median(taps.bytes))), size),
        Figure("CPU of a desk's tap, all of its table told", cpu * 1000, "ms"),
        Figure("sent to all sockets for one public ballot", ballot / 1024, "KB"),
        Figure(f"{hall.people} people vote in the same instant, until the last reply", votes.answered, "s"),
        Figure("... until all phones show all votes", votes.shown, "s"),
        Figure("CPU of a vote, all told", votes.cpu * 1000, "ms"),
    ]
    if size.tables > 1:
        rows += [await taps_at_random(hall)]
        await say_where(servers, profile, "taps at random moments")
    hall.leave()
    back = await hall.come_back([first, *others], RETURN_SECONDS)
    hall.leave()
    return [
        *rows,
        Figure(f"all phones come back within {RETURN_SECONDS:.0f} s, until the last shows its table", back, "s"),
        Figure("memory of a connected phone", memory / 1024, "KB"),
    ]


def rows_of(taps: Taps, bare: float, size: Size) -> list[Figure]:
    """Taps, and as many bytes sent by nothing but a loop."""
    who = "every table taps at once" if size.tables > 1 else "the desk taps"
    usual = statistics.median(taps.halls)
    return [
        Figure(f"{who}, until its last phone shows it, median", statistics.median(taps.tables) * 1000, "ms"),
        Figure("... the slowest of them", max(taps.tables) * 1000, "ms"),
        Figure("what a phone was sent for a tap, median", statistics.median(taps.bytes) / 1024, "KB"),
        Figure("a bare broadcast of as many bytes to all phones, median", bare * 1000, "ms"),
        Figure("tap over bare", usual / bare, "x"),
    ]


async def taps_at_once(hall: Hall) -> tuple[Taps, float]:
    """At every table at once a chief is named or taken back, several times; processor time of one tap, in seconds."""
    taps, spent = Taps(), await hall.spent()
    for _ in range(TAPS):
        await asyncio.sleep(0.2)
        forms = [(table, table.next_tap()) for table in hall.tables]
        received = {listener: listener.received for listener in hall.phones}
        started = perf_counter()
        ends = await asyncio.gather(*(table.give(tap) for table, tap in forms))
        taps.tables += [end - started for end in ends]
        taps.halls.append(max(ends) - started)
        taps.bytes += [listener.received - before for listener, before in received.items()]
    return taps, (await hall.spent() - spent) / TAPS / len(hall.tables)


async def taps_at_random(hall: Hall) -> Figure:
    """Taps at random moments and tables, each from the POST to its table's last phone; a desk taps once at a time."""
    random, times = Random(5), list[float]()
    for table in hall.tables:
        await table.evening.moderator.look()

    async def one(moment: float, table: Table) -> None:
        await asyncio.sleep(moment)
        async with table.busy:
            tap, started = table.next_tap(), perf_counter()
            times.append(await table.give(tap) - started)

    wanted = range(max(2, round(SECONDS * A_SECOND)))
    await asyncio.gather(*(one(random.random() * SECONDS, random.choice(hall.tables)) for _ in wanted))
    what = f"taps at random moments, {A_SECOND} a second in the hall, until the last phone, 95 of 100"
    return Figure(what, statistics.quantiles(times, n=20)[-1] * 1000, "ms")


async def ballot_form(table: Table) -> tuple[str, list[tuple[Player, dict[str, str]]]]:
    """Where ballots go, and one filled in for each player: a phone shows the form, the rest is each phone's own."""
    while not table.waits_for_a_chief:
        await table.browser.submit(*table.next_tap())
    players = list(table.evening.players.values())
    await players[0].browser.go(f"/t/{table.evening.code}/")
    form = players[0].browser.form("answer")
    assert form is not None
    filled_in = []
    for player in players:
        own = {"request": secrets.token_hex(8), "csrfmiddlewaretoken": player.browser.cookies["csrftoken"]}
        filled_in.append((player, dict(form.fill(table.evening.moderator.random)) | own))
    return form.action, filled_in


async def bytes_of_a_ballot(hall: Hall) -> float:
    """What all sockets of a table are sent when one player votes, in bytes, median."""
    table = hall.tables[0]
    action, ballots = await ballot_form(table)
    sent = []
    for player, ballot in ballots[: min(BALLOTS, len(ballots) - 1)]:
        await asyncio.sleep(0.2)
        before = sum(one.received for one in table.sockets)
        newer = {listener: listener.pulse + 1 for listener in table.sockets}
        answer = await player.browser.ask("POST", action, list(ballot.items()), htmx=True)
        assert answer.status == 200, answer.text
        await all_hold(newer)
        await asyncio.sleep(0.2)
        sent.append(sum(one.received for one in table.sockets) - before)
    return statistics.median(sent)


async def everybody_votes(hall: Hall) -> Votes:
    """Everybody in the hall votes for a chief in the same instant."""
    answers = []
    for table in hall.tables:
        action, ballots = await ballot_form(table)
        for player, ballot in ballots:
            answers.append(player.browser.ask("POST", action, list(ballot.items()), htmx=True))
    spent, started = await hall.spent(), perf_counter()
    given = await asyncio.gather(*answers)
    answered = perf_counter() - started
    assert {answer.status for answer in given} == {200}

    def complete(listener: Listener) -> bool:
        found = listener.find(CAST)
        return found is not None and found[1] == found[2]

    shown = await heard_by_all(hall.phones, complete) - started
    return Votes(answered, shown, (await hall.spent() - spent) / len(answers))


async def bare_broadcast(hall: Hall, length: int) -> float:
    """So many bytes to as many sockets as there are phones, by a bare loop: seconds to the last of them, median."""
    server = hall.servers[0]
    listeners = [await Listener.connect(server.url, "/bare/") for _ in hall.phones]
    times = [await _sent_to_all(server, listeners, b"." * length) for _ in range(TAPS)]
    for listener in listeners:
        listener.transport.close()
    return statistics.median(times)


async def _sent_to_all(server: RunningServer, listeners: list[Listener], body: bytes) -> float:
    await asyncio.sleep(0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = ["POST /bare/ HTTP/1.1", f"Host: {server.url[7:]}", "Connection: close", f"Content-Length: {len(body)}"]
    wanted = {listener: listener.received + len(body) for listener in listeners}
    started = perf_counter()
    writer.write("\r\n".join([*head, "", ""]).encode() + body)
    last = await heard_by_all(listeners, lambda listener: listener.received >= wanted[listener])
    await reader.read()
    writer.close()
    return last - started


def two_processes_over_one(checkout: Checkout, size: Size, rounds: int) -> Figure:
    """The processor time of a vote on PostgreSQL and Redis: with two server processes over that with one."""
    found: dict[int, list[list[Figure]]] = {1: [], 2: []}
    for _ in range(rounds):
        for processes, figures in found.items():
            with checkout.serving(processes, services=True) as servers:
                votes = asyncio.run(_votes([*servers], size))
            figures.append([Figure("CPU of a vote", votes.cpu * 1000, "ms")])
    one, two = (medians(figures)[0].value for figures in found.values())
    return Figure("CPU of a vote, two processes over one, both on PostgreSQL and Redis", two / one, "x")


async def _votes(servers: list[RunningServer], size: Size) -> Votes:
    hall, _joined = await fill_hall(servers, size)
    await hall.open_desks()
    await hall.connect(hall.all_phones(size.phones))
    votes = await everybody_votes(hall)
    hall.leave()
    return votes


async def say_where(servers: list[RunningServer], profile: bool, doing: str) -> None:
    """Print where each server's time went since this was last asked; nothing when nobody wants to know."""
    for server in servers if profile else ():
        print(f"   {server.url}, {doing}:\n{(await Browser(server.url).ask('GET', '/bare/')).text}", flush=True)
