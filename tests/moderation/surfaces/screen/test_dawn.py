"""A dawn on the screen: an empty chair or a bell, and the same time for both until anything is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from games.engine.words import Piece
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.moment import MomentView
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import hold_animations
from tests.moderation.surfaces.screen.decisions import decision
from tests.moderation.surfaces.screen.test_legible import BOXES
from tests.moderation.surfaces.showings import change

DIED = (Piece("lead", "Day 2 breaks."), Piece("name", "Carla", falls=True), Piece("line", "Carla does not wake up."))
SPARED = (Piece("lead", "Day 2 breaks."), Piece("big", "The night has spared everybody."))
DELAY = (
    """selector => Math.round(document.querySelector(selector).getAnimations()[0].effect.getComputedTiming().delay)"""
)
ENDS = """() => Math.max(...document.getAnimations().filter((one) => one.effect.target.closest(".fallen, .ring"))
  .map((one) => one.effect.getComputedTiming()).filter((one) => one.delay < 5000).map((one) => one.endTime))"""
OUTSIDE = """() => [...document.querySelectorAll(".ring .seat-name, .moment p, .moment h2")].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((one) => one.textContent)"""


def dawn(slug: str, pieces: Sequence[Piece]) -> PublicView:
    """A dawn at a table of this game."""
    return change(decision(slug), moment=MomentView("m1", tuple(pieces), dawn=True))


@pytest.fixture
def at_dawn(open_device: Callable[..., Page]) -> Callable[..., Page]:
    """The screen of a table as day breaks."""

    def show(slug: str, pieces: Sequence[Piece], **device: object) -> Page:
        page = open_device("screen", viewport={"width": 1920, "height": 1080}, **device)
        hold_animations(page)
        PageServer(page, "screen", dawn(slug, pieces), slug=slug, has_nights=True, speaks=False).open()
        page.evaluate("document.fonts.ready")
        return page

    return show


def test_a_death_is_told_when_nobody_dying_would_be(at_dawn: Callable[..., Page]) -> None:
    died, spared = at_dawn("lupus", DIED), at_dawn("lupus", SPARED)
    assert died.evaluate(DELAY, ".piece.name") == spared.evaluate(DELAY, ".piece.big") == 5_000
    assert died.evaluate(DELAY, ".piece.lead") == spared.evaluate(DELAY, ".piece.lead") == 1_500
    assert died.evaluate(DELAY, ".gone") == spared.evaluate(DELAY, ".bell")
    assert abs(died.evaluate(ENDS) - spared.evaluate(ENDS)) < 1


@pytest.mark.parametrize("slug", ["lupus", "sporz", "elsen"])
def test_whoever_dies_is_drained_and_stamped(at_dawn: Callable[..., Page], slug: str) -> None:
    page = at_dawn(slug, DIED, reduced_motion="reduce")
    expect(page.locator(".gone")).to_have_count(1)
    expect(page.locator(".gone .alive")).to_have_css("opacity", "0")
    assert "stamp." in page.locator(".gone .stamp").evaluate("one => getComputedStyle(one).backgroundImage")
    expect(page.locator(".bell")).to_have_count(0)
    assert page.evaluate(OUTSIDE) == []


def test_a_dawn_without_a_death_shows_everybody(at_dawn: Callable[..., Page]) -> None:
    page = at_dawn("lupus", SPARED, reduced_motion="reduce")
    expect(page.locator(".bell")).to_be_visible()
    expect(page.locator(".gone")).to_have_count(0)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(("slug", "least"), [("lupus", 160), ("sporz", 150), ("elsen", 100)])
@pytest.mark.parametrize("said", ["The night has spared everybody.", "La nuit a épargné tout le monde."])
def test_a_dawn_without_a_death_has_huge_words(
    at_dawn: Callable[..., Page], slug: str, least: int, said: str
) -> None:
    page = at_dawn(slug, (SPARED[0], Piece("big", said)), reduced_motion="reduce")
    words, bell = page.locator(".moment .big p"), page.locator(".fallen").bounding_box()
    assert float(words.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= least
    left, _top, right, bottom = words.evaluate_all(BOXES)[0]
    assert bell and left >= 76 and right <= bell["x"]
    assert bottom <= 0.69 * 1080  # below it is dark


def test_the_picture_of_a_cover_lies_under_the_disc(at_dawn: Callable[..., Page]) -> None:
    page = at_dawn("sporz", SPARED, reduced_motion="reduce")
    cover, disc = (page.locator(one).bounding_box() for one in (".wide-cover", ".fallen"))
    assert cover and disc
    middle = cover["x"] + cover["width"] * (536 + 105) / 1066.67  # of the helmet in the cover
    assert abs(middle - (disc["x"] + disc["width"] / 2)) < 0.03 * disc["width"]


def test_every_world_has_a_stamp() -> None:
    for kit in all_kits().values():
        if kit.look:
            assert (kit.folder / "look" / "files" / "stamp.svg").exists()
