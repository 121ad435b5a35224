"""Comparison of the database schema with the migrations of this version."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

OURS = ("games", "moderation")


class SchemaState(StrEnum):
    """The state of a database schema in relation to this version."""

    EMPTY = "empty"  # it has no tables yet
    OLDER = "older"  # it can be migrated
    THIS = "this"
    NEWER = "newer"  # a newer version has migrated it: this one must not change it


def find_schema_state(connection: BaseDatabaseWrapper) -> SchemaState:
    """Return the state of this database's schema.

    Reads only. Raises DatabaseError where it cannot be read.
    """
    executor = MigrationExecutor(connection)
    applied = {name for name in executor.loader.applied_migrations if name[0] in OURS}
    if not applied:
        return SchemaState.EMPTY
    if applied - executor.loader.disk_migrations.keys():
        return SchemaState.NEWER
    return SchemaState.OLDER if executor.migration_plan(executor.loader.graph.leaf_nodes()) else SchemaState.THIS


@cache
def read_own_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations of our apps in this version."""
    return frozenset(name for name in MigrationLoader(None).disk_migrations if name[0] in OURS)


def list_missing_migrations(connection: BaseDatabaseWrapper) -> frozenset[tuple[str, str]]:
    """Return the migrations of this version that were not applied to this database.

    Runs one query. Extra migrations in the database are ignored, because they belong to a newer version that runs at
    the same time. Raises DatabaseError where it cannot be read.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return read_own_migrations() - set(cursor.fetchall())
