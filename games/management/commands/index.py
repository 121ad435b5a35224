"""`manage.py index`: index finished games that statistics do not count yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import index


class Command(BaseCommand):
    """Indexing in small batches until no game is left.

    It may be stopped and run again at any time.
    """

    help = "Read again the finished games that statistics do not count yet. Safe to stop, and to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Index the games, and print how many were read."""
        done, last = index.reindex_some(0)
        while last:
            self.stdout.write(f"{done} read, {index.count_missing()} to go")
            read, last = index.reindex_some(last)
            done += read
        self.stdout.write(f"{done} games were read again.")
