"""Spree!: the set-up. The two decks, who parks first, which deals are lawful (RULINGS P-01, P-02, P-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.asks import Choose, shuffled
from games.kits.spree.cards import HAND, TWO_DECKS
from games.options import Option, Switch, Whole, wrong_seats

SEATS = (3, 8)
OPTIONS: dict[str, Option] = {
    "target": Whole(None, least=1),  # P-11: by default what TARGETS says
    "face_cards": Whole(10),  # P-09
    "hong_kong": Switch(False),  # P-12
}
TARGETS = {3: 200, 4: 150, 5: 120, 6: 100, 7: 85, 8: 75}  # points to reach, by players (P-11)
CARD: dict[str, Sequence[str]] = {}


def target(seats: Sequence[str], options: Mapping[str, Any]) -> int:
    """P-11: the score that wins, the table's own or the one for so many players."""
    own: int | None = options["target"]
    return TARGETS[len(seats)] if own is None else own


def deal(
    seats: Sequence[str],
    options: Mapping[str, Any],
    choose: Choose,
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The shuffled decks dealt out, and who parks first.

    Ruling: P-02, the highest of equal throws is anybody with the same chance, so one seat is drawn.
    """
    cards = shuffled(TWO_DECKS, choose)
    hands = {seat: cards[place * HAND : (place + 1) * HAND] for place, seat in enumerate(seats)}
    return {"parks_first": choose(seats), "hands": hands, "stock": cards[len(seats) * HAND :]}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful (P-01, P-02); nothing when it may be played."""
    hands, stock = deal.get("hands"), deal.get("stock")
    if deal.get("parks_first") not in seats:
        return "parks_first must be a seat"
    if not isinstance(hands, Mapping):
        return "hands must hold five cards for every seat"
    if wrong := wrong_seats(seats, hands):
        return wrong
    if any(not isinstance(hand, list) or len(hand) != HAND for hand in hands.values()):
        return "hands must hold five cards for every seat"
    if not isinstance(stock, list):
        return "stock must be a list of cards"
    cards = [card for pile in (*hands.values(), stock) for card in pile]
    if not all(isinstance(card, str) for card in cards) or Counter(cards) != Counter(TWO_DECKS):
        return "hands and stock must be the 108 cards of two decks"
    return ""


def warnings(players: int, counts: Mapping[str, int]) -> list[str]:
    """Advice on a set-up that could still be played: there is none."""
    return []
