"""Spree!: the kit. Only mypy reads what follows, and compares each module with its Protocol."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.kit import Modules
    from games.kits.spree import bots, lawful, roles, rules, story, words

    KEPT = Modules(rules, roles, words, bots, lawful, story)
