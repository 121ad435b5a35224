"""The board of a game on the screen in the room and on the device in the middle: unfolded, and legible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.board import Standing
from games.engine.kit import all_kits
from games.engine.words import Gauge
from moderation.play.boards.markers import ShownBoard
from moderation.play.pacing.narration import Saying
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.rendering.fragments import View
from moderation.surfaces.desk.fragments import build_narrator_view
from tests import thorough
from tests.moderation import page_server
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.showings import public

NAMES = ("Ann", "Bastien-Xavier", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
LEAST = 12  # pixels of the smallest words on the drawing: it is looked at from near, and the names in it from afar
FINGER = 44
OUT = """() => [...document.querySelectorAll(".laid-board, .laid-board li, .laid-board text")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((one) => one.textContent.trim().slice(0, 30))"""
UNDER = """() => [...document.querySelectorAll(".plan-marks text, .laid > summary, .laid strong")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const there = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const seen = there.find((other) => other.id !== "notice"); // which is empty
  const free = one.contains(seen) || seen?.contains(one);
  return free ? [] : [`${one.textContent} under ${seen?.outerHTML.slice(0, 80)}`];
})"""  # what lies under something else
HEIGHTS = """nodes => nodes.map((one) => one.getBoundingClientRect().height)"""
Show = Callable[[PublicView], PageServer]
BOARDS = pytest.mark.parametrize("slug", ["murder", "spree"])


def playing(slug: str, standing: Standing | None = None) -> PublicView:
    """A turn of a full table."""
    kit = all_kits()[slug]
    assert kit.printed
    seats = NAMES[: kit.roles.SEATS[1]]
    badges = ("Jack Harkness", "in prison") if slug == "murder" else ("at the car", "cart: 10×3 Q×2 K A = 75")
    track = tuple(map(str, range(15, -1, -1))) if slug == "murder" else ()
    prison = (("P", seats[:5]),) if slug == "murder" else ()
    return public(
        slug=slug,
        ring=tuple(RingSeat(name, badges=badges, turn=name == "Ann") for name in seats),
        phase="Ann to play",
        board=(Gauge("Points to win", "75"), *(Gauge(name, "40", "75") for name in seats)),
        news=(Chapter("Ann to play", ("Ann rolls 3 + 4: up to 7 squares.", "Ann leaves the car.")),),
        say=Saying(()),
        todo="Ann: throw the dice, then walk. Taking, robbing and shooting may come before.",
        plan=ShownBoard(slug, tuple(kit.printed.labels(kit.usual).items())),
        standing=standing or Standing(prison, track, 3 if track else None),
    )


@pytest.fixture
def on_the_wall(open_device: Callable[..., Page]) -> Show:
    return lambda view: PageServer(open_device("screen"), "screen", view, has_nights=False, speaks=False).open()


@pytest.fixture
def in_the_middle(open_device: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> Show:
    def narrated(view: PublicView) -> View:
        return build_narrator_view(
            view, tuple(SeatColumns(number, seat.name, True, False) for number, seat in enumerate(view.ring.seats))
        )

    def show(view: PublicView) -> PageServer:
        monkeypatch.setattr(page_server, "view_of", narrated)
        return PageServer(
            open_device("tablet"), "desk", view, session={"game": view.table.slug, "narrated": True}
        ).open()

    return show


@BOARDS
@pytest.mark.parametrize("where", thorough.family(["on_the_wall", "in_the_middle"], "in_the_middle"))
def test_the_board_replaces_the_ring_and_folds_again(where: str, slug: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(where)(playing(slug)).page
    drawing, ring, fold = page.locator(".laid svg.plan"), page.locator(".ring"), page.locator(".laid > summary")
    expect(drawing).to_be_hidden()
    expect(ring).to_be_visible()
    assert fold.evaluate_all(HEIGHTS)[0] >= FINGER
    fold.click()
    expect(drawing).to_be_visible()
    expect(ring).to_be_hidden()
    expect(page.locator(".voice")).to_be_hidden()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(OUT) == [] and page.evaluate(UNDER) == []
    assert min(page.locator(".laid .plan .name, .plan-marks text").evaluate_all(HEIGHTS)) >= LEAST
    assert drawing.bounding_box() == page.locator(".laid svg.plan-marks").bounding_box()
    fold.click()
    expect(ring).to_be_visible()


@pytest.mark.parametrize("where", thorough.family(["on_the_wall", "in_the_middle"], "in_the_middle"))
def test_it_stays_unfolded_while_marks_change(where: str, request: pytest.FixtureRequest) -> None:
    shown: PageServer = request.getfixturevalue(where)(playing("murder"))
    page = shown.page
    page.locator(".laid > summary").click()
    page.evaluate("document.querySelector('.laid svg.plan').sameOne = true")
    shown.push(playing("murder", Standing((("S", ("Zoé",)),), ("1", "0"), 1)), 2)
    expect(page.locator(".plan-marks text")).to_have_text(["Zoé"])
    expect(page.locator(".laid-track [aria-current]")).to_have_text("0")
    assert page.evaluate("document.querySelector('.laid svg.plan').sameOne") is True
    assert page.locator(".laid").evaluate("one => one.open")


@BOARDS
def test_the_button_of_a_board_is_read_on_any_cover(slug: str, on_the_wall: Show) -> None:
    button = on_the_wall(playing(slug)).page.locator(".laid > summary")
    colour, ground = button.evaluate("one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]")
    assert ground.startswith("rgb(") and colour != ground
