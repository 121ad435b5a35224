"""`manage.py status`: the state of the server, from any machine that reaches its database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import find_terminal_language
from moderation.ops import report


class Command(BaseCommand):
    """Prints a line for each fact; the exit status is 1 for a fault."""

    help = "Print the status of the server: version, processes, load, last backup."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        """Print the lines, and exit with 1 where one of them is a fault."""
        translation.activate(find_terminal_language())
        try:
            lines = report.report_running()
        except DatabaseError as error:
            raise CommandError(_("The database does not answer, or has not been made yet.")) from error
        if not report.print_lines(lines, self.stdout):
            sys.exit(1)
