"""Check that every seat has a named card before the first question."""

from __future__ import annotations

from random import Random

from games.contract.broken import Broken
from games.contract.random_moves import new_table
from games.engine.kit import Kit


def dealt_before_the_first_step(kit: Kit, seed: int) -> None:
    """Check one deal: as the game opens, every seat's card has a name. Raises `Broken`."""
    table = new_table(kit, Random(f"cards {seed}").choice)
    for seat in table.seats:
        if not str(kit.words.card(table.private(seat)).name):
            step = table.step.name if table.step else "none"
            raise Broken(
                f"{kit.slug}, seed {seed}, before the first step ({step}): {seat}'s card is blank, and phones would "
                "show who has one. Tell every seat its card before the first `yield` of rules.py"
            )
