"""Many processes, one table: moves that collide, and a Redis, a PostgreSQL or a server that goes away in mid-game."""

import asyncio
import contextlib
import secrets
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from moderation.server.page_handler import AT_ONCE
from qa.faults.journal_checks import check_kept, read_journal
from qa.serving import PATIENCE_SECONDS, RunningServer
from qa.walking import Answer, Browser, Evening, Fields, Person, open_evening
from tests.balancing import balanced
from tests.services import OwnPostgres, OwnRedis
from tests.thorough import amount
from tests.versions import next_version

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"][: amount(6, 8)]
ROUNDS = amount(2, 4)

pytestmark = pytest.mark.slow


def two_servers(start_server: Callable[..., RunningServer], database: str, layer: str) -> list[RunningServer]:
    """Two servers of one installation, on two machines: all they have in common is a key, a database and a Redis."""
    shared = {"DATABASE_URL": database, "REDIS_URL": layer, "SECRET_KEY": secrets.token_urlsafe(50)}
    return [start_server(**shared, CALL_PACE="0.005") for _ in range(2)]


def list_addresses(servers: list[RunningServer]) -> tuple[str, str, str]:
    """Where the desk goes, where the phones go, and the link of a host."""
    return servers[0].url, servers[1].url, servers[1].host_path


def twin_of(browser: Browser, url: str) -> Browser:
    """The same device, asking another server."""
    twin = Browser(url)
    twin.cookies = dict(browser.cookies)
    return twin


class Crowd:
    """Everybody of an evening at two servers at once: each tap is sent when all the others are."""

    def __init__(self, evening: Evening, servers: list[RunningServer]) -> None:
        self.evening = evening
        self.desks = [twin_of(evening.moderator.browser, server.url) for server in servers]
        self.phones = [
            [twin_of(player.browser, server.url) for server in servers] for player in evening.players.values()
        ]
        self.accepted: set[str] = set()

    async def tap(self, taps: list[tuple[Browser, str, Fields]]) -> list[Answer]:
        """Send all of these at the same instant; what was accepted is remembered."""
        answers = await asyncio.gather(
            *(browser.ask("POST", path, fields, htmx=True) for browser, path, fields in taps)
        )
        for (_browser, _path, fields), answer in zip(taps, answers, strict=True):
            assert answer.status in (200, 409), answer.text
            if answer.status == 200:
                self.accepted.add(dict(fields)["request"])
        return answers

    async def all_answer(self, random: Random) -> list[Answer]:
        """Everybody answers, each the same tap through both servers."""
        taps: list[tuple[Browser, str, Fields]] = []
        for twins in self.phones:
            await twins[0].go(f"/t/{self.evening.code}/")
            if form := twins[0].form("answer"):
                fields = form.fill(random)
                taps += [(twin, form.action, fields) for twin in twins]
        random.shuffle(taps)
        return await self.tap(taps)

    async def both_desks(self, button: str, random: Random) -> list[Answer]:
        """Both desks press the same button for what they see."""
        taps = []
        for desk in self.desks:
            await desk.go(f"/desk/{self.evening.code}/")
            if form := desk.form(button):
                taps.append((desk, form.action, form.fill(random)))
        return await self.tap(taps)


async def collide(servers: list[RunningServer], random: Random) -> Crowd:
    evening = await open_evening(*list_addresses(servers), NAMES, random)
    crowd = Crowd(evening, servers)
    for _ in range(ROUNDS):
        assert {answer.status for answer in await crowd.all_answer(random)} == {200}
        for button in ("close", "undo", "undo", "redo"):  # two who mean the same move do not take back two
            assert sorted(answer.status for answer in await crowd.both_desks(button, random)) == [200, 409], button
    return crowd


def test_moves_that_collide_are_each_kept_once(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str
) -> None:
    servers = two_servers(start_server, postgres_url, redis_url)
    crowd = asyncio.run(collide(servers, Random(5)))
    moves = read_journal(postgres_url, crowd.evening.code)
    assert [number for number, _tap in moves] == list(range(1, len(moves) + 1))
    kept = [tap.partition(":")[2] for _number, tap in moves if tap]
    assert sorted(kept) == sorted(crowd.accepted)
    assert [server.errors for server in servers] == ["", ""]


