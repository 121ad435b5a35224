"""A card that is missing from an ELSEN mission: who waits for it, and who plays in its place (E-11)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from games import journal, lifecycle, server_clock
from games.models import GameSession, Move
from moderation.play.pacing import clock
from tests.moderation.sporz_table import desk, joining, phone

pytestmark = pytest.mark.django_db
CREW = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def flying(narrated: bool) -> GameSession:
    """Ann, the saboteur, has played a card; Bob's and Cid's are missing."""
    session = joining(names=CREW, nights="phones" if narrated else "eyes_closed")
    session.game, session.narrated = "elsen", narrated
    session.save()
    lifecycle.deal_cards(session, {seat: {"role": "saboteur" if seat == "Ann" else "passenger"} for seat in CREW})
    lifecycle.begin(session)
    journal.submit(session.pk, {"by": "moderator", "close": True})
    journal.submit(session.pk, {"by": "Ann", "answer": {"seats": CREW[:3]}})
    journal.submit(session.pk, {"by": "Ann", "answer": {"card": "sabotage"}})
    return session


@pytest.mark.parametrize("narrated", [False, True])
def test_e11_the_clock_plays_for_nobody(narrated: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = flying(narrated)
    now: datetime = server_clock.now() + timedelta(minutes=5)
    monkeypatch.setattr(server_clock, "now", lambda: now)
    clock.tick(session.pk)
    assert not Move.objects.filter(session=session, body__by="clock").exists()


def test_e11_a_moderator_who_closes_sees_whose_card_is_missing() -> None:
    session = flying(narrated=False)
    page = desk(session).get(f"/desk/{session.code}/").content.decode()
    missing = page.partition('id="sure-')[2].partition("</details>")[0]
    assert "Bob, Cid" in missing and not re.search("Ann|Dan", missing)
    for player in ("Ann", "Dan"):
        assert "Without:" not in phone(session, player).get(f"/t/{session.code}/").content.decode()
