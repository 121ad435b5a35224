"""Clocks on a device that is late, ahead or slow to hear: they follow the server (static/js/clock.js)."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import time
from typing import Any

from playwright.sync_api import Page, expect

from moderation.play.projections.sections.times import Clock
from tests.moderation.page_server import PageServer, region
from tests.moderation.surfaces.pages import NOW, Visit
from tests.moderation.surfaces.showings import phone, public


def test_a_clock_follows_the_clock_of_the_server(visit: Visit) -> None:
    server = visit("phone", phone())
    face = server.page.locator("#clock [data-clock]")
    server.page.clock.set_fixed_time(NOW / 1000)
    server.push(phone(public(clock=Clock(NOW + 95_000, 95, 300))), 2, now=NOW + 30_000)  # the phone is 30 s late
    expect(face).to_have_text("1:05")
    server.page.clock.set_fixed_time(NOW / 1000 + 60)
    expect(face).to_have_text("0:05")
    server.push(phone(public(clock=Clock(None, 42, 300))), 3, now=NOW + 90_000)
    expect(face).to_have_text("0:42")


AHEAD = "{ const now = Date.now; Date.now = () => now() + 180_000; }"


def test_a_clock_that_is_wrong_counts_right_without_any_socket(
    visit: Visit, open_device: Callable[..., Page]
) -> None:
    """The page itself tells the time, and so does every answer."""
    page = open_device("phone")
    page.add_init_script(AHEAD)
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    now = round(time() * 1000)
    server = PageServer(page, "phone", phone(public(clock=Clock(now + 290_000, 290, 300))), comfort={}, now=now)
    server.socket = page  # type: ignore[assignment]  # nobody waits for one
    server.open()
    expect(page.locator("#clock [data-clock]")).to_have_text(re.compile(r"4:\d\d"))


def test_responses_set_the_clock_and_slow_ones_change_nothing(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    later = phone(public(clock=Clock(NOW + 380_000, 380, 300)))
    face = server.page.locator("#clock [data-clock]")
    post = "() => htmx.ajax('POST', location.pathname, { source: '#view', target: '#view', swap: 'innerMorph' })"

    def answer(clock: int, takes: int) -> None:
        """Answer something: the server's clock, and for how long the answer is on its way."""

        def reply() -> dict[str, Any]:
            server.page.clock.run_for(takes)
            return {"body": region(later), "headers": {"X-Pulse": "2", "X-Now": str(clock)}}

        server.reply = reply
        server.page.evaluate(post)
        server.page.clock.run_for(250)

    answer(NOW + 60_000, takes=5_000)  # a minute ahead, or up to five seconds less
    expect(face).to_have_text("5:18")
    answer(NOW + 65_250, takes=0)
    expect(face).to_have_text("5:15")
    answer(NOW + 65_500, takes=5_000)
    expect(face).to_have_text("5:10")
    answer(NOW + 600_000, takes=0)  # the server's clock was set
    expect(face).to_have_text("0:00")


def test_delayed_pushes_do_not_set_the_clock(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    face = server.page.locator("#clock [data-clock]")

    def push(day: int, now: int) -> None:
        view = phone(public(clock=Clock(NOW + 100_000, 100, 300), phase=f"Day {day}"))
        server.push(view, day, now=now)
        expect(server.page.locator("h1")).to_have_text(f"Day {day}")

    push(2, NOW)
    expect(face).to_have_text("1:40")
    for day, old in ((3, 30_000), (4, 20_000), (5, 10_000)):  # they come together, as a connection thaws
        push(day, NOW - old)
    server.page.clock.run_for(10_000)
    expect(face).to_have_text("1:30")
    for day in (6, 7):  # all that comes says the same: a clock was set
        push(day, server.page.evaluate("Date.now()") - 60_000)
        server.page.clock.run_for(2_000)
    expect(face).to_have_text("2:26")