# What goes away and comes back in mid-game


Trouble = Callable[[Evening], Awaitable[None]]


async def play_through(desk_at: str, phones_at: str, host_path: str, trouble: Trouble, seed: int) -> Evening:
    """A whole game, during which something goes wrong again and again, until it is over."""
    evening = await open_evening(desk_at, phones_at, host_path, NAMES, Random(seed))
    playing = asyncio.create_task(evening.play())
    try:
        await trouble(evening)
        await playing
    finally:
        playing.cancel()
    return evening


async def pushed(evening: Evening) -> None:
    """Wait until everybody at play has been sent something new: nobody was left behind."""
    before = {person: person.browser.pushes for person in evening.people}
    while not all(person.over or person.browser.pushes > before[person] for person in evening.people):
        await asyncio.sleep(0.05)


async def check_views(evening: Evening, servers: list[RunningServer]) -> None:
    """Every phone shows the end, just as each server would show it afresh."""
    for player in evening.players.values():
        for server in servers:
            twin = twin_of(player.browser, server.url)
            page = await twin.ask("GET", f"/t/{evening.code}/", htmx=True)
            assert page.text.rstrip(" ") == player.browser.region


def said(servers: list[RunningServer], sentence: str) -> list[int]:
    """How often each server has logged this."""
    return [server.errors.count(sentence) for server in servers]


@pytest.mark.full
def test_redis_is_restarted_in_mid_game_and_carries_no_secret(
    start_server: Callable[..., RunningServer], postgres_url: str, own_redis: OwnRedis
) -> None:
    servers = two_servers(start_server, postgres_url, own_redis.url)

    async def restarts(evening: Evening) -> None:
        for times in (1, 2):
            await pushed(evening)
            await asyncio.to_thread(own_redis.stop)
            while said(servers, "Redis is away") != [times, times]:
                await asyncio.sleep(0.1)
            await pushed(evening)  # by looking up
            await asyncio.to_thread(own_redis.start)
            while said(servers, "Redis is back") != [times, times]:
                await asyncio.sleep(0.1)
            while not evening.moderator.over and await asyncio.to_thread(own_redis.hearers, "table-") != 2:
                await asyncio.sleep(0.1)

    overheard = own_redis.overhear()
    evening = asyncio.run(play_through(*list_addresses(servers), restarts, seed=3))
    assert {tuple(message) for message in overheard} == {("type", "session", "from")}
    assert {type(message["session"]) for message in overheard} == {int}
    assert {message["type"] for message in overheard} == {"changed"}
    assert {message["from"].rstrip("0123456789abcdef") for message in overheard} == {"veilleur-0specific."}
    assert own_redis.keeps() == 0
    check_kept(postgres_url, evening)
    asyncio.run(check_views(evening, servers))
    for server in servers:
        assert "Traceback" not in server.errors
        assert len(server.errors.splitlines()) == 4, server.errors


@pytest.mark.full
def test_postgresql_is_restarted_in_mid_game(
    start_server: Callable[..., RunningServer], own_postgres: OwnPostgres, redis_url: str
) -> None:
    servers = two_servers(start_server, own_postgres.url, redis_url)
    sentences: list[tuple[Answer, Answer]] = []

    async def restarts(evening: Evening) -> None:
        await pushed(evening)
        await asyncio.to_thread(own_postgres.stop)
        while said(servers, "The database does not answer") != [1, 1]:
            await asyncio.sleep(0.1)
        english, french = (Browser(servers[0].url, language) for language in ("en", "fr"))
        path = f"/t/{evening.code}/"
        asked = await asyncio.gather(english.ask("GET", path), french.ask("GET", path))
        sentences.append((asked[0], asked[1]))
        await asyncio.to_thread(own_postgres.start)
        while said(servers, "The database is back") != [1, 1]:
            await asyncio.sleep(0.1)

    evening = asyncio.run(play_through(*list_addresses(servers), restarts, seed=4))
    for english, french in sentences:
        assert english.status == french.status == 503 and int(english.headers["retry-after"]) < 10
        for language, answer in (("en", english), ("fr", french)):
            assert f'<html lang="{language}"' in answer.text and 'data-test="no-answer"' in answer.text
    check_kept(own_postgres.url, evening)
    asyncio.run(check_views(evening, servers))
    for server in servers:
        assert "Traceback" not in server.errors
        assert len(server.errors.splitlines()) == 2, server.errors


