"""What is asked aside: the room sees that something is, and neither whom nor how often."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import journal, lifecycle, server_clock
from games.models import GameSession
from moderation.models import Kind, Pass
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from tests.games.kits.murder_ship import DECK, deal
from tests.moderation.sporz_table import device_of, joining, phone

pytestmark = pytest.mark.django_db
RING = ["Ann", "Bob", "Cid"]
HYPOTHESIS = {"room": "Gym", "character": "Jet", "weapon": "Knife", "motive": "Greed"}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """A clock that goes on by some seconds with each move."""
    now = [timezone.now()]
    monkeypatch.setattr(server_clock, "now", lambda: now[0])
    return now


def asked_to_testify(narrated: bool) -> GameSession:
    """Cid is to testify against Ann's hypothesis; Bob only listens."""
    session = joining(names=RING)
    session.game, session.options, session.narrated = "murder", {"deck": DECK}, narrated
    session.save()
    lifecycle.deal_cards(session, deal(3))
    lifecycle.begin(session)
    for seat, character in zip(RING, ("Blue", "Lime", "Pink"), strict=True):
        journal.submit(session.pk, {"step": "character", "by": seat, "answer": {"character": character}})
    with journal.read_table(session.pk) as (_session, table):
        peeks = bool(table and table.step and table.step.name == "peek")
    if peeks:
        journal.submit(session.pk, {"by": "moderator", "close": True})
    journal.submit(session.pk, {"step": "turn", "by": "Ann", "answer": {"hypothesis": HYPOTHESIS}})
    return session


@pytest.mark.parametrize("narrated", [False, True])
def test_an_offer_that_is_refused_stays_between_the_two(narrated: bool, later: list[datetime]) -> None:
    session = asked_to_testify(narrated)
    held = Pass.objects.get(device=device_of(phone(session, "Bob")), kind=Kind.SEAT)
    viewers = [Viewer("screen", "en"), build_viewer_of_pass(held, "phone", "en")]
    if narrated:
        viewers.append(Viewer("desk", "en", held.pk, held.seat_id))
    shown = []
    for move in (
        {},
        {"step": "testify", "by": "Cid", "answer": {"exchange": "Jet"}},
        {"step": "exchange", "by": "Ann", "answer": {"refuse": True}},
    ):
        later[0] += timedelta(seconds=7)
        if move:
            journal.submit(session.pk, move)
        rendered = surfaces.render(session.pk, viewers, viewers)
        shown.append([(rendered.html(viewer), rendered.number(viewer)) for viewer in viewers])
    assert shown[0] == shown[1] == shown[2]


def test_nobody_who_is_asked_aside_is_hurried_by_a_clock(later: list[datetime]) -> None:
    session = asked_to_testify(narrated=True)
    phones = {
        name: build_viewer_of_pass(Pass.objects.get(device=device_of(phone(session, name))), "phone", "en")
        for name in RING
    }
    rendered = surfaces.render(session.pk, phones.values(), phones.values())
    assert not [name for name, viewer in phones.items() if 'id="call"' in (rendered.html(viewer) or "")]
