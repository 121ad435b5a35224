"""Covers on phones and desks: how they are lifted, and what drops them (static/js/cover.js, finger.js)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moderation.surfaces.desk.sections.speech import ToTell
from tests.moderation.surfaces.pages import Visit, hold, is_open
from tests.moderation.surfaces.showings import SHEET, call, hand, phone, public


def test_a_card_is_visible_only_while_held(visit: Visit) -> None:
    page = visit("phone", phone()).page
    expect(page.get_by_text("Spy")).to_be_hidden()
    hold(page, "#card > summary")
    expect(page.get_by_text("Spy")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("Spy")).to_be_hidden()


@pytest.mark.parametrize(
    "happens",
    [
        "window.dispatchEvent(new Event('blur'))",
        "window.dispatchEvent(new Event('pagehide'))",
        "window.dispatchEvent(new Event('orientationchange'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
        "document.body.dispatchEvent(new PointerEvent('pointerdown', {pointerId: 9, bubbles: true}))",
        "document.body.dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
    ],
)
def test_whatever_happens_covers_the_card(visit: Visit, happens: str) -> None:
    page = visit("phone", phone()).page
    hold(page, "#card > summary")
    assert is_open(page)
    page.evaluate(happens)
    assert not is_open(page)
    page.mouse.up()
    assert not is_open(page)


def test_letting_go_presses_nothing_underneath(visit: Visit) -> None:
    page = visit("phone", phone()).page
    hold(page, "#card > summary")
    box = page.locator("label.tile").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    assert is_open(page)
    page.mouse.up()
    assert not is_open(page)
    assert page.locator("input:checked").count() == 0


def test_a_card_shown_by_a_tap_hides_itself(visit: Visit) -> None:
    page = visit("phone", phone(), clock=True, comfort={"tap": True}).page
    page.locator("#card > summary").tap()
    assert is_open(page)
    page.clock.run_for(3500)
    assert is_open(page)
    page.clock.run_for(600)
    assert not is_open(page)


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_cover_lifted_by_key_stays_until_the_key(visit: Visit, key: str) -> None:
    page = visit("phone", phone(), clock=True, comfort={"tap": True}).page
    page.locator("#card > summary").press("Enter")
    page.clock.run_for(60_000)
    assert is_open(page)
    page.locator("#card > summary").press(key)
    assert not is_open(page)


def test_a_screen_reader_tap_lifts_a_cover_like_a_key(visit: Visit) -> None:
    """VoiceOver taps with a pointer without a size, at once released."""
    page = visit("phone", phone(), clock=True).page
    tap = """(face) => {
      const how = { bubbles: true, pointerId: 3, pointerType: "touch", width: 0, height: 0 };
      face.dispatchEvent(new PointerEvent("pointerdown", how));
      face.dispatchEvent(new PointerEvent("pointerup", how));
      face.dispatchEvent(new PointerEvent("click", { ...how, detail: 1, cancelable: true }));
    }"""
    page.locator("#card > summary").evaluate(tap)
    page.clock.run_for(60_000)
    assert is_open(page)
    page.locator("#card > summary").evaluate(tap)
    assert not is_open(page)


def test_a_view_that_is_pushed_leaves_a_held_card_held(visit: Visit) -> None:
    server = visit("phone", phone())
    hold(server.page, "#card > summary")
    server.push(phone(public(phase="Day 9")), 2)
    expect(server.page.locator("h1")).to_have_text("Day 9")
    assert is_open(server.page)


def test_a_covered_hand_is_chosen_and_confirmed_under_the_curtain(visit: Visit) -> None:
    server = visit("phone", phone(question=hand("Ace", "Ten")), clock=True)
    page = server.page
    curtain = page.locator("#answer .choices")
    expect(page.get_by_text("Ace")).to_be_hidden()
    expect(page.get_by_text("Confirm", exact=True)).to_be_hidden()
    curtain.locator("> summary").tap()
    page.get_by_text("Play", exact=True).tap()
    page.clock.run_for(19_000)
    page.get_by_text("Ace").tap()
    page.clock.run_for(19_000)
    assert is_open(page, "#answer .choices")  # it is touched
    page.locator("#answer .confirm button").tap()
    server.wait_for(lambda: server.posted)
    assert server.posted[0]["pick0"] == '{"play":"Ace"}'
    page.clock.run_for(21_000)
    for said in ("Ace", "Play: Ace"):  # the card, and the button that repeats it, whether the reply has come or not
        expect(page.get_by_text(said, exact=True)).to_be_hidden()


def test_a_hand_is_played_by_keys(visit: Visit) -> None:
    server = visit("phone", phone(question=hand("Ace", "Ten")))
    page = server.page
    page.locator("#answer .choices > summary").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the fold of what is played
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[data-now-choice]")).to_have_text("Play: Ace")
    page.keyboard.press("Enter")
    server.wait_for(lambda: server.posted)
    assert server.posted[0]["pick0"] == '{"play":"Ace"}'


def test_a_hand_falls_covered_when_nobody_looks(visit: Visit) -> None:
    page = visit("phone", phone(question=hand("Ace", "Ten"))).page
    page.locator("#answer .choices > summary").tap()
    assert is_open(page, "#answer .choices")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not is_open(page, "#answer .choices")


def test_a_sheet_covers_itself_when_nobody_looks(visit: Visit) -> None:
    page = visit("phone", phone(sheet=SHEET)).page
    page.locator("#ticks > summary").click()
    expect(page.get_by_text("Bridge")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.get_by_text("Bridge")).to_be_hidden()


def test_a_curtain_lifted_by_a_tap_falls_by_itself(visit: Visit) -> None:
    page = visit("desk", call(), clock=True).page
    page.locator("#wakes-7 > summary").tap()
    assert is_open(page, "#wakes-7")
    page.clock.run_for(5200)
    assert not is_open(page, "#wakes-7")


TWO_TO_TELL = (
    ToTell("Ann", "mutated", "One touch on the forehead.", "You are mutated."),
    ToTell("Bob", "paralysed", "Two touches on the forehead.", "You are paralysed."),
)


def test_one_cover_has_all_private_news(visit: Visit) -> None:
    """How many covers stood there told how many were touched in the night."""
    page = visit("desk", call(tell=TWO_TO_TELL)).page
    cover = page.locator(".tell")
    expect(cover).to_have_count(1)
    cover.locator("summary").tap()
    expect(cover.locator(".secret")).to_contain_text("Ann: mutated")
    expect(cover.locator(".secret")).to_contain_text("Bob: paralysed")
    assert page.locator("dialog[open]").count() == 0
    cover.get_by_role("button", name="Show it to the player").last.tap()
    expect(page.locator("dialog[open] .sheet-line")).to_have_text("You are paralysed.")


def test_nothing_moves_when_a_cover_falls_by_itself(visit: Visit) -> None:
    page = visit("desk", call(tell=TWO_TO_TELL), clock=True).page
    page.locator(".tell > summary").first.tap()
    lifted = page.locator("#sure-7").bounding_box()
    page.clock.run_for(6_000)
    assert not is_open(page, ".tell")
    assert page.locator("#sure-7").bounding_box() == lifted


def test_a_control_moved_under_the_finger_is_not_tapped(visit: Visit) -> None:
    server = visit("desk", call(tell=TWO_TO_TELL))
    page = server.page
    hold(page, "#sure-7 > summary")
    page.locator("#sure-7").evaluate("one => one.before(one.querySelector('button'))")
    page.locator("#view button[name=close]").evaluate(
        "one => one.style.cssText = 'position: fixed; inset: 0; z-index: 9'"
    )
    page.mouse.up()
    page.wait_for_timeout(100)
    assert server.posted == [] and not is_open(page, "#sure-7")
