"""With eyes closed the voice waits: for every eye to be closed, and for a walk to be over (RULINGS S-44)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.engine.kit import all_kits
from games.models import GameSession
from moderation.play.pacing import narration
from tests.moderation.sporz_table import CLOSE, at_night, browser, desk, phone, playing, table_of

pytestmark = pytest.mark.django_db
FALLS, MUTANTS = "Night falls. Everybody closes their eyes.", "Mutants, wake up."
SLEEP, DOCTORS = "Mutants, sleep. I walk round everybody twice", "Doctors, wake up."
LOOKED, WALKED = "Every eye is closed", "The walk is over"
RISES = "Day breaks aboard. Everybody wakes up."
SHOWN, MET = "It has been shown", "They have seen each other"
ORDER = {"by": "moderator", "answer": {"mutate": "Bob", "paralyse": "Dan"}}  # Bob is the doctor


def shown(client: Client, session: GameSession, page: str = "desk") -> str:
    """What a device shows."""
    return client.get(reverse(page, args=[session.code]), headers={"hx-request": "true"}).content.decode()


def said(client: Client, session: GameSession, page: str = "desk") -> str:
    """The lines that a device has to speak."""
    found = re.search(r'data-say="([^"]*)"[^>]*>(.*?)</div>', shown(client, session, page), re.DOTALL)
    return " ".join(re.findall(r'<p class="said">(.*?)</p>', found[2])) if found else ""


def under(client: Client, session: GameSession) -> str:
    """The name under which a device speaks its lines: it speaks when this changes."""
    return re.findall(r'data-say="([^"]*)"', shown(client, session))[0]


def tap(client: Client, session: GameSession, part: int = 1) -> int:
    """Tap that all eyes are closed, or that the walk is over; 0: that the lines before are to be said again."""
    step = table_of(session).step
    form = {"opened": str(step.opened if step else 0), "part": str(part)}
    address = reverse("desk_said", args=[session.code])
    return client.post(address, form, headers={"hx-request": "true"}).status_code


def told(page: str) -> list[str]:
    """Whom the desk says to touch, and what it tells them."""
    return re.findall(r"<p><strong>(\w+)</strong>: ([^<]*)</p>", page)


def test_s44_mutants_are_called_after_all_eyes_are_closed() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    page = shown(moderator, session)
    assert said(moderator, session) == FALLS and LOOKED in page
    assert MUTANTS not in page and 'id="decide"' not in page and 'id="close"' not in page
    assert tap(moderator, session) == 200
    page = shown(moderator, session)
    assert said(moderator, session).startswith(MUTANTS) and FALLS not in page
    assert 'id="decide"' in page and LOOKED not in page


def test_the_desk_has_repeatable_forms_for_next_and_back() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    page = moderator.get(reverse("desk", args=[session.code])).content.decode()
    assert {f'form="{form}"' in page for form in ("said", "said-again")} == {True}
    assert 'id="said"' in page and 'id="said-again"' not in page
    tap(moderator, session)
    page = shown(moderator, session)
    assert 'id="said"' not in page and 'id="said-again"' in page


def test_s44_a_doctor_is_touched_before_the_doctors_are_called() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    tap(moderator, session)
    journal.submit(session.pk, ORDER)
    page = shown(moderator, session)
    assert said(moderator, session).startswith(SLEEP) and WALKED in page and DOCTORS not in page
    assert told(page) == [("Bob", "mutated"), ("Dan", "paralysed")]
    assert 'id="close"' not in page and "pretend" not in page  # nothing of the next call yet
    tap(moderator, session)
    page = shown(moderator, session)
    assert said(moderator, session).startswith(DOCTORS) and WALKED not in page
    assert told(page) == [] and 'id="close"' in page and "Nobody wakes." in page


def test_s44_the_walk_is_the_same_when_nobody_is_touched() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    journal.submit(session.pk, CLOSE)
    page = shown(moderator, session)
    assert said(moderator, session).startswith(SLEEP) and WALKED in page and told(page) == []
    quiet = said(moderator, session)
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    journal.submit(session.pk, ORDER)
    assert said(moderator, session) == quiet


def test_s44_the_walk_ends_before_the_next_role_is_called() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    journal.submit(session.pk, CLOSE)
    journal.submit(session.pk, {"by": "Bob", "answer": {"heal": "Dan"}})
    page = shown(moderator, session)
    assert said(moderator, session).startswith("Doctors, sleep.")
    assert WALKED in page and "Psychologist, wake" not in page
    assert told(page) == [("Dan", "healed")]
    tap(moderator, session)
    assert said(moderator, session).startswith("Psychologist, wake up.")
    journal.submit(session.pk, CLOSE)
    tap(moderator, session)
    page = shown(moderator, session)
    assert said(moderator, session).startswith("Psychologist, sleep.") and WALKED not in page  # nobody was touched


def at_the_psychologist(named: str = "") -> tuple[GameSession, Client]:
    """The psychologist, Dan, has just named somebody, or has been passed over."""
    session = at_night("eyes_closed")
    journal.submit(session.pk, CLOSE)
    journal.submit(session.pk, CLOSE)
    answer = {"by": "moderator", "for": "Dan", "answer": {"seat": named}}
    journal.submit(session.pk, answer if named else CLOSE)
    return session, desk(session)


def test_s19_a_finding_is_shown_before_its_reader_sleeps() -> None:
    session, moderator = at_the_psychologist("Ann")
    page = shown(moderator, session)
    assert told(page) == [("Dan", "Ann is with the mutants.")] and SHOWN in page
    assert said(moderator, session) == "" and 'id="close"' not in page and "is asked" not in page
    tap(moderator, session)
    page = shown(moderator, session)
    assert said(moderator, session).startswith("Psychologist, sleep.") and told(page) == []


def test_s26_nobody_awake_is_shown_as_long_a_finding() -> None:
    session, moderator = at_the_psychologist()
    page = shown(moderator, session)
    assert SHOWN in page and told(page) == [] and "Make the same gestures" in page
    assert said(browser(), session, "screen") == ""
    tap(moderator, session)
    assert said(moderator, session).startswith("Psychologist, sleep.")


def test_s06_with_eyes_closed_doctors_wake_before_the_election() -> None:
    session = playing(nights="eyes_closed")
    moderator = desk(session)
    assert said(moderator, session) == FALLS and LOOKED in shown(moderator, session)
    assert tap(moderator, session) == 200
    assert said(moderator, session).startswith("Doctors, wake up, and see") and MET in shown(moderator, session)
    assert 'id="decide"' not in shown(moderator, session)
    tap(moderator, session, 2)
    assert said(moderator, session).startswith("Doctors, go back to sleep. Everybody wakes up. Elect a chief")
    assert 'id="decide"' in shown(moderator, session)


def test_s06_phones_sleep_while_the_doctors_recognise_each_other() -> None:
    session = playing(nights="eyes_closed")
    moderator, player = desk(session), phone(session, "Bob")
    for part in (1, 2):
        page = shown(player, session, "phone")
        assert 'class="asleep"' in page and 'id="answer"' not in page
        tap(moderator, session, part)
    assert 'id="answer"' in shown(player, session, "phone")


def test_s06_on_phones_the_cards_tell_it() -> None:
    session = playing()
    assert said(desk(session), session).startswith("Elect a chief")


def test_everybody_wakes_only_when_the_night_is_over() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    for _ in ("mutants", "doctors", "psychologist"):
        assert RISES not in said(moderator, session)
        journal.submit(session.pk, CLOSE)
    assert said(moderator, session) == "" and SHOWN in shown(moderator, session)
    tap(moderator, session)
    assert said(moderator, session).startswith(f"Psychologist, sleep. {RISES} Talk")


def test_s44_each_line_has_an_id_and_waits_for_taps() -> None:
    session = at_night("eyes_closed")
    moderator, screen, player = desk(session), browser(), phone(session, "Bob")
    names = [under(moderator, session)]
    assert said(screen, session, "screen") == FALLS
    tap(moderator, session)
    names.append(under(moderator, session))
    assert said(screen, session, "screen").startswith(MUTANTS)
    before = shown(player, session, "phone")
    journal.submit(session.pk, CLOSE)
    names.append(under(moderator, session))
    assert said(screen, session, "screen").startswith(SLEEP) and DOCTORS not in shown(screen, session, "screen")
    tap(moderator, session)
    names.append(under(moderator, session))
    assert len(set(names)) == 4
    assert "desk-walk" not in before and 'id="said"' not in shown(player, session, "phone")


def test_s44_finished_lines_can_be_repeated_but_not_reopened_steps() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    tap(moderator, session)
    journal.submit(session.pk, {"by": "moderator", "for": "Ann", "answer": {"paralyse": "Dan"}})
    tap(moderator, session)
    assert tap(moderator, session, 0) == 200
    assert said(moderator, session).startswith(SLEEP)  # back to the walk
    tap(moderator, session)
    assert tap(moderator, session, 2) == 409  # there are no more lines
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    assert said(moderator, session).startswith(MUTANTS)  # every eye is closed already
    journal.submit(session.pk, {"by": "moderator", "for": "Ann", "answer": {"paralyse": "Bob"}})
    assert said(moderator, session).startswith(SLEEP)  # somebody else is to be touched


def test_s44_an_answer_that_comes_before_the_tap_is_taken() -> None:
    session = at_night("eyes_closed")
    moderator = desk(session)
    step = table_of(session).step
    assert step is not None
    form = {"opened": str(step.opened), "verb0": "mutate", "pick0": '"Bob"', "pick1": ""}
    sent = moderator.post(reverse("desk_move", args=[session.code]), form, headers={"hx-request": "true"})
    assert sent.status_code == 200 and said(moderator, session).startswith(SLEEP)


def test_s44_the_voice_waits_equally_between_night_and_first_call() -> None:
    session = at_night()
    moderator, screen = desk(session), browser()
    for device, page in ((moderator, "desk"), (screen, "screen")):
        assert re.findall(r'data-wait="(\d+)"', shown(device, session, page)) == [str(narration.LOOK_ROUND)]
        assert said(device, session, page).startswith("Night falls. Everybody looks down")
    assert tap(moderator, session) == 409 and WALKED not in shown(moderator, session)


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_s44_every_walk_follows_a_line_that_sends_to_sleep(slug: str) -> None:
    words = all_kits()[slug].words
    for said_around in words.STEPS.values():
        assert not said_around.walk or said_around.sleep  # a walk is announced
