"""A whole game of Mystery Space Murder 3000, watched in a browser: nobody moderates, everybody keeps a sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, WatchedTable, leaning

pytestmark = pytest.mark.slow
MOMENTS = {"sheet", "hypothesis"}
OUTCOME = "résolu|gagne|Temps écoulé|temps est écoulé|heure"


def test_a_crime_is_investigated_until_victory_or_timeout(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.3"), open_device, "murder", "narrated", {"hours": "2"})
    table.join(NAMES[:3])
    table.fill_up(4)
    table.begin()
    seen: set[str] = set()
    table.play(
        leaning(hypothesis=6, roll=3, visit=3, lift=0.3, end=0.1), lambda: look(table, seen), lambda: seen >= MOMENTS
    )
    table.everybody_sees_the_end(OUTCOME)
    assert seen >= MOMENTS
    table.keep(table.screen, "murder-screen-end")
    table.keep(table.phones["Ann"], "murder-phone-end")


def look(table: WatchedTable, seen: set[str]) -> None:
    """The sheet, and the form of a hypothesis, once each."""
    if "sheet" not in seen:
        seen.add("sheet")
        keep_a_sheet(table)
    for phone in table.phones.values():
        choice = phone.locator(".tile.whole")
        if "hypothesis" not in seen and choice.count():
            seen.add("hypothesis")
            expect(phone.locator(".parts")).to_be_hidden()
            choice.click()
            expect(phone.locator(".parts select")).to_have_count(4)
            expect(phone.locator(".parts")).to_be_visible()
            table.keep(phone, "murder-phone-hypothesis")
            table.keep(table.screen, "murder-screen-turn")


def keep_a_sheet(table: WatchedTable) -> None:
    """The own cards are ticked; what else is ticked stays on this phone, under a cover, also when it is read anew."""
    phone, other = table.phones["Ann"], table.phones["Bob"]
    face, free = phone.locator("#ticks > summary"), phone.locator("#ticks input:enabled")
    expect(phone.locator("#ticks .secret")).to_be_hidden()
    face.click()
    expect(phone.locator("#ticks input:disabled:checked")).to_have_count(6)
    expect(phone.locator("#ticks input:disabled:checked + span").first).to_be_visible()
    free.first.locator("xpath=..").click()
    table.keep(phone, "murder-phone-sheet")
    ticked = free.first.get_attribute("id")
    phone.reload()
    expect(phone.locator(f"#{ticked}")).to_be_checked(timeout=PATIENCE)
    expect(phone.locator("#ticks .secret")).to_be_hidden()
    if not other.locator(f"#{ticked}").is_disabled():
        expect(other.locator(f"#{ticked}")).not_to_be_checked()
