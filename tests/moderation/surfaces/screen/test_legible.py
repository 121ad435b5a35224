"""A screen on the wall and a device in the middle of a table, legible from three metres away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.engine.words import Gauge, Piece
from moderation.play.pacing.narration import NOTHING_SAID, Saying
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.projections.sections.moment import MomentView
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.rendering.fragments import View
from moderation.players.avatars import build_face, build_faces
from moderation.surfaces.desk.fragments import build_narrator_view
from tests.moderation import page_server
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.showings import change, public

NAMES = [f"{letter}{name}" for letter in "ABCD" for name in ("nn", "astien", "icolas", "elphine", "apucine", "loé")]
SMALLEST = 28  # pixels: what a name must have to be read from three metres away
SIZES = "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"
MIDDLES = """nodes => nodes.map((node) => node.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""
FALLS_OUT = """() => [...document.querySelectorAll("#view .stack *")]
  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().bottom > innerHeight + 1)
  .map((one) => one.className)"""
ON_TOP = """() => [...document.querySelectorAll(".ring .seat-name, .ring .face, .stack > p")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top < 0 || box.bottom > innerHeight || !(one.contains(seen) || seen?.contains(one));
  }).map((one) => one.textContent)"""  # what lies under something else, or outside
BOXES = """nodes => nodes.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const {left, top, right, bottom} = range.getBoundingClientRect();
  return [left, top, right, bottom];
})"""
Show = Callable[..., PageServer]


def seated(count: int, **other: object) -> PublicView:
    """A day at a table of so many."""
    pairs = tuple((name, build_face(name, place)) for place, name in enumerate(NAMES[:count]))
    return public(ring=tuple(RingSeat(name, face=face) for name, face in pairs), faces=build_faces(pairs), **other)


def meet(one: list[float], two: list[float]) -> bool:
    """Whether two boxes (left, top, right, bottom) share any ground."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.fixture
def on_the_wall(open_device: Callable[..., Page]) -> Show:
    def show(view: PublicView) -> PageServer:
        return PageServer(open_device("screen"), "screen", view, has_nights=True, speaks=False).open()

    return show


@pytest.fixture
def in_the_middle(open_device: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> Show:
    def narrated(view: PublicView) -> View:
        return build_narrator_view(
            view, tuple(SeatColumns(number, seat.name, True, False) for number, seat in enumerate(view.ring.seats))
        )

    def show(view: PublicView) -> PageServer:
        monkeypatch.setattr(page_server, "view_of", narrated)
        return PageServer(open_device("tablet"), "desk", view, session={"game": "sporz", "narrated": True}).open()

    return show


def test_a_verdict_of_one_sentence_is_huge(on_the_wall: Show) -> None:
    lead, said = Piece("lead", "The vote is closed"), Piece("big", "Nobody is excluded.")
    count = Piece("count", counted=tuple((name, 2) for name in NAMES[:3]))
    tied = Piece("big", ", ".join(NAMES[:6]))
    sizes = []
    for pieces in ((lead, said), (lead, count, said), (lead, tied)):
        page = on_the_wall(seated(9, moment=MomentView("m1", pieces), news=(), say=NOTHING_SAID, board=())).page
        sizes += page.locator(".moment .big p").evaluate_all(SIZES)
        assert page.evaluate(FALLS_OUT) == []
    assert min(sizes[:2]) >= 1.25 * sizes[2]


@pytest.mark.parametrize("where", ["on_the_wall", "in_the_middle"])
def test_names_are_legible_at_three_metres_and_none_covers_another(
    where: str, request: pytest.FixtureRequest
) -> None:
    show: Show = request.getfixturevalue(where)
    for count in (3, 9, 16, 24) if where == "on_the_wall" else (9, 16):
        page = show(seated(count)).page
        names = page.locator(".ring .seat-name")
        assert min(names.evaluate_all(SIZES)) >= SMALLEST
        assert covered(page) == [], count


def covered(page: Page) -> list[str]:
    """Pairs of names of which one lies on the other, and names beyond the edge."""
    found: list[str] = page.locator(".ring .seat-name").evaluate_all(
        """nodes => nodes.flatMap((one, place) => {
          const a = one.getBoundingClientRect();
          const out = a.left < -1 || a.right > innerWidth + 1 || a.top < -1 ? [one.textContent] : [];
          return out.concat(nodes.slice(place + 1).filter((other) => {
            const b = other.getBoundingClientRect();
            return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          }).map((other) => one.textContent + "/" + other.textContent));
        })"""
    )
    return found


def test_the_ring_is_round_and_centred(on_the_wall: Show) -> None:
    page = on_the_wall(seated(9)).page
    [[x, y]] = page.locator(".ring").evaluate_all(MIDDLES)
    seats = page.locator(".ring > .seat").evaluate_all(MIDDLES)
    reach = [((a - x) ** 2 + (b - y) ** 2) ** 0.5 for a, b in seats]
    assert max(reach) - min(reach) < 2
    box = page.locator("#view").bounding_box()
    assert box and abs(y - (box["y"] + box["height"] / 2)) < 2


@pytest.mark.parametrize("count", [3, 8, 14, 20])
def test_the_lobby_shows_new_people_and_free_places(on_the_wall: Show, count: int) -> None:
    page = on_the_wall(seated(count, stage="joining", joined=count, fewest=6)).page
    places = page.locator(".ring > .seat")
    expect(places).to_have_count(max(6, count))
    expect(page.locator(".ring > .free")).to_have_count(max(0, 6 - count))
    assert page.evaluate(ON_TOP) == []
    if count < 11:  # of a longer table one sees the names, and then the name of the game
        middle = page.locator(".ring-middle > *").evaluate_all(BOXES)
        assert not [(one, two) for one in middle for two in places.evaluate_all(BOXES) if meet(one, two)]


def test_the_last_event_is_large(on_the_wall: Show) -> None:
    news = (Chapter("Night 1", ("Everybody slept.", "Cid has died.", "Cid was a doctor.")),)
    first, second, last = on_the_wall(seated(9, news=news)).page.locator(".news li").evaluate_all(SIZES)
    assert last > 1.5 * first == 1.5 * second


CUT = """() => {
  const [list, last] = [document.querySelector(".news ul"), document.querySelector(".news li:last-child")]
  return list.getBoundingClientRect().top - last.getBoundingClientRect().top
}"""


def test_a_long_last_event_fits_next_to_speech_and_gauges(on_the_wall: Show) -> None:
    spoken = (
        "La nuit tombe, et personne n’est appelé. Le jour se lève, tout le monde se réveille.",
        "Chacun regarde sa carte de vie, la plus proche de soi, et ne la montre à personne. "
        "Puis discutez : allez-vous exclure quelqu’un ?",
    )
    last = "Mission : 3 sur 4 ; mission fantôme : 2 sur 4 ; missions accomplies : 1."
    news = (Chapter("Tour 2, la mission", ("Cartes : mission réussie ×3.", last)),)
    gauges = (
        ("Mission", "3", "4"),
        ("Mission fantôme", "2", "4"),
        ("Missions accomplies", "1", "5"),
        ("Tour", "2", "10"),
    )
    board = tuple(Gauge(*gauge) for gauge in gauges)
    page = on_the_wall(seated(8, news=news, say=Saying(spoken), board=board)).page
    expect(page.locator(".said").last).to_be_visible()
    assert page.evaluate(FALLS_OUT) == []
    assert page.evaluate(CUT) < 1


LINES = """() => {
  const list = document.querySelector(".news ul").getBoundingClientRect()
  const lines = [...document.querySelectorAll(".news li")].map((one) => [one.innerText, one.getBoundingClientRect()])
  return lines.filter(([, box]) => box.height && box.left < list.right).map(([text, box]) => [
    text, box.top >= list.top - 1 && box.bottom <= list.bottom + 1])
}"""


@pytest.mark.parametrize("count", [2, 5, 12])
def test_the_latest_lines_of_a_turn_are_whole(on_the_wall: Show, count: int) -> None:
    lines = tuple(f"Number {number} {'fills a cart and ' * (number % 3 * 3)}goes home." for number in range(count))
    board = tuple(Gauge(name, "2", "10") for name in ("Ann", "Bob", "Cid", "Dan", "Eve"))
    page = on_the_wall(seated(8, news=(Chapter("Round 2", lines),), board=board)).page
    seen = page.evaluate(LINES)
    assert all(is_whole for _text, is_whole in seen)
    assert [text for text, _is_whole in seen] == list(lines)[-len(seen) :]
    assert len(seen) >= min(count, 3)


def a_vote(**other: object) -> PublicView:
    """The moment of a vote: everybody has somebody's ballot, and one falls."""
    pieces = (
        Piece("lead", "The crew has decided"),
        Piece("count", counted=tuple((name, 6 - number) for number, name in enumerate(NAMES[:6]))),
        Piece("name", "Wilhelmina"),
        Piece("line", "The crew puts Wilhelmina off the ship."),
        Piece("was", "psychologist, standard genome, healthy"),
    )
    return seated(9, moment=MomentView("m1", pieces), news=(), say=NOTHING_SAID, board=(), **other)


@pytest.mark.parametrize("where", ["on_the_wall", "in_the_middle"])
def test_all_of_a_moment_is_seen_and_names_stand_whole(where: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(where)(a_vote()).page
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(FALLS_OUT) == []
    name = page.locator(".moment .name p")
    assert name.evaluate(
        "one => one.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(one).fontSize)"
    )


FILM = """milliseconds => document.getAnimations().forEach((one) => {
  one.pause();
  one.currentTime = milliseconds;
})"""
SEEN = """pieces => pieces.filter((one) => getComputedStyle(one).opacity > 0.95).map((one) => one.classList[1])"""


def test_a_vote_unfolds_in_pieces_with_the_role_last(on_the_wall: Show) -> None:
    """The film of a vote, stopped at each piece: the count, the name, a breath, what they were, in ten seconds."""
    page = on_the_wall(a_vote()).page
    pieces, order = page.locator(".moment .piece"), ["lead", "count", "name", "line", "was"]
    film: list[list[str]] = []
    for milliseconds in range(0, 10_001, 100):
        page.evaluate(FILM, milliseconds)
        seen: list[str] = pieces.evaluate_all(SEEN)
        if not film or seen != film[-1]:
            film.append(seen)
    assert film == [order[:count] for count in range(len(order) + 1)]


def test_open_ballots_fit_next_to_a_moment_until_night(on_the_wall: Show) -> None:
    ballots = tuple((name, NAMES[0]) for name in NAMES[:9])
    page = on_the_wall(replace_count(a_vote(ballots=ballots))).page
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(FALLS_OUT) == []
    page = on_the_wall(seated(9, ballots=ballots, night=True)).page
    expect(page.locator("#whose")).to_be_hidden()


def replace_count(view: PublicView) -> PublicView:
    """The same moment, in which three were named."""
    assert view.moment.view
    pieces = tuple(
        Piece(one.kind, one.text, one.counted[:3]) if one.kind == "count" else one for one in view.moment.view.pieces
    )
    return seated(9, moment=MomentView("m1", pieces), news=(), say=NOTHING_SAID, board=(), ballots=view.vote.ballots)


@pytest.mark.parametrize("where", ["on_the_wall", "in_the_middle"])
def test_sounds_are_out_of_sight_until_the_device_is_touched(where: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(where)(seated(5)).page
    controls = page.locator(".voice :is(button, input)").first
    expect(controls).to_be_hidden()
    box = page.locator("[data-voice]").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 5, box["y"] + 5) if where == "in_the_middle" else page.mouse.move(5, 5)
    expect(controls).to_be_visible()
    assert page.locator("[data-voice]").get_attribute("aria-pressed") == "false"  # the touch has switched nothing


def test_a_number_and_its_most_stand_on_one_line(on_the_wall: Show) -> None:
    board = tuple(Gauge(name, 0, 120) for name in NAMES[:5])
    page = on_the_wall(seated(5, board=board)).page
    lines = page.locator(".board dd:not(.track)").evaluate_all(
        "nodes => nodes.map((node) => node.clientHeight / parseFloat(getComputedStyle(node).fontSize))"
    )
    assert len(lines) == 5 and max(lines) < 2


def test_a_long_title_leaves_room_for_the_active_player(on_the_wall: Show) -> None:
    page = on_the_wall(seated(5, phase="Mystery Space Murder 3000", slug="murder", turn=NAMES[2])).page
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".turn-of")).to_be_visible()
    [lines] = page.locator(".ring-middle h1").evaluate_all(
        "nodes => nodes.map((node) => node.clientHeight / parseFloat(getComputedStyle(node).fontSize))"
    )
    assert lines < 3


