"""Kept tables: what settings came to, simulated once, kept as data and never simulated while somebody waits.

A row is one setting with what it takes to make it again: policy, seed, games, the version of the rules. A game's rows
stand in `tables/<slug>.jsonl`, one a line. `make balance` writes them (`rows_wanted`, `make_row`); pages read
them (`row_of`, `nearby`). A setting without a row has none, and whoever reads is told so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.balance.intervals import wilson
from games.balance.lab import LENGTH, NOBODY, GameCounts, simulate
from games.balance.settings import ATTENTIVE, NAIVE, UNIFORM, BalanceSetting, policies_of
from games.engine.kit import Kit, all_kits

TABLES = Path(__file__).parent / "tables"
SEED = 1
GAMES = {NAIVE: 1000, UNIFORM: 1000, ATTENTIVE: 200}  # of a row, by policy; others as `naive`
LARGEST = 24  # players of whom rows are kept
USUAL = range(8, 13)  # players for whom decks that differ by a card come first
FAIR = 0.5


@dataclass(frozen=True)
class Share:
    """How many games of all were won, by a camp or at a place at the table, with its 95 % interval."""

    name: str
    wins: int
    games: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class BalanceResult:
    """What one setting came to: see `lab.written`; `version` is of the rules, `places` wins by place at the table."""

    game: str
    players: int
    counts: Mapping[str, int]
    policy: str
    games: int
    seed: int
    version: int
    wins: Mapping[str, int]
    days: Mapping[str, int]
    places: Mapping[str, int]

    @property
    def setting(self) -> BalanceSetting:
        """What was simulated."""
        return BalanceSetting(self.game, self.players, self.policy, self.counts)

    @property
    def by_place(self) -> bool:
        """Whether people win for themselves, and not camps."""
        return bool(self.places)

    @property
    def shares(self) -> list[Share]:
        """The camps' shares in order; in a game without camps those of the places at the table, first to last."""
        if self.by_place:
            return [Share(str(n), self.places.get(str(n), 0), self.games) for n in range(1, self.players + 1)]
        return [Share(camp, wins, self.games) for camp, wins in sorted(self.wins.items()) if camp != NOBODY]

    @property
    def length(self) -> float:
        """Days, or turns, of a game on average."""
        return sum(int(days) * games for days, games in self.days.items()) / self.games

    @property
    def unfair(self) -> float:
        """How far the most fortunate camp is from an even share: 0 is fair."""
        shares = [share.share for share in self.shares]
        return max(shares, default=1.0) - 1 / max(2, len(shares))

    @property
    def command(self) -> str:
        """What has to be typed to make these figures again."""
        counts = ",".join(f"{card}={count}" for card, count in self.counts.items())
        told = f" --counts {counts}" if counts else ""
        return (
            f"manage.py balance {self.game} --players {self.players}{told} --policy {self.policy}"
            f" --games {self.games} --seed {self.seed}"
        )


@cache
def rows(game: str) -> tuple[BalanceResult, ...]:
    """Every row of a game that is kept, in the order in which they were made."""
    return tuple(read(TABLES / f"{game}.jsonl"))


