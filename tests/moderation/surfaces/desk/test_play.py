"""A desk at play on a tablet: nothing scrolls, deeds open in the ring, and an undo names its entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from games.engine.asks import Ask, either, field, flag
from games.engine.kit import all_kits
from games.engine.words import Token
from moderation.play.forms.answer_forms import build_form
from moderation.players.avatars import Face
from moderation.surfaces.desk.ring_input import DeskEntry
from moderation.surfaces.desk.sections.undo import LastMove
from moderation.surfaces.desk.view_model import DeskView
from tests import thorough
from tests.moderation.surfaces.pages import LONG, Visit
from tests.moderation.surfaces.showings import call, desk, desk_seat
from tests.moderation.surfaces.test_fitting import COLLIDING

SIZES = [(1180, 820), (820, 1180), (1024, 768)]
NAMES = LONG[:9]
MANY = (*NAMES, "Inès", "Joséphine", "Karim", "Léopold", "Mathilde", "Noé", "Olympe")
MOST = (*MANY, "Paul", "Quitterie", "Rémi", "Solène", "Thibault", "Ursule", "Victoire", "Wassim")


def enter_a_deed(names: Sequence[str] = NAMES) -> DeskView:
    """The mutants' call: whom they mutate or kill, and whom they paralyse."""
    mutate, kill, paralyse = (field(name, names) for name in ("mutate", "kill", "paralyse"))
    ask = Ask(((mutate, paralyse), (kill, paralyse)), spare=True)
    asked = build_form(all_kits()["sporz"].words, "mutants", 7, ask, None, names)
    tokens = (Token("As", "Astronaut", whole=True, role="astronaut"), Token("H", "Genome: host"))
    seats = tuple(
        desk_seat(number, name, face=Face(number - 1), tokens=tokens) for number, name in enumerate(names, 1)
    )
    return call(seats=seats, tell=(), entering=DeskEntry(asked), decision=asked)


def enter_a_ballot(names: Sequence[str] = NAMES) -> DeskView:
    """A public vote, in which two may be named."""
    asked = build_form(
        all_kits()["sporz"].words, "vote", 7, either(field("seat", names[:2]), flag("blank")), None, names
    )
    seats = tuple(desk_seat(number, name, asked=True, face=Face(number - 1)) for number, name in enumerate(names, 1))
    entering = DeskEntry(asked, (1,), names[0], 1, len(names), at_once=True)
    return desk(seats=seats, entering=entering, waiting=tuple(names))


@pytest.mark.parametrize(("width", "height"), thorough.family(SIZES, SIZES[0]))
@pytest.mark.parametrize("seats", [9, 12, 14, 16, *thorough.family([18, 20, 22, 24], 24)])
@pytest.mark.parametrize("view", [enter_a_deed, enter_a_ballot])
def test_nothing_scrolls_and_nothing_lies_on_the_ring(
    visit: Visit, view: Callable[..., DeskView], seats: int, width: int, height: int
) -> None:
    page = visit("desk", view(MOST[:seats])).page
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("document.querySelector('#secrets').checked = true")
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert page.evaluate(COLLIDING, ".seat-name, .ring .face, .ring-deeds :is(.button, .tile)") == []
    expect(page.locator("#take-back > summary")).to_be_in_viewport()
    expect(page.locator(".bar")).to_be_in_viewport()


def test_few_nominees_are_buttons_in_the_middle(visit: Visit) -> None:
    server = visit("desk", enter_a_ballot())
    server.page.locator(".nominees .button", has_text=NAMES[1]).click()
    server.wait_for(lambda: server.posted)
    assert server.posted[0]["pick0"] == f'{{"seat":"{NAMES[1]}"}}'


def test_a_long_entry_does_not_make_the_foot_tall(visit: Visit) -> None:
    server = visit("desk", call(last=LastMove("Against: Bob", 0)))
    usual = server.page.locator(".desk-foot").evaluate("one => one.offsetHeight")
    crew = "Ann · Crew: " + ", ".join(MANY)
    server.push(call(last=LastMove(crew, 0)), 2)
    expect(server.page.locator("#take-back > summary strong")).to_have_text(crew[:49] + "…")
    assert server.page.locator(".desk-foot").evaluate("one => one.offsetHeight") <= usual + 40
    server.push(call(last=LastMove(crew, 0), redo=True), 3)
    expect(server.page.locator("#redo > .button")).to_be_visible()
    assert server.page.locator(".desk-foot").evaluate("one => one.offsetHeight") <= 2 * usual
    server.page.locator("#take-back > summary").click()
    expect(server.page.locator("#undo")).to_contain_text(crew)


def test_an_undo_names_its_entry_unless_it_is_secret(visit: Visit) -> None:
    server = visit("desk", desk())
    undo = server.page.locator("#take-back > summary")
    expect(undo).to_contain_text("Against: Bob")
    server.push(call(last=LastMove("Ann: Mutate: Bob", 0, secret=True)), 2)
    expect(undo).to_contain_text("the last entry")
    expect(undo.locator(".veiled")).to_be_hidden()
    server.page.locator("#secrets").check()
    expect(undo.locator(".veiled")).to_have_text("Ann: Mutate: Bob")
