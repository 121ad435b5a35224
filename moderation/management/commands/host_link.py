"""`manage.py host_link`: a fresh link for a host, also while the server is stopped."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.access.invite_links import create_host_link
from moderation.management.commands.serve import describe_link_life, find_terminal_language
from moderation.ops import processes
from moderation.server.server import USUAL_PORT
from moderation.web.lan_addresses import build_address, list_candidates

LONGEST_HOST_NAME = 40


def read_host_name(written: str) -> str:
    """Return a name as it is stored. Raises ArgumentTypeError for one that is too long."""
    if len(name := " ".join(written.split())) > LONGEST_HOST_NAME:
        raise ArgumentTypeError(f"{LONGEST_HOST_NAME} letters at most")
    return name


class Command(BaseCommand):
    """Prints the link as `serve` does at its start. Older links for the same name become void."""

    help = "Print a fresh link that makes the device which opens it a host's; older links for the same name are void."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--name` and `--port`."""
        parser.add_argument(
            "--name",
            default="",
            type=read_host_name,
            help="whose it is, for `hosts` to list: two organisers have two links",
        )
        parser.add_argument(
            "--port", type=int, help=f"on which the server listens (default: its latest port, else {USUAL_PORT})"
        )

    def handle(self, *, port: int | None, name: str, **_options: Any) -> None:
        """Print the link."""
        port = port or processes.read_port() or USUAL_PORT
        translation.activate(find_terminal_language())
        link = create_host_link(name)
        self.stdout.write(f"Host link: {build_address('127.0.0.1', port)}{link}")
        if lan := list_candidates():
            self.stdout.write(
                _("The moderator's tablet, once: %(link)s") % {"link": build_address(lan[0], port) + link}
            )
        self.stdout.write(describe_link_life())
