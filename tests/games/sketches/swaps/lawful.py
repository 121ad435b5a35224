"""One night: what may be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, Hidden, Own, Secret, Tells, Who
from games.engine.table import Deal
from tests.games.sketches.swaps.roles import ROBBER, SEER, WOLF

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("dealt")),
    Tells("fellows", Who("dealt", WOLF), Who("dealt", WOLF)),
    Tells("middle", Who("dealt", SEER), Hidden("middle"), Given("seer")),
    Tells("robbed", Who("dealt", ROBBER), Own("role")),
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("vote", ROOM, By("vote")),
)
ASKS: Sequence[Asks] = ()
ENDS: Sequence[Secret] = (Who("role", WOLF),)


def set_up(deal: Deal) -> Any:
    """The deck follows from how many sit there."""
    return len(deal["held"])
