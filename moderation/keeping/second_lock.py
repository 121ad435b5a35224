"""PostgreSQL's own lock between clubs, behind the guards and the door to rows: a row of another club is not there.

Every connection says for which club it asks (`Tells`); the policies of the tables compare (`close`). Whatever filter
of ours was forgotten, the database shows the rows of that club alone, and where no club was entered, none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.core.management import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils.translation import gettext as _

from games import clubs
from games.models import Club, Kept

SETTING, POLICY = "veilleur.club", "of_a_club"
ASKED = f"current_setting('{SETTING}', true)"
SEES = f"{ASKED} = '{clubs.EVERY}' OR club = nullif(nullif({ASKED}, ''), '{clubs.EVERY}')::integer"


def kept() -> list[str]:
    """The tables whose rows belong to clubs."""
    return sorted(model._meta.db_table for model in apps.get_models() if issubclass(model, Kept))


def look_at(connection: BaseDatabaseWrapper) -> None:
    """See that clubs are kept apart, or that there is only one. Raises CommandError: then the house stays closed."""
    if not clubs.are_kept():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {Club._meta.db_table} WHERE id <> %s", [clubs.FIRST])
            if cursor.fetchone()[0]:
                raise CommandError(_("This house keeps several clubs: open it with CLUBS=1, which keeps them apart."))
        if connection.vendor == "postgresql":
            open_for_one(connection)
        return
    if connection.vendor != "postgresql":
        raise CommandError(_("CLUBS=1 needs PostgreSQL, which keeps clubs apart once more: set DATABASE_URL."))
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone()[0]:
            raise CommandError(
                _(
                    "With CLUBS=1 the user of DATABASE_URL must be an ordinary one: PostgreSQL hides nothing from a "
                    "superuser. docs/hosting.md says how one is made."
                )
            )
    close(connection)


def close(connection: BaseDatabaseWrapper) -> None:
    """Let every table show the rows of the club alone that a connection says."""
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table in kept():
            cursor.execute(f"ALTER TABLE {quoted(table)} ENABLE ROW LEVEL SECURITY")
            cursor.execute(f"ALTER TABLE {quoted(table)} FORCE ROW LEVEL SECURITY")  # for its owner too, which we are
            cursor.execute(f"DROP POLICY IF EXISTS {POLICY} ON {quoted(table)}")
            cursor.execute(f"CREATE POLICY {POLICY} ON {quoted(table)} USING ({SEES}) WITH CHECK ({SEES})")


def open_for_one(connection: BaseDatabaseWrapper) -> None:
    """Take the lock away from a house that keeps one club again."""
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_policies WHERE policyname = %s", [POLICY])
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP POLICY {POLICY} ON {quoted(table)}")
            cursor.execute(f"ALTER TABLE {quoted(table)} NO FORCE ROW LEVEL SECURITY")
            cursor.execute(f"ALTER TABLE {quoted(table)} DISABLE ROW LEVEL SECURITY")


class Tells:
    """Says to the database, before a statement, for which club it is; again wherever the database may have forgotten.

    What is said in a transaction is unsaid where it is undone, to a savepoint too: then it is said anew.
    """

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Run one statement."""
        link, wanted = context["connection"].connection, clubs.word()
        if getattr(link, "club", None) != wanted:
            link.club = None
            link.execute("SELECT set_config(%s, %s, false)", (SETTING, wanted))
            link.club = wanted
        try:
            return execute(sql, params, many, context)
        finally:
            if isinstance(sql, str) and sql.startswith("ROLLBACK"):
                link.club = None


_tells = Tells()


def tell(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """Have a new connection say for which club it asks."""
    if clubs.are_kept() and connection.vendor == "postgresql" and _tells not in connection.execute_wrappers:
        connection.execute_wrappers.append(_tells)


def begin() -> None:
    """Have every connection of this process say so."""
    connection_created.connect(tell, dispatch_uid="moderation.keeping.second_lock")
