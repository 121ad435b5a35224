"""The scripts of our pages in a browser: covers, the connection, a tap that counts once, the desk's own curtain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from moderation.questions import Tile
from moderation.showing import Clock, Phone
from tests.moderation.house import House, notice, region
from tests.moderation.showings import REVEALED, SHEET, ballot, call, desk, desk_seat, names, phone, public

AXE = (Path(__file__).parent.parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NOW = 1_800_000_000_000
Open = Callable[..., House]


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Open:
    """A device that has loaded a surface's page."""

    def open_house(surface: str, view: Any, clock: bool = False, **context: Any) -> House:
        page = open_device({"phone": "phone", "desk": "tablet", "screen": "screen"}[surface])
        if clock:
            page.clock.install(time=NOW / 1000)
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


def test_a_card_is_seen_while_it_is_held_and_no_longer(visit: Open) -> None:
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
def test_whatever_happens_covers_the_card(visit: Open, happens: str) -> None:
    page = visit("phone", phone()).page
    hold(page, "#card > summary")
    assert is_open(page)
    page.evaluate(happens)
    assert not is_open(page)
    page.mouse.up()
    assert not is_open(page)


def test_letting_go_presses_nothing_underneath(visit: Open) -> None:
    page = visit("phone", phone()).page
    hold(page, "#card > summary")
    box = page.locator("label.tile").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    assert is_open(page)
    page.mouse.up()
    assert not is_open(page)
    assert page.locator("input:checked").count() == 0


def test_a_card_shown_by_a_tap_hides_itself(visit: Open) -> None:
    page = visit("phone", phone(), clock=True, comfort={"tap": True}).page
    page.locator("#card > summary").tap()
    assert is_open(page)
    page.clock.run_for(3500)
    assert is_open(page)
    page.clock.run_for(600)
    assert not is_open(page)


def test_keys_lift_a_cover_as_a_tap_does(visit: Open) -> None:
    page = visit("phone", phone(), clock=True).page
    page.locator("#card > summary").press("Enter")
    assert is_open(page)
    page.clock.run_for(4100)
    assert not is_open(page)


