"""Whole games of Sporz, watched in a browser: once with phones, once from the desk alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, WHOLE, WatchedTable, fill_in

pytestmark = pytest.mark.slow
BALLOT = ".ring button[form=enter]:enabled"
SEATED = NAMES if WHOLE else NAMES[:5]


def test_phones_desk_and_screen_play_a_night_and_day(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE="0.15", MOMENT_PACE="1"), open_device, "sporz", "phones")
    table.keep(table.desk, "desk-joining")
    table.join(SEATED)
    table.keep(table.screen, "screen-joining")
    table.begin()
    hold_a_card(table)
    seen: list[bool] = []  # nights and days, in their order
    while not table.over and (WHOLE or seen[:3] != [False, True, False]):
        if table.went_on():
            continue
        night = table.desk.locator(".desk-view.night").count() > 0
        seen += [night] if seen[-1:] != [night] else []
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
    if table.over:
        everybody_sees_the_end(table)


@pytest.mark.full
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
        elif offered := table.desk.locator(BALLOT).count():  # one voter after the other, each in one tap
            table.tap(f"{BALLOT} >> nth={int(opened) % offered}")
        elif (form := table.desk.locator("form#enter, form#decide")).count():
            assert fill_in(form, opened)
        else:
            table.tap("#close button")
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


def everybody_sees_the_end(table: WatchedTable) -> None:
    """The outcome and everybody's card stand on every device."""
    for page in [table.desk, *table.phones.values()]:
        expect(page.locator(".revealed, #view table, .reveal").first).to_be_visible(timeout=PATIENCE)
    outcome = table.screen.locator("#view")
    expect(outcome).to_contain_text(re.compile("gagn|perd"), timeout=PATIENCE)
    table.keep(table.desk, "desk-reveal")
    table.keep(table.screen, "screen-end")
    assert "Traceback" not in table.server.errors
