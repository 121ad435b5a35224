"""Two rooms: what may be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, Of, Own, Secret, Tells, Who
from games.engine.table import Deal
from tests.games.sketches.rooms.roles import BOMBER, PRESIDENT

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("role")),
    Tells("shown", EACH, Of("seat", "role"), By("show")),
    Tells("round", ROOM),
    Tells("leaders", ROOM, By("leader")),
    Tells("exchanged", ROOM, Given("hostages")),
)
ASKS: Sequence[Asks] = ()
ENDS: Sequence[Secret] = (Who("role", PRESIDENT), Who("role", BOMBER))


def set_up(deal: Deal) -> Any:
    """How many sit there, and who is in which room."""
    return len(deal["held"]), deal["first"]
