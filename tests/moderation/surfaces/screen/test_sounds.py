"""Sounds of a world: on desk or screen alone, marked by what everybody knows, under the voice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.bots import play_out
from games.engine.kit import Kit, all_kits
from games.engine.look import CUES, Sounds
from games.engine.options import settle
from games.engine.table import Table
from games.engine.words import Piece
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.moment import MomentView
from moderation.project.static_files import read_all_files
from tests.moderation.page_server import PageServer, render_view
from tests.moderation.surfaces.screen.test_voice import VOICE
from tests.moderation.surfaces.showings import desk, phone, public

HEARD = """
window.played = [], window.loud = [];
const { start } = AudioScheduledSourceNode.prototype, { setTargetAtTime } = AudioParam.prototype;
AudioScheduledSourceNode.prototype.start = function (...at) { played.push(at.length); return start.apply(this, at); };
AudioParam.prototype.setTargetAtTime = function (...to) { loud.push(to[0]); return setTargetAtTime.apply(this, to); };
"""
NOTES = "played.filter(given => given).length"  # without the wind, which begins at once and for good
Visit = Callable[..., PageServer]


def fallen(name: str = "m1", cue: str = "death") -> PublicView:
    return public(moment=MomentView(name, (Piece("name", "Cid"),), cue=cue))


def sounds_of(slug: str) -> Sounds:
    look = all_kits()[slug].look
    assert look and look.sounds
    return look.sounds


def notes(slug: str, *cues: str) -> int:
    return sum(len(sounds_of(slug).cues[cue]) for cue in cues)


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    def open_screen(view: PublicView, speaks: bool) -> PageServer:
        page = open_device("screen")
        page.add_init_script(VOICE + HEARD)
        return PageServer(page, "screen", view, speaks=speaks).open()

    return open_screen


def switch(server: PageServer) -> None:
    server.page.mouse.move(5, 5)  # the controls come
    server.page.locator("[data-sounds]").click()


def test_a_mark_is_heard_once_as_its_moment_begins(visit: Visit) -> None:
    server = visit(public(), speaks=True)
    server.page.mouse.click(5, 5)
    server.push(fallen(), 2)
    server.page.wait_for_function(f"{NOTES} === {notes('sporz', 'death')}")
    server.push(fallen("m1"), 3)
    server.push(public(night=True, phase="Night 2"), 4)
    server.page.wait_for_function(f"{NOTES} === {notes('sporz', 'death', 'nightfall')}")
    server.push(public(night=True, phase="Night 2", voted=(1, 2)), 5)  # a call that follows another one
    server.push(public(stage="over", outcome="The crew wins."), 6)
    server.page.wait_for_function(f"{NOTES} === {notes('sporz', 'death', 'nightfall', 'victory')}")


def test_sounds_are_off_by_default_and_the_choice_is_stored(visit: Visit) -> None:
    server = visit(public(), speaks=False)
    server.page.mouse.click(5, 5)
    server.push(fallen(), 2)
    expect(server.page.locator(".moment")).to_be_visible()
    assert server.page.evaluate("played") == []
    switch(server)
    server.page.reload()
    expect(server.page.locator("[data-sounds]")).to_have_attribute("aria-pressed", "true")
    switch(server)
    server.page.reload()
    expect(server.page.locator("[data-sounds]")).to_have_attribute("aria-pressed", "false")


def test_sounds_are_quieter_than_the_voice_and_fade_under_it(visit: Visit) -> None:
    server = visit(public(), speaks=True)
    server.page.mouse.click(5, 5)
    server.page.wait_for_function("loud.includes(0.5)")
    speak = "speaking => document.dispatchEvent(new CustomEvent('veilleur:voice', {detail: speaking}))"
    server.page.evaluate(speak, True)
    assert server.page.evaluate("loud.at(-2)") == pytest.approx(0.1)
    server.page.evaluate(speak, False)
    server.page.locator("[data-loudness=voice]").fill("0.3")
    assert server.page.evaluate("loud.at(-2)") == pytest.approx(0.3)


def test_a_voice_says_when_it_begins_and_ends(visit: Visit) -> None:
    server = visit(public(), speaks=True)
    server.page.evaluate("window.told = []; document.addEventListener('veilleur:voice', e => told.push(e.detail))")
    server.page.mouse.move(5, 5)
    server.page.locator("[data-repeat]").click()
    server.page.wait_for_function("told.at(-1) === false")


def test_a_phone_is_told_no_cue_and_loads_no_sound() -> None:
    """SECRECY 3, 27."""
    for seen in (phone(fallen()), phone(public(night=True))):
        assert "data-cue" not in render_view(seen).html
    for seen in (desk(fallen()), fallen()):
        assert 'data-cue="death"' in render_view(seen).html
    assert not [path for path in read_all_files() if path.endswith((".mp3", ".ogg", ".wav", ".m4a"))]


@pytest.mark.parametrize("slug", all_kits())
def test_a_world_has_the_sounds_that_it_names(slug: str) -> None:
    sounds, nights = sounds_of(slug), all_kits()[slug].words.MODERATED
    assert {*sounds.cues} <= {*CUES}
    assert {*sounds.marks.values()} <= {*sounds.cues}
    assert "victory" in sounds.cues
    assert all(note.at + note.lasts <= 5 and note.loud <= 0.6 for cue in sounds.cues.values() for note in cue)
    if nights:
        assert {*sounds.cues} == {*CUES}
        assert sounds.wind > 0
    else:  # a game on a board has no night
        assert not (sounds.wind or sounds.every or sounds.again or {"nightfall", "dawn"} & {*sounds.cues})


@pytest.mark.parametrize("kit", all_kits().values(), ids=all_kits())
def test_sounds_follow_only_from_public_facts(kit: Kit) -> None:
    """SECRECY 15, 29."""
    told: dict[str, set[bool]] = defaultdict(set)
    for seed in range(6):
        for one in played(kit, Random(seed)).told:
            told[one.fact["fact"]].add(one.seat is None)
    for fact in sounds_of(kit.slug).marks:
        assert told.get(fact, {True}) == {True}, fact


def test_an_exclusion_of_nobody_sounds_as_a_vote() -> None:
    sounds = sounds_of("elsen")
    gone: dict[str, Any] = {"fact": "excluded", "seat": "Ann"}
    assert sounds.cue([gone]) == "death"
    assert sounds.cue([{**gone, "seat": None}]) == "vote"
    assert sounds.cue([{"fact": "progress"}]) == ""


def played(kit: Kit, rng: Random) -> Table:
    """A game that bots have played."""
    seats = [f"P{number}" for number in range(max(6, kit.roles.SEATS[0]) if kit.roles.SEATS[1] >= 8 else 4)]
    options = settle(kit.roles.OPTIONS, {})

    def choose(offered: Any) -> Any:
        return rng.choice(list(offered))

    table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, choose))
    play_out(kit, table, choose)
    return table
