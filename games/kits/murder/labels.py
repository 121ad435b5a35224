"""Mystery Space Murder 3000: what the kit's own cards are called; a table's own words are shown as typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import pgettext_lazy

from games.kits.murder.deck import HYPOTHESIS

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


def label(card: str) -> str:
    """What a card is called."""
    return str(LABELS.get(card, card))


def labels(cards: Iterable[str]) -> str:
    """Several cards, in the order given."""
    return ", ".join(map(label, cards))


def crime(parts: Mapping[str, str]) -> str:
    """A hypothesis, each part after the other: no sentence would suit every word a table may have typed."""
    return " · ".join(label(parts[part]) for part in HYPOTHESIS)
