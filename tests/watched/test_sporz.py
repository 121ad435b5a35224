"""Whole games of Sporz, watched in a browser: once with phones, once from the desk alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, SLOW, WHOLE, WatchedTable, fill_in

pytestmark = pytest.mark.slow
UNANSWERED = """(links) => links
  .filter((link) => !link.parentElement.textContent.includes("✓"))
  .map((link) => link.getAttribute("hx-get"))"""
SEATED = NAMES if WHOLE else NAMES[:5]


def test_phones_a_desk_and_a_screen_play_a_whole_game(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.15", MOMENT_PACE="1"), open_device, "sporz", "phones")
    table.keep(table.desk, "desk-joining")
    table.join(SEATED)
    table.keep(table.screen, "screen-joining")
    table.begin()
    hold_a_card(table)
    while not table.over:
        if table.went_on():
            continue
        night = table.desk.locator(".desk-view.night").count() > 0
        if night or "desk-night" in table.taken:  # a day that has seen a night
            table.keep(table.desk, "desk-night" if night else "desk-day")
            table.keep(table.phones["Ann"], "phone-night" if night else "phone-vote")
        table.answer_on_phones()
        if (
            not night
            and table.desk.locator("#close").count()
            and not table.desk.locator("details.sure #close").count()
        ):
            if "desk-day" in table.taken:
                table.keep(table.screen, "screen-day")
            table.tap("#close button")
        table.desk.wait_for_timeout(300)
    everybody_sees_the_end(table)


def test_a_moderator_alone_plays_a_whole_game_with_eyes_closed(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(MOMENT_PACE="1"), open_device, "sporz", "eyes_closed")
    table.add_seats(SEATED)
    table.begin()
    while not table.over:
        table.lift()
        if table.went_on():
            continue
        opened = table.opened()
        if table.desk.locator("#said button.primary").count():  # S-44: all eyes are closed, or the walk is over
            assert not table.desk.locator("#decide, #close").count()
            table.keep(table.desk, "desk-walk")
            table.tap("#said button.primary")
        elif table.desk.locator("#decide").count():
            assert fill_in(table.desk.locator("#decide"), opened)
        else:
            enter_for_everybody(table, opened)
            if table.opened() == opened and not table.over:
                close(table, opened)
        table.desk.wait_for_timeout(150)
    everybody_sees_the_end(table)


def hold_a_card(table: WatchedTable) -> None:
    """A card is shown while it is held, and not a moment longer."""
    phone = table.phones["Bob"]
    face, secret = phone.locator("#card > summary"), phone.locator("#card .secret")
    expect(secret).to_be_hidden()
    face.hover()
    phone.mouse.down()
    expect(secret).to_be_visible()
    table.keep(phone, "phone-card")
    phone.mouse.up()
    expect(secret).to_be_hidden()


def enter_for_everybody(table: WatchedTable, opened: str) -> None:
    """Answer for each seat that is asked, as the moderator reads it from hands and lips."""
    for _ in range(2 * len(SEATED)):
        table.reveal("#wakes-" + opened)
        links = table.desk.locator(f"[data-opened='{opened}'] a[hx-target='#panel']:visible")
        missing = links.evaluate_all(UNANSWERED)
        if not missing:
            return
        try:
            table.desk.locator(f"a[hx-get='{missing[0]}']:visible").first.click(timeout=SLOW)
        except TimeoutError:  # the desk was just being drawn anew
            continue
        form = table.desk.locator("form#answer-for")
        expect(form).to_be_visible(timeout=PATIENCE)
        fill_in(form, opened)
        expect(form).to_have_count(0, timeout=PATIENCE)
        if table.over or table.opened() != opened:
            return


def close(table: WatchedTable, opened: str) -> None:
    """Close the step, whoever has not answered."""
    table.reveal(f"#sure-{opened}")
    table.tap("#close button")


def everybody_sees_the_end(table: WatchedTable) -> None:
    """The outcome and everybody's card stand on every device."""
    for page in [table.desk, *table.phones.values()]:
        expect(page.locator(".revealed, #view table, .reveal").first).to_be_visible(timeout=PATIENCE)
    outcome = table.screen.locator("#view")
    expect(outcome).to_contain_text(re.compile("gagn|perd"), timeout=PATIENCE)
    table.keep(table.desk, "desk-reveal")
    table.keep(table.screen, "screen-end")
    assert "Traceback" not in table.server.errors
