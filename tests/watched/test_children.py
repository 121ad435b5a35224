"""A table of children, watched: a dozen words a screen at most, and nobody is killed (SECRECY 25)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.moderation.tables.test_children import GRIM
from tests.watched.tables import NAMES, PATIENCE, WatchedTable

pytestmark = [pytest.mark.slow, pytest.mark.full]
MOST = 12
# The words that are seen, without the names of people: signs that listeners hear alone are none.
WORDS = """names => {
  const seen = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    let box = walker.currentNode.parentElement;
    while (getComputedStyle(box).display === "contents") box = box.parentElement;
    if (box.closest("script, style, dialog, .unseen, [aria-hidden=true]")) continue;
    if (box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) seen.push(walker.currentNode.data);
  }
  return seen.join(" ").split(/[\\s’'·:]+/u).filter(word => /\\p{L}{2}/u.test(word))
    .filter(word => !names.includes(word.replace(/[^\\p{L}]/gu, "")));
}"""


def test_children_read_a_dozen_words_at_most(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(
        start_server(CALL_PACE="0.2", MOMENT_PACE="1"), open_device, "lupus", "phones", children=True
    )
    table.join(NAMES[:2])
    table.fill_up(8)
    people = [one.strip() for one in table.desk.locator(".seat-name").all_text_contents()]
    seen: set[str] = set()

    def few_words(what: str) -> None:
        seen.add(what)
        for name, phone in table.phones.items():
            words = phone.evaluate(WORDS, people)
            assert len(words) <= MOST, f"{what} {name}: " + " ".join(words)
            table.keep(phone, f"children-phone-{what}-{name}")

    def look() -> None:
        for device in (table.desk, table.screen, *table.phones.values()):
            told = device.locator("main").inner_text()
            assert not GRIM.search(told), told
        if table.desk.locator("form#go-on").count():
            few_words("moment")
        elif table.desk.locator(".desk-view.night").count():
            few_words("night")
        elif table.phones["Ann"].locator("form#answer").count():
            few_words("vote")
        else:
            few_words("day")

    few_words("joining")
    table.desk.locator("#deal button").click()
    for phone in table.phones.values():
        expect(phone.locator("#looked button")).to_be_visible(timeout=PATIENCE)
        phone.locator("#card > summary").focus()
        phone.locator("#card > summary").press("Enter")
        expect(phone.locator("#card .secret")).to_be_visible()
    few_words("card")
    for phone in table.phones.values():
        phone.locator("#card > summary").press("Enter")
        expect(phone.locator("#card .secret")).to_be_hidden()
        phone.locator("#looked button").click()
    begin = table.desk.locator("form[action$='/begin/'] button")
    begin.wait_for(state="attached", timeout=PATIENCE)
    table.reveal("#begin-unseen")
    begin.click()
    table.play(look=look, enough=lambda: seen >= {"night", "moment", "day", "vote"})
    assert seen >= {"joining", "card", "night", "moment", "day", "vote"}
    assert "Traceback" not in table.server.errors
