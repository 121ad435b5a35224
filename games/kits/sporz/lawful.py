"""Sporz: what may be told, whose secret it may reveal, and to whom (RULINGS S-04 to S-43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, Given, HowMany, Of, Own, Secret, Tells, Who
from games.engine.table import Deal
from games.kits.sporz.roles import (
    BASE_MUTANT,
    COMPUTER_SCIENTIST,
    DOCTOR,
    GENETICIST,
    HACKABLE,
    HACKER,
    PSYCHOLOGIST,
    SPY,
)

ALIVE = Who("alive", True)
TOUCHES, CURES = Given("mutants"), Given("doctors")
NAMED = Given(PSYCHOLOGIST, GENETICIST)
HACKED = tuple(Who("role", role) for role in HACKABLE)  # a role has learnt nothing whose holder does not wake

TELLS: Sequence[Tells] = (
    # The cards.
    Tells("role", EACH, Own("role")),
    Tells("genome", Who("role", BASE_MUTANT, GENETICIST), Of("seat", "genome")),
    Tells("fellow_doctors", Who("role", DOCTOR), Who("role", DOCTOR)),
    # By night, to those who wake, and to those who are touched.
    Tells("mutants", Who("mutant", True), Who("mutant", True)),
    Tells("corpse", EACH, ALIVE),
    Tells("mutated", EACH, TOUCHES, Own("genome")),
    Tells("mutation_resisted", EACH, TOUCHES, Own("genome")),
    Tells("paralysed", EACH, TOUCHES),
    # S-16: the doctors kill where all who are awake agree.
    Tells("killed", EACH, TOUCHES, CURES, Who("role", DOCTOR), Who("mutant", True)),
    Tells("awake_doctors", Who("role", DOCTOR), TOUCHES, Who("mutant", True)),
    Tells("healed", EACH, CURES, Own("mutant"), Own("genome")),
    Tells("heal_failed", EACH, CURES, Own("mutant"), Own("genome")),
    Tells("mutant_count", Who("role", COMPUTER_SCIENTIST), HowMany("mutant", True, among="alive")),
    Tells("state", Who("role", PSYCHOLOGIST), Of("seat", "mutant")),
    # S-22, S-23: the spy learns what was done to somebody, and whether they woke; the hacker what another has learnt.
    Tells("surveillance", Who("role", SPY), TOUCHES, CURES, NAMED, Of("seat", "role"), Of("seat", "mutant")),
    Tells("hack", Who("role", HACKER), TOUCHES, NAMED, Who("mutant"), Who("genome"), ALIVE, *HACKED),
    # To all.
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("murder", ROOM, TOUCHES),
    Tells("chief", ROOM, Given("chief")),
    Tells("ballots", ROOM, Given("vote")),
    Tells("tie", ROOM, Given("vote")),
    Tells("verdict", ROOM, Given("vote", "tie")),
    Tells("death", ROOM, ALIVE, TOUCHES, CURES),
    Tells("autopsy", ROOM, Of("seat", "role"), Of("seat", "genome"), Of("seat", "mutant")),
)
ASKS: Sequence[Asks] = ()
# S-40 to S-42: who has won follows from how many mutants live, and whether a healthy doctor does.
ENDS: Sequence[Secret] = (
    HowMany("mutant", True, among="alive"),
    Who("mutant", True),
    Who("role", DOCTOR),
    TOUCHES,
)


def set_up(deal: Deal) -> Any:
    """Return which roles and genomes are in the game, not who has them (S-02, S-04)."""
    return [Counter(card[key] for card in deal.values()) for key in ("role", "genome")]
