"""A desk at play on a tablet: nothing scrolls, deeds open in the ring, and an undo names its entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from games.engine.asks import Ask, either, field, flag
from games.engine.kit import all_kits
from games.engine.words import Gauge, Token
from moderation.play.forms.answer_forms import build_form
from moderation.play.pacing.narration import Saying
from moderation.play.projections.sections.times import Clock
from moderation.players.avatars import Face
from moderation.surfaces.desk.ring_input import DeskEntry
from moderation.surfaces.desk.sections.road import RoadStop
from moderation.surfaces.desk.sections.undo import LastMove
from moderation.surfaces.desk.view_model import DeskView
from tests import thorough
from tests.moderation.surfaces.desk.open_vote import vote_openly
from tests.moderation.surfaces.pages import LONG, NOW, Visit, resize
from tests.moderation.surfaces.showings import call, change, desk, desk_seat, public
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


@pytest.mark.parametrize("seats", [9, 12, 14, 16, *thorough.family([18, 20, 22, 24], 24)])
@pytest.mark.parametrize("view", [enter_a_deed, enter_a_ballot, vote_openly])
def test_nothing_scrolls_and_nothing_lies_on_the_ring(
    visit: Visit, view: Callable[..., DeskView], seats: int
) -> None:
    page = visit("desk", view(MOST[:seats])).page
    page.evaluate("document.querySelector('#secrets').checked = true")
    for width, height in resize(page, SIZES):
        assert page.evaluate("document.documentElement.scrollHeight") <= height, width
        assert page.evaluate(COLLIDING, ".seat-name, .ring .face, .ring-deeds :is(.button, .tile)") == [], width
        assert page.locator(".desk-side").evaluate("one => one.scrollHeight - one.clientHeight") <= 0, width
        expect(page.locator("#take-back > summary")).to_be_in_viewport()
        expect(page.locator(".bar")).to_be_in_viewport()


@pytest.mark.parametrize(("seats", "least"), [(12, 66), (14, 58), (16, 50), (20, 60), (24, 42)])
def test_faces_of_many_people_are_large(visit: Visit, seats: int, least: int) -> None:
    page = visit("desk", enter_a_deed(MOST[:seats])).page
    for size in resize(page, SIZES):
        boxes = page.locator(".ring .face").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) == seats and min(box["width"] for box in boxes) >= least, size
        rows = {round(box["top"]) for box in boxes}
        assert seats > 16 or len(rows) > seats / 2, size  # round a table, not in rows


def test_a_gauge_is_one_line(visit: Visit) -> None:
    labels = ("Mission", "Mission fantôme", "Missions accomplies", "Tour")
    view = desk(public(board=tuple(Gauge(label, "0", "3") for label in labels)))
    page = visit("desk", view, slug="elsen").page
    for size in resize(page, SIZES):
        for gauge in page.locator(".board > div").all():
            boxes = gauge.locator("> *").evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
            assert len(boxes) == 3
            assert all(one["right"] <= after["left"] for one, after in pairwise(boxes)), size
            assert max(one["top"] for one in boxes) < min(one["bottom"] for one in boxes), size


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
    expect(undo.locator("strong")).to_be_hidden()  # it stands in the place of its cover


NIGHT_ROAD = ("mutants", "doctors", "psychologist", "geneticist", "computer_scientist", "hacker", "spy", "traitor")


def make_long_night() -> DeskView:
    """A call of a night in which every role is called, with what is left of its time."""
    stops = tuple(RoadStop(name, name, "now" if name == "doctors" else "to-come") for name in NIGHT_ROAD)
    return change(call(road=stops), public=public(night=True, dark=True, phase="Night 2", call_ends=NOW + 24_000))


def make_long_turn() -> DeskView:
    """The turn of somebody with a long name, in a game without nights."""
    return desk(public(phase="Jean-Baptiste-Emmanuel to play", clock=Clock(None, 754, 900)))


@pytest.mark.parametrize("view", [vote_openly, make_long_night, make_long_turn])
def test_the_head_is_one_row_of_64_pixels(visit: Visit, view: Callable[..., DeskView]) -> None:
    page = visit("desk", view(), clock=True).page
    for width, _height in resize(page, SIZES):
        head = page.locator(".desk-head").bounding_box()
        assert head and (head["y"], head["height"]) == (0, 64)
        for one in page.locator(".desk-head :is(h1, .stop, .clock, .check, .shade-now)").all():
            box = one.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= 64, one.text_content()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, one.text_content()
        assert page.evaluate(COLLIDING, ".desk-head :is(h1, .stop, .clock, .check, .shade-now)") == []
        for now in page.locator(".stop.now").all():
            box = now.bounding_box()
            assert box and 60 <= box["width"] == box["height"] <= 64
        size = page.locator(".desk-head .clock-left").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert 44 <= size <= 46


def test_the_line_above_the_desk_is_in_its_menu(visit: Visit) -> None:
    page = visit("desk", desk()).page
    links = page.locator(".desk-top").get_by_role("link")
    for _size in resize(page, SIZES):
        expect(links.first).to_be_hidden()
        page.locator("#beside > summary").click()
        light = page.locator(".desk-top .light button").first
        for one in (*links.all(), page.locator(".desk-top [data-shade]"), light):
            expect(one).to_be_in_viewport(ratio=1)
            one.click(trial=True)  # nothing lies over it
        assert page.evaluate(COLLIDING, ".desk-top, .voice, .beside > .panel") == []
        page.locator("#beside > summary").click()
    page.locator(".shade-now").click()
    expect(page.locator("#shade")).to_be_visible()


def test_what_is_to_be_said_is_large(visit: Visit) -> None:
    short, long = "In front of the whole village: who is lynched?", "Doctors, wake up. Show whom you cure. " * 2
    for line, least in ((short, (50, 56, 44)), (long, (50, 49, 44))):
        page = visit("desk", vote_openly(say=line), slug="lupus", has_nights=True).page
        for size, smallest in zip(resize(page, SIZES), least, strict=True):
            found = page.locator("#to-say .said").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            assert found >= smallest, (line, size)
    page = visit("desk", vote_openly(say=short), slug="sporz", has_nights=True).page
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate("document.fonts.ready")
    assert (
        page.locator("#to-say .said").evaluate(
            "one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"
        )
        < 2.5
    )


GOLDEN = """() => [...document.querySelectorAll(".bar :is(.primary, .waits)")].filter((one) => one.checkVisibility())
  .map((one) => [one.textContent.trim().replace(/\\s+/g, " "), getComputedStyle(one).borderColor])"""


@pytest.mark.parametrize(
    ("view", "says"),
    [
        (lambda: desk(), "End “The vote” without Bob"),
        (lambda: desk(waiting=()), "Next end “The vote”"),
        (lambda: desk(waiting=MANY), "End “The vote” 16 answers are missing"),
        (lambda: desk(needed=True), "Waiting for one answer"),
        (lambda: desk(say=Saying(("Sleep.",), then="walk")), "The walk is over"),
        (lambda: desk(held=3, goes_on="Let night fall"), "Let night fall"),
        (lambda: vote_openly(), "Go on without Triton"),
        (lambda: enter_a_deed(), "Enter Choose"),
        (lambda: call(nights="phones", covert=True), "The call runs on to its time"),
    ],
)
def test_one_step_in_gold_says_what_follows(visit: Visit, view: Callable[[], DeskView], says: str) -> None:
    page = visit("desk", view()).page
    ((found, edge),) = page.evaluate(GOLDEN)
    assert found.startswith(says)
    lamp = "getComputedStyle(document.body).getPropertyValue('--lamp')"
    probe = f"(() => {{ const one = document.createElement('i'); one.style.color = {lamp}; document.body.append(one);"
    assert edge == page.evaluate(f"{probe} return getComputedStyle(one).color; }})()")
