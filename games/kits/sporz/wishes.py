"""Sporz: what a seat would want to say if it knew the truth.

It has to find out which truth is so. Worth runs from -1 (the worst that it could say) to 1 and above. Where nothing
is at stake the computer plays by bots.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.table import Fact
from games.kits.sporz.roles import DOCTOR, HOST, PSYCHOLOGIST, RESISTANT

CAMPS = ("astronauts", "mutants")
LOOKS = (PSYCHOLOGIST,)  # steps at which a seat wants to find out
FOLLOWS = ("mutants",)  # a crew that follows its own scattered ballots comes to nothing
FEARS: tuple[str, ...] = ()
PLACES: dict[str, dict[str, int]] = {}  # votes are secret
STEPS = ("vote", "tie", "mutants", *LOOKS)  # doctors heal as ever: what they guess of a night is worth less

LOST = 0.2  # what a healthy person costs the crew that executes one


def camp(truth: Fact) -> str:
    """Return the camp to which a seat of this truth belongs now (S-43)."""
    return "mutants" if truth["mutant"] else "astronauts"


def worth(step: str, deed: str, name: Any, seat: str, truth: Mapping[str, Fact]) -> float:
    """Return how much this seat gains by doing this to that one, if this is the truth."""
    if name is True:  # a blank ballot, or none: a crew that executes nobody is never rid of a base mutant
        return -1.0
    named = truth[name]
    if step == PSYCHOLOGIST:
        return 1.0 if named["mutant"] else 0.0
    if step == "mutants":
        return _night_of_mutants(deed, named)
    if truth[seat]["mutant"]:
        return -1.0 if named["mutant"] else 1.0 if named["role"] == DOCTOR else 0.4
    return 1.0 if named["mutant"] else -2 * LOST if named["role"] == DOCTOR else -LOST


def _night_of_mutants(deed: str, named: Fact) -> float:
    """Return the worth of a deed of the mutants (S-12 to S-14).

    A doctor who is mutated cures nobody any more. One who is paralysed cures nobody tonight.
    """
    if named["mutant"]:
        return -1.0
    if deed == "mutate":
        return {RESISTANT: 0.0, HOST: 0.8}.get(named["genome"], 1.5 if named["role"] == DOCTOR else 0.6)
    if deed == "kill":
        return 0.5 if named["role"] == DOCTOR else 0.1
    return 1.0 if named["role"] == DOCTOR else 0.1
