"""The bat: what may be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, Of, Own, Secret, Tells, Who
from games.engine.table import Deal

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("role")),
    Tells("morning", EACH, Given("vampires")),
    Tells("fellows", Who("vampire", True), Who("vampire", True)),
    Tells("bat", ROOM, Given("give")),
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("stake", ROOM, By("stake")),
    Tells("was", ROOM, Of("seat", "vampire")),
)
ASKS: Sequence[Asks] = ()
ENDS: Sequence[Secret] = (Who("vampire", True),)


def set_up(deal: Deal) -> Any:
    """How many sit there."""
    return len(deal)
