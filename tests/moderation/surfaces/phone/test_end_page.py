"""The end on a phone: the cover as the whole page, the result, one deed, one button; it waits for the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.words import BETWEEN_PARTS
from moderation.play.projections.private import PhoneView, SeatOutcome
from moderation.play.projections.sections.ending import RevealedSeat
from tests.moderation.surfaces.pages import LONG, Visit, build_ended_view, hold_animations
from tests.moderation.surfaces.showings import phone, public
from tests.own_games import OWN

LONGEST = "You mutated Maximiliane-Alexandrine X, then Wolfgang-Amadeus Mozart."
SIZES = ((390, 844), (360, 640), (320, 568))
PARTS = (".result-words", ".result-role", ".result-deed", ".result > .button")
FACTS = """(result) => {
  const size = (one) => parseFloat(getComputedStyle(result.querySelector(one)).fontSize);
  return {
    words: size(".result-words"), small: size("small"), role: size(".result-role"), deed: size(".result-deed"),
    token: result.querySelector(".token").offsetWidth,
    filter: getComputedStyle(result.querySelector(".cover-crop")).filter,
  };
}"""


def make_end(slug: str, result: SeatOutcome, deed: str = "You devoured Cid, then Bob.") -> PhoneView:
    """Return the view of Ann's phone at the end of a game."""
    ended = build_ended_view(LONG)
    seen = replace(ended, table=replace(ended.table, slug=slug))
    role = {"lupus": "werewolf", "sporz": "base_mutant", "elsen": "saboteur"}.get(slug, "")
    own = RevealedSeat("Ann", "A part, dead", result is SeatOutcome.WON, role=role)
    return phone(seen, result=result, revealed=own, deed=deed)


def read_boxes(page: Page) -> list[dict[str, Any]]:
    """Return the boxes of the parts of the first screen."""
    found = [page.locator(part).bounding_box() for part in PARTS]
    return [dict(box) for box in found if box]


@pytest.mark.parametrize("slug", OWN)
def test_the_end_is_one_page_under_the_cover(visit: Visit, slug: str) -> None:
    page = visit("phone", make_end(slug, SeatOutcome.WON, LONGEST), slug=slug).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cover = page.locator(".result > .cover-crop").bounding_box()
        assert cover and (cover["x"], cover["y"], cover["width"], cover["height"]) == (0, 0, width, height)
        boxes = read_boxes(page)
        assert len(boxes) == len(PARTS)
        assert all(box["x"] >= 16 and box["x"] + box["width"] <= width - 16 for box in boxes)
        ends = [box["y"] + box["height"] for box in boxes]
        assert all(end <= box["y"] + 1 for end, box in zip(ends, boxes[1:], strict=False))
        assert boxes[0]["y"] > height * 0.2 and height - 40 < ends[-1] <= height
        assert page.evaluate("document.documentElement.scrollWidth") == width
        header = page.locator("header.top").bounding_box()
        assert header and header["y"] >= height  # nothing lies on the cover
        assert page.locator(".result-words").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_words_have_their_sizes(visit: Visit) -> None:
    page = visit("phone", make_end("lupus", SeatOutcome.WON), slug="lupus").page
    facts = page.locator(".result").evaluate(FACTS)
    found = [facts[name] for name in ("words", "small", "role", "deed", "token")]
    assert found == pytest.approx([104, 54, 32, 24, 64], abs=0.5)
    assert facts["filter"] == "none"
    button = page.locator(".result > .button").bounding_box()
    assert button and button["height"] >= 88
    won = read_boxes(page)
    lost = visit("phone", make_end("lupus", SeatOutcome.LOST), slug="lupus").page
    assert read_boxes(lost)[1:] == won[1:]  # one geometry
    assert "saturate" in lost.locator(".result").evaluate(FACTS)["filter"]


@pytest.mark.parametrize("result", [SeatOutcome.CHANGED, SeatOutcome.NOBODY])
def test_other_results_break_inside_no_word(visit: Visit, result: SeatOutcome) -> None:
    page = visit("phone", make_end("murder", result), slug="murder").page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        words = page.locator(".result-words")
        assert words.evaluate("one => one.scrollWidth <= one.clientWidth")
        box = words.bounding_box()
        assert box and box["y"] > height * 0.15


@pytest.mark.parametrize("between", [BETWEEN_PARTS, " · "])
def test_the_first_of_many_parts_stands_for_all(visit: Visit, between: str) -> None:
    ended = make_end("murder", SeatOutcome.NOBODY)
    assert ended.revealed
    hand = between.join(["Terminator", "Secret: Famine", "Clues: Spock, Jack Harkness, Starbuck, Dormitory"])
    page = visit("phone", replace(ended, revealed=replace(ended.revealed, truth=hand)), slug="murder").page
    expect(page.locator(".result-role")).to_have_text("Terminator")


def test_without_a_deed_there_is_no_sentence(visit: Visit) -> None:
    page = visit("phone", make_end("lupus", SeatOutcome.LOST, deed=""), slug="lupus").page
    expect(page.locator(".result-deed")).to_have_count(0)
    expect(page.locator("#part-end li").first).to_be_visible()  # the rest is below


def test_a_page_that_followed_the_game_waits_for_the_screen(visit: Visit) -> None:
    server = visit("phone", phone(public()))
    page = server.page
    hold_animations(page)
    server.push(make_end("sporz", SeatOutcome.WON), pulse=2)
    column = page.locator(".phone-view > .page")
    expect(column.locator(".result")).to_be_attached()
    assert column.evaluate("one => getComputedStyle(one).animationDelay") == "2.7s"
    assert column.evaluate("one => getComputedStyle(one).opacity") == "0"


def test_a_page_that_is_opened_later_waits_for_nothing(visit: Visit) -> None:
    page = visit("phone", make_end("sporz", SeatOutcome.WON)).page
    assert page.locator(".phone-view > .page").evaluate("one => getComputedStyle(one).animationName") == "none"
