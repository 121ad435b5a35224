"""The road of the desk: the steps of this night or day, done, open and to come, by what the room has heard."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games import journal
from games.models import GameSession
from moderation.surfaces.desk.sections.road import list_calls_to_come
from tests.moderation.sporz_table import CHIEF, CLOSE, desk, playing
from tests.moderation.surfaces.desk.test_undo import table_of

pytestmark = pytest.mark.django_db


def read_road(session: GameSession) -> list[tuple[str, str]]:
    """Return the stops of the desk's road as a page has them: state and title."""
    html = desk(session).get(reverse("desk", args=[session.code])).content.decode()
    return [(state, unescape(title)) for state, title in re.findall(r'class="stop ([\w-]+)" title="([^"]*)"', html)]


def close_until(session: GameSession, name: str) -> None:
    """Close one step after the other until the next one of this name is open."""
    journal.submit(session.pk, CLOSE)
    while (step := table_of(session).step) is not None and step.name != name:
        journal.submit(session.pk, CLOSE)


def test_a_first_night_has_nothing_to_come() -> None:
    session = playing(nights="eyes_closed")
    assert read_road(session) == [("now", "The chief")]
    journal.submit(session.pk, CHIEF)
    assert read_road(session) == [("now", "The mutants")]


def test_a_later_night_shows_the_calls_of_the_night_before() -> None:
    session = playing(nights="eyes_closed")
    journal.submit(session.pk, CHIEF)
    close_until(session, "vote")
    close_until(session, "mutants")
    now, *to_come = read_road(session)
    assert now == ("now", "The mutants")
    assert to_come == [("to-come", "The doctors"), ("to-come", "Psychologist")]


def test_calls_to_come_follow_the_latest_that_was_heard_before() -> None:
    before = ["mutants", "doctors", "psychologist", "spy"]
    assert list_calls_to_come(["mutants", "doctors"], before) == ["psychologist", "spy"]
    assert list_calls_to_come(["psychologist"], before) == ["spy"]
    assert list_calls_to_come(["hacker"], before) == before
    assert list_calls_to_come(before, before) == []
