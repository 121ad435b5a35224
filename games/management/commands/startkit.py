"""`manage.py startkit NAME [DIR]`: write a package with a game to begin with."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.startkit import CannotStart, start


class Command(BaseCommand):
    """A command that writes the package, and prints what to type next."""

    help = "Write a package with a game of your own to begin with, whole and in both languages."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare a name and a folder."""
        parser.add_argument("name", help="what the game is called: 'River Quest'")
        parser.add_argument("folder", nargs="?", type=Path, help="a new folder (default: veilleur-<name>)")

    def handle(self, *, name: str, folder: Path | None, **_options: Any) -> None:
        """Write the package. Raises `CommandError` where nothing is written."""
        try:
            into = start(name, folder)
        except (CannotStart, OSError) as why:
            raise CommandError(str(why)) from why
        self.stdout.write(f"{name} is in {into}. Next: cd {into}, make check test, make play.")
        self.stdout.write("Its README.md says what lies where; docs/add-a-game.md says how a game is written.")
