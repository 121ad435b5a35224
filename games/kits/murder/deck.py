"""Mystery Space Murder 3000: the cards. 28 clues in four categories, 12 secrets (RULINGS M-01).

A card is a word. The kit's own deck holds identifiers of several English words joined by underscores, which no
table types by accident: whatever else is read on a card is shown as it was typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

CLUES = {"characters": 8, "rooms": 8, "motives": 6, "weapons": 6}  # in deck order
PLAYABLE = 6  # how many of the characters can be played, the first ones

CATEGORY = {"character": "characters", "room": "rooms", "motive": "motives", "weapon": "weapons"}
HYPOTHESIS = ("room", "character", "weapon", "motive")  # the order in which a hypothesis is said

Cards = dict[str, str]  # one card for each of the four parts of a crime

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


@dataclass(frozen=True)
class Deck:
    """The words a table plays with, by category."""

    words: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, option: Mapping[str, Sequence[str]] | None) -> Deck:
        """The deck that the option `deck` sets; without one, the kit's own."""
        return cls(option or OWN)

    def of_kind(self, part: str) -> Sequence[str]:
        """The cards that can be this part of a crime: `character`, `room`, `motive` or `weapon`."""
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
        """What the 12 secret cards say: each motive, each weapon."""
        return [*self.words["motives"], *self.words["weapons"]]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """These cards in deck order."""
        wanted = set(cards)
        return [card for card in self.cards if card in wanted]


def said(crime: Cards) -> list[str]:
    """The four cards of a hypothesis in the order in which it is said."""
    return [crime[part] for part in HYPOTHESIS]
