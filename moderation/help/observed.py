"""What people's own games came to, to stand beside what was simulated: of one deck, with the usual settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from games.balance.kept import Row
from games.engine.kit import Kit
from games.engine.options import settle
from moderation.table.finished import counted

ENOUGH = 30  # games of a setting: of fewer nothing is said, and nobody can tell whose they were

Deck = frozenset[tuple[tuple[str, str], int]]  # how many cards have which value of what


def deck_of(kit: Kit, deal: Mapping[str, Mapping[str, Any]]) -> Deck:
    """The cards of a deal, whoever holds them."""
    cards = Counter((key, str(card[key])) for card in deal.values() for key in kit.roles.CARD if key in card)
    return frozenset(cards.items())


def observed(kit: Kit) -> dict[Deck, Counter[str]]:
    """By deck, how many games each camp won, where there were enough: by today's rules, with the usual settings."""
    games = counted().filter(game=kit.slug, kit_version=kit.rules.VERSION).exclude(winner="")
    found: dict[Deck, Counter[str]] = {}
    usual = settle(kit.roles.OPTIONS, {})
    for options, deal, winner in games.values_list("options", "deal", "winner").iterator():
        if deal and settle(kit.roles.OPTIONS, options) == usual:
            found.setdefault(deck_of(kit, deal), Counter())[winner] += 1
    return {deck: wins for deck, wins in found.items() if wins.total() >= ENOUGH}


def beside(kit: Kit, row: Row, wins: Mapping[Deck, Counter[str]]) -> Row | None:
    """The observed games of the deck of this row, in a row's form; None: there were not enough."""
    setting = row.setting
    deal = kit.roles.deal(setting.seats, setting.settled, Random(0).choice, row.counts or None)
    won = wins.get(deck_of(kit, deal))
    if won is None:
        return None
    camps = dict.fromkeys(row.wins, 0) | won
    return Row(row.game, row.players, row.counts, "", won.total(), 0, row.version, camps, {}, {})
