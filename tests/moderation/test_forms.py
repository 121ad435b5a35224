"""What desk and phone may send: an answer to what they are shown, each tap once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, opening
from games.models import GameSession, Move
from games.table import Table
from moderation import steps
from tests.moderation.evening import CHIEF, DEAL, MUTATION, at_night, desk, joining, phone, playing

pytestmark = pytest.mark.django_db
AS_HTMX = {"HX-Request": "true"}


def send(client: Client, session: GameSession, page: str = "answer", **fields: str) -> Any:
    """Post a form as htmx does; a phone knows steps by their names."""
    if page == "answer":
        fields["opened"] = steps.name(session.pk, int(fields["opened"]))
    return client.post(reverse(page, kwargs={"code": session.code}), fields, headers=AS_HTMX)


def table_of(session: GameSession) -> Table:
    """The table, as the journal has it."""
    with journal.at_rest(session.pk) as (_, table):
        assert table
        return table


def region(client: Client, session: GameSession, page: str = "phone") -> str:
    """What the phone shows, or the desk."""
    return client.get(reverse(page, kwargs={"code": session.code}), headers=AS_HTMX).content.decode()


def test_an_accepted_tap_that_is_sent_again_is_no_refusal() -> None:
    session = playing()
    moderator = desk(session)
    form = {"opened": "0", "pick0": '{"seat":"Eve"}', "request": "tap"}
    answers = [send(moderator, session, "desk_move", **form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert "error" not in answers[1].content.decode()
    assert Move.objects.filter(session=session).count() == 1


def test_a_phone_that_sends_an_accepted_answer_again_is_told_nothing_else() -> None:
    session = at_night()
    mutant = phone(session, "Ann")
    form = {"opened": "1", "verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}', "request": "tap"}
    answers = [send(mutant, session, **form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert Move.objects.filter(session=session).count() == 2


def test_the_tap_of_somebody_else_is_another_tap() -> None:
    session = playing()
    for name in ("Ann", "Bob"):
        send(phone(session, name), session, opened="0", pick0='{"seat":"Eve"}', request="tap")
    assert Move.objects.filter(session=session).count() == 2


@pytest.mark.parametrize("name", ["", "x" * 41, "a\x00b", "é", "a\nb"])
def test_a_tap_of_no_name_of_ours_has_none(name: str) -> None:
    session = playing()
    form = {"opened": "0", "pick0": '{"seat":"Eve"}', "request": name}
    assert send(desk(session), session, "desk_move", **form).status_code == 200
    assert Move.objects.get(session=session).request is None


def test_each_button_of_the_desk_has_taps_of_its_own() -> None:
    session = playing()
    page = desk(session).get(reverse("desk", kwargs={"code": session.code})).content.decode()
    names = re.findall(r'name="request" value="([^"]+)"', page)
    assert len(names) == len(set(names)) > 4
    assert all(len(name) <= 40 for name in names)


def test_two_desks_that_correct_the_same_mistake_at_once_correct_it_once() -> None:
    session = playing()
    for chosen in ("Dan", "Eve", "Fay"):
        journal.submit(session.pk, {"step": "chief", "by": chosen, "answer": {"seat": chosen}})
    one, other = desk(session), desk(session)
    seen = {"last": "3"}  # what both showed when both moderators reached for the button
    assert send(one, session, "desk_undo", **seen).status_code == 200
    late = send(other, session, "desk_undo", **seen)
    assert (late.status_code, "entered meanwhile" in late.content.decode()) == (409, True)
    assert len(table_of(session).standing) == 2
    assert send(one, session, "desk_redo", last="2").status_code == 200
    assert send(other, session, "desk_redo", last="2").status_code == 409
    assert 'name="last" value="5"' in region(one, session, "desk")


def test_a_pause_that_arrives_twice_is_no_going_on() -> None:
    session = at_night()
    one, other = desk(session), desk(session)
    for moderator in (one, other, one):
        assert send(moderator, session, "desk_pause", stand="1").status_code == 200
        session.refresh_from_db()
        assert session.paused_at is not None
    for moderator in (other, one):
        assert send(moderator, session, "desk_pause", stand="0").status_code == 200
        session.refresh_from_db()
        assert session.paused_at is None


def test_nobody_learns_by_guessing_whether_a_call_has_its_answer() -> None:
    """The psychologist answers the call after this one before it is shown: refused, there or not."""
    session = at_night()
    doctor, mutant = phone(session, "Bob"), phone(session, "Ann")
    heal = {"verb0": "heal", "pick0": '"Bob"'}
    waiting = [send(doctor, session, opened=str(guess), **heal) for guess in (2, 3)]
    journal.submit(session.pk, MUTATION)  # the doctors' call is open now, and not shown
    running = [send(doctor, session, opened=str(guess), **heal) for guess in (2, 3)]
    assert {answer.status_code for answer in waiting + running} == {409}
    assert len({answer.content for answer in waiting + running}) == 1
    again = send(mutant, session, opened="2", verb0="mutate", pick0='"Bob"', pick1='{"paralyse":"Dan"}')
    assert again.status_code == 409
    assert Move.objects.filter(session=session).count() == 2


def test_the_desk_enters_nothing_for_a_call_that_is_not_shown_yet() -> None:
    session = at_night()
    journal.submit(session.pk, MUTATION)
    moderator, bob = desk(session), session.seats.get(name="Bob")
    panel = reverse("desk_answer", kwargs={"code": session.code, "seat_id": bob.pk})
    assert moderator.get(panel).status_code == 404
    for form in ({"close": "1"}, {"for": str(bob.pk), "verb0": "heal", "pick0": '"Bob"'}):
        for opened in ("1", "2"):
            assert send(moderator, session, "desk_move", opened=opened, **form).status_code == 409
    assert Move.objects.filter(session=session).count() == 2


def test_with_eyes_closed_the_desk_goes_as_fast_as_it_likes() -> None:
    session = at_night(nights="eyes_closed")
    journal.submit(session.pk, MUTATION)
    moderator, bob = desk(session), session.seats.get(name="Bob")
    panel = reverse("desk_answer", kwargs={"code": session.code, "seat_id": bob.pk})
    assert moderator.get(panel).status_code == 200
    form = {"for": str(bob.pk), "verb0": "heal", "pick0": '"Bob"'}
    assert send(moderator, session, "desk_move", opened="2", **form).status_code == 200
    assert Move.objects.filter(session=session).count() == 3


def forfeit(session: GameSession) -> None:
    """End the game in the mutants' call: two of them, who differ."""
    for by, victim in (("Ann", "Cid"), ("Bob", "Dan")):
        answer = {"mutate": victim, "paralyse": "Eve"}
        journal.submit(session.pk, {"step": "mutants", "by": by, "answer": answer})
    journal.submit(session.pk, {"by": "moderator", "close": True})


def test_a_game_that_ended_in_the_night_goes_on_for_phones_until_the_call_is_over() -> None:
    session = joining()
    opening.deal_cards(session, {**DEAL, "Bob": DEAL["Ann"], "Dan": DEAL["Bob"]})
    opening.begin(session)
    journal.submit(session.pk, CHIEF)
    eve, mutant = phone(session, "Eve"), phone(session, "Ann")
    form = {"opened": "1", "verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'}
    before = region(eve, session)
    forfeit(session)
    session.refresh_from_db()
    assert session.stage == "over"
    assert region(eve, session) == before
    assert send(eve, session, **form).status_code == 200
    refused = send(mutant, session, **form)
    assert refused.status_code == 200
    assert "That cannot be chosen: Mutate: Bob" in refused.content.decode()
    assert "game is over" not in refused.content.decode()
