"""A season of finished games, as the index has them: rows alone, without a move."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from games import index
from games.models import Event, GameSession, Seat

CODES = "BFHJKLMRWX"
LUPUS = ("werewolf", "werewolf", "seer", "villager", "villager", "villager", "villager", "villager")


def finished(number: int = 0, winner: str = "werewolves", event: Event | None = None, **columns: Any) -> GameSession:
    """A game of Lupus of eight people: the first two are the pack, the last one is out first."""
    now = timezone.now()
    usual = {
        "code": "".join(CODES[number // 10**place % 10] for place in range(4)),
        "game": "lupus",
        "language": "en",
        "stage": GameSession.Stage.OVER,
        "outcome": {"winners": [winner], "reason": "parity", "seats": [], "changed": []},
        "started": now - timedelta(minutes=40),
        "ended": now,
        "closed": now,
        "indexed": index.EDITION,
        "winner": winner,
        "players": 8,
        "people": 8,
        "seconds": 2400,
        "event": event,
    }
    session = GameSession.objects.create(**{**usual, **columns})
    Seat.objects.bulk_create(
        Seat(
            session=session,
            place=place,
            name=f"Guest {place}",
            folded=f"guest {place}",
            role=role,
            alive=place < 7,
            camp="werewolves" if place < 2 else "humans",
            won=(place < 2) == (winner == "werewolves"),
            died=1 if place == 7 else None,
            ballots=0 if place < 2 else 4,
            hits=0 if place < 2 else 1,
        )
        for place, role in enumerate(LUPUS)
    )
    return session


def evening(day: date, name: str = "Evening") -> Event:
    """An evening of a season."""
    return Event.objects.create(name=name, date=day)
