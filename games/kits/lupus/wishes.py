"""Lupus in Tabula: what a seat would want to say if it knew the truth.

It has to find out which truth is so. Worth runs from -1 (the worst that it could say) to 1. Where nothing is at stake
the computer plays by bots.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.table import Fact
from games.kits.lupus.roles import BODYGUARD, MEDIUM, POSSESSED, SEER, WEREHAMSTER, WEREWOLF

CAMPS = ("humans", "werewolves", WEREHAMSTER)
LOOKS = ("seer",)  # steps at which a seat wants to find out
FOLLOWS: tuple[str, ...] = ()  # votes are said aloud
FEARS = ("werewolves",)  # a player who votes for a werewolf again and again may have seen it
PLACES = {"werewolves": {"nominate": 2, "lynch": 1}}  # L-25: the first two places are nominated
STEPS = ("nominate", "lynch", "werewolves", "owl", "bodyguard", *LOOKS)
USEFUL = {SEER: 1.0, BODYGUARD: 0.7, MEDIUM: 0.6}  # to the village, and so dangerous to the pack


def camp(truth: Fact) -> str:
    """Return the camp with which a seat of this truth wins (L-20, L-31, L-32)."""
    role = truth["plays_as"]
    if role in (WEREWOLF, POSSESSED):
        return "werewolves"
    return WEREHAMSTER if role == WEREHAMSTER else "humans"


def worth(step: str, deed: str, name: Any, seat: str, truth: Mapping[str, Fact]) -> float:
    """Return how much this seat gains by naming that one, if this is the truth."""
    if name is True:  # a nod
        return 0.0
    named, mine = truth[name]["plays_as"], camp(truth[seat])
    if step == "seer":
        return 1.0 if named == WEREWOLF else 0.0
    if step == "bodyguard":
        return -1.0 if named == WEREWOLF else USEFUL.get(named, 0.4)
    if mine != "werewolves":
        return _to_the_village(named)
    return _to_the_pack(named, torn=step == "werewolves")


def _to_the_pack(named: str, torn: bool) -> float:
    """Return how much the pack gains when somebody is gone.

    The were-hamster would win, and cannot be torn (L-18, L-31).
    """
    if named == WEREHAMSTER:
        return 0.0 if torn else 1.0
    return {WEREWOLF: -1.0, POSSESSED: 0.0}.get(named, USEFUL.get(named, 0.4))


def _to_the_village(named: str) -> float:
    """Return how much the village gains when somebody is gone."""
    if named == WEREWOLF:
        return 1.0
    return {WEREHAMSTER: 0.3, POSSESSED: 0.1}.get(named, -USEFUL.get(named, 0.3))
