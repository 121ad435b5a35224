"""A decision in motion on the screen: ballots fall, bars grow, a seat goes dark, a card turns; nothing else moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from moderation.play.projections.public import PublicView
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import hold_animations
from tests.moderation.surfaces.screen.decisions import decision
from tests.moderation.surfaces.showings import change, phone
from tests.watched.tables import PICTURES

LONGEST = 10_000  # milliseconds
ENDS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
MOVED = """() => document.getAnimations().filter((one) => !one.effect.target.matches(".backdrop"))
  .map((one) => one.effect.getComputedTiming().endTime)"""  # a page that comes in pieces fades its cover in
MOVES = """() => [...new Set(document.getAnimations().flatMap((one) => one.effect.getKeyframes())
  .flatMap(Object.keys))].filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))"""
STOPPED = """milliseconds => document.getAnimations().forEach((one) => {
  one.pause();
  one.currentTime = milliseconds;
})"""
SEEN = """nodes => nodes.filter((one) => getComputedStyle(one).opacity > 0.5).length"""
BALLS = """() => document.getAnimations().filter((one) => one.effect.target.classList.contains("ball"))
  .map((one) => [one.effect.getComputedTiming().delay, one.effect.getComputedTiming().endTime])"""
HELD = """() => {
  const play = Element.prototype.animate;
  Element.prototype.animate = function (...said) {
    const one = play.apply(this, said);
    one.pause();
    return one;
  };
}"""  # what a script moves stands at its beginning until it is looked at, however slow the machine is
CANCELLED = "() => document.getAnimations().forEach((one) => one.cancel())"
MOVING_SKY = """() => document.getAnimations().map((one) => one.effect.target)
  .filter((one) => one.classList.contains("sky")).map((one) => one.className)"""
AT = """selector => document.querySelector(selector).getAnimations()[0].effect.getComputedTiming().delay"""
VOTES = ("sporz", "lupus", "elsen")
Show = Callable[..., PageServer]


@pytest.fixture
def on_the_wall(open_device: Callable[..., Page]) -> Show:
    def show(view: PublicView, **device: object) -> PageServer:
        page = open_device("screen", viewport={"width": 1920, "height": 1080}, **device)
        hold_animations(page)
        server = PageServer(page, "screen", view, slug=view.table.slug, has_nights=True, speaks=False).open()
        page.evaluate("document.fonts.ready")
        return server

    return show


@pytest.mark.parametrize("slug", all_kits())
def test_a_decision_takes_ten_seconds_and_only_moves_and_fades(on_the_wall: Show, slug: str) -> None:
    page = on_the_wall(decision(slug)).page
    ends = page.evaluate(ENDS)
    assert 2_000 < max(ends) <= LONGEST
    assert set(page.evaluate(MOVES)) <= {"transform", "opacity"}


@pytest.mark.parametrize("slug", VOTES)
def test_ballots_fall_one_by_one_before_anybody_is_named(on_the_wall: Show, slug: str) -> None:
    view = decision(slug)
    assert view.moment.view
    page = on_the_wall(view).page
    balls = page.evaluate(BALLS)
    assert len(balls) == len(view.moment.view.ballots)
    leaves = [first for first, _last in balls]
    assert sorted(set(leaves)) == leaves
    landed = max(last for _first, last in balls)
    assert page.evaluate(AT, ".piece.name") >= landed + 1_500  # a breath before the name
    faces = page.locator(".ring .face")
    page.evaluate(STOPPED, landed)
    before = faces.evaluate_all(SEEN)
    page.evaluate(STOPPED, LONGEST)
    assert faces.evaluate_all(SEEN) == before - 1  # whoever falls goes dark, and nobody before


@pytest.mark.parametrize("slug", ["lupus", "elsen"])
def test_where_ballots_are_public_the_ring_shows_whose_is_whose(on_the_wall: Show, slug: str) -> None:
    view = decision(slug)
    assert view.moment.view and all(by for by, _to in view.moment.view.ballots)
    page = on_the_wall(view).page
    colours = {seat.name: f"f{seat.face.colour:02}" for seat in view.ring.seats if seat.face}
    drawn = page.locator(".stage .ball").evaluate_all("nodes => nodes.map((one) => one.classList[1])")
    assert drawn == [colours[by] for by, _to in view.moment.view.ballots]
    assert page.locator(".lines path").count() == sum(by != to for by, to in view.moment.view.ballots)


def test_where_ballots_are_secret_nothing_tells_whose_they_are(on_the_wall: Show) -> None:
    """S-31: balls without a name, from above, in an order that follows from the count alone."""
    view = decision("sporz")
    assert view.moment.view
    counted = dict(next(piece.counted for piece in view.moment.view.pieces if piece.kind == "count"))
    assert {by for by, _to in view.moment.view.ballots} == {""}
    names = [to for _by, to in view.moment.view.ballots]
    assert {name: names.count(name) for name in names} == {
        str(name): n for name, n in counted.items() if name in names
    }
    page = on_the_wall(view).page
    assert page.locator(".lines path").count() == 0
    assert set(page.locator(".ball").evaluate_all("nodes => nodes.map((one) => one.className.trim())")) == {"ball"}


def test_with_reduced_motion_the_final_picture_shows_immediately(on_the_wall: Show) -> None:
    moving, still = on_the_wall(decision("lupus")).page, on_the_wall(decision("lupus"), reduced_motion="reduce").page
    moving.evaluate(STOPPED, LONGEST)
    assert still.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running').length") == 0
    for shown in (".piece", ".lines path", ".tally", ".halo", ".ring .face", ".share svg"):
        seen = moving.locator(shown).evaluate_all(SEEN)
        assert still.locator(shown).evaluate_all(SEEN) == seen > 0, shown


def test_the_desks_next_tap_ends_a_moment_at_once(on_the_wall: Show) -> None:
    view = decision("lupus")
    server = on_the_wall(view)
    expect(server.page.locator(".stage > *").first).to_be_attached()
    server.push(change(view, moment=None), 2)
    expect(server.page.locator(".stage > *")).to_have_count(0)
    assert [one for one in server.page.evaluate(MOVED) if one] == []


def test_only_the_sky_moves_when_day_or_night_begins(on_the_wall: Show) -> None:
    day = change(decision("sporz"), moment=None)
    night = change(day, night=True, phase="Night 2")
    server = on_the_wall(day)
    server.page.evaluate(HELD)
    for view, sky, pulse in ((night, "sky dusk", 2), (day, "sky dawn", 3)):
        server.push(view, pulse)
        server.wait_for(lambda sky=sky: server.page.evaluate(MOVING_SKY) == [sky])
        assert set(server.page.evaluate(MOVES)) <= {"transform", "opacity"}
        server.page.evaluate(CANCELLED)


def test_a_phone_at_night_has_nothing_that_moves(open_device: Callable[..., Page]) -> None:
    """SECRECY 27. A moment may stand on it before anybody is woken."""
    view = change(decision("sporz"), night=True, phase="Night 2")
    page = PageServer(open_device("phone"), "phone", phone(view), comfort={}).open().page
    assert page.evaluate(ENDS) == []
    assert page.locator(".stage, .sky").count() == 0


def test_scripts_and_style_sheets_move_nothing_else() -> None:
    """No layout per frame: what a script or a sheet animates is transform and opacity."""
    root = Path(settings.BASE_DIR)
    sheets = [
        *root.glob("static/css/**/*.css"),
        *(kit.folder / "look" / "files" / "world.css" for kit in all_kits().values() if kit.look),
    ]
    frames = re.findall(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})+)\s*\}", "".join(map(read, sheets)))
    moved = {name for frame in frames for name in re.findall(r"([\w-]+):", frame)}
    eased = {
        name.split()[0]
        for sheet in sheets
        for said in re.findall(r"transition: ([^;]+);", read(sheet))
        for name in said.split(", ")
    }
    assert moved == {"transform", "opacity"}
    assert eased <= {"transform", "opacity", "none", "background-size"}  # the last of a finger that is held down
    script = read(root / "static" / "js" / "staging.js")
    assert "requestAnimationFrame" not in script and "setInterval" not in script and "setTimeout" not in script


def read(path: Path) -> str:
    """A file of this checkout."""
    return path.read_text(encoding="utf-8")


@pytest.mark.skipif(PICTURES is None, reason="pictures are not wanted: PICTURES names no folder for them")
@pytest.mark.parametrize("slug", all_kits())
def test_a_film_strip_of_a_decision(on_the_wall: Show, slug: str) -> None:
    """Ten frames, a second apart, stopped there: as good on a slow machine."""
    assert PICTURES
    page = on_the_wall(decision(slug)).page
    for frame in range(10):
        page.evaluate(STOPPED, 1_000 * frame + 500)
        page.screenshot(path=PICTURES / f"film-{slug}-{frame}.png")
