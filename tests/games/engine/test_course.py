"""Undo goes back along what was played: the script runs again for what is new, and for nothing else."""

from __future__ import annotations

import pytest

from games.engine.asks import one_of
from games.engine.moves import MODERATOR, Move
from games.engine.table import Outcome, Script, Table

SEATS = ["Ann", "Bob", "Cid"]
WHO = one_of("seat", SEATS)
UNDO = Move(MODERATOR, undo=1)


class Counting:
    """Rules that ask the same for ever, tell what they hear, and count how often they are handed a call."""

    def __init__(self) -> None:
        self.handed = 0

    def play(self, table: Table) -> Script:
        heard: list[str] = []
        table.truth = lambda: {seat: {"heard": list(heard)} for seat in table.seats}
        while "end" not in heard:
            reply = yield table.by_day("who", SEATS, WHO, moderator_ask=WHO)
            self.handed += 1
            answer = reply.only()
            heard.append(answer["seat"] if answer else "nobody")
            table.announce("heard", seat=heard[-1])
        return Outcome([], "over", [])


def table_at(depth: int) -> tuple[Table, Counting]:
    rules = Counting()
    table = Table(rules, SEATS, {}, {})
    for place in range(depth):
        table.take(named(place))
    return table, rules


def named(place: int) -> Move:
    return Move(MODERATOR, answer={"seat": SEATS[place % 3]})


def same_as_played_afresh(table: Table) -> bool:
    other = Table(Counting(), table.seats, {}, {})
    for _, move in table.standing:
        other.take(move)
    facts = [told.fact for told in table.told] == [told.fact for told in other.told]
    names = [step.name for step in table.steps] == [step.name for step in other.steps]
    assert table.step is not None and other.step is not None
    return facts and names and table.step.answers == other.step.answers and table.truth() == other.truth()


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_alternating_moves_and_undos_replay_each_new_call_once(depth: int) -> None:
    table, rules = table_at(300)
    for _ in range(100):
        for place in range(depth):
            table.take(named(place))
        table.take(Move(MODERATOR, undo=depth))
    assert rules.handed == 300 + depth
    assert same_as_played_afresh(table)


def test_undoing_every_move_once_replays_each_call_once() -> None:
    table, rules = table_at(0)
    for place in range(300):
        for move in (named(place), UNDO, named(place)):
            table.take(move)
    assert rules.handed == 300
    assert same_as_played_afresh(table)


def test_undos_one_after_the_other_hand_the_script_nothing() -> None:
    table, rules = table_at(300)
    for _ in range(299):
        table.take(UNDO)
    assert rules.handed == 300 and len(table.standing) == 1
    assert same_as_played_afresh(table)
    assert rules.handed == 301  # the truth was asked for


def test_undo_within_an_open_step_does_not_run_the_script() -> None:
    table, rules = table_at(50)
    table.take(Move("Bob", answer={"seat": "Ann"}))
    for place in range(100):
        table.take(Move("Ann", answer={"seat": SEATS[place % 3]}))
        table.take(UNDO)
    assert rules.handed == 50
    assert table.step is not None and table.step.answers == {"Bob": {"seat": "Ann"}}
    assert same_as_played_afresh(table)


def test_undo_and_other_moves_equal_a_fresh_game() -> None:
    table, _ = table_at(10)
    for back, forth in ((3, [1, 1]), (2, [0, 1, 2]), (6, [2, 2, 2, 2]), (4, [2, 2, 0]), (1, [1])):
        table.take(Move(MODERATOR, undo=back))
        assert same_as_played_afresh(table)
        for place in forth:
            table.take(named(place))
        assert same_as_played_afresh(table)


def test_a_repeated_fact_belongs_to_the_move_that_repeated_it() -> None:
    table, _ = table_at(2)
    for move in (UNDO, named(1)):
        table.take(move)
    assert [(told.at, told.fact["seat"]) for told in table.told] == [(1, "Ann"), (4, "Bob")]
    assert [step.opened for step in table.steps] == [0, 3, 4]
