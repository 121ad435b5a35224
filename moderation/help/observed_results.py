"""What people's own games came to, to stand beside what was simulated: of one deck, with the usual settings.

The page is open to everybody, and deals are long: they are read again only when other games have come to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet, Sum

from games.balance.kept import BalanceResult
from games.engine.kit import Kit
from games.engine.options import settle
from games.models import GameSession
from moderation.tables.finished_games import counted

ENOUGH = 30  # games of a setting: of fewer nothing is said, and nobody can tell whose they were

Deck = frozenset[tuple[tuple[str, str], int]]  # how many cards have which value of what
Wins = Mapping[Deck, Counter[str]]


class ObservedGame(NamedTuple):
    """What was read of a game, and which games there were then: for each camp, how many it won, and their moves."""

    of: list[tuple[Any, ...]]
    wins: Wins


_latest: dict[str, ObservedGame] = {}  # by game, in this process; counts alone, and no name


def deck_of(kit: Kit, deal: Mapping[str, Mapping[str, Any]]) -> Deck:
    """The cards of a deal, whoever holds them."""
    cards = Counter((key, str(card[key])) for card in deal.values() for key in kit.roles.CARD if key in card)
    return frozenset(cards.items())


def observed(kit: Kit) -> Wins:
    """By deck, how many games each camp won, where there were enough: by today's rules, with the usual settings.

    One query; another one where games have come or gone, or have ended otherwise, since this process last looked.
    """
    games = counted().filter(game=kit.slug, kit_version=kit.rules.VERSION).exclude(winner="")
    sums = {"games": Count("pk"), "newest": Max("pk"), "moves": Sum("head")}
    of = list(games.values_list("winner").annotate(**sums).order_by("winner"))
    if sum(row[1] for row in of) < ENOUGH:
        return {}
    if kit.slug not in _latest or _latest[kit.slug].of != of:
        _latest[kit.slug] = ObservedGame(of, _by_deck(kit, games))
    return _latest[kit.slug].wins


def _by_deck(kit: Kit, games: QuerySet[GameSession]) -> Wins:
    """Every deck of which there were enough of these games."""
    found: dict[Deck, Counter[str]] = {}
    usual = settle(kit.roles.OPTIONS, {})
    for options, deal, winner in games.values_list("options", "deal", "winner").iterator():
        if deal and settle(kit.roles.OPTIONS, options) == usual:
            found.setdefault(deck_of(kit, deal), Counter())[winner] += 1
    return {deck: wins for deck, wins in found.items() if wins.total() >= ENOUGH}


def beside(kit: Kit, row: BalanceResult, wins: Wins) -> BalanceResult | None:
    """The observed games of the deck of this row, in a row's form; None: there were not enough."""
    setting = row.setting
    deal = kit.roles.deal(setting.seats, setting.settled, Random(0).choice, row.counts or None)
    won = wins.get(deck_of(kit, deal))
    if won is None:
        return None
    camps = dict.fromkeys(row.wins, 0) | won
    return BalanceResult(row.game, row.players, row.counts, "", won.total(), 0, row.version, camps, {}, {})
