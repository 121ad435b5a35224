"""Spree!: what all look at before the end: who has come to the car, and with how much."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.spree.words.facts import to_room


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """The car that is full enough; turns follow each other at once."""
    return not follows and bool(pieces(question, facts, ()))


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Who it is, and what the car holds."""
    last = [fact for fact in facts if fact["fact"] == "bank"][-1:]
    return [piece for fact in last for piece in (Piece("name", fact["seat"]), Piece("line", to_room(fact)))]


MOMENTS = Moments(happened, pieces)
