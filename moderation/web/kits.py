"""The games that a table can play, and the installed games that cannot be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import gettext, gettext_noop

from games.engine.kit import Kit, all_kits
from games.engine.plugins import BROKEN, Unfit

# The sentences of games/engine/plugins.py, which does not use translations.
UNFIT = (
    gettext_noop(
        "%(game)s (%(package)s) was made for a newer Veilleur (number %(more)s of its kits): take a newer Veilleur."
    ),
    gettext_noop("%(game)s (%(package)s) cannot be read: %(more)s."),
    gettext_noop(
        "%(game)s (%(package)s) has the name of a game that is there already (%(more)s): remove one of the two."
    ),
    gettext_noop("%(game)s (%(package)s) needs a name of small letters, digits and underscores."),
    gettext_noop("No game is declared in the folder %(game)s (%(package)s): %(more)s."),
)


@cache
def playable_kits() -> Mapping[str, Kit]:
    """Return the complete kits, which can be shown to people, by slug."""
    return {slug: kit for slug, kit in all_kits().items() if not _list_lacking(kit)}


def list_left_out() -> list[tuple[str, str]]:
    """List the name and the reason of each game that cannot be played, in the active language."""
    return [(unfit.game, gettext(unfit.why) % unfit.values) for unfit in _list_unfit()]


def _list_unfit() -> Sequence[Unfit]:
    halves = [
        Unfit(kit.slug, kit.package, BROKEN, "; ".join(lacks))
        for kit in all_kits().values()
        if (lacks := _list_lacking(kit))
    ]
    return [*all_kits().unfit, *halves]


@cache
def _list_lacking(kit: Kit) -> Sequence[str]:
    return kit.list_lacking()
