"""A whole game of ELSEN, watched in a browser: what is played face down is read by nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, WatchedTable

pytestmark = pytest.mark.slow
MOMENTS = {"mission", "answer", "vote"}
USUAL, SHORT = "1", "0.05"  # a mission is as long as in life until it was looked at, and the rest of the game quick
STANDS = """() => {
  const stand = document.querySelector("#pause input[name=stand]");
  return !stand || stand.value === "0";
}"""
OPEN_MENU = "() => (document.querySelector('#beside').open = true)"
CARDS = ["success", "ghost success", "sabotage", "elimination", "doctor", "engineer", "lazy one", "worker"]


@pytest.mark.full
def test_a_ship_flies_from_the_first_mission_to_the_last(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE=USUAL, MOMENT_PACE="1"), open_device, "elsen", languages=("en-GB",))
    table.join(NAMES[:3])
    table.fill_up(6)
    table.begin()
    seen: set[str] = set()
    table.play(look=lambda: look(table, seen), enough=lambda: seen >= MOMENTS)
    table.everybody_sees_the_end("win")
    assert seen >= MOMENTS
    table.keep(table.screen, "elsen-screen-end")


def look(table: WatchedTable, seen: set[str]) -> None:
    """What phones and screen show while a mission is flown and a vote is open."""
    for name, phone in table.phones.items():
        read_over_a_shoulder(table, name, phone, seen)
    if table.screen.get_by_text(re.compile(r"^\d of \d ha(s|ve) voted")).count() and "vote" not in seen:
        seen.add("vote")
        expect(table.screen.locator("progress")).to_have_count(4, timeout=PATIENCE)
        table.keep(table.screen, "elsen-screen-vote")
        table.keep(table.phones["Ann"], "elsen-phone-vote")
    if seen >= MOMENTS and table.server.env["CALL_PACE"] == USUAL:
        table.start_again(CALL_PACE=SHORT)


GLANCE = """() => {
  const form = document.querySelector("#answer");
  return form && {
    tiles: [...form.querySelectorAll(".tile")].map((tile) => tile.textContent.trim()),
    marked: form.querySelectorAll(":checked").length,
    said: document.querySelector("#card .secret").textContent,
  };
}"""


def read_over_a_shoulder(table: WatchedTable, name: str, phone: Page, seen: set[str]) -> None:
    """All eight cards stand there for everybody, none of them marked, whatever was played."""
    glance = phone.evaluate(GLANCE)
    if glance is None or "ghost success" not in glance["tiles"]:
        return
    assert glance["tiles"] == CARDS
    seen.add("mission")
    table.keep(phone, "elsen-phone-mission")
    table.keep(table.screen, "elsen-screen-mission")
    if "answer" not in seen:
        read_an_answer(table, phone, seen)


def read_an_answer(table: WatchedTable, asked: Page, seen: set[str]) -> None:
    """While all times stand still everybody answers: no tile is marked then, and a crew's cards say what was kept."""
    stand_still(table)
    if "ghost success" in (asked.evaluate(GLANCE) or {"tiles": ()})["tiles"]:
        while any(is_asked(phone) for phone in table.phones.values()):
            table.answer_on_phones()
            table.desk.wait_for_timeout(50)
        for phone in table.phones.values():
            glance = phone.evaluate(GLANCE)  # nothing on the phone of who is out of the game
            assert glance is None or glance["marked"] == 0
            if glance and "Saved:" in glance["said"] and "answer" not in seen:
                seen.add("answer")
                table.keep(phone, "elsen-phone-answered")
                hold_to_read(table, phone)
    go_on(table)


def stand_still(table: WatchedTable) -> None:
    """Stop all times, if a clock runs: the mission does not end under the finger."""
    table.lift()
    stand = table.desk.locator("#pause:has(input[name=stand][value='1']) button")
    if stand.count():
        table.desk.evaluate(OPEN_MENU)
        stand.click(timeout=PATIENCE)
        table.desk.wait_for_function(STANDS, timeout=PATIENCE)


def go_on(table: WatchedTable) -> None:
    """Let all times go on."""
    table.lift()
    stands = table.desk.locator("#pause:has(input[name=stand][value='0']) button")
    if stands.count():
        table.desk.evaluate(OPEN_MENU)
        stands.click(timeout=PATIENCE)
        expect(stands).to_have_count(0, timeout=PATIENCE)


def is_asked(phone: Page) -> bool:
    """Whether an answer that this phone has not given yet is wanted, or is not drawn yet."""
    form = phone.locator("form#answer")
    return form.count() > 0 and not form.locator("[data-change]").is_visible()


def hold_to_read(table: WatchedTable, phone: Page) -> None:
    """What was played stands on the covered card, for as long as it is held."""
    answer = phone.locator("#card .latest", has_text="Saved:")
    expect(answer).to_be_hidden()
    phone.locator("#card > summary").hover()
    phone.mouse.down()
    expect(answer).to_be_visible(timeout=PATIENCE)
    table.keep(phone, "elsen-phone-held")
    phone.mouse.up()
    expect(answer).to_be_hidden()
