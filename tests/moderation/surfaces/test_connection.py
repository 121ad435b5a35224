"""The connection of a page: which view wins, and what it does when the server is silent (static/js/live.js)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from moderation.play.projections.knowledge import Chapter
from moderation.play.realtime import broadcast
from tests.moderation.page_server import notice, region
from tests.moderation.surfaces.pages import NOW, Visit, answer, unsent
from tests.moderation.surfaces.showings import ballot, change, desk, phone, public


def test_a_pushed_view_replaces_the_old_one(visit: Visit) -> None:
    server = visit("phone", phone())
    server.push(phone(public(phase="Day 2")), 2)
    expect(server.page.locator("h1")).to_have_text("Day 2")


def test_an_older_view_never_replaces_a_newer_one(visit: Visit) -> None:
    server = visit("phone", phone())
    server.push(phone(public(phase="Day 3")), 5)
    server.push(phone(public(phase="Day 2")), 4)
    server.push(phone(public(phase="Day 3", voted=(1, 2))), 6)
    expect(server.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(server.page.locator("h1")).to_have_text("Day 3")


def test_a_reply_never_replaces_a_newer_view(visit: Visit) -> None:
    server = visit("phone", phone())
    old = region(phone(public(phase="Day 2"))) + notice("Too late.")
    server.reply = lambda: {"body": old, "status": 409, "headers": {"X-Pulse": "4"}}
    server.push(phone(public(phase="Day 3")), 5)
    expect(server.page.locator("h1")).to_have_text("Day 3")
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_contain_text("Too late.")
    expect(server.page.locator("h1")).to_have_text("Day 3")


def test_of_two_equal_versions_the_pushed_one_stays(visit: Visit) -> None:
    server = visit("phone", phone())
    old = region(phone(public(phase="Day 2"))) + notice("Done.")

    def overtaken() -> dict[str, Any]:
        server.push(phone(public(phase="Day 3")), 4, now=1)
        server.page.wait_for_timeout(100)
        return {"body": old, "headers": {"X-Pulse": "4"}}

    server.reply = overtaken
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_contain_text("Done.")
    expect(server.page.locator("h1")).to_have_text("Day 3")
    server.reply = lambda: {"body": old, "headers": {"X-Pulse": "4"}}
    answer(server, "Cid")
    expect(server.page.locator("h1")).to_have_text("Day 2")


@pytest.mark.parametrize("surface", ["phone", "desk"])
def test_content_of_a_reply_disappears_with_the_next_push(visit: Visit, surface: str) -> None:
    """A night begun at another process, and taken back before this one looked: its socket knew of the day alone."""
    make = {"phone": phone, "desk": partial(desk, waiting=())}[surface]
    server = visit(surface, make(public(stage="cards")))
    server.push(make(public(voted=(0, 2))), 3)  # the whole: it is another frame
    night = region(make(public(night=True, voted=(2, 2)))) + notice("Begun.")
    server.reply = lambda: {"body": night, "headers": {"X-Pulse": "4"}}
    if surface == "phone":
        answer(server, "Bob")
    else:
        server.page.locator("#close button").click()
    expect(server.page.locator("#notice")).to_contain_text("Begun.")
    expect(server.page.locator(".night")).to_be_attached()
    server.push(make(public(voted=(0, 2), phase="Day 2")), 6)
    expect(server.page.locator("h1").first).to_contain_text("Day 2")
    expect(server.page.locator(".night")).not_to_be_attached()
    expect(server.page.locator("#part-progress")).to_contain_text("0 of 2")


def test_a_repeated_view_is_shown_after_a_tap(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    server.page.clock.run_for(10_000)  # its socket says nothing: it asks
    server.reply = lambda: {"body": region(phone(public(phase="Day 2"))) + notice(""), "headers": {"X-Pulse": "2"}}
    answer(server, "Bob")
    expect(server.page.locator("h1")).to_have_text("Day 2")
    server.context["pulse"] = 3  # what was done has been taken back
    server.page.clock.run_for(2_000)
    expect(server.page.locator("h1")).to_have_text("Day 1")


def test_the_next_game_at_the_table_counts_from_the_start(visit: Visit) -> None:
    server = visit("phone", phone())
    server.push(phone(public(phase="Day 3")), 50)
    expect(server.page.locator("h1")).to_have_text("Day 3")
    old = server.socket
    assert old
    old.close(code=1012)
    server.wait_for(lambda: server.socket is not old)
    server.push(phone(public(stage="joining")), 1)
    expect(server.page.locator("#practice")).to_be_visible()


def test_a_device_whose_seat_has_moved_reads_its_page_again(visit: Visit) -> None:
    server = visit("phone", phone())
    assert server.socket
    with server.page.expect_navigation():
        server.socket.close(code=4401)
    assert server.loads == 2


def test_a_page_of_too_many_stops_and_explains(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    first = server.socket
    assert first
    first.close(code=4408)
    expect(server.page.get_by_text("This page no longer follows the game")).to_be_visible()
    server.page.clock.run_for(200_000)
    assert server.socket is first
    with server.page.expect_navigation():
        server.page.get_by_role("link", name="Reload").click()
    server.wait_for(lambda: server.socket is not first)


def test_a_lost_connection_is_said_and_found_again(visit: Visit) -> None:
    server = visit("phone", phone())
    line = server.page.locator("#connection")
    expect(line).to_be_hidden()
    server.answers = False
    assert server.socket
    server.socket.close(code=1011)
    expect(line).to_be_visible()
    server.answers, server.socket = True, None
    server.wait_for(lambda: server.socket)
    server.push(phone(public(phase="Day 4")), 2)
    expect(line).to_be_hidden()
    expect(server.page.locator("h1")).to_have_text("Day 4")


def test_an_offline_device_reports_that_it_has_no_network(visit: Visit) -> None:
    """Two causes, two sentences: the server does not answer, or this device is on no network."""
    server = visit("phone", phone())
    page, line = server.page, server.page.locator("#connection")
    server.answers = False
    assert server.socket
    server.socket.close(code=1011)
    unanswered, off_line = (line.locator(f"[data-{which}-line]") for which in ("on", "off"))
    expect(unanswered).to_be_visible()
    expect(off_line).to_be_hidden()
    answer(server, "Bob")
    expect(page.locator("#notice")).to_have_text(unsent(page, "unsent"))
    page.context.set_offline(True)
    expect(off_line).to_be_visible()
    expect(unanswered).to_be_hidden()
    page.locator(".confirm button").click()
    expect(page.locator("#notice")).to_have_text(unsent(page, "off-line"))
    assert unsent(page, "off-line") != unsent(page, "unsent")


def test_a_silence_beyond_the_heartbeat_shows_and_reconnects(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    line, first = server.page.locator("#connection"), server.socket
    heartbeat = int(broadcast.HEARTBEAT * 1000)
    server.page.clock.run_for(heartbeat + 1000)
    server.say({"tick": True, "now": NOW})
    server.push(phone(public(phase="Day 2")), 2)
    expect(server.page.locator("h1")).to_have_text("Day 2")  # it has been heard, whatever the clock says then
    server.page.clock.run_for(heartbeat + 2000)
    expect(line).to_be_hidden()
    assert server.socket is first
    server.answers = False
    server.page.clock.run_for(18_000 - heartbeat - 2000)
    expect(line).to_be_visible()
    server.answers = True
    server.page.clock.run_for(10_000)
    server.wait_for(lambda: server.socket is not first)
    server.push(phone(public(phase="Day 3")), 3)
    expect(line).to_be_hidden()


@pytest.mark.parametrize("clock", ["Date.now = ((then) => () => then)(Date.now())", "performance.now = () => 0"])
def test_a_silence_is_noticed_by_either_clock_of_the_device(visit: Visit, clock: str) -> None:
    """One may be set back, the other stands still while a device sleeps."""
    server = visit("phone", phone(), clock=True)
    first = server.socket
    server.page.evaluate(clock)
    server.answers = False  # a reply, whenever it comes, would be a word of the server, too
    server.page.clock.run_for(18_000)
    server.answers = True
    server.page.clock.run_for(10_000)
    server.wait_for(lambda: server.socket is not first)


SEEN_AGAIN = {
    "looked at": "document.dispatchEvent(new Event('visibilitychange'))",
    "on a network": "dispatchEvent(new Event('online'))",
    "gone back to": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
}


@pytest.mark.parametrize("happens", SEEN_AGAIN.values(), ids=SEEN_AGAIN)
def test_a_page_that_comes_back_asks_and_connects_at_once(visit: Visit, happens: str) -> None:
    """Its socket is open, and may be dead all the same."""
    server = visit("phone", phone(), clock=True)
    first, server.view = server.socket, phone(public(phase="Day 2"))
    server.context["pulse"] = 2
    server.page.evaluate(happens)
    server.page.clock.run_for(600)
    expect(server.page.locator("h1")).to_have_text("Day 2")
    server.wait_for(lambda: server.socket is not first)
    server.push(phone(public(phase="Day 3")), 3)
    expect(server.page.locator("h1")).to_have_text("Day 3")
    assert server.loads == 1


def test_a_question_that_hangs_keeps_no_later_one_back(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    server.holds_back = 1
    for pulse in (1, 2):
        server.view, server.context["pulse"] = phone(public(phase=f"Day {pulse}")), pulse
        server.page.evaluate(SEEN_AGAIN["looked at"])
        server.page.clock.run_for(600)
        server.wait_for(lambda: server.asked >= pulse)  # noqa: B023
    expect(server.page.locator("h1")).to_have_text("Day 2")


def test_a_page_whose_socket_speaks_at_once_asks_nothing(visit: Visit) -> None:
    """Three hundred phones that wake together are sent their views once."""
    server = visit("phone", phone(), clock=True)
    first = server.socket
    server.page.evaluate(SEEN_AGAIN["looked at"])
    server.wait_for(lambda: server.socket is not first)
    server.push(phone(public(phase="Day 2")), 2)
    expect(server.page.locator("h1")).to_have_text("Day 2")
    server.page.clock.run_for(600)
    server.page.clock.run_for(9_000)
    assert server.asked == 0


def test_pages_that_lose_their_server_together_do_not_ask_together(visit: Visit) -> None:
    first = []
    for chance in (0, 0.5, 0.99):
        page = visit("phone", phone(), clock=True).page
        page.evaluate("document.addEventListener('htmx:before:request', () => (window.asks = true))")
        page.evaluate("(chance) => (Math.random = () => chance)", chance)
        first.append(
            [page.clock.run_for(more) or page.evaluate("window.asks ?? false") for more in (6500, 700, 1400)]
        )
    assert first == [[True, True, True], [False, True, True], [False, False, True]]


@pytest.mark.parametrize("surface", ["phone", "desk"])
def test_what_comes_next_is_read_from_its_beginning(visit: Visit, surface: str) -> None:
    make = {"phone": phone, "desk": desk}[surface]
    tall = {"width": 390, "height": 300}
    server = visit(surface, make(public(step="one", news=(Chapter("Night 1", ("Long ago.",) * 60),))))
    page = server.page
    page.set_viewport_size(tall)  # type: ignore[arg-type]
    page.evaluate("scrollTo(0, 300)")
    server.push(replace(server.view, public=change(server.view.public, phase="Day 2")), 2)
    expect(page.get_by_text("Day 2").first).to_be_attached()
    assert page.evaluate("scrollY") == 300  # nothing else is asked yet
    if surface == "phone":
        server.push(phone(change(server.view.public, step="two"), question=ballot(opened=9, title="Then")), 3)
    else:
        server.push(change(server.view, opened=9, title="Then"), 3)
    expect(page.get_by_text("Then").first).to_be_attached()
    page.wait_for_function("scrollY === 0")


def test_a_desk_that_was_taken_over_opens_its_explanation(visit: Visit) -> None:
    server = visit("desk", desk())
    assert server.socket
    server.socket.close(code=4401)
    server.page.wait_for_url("**/?gone=desk")
