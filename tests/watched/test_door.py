"""Fifty-five people come to the door within four minutes, and two devices note them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, open_evening

pytestmark = [pytest.mark.slow, pytest.mark.browser]

FIRST = ["Ana", "Bea", "Cléo", "Dina", "Emma", "Gaël", "Hugo", "Inès", "Karim", "Léo", "Nora", "Omar", "Paul", "Rosa"]
NAMES = [f"{name} {letter}" for letter in "BDMT" for name in FIRST][:55]
MOST_TAPS = 70


def counted(here: int, expected: int) -> re.Pattern[str]:
    """Return the pattern of the counts of the door: so many there and expected, and nobody waiting."""
    return re.compile(rf"^\D*\b{here}\b\D+\b{expected}\b\D+\b0\b\D*$")


class Tapping:
    """A device at the door, and how often its screen was tapped."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.tap()

    def type(self, letters: str) -> None:
        self.page.keyboard.type(letters)


def test_fifty_five_people_arrive_with_one_tap_each(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    server = start_server()
    page = open_device("tablet", locale="fr-FR", has_touch=True)
    open_evening(server, page, "Samedi")
    page.goto(f"{server.url}/events/1/list/bring/")
    page.locator("#text").fill("\n".join(NAMES))
    page.locator("main form button.primary").click()
    page.locator("button[value=keep]").click()
    page.wait_for_url("**/door/")
    other = page.context.new_page()
    other.goto(f"{server.url}/events/1/door/")
    door = Tapping(page)
    counts = page.locator("[data-test=counts]")
    expect(counts).to_have_text(counted(0, len(NAMES)))
    door.tap("#looked-for")
    for number, name in enumerate(reversed(NAMES), 1):
        door.type(name)
        row = f"#door-list li:has(bdi:text-is('{name}')) button[value=arrive]"
        expect(page.locator("#door-list li bdi").first).to_have_text(name, timeout=PATIENCE)
        before = page.evaluate("scrollY")
        door.tap(row)
        expect(counts).to_have_text(counted(number, len(NAMES) - number), timeout=PATIENCE)
        assert page.evaluate("scrollY") == before
        expect(page.locator("#looked-for")).to_be_focused()
    expect(other.locator("[data-test=counts]")).to_have_text(counted(len(NAMES), 0), timeout=PATIENCE)
    assert door.taps <= MOST_TAPS
    door.tap("[data-test=undo] button")
    expect(other.locator("[data-test=counts]")).to_have_text(counted(len(NAMES) - 1, 1), timeout=PATIENCE)
