"""The card turns over under the finger: by transform and opacity, by day, and not for whoever wants it still."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import NIGHT
from tests.moderation.surfaces.showings import phone, public

CSS = settings.BASE_DIR / "static" / "css"
MOVES = """() => {
  document.querySelector("#card").open = true;
  return [...document.querySelectorAll("#card *")].flatMap((one) => one.getAnimations())
    .map((one) => one.animationName).sort();
}"""
CARDS = phone(public(stage="cards"), looked=False)


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Callable[..., PageServer]:
    """A phone with this view on it."""
    return lambda view: PageServer(open_device("phone"), "phone", view).open()


def test_a_card_turns_over_its_back_first(visit: Callable[..., PageServer]) -> None:
    assert visit(CARDS).page.evaluate(MOVES) == ["back-turns", "comes", "face-turns"]


def test_whoever_wants_less_motion_has_a_still(visit: Callable[..., PageServer]) -> None:
    page = visit(CARDS).page
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVES) == []


def test_the_back_of_a_card_covers_it_whole(visit: Callable[..., PageServer]) -> None:
    page = visit(CARDS).page
    card, back = (page.locator(one).bounding_box() for one in ("#card", "#card .card-back"))
    assert card is not None and back is not None
    assert back["height"] > card["height"] - 4 and back["width"] > card["width"] - 4


def test_by_night_nothing_moves_on_a_card(visit: Callable[..., PageServer]) -> None:
    """SECRECY 27: motion at night is alike for all, or there is none."""
    assert visit(phone(NIGHT)).page.evaluate(MOVES) == []


def test_what_moves_is_drawn_anew_by_no_layout() -> None:
    found = re.findall(
        r"@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})+)\s*\}",
        "".join(path.read_text(encoding="utf-8") for path in CSS.rglob("*.css")),
    )
    assert {"face-turns", "back-turns", "arrives", "piece-turns"} <= {name for name, _frames in found}
    moved = {(name, one) for name, frames in found for one in re.findall(r"([\w-]+):", frames)}
    assert {(name, one) for name, one in moved if one not in ("transform", "opacity")} == set()
