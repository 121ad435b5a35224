"""`manage.py backup FILE`: a backup of all stored data, while games go on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import find_terminal_language
from moderation.storage import backups


class Command(BaseCommand):
    """Copies the database with its own tools, as a snapshot of one instant.

    SQLite copies itself with its write-ahead log. PostgreSQL is copied by pg_dump.
    """

    help = "Copy everything that is kept into one file, while games go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file to write."""
        parser.add_argument("file", type=Path, help="the copy; it must not be there yet")

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Write the backup, readable by its owner only. Raises CommandError when it fails."""
        translation.activate(find_terminal_language())
        try:
            backups.write_backup(file)
        except backups.BackupFailed as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(_("Everything is in %(file)s.") % {"file": file})
