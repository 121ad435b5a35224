"""`manage.py migrate`, which looks at what is there before it adds to it."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections

from games import clubs
from moderation.keeping.schema import mend_the_first


class Command(migrate.Command):
    """Django's own, after what the first migrations have come to hold since they landed was added."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Mend, then migrate."""
        with clubs.across("a migration is of the whole house", makes=clubs.FIRST):
            mend_the_first(connections[options.get("database") or DEFAULT_DB_ALIAS])
            super().handle(*args, **options)
