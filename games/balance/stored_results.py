"""Stored results of settings, simulated once and never while somebody waits.

A row is one setting with what is needed to reproduce it: policy, seed, games, the version of the rules. A game's rows
are in `tables/<slug>.jsonl`, one a line. `make balance` writes them (`list_wanted_settings`, `make_row`). Pages read
them (`find_row`, `list_neighbours`). For a setting without a row, pages say so.
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
from games.balance.settings import ATTENTIVE, NAIVE, UNIFORM, BalanceSetting, list_policies
from games.engine.kit import Kit, all_kits

TABLES = Path(__file__).parent / "tables"
SEED = 1
GAMES = {NAIVE: 1000, UNIFORM: 1000, ATTENTIVE: 200}  # number of games of a row, by policy; others as `naive`
LARGEST = 24  # most players for which there are rows
USUAL = range(8, 13)  # numbers of players whose rows are made first


@dataclass(frozen=True)
class Share:
    """The share of games won by a camp or at a place at the table, with its 95 % interval."""

    name: str
    wins: int
    games: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the share."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class BalanceResult:
    """The result of one setting, as in `lab.written`.

    `version`: of the rules; `places`: wins by place at the table.
    """

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
        """The simulated setting."""
        return BalanceSetting(self.game, self.players, self.policy, self.counts)

    @property
    def is_by_place(self) -> bool:
        """True if people win for themselves, and not camps."""
        return bool(self.places)

    @property
    def shares(self) -> list[Share]:
        """The camps' shares in order; in a game without camps, those of the places at the table.

        Places are listed from first to last.
        """
        if self.is_by_place:
            return [Share(str(n), self.places.get(str(n), 0), self.games) for n in range(1, self.players + 1)]
        return [Share(camp, wins, self.games) for camp, wins in sorted(self.wins.items()) if camp != NOBODY]

    @property
    def length(self) -> float:
        """The average length of a game in days, or in turns."""
        return sum(int(days) * games for days, games in self.days.items()) / self.games

    @property
    def unfair(self) -> float:
        """The distance of the most fortunate camp from an even share: 0 is fair."""
        shares = [share.share for share in self.shares]
        return max(shares, default=1.0) - 1 / max(2, len(shares))

    @property
    def command(self) -> str:
        """The command that reproduces these figures."""
        counts = ",".join(f"{card}={count}" for card, count in self.counts.items())
        told = f" --counts {counts}" if counts else ""
        return (
            f"manage.py balance {self.game} --players {self.players}{told} --policy {self.policy}"
            f" --games {self.games} --seed {self.seed}"
        )


@cache
def list_rows(game: str) -> tuple[BalanceResult, ...]:
    """Return every stored row of a game, in the order in which they were made."""
    return tuple(read_rows(TABLES / f"{game}.jsonl"))


def read_rows(path: Path) -> Iterator[BalanceResult]:
    """Yield the rows of a file; none where there is no file."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield BalanceResult(**json.loads(line))


def list_current_rows(game: str) -> list[BalanceResult]:
    """Return the rows that were made with the current version of the rules."""
    version = all_kits()[game].rules.VERSION
    return [row for row in list_rows(game) if row.version == version]


def find_row(game: str, players: int, counts: Mapping[str, int]) -> BalanceResult | None:
    """Return the row of these cards for this many players.

    It is the row with attentive seats if there is one, else the row with bots.
    """
    return find_row_of_policy(ATTENTIVE, game, players, counts) or find_row_of_policy(NAIVE, game, players, counts)


def find_row_of_policy(policy: str, game: str, players: int, counts: Mapping[str, int]) -> BalanceResult | None:
    """Return the row of these cards for this many players by this policy."""
    dealt = {card: count for card, count in counts.items() if count}
    asked = (policy, players, dealt)
    return next((row for row in list_current_rows(game) if (row.policy, row.players, row.counts) == asked), None)


def find_with_neighbours(kit: Kit, row: BalanceResult) -> tuple[BalanceResult, list[tuple[str, int, BalanceResult]]]:
    """Return the row with its neighbours, or else the row of bots with theirs.

    All rows have one policy, because a difference of policies says nothing about a card.
    """
    bots = find_row_of_policy(NAIVE, row.game, row.players, row.counts)
    return next(((one, near) for one in (row, bots) if one and (near := list_neighbours(kit, one))), (row, []))


def list_neighbours(kit: Kit, row: BalanceResult) -> list[tuple[str, int, BalanceResult]]:
    """Return stored rows of the same policy whose deck differs by one card.

    Each is (card, 1 or -1, row): one card more or less of a kind.
    """
    kept = {frozenset(r.counts.items()): r for r in list_current_rows(kit.slug) if _have_same_players(r, row)}
    found = []
    for card, by, counts in list_near_decks(kit, row.players, row.counts):
        if other := kept.get(frozenset(counts.items())):
            found.append((card, by, other))
    return found


def _have_same_players(one: BalanceResult, other: BalanceResult) -> bool:
    return (one.players, one.policy) == (other.players, other.policy)


def list_near_decks(kit: Kit, players: int, counts: Mapping[str, int]) -> Iterator[tuple[str, int, dict[str, int]]]:
    """Yield lawful decks with one card more, or less, of a kind."""
    for card in kit.roles.suggestion(players, kit.usual):
        for by in (1, -1):
            changed = {**counts, card: counts.get(card, 0) + by}
            if changed[card] >= 0 and not kit.roles.wrong_counts(players, changed, kit.usual):
                yield card, by, {name: count for name, count in changed.items() if count}


# Making rows.


def list_wanted_settings(kit: Kit) -> Iterator[BalanceSetting]:
    """Yield every setting of a game that needs a row, the most requested ones first.

    The proposed deck for each number of players, then decks that differ from it by a card, then attentive seats.
    """
    fewest, most = kit.roles.SEATS
    sizes = sorted(range(fewest, min(most, LARGEST) + 1), key=lambda players: players not in USUAL)

    policies = list_policies(kit)
    for players in sizes:
        yield BalanceSetting(kit.slug, players, NAIVE, kit.deck(players))
    for players in sizes:
        for _, _, counts in list_near_decks(kit, players, kit.deck(players)):
            yield BalanceSetting(kit.slug, players, NAIVE, counts)
    for policy in sorted(policies, key=lambda policy: policy == ATTENTIVE):
        if policy != NAIVE:
            for players in sizes:
                yield BalanceSetting(kit.slug, players, policy, kit.deck(players))


def make_row(setting: BalanceSetting, workers: int) -> dict[str, Any]:
    """Simulate a setting, and return its row."""
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
        "places": {} if camps else count_places(setting.seats, tally),
    }


def count_places(seats: Sequence[str], tally: GameCounts) -> dict[str, int]:
    """Return how many games were won at each place at the table, first to last."""
    return {str(place): tally.wins[seat] for place, seat in enumerate(seats, 1) if tally.wins[seat]}


def find_length_unit(game: str) -> str:
    """Return the unit of a game's length: `day` or `turn`."""
    return LENGTH[0] if all_kits()[game].words.MODERATED else LENGTH[1]
