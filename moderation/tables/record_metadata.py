"""Metadata of a game's record: how it is played, its language, and the computer's seats.

It is stored in the record under `table`, which no rule reads. Missing or invalid metadata means eyes closed, in the
language of the person who imports the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from games.models import GameSession

KEY = "table"


def read_play_mode(session: GameSession) -> dict[str, Any]:
    """Return how a table plays, for its record."""
    computer = session.seats.filter(bot=True).order_by("place").values_list("name", flat=True)
    return {
        KEY: {
            "nights": session.nights,
            "narrated": session.narrated,
            "language": session.language,
            "computer": list(computer),
        }
    }


def parse_play_mode(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a record's table plays, as columns of `GameSession`.

    Columns that the record does not set are left out.
    """
    said, manner = _find_metadata(document), dict[str, Any]()
    if (nights := said.get("nights")) in GameSession.Nights.values:
        manner["nights"] = nights
    if said.get("narrated") is True and manner.get("nights") == GameSession.Nights.PHONES:
        manner["narrated"] = True
    if (language := said.get("language")) in [code for code, _name in settings.LANGUAGES]:
        manner["language"] = language
    return manner


def parse_computer_seats(document: Mapping[str, Any]) -> list[str]:
    """Return the names of the seats that the computer plays, as far as a record has them."""
    names = _find_metadata(document).get("computer")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _find_metadata(document: Mapping[str, Any]) -> dict[str, Any]:
    said = document.get(KEY)
    return said if isinstance(said, dict) else {}
