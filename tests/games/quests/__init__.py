"""Quests: a kit for tests, as a stranger could write one. Only mypy reads what follows."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.kit import Modules
    from tests.games.quests import bots, lawful, roles, rules, words

    KEPT = Modules(rules, roles, words, bots, lawful)
