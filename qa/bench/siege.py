"""A phone's page while many connections post made-up names at the admin's login, and while nobody does."""

from __future__ import annotations

import asyncio
import re
import secrets
import statistics
from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter

from qa.bench.checkouts import Checkout, Served
from qa.bench.figures import Figure
from qa.serving import RunningServer
from qa.walking import AWAY, Browser, Fields, read_forms

CONNECTIONS, PAGES = 40, 100
LOGIN = "/admin/login/"


def measure_siege(checkout: Checkout) -> Iterator[Figure]:
    """The rows of a checkout that has an account."""
    with checkout.serving() as (server,):
        server.make_account()
        quiet, siege = asyncio.run(measure(server))
    usual, worst = statistics.median(siege), max(siege)
    yield Figure("a phone's page while nobody is at the admin's login, median", statistics.median(quiet) * 1000, "ms")
    yield Figure("... the slowest", max(quiet) * 1000, "ms")
    yield Figure(
        f"a phone's page while {CONNECTIONS} connections post made-up names there, median", usual * 1000, "ms"
    )
    yield Figure("... the slowest", worst * 1000, "ms")
    yield Figure("median over quiet", usual / statistics.median(quiet), "x")


async def measure(server: Served) -> tuple[list[float], list[float]]:
    """Seconds that a phone waits for its page, many times: in quiet, and in the siege."""
    phone, code = await open_phone(server)
    quiet = await measure_waits(phone, code)
    stranger = Browser(server.url)
    page = await stranger.ask("GET", LOGIN)
    token = next(form.value("csrfmiddlewaretoken") for form in read_forms(page.text)[0].values())
    besiegers = [asyncio.create_task(besiege(stranger, token)) for _ in range(CONNECTIONS)]
    await asyncio.sleep(0.5)  # until all are there
    siege = await measure_waits(phone, code)
    for one in besiegers:
        one.cancel()
    await asyncio.gather(*besiegers, return_exceptions=True)
    return quiet, siege


async def open_phone(server: Served | RunningServer) -> tuple[Browser, str]:
    """A phone with a seat at a new table, and the table's code."""
    tablet, phone = Browser(server.url), Browser(server.url)
    await tablet.post(server.host_path, "")
    desk = await tablet.post("/new/?game=spree", "/new/", nights="phones", language="en")
    code = re.findall(r"/ws/desk/([A-Z]{4})/", desk.text)[0]
    await phone.post(f"/j/{code}/", f"/j/{code}/", name="Ann")
    await measure_waits(phone, code)  # what is drawn for the first time takes longer
    return phone, code


async def measure_waits(phone: Browser, code: str, pages: int | None = None) -> list[float]:
    """Seconds that each of many pages takes, one after the other."""
    found: list[float] = []
    for _ in range(pages or PAGES):
        started = perf_counter()
        answer = await phone.ask("GET", f"/t/{code}/")
        assert answer.status == 200, answer.status
        found.append(perf_counter() - started)
    return found


async def besiege(stranger: Browser, token: str) -> None:
    """Post a name that nobody has, again and again."""
    while True:
        tried: Fields = [("csrfmiddlewaretoken", token), ("username", secrets.token_hex(8)), ("password", "x" * 12)]
        with suppress(*AWAY):
            await stranger.ask("POST", LOGIN, tried)
