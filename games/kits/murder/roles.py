"""Mystery Space Murder 3000: the set-up. 28 clues, 12 secrets, the lawful deals.

Sources: RULINGS M-01 to M-04. A card is a word. The kit's own deck has identifiers of several English words joined by
underscores, which no table types by accident. Any other word on a card is displayed as it was typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.dealing import no_counts, no_warnings, right_counts
from games.engine.options import Option, Switch, Whole, Word, WordLists, wrong_seats
from games.engine.words import gettext_noop as _

SEATS = (3, 6)
CHILDREN = False  # there is no game without its murder
CLUES = {"characters": 8, "rooms": 8, "motives": 6, "weapons": 6}  # in deck order
CARD: Mapping[str, Sequence[str]] = {}
KEYS = {"first", "envelope", "hands", "secrets"}

PLAYABLE = 6  # how many of the characters can be played, the first ones
CATEGORY = {"character": "characters", "room": "rooms", "motive": "motives", "weapon": "weapons"}
HYPOTHESIS = ("room", "character", "weapon", "motive")  # the order in which a hypothesis is said

Cards = dict[str, str]  # one card for each of the four parts of a crime

# M-01: the names of the rulebook stand first in each list; those of `OURS` it does not have.
OWN = {
    "characters": (
        "ellen_ripley",
        "mister_spock",
        "jack_harkness",
        "the_terminator",
        "han_solo",
        "captain_starbuck",
        "the_alien",
        "the_stowaway",
    ),
    "rooms": (  # the first six in the order of the characters whose pawns start there
        "sleeping_quarters",
        "briefing_room",
        "swimming_pool",
        "engine_room",
        "store_room",
        "hangar_deck",
        "mess_hall",
        "gun_room",
    ),
    "motives": ("out_of_hunger", "out_of_jealousy", "out_of_boredom", "for_revenge", "for_power", "for_money"),
    "weapons": ("laser_sword", "stun_gun", "plasma_torch", "pipe_wrench", "rat_poison", "oxygen_bottle"),
}
OURS = ("the_stowaway", *OWN["motives"][1:], *OWN["weapons"][1:])

TWO_DICE, ONE_DIE = "two", "one"
OPTIONS: Mapping[str, Option] = {
    "hours": Whole(15, least=1),  # M-04
    "deck": WordLists(CLUES, OWN),  # M-01; by default the kit's own
    "throw_for_first": Switch(False),  # M-04
    "dice_out_of_prison": Word((TWO_DICE, ONE_DIE)),  # M-08
    "unsolved_is_void": Switch(False),  # M-09
}


@dataclass(frozen=True)
class Deck:
    """The words with which a table plays, by category."""

    words: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, option: Mapping[str, Sequence[str]] | None) -> Deck:
        """Return the deck that the option `deck` sets; without one, the kit's own."""
        return cls(option or OWN)

    def of_kind(self, part: str) -> Sequence[str]:
        """Return the cards that can be this part of a crime.

        `part`: `character`, `room`, `motive` or `weapon`.
        """
        return self.words[CATEGORY[part]]

    @property
    def cards(self) -> list[str]:
        """The 28 clues in deck order."""
        return [card for category in CLUES for card in self.words[category]]

    @property
    def playable(self) -> Sequence[str]:
        """The characters that can be played."""
        return self.words["characters"][:PLAYABLE]

    @property
    def secrets(self) -> list[str]:
        """The words of the 12 secret cards: each motive, each weapon."""
        return [*self.words["motives"], *self.words["weapons"]]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """Return these cards in deck order."""
        wanted = set(cards)
        return [card for card in self.cards if card in wanted]


def said(crime: Cards) -> list[str]:
    """Return the four cards of a hypothesis in the order in which it is said."""
    return [crime[part] for part in HYPOTHESIS]


def deal(
    seats: Sequence[str],
    options: Mapping[str, Any],
    choose: Choose,
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Deal who begins, a sealed card of each category, the other 24, and secrets (M-02, M-03).

    Ruling: each player throws highest with equal chance, so who begins is drawn. Ruling: cards are dealt
    from there clockwise. So with five players the last to play is the one with a card less (M-02).
    """
    deck, first = Deck.of(options["deck"]), choose(seats)
    envelope: Cards = {part: choose(deck.of_kind(part)) for part in CATEGORY}
    rest = shuffled([card for card in deck.cards if card not in envelope.values()], choose)
    start = seats.index(first)
    order = [*seats[start:], *seats[:start]]
    hands = {seat: deck.in_order(rest[order.index(seat) :: len(seats)]) for seat in seats}
    secrets = dict(zip(seats, shuffled(deck.secrets, choose), strict=False))
    return {"first": first, "envelope": envelope, "hands": hands, "secrets": secrets}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """Return why this deal is unlawful (M-01 to M-03), or "" when it may be played."""
    deck = Deck.of(options["deck"])
    if deal.keys() != KEYS:
        return _("a deal gives: who begins, the envelope, the hands, the secrets")
    if not isinstance(deal["first"], str) or deal["first"] not in seats:
        return _("the player who begins must be a seat of the table")
    envelope, hands, secrets = deal["envelope"], deal["hands"], deal["secrets"]
    if not isinstance(envelope, Mapping) or envelope.keys() != CATEGORY.keys():
        return _("the envelope holds a character, a room, a motive and a weapon")
    if any(not isinstance(card, str) or card not in deck.of_kind(part) for part, card in envelope.items()):
        return _("the envelope holds a card of another category")
    return _wrong_hands(seats, deck, envelope, hands) or _wrong_secrets(seats, deck, secrets)


def _wrong_hands(seats: Sequence[Any], deck: Deck, envelope: Mapping[Any, Any], hands: Any) -> str:
    if not isinstance(hands, Mapping) or not all(isinstance(hand, list) for hand in hands.values()):
        return _("each hand must be a list of cards")
    if wrong := wrong_seats(seats, hands):
        return wrong
    dealt = [*envelope.values(), *(card for hand in hands.values() for card in hand)]
    if not all(isinstance(card, str) for card in dealt) or Counter(dealt) != Counter(deck.cards):
        return _("the hands and the envelope must be the 28 cards of the deck")
    sizes = [len(hand) for hand in hands.values()]
    return _("the cards are dealt evenly") if max(sizes) - min(sizes) > 1 else ""


def _wrong_secrets(seats: Sequence[Any], deck: Deck, secrets: Any) -> str:
    if not isinstance(secrets, Mapping):
        return _("there must be a secret for every seat")
    if wrong := wrong_seats(seats, secrets):
        return wrong
    drawn = list(secrets.values())
    if not all(isinstance(card, str) and card in deck.secrets for card in drawn):
        return _("a secret is a motive or a weapon")
    return _("two seats have the same secret") if len(set(drawn)) < len(drawn) else ""


suggestion, wrong_counts, warnings = no_counts, right_counts, no_warnings
