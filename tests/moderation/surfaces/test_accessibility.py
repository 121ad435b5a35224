"""Pages that everybody can read and touch: WCAG, zoom, large targets, dark nights."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from moderation.play.projections.private import PhoneView
from tests import thorough
from tests.moderation.surfaces.pages import LONG, NIGHT, PAGES, Visit, build_ended_view
from tests.moderation.surfaces.showings import ballot, desk, phone

AXE = (Path(__file__).parents[2] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

TAPPED = ["a vote", "a night", "the cards", "the desk by day", "the desk at night"]

IN_HANDS = [name for name, (surface, _) in PAGES.items() if surface != "screen"]

# Words that stand outside the page, or outside a box that hides what does not fit.
CUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.closest(".unseen, progress, dialog"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 ||
      (getComputedStyle(one).overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1))
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("name", thorough.family(PAGES, "a vote", "a night", "the desk at night"))
def test_a_page_keeps_the_rules_of_accessibility_in_either_light(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    page.evaluate(AXE)
    for light in ("dimmed", "bright"):
        page.evaluate("light => document.documentElement.dataset.light = light", light)
        found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
        assert [f"{light} {one['id']}: {one['nodes'][0]['html']}" for one in found] == []


@pytest.mark.parametrize("name", thorough.family(IN_HANDS, "a vote", "the desk at night"))
def test_a_page_at_twice_its_size_scrolls_one_way_only(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"] // 2, "height": size["height"] // 2})
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"] // 2


@pytest.mark.parametrize("name", thorough.family(IN_HANDS, "a vote", "the desk at night"))
def test_at_four_times_its_size_a_page_scrolls_only_vertically(visit: Visit, name: str) -> None:
    """WCAG 1.4.10: 320 CSS pixels wide nothing is cut, and little of 256 in height stays in view."""
    page = visit(*PAGES[name]).page
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(CUT) == []
    pinned = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility())
        .filter((one) => getComputedStyle(one).position === "sticky")
        .map((one) => one.offsetHeight).reduce((sum, height) => sum + height, 0)"""
    assert page.evaluate(pinned) <= 64


@pytest.mark.parametrize(
    "name",
    thorough.family(TAPPED, "a vote", "the desk at night"),
)
def test_what_is_tapped_is_large_enough(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    small = page.evaluate(
        """() => [...document.querySelectorAll('a, button, summary, label.tile, select, [type=search]')]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
            .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([, html]) => html)"""
    )
    assert small == []


def test_a_night_is_dark_for_everybody(visit: Visit) -> None:
    page = visit("phone", phone(NIGHT)).page
    colours = page.evaluate(
        """() => [document.documentElement, document.body, ...document.querySelectorAll('body *')]
            .map((one) => getComputedStyle(one).backgroundColor).filter((one) => one !== 'rgba(0, 0, 0, 0)')"""
    )
    assert colours
    for colour in set(colours):
        assert max(map(int, re.findall(r"\d+", colour)[:3])) <= 0x10, colour


def test_text_on_a_phone_is_large_enough(visit: Visit) -> None:
    page = visit("phone", phone()).page
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 18


def test_a_mutant_and_a_sleeper_shine_alike(visit: Visit) -> None:
    def outline(view: PhoneView) -> Any:
        page = visit("phone", view).page
        return page.evaluate(
            """() => [...document.querySelectorAll('#view *')].filter((one) => one.checkVisibility()).map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [one.tagName, x, y, width, height];
            })"""
        )

    mutant = replace(ballot(), fellows="Bob: Cid", given="Mutate: Cid", refused="Mutate: Dan")
    sleeper = replace(ballot(), called=False)
    assert outline(phone(NIGHT, question=mutant)) == outline(phone(NIGHT, question=sleeper))


def test_every_end_has_a_title(visit: Visit) -> None:
    """On every surface, a reader of headings finds where the page begins."""
    over = build_ended_view(LONG)
    for surface, view in (("phone", phone(over, question=None)), ("screen", over), ("desk", desk(over))):
        expect(visit(surface, view).page.get_by_role("heading", level=1)).to_have_count(1)
