"""`manage.py prune`: take away names whose time is over, and devices, passes and tables that nobody needs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import terminal_language
from moderation.people import pruning


class Command(BaseCommand):
    """Does what every process does once a day; safe to run at any time."""

    help = "Take away names, devices, passes and empty tables whose time is over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how much went."""
        translation.activate(terminal_language())
        gone = pruning.prune()
        told = {"games": gone.games, "tables": gone.tables, "passes": gone.passes, "devices": gone.devices}
        said = _("Gone: names of %(games)d games, %(tables)d empty tables, %(passes)d passes, %(devices)d devices.")
        self.stdout.write(said % told)
