"""The desk covers itself when nobody looks at it, or after a while at night (static/js/desk_cover.js)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.moderation.surfaces.pages import NOW, Visit, hold, is_open
from tests.moderation.surfaces.showings import REVEALED, ballot, call, change, desk, public


def is_shaded(page: Page) -> bool:
    return bool(page.locator("#shade").evaluate("one => one.open"))


def test_the_desk_covers_itself_when_nobody_looks(visit: Visit) -> None:
    page = visit("desk", desk()).page
    page.locator("#secrets").check()
    expect(page.get_by_text("truth about Ann")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert is_shaded(page)
    page.locator("[data-lift]").click()
    assert not is_shaded(page)
    expect(page.get_by_text("truth about Ann")).to_be_hidden()


def test_the_desk_covers_itself_after_twenty_idle_seconds_at_night(visit: Visit) -> None:
    server = visit("desk", call(tell=()), clock=True)
    server.page.clock.run_for(19_000)
    assert not is_shaded(server.page)
    server.page.mouse.click(5, 400)
    server.page.clock.run_for(19_000)
    assert not is_shaded(server.page)
    server.page.clock.run_for(3_000)
    assert is_shaded(server.page)


@pytest.mark.parametrize(("seconds", "covered"), [(60, 61), (0, None)])
def test_a_table_may_set_when_its_desk_covers_itself(visit: Visit, seconds: int, covered: int | None) -> None:
    session = {"game": "sporz", "settings": {"covers_after": seconds}}
    page = visit("desk", call(tell=()), clock=True, session=session).page
    page.clock.run_for(59_000)
    assert not is_shaded(page)
    page.clock.run_for(3_000 if covered else 600_000)
    assert is_shaded(page) == (covered is not None)


def test_the_cover_shows_the_moment_and_its_clock(visit: Visit) -> None:
    ends = public(night=True, phase="Night 2", call_ends=NOW + 65_000)
    server = visit("desk", call(public=ends, tell=()), clock=True)
    server.page.clock.run_for(22_000)
    assert is_shaded(server.page)
    expect(server.page.locator("#shade")).to_contain_text("Night 2")
    expect(server.page.locator("#shade [data-clock]")).to_have_text("0:43")
    server.push(call(public=change(ends, phase="Night 3"), tell=()), 2, now=NOW + 22_000)
    expect(server.page.locator("#shade")).to_contain_text("Night 3")
    assert is_shaded(server.page)


def begin_to_decide(page: Page) -> None:
    """Choose something in the table's stead, and do not send it."""
    page.locator(".instead > summary").tap()
    page.locator("#decide .tile").first.tap()


IN_HAND: dict[str, tuple[dict[str, Any], Callable[[Page], object]]] = {
    "a panel": ({}, lambda page: page.evaluate("document.getElementById('panel').innerHTML = '<form></form>'")),
    "a choice that is not sent": ({"decision": ballot()}, begin_to_decide),
    "a question whether one is sure": ({}, lambda page: page.locator("#sure-7 > summary").tap()),
    "what is to be announced": ({"announce": ("Eve becomes the chief.",)}, lambda page: None),
}


@pytest.mark.parametrize("what", IN_HAND)
def test_the_cover_spares_what_its_moderator_is_at(visit: Visit, what: str) -> None:
    values, begin = IN_HAND[what]
    server = visit("desk", call(tell=(), **values), clock=True)
    begin(server.page)
    server.page.clock.run_for(90_000)
    assert not is_shaded(server.page)
    server.page.evaluate("document.getElementById('panel').replaceChildren()")
    server.push(call(tell=(), opened=9), 2)
    expect(server.page.locator("[data-opened='9']")).to_be_attached()
    server.page.clock.run_for(22_000)
    assert is_shaded(server.page), "once that is done it covers itself as ever"


def test_the_cover_waits_until_private_news_were_seen(visit: Visit) -> None:
    page = visit("desk", call(), clock=True).page
    page.clock.run_for(90_000)
    assert not is_shaded(page)
    page.locator(".tell > summary").tap()
    page.clock.run_for(30_000)
    assert is_shaded(page)


def test_uncovering_brings_back_what_was_begun(visit: Visit) -> None:
    page = visit("desk", call(tell=(), decision=ballot())).page
    begin_to_decide(page)
    page.locator("#sure-7 > summary").tap()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert is_shaded(page)
    page.locator("[data-lift]").click()
    assert page.locator("#decide input:checked").count() == 1
    assert is_open(page, ".instead") and is_open(page, "#sure-7")


def test_an_idle_desk_stays_open_by_day_and_after_games(visit: Visit) -> None:
    server = visit("desk", desk(), clock=True)
    server.page.clock.run_for(60_000)
    assert not is_shaded(server.page)
    server.push(desk(public(stage="over", outcome="Over.", revealed=REVEALED)), 2)
    expect(server.page.get_by_text("Over.")).to_be_visible()
    server.page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not is_shaded(server.page)


def test_holding_a_second_closes_private_pages_and_covers_the_desk(visit: Visit) -> None:
    page = visit("desk", call()).page
    page.locator(".tell > summary").tap()
    page.locator("[data-opens]").click()
    sheet = page.locator("dialog.sheet")
    expect(sheet).to_contain_text("You are mutated.")
    hold(page, "dialog.sheet [data-hold]")
    page.wait_for_timeout(300)
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(sheet).to_be_visible()
    hold(page, "dialog.sheet [data-hold]")
    page.wait_for_timeout(1200)
    page.mouse.up()
    expect(sheet).to_be_hidden()
    assert is_shaded(page)