def read(path: Path) -> Iterator[BalanceResult]:
    """The rows of a file; none where there is no file."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield BalanceResult(**json.loads(line))


def fresh(game: str) -> list[BalanceResult]:
    """The rows that were made with the rules of today."""
    version = all_kits()[game].rules.VERSION
    return [row for row in rows(game) if row.version == version]


def row_of(game: str, players: int, counts: Mapping[str, int]) -> BalanceResult | None:
    """What these cards came to for so many players: with attentive seats where that is kept, else with bots."""
    return row_by(ATTENTIVE, game, players, counts) or row_by(NAIVE, game, players, counts)


def row_by(policy: str, game: str, players: int, counts: Mapping[str, int]) -> BalanceResult | None:
    """What these cards came to for so many players by this policy."""
    dealt = {card: count for card, count in counts.items() if count}
    asked = (policy, players, dealt)
    return next((row for row in fresh(game) if (row.policy, row.players, row.counts) == asked), None)


def with_neighbours(kit: Kit, row: BalanceResult) -> tuple[BalanceResult, list[tuple[str, int, BalanceResult]]]:
    """The row with its neighbours (`nearby`); where it has none, the row of bots with theirs.

    Rows are compared by one policy: how two ways of playing differ says nothing of a card.
    """
    bots = row_by(NAIVE, row.game, row.players, row.counts)
    return next(((one, near) for one in (row, bots) if one and (near := nearby(kit, one))), (row, []))


def nearby(kit: Kit, row: BalanceResult) -> list[tuple[str, int, BalanceResult]]:
    """Kept rows of the same policy whose deck has one card more (1) or less (-1) of a kind: (card, 1 or -1, row)."""
    kept = {frozenset(r.counts.items()): r for r in fresh(kit.slug) if _alike(r, row)}
    found = []
    for card, by, counts in decks_near(kit, row.players, row.counts):
        if other := kept.get(frozenset(counts.items())):
            found.append((card, by, other))
    return found


def _alike(one: BalanceResult, other: BalanceResult) -> bool:
    return (one.players, one.policy) == (other.players, other.policy)


def decks_near(kit: Kit, players: int, counts: Mapping[str, int]) -> Iterator[tuple[str, int, dict[str, int]]]:
    """Decks that can be dealt with one card more, or less, of a kind."""
    for card in kit.roles.suggestion(players, kit.usual):
        for by in (1, -1):
            changed = {**counts, card: counts.get(card, 0) + by}
            if changed[card] >= 0 and not kit.roles.wrong_counts(players, changed, kit.usual):
                yield card, by, {name: count for name, count in changed.items() if count}


# Making rows.


def rows_wanted(kit: Kit) -> Iterator[BalanceSetting]:
    """Every setting of a game of which a row is kept, those first that most tables ask for.

    The proposed deck for each number of players, then decks that differ from it by a card, then attentive seats.
    """
    fewest, most = kit.roles.SEATS
    sizes = sorted(range(fewest, min(most, LARGEST) + 1), key=lambda players: players not in USUAL)

    policies = policies_of(kit)
    for players in sizes:
        yield BalanceSetting(kit.slug, players, NAIVE, kit.deck(players))
    for players in sizes:
        for _, _, counts in decks_near(kit, players, kit.deck(players)):
            yield BalanceSetting(kit.slug, players, NAIVE, counts)
    for policy in sorted(policies, key=lambda policy: policy == ATTENTIVE):
        if policy != NAIVE:
            for players in sizes:
                yield BalanceSetting(kit.slug, players, policy, kit.deck(players))


def make_row(setting: BalanceSetting, workers: int) -> dict[str, Any]:
    """Simulate a setting; its row."""
    games = GAMES.get(setting.policy, GAMES[NAIVE])
    tally = simulate(setting, SEED, games, workers)
    camps = set(tally.wins) - {NOBODY} - set(setting.seats)
    return {
        "game": setting.game,
        "players": setting.players,
        "counts": dict(setting.counts),
        "policy": setting.policy,
        "games": tally.games,
        "seed": SEED,
        "version": setting.kit.rules.VERSION,
        "wins": dict(sorted(tally.wins.items())) if camps else {},
        "days": {str(days): tally.days[days] for days in sorted(tally.days)},
        "places": {} if camps else places(setting.seats, tally),
    }


def places(seats: Sequence[str], tally: GameCounts) -> dict[str, int]:
    """How many games were won at each place at the table, first to last."""
    return {str(place): tally.wins[seat] for place, seat in enumerate(seats, 1) if tally.wins[seat]}


def length_unit(game: str) -> str:
    """What a game's length is counted in: `day` or `turn`."""
    return LENGTH[0] if all_kits()[game].words.MODERATED else LENGTH[1]
