"""`manage.py clubs`: the clubs of a house that keeps several, for whoever runs the server."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games import clubs
from games.models import Club, GameSession
from moderation.access.links import new_host_link
from moderation.clubs import letters
from moderation.management.commands.serve import good_for, terminal_language
from moderation.questions.refusals import Unwanted

LONGEST = 80


class Command(BaseCommand):
    """Lists clubs by their keys, and opens one: its host's link is printed."""

    help = "List the clubs of this house; --open opens another one, and prints its host's link (with CLUBS=1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--open`."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--open", metavar="NAME", default="", help="of the club that is to be opened")
        what.add_argument("--remove", metavar="KEY", default="", help="of the club that goes, with all that it has")

    def handle(self, *, open: str, remove: str, **_options: Any) -> None:
        """Open, remove, or list. Raises CommandError where the house keeps one club, or none has that key."""
        translation.activate(terminal_language())
        if not clubs.are_kept():
            raise CommandError(_("This house keeps one club: CLUBS=1 is not set."))
        if name := " ".join(open.split())[:LONGEST]:
            try:
                club = letters.opened(name)
            except Unwanted as unwanted:
                raise CommandError(unwanted.sentence) from unwanted
            with clubs.entered(club.entered):
                self.stdout.write(f"Host link: {new_host_link()}")
            self.stdout.write(good_for())
            return
        if remove:
            gone = Club.objects.filter(key=remove).exclude(pk=clubs.FIRST).first()
            if gone is None:
                raise CommandError(_("No club has that key, or it is the first, which stays."))
            letters.removed(gone)
            self.stdout.write(_("“%(name)s” is gone, with all that it had.") % {"name": gone.name})
            return
        for club in Club.objects.order_by("pk"):
            with clubs.entered(club.entered):
                tables = GameSession.objects.filter(closed=None, rehearsal=False).count()
            told = {"key": club.key, "name": club.name, "day": f"{club.created:%Y-%m-%d}", "tables": tables}
            self.stdout.write(_("%(key)s  %(name)s, since %(day)s, open tables: %(tables)d") % told)
