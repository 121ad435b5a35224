"""Spree!: the kit.

Only mypy reads what follows. It compares each module with its Protocol.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.gathered import WordFiles
    from games.engine.kit import Modules
    from games.kits.spree import bots, lawful, roles, rules, story
    from games.kits.spree.words import easy, facts, help, moments, names, rulebook, steps

    WORDS = WordFiles(names, steps, facts, help, rulebook, moments, easy=easy)
    KEPT = Modules(rules, roles, WORDS, bots, lawful, story)
