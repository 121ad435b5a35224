"""Two rooms: a president, a bomber, and two camps, dealt into two rooms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.options import Option, Whole, wrong_seats

SEATS = (6, 20)
OPTIONS: Mapping[str, Option] = {"rounds": Whole(3, least=1)}
CARD: Mapping[str, Sequence[str]] = {}
PRESIDENT, BOMBER, BLUE, RED = "president", "bomber", "blue", "red"


def cards(players: int) -> list[str]:
    """As many of either camp as there can be, and one blue more in an odd number."""
    return [PRESIDENT, BOMBER] + [RED] * (players // 2 - 1) + [BLUE] * ((players + 1) // 2 - 1)


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """A card for every seat, and who sits in the first room."""
    held = dict(zip(seats, shuffled(cards(len(seats)), choose), strict=True))
    first = set(shuffled(range(len(seats)), choose)[: len(seats) // 2])
    return {"held": held, "first": [seat for place, seat in enumerate(seats) if place in first]}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful."""
    held, first = deal.get("held"), deal.get("first")
    if deal.keys() != {"held", "first"} or not isinstance(held, Mapping) or not isinstance(first, list):
        return "a deal holds what is held, and who is in the first room"
    if wrong := wrong_seats(seats, held):
        return wrong
    roles = list(held.values())
    if not all(isinstance(role, str) for role in roles) or Counter(roles) != Counter(cards(len(seats))):
        return "these are not the cards for so many"
    in_order = [seat for seat in seats if seat in first]
    return "" if in_order == first and len(first) == len(seats) // 2 else "half of them sit in the first room"


def suggestion(players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """The cards follow from the number of players."""
    return {}


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Nothing is counted."""
    return ""


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> list[str]:
    """There is nothing to advise."""
    return []
