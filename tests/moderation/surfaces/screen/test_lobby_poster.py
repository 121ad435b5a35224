"""The lobby on a wide screen is a poster: a code read from afar, places at the foot, controls out of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from moderation.access.qr import draw_large_svg
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.screen.test_legible import seated
from tests.moderation.surfaces.test_fitting import COLLIDING

WIDE = {"width": 1920, "height": 1080}
PARTS = ".ring-middle, .screen-view > .stack, .sleeps, .way-in, .seat > .face"
WORLDS = ("lupus", "sporz", "elsen", "murder", "spree")
OUTSIDE = """() => [...document.querySelectorAll("#part-people .seat-name, .code, .qr, h1, h2, .stack > p")]
  .filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((one) => one.textContent)"""


@pytest.fixture
def show(open_device: Callable[..., Page]) -> Callable[..., Page]:
    """A lobby with so many people on a wide screen."""

    def open_lobby(people: int, slug: str = "sporz", **lobby: object) -> Page:
        page = open_device("screen")
        page.set_viewport_size(WIDE)
        kit = all_kits()[slug]
        fewest, most = kit.roles.SEATS
        view = seated(people, stage="joining", fewest=fewest, most=most, game=str(kit.words.NAME), slug=slug, **lobby)
        return (
            PageServer(page, "screen", view, qr=draw_large_svg("http://192.168.1.20:8000/j/BFHJ/"), slug=slug)
            .open()
            .page
        )

    return open_lobby


def test_the_code_of_a_lobby_is_read_from_afar(show: Callable[..., Page]) -> None:
    page = show(9)
    plate = page.locator(".way-in > .qr").bounding_box()
    assert plate and plate["width"] >= 490
    modules = int(page.locator(".way-in > .qr > svg").evaluate("one => one.viewBox.baseVal.width"))
    assert plate["width"] / modules >= 12  # with the quiet zone
    assert plate["width"] * (modules - 2 * 4) / modules >= 370
    assert float(page.locator(".code").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 160


@pytest.mark.parametrize("people", [1, 9, 24])
def test_everything_of_a_lobby_is_in_view(people: int, show: Callable[..., Page]) -> None:
    assert show(people).evaluate(OUTSIDE) == []


def test_sounds_of_a_lobby_stand_behind_a_button(show: Callable[..., Page]) -> None:
    page = show(9)
    expect(page.locator("[data-voice]")).to_be_hidden()
    page.locator(".speaker").click()
    expect(page.locator("[data-voice]")).to_be_visible()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (820, 1180)])
def test_parts_of_a_lobby_never_lie_on_each_other(size: tuple[int, int], show: Callable[..., Page]) -> None:
    for people in (3, 12, 24):
        page = show(people)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".sleeps:not([hidden])")).to_be_visible()
        assert page.evaluate(COLLIDING, PARTS) == []
        page.close()


@pytest.mark.parametrize(("people", "free"), [(1, 7), (7, 1), (9, 1), (23, 1), (24, 0)])
def test_a_free_place_is_shown_while_somebody_may_join(people: int, free: int, show: Callable[..., Page]) -> None:
    expect(show(people, "lupus").locator(".places > .free")).to_have_count(free)


def test_a_closed_door_shows_no_place_that_is_not_needed(show: Callable[..., Page]) -> None:
    expect(show(9, "lupus", door_closed=True).locator(".places > .free")).to_have_count(0)


@pytest.mark.parametrize("slug", WORLDS)
def test_worlds_share_a_skeleton_and_nothing_lies_over_the_cover(slug: str, show: Callable[..., Page]) -> None:
    page = show(5, slug)
    assert page.locator(".stack").evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    for part, left, top in ((".way-in > .qr", 1352, 36), (".ring-middle > h1", 77, 42)):
        box = page.locator(part).bounding_box()
        assert box and abs(box["x"] - left) <= 3 and abs(box["y"] - top) <= 3, part
    sleeps, title = (page.locator(one).bounding_box() for one in (".sleeps:not([hidden])", "h1"))
    assert sleeps and title and sleeps["y"] + sleeps["height"] <= title["y"]
    disc, ring = (page.locator(f".places > {one} > .face").first for one in (".seat:not(.free)", ".free"))
    assert disc.bounding_box()["width"] == ring.bounding_box()["width"] >= 105  # type: ignore[index]
    expect(ring).to_have_css("border-style", "dashed")


SILL = 233 / 270  # of the height of a place: where its window ends


@pytest.mark.parametrize("people", [5, 9, 12])
def test_a_name_stands_below_the_window_of_its_place(people: int, show: Callable[..., Page]) -> None:
    page = show(people, "lupus")
    height = float(
        page.locator(".places > .seat").first.evaluate(
            "one => parseFloat(getComputedStyle(one).backgroundSize.split(' ')[1])"
        )
    )
    seat, name = (page.locator(f".places > .seat{one}").first.bounding_box() for one in ("", " > .seat-name"))
    assert seat and name and name["y"] >= seat["y"] + SILL * height
