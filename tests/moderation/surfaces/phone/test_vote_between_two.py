"""A phone in a public vote: two accused share it, more of them stand as tiles."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moderation.play.forms.answer_forms import Column, Question, Tile
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.private import PhoneView
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.projections.sections.stage import StagedVote
from moderation.players.avatars import build_face, build_faces
from tests.moderation.page_server import region
from tests.moderation.surfaces.pages import Visit, answer, make_noted_reply, read_choice
from tests.moderation.surfaces.showings import phone, public

LONGEST = ("Maximiliane-Alexandrine X", "W" * 24)
OVERFLOWING = """one => {
  const half = one.getBoundingClientRect();
  return [...one.querySelectorAll(".face, [data-word]")]
    .map((part) => part.getBoundingClientRect())
    .some((box) => box.left < half.left || box.right > half.right || box.top < half.top || box.bottom > half.bottom);
}"""
SIZES = "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
BOTTOMS = "all => all.map((one) => one.getBoundingClientRect().bottom)"
# How far names and faces stand from the slanted edge: at its end to the right for the first half.
CUT = """halves => {
  const [first, second] = halves.map((one) => one.getBoundingClientRect());
  const slant = parseFloat(getComputedStyle(halves[0]).paddingBottom);
  const parts = halves.map((one) => [...one.querySelectorAll(".face, [data-word]")]
    .map((part) => part.getBoundingClientRect()));
  return slant < 40 || parts[0].some((box) => box.bottom > first.bottom - slant * box.right / first.width + 1)
    || parts[1].some((box) => box.top < second.top + slant * (1 - box.left / second.width) - 1);
}"""


def make_vote(*accused: str, is_secret: bool = False, is_speech: bool = False) -> PhoneView:
    """Return the view of Ann's phone while she votes for one of the accused."""
    seats = ("Ann", *accused)
    view = public(
        phase="Day 2",
        news=(Chapter("Day 2", ("Bob votes against a person whose name is long.",)),),
        ring=tuple(map(RingSeat, seats)),
        faces=build_faces(tuple((name, build_face(name, 3 * place)) for place, name in enumerate(seats))),
        staged=None if is_secret else StagedVote("The lynching", accused=accused, is_speech=is_speech),
    )
    column = Column(0, "pick", "", (), tuple(Tile(name, name) for name in accused), people=True)
    return phone(view, question=Question("lynch", 7, "The lynching", "Who is lynched?", (column,)))


@pytest.mark.parametrize(
    ("width", "height", "half", "letters"), [(390, 844, 240, 34), (360, 640, 140, 20), (320, 568, 140, 20)]
)
@pytest.mark.parametrize("accused", [("Altaïr", "Junon"), LONGEST])
def test_two_accused_share_the_phone(
    visit: Visit, accused: tuple[str, str], width: int, height: int, half: int, letters: int
) -> None:
    server = visit("phone", make_vote(*accused), slug="lupus")
    page = server.page
    page.set_viewport_size({"width": width, "height": height})
    halves = page.locator(".between-two .tile")
    expect(halves.last).to_be_visible()
    sizes = halves.evaluate_all(SIZES)  # in one call: the page may be drawn anew between two
    assert [wide for wide, _high in sizes] == [width, width]
    assert all(high >= half for _wide, high in sizes)
    assert not any(one.evaluate(OVERFLOWING) for one in halves.all())
    assert halves.evaluate_all(CUT) is False
    if accused != LONGEST:
        fonts = halves.locator("[data-word]").evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
        assert all(float(font.removesuffix("px")) >= letters for font in fonts)
    expect(page.locator(".since")).to_be_hidden()  # it stands below, in the news
    expect(page.locator(".news li")).to_be_visible()
    halves.last.click()
    confirm = page.locator(".confirm button")
    expect(confirm).to_be_visible()
    (bottom,) = confirm.evaluate_all(BOTTOMS)
    assert 0 < bottom <= height
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_chosen_half_is_lit_and_ringed(visit: Visit) -> None:
    """The light is not the only sign of the choice: the face has a ring, and the button repeats the name."""
    server = visit("phone", make_vote("Altaïr", "Junon"), slug="lupus")
    halves = server.page.locator(".between-two .tile")
    halves.last.click()
    looks = [
        (
            half.evaluate("one => getComputedStyle(one).backgroundImage"),
            half.locator(".face").evaluate("one => getComputedStyle(one).boxShadow"),
        )
        for half in halves.all()
    ]
    assert looks[0][0] != looks[1][0]
    assert looks[0][1] == "none" != looks[1][1]
    assert read_choice(server.page) == ["Junon", "Junon"]
    answer(server, "Junon")
    assert server.posted[-1]["pick0"] == "Junon"


def test_a_noted_vote_says_what_it_was(visit: Visit) -> None:
    view = make_vote("Altaïr", "Junon")
    server = visit("phone", view, slug="lupus")
    server.reply = make_noted_reply(view)
    answer(server, "Junon")
    expect(server.page.locator("[data-change]")).to_be_visible()
    title = server.page.locator("#answer h2").bounding_box()
    assert title and title["height"] > 10


@pytest.mark.parametrize(
    "view",
    [make_vote("Altaïr", "Junon", "Max"), make_vote("Altaïr"), make_vote("Altaïr", "Junon", is_speech=True)],
    ids=["three accused", "one accused", "a speech"],
)
def test_only_a_vote_between_two_shares_the_phone(view: PhoneView) -> None:
    assert "between-two" not in region(view)


def test_a_secret_vote_between_two_stays_small() -> None:
    """A large choice can be read from across the table, so ballots that stay secret keep their tiles."""
    assert "between-two" not in region(make_vote("Altaïr", "Junon", is_secret=True))
