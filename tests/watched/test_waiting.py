"""A board that waits, watched in a browser: all others agree to pass a turn, then to let the computer play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, WatchedTable

pytestmark = [pytest.mark.slow, pytest.mark.full]


def apart(table: WatchedTable) -> tuple[Page, list[Page]]:
    """Once all are asked: the phone of whoever has the turn, and those of the others."""
    phones = list(table.phones.values())
    for phone in phones:
        expect(phone.locator("#still")).to_be_visible(timeout=PATIENCE)
    (late,) = [phone for phone in phones if phone.locator("#answer").count()]
    return late, [phone for phone in phones if phone is not late]


def test_all_others_may_pass_a_turn_or_add_bots(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.06", MOMENT_PACE="0.01"), open_device, "spree", "narrated")
    table.join(["Inès", "Bob", "Maximilienne"])
    table.begin()
    late, others = apart(table)
    for phone in others:
        phone.locator("#waiting button[value=pass]").click()
        expect(late.locator("#still")).to_have_count(int(phone is others[0]), timeout=PATIENCE)
    expect(late.locator("#answer")).to_have_count(0, timeout=PATIENCE)
    expect(table.desk.locator("[data-say] .said")).to_be_visible(timeout=PATIENCE)  # said aloud
    late, others = apart(table)
    for phone in others:
        phone.locator("#waiting button[value=computer]").click()
    back = late.locator("#come-back button")
    expect(back).to_be_visible(timeout=PATIENCE)
    back.click()
    expect(back).to_have_count(0, timeout=PATIENCE)
