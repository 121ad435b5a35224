"""`manage.py migrate`, with a check of the database before it changes."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from moderation.keeping.one_club import refuse_several


class Command(migrate.Command):
    """Django's command, which refuses a database of several clubs."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. Raises CommandError for a database of several clubs; then nothing has changed."""
        refuse_several(connections[options.get("database") or DEFAULT_DB_ALIAS])
        super().handle(*args, **options)
