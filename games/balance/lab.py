"""Simulation: many whole games of one setting, and their results.

Each game has its own random generator, seeded from the seed and the game's number alone. So the same seed gives the
same numbers, however many processes share the games. Start reading at `simulate`.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any

from games.balance.policies import find_policy
from games.balance.settings import BalanceSetting
from games.engine.bots import Policy
from games.engine.table import Table

NOBODY = "nobody"  # the winner of a game that ends without one
LENGTH = ("day", "turn")  # the facts that count a game's length: days, or turns in a game without days
MOST = 20_000  # most moves of one game
SELDOM = 10_000  # threshold of garbage collection: a finished table leaves hardly any garbage
PIECES = 32  # parts of each process's share, so that none waits long for the last


@dataclass
class GameCounts:
    """The results of games, as counts.

    `wins`: by camp. `reasons`: by the reason of the end. `days`: by length.
    """

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    days: Counter[int] = field(default_factory=Counter)

    def add(self, other: GameCounts) -> None:
        """Add the counts of these games."""
        self.games += other.games
        self.wins += other.wins
        self.reasons += other.reasons
        self.days += other.days


def simulate(setting: BalanceSetting, seed: int, games: int, workers: int = 1) -> GameCounts:
    """Play games 0 to `games`, shared among this many processes."""
    total = GameCounts()
    for part in _simulate_in_parts(setting, seed, games, workers):
        total.add(part)
    return total


def _simulate_in_parts(setting: BalanceSetting, seed: int, games: int, workers: int) -> Iterator[GameCounts]:
    if workers == 1:
        yield play_games(setting, seed, range(games))
        return
    size = max(1, -(-games // (workers * PIECES)))
    ranges = [range(first, min(first + size, games)) for first in range(0, games, size)]
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_games, repeat(setting), repeat(seed), ranges)


def play_games(setting: BalanceSetting, seed: int, numbers: range) -> GameCounts:
    """Play the games of these numbers in this process."""
    policy, total = find_policy(setting), GameCounts()
    gc.freeze()  # loaded objects are permanent: repeated garbage collection of them costs a fifth of the time
    often = gc.get_threshold()
    gc.set_threshold(SELDOM, *often[1:])
    try:
        for number in numbers:
            table = play_game(setting, policy, Random(f"{seed}:{number}"))
            add_game(total, table)
            table.end()
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()
    return total


def play_game(setting: BalanceSetting, policy: Policy, luck: Random) -> Table:
    """Play one game from the deal to its end. Raises RuntimeError when it does not end."""
    kit, seats, options, choose = setting.kit, setting.seats, setting.settled_options, luck.choice
    table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, choose, setting.counts or None))
    for number, move in enumerate(policy(table, choose)):
        if number == MOST:
            raise RuntimeError(f"{setting.game} has not ended after {MOST} moves")
        table.take(move)
    return table


def add_game(total: GameCounts, table: Table) -> None:
    """Add a finished game."""
    outcome = table.outcome
    assert outcome is not None
    total.games += 1
    for winner in outcome.winners or [NOBODY]:
        total.wins[winner] += 1
    total.reasons[outcome.reason] += 1
    total.days[compute_length(table)] += 1


def compute_length(table: Table) -> int:
    """Return the length of a game in days; in turns, for a game without days."""
    told = [fact["fact"] for fact in table.public()]
    return next((told.count(name) for name in LENGTH if name in told), 0)


def build_result(setting: BalanceSetting, seed: int, tally: GameCounts) -> dict[str, Any]:
    """Build the result as a JSON object; equal results are always written the same way."""
    return {
        "game": setting.game,
        "players": setting.players,
        "counts": dict(setting.counts),
        "options": dict(setting.options),
        "policy": setting.policy,
        "games": tally.games,
        "seed": seed,
        "wins": dict(sorted(tally.wins.items())),
        "reasons": dict(sorted(tally.reasons.items())),
        "days": {str(days): tally.days[days] for days in sorted(tally.days)},
    }
