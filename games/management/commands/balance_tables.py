"""`manage.py balance_tables` (`make balance`): simulate and store missing rows. No database."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.balance import stored_results
from games.balance.settings import ATTENTIVE, NAIVE, BalanceSetting
from games.engine.kit import all_kits


class Command(BaseCommand):
    """Simulations that continue where they were stopped.

    A row that is stored for the present rules is not computed again.
    """

    help = "Simulate the usual decks of every game, and keep what they come to; stop it at any time."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which rows to simulate, and where they are stored."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="these alone (default: all)")
        parser.add_argument("--policy", help="rows of this policy alone")
        parser.add_argument("--players", type=int, help="rows for so many players alone")
        parser.add_argument("--minutes", type=float, help="begin no row after so long")
        parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
        parser.add_argument("--into", type=Path, default=stored_results.TABLES, help="the folder of the tables")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute the missing rows, proposed decks first, one game after the other."""
        begun, into = monotonic(), options["into"]
        if unknown := set(options["games"]) - set(all_kits()):
            raise CommandError(f"There is no game {', '.join(sorted(unknown))}; there are {', '.join(all_kits())}.")
        for asked in self._list_wanted(options):
            if options["minutes"] is not None and monotonic() - begun > 60 * options["minutes"]:
                self.stdout.write("The time is up; the next run goes on from here.")
                return
            path = into / f"{asked.game}.jsonl"
            rows = [row for row in stored_results.read_rows(path) if row.version == asked.kit.rules.VERSION]
            if any(row.setting == asked for row in rows):
                continue
            made = stored_results.make_row(asked, options["workers"])
            lines = [json.dumps(vars(row)) for row in rows] + [json.dumps(made)]
            part = path.with_suffix(".part")
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
            part.replace(path)  # if the process stops before this line, the old rows stay intact
            self.stdout.write(f"{asked.game} {asked.players} {asked.policy} {json.dumps(dict(asked.counts))}")

    def _list_wanted(self, options: dict[str, Any]) -> list[BalanceSetting]:
        chosen = [kit for slug, kit in all_kits().items() if not options["games"] or slug in options["games"]]
        by_game = [
            [
                asked
                for asked in stored_results.list_wanted_settings(kit)
                if options["policy"] in (None, asked.policy) and options["players"] in (None, asked.players)
            ]
            for kit in chosen
        ]
        # The proposed decks of every game come first, because most tables ask for them.
        return sorted(
            (one for game in by_game for one in game),
            key=lambda asked: (
                asked.policy == ATTENTIVE,
                not _is_proposed(asked),
                asked.policy != NAIVE,
                asked.players not in stored_results.USUAL,
            ),
        )


def _is_proposed(asked: BalanceSetting) -> bool:
    return dict(asked.counts) == asked.kit.deck(asked.players)
