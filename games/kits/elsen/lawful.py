"""ELSEN: what may be told, whose secret it may reveal, and to whom (RULINGS E-03 to E-40)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, Given, HowMany, Of, Own, Secret, Tells, Who
from games.engine.table import Deal
from games.kits.elsen.roles import SABOTEUR, SEER

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("role")),
    Tells("saboteurs", Who("role", SABOTEUR), Who("role", SABOTEUR)),
    # By night and at dawn.
    Tells("elimination", Who("role", SABOTEUR), Given("saboteurs", "police")),
    Tells("vital", Who("role", SEER), Of("seat", "alive")),
    Tells("alive", EACH, Own("alive")),
    # To all.
    Tells("turn", ROOM),
    Tells("crew", ROOM, Given("crew")),
    Tells("cards", ROOM, Given("mission")),
    Tells("progress", ROOM),
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("excluded", ROOM, Given("exclude")),
)
# E-24: where the dead lose their powers, the seer who is not woken is dead.
ASKS: Sequence[Asks] = (Asks("seer", Own("alive")),)
# E-40: that no saboteur is aboard, or nobody else alive.
ENDS: Sequence[Secret] = (HowMany("role", SABOTEUR, among="aboard"), HowMany("role", SABOTEUR, among="alive"))


def set_up(deal: Deal) -> Any:
    """Return which roles are in the game, not who has them (E-03)."""
    return Counter(card["role"] for card in deal.values())