def test_no_badge_of_a_small_table_covers_the_centre(on_the_wall: Show) -> None:
    names = ("Aurélie", "Bastien", "Camille", "Dominique", "Élodie")
    ring = tuple(RingSeat(name, badges=("à sa voiture",)) for name in names)
    page = on_the_wall(public(ring=ring, phase="À Maximilienne de jouer", slug="spree")).page
    page.set_viewport_size({"width": 1920, "height": 1080})
    lies_on: int = page.evaluate("""() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector(".ring-middle h1"));
      const lines = [...words.getClientRects()];
      return [...document.querySelectorAll(".ring .badge")].map((one) => one.getBoundingClientRect()).filter((b) =>
        lines.some((a) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
    }""")
    assert lies_on == 0


@pytest.mark.parametrize("count", [4, 5, 6])
def test_seats_of_a_short_ring_stay_apart(in_the_middle: Show, count: int) -> None:
    """Also with what is written under their names."""
    view = seated(count)
    ring = tuple(replace(seat, badges=("Jack Harkness",)) for seat in view.ring.seats)
    page = in_the_middle(change(view, ring=ring)).page
    page.evaluate("document.fonts.ready")
    boxes = page.locator(".ring > .seat").evaluate_all(BOXES)
    assert not [(one, two) for place, one in enumerate(boxes) for two in boxes[:place] if meet(one, two)]
    assert page.evaluate(ON_TOP) == []
