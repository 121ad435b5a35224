"""Crowds and pests at the real server, all from one address: everybody else gets in, and gets on."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from moderation.access import guards
from moderation.play.commands import phone
from moderation.play.realtime.broadcast import SOCKETS
from moderation.play.realtime.consumers import UNASKED
from moderation.server.request_limits import LARGEST_BODY
from qa.bench.halls import Size, fill_hall
from qa.serving import PATIENCE_SECONDS, RunningServer
from qa.walking import Answer, Browser, Fields, read_forms
from tests.thorough import amount

TABLES = amount(8, 16)
HALL = amount(4, 8)  # of ten, at play
FLOODS = 8  # at once


async def opened(server: RunningServer, game: str = "spree", nights: str = "phones") -> tuple[Browser, str]:
    """A table, and the tablet that moderates it."""
    tablet = Browser(server.url)
    await tablet.post(server.host_path, "")
    page = await tablet.post(f"/new/?game={game}", "/new/", nights=nights, language="en")
    found = re.search(r"/ws/desk/([A-Z]{4})/", page.text)
    assert found, page.text
    return tablet, found[1]


async def open_join_page(server: RunningServer, code: str) -> tuple[Browser, Fields]:
    """A phone that has read the page where one joins, and what it sends."""
    browser = Browser(server.url)
    page = await browser.ask("GET", f"/j/{code}/")
    form = read_forms(page.text)[0]["join"]
    return browser, [("csrfmiddlewaretoken", form.value("csrfmiddlewaretoken"))]


async def ring(server: RunningServer, code: str) -> list[str]:
    """The names that the room sees."""
    page = await Browser(server.url).ask("GET", f"/screen/{code}/")
    taken = re.sub(r'<li class="seat free">.*?</li>', "", page.text, flags=re.DOTALL)
    return re.findall(r'class="seat-name"[^>]*>([^<]+)<', taken)


@pytest.fixture(autouse=True)
def unharmed(server: RunningServer) -> Any:
    """Whatever was done to it, the server answers and has no error to tell."""
    yield
    assert "Traceback" not in server.errors
    assert server.stop() == 0


async def test_a_full_table_joins_in_the_same_instant_each_once(server: RunningServer) -> None:
    _tablet, code = await opened(server, "lupus")
    phones = [await open_join_page(server, code) for _ in range(16)]
    answers = await asyncio.gather(
        *(
            browser.ask("POST", f"/j/{code}/", [*tokens, ("name", f"Player {number}")])
            for number, (browser, tokens) in enumerate(phones)
            for _tap in range(2)
        )
    )
    assert Counter(answer.status for answer in answers) == {302: 32}
    assert sorted(await ring(server, code)) == sorted(f"Player {number}" for number in range(16))


@pytest.mark.full
async def test_many_tables_of_sixteen_join_at_the_same_instant(server: RunningServer) -> None:
    tablet, first = await opened(server, "sporz")
    codes = [first]
    while len(codes) < TABLES:
        page = await tablet.post("/new/?game=sporz", "/new/", nights="phones", language="en")
        codes.append(re.findall(r"/ws/desk/([A-Z]{4})/", page.text)[0])
    _browser, tokens = await open_join_page(server, first)  # a form's token is good on every page of a browser
    entries = [(code, f"Player {number}") for code in codes for number in range(16)]
    phones = []
    for _entry in entries:
        phone = Browser(server.url)
        phone.cookies = {"csrftoken": _browser.cookies["csrftoken"]}
        phones.append(phone)
    answers = await asyncio.gather(
        *(
            phone.ask("POST", f"/j/{code}/", [*tokens, ("name", name)])
            for phone, (code, name) in zip(phones, entries, strict=True)
        )
    )
    assert Counter(answer.status for answer in answers) == {302: 16 * TABLES}
    for code in codes:
        assert len(await ring(server, code)) == 16


@pytest.mark.full
async def test_a_hall_of_phones_comes_back_when_the_server_does(server: RunningServer) -> None:
    hall, _seconds = await fill_hall([server], Size(tables=HALL, phones=10))
    phones = hall.all_phones(10 * SOCKETS)  # each seat on as many screens as it may hold
    server.kill()
    server.start()
    try:
        await hall.come_back(phones, within=2.0)  # waits until each shows its table
        for table in hall.tables:
            await table.give(table.next_tap())  # and until each shows the night that has fallen
        assert sum(not listener.transport.is_closing() for listener in hall.phones) == len(phones)
    finally:
        hall.leave()


@pytest.mark.full
async def test_nobody_joins_beyond_what_the_game_takes(server: RunningServer) -> None:
    _tablet, code = await opened(server)
    phones = [await open_join_page(server, code) for _ in range(40)]
    answers = await asyncio.gather(
        *(browser.ask("POST", f"/j/{code}/", [*tokens, ("made_up", "1")]) for browser, tokens in phones)
    )
    assert Counter(answer.status for answer in answers) == {302: 8, 409: 32}
    assert len(await ring(server, code)) == 8


async def at_play(server: RunningServer) -> tuple[Browser, str, dict[str, Browser]]:
    """Four at a table of Spree!, and whose turn it is first in the book of names."""
    tablet, code = await opened(server)
    players: dict[str, Browser] = {}
    for name in ("Ann", "Bob", "Cid", "Dan"):
        players[name] = Browser(server.url)
        await players[name].post(f"/j/{code}/", f"/j/{code}/", name=name)
    for form in ("deal", "begin"):
        await tablet.post(f"/desk/{code}/", form)
    for browser in players.values():
        await browser.go(f"/t/{code}/")
    return tablet, code, players


async def test_a_seat_that_floods_the_table_delays_nobody(server: RunningServer) -> None:
    _tablet, code, players = await at_play(server)
    asked = next(name for name, browser in players.items() if browser.form("answer"))
    flooder = players[next(name for name in players if name != asked)]
    token = next(control.value for owner, control in flooder.tokens if control.name == "csrfmiddlewaretoken")
    junk: Fields = [("csrfmiddlewaretoken", token), ("opened", "s" * 16), ("pick0", '{"end":true}')]
    statuses: Counter[int] = Counter()

    async def flood() -> None:
        while True:
            statuses[(await flooder.ask("POST", f"/t/{code}/answer/", junk, htmx=True)).status] += 1

    floods = [asyncio.create_task(flood()) for _ in range(FLOODS)]
    random, between = Random(1), []
    while sum(statuses.values()) < 2 * phone.ANSWERS:
        await asyncio.sleep(0.2)
        before = sum(statuses.values())
        form = players[asked].form("answer")
        if form is None:
            assert (await players[asked].go(f"/t/{code}/")).status == 200
        else:
            assert (await players[asked].submit(form.action, form.fill(random))).status in (200, 409)
        between.append(sum(statuses.values()) - before)
    for one in floods:
        one.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*floods)
    assert set(statuses) == {409} and statuses[409] >= phone.ANSWERS
    # Each of the eight floods has about one junk in the queue: a tap waits for few of them, however slow the machine.
    assert sorted(between)[len(between) // 2] <= 4 * FLOODS, between


async def test_a_device_that_guesses_codes_is_throttled_alone(server: RunningServer) -> None:
    _tablet, code = await opened(server)
    guesser = Browser(server.url)
    page = await guesser.ask("GET", "/")
    token = [("csrfmiddlewaretoken", read_forms(page.text)[0]["/"].value("csrfmiddlewaretoken"))]
    wrong = "BFBF" if code != "BFBF" else "HJHJ"
    first = await guesser.ask("POST", "/", [*token, ("code", wrong)])
    guesses = [await guesser.ask("POST", "/", [*token, ("code", wrong)]) for _ in range(guards.WRONG_CODES + 5)]
    assert first.status == 404
    assert guesses[-1].status == 429
    assert (await guesser.ask("GET", f"/j/{code}/")).status == 429
    neighbour, tokens = await open_join_page(server, code)
    assert (await neighbour.ask("POST", f"/j/{code}/", [*tokens, ("name", "Ann")])).status == 302


async def test_guessed_tokens_open_nothing_and_block_nobody(server: RunningServer) -> None:
    guesses: list[Answer] = []
    for number in range(100):
        kind = ("host", "seat", "desk/link")[number % 3]
        guesses.append(await Browser(server.url).ask("GET", f"/{kind}/{'x' * 31}{number}/"))
    assert {guess.status for guess in guesses} == {404}
    assert (await Browser(server.url).ask("GET", server.host_path)).status == 200


async def test_a_body_that_is_too_long_is_cut_off(server: RunningServer) -> None:
    _tablet, code = await opened(server)
    address = urlsplit(server.url)
    with socket.create_connection(
        (address.hostname or "", address.port or 0), timeout=PATIENCE_SECONDS
    ) as connection:
        length = f"Content-Length: {LARGEST_BODY * 100}\r\nAccept-Language: fr\r\nAccept-Encoding: identity"
        head = f"POST /j/{code}/ HTTP/1.1\r\nHost: {address.netloc}\r\n{length}\r\n\r\n"
        connection.sendall(head.encode())
        answer = b""
        while piece := connection.recv(65_536):  # until it is closed
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413") and b"default-src 'self'" in answer
    assert 'data-test="too-large"' in answer.decode() and '<html lang="fr"' in answer.decode()
    neighbour, tokens = await open_join_page(server, code)
    assert (await neighbour.ask("POST", f"/j/{code}/", [*tokens, ("name", "Ann")])).status == 302


NOISE: list[Any] = [
    "hello",
    b"\xff\x00\xfe",
    "x" * 4_000,
    "x" * 100_000,
    b"\x00" * 100_000,
    '{"content": "<main>"}',
    "",
    "[" * 3_000,
]


async def test_a_socket_that_sends_messages_is_closed_alone(server: RunningServer) -> None:
    tablet, code, players = await at_play(server)
    ann, bob = players["Ann"], players["Bob"]
    path = "ws" + server.url.removeprefix("http") + f"/ws/phone/{code}/"

    def open_for(browser: Browser) -> Any:
        return connect(
            path, origin=server.url, additional_headers={"Cookie": browser.cookie_header}, compression=None
        )  # type: ignore[arg-type]

    async with open_for(bob) as quiet:
        assert "content" in await quiet.recv()
        for noise in NOISE:
            with suppress(ConnectionClosed):
                async with open_for(ann) as loud:
                    await loud.recv()
                    await loud.send(noise)
                    await asyncio.wait_for(loud.wait_closed(), PATIENCE_SECONDS)
            assert loud.close_code in (UNASKED, 1009, 1007, 1006), noise[:10]
        await asyncio.gather(*(junk_frames(server, path, ann) for _ in range(3)))
        await tablet.go(f"/desk/{code}/")
        clock = tablet.form("/desk/" + code + "/clock/") or next(
            form for form in read_forms(tablet.region)[0].values() if form.action.endswith("/clock/")
        )
        await tablet.submit(clock.action, [*clock.fill(Random(1)), ("seconds", "120")])
        assert "content" in await asyncio.wait_for(quiet.recv(), PATIENCE_SECONDS)


async def junk_frames(server: RunningServer, path: str, browser: Browser) -> None:
    """Bytes that are no frames, after a handshake that is one."""
    address = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    handshake = [
        f"GET {urlsplit(path).path} HTTP/1.1",
        f"Host: {address.netloc}",
        f"Origin: {server.url}",
        f"Cookie: {browser.cookie_header}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    writer.write(("\r\n".join(handshake) + "\r\n\r\n").encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    for junk in (b"\x81\x85\x00\x00\x00\x00\xff\xfe\xfd\xfc\xfb", b"\xff" * 4_000, b"\x00" * 10):
        writer.write(junk)
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        await asyncio.wait_for(reader.read(-1), PATIENCE_SECONDS)
    writer.close()
