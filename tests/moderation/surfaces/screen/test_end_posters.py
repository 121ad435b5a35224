"""The poster of an end on a wide screen: its title, its sealed cards, its podium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from moderation.play.projections.end_poster import EndPoster, PosterCard, PosterSeat
from moderation.players.avatars import NO_FACES, build_face
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import build_poster_of
from tests.moderation.surfaces.showings import public

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
CARDS = tuple(PosterCard(name, "kind", "", "", None) for name in ("Swimming pool", "Stun gun", "Jealousy", "Captain"))
OUTSIDE = """nodes => nodes.map((one) => one.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).length"""

COVERED = """nodes => {
  const boxes = nodes.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.filter(([, a], at) => a.bottom > innerHeight || boxes.some(([, b], other) => other > at
    && a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1)).map(([text]) => text);
}"""


def seat(place: int, points: int | None) -> PosterSeat:
    name = NAMES[place]
    rank = place + 1 if points is not None else 0
    return PosterSeat(name, build_face(name, place), "", "", "", place == 0, False, points, rank)


def poster(game: str, seats: int, points: int | None = None, **other: object) -> EndPoster:
    """A poster on which the first has won."""
    people = [seat(place, points and points - place) for place in range(seats)]
    title = ("", "Ann", " wins!") if points else ("It was the captain", "", "")
    made = EndPoster(game, "Hour 9", title, "Why.", tuple(people[:1]), tuple(people[1:]), (), 0, NO_FACES)
    return replace(made, **other)


@pytest.fixture
def at_the_end(open_device: Callable[..., Page]) -> Callable[..., Page]:
    """The screen of a finished game."""

    def show(shown: EndPoster, size: tuple[int, int] = (1920, 1080)) -> Page:
        viewport = {"width": size[0], "height": size[1]}
        page = open_device("screen", viewport=viewport, reduced_motion="reduce")
        view = public(stage="over", outcome="Over.", poster=shown, game=shown.game, slug=shown.game)
        PageServer(page, "screen", view, slug=shown.game).open()
        page.evaluate("document.fonts.ready")
        return page

    return show


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
def test_no_sealed_card_is_cut_by_the_edge(size: tuple[int, int], at_the_end: Callable[..., Page]) -> None:
    page = at_the_end(poster("murder", 6, cards=CARDS), size)
    expect(page.locator(".end-card")).to_have_count(4)
    assert page.locator(".end-card, .end-card strong").evaluate_all(OUTSIDE) == 0


PLATE = (400 + 300) / 1066.67, (427 - 18) / 600  # the middle of the car's plate in the cover's view


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
def test_the_plate_of_the_car_is_the_score(size: tuple[int, int], at_the_end: Callable[..., Page]) -> None:
    page = at_the_end(poster("spree", 8, 55), size)
    score, cover = (page.locator(one).bounding_box() for one in (".end-winners b", ".end-cover > img"))
    assert score and cover
    middle = (score["x"] + score["width"] / 2, score["y"] + score["height"] / 2)
    plate = (cover["x"] + PLATE[0] * cover["width"], cover["y"] + PLATE[1] * cover["height"])
    assert max(abs(a - b) for a, b in zip(middle, plate, strict=True)) < 0.01 * size[0]
    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    assert page.locator(".end-winners b").evaluate(colours) == ["rgb(11, 2, 27)", "rgb(253, 243, 255)"]


def test_nobody_of_the_last_stands_behind_the_podium(at_the_end: Callable[..., Page]) -> None:
    page = at_the_end(poster("spree", 8, 55))
    last = page.locator(".end-others > li").last.bounding_box()
    podium = page.locator(".end-podium > li").first.bounding_box()
    assert last and podium and last["x"] + last["width"] <= podium["x"]


def test_three_lines_of_a_title_stay_huge(at_the_end: Callable[..., Page]) -> None:
    page = at_the_end(build_poster_of(NAMES, 3, "Les mutants gagnent"))
    title = page.locator("#end-title")
    expect(title.locator("span")).to_have_count(3)
    assert float(title.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 165
    lowest = page.locator(".end-name").evaluate_all(
        "nodes => Math.max(...nodes.map((one) => one.getBoundingClientRect().bottom))"
    )
    assert lowest <= 1080


@pytest.mark.parametrize(("people", "least"), [(12, 110), (15, 90), (24, 90)])
def test_one_winner_of_many_has_a_large_title(at_the_end: Callable[..., Page], people: int, least: int) -> None:
    names = [f"Name {number}" for number in range(people)]
    page = at_the_end(build_poster_of(names, 1, "Les mutants gagnent"))
    assert float(page.locator("#end-title").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= least
    assert page.locator(".end-name, .end-why").evaluate_all(COVERED) == []
