"""`manage.py balance`: simulate many games of one setting without a database; print results."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.balance.intervals import newcombe, wilson
from games.balance.lab import GameCounts, build_result, simulate
from games.balance.settings import BalanceSetting, NotSimulated, parse_setting


class Command(BaseCommand):
    """A simulation of one setting, printed as a few lines for people or one line of JSON."""

    help = "Simulate whole games of one setting: who wins how often, how long it takes, how it ends."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the setting, the number of games and the seed."""
        parser.add_argument("game", help="sporz, lupus, ...")
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--counts", default="", metavar="CARD=N,...", help="all cards that are not plain ones")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
        parser.add_argument("--policy", default="naive", help="how all play; POLICY,CAMP=POLICY: a camp otherwise")
        parser.add_argument("--against", metavar="POLICY", help="play as many by this too, and tell the difference")
        parser.add_argument("--games", type=int, default=1000, metavar="G", help="how many (default: 1000)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all luck (default: 1)")
        parser.add_argument("--workers", type=int, metavar="W", help="processes (default: one for each core)")
        parser.add_argument("--json", action="store_true", help="print one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and print. Raises `CommandError` for arguments that cannot be simulated."""
        workers = options["workers"] if options["workers"] is not None else os.cpu_count() or 1
        if options["games"] < 1:
            raise CommandError("Play one game at least: --games 1.")
        if workers < 1:
            raise CommandError("One process at least has to play: --workers 1.")
        seed, games = options["seed"], options["games"]
        settings: list[BalanceSetting] = []
        for policy in filter(None, (options["policy"], options["against"])):
            try:
                asked = parse_setting(
                    options["game"], options["players"], policy, options["counts"], options["option"]
                )
            except NotSimulated as unfit:
                raise CommandError(str(unfit)) from None
            settings.append(asked)
        tallies = []
        for asked in settings:
            tally = simulate(asked, seed, games, min(workers, games))
            tallies.append(tally)
            lines = (
                [json.dumps(build_result(asked, seed, tally))]
                if options["json"]
                else format_result(asked, seed, tally)
            )
            self.stdout.write("\n".join(lines))
        if len(tallies) == 2 and not options["json"]:
            self.stdout.write("\n".join(format_difference(*tallies)))


def format_difference(first: GameCounts, second: GameCounts) -> Iterator[str]:
    """Yield lines with how much more often each camp won in the first games than in the second."""
    yield "the first less the second, in points (95 % interval)"
    for camp in sorted({*first.wins, *second.wins}):
        wins, others = first.wins[camp], second.wins[camp]
        low, high = newcombe(wins, first.games, others, second.games)
        points = 100 * (wins / first.games - others / second.games)
        yield f"  {camp:<16}{points:>+18.2f}   {100 * low:+.2f} to {100 * high:+.2f}"


def format_result(setting: BalanceSetting, seed: int, tally: GameCounts) -> Iterator[str]:
    """Yield the result in lines for people."""
    cards = ", ".join(f"{card} {count}" for card, count in setting.counts.items())
    options = ", ".join(f"{name} {value}" for name, value in setting.options.items())
    yield f"{setting.game}, {setting.players} players" + (f": {cards}" if cards else "")
    if options:
        yield f"options: {options}"
    yield f"policy {setting.policy}, {tally.games} games, seed {seed}"
    yield "wins (95 % interval)"
    for camp, wins in sorted(tally.wins.items()):
        low, high = wilson(wins, tally.games)
        yield f"  {camp:<16}{wins:>9}{wins / tally.games:>9.2%}   {low:.2%} to {high:.2%}"
    yield "how it ended"
    yield from format_shares(tally.reasons, tally.games)
    yield f"length: {sum(days * games for days, games in tally.days.items()) / tally.games:.2f} on average"
    yield from format_shares(tally.days, tally.games)


def format_shares(counts: Counter[Any], games: int) -> Iterator[str]:
    """Yield a line for each of these, in order, with its number and share of games."""
    for name, count in sorted(counts.items()):
        yield f"  {name!s:<16}{count:>9}{count / games:>9.2%}"
