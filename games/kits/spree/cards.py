"""Spree!: the cards. Two decks with their jokers, ranks, points (RULINGS P-01, P-09).

A card is its rank and its suit (`7H`, `10S`, `AD`); a joker is `JK`.
"""

from __future__ import annotations

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


def rank_of(card: str) -> str:
    """The rank of a card; a joker has its own, `JK`."""
    return JOKER if card == JOKER else card[:-1]


def moves(card: str) -> bool:
    """P-04: whether the card can be played for more steps; a joker can be a ten or a two."""
    return card == JOKER or rank_of(card) in MOVES


def stops(card: str) -> bool:
    """P-08: whether the card can be played to stop something; a joker can be an ace."""
    return card == JOKER or rank_of(card) == ACE


def points(card: str, face_cards: int) -> int:
    """P-09: what a card is worth in the car, when a jack, queen or king counts `face_cards`."""
    rank = rank_of(card)
    if rank == JOKER:
        return 0
    if rank == ACE:
        return ACE_POINTS
    return face_cards if rank in FACES else int(rank)


def kinds(cards: list[str]) -> list[str]:
    """Each different card once, in the order held."""
    return list(dict.fromkeys(cards))
