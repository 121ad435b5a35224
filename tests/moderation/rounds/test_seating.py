"""The seating of a round: always lawful, the same every time, never worse than the greedy one, with a true bound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moderation.rounds.seating import greedy, solver
from moderation.rounds.seating.question import LACKING, Game, Person, Pin, Question, Table, cost, faults
from tests.seatings import GAMES, evening

SPORZ, SPREE = GAMES[0], GAMES[4]
SHORT = 0.6  # of the solver's own work: a test is about the law, the bench about the best
SEEDS = (1, 2, 6, 7, 11, 13, 17, 24, 35, 55)


def people(count: int, **wishes: object) -> tuple[Person, ...]:
    return tuple(Person(number, **wishes) for number in range(count))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_wished_for_a_proposal_is_lawful_and_keeps_to_its_bound(seed: int) -> None:
    question = evening(seed)
    proposed = solver.propose(question, SHORT)
    assert list(faults(question, proposed.tables)) == []
    assert proposed.cost == cost(question, proposed.tables)
    assert proposed.bound is not None and proposed.bound <= proposed.cost
    by_greed = greedy.propose(question)
    if not any(faults(question, by_greed.tables)):
        assert proposed.bound <= proposed.cost <= by_greed.cost


@pytest.mark.parametrize("seed", range(0, 200, 7))
def test_what_is_seated_without_the_solver_is_lawful_but_for_pins(seed: int) -> None:
    question = replace(evening(seed), pins=(), fixed={})
    assert list(faults(question, greedy.propose(question).tables)) == []


def test_the_same_question_has_the_same_answer() -> None:
    question = evening(35)
    assert solver.propose(question, SHORT) == solver.propose(question, SHORT)


def test_before_each_step_others_are_let_by() -> None:
    question, steps = evening(35), list[bool]()
    assert solver.propose(question, SHORT, lambda: steps.append(True)) == solver.propose(question, SHORT)
    assert len(steps) > 1


def test_a_pin_and_a_settled_game_are_kept() -> None:
    question = Question(
        people(20, moderates=True), GAMES, 3, pins=(Pin(3, 1, runs=True), Pin(4, 1)), fixed={2: "spree"}
    )
    tables = solver.propose(question, SHORT).tables
    assert list(faults(question, tables)) == []
    pinned = next(table for table in tables if table.spot == 1)
    assert pinned.moderator == 3 and 4 in pinned.players


def test_pins_that_contradict_each_other_are_told_of() -> None:
    two = (Pin(0, 0, runs=True), Pin(1, 0, runs=True))
    with pytest.raises(solver.Impossible):
        solver.propose(Question(people(12, moderates=True), GAMES, 2, pins=two), SHORT)


def test_where_nobody_runs_tables_nothing_that_needs_a_moderator_is_played() -> None:
    tables = solver.propose(Question(people(12), (SPORZ, SPREE), 3), SHORT).tables
    assert {table.game for table in tables} == {"spree"}
    assert solver.propose(Question(people(12), (SPORZ,), 3), SHORT).tables == ()


def test_a_free_place_is_rather_played_at_than_a_table_crowded() -> None:
    question = Question(people(26, moderates=True), GAMES[:2], 2)
    one, other = solver.propose(question, SHORT).tables
    assert len(one.players) == len(other.players) == 12


def test_who_sat_out_comes_first() -> None:
    waited = Person(9, sat_out=1)
    question = Question((*people(8), waited), (Game("spree", 3, 8, False),), 1)
    (table,) = solver.propose(question, SHORT).tables
    assert 9 in table.players and len(table.players) == 8


def test_friends_and_newcomers_are_together_and_faces_are_new() -> None:
    pair = Person(0, friends=frozenset({5})), Person(5, friends=frozenset({0}))
    new = Person(1, first=True), Person(6, first=True)
    rest = tuple(Person(number) for number in (2, 3, 4, 7))
    met = (frozenset({2, 3}), frozenset({4, 7}))
    question = Question((*pair, *new, *rest), (Game("spree", 3, 4, False),), 2, met)
    proposed = solver.propose(question, SHORT)
    assert proposed.cost == proposed.bound == 0


def test_who_leaves_early_runs_no_table_and_plays_where_they_can_be_spared() -> None:
    stay = people(9)
    leaves = Person(20, moderates=True, leaves=True), Person(21, leaves=True)
    leads = Person(30, moderates=True)
    games = Game("sporz", 4, 5, True), Game("spree", 3, 8, False)
    tables = solver.propose(Question((*stay, *leaves, leads), games, 2), SHORT).tables
    assert all(table.moderator != 20 for table in tables)
    for table in tables:
        least = next(game.least for game in games if game.slug == table.game)
        assert len(table.players - {20, 21}) >= least
    assert {number for table in tables for number in table.there} >= {20, 21}


def test_a_game_is_not_kept_up_by_who_leaves_early() -> None:
    """Two tables of three would need both of them; one of four, and later of four, does not."""
    question = Question(
        (*people(4), Person(8, leaves=True), Person(9, leaves=True)), (Game("spree", 3, 6, False),), 2
    )
    (table,) = solver.propose(question, SHORT).tables
    assert len(table.players) == 6
    both = [Table(0, "spree", frozenset({0, 1, 8})), Table(1, "spree", frozenset({2, 3, 9}))]
    assert cost(question, both) == 2 * LACKING


def test_who_leaves_early_is_pinned_to_run_a_table_all_the_same() -> None:
    question = Question((*people(5), Person(9, leaves=True)), (SPORZ,), 1, pins=(Pin(9, 0, runs=True),))
    (table,) = solver.propose(question, SHORT).tables
    assert table.moderator == 9


def test_what_a_proposal_loses_is_counted_one_by_one() -> None:
    question = Question((Person(0, wishes=frozenset({"sporz"})), Person(1, sat_out=1)), (SPREE,), 1)
    assert cost(question, [Table(0, "spree", frozenset({0}))]) == 60 + 1000 + 400
    assert any("players" in fault for fault in faults(question, [Table(0, "spree", frozenset({0}))]))
