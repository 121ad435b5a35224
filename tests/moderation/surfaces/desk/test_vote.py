"""An open vote on a desk: threads, one number, whose ballot comes; and nothing of it where ballots are secret."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games import journal, lifecycle
from games.engine.bots import next_move
from games.engine.kit import all_kits
from games.engine.options import settle
from games.models import GameSession, Seat
from moderation.play.projections.sections.times import Clock
from tests import thorough
from tests.moderation.sporz_table import phone, table_of
from tests.moderation.surfaces.desk.open_vote import TWELVE, vote_openly
from tests.moderation.surfaces.desk.test_ring_input import ballot, enter, region, settled
from tests.moderation.surfaces.pages import NOW, Visit, resize
from tests.moderation.surfaces.showings import change
from tests.moderation.surfaces.test_fitting import COLLIDING

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
SIZES = [(1180, 820), (820, 1180), (1024, 768)]
WIDTH = "one => one.getBoundingClientRect().width"
BOX = "one => one.getBoundingClientRect().toJSON()"
SHADOW = "one => getComputedStyle(one).boxShadow"
THREADS = """() => [...document.querySelectorAll(".stage.under .lines path")].map((path) => {
  const ends = [0, path.getTotalLength()].map((at) => path.getPointAtLength(at));
  const near = ({ x, y }) => [...document.querySelectorAll(".ring > .seat")].find((seat) => {
    const box = seat.querySelector(".face").getBoundingClientRect();
    const away = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    return Math.abs(away - box.width / 2) < 4;
  })?.dataset.seat;
  return [near(ends[0]), near(ends[1]), path.getAttribute("class")];
})"""  # from whom to whom each thread leads on the glass, and whose colour it has


def list_threads(page: Page) -> list[list[str]]:
    """The threads on the glass, once they stand."""
    page.evaluate("document.fonts.ready")
    page.wait_for_function("document.querySelectorAll('.stage.under .lines path').length > 0")
    found: list[list[str]] = page.evaluate(THREADS)
    return found


@pytest.mark.parametrize("seats", thorough.family([5, 8, 10, 12], 12))
def test_a_thread_leads_from_each_voter_to_the_accused(visit: Visit, seats: int) -> None:
    view = vote_openly(TWELVE[:seats], ballots=min(4, seats - 4))
    server = visit("desk", view, slug="lupus", has_nights=True)
    assert view.vote
    faces = {seat.name: seat.face for seat in view.seats}
    expected = [[by, to, f"f{faces[by].colour:02}"] for by, to in view.vote.cast]  # type: ignore[union-attr]
    for _size in resize(server.page, SIZES):
        server.wait_for(lambda: list_threads(server.page) == expected)


@pytest.mark.parametrize("seats", thorough.family([5, 8, 10, 12, 16, 20, 24], 12))
def test_each_accused_has_one_number_and_a_larger_face(visit: Visit, seats: int) -> None:
    names = (*TWELVE, *(f"Person {number}" for number in range(12, 24)))[:seats]
    view = vote_openly(names, ballots=min(4, seats - 4))
    page = visit("desk", view, slug="lupus", has_nights=True).page
    assert view.vote
    votes = [to for _by, to in view.vote.cast]
    for size in resize(page, SIZES):
        for name in view.vote.accused:
            seat = page.locator(f'.ring > [data-seat="{name}"]')
            count = [str(votes.count(name))] if name in votes else []
            assert seat.locator(".against:visible").all_text_contents() == count
            assert seat.locator(".badge").evaluate_all("all => all.map((one) => one.offsetWidth)") == [1, 1]
            assert seat.locator(".face").evaluate(WIDTH) >= 1.15 * page.locator(".seat.out .face").evaluate(WIDTH)
        assert page.evaluate(COLLIDING, ".seat-name, .against, .ring-deeds .button") == [], size
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    lit = page.locator(".ring > .votes .face").evaluate_all(f"all => all.map({SHADOW})")
    usual = page.locator(".ring > .seat:not(.votes, .accused, .out) .face").first.evaluate(SHADOW)
    assert len(lit) == 1 and lit[0] != usual
    style = "one => [getComputedStyle(one).borderStyle, getComputedStyle(one).backgroundColor]"
    assert page.locator(".seat.out .face").evaluate(style) == ["dashed", "rgba(0, 0, 0, 0)"]


@pytest.mark.parametrize("seats", [8, 12, 16])
def test_a_number_stands_away_from_the_middle_of_the_ring(visit: Visit, seats: int) -> None:
    names = (*TWELVE, *(f"Person {number}" for number in range(12, 16)))[:seats]
    page = visit("desk", vote_openly(names, ballots=4), slug="lupus", has_nights=True).page
    face, number = (page.locator(f'.ring > [data-seat="{names[1]}"] {one}') for one in (".face", ".against"))
    for size in resize(page, SIZES):
        of_face, of_number = face.evaluate(BOX), number.evaluate(BOX)
        assert of_number["x"] + of_number["width"] / 2 > of_face["x"] + of_face["width"] / 2, (
            size
        )  # second: on the right


@pytest.mark.parametrize(("width", "height", "least"), [(1180, 820, 250), (820, 1180, 280), (1024, 768, 220)])
@pytest.mark.parametrize("seats", [8, 12])
def test_the_accused_are_large_buttons_below_whose_ballot_it_is(
    visit: Visit, seats: int, width: int, height: int, least: int
) -> None:
    server = visit("desk", vote_openly(TWELVE[:seats]), slug="lupus", has_nights=True)
    page = server.page
    page.set_viewport_size({"width": width, "height": height})
    for button in page.locator(".nominees .button").all():
        box = button.bounding_box()
        assert box and box["width"] >= least and 86 <= box["height"] <= 90
    voter = page.locator(".voter")
    expect(voter).to_contain_text("against…")
    size = voter.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 24 and voter.evaluate("one => one.offsetHeight") < 1.5 * size  # one line
    page.locator(".nominees .button").nth(1).click()
    server.wait_for(lambda: server.posted)
    assert server.posted[0]["pick0"] == '{"seat":"Bob"}'


def test_the_bar_has_its_mark_where_the_vote_is_settled(visit: Visit) -> None:
    view = vote_openly()
    page = visit("desk", view, slug="lupus", has_nights=True).page
    marks = page.locator(".vote-bar .rope > i").evaluate_all("all => all.map((one) => one.className)")
    assert view.vote and marks == list(view.vote.marks) and marks.count("mark") == 1
    expect(page.locator(".vote-bar")).to_contain_text(f"At {view.vote.settled} votes")
    expect(page.locator(".vote-bar")).to_contain_text("Ann leads")


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("seats", thorough.family([5, 6, 7, 8, 12], 8))
def test_the_words_of_the_bar_stand_below_its_mark(visit: Visit, seats: int, locale: str) -> None:
    with override(locale):
        page = visit("desk", vote_openly(TWELVE[:seats], ballots=1), slug="lupus", has_nights=True).page
    page.evaluate("document.fonts.ready")
    for width, _height in resize(page, [*SIZES, (390, 844), (320, 640)]):
        mark, words, leads = (
            page.locator(f".vote-bar {part}").evaluate(BOX) for part in (".mark", ".rope-mark", ".leads")
        )
        assert words["left"] <= mark["right"] <= words["right"] and words["top"] >= mark["bottom"] + 8, width
        assert words["left"] >= 0 and words["right"] <= width
        assert page.evaluate(COLLIDING, ".rope-mark, .leads, .desk-foot") == [], width
        assert leads["top"] >= mark["bottom"], width


@pytest.mark.parametrize(("width", "height", "least"), [(1180, 820, 27), (820, 1180, 27), (1024, 768, 24)])
def test_names_are_large_and_cut_no_face(visit: Visit, width: int, height: int, least: int) -> None:
    page = visit("desk", vote_openly(TWELVE[:8]), slug="lupus", has_nights=True).page
    page.set_viewport_size({"width": width, "height": height})
    sizes = page.locator(".ring .seat-name").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= least
    apart = page.locator(".ring > .seat").evaluate_all(
        """all => all.map((seat) => {
          const reach = (one, up) => Math.max(0, ...[...getComputedStyle(one).boxShadow
            .matchAll(/(-?[\\d.]+)px (-?[\\d.]+)px 0px (-?[\\d.]+)px/g)].map((on) => up * on[2] + Number(on[3])));
          const [face, name] = [".face", ".seat-name"].map((one) => seat.querySelector(one));
          const [below, top] = [face.getBoundingClientRect().bottom, name.getBoundingClientRect().top];
          return top - reach(name, -1) - below - reach(face, 1);
        })"""
    )
    assert len(apart) == 8 and min(apart) >= 0
    assert page.evaluate(COLLIDING, ".said, .seat-name, .against") == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("is_paused", [True, False])
def test_the_name_of_a_clock_stands_beside_its_time(visit: Visit, is_paused: bool, width: int, height: int) -> None:
    view = vote_openly()
    running = change(view, public=change(view.public, clock=Clock(int(NOW) + 130_000, 130, 300)))
    page = visit("desk", view if is_paused else running, slug="lupus", has_nights=True).page
    page.set_viewport_size({"width": width, "height": height})
    left = page.locator("#clock > .clock-left").evaluate(BOX)
    words = page.locator("#clock > :is(.clock-name, .clock-word):visible").evaluate_all(f"all => all.map({BOX})")
    assert len(words) == 1 + is_paused and all(one["right"] <= left["left"] for one in words)
    middle = (words[0]["top"] + words[-1]["bottom"]) / 2
    assert abs(middle - (left["top"] + left["bottom"]) / 2) <= 2


def test_a_ballot_adds_its_thread_and_its_number(visit: Visit) -> None:
    server = visit("desk", vote_openly(ballots=3), slug="lupus", has_nights=True)
    server.wait_for(lambda: len(list_threads(server.page)) == 3)
    server.push(vote_openly(ballots=4), 2)
    server.wait_for(lambda: [one[0] for one in list_threads(server.page)] == ["Cid", "Junon", "Phénix", "Max"])
    assert server.page.locator(".against:visible").all_text_contents() == ["3", "1"]


def test_threads_follow_a_ring_that_moves(visit: Visit) -> None:
    """Something above the ring, such as an announcement, takes some of its room."""
    server = visit("desk", vote_openly(), slug="lupus", has_nights=True)
    server.page.set_viewport_size({"width": 820, "height": 1180})
    server.wait_for(lambda: all(all(one) for one in list_threads(server.page)))
    server.page.evaluate("document.querySelector('.desk-say').style.paddingBottom = '40px'")
    server.wait_for(lambda: all(all(one) for one in list_threads(server.page)))


def test_a_narrow_desk_says_the_numbers_in_words(visit: Visit) -> None:
    page = visit("desk", vote_openly(), slug="lupus", has_nights=True).page
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".against").first).to_be_hidden()
    expect(page.locator(".stage.under")).to_be_hidden()
    expect(page.locator('.ring > [data-seat="Ann"] .badge', has_text="3 votes")).to_be_visible()


def test_a_secret_vote_draws_nothing(visit: Visit) -> None:
    view = vote_openly()
    server = visit("desk", change(view, vote=None, public=change(view.public, staged=None)))
    expect(server.page.locator(".voter")).to_contain_text("votes")
    assert server.page.locator(".against, .vote-bar, .voting, .stage.under path, .falling-ballots").count() == 0


# Which votes are drawn


def start(game: str, step: str, names: list[str] = NAMES) -> GameSession:
    """A table without phones, at the first question of this name."""
    kit, choose = all_kits()[game], Random(3).choice
    session = GameSession.objects.create(code="BFHJ", game=game, nights="eyes_closed", language="en")
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, kit.roles.deal(names, settle(kit.roles.OPTIONS, {}), choose))
    lifecycle.begin(session)
    session.refresh_from_db()
    while (now := table_of(session).step) is None or now.name != step:
        journal.submit(session.pk, next_move(kit, table_of(session), choose).written())
    return session


@pytest.mark.django_db
def test_a_desk_draws_the_ballots_that_the_village_hears() -> None:
    session = start("lupus", "nominate")
    moderator = settled(session)
    page = region(moderator, session)
    assert " voting" in page.replace("\n", " ") and 'class="against"' not in page
    assert enter(moderator, session, ballot(page, "Cid")) == 200
    page = region(moderator, session)
    assert page.count('data-to="Cid"') == 1 and '<span class="against" aria-hidden="true">1</span>' in page


@pytest.mark.django_db
def test_raised_hands_are_drawn_where_the_desk_enters_all() -> None:
    session = start("elsen", "exclude")
    moderator = settled(session)
    assert enter(moderator, session, ballot(region(moderator, session), "Cid")) == 200
    assert region(moderator, session).count('data-to="Cid"') == 1
    phone(session, next(name for name in table_of(session).step.asks if name != "Cid"))  # type: ignore[union-attr]
    assert "falling-ballots" not in region(moderator, session)  # a ballot on a phone is not public yet


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "step"), [("sporz", "vote"), ("lupus", "werewolves")])
def test_secret_ballots_and_nights_are_not_drawn(game: str, step: str) -> None:
    page = region(settled(start(game, step)), GameSession.objects.latest("pk"))
    assert "falling-ballots" not in page and 'class="against"' not in page and "vote-bar" not in page
