"""Ticks on a sheet: they stay on one device, for one seat and one game (static/js/ticks.js)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.moderation.surfaces.pages import Visit
from tests.moderation.surfaces.showings import SHEET, phone, public


def test_ticks_stay_on_the_device_until_the_next_game(visit: Visit) -> None:
    server = visit("phone", phone(public(number=4), sheet=SHEET))
    page = server.page
    page.locator("#ticks > summary").click()
    page.get_by_text("Gym").click()
    expect(page.locator("#tick-1-3")).to_be_checked()
    server.push(phone(public(number=4, phase="Day 2"), sheet=SHEET), 2)
    expect(page.locator("h1")).to_have_text("Day 2")
    expect(page.locator("#tick-1-3")).to_be_checked()
    server.push(phone(public(number=5, phase="Day 1"), sheet=SHEET), 3)
    expect(page.locator("h1")).to_have_text("Day 1")
    expect(page.locator("#ticks :checked")).to_have_count(1)  # what is certain
    assert [one for one in server.posted if "tick" in str(one)] == []


def test_ticks_belong_to_one_seat_and_are_deleted_with_it(visit: Visit) -> None:
    server = visit("phone", phone(public(number=4), sheet=SHEET), mark="ann", marks="ann bob")
    page = server.page
    page.locator("#ticks > summary").click()
    page.get_by_text("Gym").click()
    server.context |= {"mark": "bob"}
    server.open()
    expect(page.locator("#ticks :checked")).to_have_count(1)  # what is certain
    server.context |= {"mark": "ann"}
    server.open()
    expect(page.locator("#tick-1-3")).to_be_checked()
    server.context |= {"mark": "cid", "marks": "bob cid"}
    server.open()
    assert page.evaluate("localStorage.length") == 0
