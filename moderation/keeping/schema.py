"""Whether a database has the shape that this version of the program knows."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

OURS = ("games", "moderation")
# Columns of a session that 0001 was given later, as they then are; 0004 takes them away.
SINCE_FIRST = {"speaker": "NOT NULL DEFAULT ''", "resumed_at": "NULL", "refused": "NOT NULL DEFAULT '{}'"}
FIRST, SECOND = "0001_initial", (("games", "0002_upkeep"), ("moderation", "0002_device_takes_over"))


class Shape(StrEnum):
    """How the shape of a database stands to this version."""

    EMPTY = "empty"  # nothing is in it yet
    OLDER = "older"  # it can be brought up to date
    THIS = "this"
    NEWER = "newer"  # another version has changed it: this one must not touch it


def shape_of(connection: BaseDatabaseWrapper) -> Shape:
    """The shape of this database. Reads only; raises DatabaseError where it cannot be read."""
    executor = MigrationExecutor(connection)
    applied = {name for name in executor.loader.applied_migrations if name[0] in OURS}
    if not applied:
        return Shape.EMPTY
    if applied - executor.loader.disk_migrations.keys():
        return Shape.NEWER
    return Shape.OLDER if executor.migration_plan(executor.loader.graph.leaf_nodes()) else Shape.THIS


def mend_the_first(connection: BaseDatabaseWrapper) -> None:
    """Add to a database of the first versions the columns that `games.0001_initial` was given after it had landed.

    It was written anew twice. A database of before holds it as applied and lacks columns from which 0003 copies. A
    migration of its own cannot stand between the two: wherever 0003 is applied already, Django would refuse a history
    with a hole in it.
    """
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    first = [(app, FIRST) for app in OURS]
    if not all(one in applied for one in first) or any(one in applied for one in SECOND):
        return
    session = executor.loader.project_state(first).apps.get_model("games", "GameSession")
    table, quoted = session._meta.db_table, connection.ops.quote_name
    with connection.cursor() as cursor:
        there = {one.name for one in connection.introspection.get_table_description(cursor, table)}
        for name, default in SINCE_FIRST.items():
            if name not in there:
                kind = session._meta.get_field(name).db_type(connection)
                cursor.execute(f"ALTER TABLE {quoted(table)} ADD COLUMN {quoted(name)} {kind} {default}")


@cache
def known() -> frozenset[tuple[str, str]]:
    """The migrations of ours that this version knows."""
    return frozenset(name for name in MigrationLoader(None).disk_migrations if name[0] in OURS)


def missing_here(connection: BaseDatabaseWrapper) -> frozenset[tuple[str, str]]:
    """The migrations that this version knows and this database has not seen, in one statement.

    What the database has more is of a newer version that serves beside this one. Raises DatabaseError where it cannot
    be read.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return known() - set(cursor.fetchall())
