"""ELSEN: the set-up. The roles, their numbers, and the lawful deals (RULINGS E-01 to E-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose
from games.engine.dealing import deal_roles, deck_of, wrong_roles
from games.engine.options import AS_USUAL, OfSeats, Option, Switch, Word
from games.engine.words import gettext_noop as _

MORE_THAN_HALF, AT_LEAST_HALF = "more_than_half", "at_least_half"
EVERY_TURN, UNLESS_EXCLUDED = "every_turn", "unless_excluded"

SEATS = (5, 15)
CHILDREN = False  # exclusions, ghosts and half tokens are a lot to hold in mind at eight
OPTIONS: Mapping[str, Option] = {
    "exclude_at": Word((MORE_THAN_HALF, AT_LEAST_HALF)),  # E-30
    "dead_keep_night_powers": Switch(True),  # E-24
    "first_player": OfSeats(),  # E-04
    "seer_once": Switch(False),  # E-23
    "token_moves": Word((EVERY_TURN, UNLESS_EXCLUDED)),  # E-31
    "ghost_missions_count": Switch(True),  # E-14
}

PASSENGER, SABOTEUR = "passenger", "saboteur"
SEER, WORKER, LAZY, DOCTOR, ENGINEER, POLICE = "seer", "worker", "lazy", "doctor", "engineer", "police"
LONE_ROLES = (SEER, WORKER, LAZY, DOCTOR, ENGINEER, POLICE)  # at most one each (E-03)
ROLES = (PASSENGER, SABOTEUR, *LONE_ROLES)
CARD: Mapping[str, Sequence[str]] = {"role": ROLES}

COUNTED = (SABOTEUR, *LONE_ROLES)  # roles whose number a moderator sets; the rest are passengers

# The order in which lone roles join a growing table: the counters to the saboteurs' cards, which need no call
# at night; then the roles with a call; then the two whose cards bring other numbers of tokens.
JOINING = (DOCTOR, ENGINEER, SEER, POLICE, WORKER, LAZY)
EXAMPLE = Counter((SABOTEUR, LAZY, WORKER, POLICE, SEER))  # the five of the rulebook's example (E-03)
PLAIN_PASSENGERS = 2  # left without a power by the suggestion, so that having none accuses nobody


def saboteurs(players: int) -> int:
    """Return how many saboteurs there are among so many players (E-01)."""
    if players < 8:
        return 1
    return 2 if players < 13 else 3


def suggestion(players: int, options: Mapping[str, Any] = AS_USUAL) -> dict[str, int]:
    """Return how many of each role to deal to so many players (E-01, E-03).

    Ruling: E-03 leaves the choice of lone roles open. They join in the order of `JOINING`, while two
    passengers without a power remain.
    """
    lone = JOINING[: players - saboteurs(players) - PLAIN_PASSENGERS]
    return {SABOTEUR: saboteurs(players)} | {role: int(role in lone) for role in LONE_ROLES}


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> str:
    """Return why these counts cannot be dealt to so many players, or ""."""
    if any(counts.get(role, 0) < 0 for role in COUNTED):
        return _("no count can be below nothing")
    if sum(counts.get(role, 0) for role in COUNTED) > players:
        return _("these are more roles than players")
    return _wrong_roles(Counter(deck_of(players, counts, COUNTED, PASSENGER)))


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> list[str]:
    """Return advice on counts that can be dealt nevertheless.

    There is none on the counts of the rulebook's own example.
    """
    advice: list[str] = []
    if players == EXAMPLE.total() and all(counts.get(role, 0) == EXAMPLE[role] for role in COUNTED):
        return advice
    if sum(counts.get(role, 0) for role in COUNTED) == players:
        advice.append(_("Nobody is a plain passenger: to claim to be one gives a saboteur away."))
    if not counts.get(DOCTOR) and not counts.get(POLICE):
        advice.append(_("Without a doctor and police nothing counters an elimination."))
    if not counts.get(ENGINEER):
        advice.append(_("Without an engineer no card counters a sabotage."))
    return advice


def deal(
    seats: Sequence[str],
    options: Mapping[str, Any],
    choose: Choose,
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Deal roles drawn for the seats; `counts` as `suggestion` returns them.

    Raises `ValueError` when the counts cannot be dealt.
    """
    counts = counts or suggestion(len(seats), options)
    if wrong := wrong_counts(len(seats), counts, options):
        raise ValueError(wrong)
    return deal_roles(seats, deck_of(len(seats), counts, COUNTED, PASSENGER), choose)


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """Return why this deal is unlawful (E-01, E-03), or "" when it may be played."""
    if wrong := wrong_roles(seats, deal, ROLES):
        return wrong
    return _wrong_roles(Counter(card["role"] for card in deal.values()))


def _wrong_roles(roles: Counter[str]) -> str:
    if roles[SABOTEUR] != saboteurs(roles.total()):
        return _("there must be one saboteur for 5 to 7 players, two for 8 to 12, three for 13 to 15")
    if any(roles[role] > 1 for role in LONE_ROLES):
        return _("of each role with a power there can be only one")
    return ""
