"""The lab against mathematics: where a chance can be worked out, simulation comes to it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

from games.balance.lab import simulate
from games.balance.settings import parse_setting
from tests.games.balance.exact import astronauts_by_lot, village_by_lot, village_with_seer
from tests.thorough import amount

FAR = 4  # standard deviations
GAMES = amount(600, 3_000)
LUPUS = [(8, 2), (9, 2), (16, 3)]
SPORZ = [(4, 1), (7, 2), (9, 2)]


def test_formulas_for_lynching_by_lot_give_the_known_fractions() -> None:
    known = {8: Fraction(5, 32), 9: Fraction(94, 315), 11: Fraction(244, 693)}
    assert {players: village_by_lot(2, players - 2) for players in known} == known


def test_formulas_for_a_village_with_a_seer_give_known_chances() -> None:
    known = {8: 0.404514, 9: 0.591119, 10: 0.483854}
    assert {players: round(float(village_with_seer(2, players - 2)), 6) for players in known} == known


@pytest.mark.parametrize(("players", "werewolves"), LUPUS)
@pytest.mark.parametrize(("policy", "exact"), [("uniform", village_by_lot), ("exposed", village_with_seer)])
def test_villages_come_to_their_exact_chance(
    policy: str, exact: Callable[[int, int], Fraction], players: int, werewolves: int
) -> None:
    chance = float(exact(werewolves, players - werewolves))
    assert abs(deviation("lupus", players, policy, f"werewolf={werewolves},seer=1", "humans", chance)) < FAR


@pytest.mark.parametrize(("players", "doctors"), SPORZ)
def test_ships_come_to_their_exact_chance(players: int, doctors: int) -> None:
    counts = f"base_mutant=1,doctor={doctors},host=1,resistant=1"
    chance = float(astronauts_by_lot(players, doctors))
    assert abs(deviation("sporz", players, "uniform", counts, "astronauts", chance)) < FAR


def test_roles_that_examine_by_lot_change_no_chance() -> None:
    counts = "base_mutant=1,doctor=2,psychologist=1,geneticist=1,spy=1,hacker=1,host=1,resistant=1"
    assert abs(deviation("sporz", 9, "uniform", counts, "astronauts", float(astronauts_by_lot(9, 2)))) < FAR


def deviation(game: str, players: int, policy: str, counts: str, camp: str, chance: float) -> float:
    """How many standard deviations the camp's wins are from what they should be."""
    wins = simulate(parse_setting(game, players, policy, counts), seed=7, games=GAMES).wins[camp]
    return (wins - GAMES * chance) / sqrt(GAMES * chance * (1 - chance))
