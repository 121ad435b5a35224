"""Requests of a desk for an organiser of its evening.

Only organisers see them. Nobody else at the table does.
"""

from __future__ import annotations

from django.utils import timezone

from games.models import Upkeep


def set_help_wanted(upkeep: Upkeep, wanted: bool) -> None:
    """Set or clear the desk's request for help. The session is locked.

    A repeated request keeps the time of the first one.
    """
    if wanted:
        upkeep.change(help_asked=upkeep.help_asked or timezone.now())
    else:
        upkeep.change(help_asked=None, help_coming=False)


def record_help_coming(upkeep: Upkeep) -> None:
    """Record that an organiser is on the way to a table, if it still needs help.

    The session is locked.
    """
    if upkeep.help_asked:
        upkeep.change(help_coming=True)
