"""`manage.py restore --check FILE`: verify a backup, without a change to the data here."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from games import journal
from games.models import GameSession
from moderation.management.commands.serve import find_terminal_language
from moderation.storage import backups
from moderation.storage.schema import SchemaState, find_schema_state

STAGES_WITH_MOVES = (GameSession.Stage.PLAYING, GameSession.Stage.OVER)


class Command(BaseCommand):
    """Opens a backup elsewhere, migrates it, and replays every game of it."""

    help = "Try a copy: open it elsewhere, and play each of its games again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--check` and `--replay`."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", type=Path, metavar="FILE", help="the copy; it stays as it is")
        what.add_argument(
            "--replay", action="store_true", help="bring the database at hand up to date and play it again"
        )

    def handle(self, *, check: Path | None, **_options: Any) -> None:
        """Print the number of replayed games.

        Raises CommandError where one differs from its journal.
        """
        translation.activate(find_terminal_language())
        if check is None:
            self.stdout.write(replay_all())
            return
        try:
            self.stdout.write(backups.verify_backup(check))
        except backups.BackupFailed as fault:
            raise CommandError(str(fault)) from fault


def replay_all() -> str:
    """Migrate this database, replay every game of it, and return a sentence.

    Raises CommandError where a game differs from its journal.
    """
    if find_schema_state(connection) in (SchemaState.NEWER, SchemaState.EMPTY):
        raise CommandError(_("What is in it is of a newer version of Veilleur, or of another program."))
    call_command("migrate", interactive=False, verbosity=0)
    played = read = 0
    for pk in GameSession.objects.filter(stage__in=STAGES_WITH_MOVES).order_by("pk").values_list("pk", flat=True):
        with journal.read_table(pk) as (session, table):
            if not session.is_current:
                read += 1  # of an older version of its rules: it can be read, not continued
                continue
            end = session.outcome if session.stage == GameSession.Stage.OVER else None
            if table is None or table.number != session.head or (table.outcome is not None) != (end is not None):
                raise CommandError(_("Game %(code)s is not what its journal says.") % {"code": session.code})
            if end is not None and json.loads(json.dumps(journal.build_outcome(table))) != end:
                raise CommandError(_("Game %(code)s does not end as it did.") % {"code": session.code})
            played += 1
    told = {"played": played, "read": read}
    return _("Games played again to their last move: %(played)d; of other rules, to be read: %(read)d.") % told
