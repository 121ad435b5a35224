"""The narrator's voice: which device speaks, what is said once or repeated, and what happens without a voice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moderation.play.pacing.narration import Saying
from moderation.play.projections.public import PublicView
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.showings import change, public

VOICE = """
window.said = [], window.voices = [{lang: "en-GB"}], window.forbidden = false;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {value: {
  getVoices: () => window.voices,
  addEventListener: () => {},
  cancel: () => {},
  speak(words) {
    if (window.forbidden) return words.onerror({error: "not-allowed"});
    said.push(`${words.text} ${words.volume}`);
    window.by = [words.lang, words.voice?.name];
    words.onstart();
    setTimeout(() => words.onend?.(), 0);
  },
}});
"""
UNLOCKS = """{
  const speak = speechSynthesis.speak.bind(speechSynthesis);
  let unlocked = false;
  const isTapped = () => window.event?.isTrusted && window.event.type === "click";
  speechSynthesis.speak = (words) => (unlocked ||= isTapped()) && speak(words);
}"""
Visit = Callable[..., PageServer]


def night(step: str, *lines: str, **other: Any) -> PublicView:
    return public(night=True, phase="Night 2", step=step, spoken=step, say=Saying(lines), **other)


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    def open_screen(view: PublicView, speaks: bool, before: str = "") -> PageServer:
        page = open_device("screen")
        page.add_init_script(VOICE + before)
        return PageServer(page, "screen", view, speaks=speaks).open()

    return open_screen


def hears(server: PageServer, *lines: str) -> None:
    """Wait until these lines were said, in this order and no others."""
    server.page.wait_for_function("count => said.length >= count", arg=len(lines))
    assert server.page.evaluate("said") == [f"{line} 1" for line in lines]


def test_the_device_that_was_chosen_says_each_line_once(visit: Visit) -> None:
    server = visit(night("s1", "Night falls.", "Spy."), speaks=True)
    hears(server, "Night falls.", "Spy.")
    server.push(night("s1", "Night falls.", "Spy.", paused=True), 2)
    server.push(night("s2", "Doctors."), 3)
    hears(server, "Night falls.", "Spy.", "Doctors.")


def test_the_same_question_to_another_player_is_not_repeated(visit: Visit) -> None:
    server = visit(night("s1", "Who should leave?"), speaks=True)
    for number, step in enumerate(("s2", "s3"), start=2):
        server.push(night(step, "Who should leave?", turn="Bob"), number)
        expect(server.page.locator(f"[data-say={step}]")).to_be_visible()
    server.push(night("s4", "Day."), 4)
    hears(server, "Who should leave?", "Day.")


def test_the_other_device_is_silent_until_it_takes_over(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=False)
    server.push(night("s2", "Doctors."), 2)
    expect(server.page.get_by_text("Doctors.")).to_be_visible()
    assert server.page.evaluate("said") == []
    expect(server.page.locator("[data-untouched]")).to_be_hidden()
    server.page.mouse.move(5, 5)  # the controls come
    server.page.locator("[data-voice]").click()
    hears(server, "Doctors.")


@pytest.mark.parametrize("speaks", [True, False])
def test_a_line_is_repeated_on_request_whoever_speaks(visit: Visit, speaks: bool) -> None:
    server = visit(night("s1", "Spy."), speaks=speaks)
    server.page.mouse.move(5, 5)
    server.page.locator("[data-repeat]").click()
    hears(server, *(["Spy."] * (1 + speaks)))


def test_s44_the_voice_waits_as_long_as_the_page_asks(visit: Visit) -> None:
    waits = "const real = setTimeout; window.waits = [];"
    waits += "window.setTimeout = (f, ms, ...more) => (f.name === 'say' && waits.push(ms), real(f, 0, ...more));"
    view = night("s1", "A murder.", "Night falls.", "Spy.")
    server = visit(change(view, say=replace(view.speech.say, wait=5)), speaks=True, before=waits)
    hears(server, "A murder.", "Night falls.", "Spy.")
    server.page.wait_for_function("waits.length >= 3")
    assert server.page.evaluate("waits.slice(0, 2)") == [700, 5000]


def test_the_end_is_said(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=True)
    server.push(public(stage="over", outcome="Dan wins with 7 points."), 2)
    hears(server, "Spy.", "The game is over")


def test_a_device_that_needs_a_touch_to_speak_asks(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=True, before="window.forbidden = true;")
    expect(server.page.locator("[data-untouched]")).to_be_visible()
    server.page.evaluate("window.forbidden = false")
    server.page.get_by_text("Spy.").click()
    hears(server, "Spy.")
    expect(server.page.locator("[data-untouched]")).to_be_hidden()


def test_a_silently_blocked_device_asks_for_a_touch_first(visit: Visit) -> None:
    """As an iPad, which does not even say that it may not: also where there is no line yet."""
    server = visit(public(stage="joining"), speaks=True, before=UNLOCKS)
    asks = server.page.locator("[data-untouched]")
    expect(asks).to_be_visible()
    server.page.mouse.click(5, 5)
    expect(asks).to_be_hidden()
    silent = server.page.evaluate("said")
    assert silent == ["  0"]
    server.push(night("s1", "Spy."), 2)
    server.page.wait_for_function("() => said.length === 2")


def test_the_first_touch_speaks_a_waiting_line(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=True, before=UNLOCKS)
    expect(server.page.locator("[data-untouched]")).to_be_visible()
    server.page.mouse.click(5, 5)
    hears(server, "Spy.")
    expect(server.page.locator("[data-untouched]")).to_be_hidden()


def test_a_device_that_does_not_speak_asks_for_no_touch(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=False)
    expect(server.page.locator("[data-untouched]")).to_be_hidden()


def voices(*given: tuple[str, str] | tuple[str, str, bool]) -> str:
    """A script that gives a device these voices: language, name, whether it needs no internet."""
    made = [{"lang": lang, "name": name, "localService": (*more, True)[0]} for lang, name, *more in given]
    return f"window.voices = {json.dumps(made)};"


@pytest.mark.parametrize(
    ("locale", "language", "given", "chosen"),
    [
        ("fr-FR", "fr", [("fr-CA", "Amélie"), ("fr-FR", "Thomas")], "Thomas"),
        ("en-US", "fr", [("fr-CA", "Amélie"), ("fr_FR", "Thomas")], "Thomas"),
        ("fr-CA", "fr", [("fr-FR", "Thomas"), ("fr-CA", "Amélie")], "Amélie"),
        ("fr-FR", "fr", [("fr-CA", "Amélie"), ("en-GB", "Daniel")], "Amélie"),
        ("fr-FR", "en", [("en-US", "Albert"), ("en-US", "Samantha"), ("en-GB", "Daniel")], "Daniel"),
        ("fr-FR", "en", [("en-GB", "Bad News"), ("en-US", "Bells"), ("en-US", "Samantha")], "Samantha"),
        ("fr-FR", "fr", [("fr-FR", "Grandma (French (France))"), ("fr-FR", "Thomas")], "Thomas"),
        ("fr-FR", "fr", [("fr-FR", "Thomas"), ("fr-FR", "Thomas (Enhanced)")], "Thomas (Enhanced)"),
        ("fr-FR", "fr", [("fr-FR", "Google français", False), ("fr-FR", "Microsoft Hortense")], "Microsoft Hortense"),
        ("fr-FR", "fr", [("fr-FR", "Google français", False), ("frp", "Other")], "Google français"),
        ("fr-FR", "fr", [("fr-FR", "One"), ("fr-FR", "Two")], "One"),
    ],
)
def test_the_regional_voice_is_chosen_and_joke_voices_never(
    open_device: Callable[..., Page],
    locale: str,
    language: str,
    given: list[tuple[str, str]],
    chosen: str,
) -> None:
    page = open_device("screen", locale=locale)
    page.add_init_script(VOICE + voices(*given))
    server = PageServer(page, "screen", night("s1", "Spy."), speaks=True)
    server.language = language
    server.open()
    hears(server, "Spy.")
    assert page.evaluate("window.by")[1] == chosen


def test_a_device_that_lists_no_voice_is_told_the_region(open_device: Callable[..., Page]) -> None:
    page = open_device("screen", locale="en-US")
    page.add_init_script(VOICE + "window.voices = [];")
    server = PageServer(page, "screen", night("s1", "Spy."), speaks=True)
    server.language = "fr"
    server.open()
    hears(server, "Spy.")
    assert page.evaluate("window.by") == ["fr-fr", None]


def test_lines_are_shown_when_no_voice_has_the_language(visit: Visit) -> None:
    server = visit(night("s1", "Spy."), speaks=True, before="window.voices = [{lang: 'fr-FR'}];")
    expect(server.page.locator("[data-voiceless]")).to_be_visible()
    expect(server.page.get_by_text("Spy.")).to_be_visible()
    assert server.page.evaluate("said") == []
    expect(server.page.locator("[data-untouched]")).to_be_hidden()
