"""`manage.py host_link`: a fresh link for the host, while the house is open or before."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.access.links import new_host_link
from moderation.management.commands.serve import address, good_for, terminal_language
from moderation.site.lan import candidates


class Command(BaseCommand):
    """Prints the link as `serve` does at its start; older ones are void."""

    help = "Print a fresh link that makes the device which opens it the host; older links are void."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--port`."""
        parser.add_argument("--port", type=int, default=8000, help="where the house listens (default: 8000)")

    def handle(self, *, port: int, **_options: Any) -> None:
        """Print it."""
        translation.activate(terminal_language())
        link = new_host_link()
        self.stdout.write(f"Host link: {address('127.0.0.1', port)}{link}")
        if lan := candidates():
            self.stdout.write(_("The moderator's tablet, once: %(link)s") % {"link": address(lan[0], port) + link})
        self.stdout.write(good_for())
