"""`manage.py rehearse KIT`: let the computer play a game, and print the results."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.contract.broken import Broken
from games.engine.kit import Kit, all_kits
from games.engine.plugins import FOLDERS_VARIABLE, read_declared
from games.rehearsal import Rehearsal, write_records

GAMES = 60


class Command(BaseCommand):
    """A rehearsal that plays, prints, and stores records."""

    help = "Let the computer play a game over and over; keep records and a transcript; print what was never reached."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the game, the number of games, and where to store them."""
        parser.add_argument("kit", help="the name of a game, or the folder of a package that has one")
        parser.add_argument("--games", type=int, default=GAMES, help=f"how many (default: {GAMES})")
        parser.add_argument("--seed", type=int, default=0, help="of the first game; each next one has one more")
        parser.add_argument("--into", type=Path, help="where to keep records (a package: its folder tests)")
        parser.add_argument("--anew", action="store_true", help="write again what is kept there already")

    def handle(self, *, kit: str, games: int, seed: int, into: Path | None, anew: bool, **_options: Any) -> None:
        """Play, print and store. Raises `CommandError` where there is no such game, or it fails."""
        found, folder = find_game(kit)
        rehearsal = Rehearsal(found)
        try:
            for number in range(seed, seed + max(1, games)):
                rehearsal.play(number)
        except Broken as broken:
            raise CommandError(str(broken)) from broken
        self.stdout.write(f"{found.slug}: {len(rehearsal.tables)} games")
        for (winners, reason), count in rehearsal.count_ends().most_common():
            self.stdout.write(f"  {count:>4}  {reason}: {winners}")
        never = list(rehearsal.list_unreached())
        self.stdout.write("Never reached: " + ("; ".join(never) if never else "nothing"))
        if into or folder:
            home = into or Path(folder or ".", "tests")
            for path in write_records(rehearsal, home, anew):
                self.stdout.write(f"Written: {path}")
            if not anew:
                self.stdout.write(f"What {home} had already is as it was; --anew writes it again.")


def find_game(kit: str) -> tuple[Kit, Path | None]:
    """Return the game, and the folder of its package where that is given. Raises `CommandError`."""
    folder = Path(kit) if (Path(kit) / "pyproject.toml").is_file() else None
    slug = kit
    if folder is not None:
        try:
            slug = read_declared(folder)[0][0]
        except ValueError as wrong:
            raise CommandError(f"{folder}: {wrong}") from wrong
        named = [str(folder.resolve()), *filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep))]
        os.environ[FOLDERS_VARIABLE] = os.pathsep.join(dict.fromkeys(named))
        all_kits.cache_clear()
    if slug not in all_kits():
        why = [str(unfit) for unfit in all_kits().unfit if unfit.game == slug]
        raise CommandError(why[0] if why else f"There is no game {slug}; there are {', '.join(all_kits())}.")
    return all_kits()[slug], folder
