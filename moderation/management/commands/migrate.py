"""`manage.py migrate`, which looks at what is there before it adds to it."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from moderation.keeping.one_club import refuse_several
from moderation.keeping.schema import mend_the_first


class Command(migrate.Command):
    """Django's own, after what the first migrations have come to hold since they landed was added."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Mend, then migrate. Raises CommandError for a database of several clubs: nothing has changed then."""
        connection = connections[options.get("database") or DEFAULT_DB_ALIAS]
        refuse_several(connection)
        mend_the_first(connection)
        super().handle(*args, **options)
