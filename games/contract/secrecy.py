"""Check of all that a kit promises about its secrets, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.contract.broken import Broken
from games.contract.cards import dealt_before_the_first_step
from games.contract.worlds import look_alike
from games.engine.kit import Kit
from games.engine.table import Table


def keeps_its_secrets(kit: Kit, seeds: Iterable[int], kept: Sequence[Table] = ()) -> int:
    """Deal and play pairs of worlds, one for each seed; return the number of comparisons.

    `kept`: finished games, which some pairs follow. Raises `Broken` at the first leak, and where the worlds were
    alike at too few questions for a useful test.
    """
    compared = count = 0
    for seed in seeds:
        dealt_before_the_first_step(kit, seed)
        compared += look_alike(kit, seed, kept)
        count += 1
    if compared < count:
        raise Broken(
            f"{kit.slug}: {count} pairs of games were alike at {compared} questions in all, too few to tell much. "
            "Look whether `set_up` of lawful.py lets any other deal pass for this one"
        )
    return compared