JOIN = "/j/BFHJ/"  # a page that looks the code up


async def asked_while_it_hangs(server: RunningServer, service: OwnPostgres, requests: int) -> list[Answer]:
    """Requests of the host and of strangers while the database hangs, more than have their turn together.

    Requests of one device would wait for each other.
    """
    host = Browser(server.url)
    await host.post(server.host_path, "")
    service.hang()
    try:
        strangers = (Browser(server.url).ask("GET", JOIN) for _ in range(requests - 1))
        return await asyncio.gather(twin_of(host, server.url).ask("GET", "/"), *strangers)
    finally:
        service.wake()


@pytest.mark.full
def test_a_postgresql_that_hangs_keeps_nobody_waiting(
    start_server: Callable[..., RunningServer], own_postgres: OwnPostgres
) -> None:
    """Its connections stay open and say nothing: every request is answered 503, and all goes on when it wakes."""
    server = start_server(DATABASE_URL=own_postgres.url, CALL_PACE="0.005")
    answers = asyncio.run(asked_while_it_hangs(server, own_postgres, requests=3 * AT_ONCE))
    assert {answer.status for answer in answers} == {503}
    assert all('data-test="no-answer"' in answer.text for answer in answers)
    while asyncio.run(Browser(server.url).ask("GET", JOIN)).status == 503:
        time.sleep(0.1)
    assert "Traceback" not in server.errors


@pytest.mark.full
def test_a_redis_that_hangs_delays_nobody_for_long(
    start_server: Callable[..., RunningServer], postgres_url: str, own_redis: OwnRedis
) -> None:
    """Its connections stay open and say nothing: phones are looked after by looking up, and hear again afterwards."""
    servers = two_servers(start_server, postgres_url, own_redis.url)

    async def hangs(evening: Evening) -> None:
        await pushed(evening)
        own_redis.hang()
        while said(servers, "Redis is away") != [1, 1]:
            await asyncio.sleep(0.1)
        await pushed(evening)  # by looking up
        own_redis.wake()
        while said(servers, "Redis is back") != [1, 1]:
            await asyncio.sleep(0.1)

    evening = asyncio.run(play_through(*list_addresses(servers), hangs, seed=9))
    check_kept(postgres_url, evening)
    asyncio.run(check_views(evening, servers))
    for server in servers:
        assert "Traceback" not in server.errors


@pytest.mark.full
def test_a_rolling_restart_and_a_kill_leave_nobody_behind(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str
) -> None:
    servers = two_servers(start_server, postgres_url, redis_url)

    async def one_after_the_other(evening: Evening) -> None:
        for server in servers:
            await pushed(evening)
            assert await asyncio.to_thread(server.stop) == 0
            await pushed(evening)
            await asyncio.to_thread(server.start)
        await pushed(evening)
        await asyncio.to_thread(servers[0].kill)
        await pushed(evening)
        await asyncio.to_thread(servers[0].start)

    async def play() -> Evening:
        async with balanced(servers) as balancer:
            addresses = balancer.url, balancer.url, servers[1].host_path
            evening = await play_through(*addresses, one_after_the_other, seed=6)
            await check_views(evening, servers)
            assert all(balancer.taken)
            return evening

    evening = asyncio.run(play())
    check_kept(postgres_url, evening)
    assert [server.errors for server in servers] == ["", ""]


