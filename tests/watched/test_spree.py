"""A whole game of Spree!, watched in a browser: a turn from the phone, reactions, carts on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, WatchedTable, leaning

pytestmark = pytest.mark.slow
MOMENTS = {"turn", "cart"}
LOOTER = leaning(leave=5, roll=6, rob=8, shop=5, shoot=1.5, bank=1.5, ace=0.6, move=0.5, end=0.2, repark=0.01)


@pytest.mark.full
def test_a_mall_is_looted_until_a_car_is_full(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.3"), open_device, "spree", "narrated", {"target": "60"})
    table.join(NAMES[:3])
    table.fill_up(4)
    table.begin()
    seen: set[str] = set()
    table.play(LOOTER, lambda: look(table, seen), lambda: seen >= MOMENTS)
    table.everybody_sees_the_end("gagne")
    assert seen >= MOMENTS
    table.keep(table.screen, "spree-screen-end")


def look(table: WatchedTable, seen: set[str]) -> None:
    """The menu of a turn, the window to react, the carts, once each."""
    for phone in table.phones.values():
        if phone.locator("form#answer input[value='{\"end\":true}']").count() and "turn" not in seen:
            seen.add("turn")
            table.keep(phone, "spree-phone-turn")
        if phone.locator("input[value='{\"pass\":true}']").count() and "reaction" not in seen:
            seen.add("reaction")
            table.keep(phone, "spree-phone-reaction")
            table.keep(table.screen, "spree-screen-reaction")
    if "cart" not in seen and table.screen.locator(".ring .badge", has_text="chariot").count():
        seen.add("cart")
        expect(table.screen.locator("progress")).to_have_count(4, timeout=PATIENCE)
        table.keep(table.screen, "spree-screen-cart")
