"""The lobby on a wide screen is a poster: a code read from afar, places at the foot, controls out of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.screen.test_legible import seated
from tests.moderation.surfaces.test_fitting import COLLIDING

WIDE = {"width": 1920, "height": 1080}
PARTS = ".ring-middle, .screen-view > .stack, .sleeps, .way-in, .seat > .face"
QR = '<svg viewBox="0 0 29 29"><path d="M0 0h29v29H0z" /></svg>'
OUTSIDE = """() => [...document.querySelectorAll("#part-people .seat-name, .code, .qr, h1, h2, .stack > p")]
  .filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((one) => one.textContent)"""


@pytest.fixture
def show(open_device: Callable[..., Page]) -> Callable[[int], Page]:
    """A lobby with so many people on a wide screen."""

    def open_lobby(people: int) -> Page:
        page = open_device("screen")
        page.set_viewport_size(WIDE)
        return PageServer(page, "screen", seated(people, stage="joining"), qr=QR).open().page

    return open_lobby


def test_the_code_of_a_lobby_is_read_from_afar(show: Callable[[int], Page]) -> None:
    page = show(9)
    drawn = page.locator(".way-in > .qr").bounding_box()
    assert drawn and drawn["width"] >= 420
    assert float(page.locator(".code").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 160


@pytest.mark.parametrize("people", [1, 9, 24])
def test_everything_of_a_lobby_is_in_view(people: int, show: Callable[[int], Page]) -> None:
    assert show(people).evaluate(OUTSIDE) == []


def test_sounds_of_a_lobby_stand_behind_a_button(show: Callable[[int], Page]) -> None:
    page = show(9)
    expect(page.locator("[data-voice]")).to_be_hidden()
    page.locator(".speaker").click()
    expect(page.locator("[data-voice]")).to_be_visible()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (820, 1180)])
def test_parts_of_a_lobby_never_lie_on_each_other(size: tuple[int, int], show: Callable[[int], Page]) -> None:
    for people in (3, 12, 24):
        page = show(people)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".sleeps:not([hidden])")).to_be_visible()
        assert page.evaluate(COLLIDING, PARTS) == []
        page.close()
