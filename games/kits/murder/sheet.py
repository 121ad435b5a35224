"""Mystery Space Murder 3000: the investigation sheet (RULINGS M-12). It knows what its seat was told, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import pgettext

from games.kits.murder.deck import CLUES
from games.kits.murder.labels import CATEGORIES, label
from games.table import Fact
from games.words import Entry, SheetPart

OPEN = Entry("")  # nothing is known


def sheet(private: Sequence[Fact], public: Sequence[Fact]) -> list[SheetPart]:
    """Every category with its cards, and beside each card who holds or has shown it, or nothing.

    A card heard beside another in one declaration may be made up: it is not settled, and has a question mark.
    """
    deck = next((fact["deck"] for fact in public if "deck" in fact), None)
    if deck is None:
        return []
    known = told_in_public(private, public) | told_in_private(private)
    return [
        SheetPart(CATEGORIES[category], [replace(known.get(card, OPEN), name=label(card)) for card in deck[category]])
        for category in CLUES
    ]


def told_in_public(private: Sequence[Fact], public: Sequence[Fact]) -> dict[str, Entry]:
    """M-06: who has declared what; one card alone is held, of two at least one is. Own words teach nothing."""
    oneself = next((fact["seat"] for fact in private if fact["fact"] == "secret"), None)
    heard = [fact for fact in public if fact["fact"] == "declaration" and fact["seat"] != oneself]
    perhaps = {card: Entry("", pgettext("sheet", "%(seat)s?") % fact) for fact in heard for card in fact["cards"]}
    return perhaps | {fact["cards"][0]: held_by(fact["seat"]) for fact in heard if len(fact["cards"]) == 1}


def told_in_private(private: Sequence[Fact]) -> dict[str, Entry]:
    """Who has shown a card or was given one, and what is in the own hand now."""
    known: dict[str, Entry] = {}
    for fact in private:
        if fact["fact"] == "shown":
            known[fact["card"]] = held_by(fact["by"])
        elif fact["fact"] == "exchanged_cards":
            known[fact["gave"]] = held_by(fact["with"])
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    return known | {card: held_by(pgettext("sheet", "you")) for card in (hands[-1] if hands else ())}


def held_by(who: str) -> Entry:
    """A card in somebody's hand is in no envelope."""
    return Entry("", who, settled=True)
