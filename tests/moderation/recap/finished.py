"""A finished game of Sporz at a table with devices, and kept games of every kit put on a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games import journal, lifecycle
from games.importing import play_record
from games.models import GameSession, Seat
from tests.moderation.sporz_table import CHIEF, CLOSE, playing

MUTATES: dict[str, Any] = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}}
HEALS: dict[str, Any] = {"step": "doctors", "by": "Bob", "answer": {"heal": "Fay"}}
INSPECTS: dict[str, Any] = {"step": "psychologist", "by": "Dan", "answer": {"seat": "Cid"}}
NIGHT: tuple[dict[str, Any], ...] = (CHIEF, MUTATES, HEALS, INSPECTS)


def voted(seat: str, count: int = 4) -> tuple[dict[str, Any], ...]:
    """A poll that puts this seat off the ship."""
    return ({"step": "vote", "by": "moderator", "answer": {"tally": {seat: count}}},)


def finished(nights: str = "eyes_closed") -> GameSession:
    """Ann makes Cid mutate, and both are put off the ship on two days: the astronauts win."""
    session = playing(nights=nights)
    moves = (*NIGHT, *voted("Cid"), {"step": "mutants", **CLOSE}, {"step": "doctors", **CLOSE})
    for move in (*moves, {"step": "psychologist", **CLOSE}, *voted("Ann", 3)):
        journal.submit(session.pk, move)
    session.refresh_from_db()
    assert session.stage == GameSession.Stage.OVER
    for place, seat in enumerate(session.seats.order_by("place")):
        Seat.objects.filter(pk=seat.pk).update(face=place)
    return session


def restored(path: Path, code: str = "KLMR") -> GameSession:
    """The game of a record, at its end, on a table of its own."""
    game = play_record(path.read_bytes())
    session = GameSession.objects.create(
        code=code, game=game.document["game"], nights="eyes_closed", language="en", options=game.options
    )
    lifecycle.restore(session, game, str.casefold)
    session.refresh_from_db()
    return session
