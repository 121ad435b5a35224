"""A clock belongs to its phase, ends with it, and says what it counts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.models import GameSession
from tests.moderation.evening import CHIEF, browser, desk, phone, playing

pytestmark = pytest.mark.django_db


def start(moderator: Client, session: GameSession, **form: str) -> int:
    sent = {"action": "start", "seconds": "120", **form}
    address = reverse("desk_clock", kwargs={"code": session.code})
    return moderator.post(address, sent, headers={"hx-request": "true"}).status_code


def pages(session: GameSession, moderator: Client, player: Client) -> list[str]:
    """What the desk, a phone and the screen show."""
    devices = {"desk": moderator, "phone": player, "screen": browser()}
    return [client.get(reverse(page, args=[session.code])).content.decode() for page, client in devices.items()]


def test_the_clock_of_a_debate_says_so_and_ends_with_the_day() -> None:
    session = playing()
    moderator, player = desk(session), phone(session, "Bob")
    assert start(moderator, session) == 200
    for page in pages(session, moderator, player):
        assert page.count('<span class="clock-name">') == 1
        assert ">Debate</span>" in page
    journal.submit(session.pk, CHIEF)  # night falls
    for page in pages(session, moderator, player):
        assert page.count('<span class="clock-name">') == 1
        assert ">Call</span>" in page


def test_what_the_clock_of_another_phase_could_do_is_refused() -> None:
    session = playing()
    moderator = desk(session)
    start(moderator, session)
    journal.submit(session.pk, CHIEF)
    assert start(moderator, session, action="add", seconds="60") == 409
    assert start(moderator, session, action="go") == 409


def test_a_clock_that_is_started_at_night_stands_beside_the_call_with_a_name_of_its_own() -> None:
    session = playing()
    moderator, player = desk(session), phone(session, "Bob")
    journal.submit(session.pk, CHIEF)
    start(moderator, session)
    for page in pages(session, moderator, player):
        assert ">Clock</span>" in page
        assert ">Call</span>" in page


def test_without_a_moderator_a_day_says_what_its_time_is_for() -> None:
    session = playing()
    GameSession.objects.update(narrated=True)
    session.refresh_from_db()
    page = phone(session, "Bob").get(reverse("phone", args=[session.code])).content.decode()
    assert ">Vote</span>" in page
