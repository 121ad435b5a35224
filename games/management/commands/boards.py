"""`manage.py boards GAME`: let bots play on a printed board, and print figures by layout."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Mapping
from random import Random
from statistics import mean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.bots import next_move
from games.engine.kit import Kit, all_kits
from games.engine.options import settle
from games.engine.table import Table

GAMES = 40
MOST = 20_000  # moves in a game


class Command(BaseCommand):
    """A simulation of a printed board. Nothing is stored."""

    help = "Let bots play a game on its printed board, and print how the board plays."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the game, the number of games and the layouts."""
        parser.add_argument("game", help="the name of a game that has a board")
        parser.add_argument("--games", type=int, default=GAMES, help=f"of each layout (default: {GAMES})")
        parser.add_argument("--seed", type=int, default=1, help="of the first game; each next one has one more")
        parser.add_argument("--layout", help="one of them alone (default: all that were tried)")

    def handle(self, *, game: str, games: int, seed: int, layout: str | None, **_options: Any) -> None:
        """Play and print. Raises `CommandError` where there is no such board or layout."""
        kit = all_kits().get(game)
        if kit is None or kit.board is None or kit.pawns is None:
            raise CommandError(f"There is no board of {game}.")
        if layout and layout not in kit.board.LAYOUTS:
            raise CommandError(f"There is no layout {layout}; there are {', '.join(kit.board.LAYOUTS)}.")
        layouts = [layout] if layout else list(kit.board.LAYOUTS)
        for options in kit.pawns.OPTIONS:
            said = ", ".join(f"{name}={value}" for name, value in options.items()) or "usual settings"
            self.stdout.write(f"{kit.slug}, {said}: {games} games a layout, seed {seed}")
            found = {name: compute_figures(kit, name, options, range(seed, seed + games)) for name in layouts}
            self.stdout.write("  " + " " * 24 + "".join(f"{name:>12}" for name in layouts))
            for figure, unit in kit.pawns.UNITS.items():
                if any(figure in one for one in found.values()):
                    row = "".join(f"{found[name].get(figure, 0):>12.2f}" for name in layouts)
                    self.stdout.write(f"  {figure:<24}{row}  {unit}")


def compute_figures(kit: Kit, layout: str, options: Mapping[str, Any], seeds: range) -> dict[str, float]:
    """Return the mean of each figure of these games.

    The numbers of players go through all that the game allows.
    """
    found = defaultdict[str, list[float]](list)
    for seed in seeds:
        for figure, value in play_game(kit, layout, options, seed)[1].items():
            found[figure].append(value)
    return {figure: mean(values) for figure, values in found.items()}


def play_game(kit: Kit, layout: str, options: Mapping[str, Any], seed: int) -> tuple[Any, dict[str, float]]:
    """Play a whole game, and return its pawns and its figures."""
    assert kit.pawns is not None
    choose = Random(f"boards {seed}").choice
    fewest, most = kit.roles.SEATS
    seats = [f"P{place}" for place in range(1, fewest + seed % (most - fewest + 1) + 1)]
    settled = settle(kit.roles.OPTIONS, options)
    table = Table(kit.rules, seats, settled, kit.roles.deal(seats, settled, choose))
    pawns = kit.pawns.game(table, layout)
    for _ in range(MOST):
        if table.outcome:
            break
        table.take(next_move(kit, table, choose, pawns.answer))
    return pawns, dict(pawns.figures(table))
