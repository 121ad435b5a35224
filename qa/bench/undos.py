"""A record of undos: many answers that stand, then each further answer is taken back at once."""

from __future__ import annotations

import json
from typing import Any

SEATS = [f"P{number}" for number in range(16)]


def record_of_undos(size: int) -> dict[str, Any]:
    """A Sporz record of about so many bytes: the first third of them answers that stand, then answers and undos."""
    moves: list[dict[str, Any]] = []
    length = number = 0
    while length < size:
        new: list[dict[str, Any]] = [{"step": "chief", "by": SEATS[number % 16], "answer": {"seat": choice(number)}}]
        if length > size / 3:
            new.append({"by": "moderator", "undo": 1})
        moves += new
        length += len(json.dumps(new))
        number += 1
    return {"format": "veilleur/1", "game": "sporz", "seats": SEATS, "seed": 1, "moves": moves}


def choice(number: int) -> str:
    """For whom the ballot of this number is: each round of the table for other seats than the one before."""
    return SEATS[(number * 7 + number // 16) % 16]
