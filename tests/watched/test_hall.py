"""A hall watched in browsers: the board of organisers, the public screen and a guest keep up by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import WatchedTable

pytestmark = pytest.mark.slow


class Hall(WatchedTable):
    """A table of an evening, its hall beside it on the host's device."""

    def __init__(self, server: RunningServer, open_device: Callable[..., Page], **more: Any) -> None:
        super().__init__(server, open_device, "sporz", nights="eyes_closed", languages=("en-GB",), **more)
        self.board = self.desk.context.new_page()
        self.board.goto(f"{server.url}/events/")
        self.board.locator("#name").fill("Escale à jeux")
        self.board.locator("form:has(#name) button[type=submit]").click()
        self.board.wait_for_url("**/events/1/")
        self.board.goto(f"{server.url}/events/")
        self.board.locator("details:has(form[action='/events/table/1/']) > summary").click()
        self.board.locator("form[action='/events/table/1/'] select").select_option("1")
        self.board.locator("form[action='/events/table/1/'] button").click()
        self.board.wait_for_url("**/events/1/")
        self.board.goto(f"{server.url}/events/1/hall/")

    def announces(self, sentence: str) -> None:
        """Announce a usual sentence to all."""
        self.board.locator("details:has(#usual) > summary").click()
        self.board.locator("#usual").select_option(sentence)
        self.board.locator("form[action$='/say/'] button").click()
        expect(self.board.locator("#said")).to_be_visible()


@pytest.mark.full
def test_a_hall_keeps_up_by_itself(server: RunningServer, open_device: Callable[..., Page]) -> None:
    hall = Hall(server, open_device)
    hall.fill_up(6)
    table = hall.board.locator(".hall-table")
    expect(table).to_contain_text("6 players")

    # the screen of the hall, switched on, and a guest who waits
    hall.board.locator("button[name=screen]").click()
    address = hall.board.locator("section .address a").get_attribute("href") or ""
    screen = open_device("screen", viewport={"width": 1920, "height": 1080})
    screen.goto(server.url + address)
    expect(screen.locator(".hall-page")).to_contain_text("6 players")
    hall.board.goto(f"{server.url}/events/1/door/")
    hall.board.locator("form[action$='/list/'] input[name=open]").check()
    hall.board.locator("form[action$='/list/'] button.button:not(.danger)").click()
    guest = open_device("phone")
    guest.goto(server.url + address.removesuffix("hall/"))
    guest.locator("input[name=name]").fill("Zoé")
    guest.locator("form.panel button.primary").click()

    # what is announced is everywhere, until it is taken back
    hall.board.goto(f"{server.url}/events/1/hall/")
    hall.announces("fifteen")
    everywhere = (hall.desk, hall.screen, screen, guest)
    for page in everywhere:
        expect(page.locator(".announcement")).to_contain_text("We close in fifteen minutes.")
    guest.locator(".announcement > summary").click()  # folded, on this device alone
    expect(guest.locator(".announcement p")).to_be_hidden()
    hall.board.locator("form[action$='/silence/'] button").click()
    for page in everywhere:
        expect(page.locator(".announcement")).to_have_count(0)

    # play begins with a secret vote: the table hears of nothing
    hall.begin()
    expect(table).to_contain_text("Play has begun")
    hall.announces("five")
    expect(guest.locator(".announcement")).to_contain_text("We close in five minutes.")
    for page in (hall.desk, hall.screen):
        expect(page.locator(".announcement")).to_have_count(0)

    # the desk asks for help, and hears that somebody comes
    hall.desk.locator("#beside > summary").click()
    hall.desk.locator("#help button").click()
    asks = hall.board.locator(".hall-asks")
    expect(asks).to_contain_text(f"Help: {hall.code}")
    asks.locator("button[value=coming]").click()
    expect(hall.desk.locator("#help")).to_contain_text("An organiser is on the way.")
    hall.board.locator(".hall-asks button[value=done]").click()
    expect(hall.board.locator(".hall-asks")).to_have_count(0)
    expect(hall.desk.locator("#help")).not_to_contain_text("on the way")

    # switched off, the screen is gone
    hall.board.locator("button[name=screen]").click()
    expect(screen.locator(".hall-screen")).to_have_count(0)