def test_a_view_that_is_pushed_leaves_a_held_card_held(visit: Open) -> None:
    house = visit("phone", phone())
    hold(house.page, "#card > summary")
    house.push(phone(public(phase="Day 9")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 9")
    assert is_open(house.page)


# the connection


def test_a_view_that_is_pushed_takes_the_place_of_the_old_one(visit: Open) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 2")), 2)
    expect(house.page.locator("h1")).to_have_text("Day 2")


def test_an_older_view_never_takes_the_place_of_a_newer_one(visit: Open) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 3")), 5)
    house.push(phone(public(phase="Day 2")), 4)
    house.push(phone(public(phase="Day 3", voted=(1, 2))), 6)
    expect(house.page.get_by_text("1 of 2 have voted.")).to_be_visible()
    expect(house.page.locator("h1")).to_have_text("Day 3")


def test_the_answer_to_a_tap_never_takes_the_place_of_a_newer_view(visit: Open) -> None:
    house = visit("phone", phone())
    old = region(phone(public(phase="Day 2"))) + notice("Too late.")
    house.reply = lambda: {"body": old, "status": 409, "headers": {"X-Pulse": "4"}}
    house.push(phone(public(phase="Day 3")), 5)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("Too late.")
    expect(house.page.locator("h1")).to_have_text("Day 3")


def test_of_two_views_of_one_number_the_one_that_was_pushed_meanwhile_stays(visit: Open) -> None:
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


def test_the_next_game_at_the_table_counts_from_the_start(visit: Open) -> None:
    house = visit("phone", phone())
    house.push(phone(public(phase="Day 3")), 50)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    old = house.socket
    assert old
    old.close(code=1012)
    house.wait_for(lambda: house.socket is not old)
    house.push(phone(public(stage="joining")), 1)
    expect(house.page.locator("h1")).to_have_text("You are in.")


def test_a_device_whose_seat_has_moved_reads_its_page_again(visit: Open) -> None:
    house = visit("phone", phone())
    assert house.socket
    with house.page.expect_navigation():
        house.socket.close(code=4401)
    assert house.loads == 2


def test_a_lost_connection_is_said_and_found_again(visit: Open) -> None:
    house = visit("phone", phone())
    line = house.page.locator("#connection")
    expect(line).to_be_hidden()
    house.answers = False
    assert house.socket
    house.socket.close(code=1011)
    expect(line).to_be_visible(timeout=8000)
    house.answers, house.socket = True, None
    house.wait_for(lambda: house.socket)
    house.push(phone(public(phase="Day 4")), 2)
    expect(line).to_be_hidden()
    expect(house.page.locator("h1")).to_have_text("Day 4")


def test_a_long_silence_is_said_and_a_new_connection_sought(visit: Open) -> None:
    house = visit("phone", phone(), clock=True)
    line, first = house.page.locator("#connection"), house.socket
    house.page.clock.run_for(40_000)
    house.say({"tick": True, "now": NOW})
    house.page.clock.run_for(40_000)
    expect(line).to_be_hidden()
    house.page.clock.run_for(12_000)
    expect(line).to_be_visible()
    house.page.clock.run_for(1000)
    assert house.socket is not first


# a tap


def answers(house: House, name: str) -> None:
    """Choose and confirm."""
    house.page.locator("label.tile", has_text=name).click()
    house.page.locator(".confirm button").click()


def test_the_button_repeats_what_is_chosen(visit: Open) -> None:
    page = visit("phone", phone()).page
    page.locator("label.tile", has_text="Bob").click()
    expect(page.locator(".confirm .choice")).to_have_text("Bob")


def test_an_answer_is_sent_once_with_what_the_page_saw(visit: Open) -> None:
    house = visit("phone", phone())
    given = phone(question=ballot(given="Against: Bob"))
    house.reply = lambda: {"body": region(given) + notice(""), "headers": {"X-Pulse": "2"}}
    answers(house, "Bob")
    expect(house.page.locator(".given")).to_contain_text("Your answer is in")
    assert house.posted == [
        {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    ]
    expect(house.page.locator("input:checked")).to_have_count(0)
    expect(house.page.locator(".confirm .choice")).to_have_text("–")
    answers(house, "Cid")
    house.wait_for(lambda: len(house.posted) == 2)
    assert len({sent["request"] for sent in house.posted}) == 2


def test_a_column_that_does_not_go_with_what_is_chosen_is_put_away(visit: Open) -> None:
    verbs = (Tile("offer", "Offer"), Tile("tell", "Tell"))
    also = replace(names(optional=True), number=1, only_with=("tell",))
    page = visit("phone", phone(question=ballot(columns=(names(verbs=verbs), also)))).page
    expect(page.locator("fieldset").nth(1)).to_be_hidden()
    page.locator("label", has_text="Tell").click()
    expect(page.locator("fieldset").nth(1)).to_be_visible()
    page.locator("label", has_text="Offer").click()
    expect(page.locator("fieldset").nth(1)).to_be_hidden()


def test_a_tap_that_did_not_arrive_is_said_and_keeps_its_name(visit: Open) -> None:
    house = visit("phone", phone())
    house.answers = False
    answers(house, "Bob")
    expect(house.page.locator("#notice")).to_contain_text("This was not sent")
    house.answers = True
    house.page.locator(".confirm button").click()
    expect(house.page.locator("#notice")).to_be_empty()
    assert [sent["request"] for sent in house.posted] == ["first"]


def test_a_refusal_is_said_without_moving_the_page(visit: Open) -> None:
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


def test_a_half_made_choice_survives_a_push_and_not_the_next_question(visit: Open) -> None:
    house = visit("phone", phone())
    house.page.locator("label.tile", has_text="Bob").click()
    house.push(phone(public(phase="Day 2", voted=(1, 2))), 2)
    expect(house.page.get_by_text("1 of 2 have voted.")).to_be_visible()
    expect(house.page.locator("input:checked")).to_have_count(1)
    house.push(phone(public(phase="Day 3"), question=ballot(opened=9)), 3)
    expect(house.page.locator("h1")).to_have_text("Day 3")
    expect(house.page.locator("input:checked")).to_have_count(0)
    expect(house.page.locator(".confirm .choice")).to_have_text("–")


def test_a_search_narrows_the_list_whatever_the_accents(visit: Open) -> None:
    people = names(names=[*(f"Guest {number}" for number in range(41)), "Élodie"])
    page = visit("phone", phone(question=ballot(columns=(people,)))).page
    page.locator("[data-search]").fill("elo")
    expect(page.locator(".tiles .tile:visible")).to_have_text(["Élodie"])


# a sheet


def test_ticks_stay_on_the_device_until_the_next_game(visit: Open) -> None:
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


def test_a_sheet_covers_itself_by_a_tap_and_when_nobody_looks(visit: Open) -> None:
    page = visit("phone", phone(sheet=SHEET)).page
    page.locator("#ticks > summary").click()
    expect(page.get_by_text("Bridge")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.get_by_text("Bridge")).to_be_hidden()


# the clock


def test_a_clock_follows_the_clock_of_the_house(visit: Open) -> None:
    house = visit("phone", phone(), clock=True)
    house.push(phone(public(clock=Clock(NOW + 95_000, 95, 300))), 2, now=NOW + 30_000)  # the phone is 30 s late
    face = house.page.locator("#clock [data-clock]")
    house.page.clock.run_for(500)
    expect(face).to_have_text("1:05")
    house.page.clock.run_for(60_000)
    expect(face).to_have_text("0:05")
    house.push(phone(public(clock=Clock(None, 42, 300))), 3, now=NOW + 90_000)
    house.page.clock.run_for(300)
    expect(face).to_have_text("0:42")


# the desk


def shaded(page: Page) -> bool:
    return bool(page.locator("#shade").evaluate("one => one.open"))


def test_the_desk_covers_itself_when_nobody_looks(visit: Open) -> None:
    page = visit("desk", desk()).page
    page.locator("#secrets").check()
    expect(page.get_by_text("truth about Ann")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert shaded(page)
    page.locator("[data-lift]").click()
    assert not shaded(page)
    expect(page.get_by_text("truth about Ann")).to_be_hidden()


def test_the_desk_covers_itself_after_twenty_idle_seconds_at_night(visit: Open) -> None:
    house = visit("desk", call(), clock=True)
    house.page.clock.run_for(19_000)
    assert not shaded(house.page)
    house.page.mouse.click(5, 400)
    house.page.clock.run_for(19_000)
    assert not shaded(house.page)
    house.page.clock.run_for(3_000)
    assert shaded(house.page)


def test_by_day_and_at_the_end_an_idle_desk_stays_open(visit: Open) -> None:
    house = visit("desk", desk(), clock=True)
    house.page.clock.run_for(60_000)
    assert not shaded(house.page)
    house.push(desk(public(stage="over", outcome="Over.", revealed=REVEALED)), 2)
    expect(house.page.get_by_text("Over.")).to_be_visible()
    house.page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not shaded(house.page)


def test_a_curtain_lifted_by_a_tap_falls_by_itself(visit: Open) -> None:
    page = visit("desk", call(), clock=True).page
    page.locator("#wakes-7 > summary").tap()
    assert is_open(page, "#wakes-7")
    page.clock.run_for(5200)
    assert not is_open(page, "#wakes-7")


def test_what_one_player_reads_is_closed_by_holding_a_second_and_leaves_the_desk_covered(visit: Open) -> None:
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
    return render_to_string("desk/_answer.html", {"question": ballot(), "seat": seat, "code": "BFHJ"})


def test_the_desk_answers_for_a_seat_in_a_panel(visit: Open) -> None:
    house = visit("desk", desk())
    house.panel = panel_for_bob()
    house.page.locator("a.seat-face", has_text="Bob").click()
    house.page.locator("#panel label.tile", has_text="Cid").click()
    house.page.locator("#panel .confirm button").click()
    expect(house.page.locator("#panel")).to_be_empty()
    sent = house.posted[0]
    assert (sent["for"], sent["opened"], sent["pick0"]) == ("2", "7", '{"seat":"Cid"}')
    assert sent["request"]


def test_a_panel_goes_with_its_question(visit: Open) -> None:
    house = visit("desk", desk())
    house.panel = panel_for_bob()
    house.page.locator("a.seat-face", has_text="Bob").click()
    expect(house.page.locator("#panel form")).to_be_visible()
    house.push(desk(title="Still the vote"), 2)
    expect(house.page.get_by_text("Still the vote")).to_be_visible()
    expect(house.page.locator("#panel form")).to_be_visible()
    house.push(desk(opened=9), 3)
    expect(house.page.locator("#panel")).to_be_empty()


def test_two_taps_of_the_desk_never_share_a_name(visit: Open) -> None:
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


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_the_rules_of_accessibility(visit: Open, name: str) -> None:
    page = visit(*PAGES[name]).page
    page.evaluate(AXE)
    found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html']}" for one in found] == []


@pytest.mark.parametrize("name", [name for name, (surface, _) in PAGES.items() if surface != "screen"])
def test_a_page_at_twice_its_size_scrolls_one_way_only(visit: Open, name: str) -> None:
    page = visit(*PAGES[name]).page
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"] // 2, "height": size["height"] // 2})
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"] // 2


@pytest.mark.parametrize("name", ["a vote", "a night", "the cards", "the desk by day", "the desk at night"])
def test_what_is_tapped_is_large_enough(visit: Open, name: str) -> None:
    page = visit(*PAGES[name]).page
    small = page.evaluate(
        """() => [...document.querySelectorAll('a, button, summary, label.tile, select, [type=search]')]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
            .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([, html]) => html)"""
    )
    assert small == []


def test_a_night_is_dark_for_everybody(visit: Open) -> None:
    page = visit("phone", phone(NIGHT)).page
    colours = page.evaluate(
        """() => [document.documentElement, document.body, ...document.querySelectorAll('body *')]
            .map((one) => getComputedStyle(one).backgroundColor).filter((one) => one !== 'rgba(0, 0, 0, 0)')"""
    )
    assert colours
    for colour in set(colours):
        assert max(map(int, re.findall(r"\d+", colour)[:3])) <= 0x10, colour


def test_text_on_a_phone_is_large_enough(visit: Open) -> None:
    page = visit("phone", phone()).page
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 18


def test_the_page_works_without_scripts(open_device: Callable[..., Page]) -> None:
    page = open_device("phone", java_script_enabled=False)
    house = House(page, "phone", phone(), comfort={})
    page.goto("http://house.test/phone/")
    page.locator("#card > summary").click()
    expect(page.get_by_text("Spy")).to_be_visible()
    page.locator("label.tile", has_text="Bob").click()
    page.locator(".confirm button").click()
    sent = {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    assert house.posted == [sent]


def test_a_mutant_and_a_sleeper_shine_alike(visit: Open) -> None:
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
