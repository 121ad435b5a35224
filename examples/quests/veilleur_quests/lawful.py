"""Quests: what may be told, whose secret it reveals, and to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, Own, Secret, Tells, Who
from games.engine.table import Deal
from veilleur_quests.roles import ASSASSIN, MERLIN, MINION, MORGANA, PERCIVAL, TRAITORS

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("role")),
    Tells("fellows", Who("role", ASSASSIN, MORGANA, MINION), Who("role", ASSASSIN, MORGANA, MINION)),
    Tells("traitors", Who("role", MERLIN), Who("role", *TRAITORS)),
    Tells("two", Who("role", PERCIVAL), Who("role", MERLIN, MORGANA)),
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("leader", ROOM),
    Tells("team", ROOM, Given("team")),
    Tells("approved", ROOM, By("approve")),
    Tells("quest", ROOM, Given("quest")),
)
ASKS: Sequence[Asks] = ()
ENDS: Sequence[Secret] = (Given("assassin"), Who("role", MERLIN))


def set_up(deal: Deal) -> Any:
    """How many sit there; not even which of two cards was drawn for the traitors."""
    return len(deal)
