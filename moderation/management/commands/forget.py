"""`manage.py forget`: take away the names that may go now. Pages of evenings and the start of the house do it too."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from moderation.models import ToForget
from moderation.people import anonymise


class Command(BaseCommand):
    """For houses at which nobody looks for weeks; safe to run at any time."""

    help = "Forget the names of people who asked for it, and of evenings whose time is over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say in how many games names went, and how many seats wait for the end of their game."""
        done = anonymise.do_what_is_due(None)
        waiting = ToForget.objects.count()
        self.stdout.write(f"Games whose names went: {done}. Seats that wait: {waiting}.")
