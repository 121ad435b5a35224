"""Spree!: the set-up. The two decks, who parks first, the lawful deals.

Sources: RULINGS P-01, P-02, P-11. A card is its rank and its suit (`7H`, `10S`, `AD`); a joker is `JK`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.dealing import no_counts, no_warnings, right_counts
from games.engine.options import Option, Switch, Whole, wrong_seats
from games.engine.words import gettext_noop as _

SEATS = (3, 8)
CHILDREN = False  # it is played with shots and robberies
JOKERS = 4  # of two decks
OPTIONS: Mapping[str, Option] = {
    "target": Whole(None, least=1),  # P-11: by default as in TARGETS
    "face_cards": Whole(10),  # P-09
    "hong_kong": Switch(False),  # P-12
    "jokers": Whole(JOKERS, least=JOKERS, most=20),  # P-01
    "throw_for_parking": Switch(False),  # P-02
}
TARGETS = {3: 200, 4: 150, 5: 120, 6: 100, 7: 85, 8: 75}  # points to reach, by players (P-11)
CARD: Mapping[str, Sequence[str]] = {}

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")
JOKER = "JK"
ACE = "A"
FACES = ("J", "Q", "K")
MOVES = ("10", "2")  # ranks that move the pawn as many squares (P-04)

ONE_DECK = (*(rank + suit for rank in RANKS for suit in SUITS), JOKER, JOKER)
TWO_DECKS = ONE_DECK * 2
HAND = 5
ACE_POINTS = 15


def cards_of(options: Mapping[str, Any]) -> list[str]:
    """Return all cards of a table: two decks, and the jokers that it has added (P-01)."""
    return [*TWO_DECKS, *[JOKER] * (options.get("jokers", JOKERS) - JOKERS)]


def rank_of(card: str) -> str:
    """Return the rank of a card; a joker has its own, `JK`."""
    return JOKER if card == JOKER else card[:-1]


def moves(card: str) -> bool:
    """Return whether the card can be played for more steps (P-04).

    A joker can be a ten or a two.
    """
    return card == JOKER or rank_of(card) in MOVES


def stops(card: str) -> bool:
    """Return whether the card can be played to stop something (P-08).

    A joker can be an ace.
    """
    return card == JOKER or rank_of(card) == ACE


def points(card: str, face_cards: int) -> int:
    """Return the points of a card in the car (P-09).

    A jack, queen or king counts `face_cards`.
    """
    rank = rank_of(card)
    if rank == JOKER:
        return 0
    if rank == ACE:
        return ACE_POINTS
    return face_cards if rank in FACES else int(rank)


def kinds(cards: list[str]) -> list[str]:
    """Return each different card once, in the order of the hand."""
    return list(dict.fromkeys(cards))


def target(seats: Sequence[str], options: Mapping[str, Any]) -> int:
    """Return the score that wins, the table's own or the one for so many players (P-11)."""
    own: int | None = options["target"]
    return TARGETS[len(seats)] if own is None else own


def deal(
    seats: Sequence[str],
    options: Mapping[str, Any],
    choose: Choose,
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Deal the shuffled decks, and draw who parks first.

    Ruling: P-02, each player throws highest with equal chance, so one seat is drawn.
    """
    cards = shuffled(cards_of(options), choose)
    hands = {seat: cards[place * HAND : (place + 1) * HAND] for place, seat in enumerate(seats)}
    return {"parks_first": choose(seats), "hands": hands, "stock": cards[len(seats) * HAND :]}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """Return why this deal is unlawful (P-01, P-02), or "" when it may be played."""
    hands, stock = deal.get("hands"), deal.get("stock")
    if deal.get("parks_first") not in seats:
        return _("the first to park must be a seat of the table")
    if not isinstance(hands, Mapping):
        return _("every seat must have a hand of five cards")
    if wrong := wrong_seats(seats, hands):
        return wrong
    if any(not isinstance(hand, list) or len(hand) != HAND for hand in hands.values()):
        return _("every seat must have a hand of five cards")
    if not isinstance(stock, list):
        return _("the stock must be a list of cards")
    cards = [card for pile in (*hands.values(), stock) for card in pile]
    if not all(isinstance(card, str) for card in cards) or Counter(cards) != Counter(cards_of(options)):
        return _("the hands and the stock must be the 108 cards of two decks, and the jokers that were added")
    return ""


suggestion, wrong_counts, warnings = no_counts, right_counts, no_warnings
