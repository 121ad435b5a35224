"""A table that nobody moderates waits for whoever is there: time decides nothing, and all others may agree."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal, server_clock
from games.engine.table import CLOCK, Step
from games.models import GameSession, TableSettings
from moderation.models import Kind, Pass
from moderation.play.pacing import clock as tending
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.play.secrecy import pseudonyms
from tests.moderation.play.pacing.test_late import flying
from tests.moderation.play.secrecy.test_asides import RING, asked_to_testify
from tests.moderation.play.timeline.test_moments import on_a_board
from tests.moderation.sporz_table import browser, desk, device_of, page, parts, phone, words_of
from tests.moderation.surfaces.test_passing import answers, mall, shops

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cid")
LONG = timedelta(minutes=8)
AFTER = timedelta(seconds=91)


class Hand:
    """The server's clock, set by the test."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    turned = Hand()
    monkeypatch.setattr(server_clock, "now", turned)
    return turned


def step_of(session: GameSession) -> Step:
    with journal.read_table(session.pk) as (_, table):
        assert table and table.step
        return table.step


def passes(hand: Hand, session: GameSession, time: timedelta) -> None:
    """So much time goes by, and the server looks after the table again and again."""
    for _ in range(4):
        hand.now += time / 4
        tending.tick(session.pk)


def says(client: Client, session: GameSession, do: str, whom: str = "", surface: str = "phone") -> int:
    """A device proposes, agrees or waits; the status of the answer."""
    html = client.get(reverse(surface, args=[session.code])).content.decode()
    found = re.search(r'id="waiting".*?name="opened" value="([^"]+)"', html, re.DOTALL)
    seats = {seat.name: seat.pk for seat in session.seats.all()}
    form = {"opened": found[1] if found else "none", "do": do, "whom": seats.get(whom, "")}
    address = reverse("go_without" if surface == "phone" else "desk_go_without", args=[session.code])
    return client.post(address, form, headers={"hx-request": "true"}).status_code


def at_turn(hand: Hand, game: str = "spree") -> tuple[GameSession, dict[str, Client], str]:
    """A board at which somebody has the turn, and the phones of all three."""
    session = on_a_board(game)
    while step_of(session).name == "character":
        ((seat, ask),) = step_of(session).asks.items()
        journal.submit(session.pk, {"by": seat, "answer": ask.draw(lambda offered: offered[0])})
    session.refresh_from_db()
    phones = {name: phone(session, name) for name in NAMES}
    (late,) = step_of(session).asks
    return session, phones, late


def others(late: str) -> list[str]:
    return [name for name in NAMES if name != late]


