"""The narrator's voice: which device speaks, what is said once or repeated, and what happens without a voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moderation.known.public import Open
from moderation.night.narration import Saying
from tests.moderation.house import House
from tests.moderation.live.showings import public

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
    words.onstart();
    setTimeout(() => words.onend(), 0);
  },
}});
"""
Visit = Callable[..., House]


def night(step: str, *lines: str, **other: Any) -> Open:
    return public(night=True, phase="Night 2", step=step, spoken=step, say=Saying(lines), **other)


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    def open_screen(view: Open, speaks: bool, before: str = "") -> House:
        page = open_device("screen")
        page.add_init_script(VOICE + before)
        return House(page, "screen", view, speaks=speaks).open()

    return open_screen


def hears(house: House, *lines: str) -> None:
    """Wait until these lines were said, in this order and no others."""
    house.page.wait_for_function("count => said.length >= count", arg=len(lines))
    assert house.page.evaluate("said") == [f"{line} 1" for line in lines]


def test_the_device_that_was_chosen_says_each_line_once(visit: Visit) -> None:
    house = visit(night("s1", "Night falls.", "Spy."), speaks=True)
    hears(house, "Night falls.", "Spy.")
    house.push(night("s1", "Night falls.", "Spy.", paused=True), 2)
    house.push(night("s2", "Doctors."), 3)
    hears(house, "Night falls.", "Spy.", "Doctors.")


def test_the_same_question_to_the_next_player_is_not_said_again(visit: Visit) -> None:
    house = visit(night("s1", "Who should leave?"), speaks=True)
    for number, step in enumerate(("s2", "s3"), start=2):
        house.push(night(step, "Who should leave?", turn="Bob"), number)
        expect(house.page.locator(f"[data-say={step}]")).to_be_visible()
    house.push(night("s4", "Day."), 4)
    hears(house, "Who should leave?", "Day.")


def test_the_other_device_is_silent_until_it_takes_over(visit: Visit) -> None:
    house = visit(night("s1", "Spy."), speaks=False)
    house.push(night("s2", "Doctors."), 2)
    expect(house.page.get_by_text("Doctors.")).to_be_visible()
    assert house.page.evaluate("said") == []
    house.page.mouse.move(5, 5)  # the controls come
    house.page.locator("[data-voice]").click()
    hears(house, "Doctors.")


@pytest.mark.parametrize("speaks", [True, False])
def test_a_line_is_repeated_on_request_whoever_speaks(visit: Visit, speaks: bool) -> None:
    house = visit(night("s1", "Spy."), speaks=speaks)
    house.page.mouse.move(5, 5)
    house.page.locator("[data-repeat]").click()
    hears(house, *(["Spy."] * (1 + speaks)))


def test_s44_between_night_and_its_first_call_a_voice_waits_as_many_seconds_as_the_page_says(visit: Visit) -> None:
    waits = "const real = setTimeout; window.waits = [];"
    waits += "window.setTimeout = (f, ms, ...more) => (f.name === 'say' && waits.push(ms), real(f, 0, ...more));"
    view = night("s1", "A murder.", "Night falls.", "Spy.")
    house = visit(replace(view, say=replace(view.say, wait=5)), speaks=True, before=waits)
    hears(house, "A murder.", "Night falls.", "Spy.")
    house.page.wait_for_function("waits.length >= 3")
    assert house.page.evaluate("waits.slice(0, 2)") == [700, 5000]


def test_the_end_is_said(visit: Visit) -> None:
    house = visit(night("s1", "Spy."), speaks=True)
    house.push(public(stage="over", outcome="Dan wins with 7 points."), 2)
    hears(house, "Spy.", "The game is over")


def test_a_device_that_may_not_speak_untouched_asks_for_a_touch(visit: Visit) -> None:
    house = visit(night("s1", "Spy."), speaks=True, before="window.forbidden = true;")
    expect(house.page.locator("[data-untouched]")).to_be_visible()
    house.page.evaluate("window.forbidden = false")
    house.page.get_by_text("Spy.").click()
    hears(house, "Spy.")
    expect(house.page.locator("[data-untouched]")).to_be_hidden()


def test_without_a_voice_for_the_language_the_lines_are_to_be_read(visit: Visit) -> None:
    house = visit(night("s1", "Spy."), speaks=True, before="window.voices = [{lang: 'fr-FR'}];")
    expect(house.page.locator("[data-voiceless]")).to_be_visible()
    expect(house.page.get_by_text("Spy.")).to_be_visible()
    assert house.page.evaluate("said") == []
