"""Whoever lets everything pass until a turn is over is asked no more, and the others hear nothing of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from games import journal, lifecycle
from games.engine.table import Step
from games.kits.spree.roles import ONE_DECK
from games.models import GameSession, Seat
from tests.moderation.sporz_table import phone, table_of

pytestmark = pytest.mark.django_db
NAMES = ["Ann", "Bob", "Cid"]
HANDS = {
    "Ann": ["7H", "7D", "9C", "10S", "KH"],
    "Bob": ["AD", "3C", "4C", "5C", "6C"],
    "Cid": ["AH", "3D", "4D", "5D", "6D"],
}


def mall() -> GameSession:
    """Ann's turn in the mall; Bob and Cid are on foot too, each with an ace."""
    session = GameSession.objects.create(
        code="BFHJ", game="spree", kit_version=2, nights="phones", language="en", narrated=True
    )
    for place, name in enumerate(NAMES):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    stock = [*ONE_DECK, *ONE_DECK]
    for card in (card for hand in HANDS.values() for card in hand):
        stock.remove(card)
    lifecycle.deal_cards(session, {"parks_first": "Cid", "hands": HANDS, "stock": stock})
    lifecycle.begin(session)
    while (step := open_step(session)).name == "turn" and not all(at_foot(session)):
        (seat,) = step.asks
        leave = {"leave": True} if "leave" in step.asks[seat].report() else {"end": True}
        journal.submit(session.pk, {"by": seat, "answer": leave})
    while not open_step(session).asks.get("Ann"):
        (seat,) = open_step(session).asks
        journal.submit(session.pk, {"by": seat, "answer": {"end": True}})
    session.refresh_from_db()
    return session


def open_step(session: GameSession) -> Step:
    step = table_of(session).step
    assert step is not None
    return step


def at_foot(session: GameSession) -> list[bool]:
    """Whether each is away from the car."""
    return [not row["at_car"] for row in table_of(session).truth().values()]


def answers(session: GameSession, name: str, **fields: Any) -> str:
    """A player taps; what the phone says then."""
    client = phone(session, name)
    url = reverse("phone", args=[session.code])
    found = re.search(r'name="opened" value="([^"]+)"', client.get(url).content.decode())
    assert found
    reply = client.post(
        reverse("answer", args=[session.code]), {"opened": found[1], **fields}, headers={"hx-request": "true"}
    )
    return reply.content.decode()


def shops(session: GameSession, cards: str) -> None:
    """Ann takes something from a shop."""
    journal.submit(session.pk, {"by": "Ann", "answer": {"shop": [cards]}})


def test_passing_everything_lasts_until_the_end_of_the_turn() -> None:
    session = mall()
    shops(session, "7H")
    assert open_step(session).name == "react"
    answers(session, "Bob", quick="pass all")
    answers(session, "Cid", quick="pass")
    assert open_step(session).name == "turn"
    shops(session, "7D")
    step = open_step(session)
    assert step.name == "react" and not step.answers  # nothing says yet who passes
    page = phone(session, "Cid").get(reverse("phone", args=[session.code])).content.decode()
    assert re.search(r'name="quick"\s+value="pass all"', page)
    answers(session, "Cid", quick="pass")
    assert open_step(session).name == "turn"
    journal.submit(session.pk, {"by": "Ann", "answer": {"end": True}})
    journal.submit(session.pk, {"by": "Bob", "answer": {"shop": ["3C"]}})
    assert open_step(session).name == "react"


def test_it_ends_with_the_turn() -> None:
    session = mall()
    shops(session, "7H")
    answers(session, "Bob", quick="pass")
    answers(session, "Cid", quick="pass all")
    journal.submit(session.pk, {"by": "Ann", "answer": {"end": True}})
    journal.submit(session.pk, {"by": "Bob", "answer": {"shop": ["3C"]}})
    journal.submit(session.pk, {"by": "Ann", "answer": {"pass": True}})
    assert open_step(session).name == "react"  # Cid is asked anew


def test_who_lets_everything_pass_may_still_play_an_ace() -> None:
    session = mall()
    shops(session, "7H")
    answers(session, "Bob", quick="pass all")
    answers(session, "Cid", quick="pass")
    shops(session, "7D")
    page = phone(session, "Bob").get(reverse("phone", args=[session.code])).content.decode()
    assert 'name="quick"' in page
    answers(session, "Bob", pick0='{"ace":"AD"}')
    assert any(fact["fact"] == "ace" and fact["seat"] == "Bob" for fact in table_of(session).public())
    session.unrecorded.refresh_from_db()
    assert session.unrecorded.passing == {}
