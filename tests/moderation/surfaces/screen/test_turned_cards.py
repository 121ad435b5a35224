"""The cards of a mission on the screen: turned one by one, the last one after a silence, and then what they bring."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from games.engine.words import Piece
from moderation.play.projections.sections.moment import MomentView
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import hold_animations
from tests.moderation.surfaces.screen.decisions import decision
from tests.moderation.surfaces.showings import change, phone

PIECES = (
    Piece("lead", "Turn 2: the cards"),
    Piece("cards", counted=(("success", 3),), role="success"),
    Piece("cards", counted=(("sabotage", 1),), role="sabotage"),
    Piece("big", "Sabotage: the mission loses all its tokens."),
)
DELAYS = """nodes => nodes.map((one) => Math.round(one.getAnimations()[0].effect.getComputedTiming().delay))"""


def test_a_piece_knows_how_many_cards_come_before_it() -> None:
    assert [before for _piece, before in MomentView("m1", PIECES).counted_pieces] == [0, 0, 3, 4]


def test_cards_are_turned_one_by_one_the_worst_last(open_device: Callable[..., Page]) -> None:
    view = change(decision("elsen"), moment=MomentView("m1", PIECES))
    page = open_device("screen", viewport={"width": 1920, "height": 1080})
    hold_animations(page)
    PageServer(page, "screen", view, slug="elsen", has_nights=True, speaks=False).open()
    cards = page.locator(".cards > li")
    assert cards.evaluate_all("nodes => nodes.map((one) => one.dataset.card)") == ["success"] * 3 + ["sabotage"]
    first, second, third, worst = cards.evaluate_all(DELAYS)
    assert second - first == third - second > 0
    assert worst - third >= second - first + 1_500
    told = page.locator(".piece.big").evaluate_all(DELAYS)[0]
    assert told > worst
    own = open_device("phone")
    hold_animations(own)
    PageServer(own, "phone", phone(view), slug="elsen", comfort={}).open()
    assert own.locator(".cards > li").evaluate_all(DELAYS) == [first, second, third, worst]
