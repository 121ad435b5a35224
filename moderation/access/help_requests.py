"""A desk asks for an organiser of its evening, and an organiser hears it. Nobody else at the table does."""

from __future__ import annotations

from django.utils import timezone

from games.models import Upkeep


def ask(upkeep: Upkeep, wanted: bool) -> None:
    """Let the desk of a locked session ask for help, or not any more; whoever asks again has asked since then."""
    if wanted:
        upkeep.help_asked = upkeep.help_asked or timezone.now()
    else:
        upkeep.help_asked, upkeep.help_coming = None, False
    upkeep.save(update_fields=["help_asked", "help_coming"])


def come(upkeep: Upkeep) -> None:
    """An organiser is on the way to the table of a locked session, if it still asks for help."""
    if upkeep.help_asked:
        upkeep.help_coming = True
        upkeep.save(update_fields=["help_coming"])
