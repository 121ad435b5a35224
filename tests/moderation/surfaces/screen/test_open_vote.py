"""An open vote on the screen: the name of who leads is huge, and never cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from moderation.play.projections.sections.stage import StagedVote
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.screen.test_legible import seated
from tests.moderation.surfaces.showings import change

SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"
CUT = """one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const box = range.getBoundingClientRect();
  const stack = one.closest(".stack").getBoundingClientRect();
  const clipped = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
  return [box.left < stack.left - 1, box.right > stack.right + 1, box.bottom > innerHeight, clipped].map(Boolean);
}"""
LONGEST = ("Maximilienne-Alexandrine", "Wwwwwwwwwwwwwwwwwwwwwwww", "Jean-Baptiste du Moulin")


@pytest.fixture
def leading(open_device: Callable[..., Page]) -> Callable[..., Page]:
    """The screen of a vote that this person leads."""

    def show(name: str, people: int = 9, size: tuple[int, int] = (1920, 1080)) -> Page:
        page = open_device("screen", viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        marks = ("on", "on", "on", "on", "mark", "")
        vote = StagedVote("The vote", leaders=(name,), votes=4, next_votes=1, marks=marks, settled=5)
        PageServer(page, "screen", change(seated(people), staged=vote, phase="Day 2"), speaks=False).open()
        page.evaluate("document.fonts.ready")
        return page

    return show


@pytest.mark.parametrize(("name", "people"), [("Ann", 9), ("Carla", 9), ("Triton", 12), ("Nina", 20)])
def test_a_short_name_of_who_leads_is_huge(name: str, people: int, leading: Callable[..., Page]) -> None:
    led = leading(name, people).locator(".drawn-names.led bdi")
    assert float(led.evaluate(SIZE)) >= 195
    assert led.evaluate(CUT) == [False] * 4


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
@pytest.mark.parametrize("name", LONGEST)
def test_a_long_name_of_who_leads_is_whole(name: str, size: tuple[int, int], leading: Callable[..., Page]) -> None:
    led = leading(name, 12, size).locator(".drawn-names.led bdi")
    assert led.evaluate(CUT) == [False] * 4
    assert float(led.evaluate(SIZE)) >= 20
