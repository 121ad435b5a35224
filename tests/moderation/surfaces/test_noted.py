"""Answers that were noted: their form folds to the same words (static/js/noted.js)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from playwright.sync_api import expect

from tests.moderation.page_server import notice, region
from tests.moderation.surfaces.pages import NIGHT, NOTED, Visit, answer, make_noted_reply
from tests.moderation.surfaces.showings import ballot, change, phone
from tests.pixels import unlike_the_first

BECAME = {
    "taken": ballot(given="Mutate: Cid"),
    "refused": ballot(refused="Mutate: Cid", why="Why not."),
    "a guess": ballot(given="Mutate: Cid", called=False),
}


def test_a_noted_answer_folds_the_same_for_every_outcome(visit: Visit) -> None:
    """Letter by letter, and light by light: what became of it stands under the card's cover alone (SECRECY 1)."""
    said, pictures, night = set(), [], change(NIGHT, call_ends=None)  # a clock would tell the pictures apart
    for became in BECAME.values():
        server = visit("phone", phone(night))
        after = phone(night, question=became)
        server.reply = make_noted_reply(after)
        answer(server, "Bob")
        expect(server.page.locator("[data-change]")).to_be_visible()
        expect(server.page.locator("label.tile").first).to_be_hidden()
        server.push(replace(after, public=change(night, phase="Night 3")), 2)  # it stays folded
        expect(server.page.locator("h1")).to_have_text("Night 3")
        server.page.mouse.move(0, 0)
        said.add(server.page.locator("#view").inner_text())
        pictures.append(server.page.screenshot(animations="disabled"))
    assert len(said) == 1
    assert not unlike_the_first(pictures, server.page)
    words = said.pop()
    assert "now look at your card" in words
    assert not re.search("Bob|Mutate|Why not|Confirm", words)


def test_an_open_vote_folds_to_its_ballot(visit: Visit) -> None:
    """It is seen by all when the vote closes; any other answer stands under the card's cover alone."""
    folds = []
    for in_sight in (True, False):
        server = visit("phone", phone(question=ballot(in_sight=in_sight)))
        after = phone(question=ballot(in_sight=in_sight, given="Cid"))
        server.reply = make_noted_reply(after)
        answer(server, "Cid")
        expect(server.page.locator("[data-change]")).to_be_visible()
        folds.append(server.page.locator(".noted").inner_text())
        server.push(phone(question=ballot(in_sight=in_sight, given="Bob")), 2)
        expect(server.page.locator("#kept")).to_have_text("Saved: Bob")
        if in_sight:
            expect(server.page.locator(".noted")).to_contain_text("Bob")
        folds.append(server.page.locator(".noted").inner_text())
        server.page.close()
    assert "Cid" in folds[0] and "Bob" in folds[1]
    assert folds[2] == folds[3] and not re.search("Bob|Cid", folds[2])


def test_a_folded_answer_unfolds_to_change_for_next_questions(visit: Visit) -> None:
    server = visit("phone", phone(NIGHT), mark="one")
    folded = server.page.locator("[data-change]")
    server.reply = make_noted_reply(server.view)
    answer(server, "Bob")
    expect(folded).to_be_visible()
    server.open()  # read anew
    expect(folded).to_be_visible()
    folded.click()
    expect(folded).to_be_hidden()
    answer(server, "Cid")
    expect(folded).to_be_visible()
    server.push(phone(change(NIGHT, again="1")), 2)
    expect(folded).to_be_hidden()
    answer(server, "Cid")
    expect(folded).to_be_visible()
    server.push(phone(change(NIGHT, again="1"), question=ballot(opened=9)), 3)
    expect(folded).to_be_hidden()


def test_the_next_question_is_unfolded_when_it_precedes_the_reply(visit: Visit) -> None:
    """As for the player in turn at a board, who is asked what comes next as soon as a deed is taken."""
    server = visit("phone", phone())
    following = phone(question=ballot(opened=9))

    def overtaken() -> dict[str, Any]:
        server.push(following, 5)
        server.page.wait_for_timeout(100)
        return {"body": region(following) + NOTED, "headers": {"X-Pulse": "5"}}

    server.reply = overtaken
    answer(server, "Bob")
    expect(server.page.locator("#notice")).not_to_be_empty()
    expect(server.page.locator("#answer [name=opened]")).to_have_value("9")
    expect(server.page.locator("label.tile").first).to_be_visible()
    expect(server.page.locator("[data-change]")).to_be_hidden()


def test_an_openly_refused_answer_does_not_fold(visit: Visit) -> None:
    """Nor does one of somebody who is asked aside, whose question stays on the page anyhow."""
    server = visit("phone", phone())
    for status in (409, 200):
        body = region(phone()) + notice("Not that one.")
        server.reply = lambda status=status, body=body: {"body": body, "status": status, "headers": {"X-Pulse": "1"}}
        answer(server, "Bob")
        expect(server.page.locator("#notice")).to_contain_text("Not that one.")
        expect(server.page.locator("[data-change]")).to_be_hidden()
