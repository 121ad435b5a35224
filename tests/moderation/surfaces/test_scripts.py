"""The scripts of our pages in a browser: covers, the connection, a tap that counts once, the desk's own curtain."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import time
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from moderation.play.forms.answer_forms import ChoicePart, Tile
from moderation.play.projections import suspicions
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.private import Phone
from moderation.play.projections.public import Clock, LateSeat, PublicView, Revealed, WaitingPrompt
from moderation.play.projections.suspicions import SUSPECTS, NightOfOpinions, Opinion
from moderation.play.realtime import broadcast
from moderation.surfaces.desk.view_model import ToTell
from moderation.surfaces.phone.fragments import just_done
from tests import thorough
from tests.moderation.house import House, notice, region
from tests.moderation.surfaces.showings import (
    REVEALED,
    SHEET,
    ballot,
    call,
    desk,
    desk_seat,
    hand,
    names,
    phone,
    public,
)
from tests.pixels import unlike_the_first

AXE = (Path(__file__).parents[2] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NOW = 1_800_000_000_000
Visit = Callable[..., House]


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    """A device that has loaded a surface's page."""

    def open_house(surface: str, view: Any, clock: bool = False, **context: Any) -> House:
        page = open_device({"phone": "phone", "desk": "tablet", "screen": "screen"}[surface])
        if clock:
            page.clock.install(time=NOW / 1000 - 1)
            page.clock.pause_at(NOW / 1000)  # it goes on only when the test says so, however slow the machine is
        return House(page, surface, view, **{"comfort": {}, **context}).open()

    return open_house


def hold(page: Page, selector: str) -> None:
    """Press and do not let go."""
    box = page.locator(selector).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def is_open(page: Page, selector: str = "#card") -> bool:
    return bool(page.locator(selector).evaluate("one => one.open"))


# covers


def test_a_card_is_seen_while_it_is_held_and_no_longer(visit: Visit) -> None:
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
def test_whoever_lifts_a_cover_by_a_key_closes_it_in_their_own_time(visit: Visit, key: str) -> None:
    page = visit("phone", phone(), clock=True, comfort={"tap": True}).page
    page.locator("#card > summary").press("Enter")
    page.clock.run_for(60_000)
    assert is_open(page)
    page.locator("#card > summary").press(key)
    assert not is_open(page)


