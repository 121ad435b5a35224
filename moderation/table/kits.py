"""Which games a table can play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.engine.kit import Kit, all_kits


@cache
def playable_kits() -> Mapping[str, Kit]:
    """The games that can be shown to people: those that have their words."""
    return {slug: kit for slug, kit in all_kits().items() if _speaks(kit)}


def _speaks(kit: Kit) -> bool:
    try:
        return bool(kit.words.NAME and kit.roles.SEATS)
    except ModuleNotFoundError:
        return False
