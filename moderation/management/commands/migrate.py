"""`manage.py migrate`, which looks at what is there before it adds to it."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from moderation.keeping.one_club import refuse_several


class Command(migrate.Command):
    """Django's own, which leaves a database of several clubs as it is."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. Raises CommandError for a database of several clubs: nothing has changed then."""
        refuse_several(connections[options.get("database") or DEFAULT_DB_ALIAS])
        super().handle(*args, **options)
