"""One night: three cards more than players; three lie in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.options import Option, wrong_seats

SEATS = (3, 10)
OPTIONS: Mapping[str, Option] = {}
CARD: Mapping[str, Sequence[str]] = {}
WOLF, SEER, ROBBER, MIXER, VILLAGER = "wolf", "seer", "robber", "mixer", "villager"
MIDDLE = 3  # cards that nobody holds


def deck(players: int) -> list[str]:
    """The cards in play, which all know."""
    cards = [WOLF, WOLF, SEER, ROBBER, MIXER]
    return cards + [VILLAGER] * (players + MIDDLE - len(cards))


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """A card for every seat, and three for the middle."""
    cards = shuffled(deck(len(seats)), choose)
    return {"held": dict(zip(seats, cards, strict=False)), "middle": cards[-MIDDLE:]}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful."""
    held, middle = deal.get("held"), deal.get("middle")
    if deal.keys() != {"held", "middle"} or not isinstance(held, Mapping) or not isinstance(middle, list):
        return "a deal holds what is held, and the middle"
    if wrong := wrong_seats(seats, held):
        return wrong
    cards = [*held.values(), *middle]
    whole = all(isinstance(card, str) for card in cards) and Counter(cards) == Counter(deck(len(seats)))
    return "" if whole and len(middle) == MIDDLE else "these are not the cards of the deck"


def suggestion(players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """The deck follows from the number of players."""
    return {}


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Nothing is counted."""
    return ""


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> list[str]:
    """There is nothing to advise."""
    return []
