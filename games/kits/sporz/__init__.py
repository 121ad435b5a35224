"""Sporz: the kit.

Only mypy reads what follows. It compares each module with its Protocol.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.gathered import WordFiles
    from games.engine.kit import Modules
    from games.kits.sporz import bots, lawful, roles, rules, story
    from games.kits.sporz.words import easy, facts, help, moments, names, rulebook, steps, tokens

    WORDS = WordFiles(names, steps, facts, help, rulebook, moments, tokens, easy)
    KEPT = Modules(rules, roles, WORDS, bots, lawful, story)
