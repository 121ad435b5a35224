"""Pages at the sizes that people have: the end of a game, the ring, long games."""

from __future__ import annotations

import pytest

from moderation.play.projections.knowledge import Chapter
from qa.pictures.tables import NAMES
from tests import thorough
from tests.moderation.surfaces.pages import LONG, Visit, build_ended_view, build_poster_of
from tests.moderation.surfaces.showings import desk, desk_seat, phone, public


def test_a_longer_code_is_no_wider_than_a_short(visit: Visit) -> None:
    page = visit("desk", desk()).page
    width = """(code) => {
      const one = Object.assign(document.createElement("p"), { className: "code", textContent: code });
      one.dataset.letters = code.length;
      one.style.width = "max-content";
      document.querySelector("main").append(one);
      return one.getBoundingClientRect().width;
    }"""
    four, *more = (page.evaluate(width, "WM" * pairs) for pairs in (2, 3, 4))  # of the widest letters
    assert max(more) <= four


@pytest.mark.parametrize(("width", "height"), thorough.family([(1920, 1080), (1280, 720), (1180, 820)], (1180, 820)))
def test_the_end_fits_the_screen_without_overlapping_names(visit: Visit, width: int, height: int) -> None:
    for seats in (9, 10, 16):
        people = tuple(LONG[seat % 9] + "-B" * (seat // 9) for seat in range(seats))
        page = visit("screen", build_ended_view(people)).page
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce")
        boxes = page.locator(".end-name").all()
        assert len(boxes) == seats
        for one in boxes:
            box = one.bounding_box()
            assert box and box["y"] + box["height"] <= height, (seats, one.text_content())
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.evaluate(COLLIDING, ".end-name, .end-words > *") == []


@pytest.mark.parametrize("title", ["The astronauts win", "The were-hamster and the villagers win together"])
def test_the_end_fits_however_many_have_won(visit: Visit, title: str) -> None:
    server = visit("screen", build_ended_view(LONG))
    server.page.set_viewport_size({"width": 1920, "height": 1080})
    server.page.emulate_media(reduced_motion="reduce")
    for won, seats in ((1, 16), (2, 9), (3, 24), (4, 16), (6, 12), (8, 12), (9, 16), (10, 24), (16, 24), (24, 24)):
        people = tuple(NAMES[:seats])
        poster = build_poster_of(people, won, title, changed=True)
        server.view = public(stage="over", outcome="Over.", poster=poster)
        server.page.reload()
        assert server.page.locator(".end-name").count() == seats
        assert server.page.evaluate(COLLIDING, ".end-name, .end-words > *") == [], (won, seats)
        assert server.page.evaluate(COLLIDING, ".end-face, .end-words > *") == [], (won, seats)
        assert server.page.evaluate(LOWEST, ".end-name") <= 1080


LOWEST = """(selector) => Math.max(
  ...[...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().bottom))"""

COLLIDING = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
      .map((one) => [one.textContent, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], i) => boxes.slice(i + 1)
      .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => `${name} on ${other}`));
}"""

BROKEN = """() => [...document.querySelectorAll('.ring .seat-name')].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize("width", thorough.family([390, 360, 320], 360))
def test_a_phone_fits_a_ring_of_eight_without_broken_names(visit: Visit, width: int) -> None:
    seats = tuple(
        desk_seat(number, name, asked=True, has_device=number % 3 > 0)
        for number, name in enumerate(LONG[:7] + LONG[8:], start=1)
    )
    page = visit("desk", desk(seats=seats)).page
    page.set_viewport_size({"width": width, "height": 844})
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(COLLIDING, ".ring > .seat, .ring-middle > *") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_long_game_makes_no_long_page(visit: Visit) -> None:
    chapters = tuple(Chapter(f"Turn {number}", (f"You are shown card {number}.",) * 3) for number in range(120))
    page = visit("phone", phone(notebook=chapters)).page
    page.locator("#notebook > summary").click()
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000
