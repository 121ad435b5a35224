"""The device in the middle of a board game: cards turned to their owners, a clock of bars, both sides."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page

from games.engine.words import Gauge
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.projections.sections.ring import RingSeat
from moderation.players.avatars import Face
from moderation.surfaces.desk import felt, fragments
from tests import thorough
from tests.moderation.page_server import SERVER_ADDRESS, PageServer
from tests.moderation.surfaces.pages import LONG, Visit
from tests.moderation.surfaces.showings import change, desk, public
from tests.moderation.surfaces.test_fitting import COLLIDING

NAMES = LONG[:8]
HOURS = Gauge("Hours left", "9", "15")


def play_on_a_board(count: int = 6) -> PublicView:
    """A board game of this many, in which the second plays and has three points."""
    ring = tuple(
        RingSeat(name, badges=("Han Solo",), turn=number == 1, face=Face(number))
        for number, name in enumerate(NAMES[:count])
    )
    view = public(slug="murder", ring=ring, has_nights=False, turn=NAMES[1], doing="Roll the dice, or stay.")
    gauges = (HOURS, Gauge(NAMES[1], "3", "60"))
    return change(view, gauges=gauges, news=(Chapter("Hour 7", ("Ann suspects Spock.",)),))


@pytest.mark.parametrize("count", felt.CARDS)
def test_cards_lie_clockwise_along_the_four_edges(count: int) -> None:
    cards = felt.place_cards(play_on_a_board(count).ring.seats, ())
    assert [card.seat.name for card in cards] == list(NAMES[:count])
    edges = [card.edge for card in cards]
    assert edges == sorted(edges, key=felt.EDGES.index)
    for edge in felt.EDGES:
        along = [card.at for card in cards if card.edge == edge]
        assert along == sorted(along, reverse=edge in ("bottom", "left"))


def test_a_measure_named_after_a_seat_is_its_score() -> None:
    view = play_on_a_board()
    assert [card.score for card in felt.place_cards(view.ring.seats, view.board.gauges)][:3] == ["", "3", ""]


def test_the_clock_has_a_bar_for_each_hour() -> None:
    bars = felt.build_bars((Gauge("Points to win", "60"), HOURS), NAMES)
    assert len(bars) == 15
    assert [bar.number for bar in bars if not bar.left] == list(range(10, 16))
    assert felt.build_bars((Gauge(NAMES[0], "3", "15"),), NAMES) == ()


@pytest.mark.parametrize("count", [2, 9])
def test_tables_of_other_sizes_keep_the_ring(count: int) -> None:
    view = public(has_nights=False, ring=tuple(RingSeat(f"P{number}") for number in range(count)))
    assert not felt.fits(view)
    assert not felt.fits(public(ring=tuple(RingSeat(name) for name in NAMES[:6])))  # a game with nights


SIZES = [(1180, 820), (820, 1180), (1024, 768)]
INSIDE = """() => [...document.querySelectorAll(".place-card")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).length"""


@pytest.mark.parametrize(("width", "height"), thorough.family(SIZES, SIZES[0]))
def test_everybody_reads_their_card_and_what_happens(visit: Visit, width: int, height: int) -> None:
    page = show_in_the_middle(visit, play_on_a_board(8))
    page.set_viewport_size({"width": width, "height": height})
    assert page.locator(".half-said").all_text_contents() == ["Roll the dice, or stay."] * 2
    assert page.locator(".place-card.turn").count() == 1
    assert page.evaluate(INSIDE) == 0
    assert page.evaluate(COLLIDING, ".place-card, .half-said, #beside > summary") == []
    assert page.evaluate("document.documentElement.scrollHeight") <= height


def show_in_the_middle(visit: Visit, view: PublicView) -> Page:
    """Draw the device in the middle with this view."""
    session = {"game": "murder", "narrated": True, "settings": {"covers_after": 0}}
    server: PageServer = visit("desk", desk(), session=session, slug="murder")
    seats = [SeatColumns(number, seat.name, True, False) for number, seat in enumerate(view.ring.seats, 1)]
    html = fragments.build_narrator_view(view, seats).render("en", "token").html
    context = server.context | {"html": html}
    server.page.route(
        f"{SERVER_ADDRESS}/desk/",
        lambda route: route.fulfill(
            body=render_to_string("surfaces/desk/page.html", context), content_type="text/html"
        ),
    )
    server.page.reload()
    return server.page