def test_the_question_appears_although_nothing_is_stored(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    (other, *_rest) = others(late)
    assert f"Still {late}?" not in page(phones[other], session, "phone")
    hand.now += AFTER
    assert f"Still {late}?" in page(phones[other], session, "phone")


# M-13, P-13
@pytest.mark.parametrize("game", ["murder", "spree"])
def test_after_a_while_everybody_sees_who_is_late(game: str, hand: Hand) -> None:
    session, phones, late = at_turn(hand, game)
    step = step_of(session)
    devices = [(phones[name], "phone") for name in NAMES] + [(desk(session), "desk"), (browser(), "screen")]
    for client, surface in devices:
        assert f"Still {late}?" not in page(client, session, surface)
    passes(hand, session, AFTER)
    for client, surface in devices:
        assert f"Still {late}?" in page(client, session, surface)
    passes(hand, session, LONG)
    assert step_of(session) is step
    assert not session.moves.filter(body__by=CLOCK).exists()


@pytest.mark.parametrize("columns", [{"children": True}, {"asks_after": 0}])
def test_children_and_tables_that_decline_are_never_asked(columns: dict[str, Any], hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    TableSettings.objects.filter(session=session).update(**columns)
    step = step_of(session)
    passes(hand, session, LONG)
    assert f"Still {late}?" not in page(phones["Ann"], session, "phone")
    assert step_of(session) is step
    assert says(phones[others(late)[0]], session, "pass", late) == 409


def test_a_turn_passes_once_all_others_agree_publicly(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    one, two = others(late)
    assert says(phones[one], session, "pass", late) == 409  # too early
    passes(hand, session, AFTER)
    assert says(phones[late], session, "pass", late) == 409  # the others decide
    assert says(phones[one], session, "pass", late) == 200
    assert f"Agreed: {one} . Not yet: {two} ." in page(browser(), session, "screen")
    assert next(iter(step_of(session).asks)) == late
    assert says(phones[two], session, "pass", late) == 200
    assert next(iter(step_of(session).asks)) != late
    for client, surface in ((phones[late], "phone"), (desk(session), "desk"), (browser(), "screen")):
        assert re.search(rf"\b{late}\b", words_of(client, session, surface, "passed"))
    assert "All agree: the turn is passed." in page(desk(session), session, "desk")  # which says it aloud
    (following,) = step_of(session).asks
    journal.submit(session.pk, {"by": following, "answer": {"end": True}})
    assert "passed" not in parts(browser(), session, "screen")


def test_a_vote_to_wait_repeats_the_question_later(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    passes(hand, session, AFTER)
    says(phones[others(late)[0]], session, "pass", late)
    assert says(phones[late], session, "wait") == 200  # who is late may be the one who says so
    assert f"Still {late}?" not in page(phones["Ann"], session, "phone")
    passes(hand, session, timedelta(seconds=80))
    assert f"Still {late}?" not in page(phones["Ann"], session, "phone")
    passes(hand, session, timedelta(seconds=20))
    assert f"Still {late}?" in page(phones["Ann"], session, "phone")
    assert says(phones[others(late)[1]], session, "pass", late) == 200  # the one before counts no more
    assert next(iter(step_of(session).asks)) == late


def test_a_bot_plays_for_somebody_until_they_come_back(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    passes(hand, session, AFTER)
    for name in others(late):
        assert says(phones[name], session, "computer", late) == 200
    assert re.search(rf"\b{late}\b", words_of(browser(), session, "screen", "stand-in"))
    passes(hand, session, AFTER)
    assert session.moves.filter(body__by=late).exists()
    assert "come-back" in parts(phones[late], session, "phone")
    assert "come-back" not in parts(phones[others(late)[0]], session, "phone")
    phones[late].post(reverse("come_back", args=[session.code]), headers={"hx-request": "true"})
    assert not session.seats.get(name=late).bot
    assert "stand-in" not in parts(browser(), session, "screen")


def test_without_a_moderator_a_bot_publicly_replaces_who_leaves(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    phones[late].post(reverse("leave", args=[session.code]))
    assert re.search(rf"\b{late}\b", words_of(browser(), session, "screen", "stand-in"))
    passes(hand, session, AFTER)
    assert session.moves.filter(body__by=late).exists()


def test_a_replaced_player_is_a_person_in_the_next_game(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    phones[late].post(reverse("leave", args=[session.code]))
    desk(session).post(reverse("desk_again", args=[session.code]))
    session.refresh_from_db()
    assert session.next_game is not None
    assert not session.next_game.seats.filter(bot=True).exists()


def test_the_middle_device_answers_for_absent_phones(hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    one, two = others(late)
    middle = desk(session)
    Pass.objects.filter(seat__name=one).update(seen=timezone.now())
    assert "somebody-left" in parts(middle, session, "desk")
    assert says(middle, session, "computer", late, surface="desk") == 200  # also before all are asked
    assert f"Shall the computer play for {late}?" in page(phones[two], session, "phone")
    assert not session.seats.get(name=late).bot  # a phone is at hand that has not agreed
    assert says(phones[one], session, "computer", late) == 200
    assert session.seats.get(name=late).bot


@pytest.mark.parametrize("moment", [0, 60])
def test_m13_a_witness_is_never_replaced_and_stays_secret(
    moment: int, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "MOMENT_PACE", 1 if moment else 0)  # the story of a hypothesis takes a minute
    session = asked_to_testify(narrated=True)
    held = Pass.objects.get(device=device_of(phone(session, "Bob")), kind=Kind.SEAT)
    viewers = [
        Viewer("screen", "en"),
        build_viewer_of_pass(held, "phone", "en"),
        Viewer("desk", "en", held.pk, held.seat_id),
    ]
    began = hand.now

    def looks() -> list[list[str | None]]:
        found = []
        for seconds in (10, 89, 91, 400):
            hand.now = began + timedelta(seconds=moment + seconds)
            rendered = surfaces.render(session.pk, viewers, viewers)
            found.append([rendered.html(viewer) for viewer in viewers])
        return found

    testifies = looks()
    assert "anybody-missing" not in str(testifies[1]) and "anybody-missing" in str(testifies[2])
    hand.now = began + timedelta(seconds=moment + 20)
    journal.submit(session.pk, {"step": "testify", "by": "Cid", "answer": {"exchange": "Jet"}})
    assert looks() == testifies
    passes(hand, session, LONG)
    assert step_of(session).name == "exchange"
    assert not session.moves.filter(body__by=CLOCK).exists()
    bob = phone(session, "Bob")
    assert says(bob, session, "pass", "Ann") == 409
    assert says(bob, session, "pass", "Cid") == 409


def test_a_bot_replaces_an_absent_witness_once_others_agree(hand: Hand) -> None:
    session = asked_to_testify(narrated=True)
    phones = {name: phone(session, name) for name in RING}
    passes(hand, session, LONG)
    for name in ("Ann", "Bob"):
        assert says(phones[name], session, "computer", "Cid") == 200
    tending.tick(session.pk)
    assert session.moves.filter(body__by="Cid", body__step="testify").exists()


def test_e11_nobody_plays_for_crew_or_sees_who_is_missing(hand: Hand) -> None:
    session = flying(narrated=True)
    step = step_of(session)
    assert step.name == "mission"
    passes(hand, session, LONG)
    assert step_of(session) is step
    assert not session.moves.filter(body__by=CLOCK).exists()
    assert "anybody-missing" in parts(browser(), session, "screen")


def test_p13_an_action_waits_until_everybody_has_let_it_happen(hand: Hand) -> None:
    session = mall()
    shops(session, "7H")
    step = step_of(session)
    assert step.name == "react"
    passes(hand, session, LONG)
    assert step_of(session) is step
    assert not session.moves.filter(body__by=CLOCK).exists()
    assert "anybody-missing" in parts(phone(session, "Cid"), session, "phone")  # no name: who passed is secret
    for name in ("Bob", "Cid"):
        answers(session, name, quick="pass")
    assert step_of(session).name == "turn"


@pytest.mark.parametrize("field", ["opened", "do", "whom"])
@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 30, "\x00", "é"])
def test_junk_proposes_nothing(field: str, junk: str, hand: Hand) -> None:
    session, phones, late = at_turn(hand)
    passes(hand, session, AFTER)
    good = {"opened": pseudonyms.build_pseudonym(session.pk, step_of(session).opened), "do": "pass", "whom": "0"}
    good |= {"whom": str(session.seats.get(name=late).pk), field: junk}
    for client, address in ((phones[others(late)[0]], "go_without"), (desk(session), "desk_go_without")):
        reply = client.post(reverse(address, args=[session.code]), good, headers={"hx-request": "true"})
        assert reply.status_code == 409
    session.agreements.refresh_from_db()
    assert session.agreements.absence_proposal == {}
