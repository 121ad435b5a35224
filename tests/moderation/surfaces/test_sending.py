"""Taps that are sent: once, with a request id, also without scripts (static/js/live.js)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.moderation.page_server import PageServer, notice, region
from tests.moderation.surfaces.pages import Visit, answer, unsent
from tests.moderation.surfaces.showings import ballot, desk, phone


def test_an_answer_is_sent_once_with_what_the_page_saw(visit: Visit) -> None:
    server = visit("phone", phone())
    given = phone(question=ballot(given="Against: Bob"))
    server.reply = lambda: {"body": region(given) + notice(""), "headers": {"X-Pulse": "2"}}
    answer(server, "Bob")
    expect(server.page.locator(".given")).to_have_count(1)
    assert server.posted == [
        {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    ]
    expect(server.page.locator("input:checked")).to_have_count(0)
    expect(server.page.locator(".confirm .choice")).to_have_text("")
    answer(server, "Cid")
    server.wait_for(lambda: len(server.posted) == 2)
    assert len({sent["request"] for sent in server.posted}) == 2


def test_a_tap_that_failed_is_reported_and_keeps_its_id(visit: Visit) -> None:
    server = visit("phone", phone())
    server.answers = False
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_have_text(unsent(server.page, "unsent"))
    server.answers = True
    server.page.locator(".confirm button").click()
    expect(server.page.locator("#notice")).to_be_empty()
    assert [sent["request"] for sent in server.posted] == ["first"]


def test_a_refusal_is_said_without_moving_the_page(visit: Visit) -> None:
    server = visit("phone", phone())
    server.reply = lambda: {
        "body": region(phone()) + notice("Not that one."),
        "status": 409,
        "headers": {"X-Pulse": "1"},
    }
    before = server.page.locator("#answer").bounding_box()
    answer(server, "Bob")
    expect(server.page.locator("#notice")).to_contain_text("Not that one.")
    assert server.page.locator("#answer").bounding_box() == before


def test_two_taps_of_the_desk_never_share_a_name(visit: Visit) -> None:
    server = visit("desk", desk(waiting=(), last=desk().undo.last))
    server.page.locator("#close button").click()
    expect(server.page.locator("input[name=request][form=undo]")).not_to_have_value(re.compile("first"))
    server.page.locator("#take-back > summary").click()
    server.page.locator("#undo button").click()
    server.wait_for(lambda: len(server.posted) == 2)
    assert len({sent["request"] for sent in server.posted}) == 2


def test_the_page_works_without_scripts(open_device: Callable[..., Page]) -> None:
    page = open_device("phone", java_script_enabled=False)
    server = PageServer(page, "phone", phone(), comfort={})
    page.goto("http://veilleur.test/phone/")
    page.locator("#card > summary").click()
    expect(page.get_by_text("Spy")).to_be_visible()
    page.locator("#card > summary").click()  # what is held lies over the question until it is put away
    page.locator("label.tile", has_text="Bob").click()
    page.locator(".confirm button").click()
    sent = {"csrfmiddlewaretoken": "token", "request": "first", "opened": "7", "pick0": '{"seat":"Bob"}'}
    assert server.posted == [sent]
