"""Choices that are not sent yet: what keeps them, and what drops them (static/js/unsent.js, choose.js)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from moderation.play.forms.answer_forms import ChoicePart, Tile
from moderation.play.projections.knowledge import Chapter
from moderation.play.projections.sections.agreement import LateSeat, WaitingPrompt
from tests.moderation.page_server import notice, region
from tests.moderation.surfaces.pages import NOW, Visit, is_open, read_choice
from tests.moderation.surfaces.showings import ballot, names, phone, public

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
    server = visit("phone", view)
    page = server.page
    refused = {"body": region(view) + notice("Still to choose: weapon."), "status": status}
    server.reply = lambda: {**refused, "headers": {"X-Pulse": "1"}}
    page.locator("label.tile", has_text="Guess").click()
    page.locator("select").nth(1).select_option('"b"')
    made = read_choice(page)
    assert made[0] == "Guess · A · B"
    page.locator(".confirm button").click()
    expect(page.locator("#notice")).to_contain_text("Still to choose: weapon.")
    expect(page.locator(".confirm")).to_be_visible()
    assert read_choice(page) == made
    assert read_choice(server.open().page) == made  # read anew


def test_a_half_filled_form_stays_whatever_happens_elsewhere(visit: Visit) -> None:
    """The table is asked whether to wait, all times stop, a connection comes anew, the page is read again."""
    view = phone(question=ballot(columns=(GUESS,)))
    server = visit("phone", view)
    page = server.page
    page.locator("label.tile", has_text="Guess").click()
    page.locator("select").nth(1).select_option('"b"')
    page.locator("#people > summary").click()
    made = read_choice(page)
    ann = LateSeat(1, "Ann")
    asks = WaitingPrompt("s1", True, ann, False, (ann, LateSeat(2, "Bob")))
    happens = [
        public(waiting=asks, paused=True),
        public(waiting=replace(asks, do="pass", whom=ann, agreed=("Bob",), lacking=("Cid",))),
        public(news=(Chapter("Day 1", ("Bob has arrived.",)),)),
    ]
    for pulse, seen in enumerate(happens, 2):
        server.push(replace(view, public=seen), pulse)
        page.wait_for_function("pulse => true", arg=pulse)
        assert read_choice(page) == made
    expect(page.get_by_text("Bob has arrived.").first).to_be_visible()
    server.say({"content": region(server.view), "pulse": 9, "now": NOW})
    server.push(replace(view, public=public(phase="Day 2")), 10)
    expect(page.locator("h1")).to_have_text("Day 2")
    assert read_choice(page) == made
    assert is_open(page, "#people")
    assert read_choice(server.open().page) == made


def test_an_unsent_choice_survives_pushes_until_the_next_question(visit: Visit) -> None:
    server = visit("phone", phone())
    server.page.locator("label.tile", has_text="Bob").click()
    server.push(phone(public(phase="Day 2", voted=(1, 2))), 2)
    expect(server.page.get_by_text("1 of 2 has voted.")).to_be_visible()
    expect(server.page.locator("input:checked")).to_have_count(1)
    server.push(phone(public(phase="Day 3"), question=ballot(opened=9)), 3)
    expect(server.page.locator("h1")).to_have_text("Day 3")
    expect(server.page.locator("input:checked")).to_have_count(0)
    expect(server.page.locator(".confirm .choice")).to_have_text("")


def test_an_unsent_choice_survives_an_outage_and_a_reload(visit: Visit) -> None:
    server = visit("phone", phone())
    page = server.page
    page.get_by_text("Bob").first.tap()
    made = read_choice(page)
    assert made == ["Bob", '{"seat":"Bob"}']
    server.say({"content": region(phone()), "pulse": 1, "now": NOW})  # connected again: the whole view
    server.push(phone(public(phase="Day 2")), 2)
    expect(page.locator("h1")).to_have_text("Day 2")
    assert read_choice(page) == made
    server.open()  # read anew
    assert read_choice(page) == made


def test_an_unsent_choice_belongs_to_one_question_and_seat(visit: Visit) -> None:
    server = visit("phone", phone(), mark="one")
    page = server.page
    page.get_by_text("Bob").first.tap()
    server.context["mark"] = "other"
    assert read_choice(server.open().page) == [""]
    page.get_by_text("Bob").first.tap()
    server.view = phone(question=ballot(opened=9))
    assert read_choice(server.open().page) == [""]
    server.view = phone()
    assert read_choice(server.open().page) == [""]  # it is forgotten


def test_a_choice_that_was_sent_is_kept_no_longer(visit: Visit) -> None:
    server = visit("phone", phone())
    page = server.page
    page.get_by_text("Bob").first.tap()
    assert page.evaluate("sessionStorage.unsent")
    page.locator("#answer .confirm button").tap()
    expect(page.locator("[data-now-choice]")).to_have_text("")
    assert page.evaluate("sessionStorage.unsent") is None
    assert read_choice(server.open().page) == [""]