def test_a_screen_readers_tap_lifts_a_cover_as_a_key_does(visit: Visit) -> None:
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
    house = visit("phone", phone())
    hold(house.page, "#card > summary")
    house.push(phone(public(phase="Day 9")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 9")
    assert is_open(house.page)


def test_a_longer_code_is_no_wider_than_one_of_four_letters(visit: Visit) -> None:
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


# the connection


def test_a_view_that_is_pushed_takes_the_place_of_the_old_one(visit: Visit) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 2")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 2")


def test_an_older_view_never_takes_the_place_of_a_newer_one(visit: Visit) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 3")), 5)
    house.push(phone(public(phase="Day 2")), 4)
    house.push(phone(public(phase="Day 3", voted=(1, 2))), 6)
    expect(house.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(house.page.locator("h1")).to_have_text("Day 3")


def test_the_answer_to_a_tap_never_takes_the_place_of_a_newer_view(visit: Visit) -> None:
    house = visit("phone", phone())
    old = region(phone(public(phase="Day 2"))) + notice("Too late.")
    house.reply = lambda: {"body": old, "status": 409, "headers": {"X-Pulse": "4"}}
    house.push(phone(public(phase="Day 3")), 5)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Too late.")
    expect(house.page.locator("h1")).to_have_text("Day 3")


def test_of_two_views_of_one_number_the_one_that_was_pushed_meanwhile_stays(visit: Visit) -> None:
    house = visit("phone", phone())
    old = region(phone(public(phase="Day 2"))) + notice("Done.")

    def overtaken() -> dict[str, Any]:
        house.push(phone(public(phase="Day 3")), 4, now=1)
        house.page.wait_for_timeout(100)
        return {"body": old, "headers": {"X-Pulse": "4"}}

    house.reply = overtaken
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Done.")
    expect(house.page.locator("h1")).to_have_text("Day 3")
    house.reply = lambda: {"body": old, "headers": {"X-Pulse": "4"}}
    answers(house, "Cid")
    expect(house.page.locator("h1")).to_have_text("Day 2")


@pytest.mark.parametrize("surface", ["phone", "desk"])
def test_what_a_reply_alone_has_shown_does_not_stay_when_it_is_over(visit: Visit, surface: str) -> None:
    """A night begun at another process, and taken back before this one looked: its socket knew of the day alone."""
    make = {"phone": phone, "desk": partial(desk, waiting=())}[surface]
    house = visit(surface, make(public(stage="cards")))
    house.push(make(public(voted=(0, 2))), 3)  # the whole: it is another frame
    night = region(make(public(night=True, voted=(2, 2)))) + notice("Begun.")
    house.reply = lambda: {"body": night, "headers": {"X-Pulse": "4"}}
    if surface == "phone":
        answers(house, "Bob")
    else:
        house.page.locator("#close button").click()
    expect(house.page.locator("#notice")).to_contain_text("Begun.")
    expect(house.page.locator(".night")).to_be_attached()
    house.push(make(public(voted=(0, 2), phase="Day 2")), 6)
    expect(house.page.locator("h1").first).to_contain_text("Day 2")
    expect(house.page.locator(".night")).not_to_be_attached()
    expect(house.page.locator("#part-progress")).to_contain_text("0 of 2")


def test_what_was_asked_before_and_comes_again_after_a_tap_is_shown(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    house.page.clock.run_for(10_000)  # its socket says nothing: it asks
    house.reply = lambda: {"body": region(phone(public(phase="Day 2"))) + notice(""), "headers": {"X-Pulse": "2"}}
    answers(house, "Bob")
    expect(house.page.locator("h1")).to_have_text("Day 2")
    house.context["pulse"] = 3  # what was done has been taken back
    house.page.clock.run_for(2_000)
    expect(house.page.locator("h1")).to_have_text("Day 1")


def test_the_next_game_at_the_table_counts_from_the_start(visit: Visit) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 3")), 50)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    old = house.socket
    assert old
    old.close(code=1012)
    house.wait_for(lambda: house.socket is not old)
    house.push(phone(public(stage="joining")), 1)
    expect(house.page.locator("h1")).to_have_text("You are in.")


def test_a_device_whose_seat_has_moved_reads_its_page_again(visit: Visit) -> None:
    house = visit("phone", phone())
    assert house.socket
    with house.page.expect_navigation():
        house.socket.close(code=4401)
    assert house.loads == 2


def test_a_page_of_too_many_says_so_and_does_not_come_back_by_itself(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    first = house.socket
    assert first
    first.close(code=4408)
    expect(house.page.get_by_text("This page no longer follows the game")).to_be_visible()
    house.page.clock.run_for(200_000)
    assert house.socket is first
    with house.page.expect_navigation():
        house.page.get_by_role("link", name="Read it again").click()
    house.wait_for(lambda: house.socket is not first)


def test_a_lost_connection_is_said_and_found_again(visit: Visit) -> None:
    house = visit("phone", phone())
    line = house.page.locator("#connection")
    expect(line).to_be_hidden()
    house.answers = False
    assert house.socket
    house.socket.close(code=1011)
    expect(line).to_be_visible()
    house.answers, house.socket = True, None
    house.wait_for(lambda: house.socket)
    house.push(phone(public(phase="Day 4")), 2)
    expect(line).to_be_hidden()
    expect(house.page.locator("h1")).to_have_text("Day 4")


def test_a_device_without_a_network_is_told_that_it_is_its_own_fault(visit: Visit) -> None:
    """Two causes, two sentences: the house does not answer, or this device is on no network."""
    house = visit("phone", phone())
    page, line = house.page, house.page.locator("#connection")
    house.answers = False
    assert house.socket
    house.socket.close(code=1011)
    expect(line).to_contain_text("Veilleur does not answer")
    answers(house, "Bob")
    expect(page.locator("#notice")).to_contain_text("not sent: Veilleur does not answer")
    page.context.set_offline(True)
    expect(line.get_by_text("this device is on no network")).to_be_visible()
    expect(line.get_by_text("Veilleur does not answer")).to_be_hidden()
    page.locator(".confirm button").click()
    expect(page.locator("#notice")).to_contain_text("not sent: this device is on no network")


def test_a_silence_longer_than_a_heartbeat_is_said_and_a_new_connection_sought(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    line, first = house.page.locator("#connection"), house.socket
    heartbeat = int(broadcast.TICK * 1000)
    house.page.clock.run_for(heartbeat + 1000)
    house.say({"tick": True, "now": NOW})
    house.push(phone(public(phase="Day 2")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 2")  # it has been heard, whatever the clock says then
    house.page.clock.run_for(heartbeat + 2000)
    expect(line).to_be_hidden()
    assert house.socket is first
    house.answers = False
    house.page.clock.run_for(18_000 - heartbeat - 2000)
    expect(line).to_be_visible()
    house.answers = True
    house.page.clock.run_for(10_000)
    house.wait_for(lambda: house.socket is not first)
    house.push(phone(public(phase="Day 3")), 3)
    expect(line).to_be_hidden()


@pytest.mark.parametrize("clock", ["Date.now = ((then) => () => then)(Date.now())", "performance.now = () => 0"])
def test_a_silence_is_noticed_by_either_clock_of_the_device(visit: Visit, clock: str) -> None:
    """One may be set back, the other stands still while a device sleeps."""
    house = visit("phone", phone(), clock=True)
    first = house.socket
    house.page.evaluate(clock)
    house.answers = False  # a reply, whenever it comes, would be a word of the server, too
    house.page.clock.run_for(18_000)
    house.answers = True
    house.page.clock.run_for(10_000)
    house.wait_for(lambda: house.socket is not first)


SEEN_AGAIN = {
    "looked at": "document.dispatchEvent(new Event('visibilitychange'))",
    "on a network": "dispatchEvent(new Event('online'))",
    "gone back to": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
}


@pytest.mark.parametrize("happens", SEEN_AGAIN.values(), ids=SEEN_AGAIN)
def test_a_page_that_comes_back_asks_and_connects_at_once(visit: Visit, happens: str) -> None:
    """Its socket is open, and may be dead all the same."""
    house = visit("phone", phone(), clock=True)
    first, house.view = house.socket, phone(public(phase="Day 2"))
    house.context["pulse"] = 2
    house.page.evaluate(happens)
    house.page.clock.run_for(600)
    expect(house.page.locator("h1")).to_have_text("Day 2")
    house.wait_for(lambda: house.socket is not first)
    house.push(phone(public(phase="Day 3")), 3)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    assert house.loads == 1


def test_a_question_that_hangs_keeps_no_later_one_back(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    house.holds_back = 1
    for pulse in (1, 2):
        house.view, house.context["pulse"] = phone(public(phase=f"Day {pulse}")), pulse
        house.page.evaluate(SEEN_AGAIN["looked at"])
        house.page.clock.run_for(600)
        house.wait_for(lambda: house.asked >= pulse)  # noqa: B023
    expect(house.page.locator("h1")).to_have_text("Day 2")


def test_a_page_whose_socket_speaks_at_once_asks_nothing(visit: Visit) -> None:
    """Three hundred phones that wake together are sent their views once."""
    house = visit("phone", phone(), clock=True)
    first = house.socket
    house.page.evaluate(SEEN_AGAIN["looked at"])
    house.wait_for(lambda: house.socket is not first)
    house.push(phone(public(phase="Day 2")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 2")
    house.page.clock.run_for(600)
    house.page.clock.run_for(9_000)
    assert house.asked == 0


def test_pages_that_lose_their_server_together_do_not_ask_together(visit: Visit) -> None:
    first = []
    for chance in (0, 0.5, 0.99):
        page = visit("phone", phone(), clock=True).page
        page.evaluate("document.addEventListener('htmx:before:request', () => (window.asks = true))")
        page.evaluate("(chance) => (Math.random = () => chance)", chance)
        first.append(
            [page.clock.run_for(more) or page.evaluate("window.asks ?? false") for more in (6500, 700, 1400)]
        )
    assert first == [[True, True, True], [False, True, True], [False, False, True]]


# a tap


def answers(house: House, name: str) -> None:
    """Choose and confirm, again where an answer was noted."""
    if (change := house.page.locator("[data-change]")).is_visible():
        change.click()
    house.page.locator("label.tile", has_text=name).click()
    house.page.locator(".confirm button").click()


def test_the_button_repeats_what_is_chosen(visit: Visit) -> None:
    page = visit("phone", phone()).page
    expect(page.locator(".confirm button")).to_have_text("Confirm")  # and nothing of what is not chosen yet
    height = page.locator(".confirm button").bounding_box()
    page.locator("label.tile", has_text="Bob").click()
    expect(page.locator(".confirm .choice")).to_have_text("Bob")
    assert page.locator(".confirm button").bounding_box() == height


def test_an_answer_is_sent_once_with_what_the_page_saw(visit: Visit) -> None:
    house = visit("phone", phone())
    given = phone(question=ballot(given="Against: Bob"))
    house.reply = lambda: {"body": region(given) + notice(""), "headers": {"X-Pulse": "2"}}
    answers(house, "Bob")
    expect(house.page.locator(".given")).to_contain_text("Your answer is in")
    assert house.posted == [
        {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    ]
    expect(house.page.locator("input:checked")).to_have_count(0)
    expect(house.page.locator(".confirm .choice")).to_have_text("")
    answers(house, "Cid")
    house.wait_for(lambda: len(house.posted) == 2)
    assert len({sent["request"] for sent in house.posted}) == 2


def test_a_column_that_does_not_go_with_what_is_chosen_is_put_away(visit: Visit) -> None:
    verbs = (Tile("offer", "Offer"), Tile("tell", "Tell"))
    also = replace(names(optional=True), number=1, only_with=("tell",))
    page = visit("phone", phone(question=ballot(columns=(names(verbs=verbs), also)))).page
    expect(page.locator("fieldset").nth(1)).to_be_hidden()
    page.locator("label", has_text="Tell").click()
    page.locator("fieldset").first.locator("label", has_text="Bob").click()
    page.locator("[data-page='2']").click()
    expect(page.locator("fieldset").nth(1)).to_be_visible()
    page.locator("[data-page='1']").click()
    page.locator("label", has_text="Offer").click()
    expect(page.locator("fieldset").nth(1)).to_be_hidden()


def test_a_tap_that_did_not_arrive_is_said_and_keeps_its_name(visit: Visit) -> None:
    house = visit("phone", phone())
    house.answers = False
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("This was not sent")
    house.answers = True
    house.page.locator(".confirm button").click()
    expect(house.page.locator("#notice")).to_be_empty()
    assert [sent["request"] for sent in house.posted] == ["first"]


def test_a_refusal_is_said_without_moving_the_page(visit: Visit) -> None:
    house = visit("phone", phone())
    house.reply = lambda: {
        "body": region(phone()) + notice("Not that one."),
        "status": 409,
        "headers": {"X-Pulse": "1"},
    }
    before = house.page.locator("#answer").bounding_box()
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Not that one.")
    assert house.page.locator("#answer").bounding_box() == before


# Three lists, one of which has but one thing to choose.
LISTS = tuple(
    ChoicePart(f"guess.{name}", name, tuple(Tile(f'"{value}"', value.upper()) for value in values))
    for name, values in {"who": "a", "room": "ab", "weapon": "ab"}.items()
)
GUESS = replace(names(), tiles=(Tile('{"guess":{}}', "Guess", LISTS), Tile('{"end":true}', "End the turn")))


@pytest.mark.parametrize("status", [409, 200])
def test_what_is_refused_in_the_open_stays_ticked(visit: Visit, status: int) -> None:
    """Also what is asked aside, whose refusal looks like any other answer: the sentence is in its reply."""
    view = phone(question=ballot(columns=(GUESS,)))
    house = visit("phone", view)
    page = house.page
    refused = {"body": region(view) + notice("Still to choose: weapon."), "status": status}
    house.reply = lambda: {**refused, "headers": {"X-Pulse": "1"}}
    page.locator("label.tile", has_text="Guess").click()
    page.locator("select").nth(1).select_option('"b"')
    made = chosen(page)
    assert made[0] == "Guess · A · B"
    page.locator(".confirm button").click()
    expect(page.locator("#notice")).to_contain_text("Still to choose: weapon.")
    expect(page.locator(".confirm")).to_be_visible()
    assert chosen(page) == made
    assert chosen(house.open().page) == made  # read anew


def test_a_half_filled_form_stays_whatever_happens_elsewhere(visit: Visit) -> None:
    """The table is asked whether to wait, all times stop, a connection comes anew, the page is read again."""
    view = phone(question=ballot(columns=(GUESS,)))
    house = visit("phone", view)
    page = house.page
    page.locator("label.tile", has_text="Guess").click()
    page.locator("select").nth(1).select_option('"b"')
    page.locator("#people > summary").click()
    made = chosen(page)
    ann = LateSeat(1, "Ann")
    asks = WaitingPrompt("s1", True, ann, False, (ann, LateSeat(2, "Bob")))
    happens = [
        public(waiting=asks, paused=True),
        public(waiting=replace(asks, do="pass", whom=ann, agreed=("Bob",), lacking=("Cid",))),
        public(news=(Chapter("Day 1", ("Bob has arrived.",)),)),
    ]
    for pulse, seen in enumerate(happens, 2):
        house.push(replace(view, open=seen), pulse)
        page.wait_for_function("pulse => true", arg=pulse)
        assert chosen(page) == made
    expect(page.get_by_text("Bob has arrived.").first).to_be_visible()
    house.say({"content": region(house.view), "pulse": 9, "now": NOW})
    house.push(replace(view, open=public(phase="Day 2")), 10)
    expect(page.locator("h1")).to_have_text("Day 2")
    assert chosen(page) == made
    assert is_open(page, "#people")
    assert chosen(house.open().page) == made


def test_a_half_made_choice_survives_a_push_and_not_the_next_question(visit: Visit) -> None:
    house = visit("phone", phone())
    house.page.locator("label.tile", has_text="Bob").click()
    house.push(phone(public(phase="Day 2", voted=(1, 2))), 2)
    expect(house.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(house.page.locator("input:checked")).to_have_count(1)
    house.push(phone(public(phase="Day 3"), question=ballot(opened=9)), 3)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    expect(house.page.locator("input:checked")).to_have_count(0)
    expect(house.page.locator(".confirm .choice")).to_have_text("")


def chosen(page: Page) -> list[str]:
    """What is chosen of a form, as its button says it and as it would be sent."""
    return [
        page.locator("[data-now-choice]").inner_text(),
        *page.locator("#answer :checked").evaluate_all("all => all.map((one) => one.value)"),
    ]


def test_a_choice_not_yet_sent_is_there_again_after_the_house_was_away(visit: Visit) -> None:
    house = visit("phone", phone())
    page = house.page
    page.get_by_text("Bob").first.tap()
    made = chosen(page)
    assert made == ["Bob", '{"seat":"Bob"}']
    house.say({"content": region(phone()), "pulse": 1, "now": NOW})  # connected again: the whole view
    house.push(phone(public(phase="Day 2")), 2)
    expect(page.locator("h1")).to_have_text("Day 2")
    assert chosen(page) == made
    house.open()  # read anew
    assert chosen(page) == made


def test_a_choice_not_yet_sent_is_no_answer_to_another_question_nor_another_seats(visit: Visit) -> None:
    house = visit("phone", phone(), mark="one")
    page = house.page
    page.get_by_text("Bob").first.tap()
    house.context["mark"] = "other"
    assert chosen(house.open().page) == [""]
    page.get_by_text("Bob").first.tap()
    house.view = phone(question=ballot(opened=9))
    assert chosen(house.open().page) == [""]
    house.view = phone()
    assert chosen(house.open().page) == [""]  # it is forgotten


def test_a_choice_that_was_sent_is_kept_no_longer(visit: Visit) -> None:
    house = visit("phone", phone())
    page = house.page
    page.get_by_text("Bob").first.tap()
    assert page.evaluate("sessionStorage.unsent")
    page.locator("#answer .confirm button").tap()
    expect(page.locator("[data-now-choice]")).to_have_text("")
    assert page.evaluate("sessionStorage.unsent") is None
    assert chosen(house.open().page) == [""]


def test_a_hand_is_covered_until_it_is_tapped_and_its_choices_are_made_under_the_curtain(visit: Visit) -> None:
    house = visit("phone", phone(question=hand("Ace", "Ten")), clock=True)
    page = house.page
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
    house.wait_for(lambda: house.posted)
    assert house.posted[0]["pick0"] == '{"play":"Ace"}'
    page.clock.run_for(21_000)
    for said in ("Ace", "Play: Ace"):  # the card, and the button that repeats it, whether the reply has come or not
        expect(page.get_by_text(said, exact=True)).to_be_hidden()


def test_a_hand_is_played_by_keys(visit: Visit) -> None:
    house = visit("phone", phone(question=hand("Ace", "Ten")))
    page = house.page
    page.locator("#answer .choices > summary").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the fold of what is played
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[data-now-choice]")).to_have_text("Play: Ace")
    page.keyboard.press("Enter")
    house.wait_for(lambda: house.posted)
    assert house.posted[0]["pick0"] == '{"play":"Ace"}'


def test_a_hand_falls_covered_when_nobody_looks(visit: Visit) -> None:
    page = visit("phone", phone(question=hand("Ace", "Ten"))).page
    page.locator("#answer .choices > summary").tap()
    assert is_open(page, "#answer .choices")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not is_open(page, "#answer .choices")


def test_a_search_narrows_the_list_whatever_the_accents(visit: Visit) -> None:
    people = names(names=[*(f"Guest {number}" for number in range(41)), "Élodie"])
    page = visit("phone", phone(question=ballot(columns=(people,)))).page
    page.locator("[data-search]").fill("elo")
    expect(page.locator(".tiles .tile:visible")).to_have_text(["Élodie"])


# an answer that was noted

BECAME = {
    "taken": ballot(given="Mutate: Cid"),
    "refused": ballot(refused="Mutate: Cid", why="Why not."),
    "a guess": ballot(given="Mutate: Cid", called=False),
}


def test_a_noted_answer_folds_to_the_same_words_whatever_became_of_it(visit: Visit) -> None:
    """Letter by letter, and light by light: what became of it stands under the card's cover alone (SECRECY 1)."""
    said, pictures, night = set(), [], replace(NIGHT, call_ends=None)  # a clock would tell the pictures apart
    for became in BECAME.values():
        house = visit("phone", phone(night))
        after = phone(night, question=became)
        house.reply = taken(after)
        answers(house, "Bob")
        expect(house.page.locator("[data-change]")).to_be_visible()
        expect(house.page.locator("label.tile").first).to_be_hidden()
        house.push(replace(after, open=replace(night, phase="Night 3")), 2)  # it stays folded
        expect(house.page.locator("h1")).to_have_text("Night 3")
        house.page.mouse.move(0, 0)
        said.add(house.page.locator("#view").inner_text())
        pictures.append(house.page.screenshot(animations="disabled"))
    assert len(said) == 1
    assert not unlike_the_first(pictures, house.page)
    words = said.pop()
    assert "now look at your card" in words
    assert not re.search("Bob|Mutate|Why not|Confirm", words)


def test_a_vote_by_show_of_hands_folds_to_the_ballot_itself(visit: Visit) -> None:
    """It is seen by all when the vote closes; any other answer stands under the card's cover alone."""
    folds = []
    for in_sight in (True, False):
        house = visit("phone", phone(question=ballot(in_sight=in_sight)))
        after = phone(question=ballot(in_sight=in_sight, given="Cid"))
        house.reply = taken(after)
        answers(house, "Cid")
        expect(house.page.locator("[data-change]")).to_be_visible()
        folds.append(house.page.locator(".noted").inner_text())
        house.push(phone(question=ballot(in_sight=in_sight, given="Bob")), 2)
        expect(house.page.locator("#kept")).to_have_text("Kept: Bob")
        if in_sight:
            expect(house.page.locator(".noted")).to_contain_text("Bob")
        folds.append(house.page.locator(".noted").inner_text())
        house.page.close()
    assert "Cid" in folds[0] and "Bob" in folds[1]
    assert folds[2] == folds[3] and not re.search("Bob|Cid", folds[2])


def test_a_folded_answer_unfolds_to_be_changed_for_the_next_question_and_after_an_undo(visit: Visit) -> None:
    house = visit("phone", phone(NIGHT), mark="one")
    folded = house.page.locator("[data-change]")
    house.reply = taken(house.view)
    answers(house, "Bob")
    expect(folded).to_be_visible()
    house.open()  # read anew
    expect(folded).to_be_visible()
    folded.click()
    expect(folded).to_be_hidden()
    answers(house, "Cid")
    expect(folded).to_be_visible()
    house.push(phone(replace(NIGHT, again="1")), 2)
    expect(folded).to_be_hidden()
    answers(house, "Cid")
    expect(folded).to_be_visible()
    house.push(phone(replace(NIGHT, again="1"), question=ballot(opened=9)), 3)
    expect(folded).to_be_hidden()


def test_the_next_question_stays_unfolded_where_its_push_overtakes_the_reply(visit: Visit) -> None:
    """As for the player in turn at a board, who is asked what comes next as soon as a deed is taken."""
    house = visit("phone", phone())
    following = phone(question=ballot(opened=9))

    def overtaken() -> dict[str, Any]:
        house.push(following, 5)
        house.page.wait_for_timeout(100)
        return {"body": region(following) + TAKEN, "headers": {"X-Pulse": "5"}}

    house.reply = overtaken
    answers(house, "Bob")
    expect(house.page.locator("#notice")).not_to_be_empty()
    expect(house.page.locator("#answer [name=opened]")).to_have_value("9")
    expect(house.page.locator("label.tile").first).to_be_visible()
    expect(house.page.locator("[data-change]")).to_be_hidden()


def test_an_answer_that_was_refused_in_the_open_does_not_fold(visit: Visit) -> None:
    """Nor does one of somebody who is asked aside, whose question stays on the page anyhow."""
    house = visit("phone", phone())
    for status in (409, 200):
        body = region(phone()) + notice("Not that one.")
        house.reply = lambda status=status, body=body: {"body": body, "status": status, "headers": {"X-Pulse": "1"}}
        answers(house, "Bob")
        expect(house.page.locator("#notice")).to_contain_text("Not that one.")
        expect(house.page.locator("[data-change]")).to_be_hidden()


@pytest.mark.parametrize("surface", ["phone", "desk"])
def test_what_comes_next_is_read_from_its_beginning(visit: Visit, surface: str) -> None:
    make = {"phone": phone, "desk": desk}[surface]
    tall = {"width": 390, "height": 300}
    house = visit(surface, make(public(step="one", news=(Chapter("Night 1", ("Long ago.",) * 60),))))
    page = house.page
    page.set_viewport_size(tall)  # type: ignore[arg-type]
    page.evaluate("scrollTo(0, 300)")
    house.push(replace(house.view, open=replace(house.view.open, phase="Day 2")), 2)
    expect(page.get_by_text("Day 2").first).to_be_attached()
    assert page.evaluate("scrollY") == 300  # nothing else is asked yet
    if surface == "phone":
        house.push(phone(replace(house.view.open, step="two"), question=ballot(opened=9, title="Then")), 3)
    else:
        house.push(replace(house.view, opened=9, title="Then"), 3)
    expect(page.get_by_text("Then").first).to_be_attached()
    page.wait_for_function("scrollY === 0")


# a word about a tap

TAKEN = render_to_string("parts/_notice.html", {"noted": True})
# Which controls can be touched in the places where they stand, by their words.
IN_REACH = """() => [...document.querySelectorAll("a, button, summary, label.tile")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top >= 0 && box.bottom <= innerHeight)
  .filter(([text, box]) => document.elementFromPoint(box.x + box.width / 2, box.bottom - 4)
      ?.closest("a, button, summary, label.tile")?.textContent.trim() === text)
  .map(([text]) => text)"""


def taken(view: Phone) -> Callable[[], dict[str, Any]]:
    return lambda: {"body": region(view) + TAKEN, "headers": {"X-Pulse": "1"}}


@pytest.mark.parametrize("name", ["a vote", "a night"])
@pytest.mark.parametrize(("width", "height"), thorough.family([(390, 844), (360, 640), (320, 256)], (360, 640)))
def test_a_word_about_a_tap_covers_no_control_and_moves_none(
    visit: Visit, name: str, width: int, height: int
) -> None:
    """It lies over the page, lets every tap through, and is gone with the next one."""
    house = visit(*PAGES[name])
    page = house.page
    page.set_viewport_size({"width": width, "height": height})
    places = ("0", "200", "document.documentElement.scrollHeight")

    def in_reach() -> list[list[str]]:
        return [page.evaluate(f"scrollTo(0, {top})") or page.evaluate(IN_REACH) for top in places]

    answers(house, "Bob")  # nothing is said yet
    house.wait_for(lambda: len(house.posted) == 1)
    expect(page.locator(".confirm .choice")).to_have_text("")
    before = in_reach()
    house.reply = taken(house.view)
    answers(house, "Bob")
    word = page.locator("#notice .notice")
    expect(word).to_be_in_viewport()
    box = word.bounding_box()
    assert box and box["height"] < height / 2.5
    assert in_reach() == before
    page.touchscreen.tap(width / 2, height - 2)
    expect(word).to_have_count(0)


def test_a_word_about_a_tap_goes_by_itself(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    house.reply = taken(house.view)
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Noted")
    house.page.clock.run_for(11_000)
    expect(house.page.locator("#notice")).to_be_empty()


def test_a_word_about_a_tap_goes_with_the_next_question_and_stays_until_then(visit: Visit) -> None:
    house = visit("phone", phone())
    house.reply = taken(house.view)
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Noted")
    house.push(phone(public(voted=(1, 2))), 2)
    expect(house.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(house.page.locator("#notice")).to_contain_text("Noted")
    house.push(phone(public(), question=ballot(opened=9, title="The next vote")), 3)
    expect(house.page.get_by_text("The next vote").first).to_be_visible()
    expect(house.page.locator("#notice")).to_be_empty()


def test_a_word_that_comes_with_the_next_question_is_read_beside_it(visit: Visit) -> None:
    house = visit("phone", phone())
    house.reply = taken(phone(question=ballot(opened=9, title="The next vote")))
    answers(house, "Bob")
    expect(house.page.get_by_text("The next vote").first).to_be_visible()
    expect(house.page.locator("#notice")).to_contain_text("Noted")


# a sheet


def test_ticks_stay_on_the_device_until_the_next_game(visit: Visit) -> None:
    house = visit("phone", phone(public(number=4), sheet=SHEET))
    page = house.page
    page.locator("#ticks > summary").click()
    page.get_by_text("Gym").click()
    expect(page.locator("#tick-1-3")).to_be_checked()
    house.push(phone(public(number=4, phase="Day 2"), sheet=SHEET), 2)
    expect(page.locator("h1")).to_have_text("Day 2")
    expect(page.locator("#tick-1-3")).to_be_checked()
    house.push(phone(public(number=5, phase="Day 1"), sheet=SHEET), 3)
    expect(page.locator("h1")).to_have_text("Day 1")
    expect(page.locator("#ticks :checked")).to_have_count(1)  # what is certain
    assert [one for one in house.posted if "tick" in str(one)] == []


def test_ticks_are_read_by_no_other_seat_and_forgotten_with_theirs(visit: Visit) -> None:
    house = visit("phone", phone(public(number=4), sheet=SHEET), mark="ann", marks="ann bob")
    page = house.page
    page.locator("#ticks > summary").click()
    page.get_by_text("Gym").click()
    house.context |= {"mark": "bob"}
    house.open()
    expect(page.locator("#ticks :checked")).to_have_count(1)  # what is certain
    house.context |= {"mark": "ann"}
    house.open()
    expect(page.locator("#tick-1-3")).to_be_checked()
    house.context |= {"mark": "cid", "marks": "bob cid"}
    house.open()
    assert page.evaluate("localStorage.length") == 0


def test_a_sheet_covers_itself_by_a_tap_and_when_nobody_looks(visit: Visit) -> None:
    page = visit("phone", phone(sheet=SHEET)).page
    page.locator("#ticks > summary").click()
    expect(page.get_by_text("Bridge")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.get_by_text("Bridge")).to_be_hidden()


# the clock


def test_a_clock_follows_the_clock_of_the_house(visit: Visit) -> None:
    house = visit("phone", phone())
    face = house.page.locator("#clock [data-clock]")
    house.page.clock.set_fixed_time(NOW / 1000)
    house.push(phone(public(clock=Clock(NOW + 95_000, 95, 300))), 2, now=NOW + 30_000)  # the phone is 30 s late
    expect(face).to_have_text("1:05")
    house.page.clock.set_fixed_time(NOW / 1000 + 60)
    expect(face).to_have_text("0:05")
    house.push(phone(public(clock=Clock(None, 42, 300))), 3, now=NOW + 90_000)
    expect(face).to_have_text("0:42")


AHEAD = "{ const now = Date.now; Date.now = () => now() + 180_000; }"


def test_a_clock_that_is_wrong_counts_right_without_any_socket(
    visit: Visit, open_device: Callable[..., Page]
) -> None:
    """The page itself tells the time, and so does every answer."""
    page = open_device("phone")
    page.add_init_script(AHEAD)
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    now = round(time() * 1000)
    house = House(page, "phone", phone(public(clock=Clock(now + 290_000, 290, 300))), comfort={}, now=now)
    house.socket = page  # type: ignore[assignment]  # nobody waits for one
    house.open()
    expect(page.locator("#clock [data-clock]")).to_have_text(re.compile(r"4:\d\d"))


def test_an_answer_tells_the_time_and_a_slow_one_spoils_nothing(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    later = phone(public(clock=Clock(NOW + 380_000, 380, 300)))
    face = house.page.locator("#clock [data-clock]")
    post = "() => htmx.ajax('POST', location.pathname, { source: '#view', target: '#view', swap: 'innerMorph' })"

    def answer(clock: int, takes: int) -> None:
        """Answer something: the server's clock, and for how long the answer is on its way."""

        def reply() -> dict[str, Any]:
            house.page.clock.run_for(takes)
            return {"body": region(later), "headers": {"X-Pulse": "2", "X-Now": str(clock)}}

        house.reply = reply
        house.page.evaluate(post)
        house.page.clock.run_for(250)

    answer(NOW + 60_000, takes=5_000)  # a minute ahead, or up to five seconds less
    expect(face).to_have_text("5:18")
    answer(NOW + 65_250, takes=0)
    expect(face).to_have_text("5:15")
    answer(NOW + 65_500, takes=5_000)
    expect(face).to_have_text("5:10")
    answer(NOW + 600_000, takes=0)  # the server's clock was set
    expect(face).to_have_text("0:00")


def test_pushes_that_were_held_up_on_the_way_do_not_set_the_clock(visit: Visit) -> None:
    house = visit("phone", phone(), clock=True)
    face = house.page.locator("#clock [data-clock]")

    def push(day: int, now: int) -> None:
        view = phone(public(clock=Clock(NOW + 100_000, 100, 300), phase=f"Day {day}"))
        house.push(view, day, now=now)
        expect(house.page.locator("h1")).to_have_text(f"Day {day}")

    push(2, NOW)
    expect(face).to_have_text("1:40")
    for day, old in ((3, 30_000), (4, 20_000), (5, 10_000)):  # they come together, as a connection thaws
        push(day, NOW - old)
    house.page.clock.run_for(10_000)
    expect(face).to_have_text("1:30")
    for day in (6, 7):  # all that comes says the same: a clock was set
        push(day, house.page.evaluate("Date.now()") - 60_000)
        house.page.clock.run_for(2_000)
    expect(face).to_have_text("2:26")


# the desk


def shaded(page: Page) -> bool:
    return bool(page.locator("#shade").evaluate("one => one.open"))


def test_the_desk_covers_itself_when_nobody_looks(visit: Visit) -> None:
    page = visit("desk", desk()).page
    page.locator("#secrets").check()
    expect(page.get_by_text("truth about Ann")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert shaded(page)
    page.locator("[data-lift]").click()
    assert not shaded(page)
    expect(page.get_by_text("truth about Ann")).to_be_hidden()


def test_the_desk_covers_itself_after_twenty_idle_seconds_at_night(visit: Visit) -> None:
    house = visit("desk", call(tell=()), clock=True)
    house.page.clock.run_for(19_000)
    assert not shaded(house.page)
    house.page.mouse.click(5, 400)
    house.page.clock.run_for(19_000)
    assert not shaded(house.page)
    house.page.clock.run_for(3_000)
    assert shaded(house.page)


@pytest.mark.parametrize(("seconds", "covered"), [(60, 61), (0, None)])
def test_a_table_may_set_when_its_desk_covers_itself(visit: Visit, seconds: int, covered: int | None) -> None:
    session = {"game": "sporz", "upkeep": {"covers_after": seconds}}
    page = visit("desk", call(tell=()), clock=True, session=session).page
    page.clock.run_for(59_000)
    assert not shaded(page)
    page.clock.run_for(3_000 if covered else 600_000)
    assert shaded(page) == (covered is not None)


def test_the_cover_shows_the_moment_and_its_clock(visit: Visit) -> None:
    ends = public(night=True, phase="Night 2", call_ends=NOW + 65_000)
    house = visit("desk", call(open=ends, tell=()), clock=True)
    house.page.clock.run_for(22_000)
    assert shaded(house.page)
    expect(house.page.locator("#shade")).to_contain_text("Night 2")
    expect(house.page.locator("#shade [data-clock]")).to_have_text("0:43")
    house.push(call(open=replace(ends, phase="Night 3"), tell=()), 2, now=NOW + 22_000)
    expect(house.page.locator("#shade")).to_contain_text("Night 3")
    assert shaded(house.page)


def begin_to_decide(page: Page) -> None:
    """Choose something in the table's stead, and do not send it."""
    page.locator(".instead > summary").tap()
    page.locator("#decide .tile").first.tap()


IN_HAND: dict[str, tuple[dict[str, Any], Callable[[Page], object]]] = {
    "a panel": ({}, lambda page: page.evaluate("document.getElementById('panel').innerHTML = '<form></form>'")),
    "a choice that is not sent": ({"decision": ballot()}, begin_to_decide),
    "a question whether one is sure": ({}, lambda page: page.locator("#sure-7 > summary").tap()),
    "what is to be announced": ({"announce": ("Eve becomes the chief.",)}, lambda page: None),
}


@pytest.mark.parametrize("what", IN_HAND)
def test_the_cover_spares_what_its_moderator_is_at(visit: Visit, what: str) -> None:
    values, begin = IN_HAND[what]
    house = visit("desk", call(tell=(), **values), clock=True)
    begin(house.page)
    house.page.clock.run_for(90_000)
    assert not shaded(house.page)
    house.page.evaluate("document.getElementById('panel').replaceChildren()")
    house.push(call(tell=(), opened=9), 2)
    expect(house.page.locator("[data-opened='9']")).to_be_attached()
    house.page.clock.run_for(22_000)
    assert shaded(house.page), "once that is done it covers itself as ever"


def test_the_cover_waits_until_each_thing_to_tell_was_looked_at(visit: Visit) -> None:
    page = visit("desk", call(), clock=True).page
    page.clock.run_for(90_000)
    assert not shaded(page)
    page.locator(".tell > summary").tap()
    page.clock.run_for(30_000)
    assert shaded(page)


def test_uncovering_brings_back_what_was_begun(visit: Visit) -> None:
    page = visit("desk", call(tell=(), decision=ballot())).page
    begin_to_decide(page)
    page.locator("#sure-7 > summary").tap()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert shaded(page)
    page.locator("[data-lift]").click()
    assert page.locator("#decide input:checked").count() == 1
    assert is_open(page, ".instead") and is_open(page, "#sure-7")


def test_by_day_and_at_the_end_an_idle_desk_stays_open(visit: Visit) -> None:
    house = visit("desk", desk(), clock=True)
    house.page.clock.run_for(60_000)
    assert not shaded(house.page)
    house.push(desk(public(stage="over", outcome="Over.", revealed=REVEALED)), 2)
    expect(house.page.get_by_text("Over.")).to_be_visible()
    house.page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not shaded(house.page)


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


def test_what_is_to_be_told_stands_under_one_cover_however_much_it_is(visit: Visit) -> None:
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


def test_a_control_that_has_come_under_the_finger_is_not_tapped(visit: Visit) -> None:
    house = visit("desk", call(tell=TWO_TO_TELL))
    page = house.page
    hold(page, "#sure-7 > summary")
    page.locator("#sure-7").evaluate("one => one.before(one.querySelector('button'))")
    page.locator("#view button[name=close]").evaluate(
        "one => one.style.cssText = 'position: fixed; inset: 0; z-index: 9'"
    )
    page.mouse.up()
    page.wait_for_timeout(100)
    assert house.posted == [] and not is_open(page, "#sure-7")


def test_what_one_player_reads_is_closed_by_holding_a_second_and_leaves_the_desk_covered(visit: Visit) -> None:
    page = visit("desk", call()).page
    page.locator(".tell > summary").tap()
    page.locator("[data-opens]").click()
    sheet = page.locator("dialog.sheet")
    expect(sheet).to_contain_text("You are mutated.")
    hold(page, "dialog.sheet [data-hold]")
    page.wait_for_timeout(300)
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(sheet).to_be_visible()
    hold(page, "dialog.sheet [data-hold]")
    page.wait_for_timeout(1200)
    page.mouse.up()
    expect(sheet).to_be_hidden()
    assert shaded(page)


def panel_for_bob() -> str:
    seat = {"pk": 2, "name": "Bob"}
    return render_to_string("surfaces/desk/_answer.html", {"question": ballot(), "seat": seat, "code": "BFHJ"})


def test_the_desk_answers_for_a_seat_in_a_panel(visit: Visit) -> None:
    house = visit("desk", desk())
    house.panel = panel_for_bob()
    house.page.locator("a.seat-face", has_text="Bob").click()
    house.page.locator("#panel label.tile", has_text="Cid").click()
    house.page.locator("#panel .confirm button").click()
    expect(house.page.locator("#panel")).to_be_empty()
    sent = house.posted[0]
    assert (sent["for"], sent["opened"], sent["pick0"]) == ("2", "7", '{"seat":"Cid"}')
    assert sent["request"]


HIDDEN = """() => [...document.querySelectorAll(".ring [data-name]")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.dataset.name)"""


@pytest.mark.parametrize(("width", "height"), thorough.family([(820, 1180), (768, 1024), (1180, 820)], (820, 1180)))
def test_the_ring_is_the_input_of_a_panel_too_and_nothing_lies_over_it(visit: Visit, width: int, height: int) -> None:
    """On a tablet that stands upright a correction lay over half of the ring."""
    names = ["Anouk", "Bob", "Cid", "Damien", "Gaëlle", "Farid", "Inès", "Hugo", "Zoé"]
    seats = tuple(desk_seat(number, name, asked=True) for number, name in enumerate(names, 1))
    told = ("Anouk leaves the ship.", "Anouk was an astronaut.", "The crew has decided.", "Farid is the chief.")
    house = visit("desk", desk(seats=seats, announce=told))
    house.page.set_viewport_size({"width": width, "height": height})
    house.panel = panel_for_bob()
    house.page.locator("a.seat-face", has_text="Gaëlle").click()
    expect(house.page.locator("#panel form")).to_be_visible()
    expect(house.page.locator("#panel .confirm button")).to_be_in_viewport()
    house.page.wait_for_function(f"({HIDDEN})().length === 0")


def test_a_panel_goes_with_its_question(visit: Visit) -> None:
    house = visit("desk", desk())
    house.panel = panel_for_bob()
    house.page.locator("a.seat-face", has_text="Bob").click()
    expect(house.page.locator("#panel form")).to_be_visible()
    house.push(desk(title="Still the vote"), 2)
    expect(house.page.get_by_role("heading", name="Still the vote")).to_be_visible()
    expect(house.page.locator("#panel form")).to_be_visible()
    house.push(desk(opened=9), 3)
    expect(house.page.locator("#panel")).to_be_empty()


def test_two_taps_of_the_desk_never_share_a_name(visit: Visit) -> None:
    house = visit("desk", desk(waiting=(), last=desk().last))
    house.page.locator("#close button").click()
    expect(house.page.locator("input[name=request][form=undo]")).not_to_have_value(re.compile("first"))
    house.page.locator("#take-back > summary").click()
    house.page.locator("#undo button").click()
    house.wait_for(lambda: len(house.posted) == 2)
    assert len({sent["request"] for sent in house.posted}) == 2


# for everybody

NIGHT = public(night=True, hushed=True, phase="Night 2", call_ends=NOW)
TWENTY = tuple(desk_seat(number, f"Person {number}", asked=True) for number in range(20))
PAGES: dict[str, tuple[str, Any]] = {
    "a vote": ("phone", phone(public(voted=(1, 2), clock=Clock(None, 65, 300)))),
    "a night": ("phone", phone(NIGHT)),
    "a dark night": ("phone", phone(public(night=True, dark=True), question=None)),
    "the cards": ("phone", phone(public(stage="cards"), looked=False)),
    "the end": ("phone", phone(public(stage="over", outcome="Over.", revealed=REVEALED))),
    "the desk by day": ("desk", desk(seats=TWENTY)),
    "the desk at night": ("desk", call(decision=ballot())),
    "the desk at the end": ("desk", desk(public(stage="over", outcome="Over.", revealed=REVEALED))),
    "the screen": ("screen", public(voted=(1, 2))),
    "the screen at first": ("screen", public(stage="joining")),
}
TAPPED = ["a vote", "a night", "the cards", "the desk by day", "the desk at night"]
IN_HANDS = [name for name, (surface, _) in PAGES.items() if surface != "screen"]


# Words that stand outside the page, or outside a box that hides what does not fit.
CUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.closest(".unseen, progress, dialog"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 ||
      (getComputedStyle(one).overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1))
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("name", thorough.family(PAGES, "a vote", "a night", "the desk at night"))
def test_a_page_keeps_the_rules_of_accessibility_in_either_light(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    page.evaluate(AXE)
    for light in ("dimmed", "bright"):
        page.evaluate("light => document.documentElement.dataset.light = light", light)
        found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
        assert [f"{light} {one['id']}: {one['nodes'][0]['html']}" for one in found] == []


@pytest.mark.parametrize("name", thorough.family(IN_HANDS, "a vote", "the desk at night"))
def test_a_page_at_twice_its_size_scrolls_one_way_only(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"] // 2, "height": size["height"] // 2})
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"] // 2


@pytest.mark.parametrize("name", thorough.family(IN_HANDS, "a vote", "the desk at night"))
def test_a_page_at_four_times_its_size_is_read_without_scrolling_sideways(visit: Visit, name: str) -> None:
    """WCAG 1.4.10: 320 CSS pixels wide nothing is cut, and little of 256 in height stays in view."""
    page = visit(*PAGES[name]).page
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(CUT) == []
    pinned = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility())
        .filter((one) => getComputedStyle(one).position === "sticky")
        .map((one) => one.offsetHeight).reduce((sum, height) => sum + height, 0)"""
    assert page.evaluate(pinned) <= 64


@pytest.mark.parametrize(
    "name",
    thorough.family(TAPPED, "a vote", "the desk at night"),
)
def test_what_is_tapped_is_large_enough(visit: Visit, name: str) -> None:
    page = visit(*PAGES[name]).page
    small = page.evaluate(
        """() => [...document.querySelectorAll('a, button, summary, label.tile, select, [type=search]')]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
            .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([, html]) => html)"""
    )
    assert small == []


def test_a_night_is_dark_for_everybody(visit: Visit) -> None:
    page = visit("phone", phone(NIGHT)).page
    colours = page.evaluate(
        """() => [document.documentElement, document.body, ...document.querySelectorAll('body *')]
            .map((one) => getComputedStyle(one).backgroundColor).filter((one) => one !== 'rgba(0, 0, 0, 0)')"""
    )
    assert colours
    for colour in set(colours):
        assert max(map(int, re.findall(r"\d+", colour)[:3])) <= 0x10, colour


def test_text_on_a_phone_is_large_enough(visit: Visit) -> None:
    page = visit("phone", phone()).page
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 18


def test_the_page_works_without_scripts(open_device: Callable[..., Page]) -> None:
    page = open_device("phone", java_script_enabled=False)
    house = House(page, "phone", phone(), comfort={})
    page.goto("http://house.test/phone/")
    page.locator("#card > summary").click()
    expect(page.get_by_text("Spy")).to_be_visible()
    page.locator("#card > summary").click()  # what is held lies over the question until it is put away
    page.locator("label.tile", has_text="Bob").click()
    page.locator(".confirm button").click()
    sent = {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    assert house.posted == [sent]


def test_a_mutant_and_a_sleeper_shine_alike(visit: Visit) -> None:
    def outline(view: Phone) -> Any:
        page = visit("phone", view).page
        return page.evaluate(
            """() => [...document.querySelectorAll('#view *')].filter((one) => one.checkVisibility()).map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [one.tagName, x, y, width, height];
            })"""
        )

    mutant = replace(ballot(), fellows="Bob: Cid", given="Mutate: Cid", refused="Mutate: Dan")
    sleeper = replace(ballot(), called=False)
    assert outline(phone(NIGHT, question=mutant)) == outline(phone(NIGHT, question=sleeper))


def test_a_desk_that_was_taken_over_goes_to_where_that_is_said(visit: Visit) -> None:
    house = visit("desk", desk())
    assert house.socket
    house.socket.close(code=4401)
    house.page.wait_for_url("**/?gone=desk")


# the end, and the ring, at the sizes that people have

LONG = ("Anne-Sophie", "Bertrand", "Chloé", "Dominique", "Élodie", "François", "Gwenaëlle", "Hélène", "Jean-Baptiste")


def ended(names: Sequence[str]) -> PublicView:
    """The end of a long game of these people: everybody was a mutant, and everybody suspected somebody."""
    revealed = tuple(Revealed(name, "Base mutant, genome host, mutant, dead", name > "D") for name in names)
    thought = tuple(Opinion(who, SUSPECTS, whom, who > whom) for who, whom in pairwise(names))
    nights = (NightOfOpinions("Night 1", thought),)
    outcome = "The astronauts win: no mutant is left aboard."
    return public(
        stage="over",
        outcome=outcome,
        winners=names[:6],
        revealed=revealed,
        suspicions=nights,
        web=suspicions.web(names, names[:6], nights),
    )


@pytest.mark.parametrize(("width", "height"), thorough.family([(1920, 1080), (1280, 720), (1180, 820)], (1180, 820)))
def test_the_end_fits_the_screen_in_the_room_and_no_name_of_the_picture_meets_another(
    visit: Visit, width: int, height: int
) -> None:
    for seats in (9, 10, 16):
        people = tuple(LONG[seat % 9] + "-B" * (seat // 9) for seat in range(seats))
        page = visit("screen", ended(people)).page
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.locator(".revealed > li").all()
        assert len(boxes) == seats
        for one in boxes:
            box = one.bounding_box()
            assert box and box["y"] + box["height"] <= height, (seats, one.text_content())
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.evaluate(COLLIDING, ".web text") == []


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
def test_a_ring_of_eight_fits_a_moderators_phone_without_broken_names(visit: Visit, width: int) -> None:
    seats = tuple(
        desk_seat(number, name, asked=True, has_device=number % 3 > 0)
        for number, name in enumerate(LONG[:7] + LONG[8:], start=1)
    )
    page = visit("desk", desk(seats=seats)).page
    page.set_viewport_size({"width": width, "height": 844})
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(COLLIDING, ".ring > .seat, .ring-middle > *") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_end_has_a_title(visit: Visit) -> None:
    """Who reads by headings finds where the page begins, on every surface."""
    over = ended(LONG)
    for surface, view in (("phone", phone(over, question=None)), ("screen", over), ("desk", desk(over))):
        expect(visit(surface, view).page.get_by_role("heading", level=1)).to_have_count(1)


# games on a board


def test_a_long_game_makes_no_long_page(visit: Visit) -> None:
    chapters = tuple(Chapter(f"Turn {number}", (f"You are shown card {number}.",) * 3) for number in range(120))
    page = visit("phone", phone(notebook=chapters)).page
    page.locator("#notebook > summary").click()
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000


@pytest.mark.parametrize("lines", [("Park in this order: Ann, Bob.",), ("Ann parks.", "Bob rolls 4.")])
def test_what_was_just_done_stands_once_on_the_page_of_who_is_asked(visit: Visit, lines: tuple[str, ...]) -> None:
    page = visit("phone", phone(public(has_nights=False, news=(Chapter("Before play", lines),)))).page
    expect(page.locator(".since")).to_have_text(lines[-1])
    assert page.locator("#view").inner_text().count(lines[-1]) == 1
    assert all(line in page.locator("#view").inner_text() for line in lines)


@pytest.mark.parametrize(
    ("phase", "read"), [("Day 1", ""), ("Before play", "Eve becomes the chief."), ("", "Eve becomes the chief.")]
)
def test_what_an_earlier_phase_has_brought_does_not_stand_above_the_question(phase: str, read: str) -> None:
    assert just_done(public(phase=phase, news=(Chapter("Before play", ("Eve becomes the chief.",)),))) == read


def test_to_let_something_pass_is_one_tap_and_stands_above_the_cards(visit: Visit) -> None:
    passes = (Tile("pass", "Let it happen"), Tile("pass all", "Let everything happen"))
    house = visit("phone", phone(question=ballot(passes=passes)))
    first = house.page.locator("button[name=quick]").first
    cards = house.page.locator("#answer .tile").first
    assert first.bounding_box()["y"] < cards.bounding_box()["y"]  # type: ignore[index]
    first.click()
    house.wait_for(lambda: house.posted)
    assert house.posted[0]["quick"] == "pass" and "pick0" not in house.posted[0]


def test_what_is_named_beside_a_clue_has_a_page_of_its_own_on_which_nothing_is_preset(visit: Visit) -> None:
    clues = names(tiles=(Tile('"Rope"', "Rope"), Tile('"Gun"', "Gun")), covered=True, people=False)
    verbs = (Tile("exchange", "Offer"), Tile("declare", "Declare"))
    also = replace(clues, number=1, label="Also name", only_with=("declare",), optional=True, preset=True)
    asked = replace(ballot(), columns=(replace(clues, verbs=verbs), also), covered=True)
    house = visit("phone", phone(question=asked))
    page = house.page
    page.locator("details.choices > summary").click()
    page.locator("label:has([value=declare])").click()
    confirm, onwards = page.locator("#answer .confirm"), page.locator("[data-page='2']")
    expect(confirm).to_be_hidden()
    expect(onwards).to_be_disabled()
    page.locator("fieldset").first.locator("label:has-text('Rope')").click()
    onwards.click()
    expect(page.locator("fieldset").first).to_be_hidden()
    expect(page.locator("fieldset").last.locator("input:checked")).to_have_value("")
    page.locator("[data-page='1']").click()
    expect(page.locator("fieldset").last).to_be_hidden()
    onwards.click()
    confirm.locator("button").click()
    house.wait_for(lambda: house.posted)
    assert (house.posted[0]["verb0"], house.posted[0]["pick0"], house.posted[0]["pick1"]) == ("declare", '"Rope"', "")
    page.locator("[data-change]").click()  # what was noted has folded
    page.locator("details.choices").evaluate("one => one.open = true")
    page.locator("label:has([value=exchange])").click()
    expect(confirm).to_be_visible()
