"""Quests: the kit. Only mypy reads what follows, and compares each module with its Protocol."""

from typing import TYPE_CHECKING

API = 1  # the number of Veilleur's kits for which this one was made (games/engine/kit.py)

if TYPE_CHECKING:
    from games.engine.kit import Modules
    from veilleur_quests import bots, lawful, roles, rules, words

    KEPT = Modules(rules, roles, words, bots, lawful)
