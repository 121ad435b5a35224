"""Quests: how the computer plays a seat: at random, and never against its own side."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.asks import Answer, Ask, Choose
from games.engine.bots import random_answer
from games.engine.table import Fact


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Most teams ride, so that a game comes to its end."""
    if step == "approve":
        return {"approve": choose((True, True, False))}
    return random_answer(step, ask, seat, told, choose)
