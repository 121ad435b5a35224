"""The bat: one vampire among villagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose
from games.engine.options import Option, Whole, wrong_seats

SEATS = (4, 12)
OPTIONS: Mapping[str, Option] = {"nights": Whole(4, least=1)}
VAMPIRE, VILLAGER = ROLES = ("vampire", "villager")
CARD: Mapping[str, Sequence[str]] = {"role": ROLES}


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """One vampire, drawn."""
    vampire = choose(seats)
    return {seat: {"role": VAMPIRE if seat == vampire else VILLAGER} for seat in seats}


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful."""
    if wrong := wrong_seats(seats, deal):
        return wrong
    roles = [card.get("role") if isinstance(card, Mapping) else None for card in deal.values()]
    if any(not isinstance(role, str) or role not in ROLES for role in roles):
        return "everybody needs a role"
    return "" if roles.count(VAMPIRE) == 1 else "there must be one vampire"


def suggestion(players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """There is always one."""
    return {}


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Nothing is counted."""
    return ""


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> list[str]:
    """There is nothing to advise."""
    return []
