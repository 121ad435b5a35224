"""Functions for the set-ups of several games: decks of roles, and games without counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.options import AS_USUAL, wrong_seats


def deck_of(players: int, counts: Mapping[str, int], counted: Sequence[str], others: str) -> list[str]:
    """Return a role for each player.

    First come the roles that are counted, in this order. The rest get the role `others`.
    """
    deck = [role for role in counted for _ in range(counts.get(role, 0))]
    return deck + [others] * (players - len(deck))


def deal_roles(seats: Sequence[str], deck: Sequence[str], choose: Choose) -> dict[str, Any]:
    """Return a role of the deck for each seat, drawn with `choose`."""
    return {seat: {"role": role} for seat, role in zip(seats, shuffled(deck, choose), strict=True)}


def wrong_roles(seats: Sequence[Any], deal: Mapping[Any, Any], roles: Sequence[str]) -> str:
    """Return what is wrong with a deal that needs one of these roles for every seat, or ""."""
    if wrong := wrong_seats(seats, deal):
        return wrong
    for seat, card in deal.items():
        if not isinstance(card, Mapping) or card.get("role") not in roles:
            return f"{seat} needs a role"
    return ""


def no_counts(_players: int, _options: Mapping[str, Any] = AS_USUAL) -> dict[str, int]:
    """Return no counts, because every player is dealt the same kinds of cards."""
    return {}


def right_counts(_players: int, _counts: Mapping[str, int], _options: Mapping[str, Any] = AS_USUAL) -> str:
    """Return no fault, because nothing is counted."""
    return ""


def no_warnings(_players: int, _counts: Mapping[str, int], _options: Mapping[str, Any] = AS_USUAL) -> list[str]:
    """Return no warning about a set-up that can be played all the same."""
    return []
