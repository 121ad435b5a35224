"""`manage.py backup FILE`: a copy of the database file, whole and of one instant, while games go on."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import terminal_language


class Command(BaseCommand):
    """Copies SQLite's file as SQLite itself does, with what is still in its write-ahead log."""

    help = "Copy the database file while games go on (SQLite; PostgreSQL has pg_dump)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file to write."""
        parser.add_argument("file", type=Path, help="the copy; it must not be there yet")

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Copy, readable by its owner only. Raises CommandError when it cannot be done."""
        translation.activate(terminal_language())
        if connection.vendor != "sqlite":
            raise CommandError(_("PostgreSQL is backed up with pg_dump: docs/hosting.md says how."))
        try:
            file.touch(mode=0o600, exist_ok=False)
        except FileExistsError as error:
            raise CommandError(_("%(file)s is there already.") % {"file": file}) from error
        except OSError as error:
            raise CommandError(_("%(file)s cannot be written.") % {"file": file}) from error
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as copy:
            connection.connection.backup(copy)
        self.stdout.write(_("Everything is in %(file)s.") % {"file": file})
