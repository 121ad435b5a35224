"""Spree!: what everybody looks at between questions.

The cars are parked before the first turn. Before the end it is who has come to the car.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.spree.speech import gettext
from games.kits.spree.words.facts import to_room

PARKING = 300.0  # seconds, unless all have parked earlier


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """Return whether it is the set-up, or a car is full enough; turns follow each other at once."""
    return not question or (not follows and bool(pieces(question, facts, ())))


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Return how the cars are parked; or who has come to the car, and what it holds."""
    found: list[Piece] = []
    for fact in facts if not question else [fact for fact in facts if fact["fact"] == "bank"][-1:]:
        match fact:
            case {"fact": "parking"}:
                found += parking(fact)
            case {"fact": "bank"}:
                found += [Piece("name", fact["seat"]), Piece("line", to_room(fact))]
    return found


# P-01, P-02: the hand is the shopping list, so it is looked at before a space is chosen.
def parking(fact: Fact) -> list[Piece]:
    """Return who parks when, and what else is done before the first turn."""
    return [
        Piece("lead", gettext("Park your cars")),
        Piece("line", gettext("Look at your hand first: it is your shopping list.")),
        *(Piece("line", f"{place}. {seat}") for place, seat in enumerate(fact["seats"], 1)),
        Piece("line", gettext("One after the other, each on a free parking space, the pawn beside the car.")),
        Piece("line", gettext("Then %(seat)s plays first.") % {"seat": fact["seats"][-1]}),
    ]


def seconds(question: str, follows: str) -> float | None:
    """Return the time for parking the cars."""
    return PARKING if not question else None


MOMENTS = Moments(
    happened,
    pieces,
    frozenset({"turn"}),
    opens=True,
    seconds=seconds,
    seen_before=frozenset({"parking", "parking_throw"}),
)
