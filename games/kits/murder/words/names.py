"""Mystery Space Murder 3000: the names of the game, its options and its cards.

The kit's own cards have names in each language. The words that a table has typed are displayed as typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.functional import lazy

from games.engine.words import BETWEEN_PARTS, OptionWords
from games.kits.murder.roles import HYPOTHESIS, ONE_DIE, OURS, OWN, TWO_DICE
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.speech import pgettext, pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "Mystery Space Murder 3000"
PITCH: Said = _(
    "The captain is dead, and nobody aboard remembers a thing. Who did it, where, with what and why? Maybe you."
)
PLAYERS: Said = _("3 to 6 players, the printed board and its six pawns: the app throws the dice")
MODERATED: bool = False

CARDS: Mapping[str, OptionWords] = {}
LABELS = {
    "ellen_ripley": pgettext_lazy("clue", "Ripley"),
    "mister_spock": pgettext_lazy("clue", "Spock"),
    "jack_harkness": pgettext_lazy("clue", "Jack Harkness"),
    "the_terminator": pgettext_lazy("clue", "Terminator"),
    "han_solo": pgettext_lazy("clue", "Han Solo"),
    "captain_starbuck": pgettext_lazy("clue", "Starbuck"),
    "the_alien": pgettext_lazy("clue", "Alien"),
    "the_stowaway": pgettext_lazy("clue", "Stowaway"),
    "sleeping_quarters": pgettext_lazy("clue", "Sleeping quarters"),
    "briefing_room": pgettext_lazy("clue", "Briefing room"),
    "swimming_pool": pgettext_lazy("clue", "Swimming pool"),
    "engine_room": pgettext_lazy("clue", "Engine room"),
    "store_room": pgettext_lazy("clue", "Store room"),
    "hangar_deck": pgettext_lazy("clue", "Hangar"),
    "mess_hall": pgettext_lazy("clue", "Mess"),
    "gun_room": pgettext_lazy("clue", "Gun room"),
    "out_of_hunger": pgettext_lazy("clue", "Hunger"),
    "out_of_jealousy": pgettext_lazy("clue", "Jealousy"),
    "out_of_boredom": pgettext_lazy("clue", "Boredom"),
    "for_revenge": pgettext_lazy("clue", "Revenge"),
    "for_power": pgettext_lazy("clue", "Thirst for power"),
    "for_money": pgettext_lazy("clue", "Money"),
    "laser_sword": pgettext_lazy("clue", "Laser sword"),
    "stun_gun": pgettext_lazy("clue", "Stun gun"),
    "plasma_torch": pgettext_lazy("clue", "Plasma torch"),
    "pipe_wrench": pgettext_lazy("clue", "Wrench"),
    "rat_poison": pgettext_lazy("clue", "Rat poison"),
    "oxygen_bottle": pgettext_lazy("clue", "Oxygen bottle"),
}
CATEGORIES = {
    "characters": pgettext_lazy("clue", "Characters"),
    "rooms": pgettext_lazy("clue", "Rooms"),
    "motives": pgettext_lazy("clue", "Motives"),
    "weapons": pgettext_lazy("clue", "Weapons"),
}
KINDS = {
    "characters": pgettext_lazy("kind of clue", "person"),
    "rooms": pgettext_lazy("kind of clue", "room"),
    "motives": pgettext_lazy("kind of clue", "motive"),
    "weapons": pgettext_lazy("kind of clue", "weapon"),
}


def starred(card: str) -> str:
    """Return a card's name, with a star where the name is ours and not the rulebook's.

    See RULINGS M-01.
    """
    return f"{LABELS[card]}\u00a0*" if card in OURS else str(LABELS[card])


def marked(category: str) -> str:
    """Return the names of the kit's own cards of a category, one a line."""
    return "\n".join(map(starred, OWN[category]))


def listed(category: str) -> str:
    """Return the names of a category in one line, after the category's own name."""
    names = ", ".join(map(starred, OWN[category]))
    return pgettext("clue", "%(category)s: %(names)s") % {"category": CATEGORIES[category], "names": names}


OPTIONS: Mapping[str, OptionWords] = {
    "hours": OptionWords(_("Hours until the end"), _("An hour is a full round of the table; the rulebook says 15.")),
    "deck": OptionWords(
        _("The names of the cards"),
        _(
            "The rulebook names some cards only; names with a star are ours. Type others, one a line: Veilleur says "
            "them, and prints them on the board, the pawns and the sheets of this table. "
            "The first six characters can be played; each starts in the room on the same line. "
            "A list left empty stays as it stands here."
        ),
        CATEGORIES,
        {category: lazy(marked, str)(category) for category in CATEGORIES},
    ),
    "throw_for_first": OptionWords(
        _("Throw a die for who begins"), _("As in the rulebook. By default Veilleur draws who begins.")
    ),
    "dice_out_of_prison": OptionWords(
        _("Out of prison one walks with"),
        _("The rulebook may be read both ways."),
        {TWO_DICE: _("Two dice"), ONE_DIE: _("One die")},
    ),
    "unsolved_is_void": OptionWords(
        _("A wrong hypothesis that nobody can answer ends the game"),
        _("As in the rulebook, where a card must have been lost. By default play goes on."),
    ),
}
CAMPS: Mapping[str, Said] = {}
COUNTS: Mapping[str, Said] = {}
PROPOSED: Said = ""


def label(card: str) -> str:
    """Return a card's name."""
    return str(LABELS.get(card, card))


def with_kind(card: str, deck: Mapping[str, Sequence[str]] = OWN) -> str:
    """Return a card and its kind: "Rope (weapon)"; only the card where it is of another deck."""
    kind = next((KINDS[category] for category, cards in deck.items() if card in cards), None)
    if kind is None:
        return label(card)
    return pgettext("kind of clue", "%(card)s (%(kind)s)") % {"card": label(card), "kind": kind}


def labels(cards: Iterable[str]) -> str:
    """Return the names of several cards, in the order given."""
    return ", ".join(map(label, cards))


def crime(parts: Mapping[str, str]) -> str:
    """Return a hypothesis, each part after the other.

    Because no sentence would fit every word that a table may have typed.
    """
    return BETWEEN_PARTS.join(label(parts[part]) for part in HYPOTHESIS)
