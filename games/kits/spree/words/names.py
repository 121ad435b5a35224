"""Spree!: the names of the game, its options and its cards.

A card is written as its rank and the sign of its suit, so that colour is never needed to read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.words import OptionWords
from games.kits.spree.roles import JOKER, RANKS, rank_of
from games.kits.spree.speech import gettext, pgettext, pgettext_lazy
from games.kits.spree.speech import gettext_lazy as _

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "Spree!"
PITCH: Said = _("Loot the mall by night, one cart at a time. What your friends have looted is easier to carry off.")
PLAYERS: Said = _("3 to 8 players, the printed board, a pawn and a car each: the app has the cards and the dice")
MODERATED: bool = False

CARDS: Mapping[str, OptionWords] = {}
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
IN_HAND = [*(rank + suit for suit in "SHCD" for rank in RANKS), JOKER]  # black and red in turn
LETTERS = {
    "J": pgettext_lazy("letter on a jack", "J"),
    "Q": pgettext_lazy("letter on a queen", "Q"),
    "K": pgettext_lazy("letter on a king", "K"),
    "A": pgettext_lazy("letter on an ace", "A"),
}
LOOT = {
    "J": _("all jacks"),
    "Q": _("all queens"),
    "K": _("all kings"),
    "A": _("all aces"),
}

OPTIONS: Mapping[str, OptionWords] = {
    "target": OptionWords(
        pgettext_lazy("Spree!", "Points to win"),
        _("The rulebook suggests 200 with 3 players, 150 with 4, 120 with 5, 100 with 6, 85 with 7, 75 with 8."),
    ),
    "face_cards": OptionWords(
        _("Points for a jack, a queen or a king"),
        _("The rulebook says that a card counts its value, an ace 15, a joker nothing: 10 for these is ours."),
    ),
    "hong_kong": OptionWords(
        _("Hong Kong: more violence"),
        _("Shots carry further, cars run people over, nobody is safe in a car."),
    ),
    "jokers": OptionWords(
        pgettext_lazy("Spree!", "Jokers"), _("Two decks have four. The rulebook lets you add more.")
    ),
    "throw_for_parking": OptionWords(
        _("Throw two dice for who parks first"), _("As in the rulebook. By default Veilleur draws who parks first.")
    ),
}
CAMPS: Mapping[str, Said] = {}
COUNTS: Mapping[str, Said] = {}
PROPOSED: Said = ""


def card_name(card: str) -> str:
    """Return a card in few signs: `7♥`, `10♠`, and this language's letter for a jack."""
    if card == JOKER:
        return pgettext("playing card", "joker")
    rank = rank_of(card)
    return f"{LETTERS.get(rank, rank)}{SUIT_SIGNS[card[-1]]}"


def card_names(cards: Sequence[str]) -> str:
    """Return several cards, in the order given."""
    return " ".join(map(card_name, cards))


def in_hand(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of a hand, jokers last.

    Suit by suit, black and red in turn, from the two to the ace.
    """
    return sorted(cards, key=place_in_hand)


def place_in_hand(choice: Any) -> int:
    """Return the position of a card, or of the first of several, in a hand; 0 for other choices."""
    card = choice[0] if isinstance(choice, list) and choice else choice
    return IN_HAND.index(card) if card in IN_HAND else 0


def by_rank(cards: Sequence[str]) -> str:
    """Return cards as a robber counts them: `7×2 Q`."""
    counted = Counter(map(rank_of, cards))
    return " ".join(
        f"{LETTERS.get(rank, rank)}×{counted[rank]}" if counted[rank] > 1 else str(LETTERS.get(rank, rank))
        for rank in RANKS
        if counted[rank]
    )


def loot(rank: str) -> str:
    """Return what a robbery takes from a cart."""
    return str(LOOT[rank]) if rank in LOOT else gettext("all %(number)ss") % {"number": rank}
