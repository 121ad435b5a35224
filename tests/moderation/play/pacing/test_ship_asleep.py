"""A night of ELSEN with eyes closed, at the desk: all eyes close first, and a finding is shown before they close."""

from __future__ import annotations

from typing import Any

import pytest

from games import journal, lifecycle
from tests.games.kits.elsen_ship import deal
from tests.moderation.play.pacing.test_walk import LOOKED, SHOWN, said, shown, tap, told
from tests.moderation.sporz_table import CLOSE, desk, joining

pytestmark = pytest.mark.django_db
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def decides(**answer: Any) -> dict[str, Any]:
    """What the moderator enters for the table or the group."""
    return {"by": "moderator", "answer": answer}


def test_e20_to_e23_desk_lines_follow_the_printed_order() -> None:
    session = joining(names=NAMES, nights="eyes_closed")
    session.game = "elsen"
    session.save(update_fields=["game"])
    lifecycle.deal_cards(session, deal(5, Ann="saboteur", Dan="seer"))
    lifecycle.begin(session)
    moderator = desk(session)
    assert said(moderator, session) == "Everybody closes their eyes." and LOOKED in shown(moderator, session)
    tap(moderator, session)
    assert said(moderator, session).startswith("Saboteurs, open your eyes and recognise each other.")
    for move in (CLOSE, decides(seats=["Ann", "Bob", "Cid"])):
        journal.submit(session.pk, move)
    for seat, card in (("Ann", "elimination"), ("Bob", "success"), ("Cid", "success")):
        journal.submit(session.pk, decides(card=card) | {"for": seat})
    assert said(moderator, session) == "Night falls. Everybody closes their eyes."
    tap(moderator, session)
    assert said(moderator, session).startswith("Saboteurs, open your eyes. Show me whom you eliminate.")
    journal.submit(session.pk, decides(seat="Bob"))
    page = shown(moderator, session)
    assert said(moderator, session) == "" and SHOWN in page and told(page) == [("Ann", "eliminates Bob")]
    tap(moderator, session)
    assert said(moderator, session).startswith("Saboteurs, close your eyes. Seer, open your eyes.")
    journal.submit(session.pk, decides(seat="Bob") | {"for": "Dan"})
    page = shown(moderator, session)
    assert said(moderator, session) == "" and SHOWN in page and told(page) == [("Dan", "Bob is dead")]
    tap(moderator, session)
    assert said(moderator, session).startswith("Seer, close your eyes. Day breaks, everybody wakes up.")


def test_a_night_without_calls_is_announced_before_the_day() -> None:
    """Without police, seer or elimination a night has no call; the day's first line says that it has passed."""
    session = joining(names=NAMES, nights="eyes_closed")
    session.game = "elsen"
    session.save(update_fields=["game"])
    lifecycle.deal_cards(session, deal(5, Ann="saboteur"))
    lifecycle.begin(session)
    moderator = desk(session)
    for move in (CLOSE, decides(seats=["Ann", "Bob", "Cid"])):
        journal.submit(session.pk, move)
    for seat in ("Ann", "Bob", "Cid"):
        journal.submit(session.pk, decides(card="success") | {"for": seat})
    heard = said(moderator, session)
    assert heard.startswith("Night falls, and nobody is called. Day breaks, everybody wakes up.")
    assert "Look at your life card" in heard
