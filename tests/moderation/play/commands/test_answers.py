"""What desk and phone may send: an answer to what they are shown, each tap once."""

import re
from datetime import timedelta
from operator import attrgetter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle, server_clock
from games.models import DebateTimer, GameSession, Move
from moderation.play.commands import phone as answer
from moderation.play.secrecy import pseudonyms as steps
from tests.moderation.sporz_table import (
    CHIEF,
    CLOSE,
    DEAL,
    MUTATION,
    at_night,
    desk,
    joining,
    phone,
    playing,
    table_of,
)

pytestmark = pytest.mark.django_db
AS_HTMX = {"HX-Request": "true"}


def send(client: Client, session: GameSession, page: str = "answer", **fields: str) -> Any:
    """Post a form as htmx does; a phone knows steps by their names."""
    if page == "answer":
        fields["opened"] = steps.build_pseudonym(session.pk, int(fields["opened"]))
    return client.post(reverse(page, kwargs={"code": session.code}), fields, headers=AS_HTMX)


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


def test_repeating_an_accepted_answer_gives_the_same_page() -> None:
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
    assert (session.moves.count(), session.taps.count()) == (1, 0)


def test_each_button_of_the_desk_has_taps_of_its_own() -> None:
    session = playing()
    page = desk(session).get(reverse("desk", kwargs={"code": session.code})).content.decode()
    names = re.findall(r'name="request" value="([^"]+)"', page)
    assert len(names) == len(set(names)) > 4
    assert all(len(name) <= 40 for name in names)


def test_two_desks_correcting_the_same_mistake_correct_it_once() -> None:
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
        assert session.pacing.paused_at is not None
    for moderator in (other, one):
        assert send(moderator, session, "desk_pause", stand="0").status_code == 200
        session.refresh_from_db()
        assert session.pacing.paused_at is None


@pytest.mark.parametrize(
    ("page", "form", "column", "twice"),
    [
        ("desk_longer", {"opened": "1"}, "pacing.extensions", {"1": 30}),
        ("desk_clock", {"action": "start", "seconds": "60"}, "timer.length", 60),
        ("desk_clock", {"action": "add", "seconds": "60"}, "timer.length", 220),
    ],
)
def test_a_repeated_tap_on_the_clock_counts_once(page: str, form: dict[str, str], column: str, twice: object) -> None:
    session = at_night()
    DebateTimer.objects.filter(session=session).update(length=100, seconds_left=100, phase=1)
    moderator, changed = desk(session), []
    for tap in ("one", "one", "two"):
        assert send(moderator, session, page, request=tap, **form).status_code == 200
        session.refresh_from_db()
        changed.append(attrgetter(column)(session))
    assert changed[0] == changed[1]
    assert changed[2] == twice


def test_each_form_that_changes_a_time_names_its_tap() -> None:
    session = at_night()
    page = desk(session).get(reverse("desk", kwargs={"code": session.code})).content.decode()
    for form in ("longer", "timer"):
        assert f'id="{form}"' in page
        assert re.search(f'name="request" value="[^"]+" form="{form}"', page)


@pytest.mark.parametrize("name", ["Ann", "Cid"])
def test_changing_answers_without_end_is_throttled_for_everybody_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = at_night()
    one, form = phone(session, name), {"opened": "1", "verb0": "mutate", "pick1": '{"paralyse":"Dan"}'}
    replies = [
        send(one, session, **form, pick0='"Bob"' if number % 2 else '"Eve"', request=f"tap {number}")
        for number in range(answer.CHANGES + 3)
    ]
    assert [reply.status_code for reply in replies] == [200] + [200] * (answer.CHANGES - 1) + [409] * 3
    assert 'data-test="refused-too_fast"' in replies[-1].content.decode()
    again = send(one, session, **form, pick0='"Bob"', request="tap 1")
    assert again.status_code == 200, "an answer that comes again was not given again"


def test_a_phone_that_keeps_voting_cannot_block_an_undo() -> None:
    session = playing()
    ann, bob, moderator = phone(session, "Ann"), phone(session, "Bob"), desk(session)
    for number in range(6):  # six corrections, and votes between what the desk saw and its tap
        opened = opened_by(session)
        assert send(ann, session, opened=opened, pick0='{"seat":"Eve"}', request=f"ann {number}").status_code == 200
        last = str(table_of(session).last)
        for vote in ("Cid", "Dan", "Eve"):
            pick = f'{{"seat":"{vote}"}}'
            assert send(bob, session, opened=opened, pick0=pick, request=f"{number} {vote}").status_code == 200
        assert send(moderator, session, "desk_undo", last=last, request=f"undo {number}").status_code == 200
        step = table_of(session).step
        assert step is not None and step.answers == {"Bob": {"seat": "Eve"}}


def opened_by(session: GameSession) -> str:
    step = table_of(session).step
    assert step is not None
    return str(step.opened)


def test_the_desk_says_which_step_an_undo_opens_again() -> None:
    session = at_night()
    assert re.search(
        r'form="undo" name="opened"\s+value="\d+">[^<]*The chief', region(desk(session), session, "desk")
    )
    journal.submit(session.pk, MUTATION)
    page = region(desk(session), session, "desk")
    assert "(The mutants · Night 1)" in page  # during the call under a cover


