"""Spree!: what may be told, whose secret it may reveal, and to whom (RULINGS P-01 to P-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, Own, Secret, Tells
from games.engine.table import Deal

DEED, DICE, ACES = Given("turn"), Given("dice"), By("react")

TELLS: Sequence[Tells] = (
    Tells("hand", EACH, Own("hand")),
    # Everything else is public.
    Tells("parking", ROOM, DICE),
    Tells("parking_throw", ROOM, DICE),
    Tells("turn", ROOM, DEED),
    Tells("up", ROOM),
    Tells("roll", ROOM, DEED, DICE),
    Tells("move", ROOM, DEED),
    Tells("shop", ROOM, DEED),
    Tells("rob", ROOM, DEED),
    Tells("shoot", ROOM, DEED, DICE),
    Tells("run_over", ROOM, DEED),
    Tells("bank", ROOM, DEED),
    Tells("leave", ROOM, DEED),
    Tells("repark", ROOM, DEED),
    Tells("drive", ROOM, DEED, DICE),
    Tells("park", ROOM, DEED),
    Tells("ace", ROOM, ACES),
    Tells("stopped", ROOM, ACES),
    Tells("done", ROOM, ACES),
    Tells("cart", ROOM),
    Tells("down", ROOM),
    Tells("shuffled", ROOM),
)
ASKS: Sequence[Asks] = ()
ENDS: Sequence[Secret] = ()


def set_up(deal: Deal) -> Any:
    """Return who parks first (P-01), and how many cards everybody has."""
    return deal["parks_first"], {seat: len(hand) for seat, hand in deal["hands"].items()}
