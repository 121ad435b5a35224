"""`manage.py evening out ID FILE` and `manage.py evening in FILE`: export and import.

They write a whole evening to a file, and read it back.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Event
from moderation.events.archive import parts
from moderation.events.archive.container import MOST_PACKED
from moderation.events.archive.schema import NotAnEvening
from moderation.management.commands.serve import find_terminal_language
from moderation.web.refusals import Unwanted


class Command(BaseCommand):
    """Exports an evening from this server, or imports one."""

    help = "Take a whole evening out as a zip file, or bring one in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare both subcommands."""
        ways = parser.add_subparsers(dest="way", required=True)
        out = ways.add_parser("out", help="write an evening into a file")
        out.add_argument("id", type=int, help="the number at the end of the evening's address")
        out.add_argument("file", type=Path, help="the archive; it must not be there yet")
        ways.add_parser("in", help="make an evening of a file").add_argument("file", type=Path)

    def handle(self, *, way: str, file: Path, **options: Any) -> None:
        """Export or import an evening. Raises CommandError when it fails; then nothing has changed."""
        translation.activate(find_terminal_language())
        if way == "out":
            self._export(options["id"], file)
        else:
            self._import(file)

    def _export(self, number: int, file: Path) -> None:
        event = Event.objects.filter(pk=number).first()
        if event is None:
            raise CommandError(_("There is no evening of that number."))
        archive = parts.export_event(event)
        try:
            with file.open("xb") as written:
                written.write(archive.content)
        except FileExistsError as error:
            raise CommandError(_("%(file)s is there already.") % {"file": file}) from error
        except OSError as error:
            raise CommandError(_("%(file)s cannot be written.") % {"file": file}) from error
        said = _("“%(name)s” is in %(file)s: finished games: %(games)d; left out, as they are not over: %(left)d.")
        values = {"name": event.name, "file": file, "games": archive.games, "left": archive.left_out}
        self.stdout.write(said % values)

    def _import(self, file: Path) -> None:
        try:
            with file.open("rb") as opened:
                content = opened.read(MOST_PACKED + 1)
        except OSError as error:
            raise CommandError(_("%(file)s cannot be read.") % {"file": file}) from error
        try:
            event = parts.import_event(content)
        except NotAnEvening as fault:
            raise CommandError(f"{fault.sentence} ({fault.where})") from fault
        except Unwanted as unwanted:
            raise CommandError(unwanted.sentence) from unwanted
        self.stdout.write(_("“%(name)s” is here, as evening %(number)d.") % {"name": event.name, "number": event.pk})