def test_the_desk_is_told_what_could_not_be_entered_again() -> None:
    session = at_night()
    last = str(session.head)
    journal.submit(session.pk, MUTATION)
    reply = send(desk(session), session, "desk_undo", last=last)
    assert (reply.status_code, "no longer possible: Ann" in reply.content.decode()) == (200, True)
    assert "no longer possible" not in region(phone(session, "Bob"), session)


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


def test_the_desk_cannot_enter_moves_for_a_hidden_call() -> None:
    session = at_night()
    journal.submit(session.pk, MUTATION)
    moderator, bob = desk(session), session.seats.get(name="Bob")
    panel = reverse("desk_answer", kwargs={"code": session.code, "seat_id": bob.pk})
    assert moderator.get(panel).status_code == 404
    for form in ({"close": "1"}, {"for": str(bob.pk), "verb0": "heal", "pick0": '"Bob"'}):
        for opened in ("1", "2"):
            assert send(moderator, session, "desk_move", opened=opened, **form).status_code == 409
    assert Move.objects.filter(session=session).count() == 2


def test_with_eyes_closed_the_desk_needs_no_waiting() -> None:
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


def test_phones_continue_until_the_last_call_of_a_game() -> None:
    session = joining()
    lifecycle.deal_cards(session, {**DEAL, "Bob": DEAL["Ann"], "Dan": DEAL["Bob"]})
    lifecycle.begin(session)
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
    assert re.search(r'id="refused"><strong>[^<]*Mutate: Bob', refused.content.decode())
    assert "game is over" not in refused.content.decode()


# Entries of the moderator's own


def entry(page: str) -> str:
    """The form of an entry on a desk; empty when there is none."""
    found = re.search(r'<form id="entry".*?</form>', page, re.DOTALL)
    return found[0] if found else ""


def test_s07_the_desk_enters_a_count_of_ballots_instead() -> None:
    session = playing()
    moderator = desk(session)
    send(phone(session, "Bob"), session, opened="0", pick0='{"seat":"Ann"}', request="ballot")
    assert session.votes.count() == 1
    form = entry(region(moderator, session, "desk"))
    assert form.count('type="number"') == len(session.seat_names())
    refused = send(moderator, session, "desk_move", opened="0", entry="1", **{"pick0.4": "7"})
    assert refused.status_code == 409 and table_of(session).step is not None
    sent = send(moderator, session, "desk_move", opened="0", entry="1", **{"pick0.4": "2", "pick0.0": "1"})
    assert sent.status_code == 200
    body = Move.objects.filter(session=session).latest("number").body
    assert body["answer"] == {"tally": {"Ann": 1, "Eve": 2}} and session.votes.count() == 0


@pytest.mark.parametrize("written", ["x", "-1", "1.5", "1_0", " 1", "٣", "9" * 300, "9" * 3999])
def test_an_invalid_count_is_refused_and_changes_nothing(written: str) -> None:
    session = playing()
    sent = send(desk(session), session, "desk_move", opened="0", entry="1", **{"pick0.4": written})
    assert sent.status_code == 409 and not Move.objects.filter(session=session).exists()


def test_s11_a_desk_offers_no_forfeit_to_one_mutant() -> None:
    session = at_night()
    moderator = desk(session)
    assert entry(region(moderator, session, "desk")) == ""
    assert send(moderator, session, "desk_move", opened="1", entry="1", pick0='{"disagree":true}').status_code == 409


@pytest.mark.parametrize("nights", ["eyes_closed", "phones"])
def test_s11_the_desk_may_declare_a_disagreement_after_asking_again(
    nights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, now = at_night(), server_clock.now()
    for hours, move in enumerate((MUTATION | {"answer": {"mutate": "Eve"}}, *[CLOSE] * 10), start=1):
        if hours > 1 and (step := table_of(session).step) is not None and step.name == "mutants":
            break
        monkeypatch.setattr(
            server_clock, "now", lambda hours=hours: now + timedelta(hours=hours)
        )  # every call is over
        journal.submit(session.pk, move)
    assert step is not None and len(step.asks) == 2
    moderator = desk(session)
    if nights == "eyes_closed":
        GameSession.objects.filter(pk=session.pk).update(nights=nights)
        assert "Shall they?" not in region(moderator, session, "desk")  # S-44: not before every eye is closed
        send(moderator, session, "desk_said", opened=str(step.opened), part="1")
    page = region(moderator, session, "desk")
    assert "Shall they?" in entry(page) and 'class="button danger"' in entry(page)
    for seat, whom in (("Ann", "Bob"), ("Eve", "Dan")):
        journal.submit(session.pk, {"by": seat, "answer": {"paralyse": whom}})
    page = region(moderator, session, "desk")
    # With eyes closed, closing a divided call asks as well; on phones no call is closed by hand.
    assert page.count("Shall they?") == (2 if nights == "eyes_closed" else 1)
    sent = send(moderator, session, "desk_move", opened=str(step.opened), entry="1", pick0='{"disagree":true}')
    assert sent.status_code == 200
    outcome = table_of(session).outcome
    assert outcome is not None and outcome.reason == "forfeit"
