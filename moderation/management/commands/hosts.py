"""`manage.py hosts`: list the devices that are hosts, or revoke one of them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.management.commands.serve import find_terminal_language
from moderation.models import Kind, Link, Pass


class Command(BaseCommand):
    """Lists hosts by a number, a name and a day.

    It can revoke one by its number, with every unused link for the same name.
    """

    help = "List the devices that are hosts; --revoke takes what one of them may do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--revoke`."""
        parser.add_argument("--revoke", type=int, metavar="NUMBER", help="of the host, as this command lists it")

    def handle(self, *, revoke: int | None, **_options: Any) -> None:
        """Revoke a host if asked, then print the list. Raises CommandError for an unknown number."""
        translation.activate(find_terminal_language())
        if revoke is not None:
            self.revoke(revoke)
        hosts = Pass.objects.filter(kind=Kind.HOST).order_by("pk")
        if not hosts:
            self.stdout.write(_("No device is a host."))
        for one in hosts:
            name = one.name or _("without a name")
            told = {"number": one.pk, "name": name, "day": f"{one.created:%Y-%m-%d %H:%M}"}
            self.stdout.write(_("%(number)5d  %(name)s, since %(day)s UTC") % told)

    def revoke(self, number: int) -> None:
        """Delete a host's pass, and the unused links for the same name that could restore it."""
        held = Pass.objects.filter(kind=Kind.HOST, pk=number).first()
        if held is None:
            raise CommandError(_("No host has that number."))
        Link.objects.filter(kind=Kind.HOST, name=held.name, used=None).delete()
        held.delete()
        self.stdout.write(_("Done: that device is no longer a host."))
