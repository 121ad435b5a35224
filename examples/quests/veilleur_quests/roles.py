"""Quests: the set-up. Who may sit down, what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose
from games.engine.dealing import deal_roles, no_counts, no_warnings, right_counts, wrong_roles
from games.engine.options import Option, Whole
from games.engine.words import gettext_noop as _

SEATS = (5, 10)
OPTIONS: Mapping[str, Option] = {"refusals": Whole(5, least=1)}

MERLIN, PERCIVAL, KNIGHT = "merlin", "percival", "knight"
ASSASSIN, MORGANA, MINION, STRANGER = "assassin", "morgana", "minion", "stranger"
ROLES = (MERLIN, PERCIVAL, KNIGHT, ASSASSIN, MORGANA, MINION, STRANGER)
TRAITORS = (ASSASSIN, MORGANA, MINION, STRANGER)
CARD: Mapping[str, Sequence[str]] = {"role": ROLES}
WITH_A_DRAWN_CARD = 7  # players


def traitors(players: int) -> int:
    """How many traitors there are among so many players."""
    return 2 if players < 7 else 3 if players < 10 else 4


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """A card for every seat; with seven players one of the traitors is a minion or the stranger, as it is drawn."""
    cards = [MERLIN, PERCIVAL, ASSASSIN, MORGANA]
    if len(seats) >= WITH_A_DRAWN_CARD:
        cards.append(choose((MINION, STRANGER)))
    cards += [MINION] * (traitors(len(seats)) - sum(card in TRAITORS for card in cards))
    cards += [KNIGHT] * (len(seats) - len(cards))
    return deal_roles(seats, cards, choose)


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """What makes this deal unlawful; nothing when it may be played."""
    if wrong := wrong_roles(seats, deal, ROLES):
        return wrong
    held = Counter(card["role"] for card in deal.values())
    if any(held[role] != 1 for role in (MERLIN, PERCIVAL, ASSASSIN, MORGANA)):
        return _("there must be one Merlin, one Percival, one assassin and one Morgana")
    if sum(held[role] for role in TRAITORS) != traitors(len(deal)):
        return _("there are too few or too many traitors")
    if held[STRANGER] > (len(deal) >= WITH_A_DRAWN_CARD):
        return _("there can be one stranger, from seven players on")
    return ""


suggestion, wrong_counts, warnings = no_counts, right_counts, no_warnings