@pytest.mark.full
def test_two_neighbouring_versions_serve_one_game_side_by_side(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    """A rolling upgrade: the new version changes the tables in mid-game, and the old one goes on beside it."""
    servers = two_servers(start_server, postgres_url, redis_url)
    new = next_version(tmp_path)
    asked: list[str] = []

    async def one_after_the_other(evening: Evening) -> None:
        for server in servers:
            await pushed(evening)
            assert await asyncio.to_thread(server.stop) == 0
            await pushed(evening)
            server.root = new
            await asyncio.to_thread(server.start)
            await pushed(evening)
            asked.extend([(await Browser(one.url).ask("GET", "/readyz")).text for one in servers])

    async def play() -> Evening:
        async with balanced(servers) as balancer:
            addresses = balancer.url, balancer.url, servers[1].host_path
            evening = await play_through(*addresses, one_after_the_other, seed=11)
            await check_views(evening, servers)
            assert all(balancer.taken)
            return evening

    evening = asyncio.run(play())
    assert asked == ["ok"] * 4, "the old one is ready beside the new one, too"
    check_kept(postgres_url, evening)
    with psycopg.connect(postgres_url) as client:
        assert client.execute("SELECT count(*) FROM django_migrations WHERE name = '9999_later'").fetchone() == (1,)
    assert [server.errors for server in servers] == ["", ""]


async def say_goodbye(server: RunningServer) -> list[int | None]:
    """Stop a server as a service manager does, and with which code each device's socket was closed."""
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(7))
    closed = [asyncio.create_task(connected(person, server.url)) for person in evening.people]
    while not all(person.browser.pushes for person in evening.people):
        await asyncio.sleep(0.05)
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    codes = await asyncio.gather(*closed)
    assert await asyncio.to_thread(server.process.wait, PATIENCE_SECONDS) in (0, -signal.SIGTERM)
    return codes


async def connected(person: Person, url: str) -> int | None:
    """Hold a device's socket until the server closes it; the code it was closed with."""
    address = f"ws{url.removeprefix('http')}/ws/{person.surface}/{person.code}/"
    headers = {"Cookie": person.browser.cookie_header}
    async with connect(address, origin=Origin(url), additional_headers=headers, compression=None) as socket:
        with contextlib.suppress(ConnectionClosed):
            async for _text in socket:
                person.browser.pushes += 1
    return socket.close_code


def test_a_server_that_stops_sends_its_devices_elsewhere_at_once(server: RunningServer) -> None:
    assert set(asyncio.run(say_goodbye(server))) == {1012}  # "restarts": static/js/live.js connects again
    assert server.errors == ""


async def drain(servers: list[RunningServer]) -> tuple[list[int | None], list[str]]:
    """Stop the first server while everybody watches there; how sockets were closed, and what was said meanwhile."""
    first, second = servers
    evening = await open_evening(first.url, first.url, second.host_path, NAMES, Random(7))
    closed = [asyncio.create_task(connected(person, first.url)) for person in evening.people]
    while not all(person.browser.pushes for person in evening.people):
        await asyncio.sleep(0.05)
    assert first.process is not None
    first.process.send_signal(signal.SIGTERM)
    looker, said = Browser(first.url), [""]
    with contextlib.suppress(OSError):  # it takes nobody new after a while
        while True:
            said.append((await looker.ask("GET", "/readyz")).text)
            assert (await looker.ask("GET", "/healthz")).text == "ok", "it lives all the while"
            await asyncio.sleep(0.05)
    assert first.process.poll() is None, "it goes on with those it has"
    await asyncio.wait(closed, return_when=asyncio.FIRST_COMPLETED)
    codes = await asyncio.gather(*closed)
    assert await asyncio.to_thread(first.process.wait, PATIENCE_SECONDS) == 0
    again = [asyncio.create_task(connected(person, second.url)) for person in evening.people]
    before = {person: person.browser.pushes for person in evening.people}
    while not all(person.browser.pushes > before[person] for person in evening.people):
        await asyncio.sleep(0.05)
    for task in again:
        task.cancel()
    return codes, said


@pytest.mark.full
def test_a_process_that_is_stopped_hands_its_phones_over(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str
) -> None:
    first = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url, DRAIN_SECONDS="10")
    second = start_server(beside=first)
    codes, said = asyncio.run(drain([first, second]))
    assert set(codes) == {1012}
    assert said[-1] == "stopping" and set(said) <= {"", "ok", "stopping"}
    assert first.printed[-1] == "Good night. Everything is saved."
    assert first.errors == second.errors == ""


@pytest.mark.full
def test_a_second_signal_ends_a_process_at_once(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str
) -> None:
    server = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url, DRAIN_SECONDS="3600")
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    while asyncio.run(Browser(server.url).ask("GET", "/readyz")).text != "stopping":
        time.sleep(0.05)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE_SECONDS) in (0, -signal.SIGTERM)
    assert server.errors == ""
