"""The card has one size and one place for every role of every game, held or not, and moves nothing (SECRECY 8).

And beside it the question of the moment and its choices stand in view together, for ten players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from games.engine import bots
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from games.engine.words import Card
from moderation.play.forms import answer_forms
from moderation.play.projections.private import PhoneView
from moderation.play.secrecy import cover_questions
from moderation.play.timeline.call_length import find_visible_ask
from tests import thorough
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import NIGHT
from tests.moderation.surfaces.showings import change, phone, public

CARDS = [(slug, language) for slug in sorted(all_kits()) for language in ("en", "fr")]
SIZES = ((390, 844), (412, 732), (360, 640), (375, 553))
TEN = ["Ann", "Bastien", "Chloé", "Dimitri", "Élodie", "Farid", "Gabrielle", "Hugo", "Inès", "Joaquim"]
NIGHTS = ("sporz", "lupus", "elsen")
# Where everything stands that is in view, the card's own content and clocks aside; and whether that content has room.
PLACES = """() => [...document.querySelectorAll("#view *")]
  .filter((one) => one.checkVisibility() && !one.closest("#card > .secret, #card > summary > *, .clock"))
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.tagName, x, y, width, height];
  })"""
DRAWER = """() => { const { x, y, width, height } = document.querySelector("#card > .secret").getBoundingClientRect();
  return [x, y, width, height]; }"""
WITHIN = """() => {
  const face = document.querySelector("#card .card-face"), frame = face.getBoundingClientRect();
  return [...face.querySelectorAll("*")].every((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
      && (one.closest("svg") || one.scrollWidth <= one.clientWidth);
  });
}"""  # what the face of the card says is not cut off either
SPARE = "() => { const box = document.querySelector('#card > .secret'); return box.clientHeight - box.scrollHeight; }"
LIFT = "() => (document.querySelector('#card').open = true)"
DROP = "() => (document.querySelector('#card').open = false)"
SETTLED = """() => {
  document.body.offsetHeight;
  return document.fonts.ready.then(() => {
    for (const one of document.getAnimations())
      if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
  });
}"""  # the letters of its world are there, and it has turned over: a card that still turns is wider than it is


def tables(slug: str) -> Iterator[Table]:
    """A game of this kit with as many people as ten, or as it takes, in a few deals."""
    kit, random = all_kits()[slug], Random(f"cards {slug}")
    seats = [*TEN, "Karim", "Léa", "Maud", "Noé", "Oscar", "Paula"][: kit.roles.SEATS[1]]
    options = settle(kit.roles.OPTIONS, {})
    for _ in range(4):
        yield Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))


def cards(slug: str) -> list[Card]:
    """Every card of this kit that these deals bring, in the active language."""
    found: dict[str, Card] = {}
    for table in tables(slug):
        for seat in table.seats:
            held = all_kits()[slug].words.card(table.private(seat))
            card = Card(str(held.name), str(held.camp), tuple(map(str, held.lines)), held.role, held.side)
            found[repr(card)] = card
    return list(found.values())


@pytest.mark.parametrize(("slug", "language"), thorough.family(CARDS, ("sporz", "en")))
def test_a_card_has_one_size_for_every_role(slug: str, language: str, open_device: Callable[..., Page]) -> None:
    with translation.override(language):
        dealt = cards(slug)
        for stage in (public(stage="cards"), NIGHT):
            views = [phone(change(stage, slug=slug), card=card) for card in dealt]
            page, game = open_device("phone"), {"game": slug}
            server = PageServer(page, "phone", views[0], comfort={}, slug=slug, session=game).open()
            for width, height in SIZES:
                server.page.set_viewport_size({"width": width, "height": height})
                assert_alike(server, views)


def assert_alike(server: PageServer, views: list[PhoneView]) -> None:
    """On all these phones everything stands in the same place, and nothing that is held is cut off."""
    places, drawers, size = [], set(), server.page.viewport_size
    for number, view in enumerate(views):
        server.show(view)
        name = view.own.card.name
        expect(server.page.locator("#part-card")).to_contain_text(name)
        for turn in (DROP, LIFT, DROP):
            server.page.evaluate(turn)
            server.page.evaluate(SETTLED)
            places.append(server.page.evaluate(PLACES))
            if turn is LIFT:
                drawers.add(repr(server.page.evaluate(DRAWER)))
                assert server.page.evaluate(SPARE) >= 0, f"{size} {number} {name}: {view.own.card.lines}"
                assert server.page.evaluate(WITHIN), f"{size} {number} {name}"
    for other in places:
        assert other == places[0]
    assert len(drawers) == 1


def questions(slug: str) -> Iterator[PhoneView]:
    """The page of each question that a game of ten, or of as many as it takes, asks, each kind once."""
    kit, random = all_kits()[slug], Random(f"questions {slug}")
    options, seats = settle(kit.roles.OPTIONS, {}), TEN[: kit.roles.SEATS[1]]
    seen: set[str] = set()
    for _ in range(3):
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        bots.play_out(kit, table, random.choice)
        for step in table.steps:
            ask = find_visible_ask(step) if step.asleep or not step.aside else next(iter(step.asks.values()))
            if ask is None or step.of_chance or step.name in seen:
                continue
            seen.add(step.name)
            asked = (
                cover_questions.build_question(kit.words, table, "", step)
                if step.asleep
                else answer_forms.build_form(kit.words, step.name, 1, ask, None, seats)
            )
            yield phone(NIGHT if step.asleep else public(), question=replace(asked, opened=f"s{len(seen)}"))


# How far the lowest choice, or the bottom of the card, stands above the button; negative: it hides under it.
CLEARANCE = """() => {
  const button = document.querySelector(".confirm").getBoundingClientRect();
  const all = [...document.querySelectorAll("#answer label.tile, #card")].filter((one) => one.checkVisibility());
  const lowest = Math.max(...all.map((one) => one.getBoundingClientRect().bottom));
  return [button.top - lowest, innerHeight - button.bottom, scrollY];
}"""


@pytest.mark.parametrize("language", thorough.family(["en", "fr"], "fr"))
@pytest.mark.parametrize("slug", NIGHTS)
def test_question_choices_and_card_are_in_view_together_for_ten(
    slug: str, language: str, open_device: Callable[..., Page]
) -> None:
    with translation.override(language):
        server: PageServer | None = None
        for view in questions(slug):
            if server is None:
                server = PageServer(open_device("phone"), "phone", view, comfort={}).open()
            else:
                server.show(view)
            title = view.question.title if view.question else ""
            expect(server.page.locator("#part-question h2")).to_have_text(title)
            above, below, scrolled = server.page.evaluate(CLEARANCE)
            assert above >= 0 and below >= 0 and scrolled == 0, f"{title}: {above} {below}"
        assert server is not None


@pytest.mark.parametrize("slug", ["murder", "spree"])
def test_the_button_hides_no_choice_under_a_cover(slug: str, open_device: Callable[..., Page]) -> None:
    """Murder's few choices are in view at once, and the end of a long hand once it is scrolled to."""
    with translation.override("fr"):
        server: PageServer | None = None
        for view in questions(slug):
            if not (view.question and view.question.covered):
                continue
            if server is None:
                server = PageServer(open_device("phone"), "phone", view, comfort={}).open()
            else:
                server.show(view)
            expect(server.page.locator("#part-question h2")).to_have_text(view.question.title)
            server.page.locator("#answer .choices > summary").tap()
            if slug == "spree":
                server.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            above, below, _scrolled = server.page.evaluate(CLEARANCE)
            assert above >= 0 and below >= 0, f"{view.question.title}: {above} {below}"
        assert server is not None
