"""`manage.py prune`: delete expired names, and unused devices, passes and tables."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import find_terminal_language
from moderation.people import pruning


class Command(BaseCommand):
    """Runs the daily pruning of every process. It may run at any time."""

    help = "Take away names, devices, passes and empty tables whose time is over."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prune, and print the numbers."""
        translation.activate(find_terminal_language())
        gone = pruning.prune()
        told = {"games": gone.games, "tables": gone.tables, "passes": gone.passes, "devices": gone.devices}
        said = _("Gone: names of %(games)d games, %(tables)d empty tables, %(passes)d passes, %(devices)d devices.")
        self.stdout.write(said % told)
