"""Results of people's own games with one deck and the usual settings.

They are shown beside the simulated ones. The page is open to everybody, and deals are large. So they are read again
only when other games have come to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet, Sum

from games.balance.stored_results import BalanceResult
from games.engine.kit import Kit
from games.engine.options import settle
from games.models import GameSession
from moderation.tables.finished_games import list_counted_games

ENOUGH = 30  # games of a setting: fewer are not shown, so that nobody can tell whose they were

Deck = frozenset[tuple[tuple[str, str], int]]  # number of cards by kind and value
Wins = Mapping[Deck, Counter[str]]


class ObservedGame(NamedTuple):
    """The cached results of a game, with the state of its games at that time.

    `of`: for each camp, how many games it won, the newest one, and the sum of their moves.
    """

    of: list[tuple[Any, ...]]
    wins: Wins


_latest: dict[str, ObservedGame] = {}  # cache by game, in this process; it holds counts alone, and no name


def build_deck(kit: Kit, deal: Mapping[str, Mapping[str, Any]]) -> Deck:
    """Return the cards of a deal, without their seats."""
    cards = Counter((key, str(card[key])) for card in deal.values() for key in kit.roles.CARD if key in card)
    return frozenset(cards.items())


def count_observed(kit: Kit) -> Wins:
    """Return the number of victories of each camp by deck, where there were enough games.

    Counts games by the present rules with the usual settings. Runs one query. A second one runs where the games have
    changed since the last call in this process.
    """
    games = list_counted_games().filter(game=kit.slug, kit_version=kit.rules.VERSION).exclude(winner="")
    sums = {"games": Count("pk"), "newest": Max("pk"), "moves": Sum("head")}
    of = list(games.values_list("winner").annotate(**sums).order_by("winner"))
    if sum(row[1] for row in of) < ENOUGH:
        return {}
    if kit.slug not in _latest or _latest[kit.slug].of != of:
        _latest[kit.slug] = ObservedGame(of, _count_by_deck(kit, games))
    return _latest[kit.slug].wins


def _count_by_deck(kit: Kit, games: QuerySet[GameSession]) -> Wins:
    """Return every deck of which there were enough of these games."""
    found: dict[Deck, Counter[str]] = {}
    usual = settle(kit.roles.OPTIONS, {})
    for options, deal, winner in games.values_list("options", "deal", "winner").iterator():
        if deal and settle(kit.roles.OPTIONS, options) == usual:
            found.setdefault(build_deck(kit, deal), Counter())[winner] += 1
    return {deck: wins for deck, wins in found.items() if wins.total() >= ENOUGH}


def find_observed_row(kit: Kit, row: BalanceResult, wins: Wins) -> BalanceResult | None:
    """Return the observed games of this row's deck, as a row; None: there were not enough."""
    setting = row.setting
    deal = kit.roles.deal(setting.seats, setting.settled_options, Random(0).choice, row.counts or None)
    won = wins.get(build_deck(kit, deal))
    if won is None:
        return None
    camps = dict.fromkeys(row.wins, 0) | won
    return BalanceResult(row.game, row.players, row.counts, "", won.total(), 0, row.version, camps, {}, {})
