"""`manage.py forget`: remove the names that may go now.

Pages of evenings and the start of the server do it too.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from moderation.models import ToForget
from moderation.people import anonymise


class Command(BaseCommand):
    """Removes due names on servers whose pages are seldom opened. It may run at any time."""

    help = "Forget the names of people who asked for it, and of evenings whose time is over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of games whose names went, and of seats that wait for their game's end."""
        done = anonymise.remove_due_names(None)
        waiting = ToForget.objects.count()
        self.stdout.write(f"Games whose names went: {done}. Seats that wait: {waiting}.")
