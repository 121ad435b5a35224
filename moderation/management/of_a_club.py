"""What commands about one club have in common: in a house that keeps several, `--club` says which."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games import clubs
from games.models import Club
from moderation.access.clubs import first


class OfAClub(BaseCommand):
    """A command that is about the club of `--club`, by its key; without one about the first."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> Any:
        """Declare `--club`."""
        parser: ArgumentParser = super().create_parser(prog_name, subcommand, **options)
        parser.add_argument("--club", default="", metavar="KEY", help="as in its address (with CLUBS=1)")
        return parser

    def execute(self, *args: Any, **options: Any) -> Any:
        """Run in that club. Raises CommandError for a key that no club has."""
        key = options.pop("club", "")
        if not clubs.are_kept():
            if key:
                raise CommandError(_("This house keeps one club: CLUBS=1 is not set."))
            inside = nullcontext()
        else:
            club = Club.objects.filter(key=key).first() if key else first()
            if club is None:
                raise CommandError(_("No club has that key."))
            inside = clubs.entered(club.entered)  # type: ignore[assignment]
        with inside:
            return super().execute(*args, **options)
