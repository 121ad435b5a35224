"""Requests of a desk for an organiser of its evening.

Only organisers see them. Nobody else at the table does.
"""

from __future__ import annotations

from django.utils import timezone

from games.models import OrganiserContact


def set_help_wanted(contact: OrganiserContact, wanted: bool) -> None:
    """Set or clear the desk's request for help. The session is locked.

    A repeated request keeps the time of the first one.
    """
    if wanted:
        contact.change(help_asked_at=contact.help_asked_at or timezone.now())
    else:
        contact.change(help_asked_at=None, help_coming=False)


def record_help_coming(contact: OrganiserContact) -> None:
    """Record that an organiser is on the way to a table, if it still needs help.

    The session is locked.
    """
    if contact.help_asked_at:
        contact.change(help_coming=True)
