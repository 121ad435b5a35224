"""A call that nobody can answer: it is entered, lasts and ends as a real one (SECRECY 5, 6, 35)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, server_clock
from games.models import GameSession, Pacing
from moderation.play.pacing import clock
from moderation.play.timeline import call_length
from qa.walking import read_forms
from tests.moderation.sporz_table import CHIEF, NAMES, desk, end_moment, phone, playing, table_of

pytestmark = pytest.mark.django_db
AS_HTMX = {"hx-request": "true"}
MUTATE: dict[str, Any] = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid"}}
WITHOUT_THE_DOCTOR = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Bob"}}
WITHOUT_THE_PSYCHOLOGIST = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Dan"}}


@pytest.fixture
def turn(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Turn the clock of the server, which stands still otherwise."""
    now = [server_clock.now()]
    monkeypatch.setattr(server_clock, "now", lambda: now[0])

    def turn_to(time: datetime) -> None:
        now[0] = time

    return turn_to


def night(nights: str = "phones") -> GameSession:
    """The first call of the first night is on."""
    session = playing(nights=nights)
    for name in NAMES if nights == "phones" else ():
        phone(session, name)
    journal.submit(session.pk, CHIEF)
    with journal.read_table(session.pk) as (fresh, table):
        held = clock.build_release(fresh, table).held
    if held is not None:
        end_moment(session, held.caused_by)
    return GameSession.objects.get(pk=session.pk)


def shown(session: GameSession) -> call_length.Release:
    with journal.read_table(session.pk) as (fresh, table):
        return clock.build_release(fresh, table)


def region(moderator: Client, session: GameSession) -> str:
    return moderator.get(reverse("desk", args=[session.code]), headers=AS_HTMX).content.decode()


def close(moderator: Client, session: GameSession) -> int:
    """Post the end of the call that is shown, as a form of the desk once did."""
    step = shown(session).step
    assert step is not None
    fields = {"opened": step.opened, "close": "1"}
    return moderator.post(reverse("desk_move", args=[session.code]), fields, headers=AS_HTMX).status_code


@pytest.mark.parametrize("order", [MUTATE, WITHOUT_THE_DOCTOR], ids=["real", "pretended"])
@pytest.mark.parametrize("extended", [False, True], ids=["usual", "longer"])
def test_a_call_on_phones_ends_only_at_its_time(
    order: dict[str, Any], extended: bool, turn: Callable[[datetime], None]
) -> None:
    session = night()
    journal.submit(session.pk, order)
    first = shown(session)
    assert first.ends is not None
    turn(first.ends)
    call = shown(session)
    assert call.step is not None and call.step.name == "doctors" and bool(call.step.asks) == (order is MUTATE)
    if extended:  # more time than such a call lasts, as everybody knows: the desk may end it
        Pacing.objects.update(extensions={str(call.step.opened): 600})
    moderator, before = desk(session), len(table_of(session).standing)
    assert ("End the call now" in region(moderator, session)) == extended
    assert close(moderator, session) == (200 if extended else 409)
    after = shown(session)
    if extended:
        assert after.step is not None and after.step.name == "psychologist"
    else:
        assert (after.step, after.ends, len(table_of(session).standing)) == (call.step, call.ends, before)


def test_the_clock_closes_a_call_for_any_role(turn: Callable[[datetime], None]) -> None:
    session = night()
    journal.submit(session.pk, WITHOUT_THE_DOCTOR)
    for expected in ("doctors", "psychologist"):
        ends = shown(session).ends
        assert ends is not None
        turn(ends)
        clock.tick(session.pk)
        step = shown(session).step
        assert step is not None and step.name == expected


# With eyes closed the desk enters a pretended call by the same taps.


def enter(moderator: Client, session: GameSession, **chosen: str) -> int:
    """Send the desk's own form with these choices."""
    while "said" in (forms := read_forms(region(moderator, session).partition('class="bar"')[2])[0]):
        moderator.post(forms["said"].action, dict(forms["said"].fields_as_shown()), headers=AS_HTMX)
    forms = read_forms(region(moderator, session))[0]
    form = forms.get("enter") or forms["decide"]
    fields = [*form.fields_as_shown(), *chosen.items()]
    return moderator.post(form.action, dict(fields), headers=AS_HTMX).status_code


def test_a_pretended_call_is_entered_like_a_real_one() -> None:
    session = night("eyes_closed")
    moderator = desk(session)
    journal.submit(session.pk, WITHOUT_THE_PSYCHOLOGIST)
    assert enter(moderator, session, pick0='"Eve"', verb0="heal") == 200
    step = table_of(session).step
    assert step is not None and step.name == "psychologist" and not step.asks
    told = len(table_of(session).told)
    assert enter(moderator, session) == 409, "nothing is chosen"
    assert enter(moderator, session, pick0='{"seat":"Eve"}') == 200
    table = table_of(session)
    assert table.step is not None and table.step.name == "vote"
    assert not any(one.seat for one in table.told[told:])


def test_a_call_of_a_bot_is_entered_like_others() -> None:
    session = night("eyes_closed")
    session.seats.filter(name="Dan").update(bot=True)
    moderator = desk(session)
    journal.submit(session.pk, MUTATE)
    assert enter(moderator, session, pick0='"Eve"', verb0="heal") == 200
    assert 'id="bots"' not in region(moderator, session)
    assert enter(moderator, session, pick0='{"seat":"Eve"}') == 200
    table = table_of(session)
    assert table.step is not None and table.step.name == "vote"
    assert any(one.seat == "Dan" and one.fact["fact"] == "state" for one in table.told), "the computer has answered"


def test_what_is_pretended_is_refused_where_somebody_is_called() -> None:
    session = night("eyes_closed")
    fields = {"opened": "1", "pretended": "1", "pick0": "", "pick1": ""}
    path = reverse("desk_move", args=[session.code])
    assert desk(session).post(path, fields, headers=AS_HTMX).status_code == 409
    step = table_of(session).step
    assert step is not None and step.name == "mutants"


def test_the_mutants_are_entered_by_a_touched_choice_only() -> None:
    session = night("eyes_closed")
    moderator = desk(session)
    assert enter(moderator, session) == 409
    assert enter(moderator, session, pick0="") == 409, "whom they paralyse is still to choose"
    assert enter(moderator, session, pick0="", pick1="") == 200
    step = table_of(session).step
    assert step is not None and step.name == "doctors"
