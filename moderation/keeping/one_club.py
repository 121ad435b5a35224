"""The check of databases from versions that had several clubs in one process.

games.0023 gave each row the number of its club; moderation.0020 and what follows it take that away again.
"""

from __future__ import annotations

from django.core.management import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

OURS = ("games_", "moderation_")
# The tables that a server fills for a club that nobody uses: every start made a link to the first of them.
ACCESS = {"moderation_device", "moderation_link", "moderation_pass", "moderation_venue"}
# Says to the policies that kept clubs apart that this connection sees all of them: migrations that follow read rows.
SHOW_ALL = "SELECT set_config('veilleur.club', 'every', false)"


def used_clubs(connection: BaseDatabaseWrapper) -> set[int]:
    """Return the numbers of the clubs of which a database holds anything but access. Reads only."""
    quoted, found = connection.ops.quote_name, set()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(SHOW_ALL)
        for table in connection.introspection.table_names(cursor):
            if not table.startswith(OURS) or table in ACCESS:
                continue
            if any(column.name == "club" for column in connection.introspection.get_table_description(cursor, table)):
                cursor.execute(f"SELECT DISTINCT club FROM {quoted(table)}")
                found |= {row[0] for row in cursor.fetchall()}
    return found


def refuse_several(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError for a database with several clubs: nothing of it is changed."""
    if len(used_clubs(connection)) > 1:
        raise CommandError(
            _(
                "Several clubs are kept here, and each has an instance of its own now: open this with "
                "the version before, take the file of each club from its page, and import its evenings "
                "into its instance. docs/hosting.md shows how."
            )
        )
