"""Quests: the kit. Only mypy reads what follows, and compares each module with its Protocol."""

from typing import TYPE_CHECKING

API = 2  # the number of Veilleur's kits for which this one was made (games/engine/kit.py)

if TYPE_CHECKING:
    from games.engine.gathered import WordFiles
    from games.engine.kit import Modules
    from veilleur_quests import bots, lawful, roles, rules
    from veilleur_quests.words import facts, help, names, rulebook, steps

    WORDS = WordFiles(names, steps, facts, help, rulebook)
    KEPT = Modules(rules, roles, WORDS, bots, lawful)
