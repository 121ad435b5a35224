"""The desk's ring in a browser: what a tap on a person does to the form that is open."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.asks import Ask, either, field, flag, tally
from games.engine.kit import all_kits
from games.engine.words import Token
from moderation.play.forms.answer_forms import build_form
from moderation.players.avatars import Face
from moderation.surfaces.desk.ring_input import DeskEntry, NeighbourSeat
from moderation.surfaces.desk.view_model import DeskView
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.screen.decisions import decision
from tests.moderation.surfaces.showings import call, change, desk, desk_seat

NAMES = ("Ann", "Bob", "Cid")
SEATS = tuple(desk_seat(number, name, asked=True) for number, name in enumerate(NAMES, start=1))
NOW = 1_800_000_000  # seconds
PARTS = ("span >> nth=0", ".share", "rect", "strong")  # of a line of a count


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Callable[[DeskView], PageServer]:
    """A tablet with this desk on it, which never covers itself: a clock that is set steps far."""
    bare = {"game": "sporz", "settings": {"covers_after": 0}}
    return lambda view: PageServer(open_device("tablet"), "desk", view, session=bare).open()


def mutants() -> DeskView:
    """The mutants' call at a table without phones: whom they mutate or kill, and whom they paralyse."""
    mutate, kill, paralyse = (field(name, NAMES) for name in ("mutate", "kill", "paralyse"))
    ask = Ask(((mutate, paralyse), (kill, paralyse)), spare=True)
    asked = build_form(all_kits()["sporz"].words, "mutants", 7, ask, None, NAMES)
    return call(seats=SEATS, tell=(), entering=DeskEntry(asked), decision=asked)


def votes(**other: Any) -> DeskView:
    """The vote at a table without phones: it is Ann's turn."""
    names = NeighbourSeat(3, "Cid"), NeighbourSeat(2, "Bob")
    ask = either(field("seat", NAMES), flag("blank"))
    asked = build_form(all_kits()["sporz"].words, "vote", 7, ask, None, NAMES)
    entering = DeskEntry(asked, (1,), "Ann", 1, 3, at_once=True, before=names[0], after=names[1])
    return desk(seats=SEATS, entering=entering, waiting=NAMES, **other)


def seat(server: PageServer, name: str) -> Locator:
    return server.page.locator(f".ring [data-name={name}]")


def test_each_tap_fills_the_next_deed_shown_on_buttons(
    visit: Callable[[DeskView], PageServer],
) -> None:
    server = visit(mutants())
    button = server.page.locator(".bar button.primary")
    expect(button).to_contain_text("Choose in the ring, or “Nobody”")
    expect(button).to_be_disabled()
    seat(server, "Bob").tap()
    seat(server, "Cid").tap()
    expect(button).to_contain_text("Choose what is done")
    expect(button).to_be_disabled()
    server.page.locator("label.verb", has_text="Mutate").tap()
    expect(button).to_be_enabled()
    expect(button).to_contain_text("Mutate: Bob · Paralyse: Cid")
    expect(seat(server, "Bob")).to_have_attribute("aria-pressed", "true")
    expect(server.page.locator(".names").first).to_be_hidden()  # no second list of names
    server.page.locator("label.verb", has_text="Kill").tap()
    server.page.locator("[data-aim]").last.tap()
    seat(server, "Bob").tap()
    expect(button).to_contain_text("Kill: Bob · Paralyse: Bob")
    server.push(change(mutants(), title="Still the mutants"), 2)
    expect(server.page.get_by_text("Still the mutants", exact=True)).to_be_visible()
    expect(seat(server, "Bob")).to_have_attribute("aria-pressed", "true")
    button.tap()
    server.wait_for(lambda: server.posted)
    sent = server.posted[0]
    assert (sent["verb0"], sent["pick0"], sent["pick1"]) == ("kill", '"Bob"', '{"paralyse":"Bob"}')
    assert "for" not in sent


def test_a_removed_target_keeps_no_deed(visit: Callable[[DeskView], PageServer]) -> None:
    """The desk's button said "Mutate: Paralyse: Bob" then."""
    server = visit(mutants())
    server.page.clock.set_fixed_time(NOW)
    for second in range(3):  # mutated, paralysed too, and not mutated after all
        server.page.clock.set_fixed_time(NOW + second)
        seat(server, "Bob").tap()
    button = server.page.locator(".bar .does")
    expect(button).to_contain_text("Paralyse: Bob")
    expect(button).not_to_contain_text("Mutate")


def test_one_tap_sends_a_ballot_and_double_taps_are_ignored(visit: Callable[[DeskView], PageServer]) -> None:
    server = visit(votes())
    server.page.clock.set_fixed_time(NOW)
    seat(server, "Cid").tap()
    server.wait_for(lambda: server.posted)
    seat(server, "Cid").tap()
    server.page.clock.set_fixed_time(NOW + 1)
    seat(server, "Cid").tap()
    server.wait_for(lambda: len(server.posted) > 1)
    assert [sent["pick0"] for sent in server.posted] == ['{"seat":"Cid"}'] * 2
    assert server.posted[0]["for"] == "1"


def test_quick_taps_for_consecutive_voters_are_not_lost(visit: Callable[[DeskView], PageServer]) -> None:
    server = visit(votes())
    for tenths, posted in ((0, 1), (3, 1), (6, 2)):
        server.page.clock.set_fixed_time(NOW + tenths / 10)
        seat(server, "Cid").tap()
        server.wait_for(lambda posted=posted: len(server.posted) == posted)


