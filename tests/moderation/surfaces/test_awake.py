"""Screens that stay on: of the desk and in the room, by what their browser has for it. Those of phones do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.showings import desk, phone, public

GRANTED = """
  window.locks = { asked: 0, held: [] };
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    locks.asked += 1;
    if (locks.refuses) throw new DOMException("refused", "NotAllowedError");
    const lock = new EventTarget();
    lock.release = async () => {
      if (!locks.held.includes(lock)) return;
      locks.held = locks.held.filter((one) => one !== lock);
      lock.dispatchEvent(new Event("release"));
    };
    locks.held.push(lock);
    return lock;
  } } });
"""
REFUSED = GRANTED + "locks.refuses = true;"
SEEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  if (hidden) window.locks?.held.forEach((one) => one.release());
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SILENT_VIDEO = """() => {
  const video = document.querySelector("[data-awake-video]");
  return !video.paused && !video.muted && video.volume > 0 && !video.loop && video.videoWidth > 0;
}"""
NO_VIDEO = "HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));"
Visit = Callable[..., Page]


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    """A device that has loaded a surface's page, after a script that says what its browser has."""

    def open_page(surface: str, view: Any, script: str = "") -> Page:
        page = open_device({"phone": "phone", "desk": "tablet", "screen": "screen"}[surface])
        page.add_init_script(script)
        page.requested = []  # type: ignore[attr-defined]
        page.on("request", lambda request: page.requested.append(request.url))  # type: ignore[attr-defined]
        PageServer(page, surface, view, comfort={}).open()
        return page

    return open_page


VIEWS = {"desk": desk(), "screen": public(stage="joining")}


def wait_for(page: Page, true: str, about: Any = None) -> None:
    """Wait until a script's function says so; the page's policy forbids Playwright's own way."""
    for _ in range(3_000):
        if page.evaluate(true, about):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"it did not come true: {true}")


@pytest.mark.parametrize("surface", VIEWS)
def test_a_lock_is_asked_for_and_again_after_each_return(visit: Visit, surface: str) -> None:
    page = visit(surface, VIEWS[surface], GRANTED)
    for times in (1, 2, 3):
        wait_for(page, "(times) => locks.asked === times && locks.held.length === 1", times)
        page.evaluate(SEEN, True)
        assert page.evaluate("locks.held.length") == 0
        page.evaluate(SEEN, False)
    expect(page.locator("[data-sleeps]:visible")).to_have_count(0)
    page.mouse.click(3, 3)
    assert page.locator("[data-awake-video]").evaluate("video => video.paused")
    assert not [url for url in page.requested if "/video/" in url]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("surface", "script"), [("desk", ""), ("screen", ""), ("screen", REFUSED)])
def test_without_a_wake_lock_a_tap_starts_a_video(visit: Visit, surface: str, script: str) -> None:
    """Over http there is no lock; where it is refused, a battery may be low."""
    page = visit(surface, VIEWS[surface], script)
    if surface == "screen":  # the desk is in play
        expect(page.locator("[data-sleeps=untapped]")).to_be_visible()
    page.mouse.click(3, 3)
    for _ in range(2):
        wait_for(page, SILENT_VIDEO)
        page.evaluate(SEEN, True)
        wait_for(page, "() => document.querySelector('[data-awake-video]').paused")
        page.evaluate(SEEN, False)
    wait_for(page, SILENT_VIDEO)
    expect(page.locator("[data-sleeps]:visible")).to_have_count(0)


def test_the_video_begins_anew_before_its_end(visit: Visit) -> None:
    """A browser would put it into a list of what is playing if it were longer, and forget it at its end."""
    page = visit("screen", VIEWS["screen"])
    page.mouse.click(3, 3)
    wait_for(page, SILENT_VIDEO)
    page.evaluate(
        "() => document.querySelector('[data-awake-video]').addEventListener('seeked', () => (window.anew = true))"
    )
    wait_for(page, "() => window.anew")
    wait_for(page, SILENT_VIDEO)
    assert page.locator("[data-awake-video]").evaluate("video => video.duration") < 5


def test_a_device_that_cannot_stay_awake_gives_instructions(visit: Visit) -> None:
    page = visit("screen", public(stage="joining"), NO_VIDEO)
    page.mouse.click(3, 3)
    expect(page.locator("[data-sleeps=anyway]")).to_be_visible()
    expect(page.locator("[data-sleeps=untapped]")).to_be_hidden()


def test_nothing_of_it_is_said_during_a_game(visit: Visit) -> None:
    page = visit("screen", public(), NO_VIDEO)
    page.mouse.click(3, 3)
    wait_for(page, "() => !document.querySelector('[data-sleeps=anyway]').hidden")
    expect(page.locator("[data-sleeps]:visible")).to_have_count(0)


def test_a_phone_of_a_player_is_not_kept_awake(visit: Visit) -> None:
    page = visit("phone", phone(), GRANTED)
    page.mouse.click(3, 3)
    page.evaluate(SEEN, False)
    assert page.evaluate("locks.asked") == 0
    assert page.locator("video").count() == 0
    assert not [url for url in page.requested if "awake" in url]  # type: ignore[attr-defined]
