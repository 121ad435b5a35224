"""`manage.py doctor`: a diagnosis of this server for remote support.

Nothing in it is secret.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import find_terminal_language
from moderation.ops import report
from moderation.server.server import USUAL_PORT


class Command(BaseCommand):
    """Prints a line for each thing that an evening needs; the exit status is 1 for a fault."""

    help = "Print a report on this server, for people who help: it contains no secret."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--port`."""
        parser.add_argument("--port", type=int, default=USUAL_PORT, help=f"of the server (default: {USUAL_PORT})")

    def handle(self, *, port: int, **_options: Any) -> None:
        """Print the lines; exit with 1 where one of them is a fault."""
        translation.activate(find_terminal_language())
        well = report.print_lines(report.report_everything(port), self.stdout)
        self.stdout.write("\n" + (_("Nothing stands in the way.") if well else _("Look at the lines with a !")))
        if not well:
            sys.exit(1)
