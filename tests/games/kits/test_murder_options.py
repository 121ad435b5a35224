"""Mystery Space Murder 3000: what a table may set as the rulebook has it (RULINGS M-04, M-08, M-09)."""

from __future__ import annotations

import pytest

from games.engine.table import Outcome
from tests.games.kits.murder_ship import aboard, jail, ship, suspect
from tests.games.table_scenes import EVERYBODY, fact


def test_m04_who_throws_highest_begins_and_equals_throw_again() -> None:
    scene = ship(throw_for_first=True)
    scene.news()
    assert scene.waits() == ("dice", ["chance"])
    scene.chance(dice=[2, 6, 6])
    assert scene.news()[EVERYBODY] == [fact("first_throw", seats=["Ann", "Bob", "Cid"], dice=[2, 6, 6])]
    scene.chance(dice=[1, 3])
    assert scene.news()[EVERYBODY] == [fact("first_throw", seats=["Bob", "Cid"], dice=[1, 3])]
    assert scene.waits() == ("character", ["Cid"])


@pytest.mark.parametrize(("dice", "thrown"), [("two", [2, 3]), ("one", [4])])
def test_m08_a_freed_player_walks_with_one_die_or_two(dice: str, thrown: list[int]) -> None:
    scene = jail(aboard(dice_out_of_prison=dice), "Bridge Lime Rope Greed", "Lime")
    scene.act("Bob", escape=True).chance(dice=[5])
    scene.act("Bob", roll=True)
    assert scene.refusal("chance", dice=[1, 1, 1]) == "illegal_answer"
    assert scene.chance(dice=thrown).news()[EVERYBODY][-1] == fact("roll", seat="Bob", dice=thrown)


def test_m08_whoever_was_free_walks_with_two_dice() -> None:
    scene = aboard(dice_out_of_prison="one").act("Ann", roll=True)
    assert scene.chance(dice=[1, 2]).news()[EVERYBODY] == [fact("roll", seat="Ann", dice=[1, 2])]


def test_m09_a_wrong_unanswered_hypothesis_may_void_the_game() -> None:
    scene = suspect(aboard(unsolved_is_void=True), "Bridge Red Knife Love")  # Love is Ann's
    assert scene.table.outcome == Outcome([], "void", [])
    assert "Ann" not in scene.news()
