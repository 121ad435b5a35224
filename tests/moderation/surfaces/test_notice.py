"""The notice after a tap: it covers no control and goes by itself (static/js/notice.js)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import thorough
from tests.moderation.surfaces.pages import PAGES, Visit, answer, make_noted_reply
from tests.moderation.surfaces.showings import ballot, phone, public

# Which controls can be touched in the places where they stand, by their words.
IN_REACH = """() => [...document.querySelectorAll("a, button, summary, label.tile")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top >= 0 && box.bottom <= innerHeight)
  .filter(([text, box]) => document.elementFromPoint(box.x + box.width / 2, box.bottom - 4)
      ?.closest("a, button, summary, label.tile")?.textContent.trim() === text)
  .map(([text]) => text)"""


@pytest.mark.parametrize("name", ["a vote", "a night"])
@pytest.mark.parametrize(("width", "height"), thorough.family([(390, 844), (360, 640), (320, 256)], (360, 640)))
def test_a_notice_covers_and_moves_no_control(visit: Visit, name: str, width: int, height: int) -> None:
    """It lies over the page, lets every tap through, and is gone with the next one."""
    server = visit(*PAGES[name])
    page = server.page
    page.set_viewport_size({"width": width, "height": height})
    places = ("0", "200", "document.documentElement.scrollHeight")

    def in_reach() -> list[list[str]]:
        return [page.evaluate(f"scrollTo(0, {top})") or page.evaluate(IN_REACH) for top in places]

    answer(server, "Bob")  # nothing is said yet
    server.wait_for(lambda: len(server.posted) == 1)
    expect(page.locator(".confirm .choice")).to_have_text("")
    before = in_reach()
    server.reply = make_noted_reply(server.view)
    answer(server, "Bob")
    word = page.locator("#notice .notice")
    expect(word).to_be_in_viewport()
    box = word.bounding_box()
    assert box and box["height"] < height / 2.5
    assert in_reach() == before
    page.touchscreen.tap(width / 2, height - 2)
    expect(word).to_have_count(0)


def test_a_word_about_a_tap_goes_by_itself(visit: Visit) -> None:
    server = visit("phone", phone(), clock=True)
    server.reply = make_noted_reply(server.view)
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_contain_text("Noted")
    server.page.clock.run_for(11_000)
    expect(server.page.locator("#notice")).to_be_empty()


def test_a_notice_stays_until_the_next_question(visit: Visit) -> None:
    server = visit("phone", phone())
    server.reply = make_noted_reply(server.view)
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_contain_text("Noted")
    server.push(phone(public(voted=(1, 2))), 2)
    expect(server.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(server.page.locator("#notice")).to_contain_text("Noted")
    server.push(phone(public(), question=ballot(opened=9, title="The next vote")), 3)
    expect(server.page.get_by_text("The next vote").first).to_be_visible()
    expect(server.page.locator("#notice")).to_be_empty()


def test_a_notice_with_the_next_question_is_shown_too(visit: Visit) -> None:
    server = visit("phone", phone())
    server.reply = make_noted_reply(phone(question=ballot(opened=9, title="The next vote")))
    answer(server, "Bob")
    expect(server.page.get_by_text("The next vote").first).to_be_visible()
    expect(server.page.locator("#notice")).to_contain_text("Noted")
