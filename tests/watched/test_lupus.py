"""A whole game of Lupus in Tabula, watched in a browser: phones and the computer's seats, the desk and the screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, WatchedTable

pytestmark = pytest.mark.slow
MOMENTS = {"night", "debate", "turn"}
OUTCOME = "gagne"


@pytest.mark.full
def test_a_village_plays_from_the_first_night_to_its_last(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.15", MOMENT_PACE="1"), open_device, "lupus")
    table.join(NAMES[:3])
    table.fill_up(8)
    table.begin()
    seen: set[str] = set()
    table.play(look=lambda: look(table, seen), enough=lambda: seen >= MOMENTS)
    table.everybody_sees_the_end(OUTCOME)
    assert seen >= MOMENTS
    table.keep(table.screen, "lupus-screen-end")
    table.keep(table.phones["Ann"], "lupus-phone-end")


def look(table: WatchedTable, seen: set[str]) -> None:
    """What every surface shows at the moments that are this game's own."""
    if table.desk.locator(".desk-view.night").count():
        seen.add("night")
        table.keep(table.phones["Ann"], "lupus-phone-night")
        table.keep(table.desk, "lupus-desk-night")
    elif "debate" not in seen and table.screen.locator("#clock [data-clock]").count():
        seen.add("debate")
        three_minutes(table)
    elif "turn" not in seen and (named := table.desk.locator(".seat-face.asked .seat-name").all_text_contents()):
        seen.add("turn")
        one_at_a_time(table, named)


def three_minutes(table: WatchedTable) -> None:
    """The debate has the rulebook's clock, which runs by itself, and everybody sees it (RULINGS L-23)."""
    for page in (table.screen, *table.phones.values()):
        expect(page.locator("#clock [data-clock]")).to_contain_text(re.compile(r"^(3:00|2:\d\d)$"), timeout=PATIENCE)
    table.keep(table.desk, "lupus-desk-debate")


def one_at_a_time(table: WatchedTable, named: list[str]) -> None:
    """In the accusation one voter after the other is asked, and everybody sees who."""
    (voter,) = named
    expect(table.screen.locator(".seat.turn .seat-name")).to_have_text(voter, timeout=PATIENCE)
    expect(table.screen.locator(".turn-of")).to_contain_text(voter)
    for name, phone in table.phones.items():
        expect(phone.locator("form#answer")).to_have_count(1 if name == voter else 0, timeout=PATIENCE)
        if name != voter:
            expect(phone.locator(".idle")).to_contain_text(voter)
    table.keep(table.desk, "lupus-desk-turn")
    table.keep(table.screen, "lupus-screen-turn")