def test_counted_ballots_never_exceed_the_number_of_voters(visit: Callable[[DeskView], PageServer]) -> None:
    counted = build_form(all_kits()["sporz"].words, "vote", 7, tally(NAMES, 3, blank=True), None, NAMES)
    server = visit(votes(entry=counted))
    server.page.locator(".counting > summary").tap()
    for name in ("Bob", "Bob", "Cid", "Cid"):
        seat(server, name).tap()
    assert server.posted == []  # no tap is a ballot of somebody's while they are counted
    expect(server.page.locator("[data-uncounted]")).to_have_text("0")
    expect(seat(server, "Bob")).to_have_attribute("data-now-counted", "2")
    server.page.locator(".stepper", has_text="Bob").locator("[data-adds='-1']").tap()
    server.page.locator(".bar .when-counting").tap()
    server.wait_for(lambda: server.posted)
    sent = server.posted[0]
    assert (sent["entry"], sent["pick0.0"], sent["pick0.1"], sent["pick0.2"]) == ("1", "", "1", "1")
    assert "for" not in sent


SPILLED = """() => [...document.querySelectorAll(".seat .veiled > *")]
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight || !one.clientWidth)
    .map((one) => one.innerText)"""


def test_each_secret_on_the_ring_fits_its_token(visit: Callable[[DeskView], PageServer]) -> None:
    """Those of a world's drawings, discs of one width, had broken the roles to pieces."""
    names = ["Anouk", "Bastien", "Chloé", "Damien", "Élise", "Farid", "Gaëlle", "Hugo", "Inès"]
    known = (Token("I", "Informaticien", whole=True), Token("H", "Hôte"), Token("M", "Mutant", "bad"))
    seats = tuple(desk_seat(number, name, tokens=known) for number, name in enumerate(names, 1))
    server = visit(desk(seats=seats))
    server.page.locator("#secrets").check()
    expect(server.page.locator(".veiled > *").first).to_be_visible()
    assert server.page.evaluate(SPILLED) == []


COVERED = """([secrets, others]) => {
    const boxes = (found) => [...document.querySelectorAll(found)].map((one) => [one, one.getBoundingClientRect()])
    return boxes(secrets).flatMap(([secret, a]) => boxes(others)
      .filter(([other, b]) => other !== secret && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      .map(([other]) => other.innerText || other.className))
}"""


def test_no_secret_on_a_full_ring_covers_names_or_secrets(visit: Callable[[DeskView], PageServer]) -> None:
    names = [
        f"{letter}{name}" for letter in "ABCD" for name in ("nn", "astien", "icolas", "elphine", "apucine", "loé")
    ]
    known = (Token("", "Geneticist", role="geneticist"),)
    seats = tuple(desk_seat(place, name, face=Face(place), tokens=known) for place, name in enumerate(names))
    server = visit(desk(seats=seats))
    server.page.evaluate("document.querySelector('#secrets').checked = true")
    expect(server.page.locator(".secret-token").first).to_be_visible()
    assert server.page.evaluate(COVERED, [".secret-token", ".ring :is(.seat-name, .secret-token)"]) == []


@pytest.mark.parametrize("count", [6, 8, 10, 12, 16, 20, 24])
def test_secrets_in_sentences_stay_below_their_own_names(visit: Callable[[DeskView], PageServer], count: int) -> None:
    said = "Keeper of the old lighthouse, loyal to the harbour"
    seats = tuple(
        desk_seat(place, f"{letter}aximilien", face=Face(place), truth=said)
        for place, letter in enumerate(ascii_uppercase[:count])
    )
    page = visit(desk(seats=seats)).page
    page.evaluate("document.querySelector('#secrets').checked = true")
    for width, height in ((1180, 820), (820, 1180), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".truth").first).to_be_visible()
        assert page.evaluate(COVERED, [".truth", ".ring :is(.seat-name, .face, .truth)"]) == [], (width, height)


OUTSIDE = """() => {
    const round = document.querySelector(".round").getBoundingClientRect()
    const boxes = [...document.querySelectorAll(".ring > .seat")].map((one) => one.getBoundingClientRect())
    return boxes.filter((one) => one.bottom > round.bottom + 1 || one.top < round.top - 1).map((one) => one.bottom)
}"""


@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_seat_with_many_badges_stays_inside_the_ring(visit: Callable[[DeskView], PageServer], count: int) -> None:
    badges = ("at the car", "cart: 6 8 9 10 Q K = 53", "hit by a door")
    seats = tuple(desk_seat(number, f"Seat {number}", badges=badges) for number in range(1, count + 1))
    server = visit(desk(seats=seats))
    expect(server.page.locator(".ring .badge").first).to_be_visible()
    assert server.page.evaluate(OUTSIDE) == []


def test_bars_of_a_count_lie_between_names_and_numbers(
    visit: Callable[[DeskView], PageServer],
) -> None:
    page = visit(desk(decision("lupus"))).page
    for size in (1180, 820), (820, 1180):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for line in page.locator(".count li").all():
            name, bar, filled, number = (line.locator(part).bounding_box() for part in PARTS)
            assert name and bar and filled and number
            assert name["x"] < bar["x"] < number["x"] and bar["x"] == pytest.approx(filled["x"], abs=1)
            assert filled["width"] > 0 and filled["height"] == pytest.approx(bar["height"], abs=1)
        assert page.locator(".count li").count() > 1
