"""A move that cannot be made is refused where it was made: in the open with its reason, or on the covered card."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal, lifecycle, server_clock
from games.engine import bots
from games.engine.asks import Ask, One
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import MODERATOR, Refused, Step, Table
from games.models import GameSession, Seat
from moderation.play.forms import answer_forms
from moderation.play.timeline.call_length import has_hidden_outcome
from tests.moderation.sporz_table import joining, phone
from tests.moderation.surfaces.test_passing import answers, mall, shops
from tests.thorough import family

pytestmark = pytest.mark.django_db
SEATS = {"sporz": 8, "lupus": 9, "elsen": 7}
STEPS = 60


def begun(game: str, seed: int) -> GameSession:
    """A table on phones at which a game has just begun."""
    session = GameSession.objects.create(
        code="BFHJ", game=game, nights="phones", language="en", kit_version=all_kits()[game].rules.VERSION
    )
    names = [f"P{number:02}" for number in range(SEATS.get(game, 5))]
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    kit = session.kit
    lifecycle.deal_cards(session, kit.roles.deal(names, settle(kit.roles.OPTIONS, {}), Random(seed).choice))
    lifecycle.begin(session)
    return session


def not_open(ask: Ask, random: Random) -> dict[str, Any] | None:
    """An answer that a page shows and this seat may not give; None where all that is shown may be given."""
    for form in ask.forms:
        for field in form:
            wrong = [one for one in field.shown if not field.allows(one)] if isinstance(field, One) else []
            if wrong and type(field) is One:
                filled = {one.name: one.draw(random.choice) for one in form if one is not field and one.report()}
                return {**filled, field.name: random.choice(wrong)}
    return None


def as_form(ask: Ask, answer: dict[str, Any]) -> dict[str, str]:
    """What a phone sends for an answer."""
    sent: dict[str, str] = {}
    for number, fields in enumerate(answer_forms.list_places(ask)):
        field = next((one for one in fields if one.name in answer), None)
        if field is None:
            continue
        value = answer[field.name]
        if len(fields) > 1 and len({json.dumps(one.shown) for one in fields}) == 1 and len(fields[0].shown) > 1:
            sent |= {f"verb{number}": field.name, f"pick{number}": json.dumps(value)}
        else:
            sent[f"pick{number}"] = json.dumps({field.name: value})
    return sent


def taps(client: Client, session: GameSession, form: dict[str, Any]) -> tuple[int, str]:
    """A player sends a form; the status, and what the page says then."""
    html = client.get(reverse("phone", args=[session.code])).content.decode()
    found = re.search(r'name="opened" value="([^"]+)"', html)
    assert found
    address = reverse("answer", args=[session.code])
    reply = client.post(address, {"opened": found[1], **form}, headers={"hx-request": "true"})
    return reply.status_code, reply.content.decode()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The server's clock, set by the test."""
    now = [timezone.now()]
    monkeypatch.setattr(server_clock, "now", lambda: now[0])
    return now


def at(session: GameSession) -> tuple[Table, Step | None]:
    with journal.read_table(session.pk) as (_, table):
        assert table
        return table, table.step


@pytest.mark.parametrize("game", family(sorted(all_kits()), "elsen"))
def test_everything_shown_but_illegal_is_refused_immediately(game: str, later: list[datetime]) -> None:
    random, session = Random(5), begun(game, 5)
    phones = {seat.name: phone(session, seat.name) for seat in session.seats.all()}
    met: set[str] = set()
    for _ in range(STEPS):
        table, step = at(session)
        if step is None:
            break
        for seat, ask in step.asks.items():
            wrong = not_open(ask, random) if seat in phones and step.name not in met else None
            if wrong is None:
                continue
            met.add(step.name)
            status, said = taps(phones[seat], session, as_form(ask, wrong))
            assert said.count("That cannot be chosen") == 0
            if has_hidden_outcome(step):
                assert status == 200
                card = said.partition('id="card"')[2].partition("</details>")[0]
                assert "Not possible:" in card, (step.name, wrong)
                assert ("notice error" in said) == step.aside
            else:
                assert (status, "notice error" in said) == (409, True)
        goes_on(session, table, step, random)
        later[0] += timedelta(minutes=5)  # the call has had its time
    assert met or game not in ("elsen", "sporz")


def goes_on(session: GameSession, table: Table, step: Step, random: Random) -> None:
    """Everybody asked answers as bots do; the moderator closes what is still open."""
    for seat in step.asks:
        try:
            journal.submit(session.pk, bots.build_answer(session.kit, table, step, seat, random.choice).written())
        except Refused:
            continue
    if at(session)[1] is step:
        journal.submit(session.pk, {"by": MODERATOR, "close": True})


def test_an_ace_not_held_is_refused_on_the_card_only() -> None:
    session = mall()
    shops(session, "7H")
    replies = {"Bob": answers(session, "Bob", pick0='{"ace":"AC"}'), "Cid": answers(session, "Cid", quick="pass")}
    outside = []
    for said in replies.values():
        before, secret = said.split('<div class="secret">', 1)
        outside.append((before, secret.partition("</details>")[2]))
        assert "now look at your card" in said and "Noted" not in said.partition('id="notice"')[2]
    assert "Not possible:" in replies["Bob"] and "Not possible:" not in replies["Cid"]
    assert len({len(said.encode()) for said in replies.values()}) == 1
    assert outside[0][0] == outside[1][0]


def test_a_crew_that_is_too_small_is_refused_with_numbers(later: list[datetime]) -> None:
    session = joining(names=["Ann", "Bob", "Cid", "Dan", "Eve"])
    session.game = "elsen"
    session.save()
    seats = session.seat_names()
    lifecycle.deal_cards(session, {seat: {"role": "saboteur" if seat == "Ann" else "passenger"} for seat in seats})
    lifecycle.begin(session)
    journal.submit(session.pk, {"by": MODERATOR, "close": True})
    later[0] += timedelta(minutes=5)
    status, said = taps(phone(session, "Ann"), session, {"pick0": ['"Ann"', '"Bob"']})
    assert status == 409
    assert "Choose 3 to 5." in said.partition('id="notice"')[2]
    status, said = taps(phone(session, "Ann"), session, {})
    assert (status, "Choose 3 to 5." in said.partition('id="notice"')[2]) == (409, True)
