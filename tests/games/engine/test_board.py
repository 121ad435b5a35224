"""A board as data: which squares are beside each other, what stands between them, what is in sight."""

from __future__ import annotations

import pytest

from games.engine.board import Plan, at, beside, distances, named

PLAN = Plan(("aab", "a#b", "ccb"), "ac", "C3w B1e")


def test_a_square_is_named_by_its_column_and_its_row() -> None:
    assert named(2, 11) == "C12" and at("C12") == (2, 11)
    assert [beside("C12", side) for side in "nesw"] == ["C11", "D12", "C13", "B12"]


def test_walls_separate_areas_except_at_doors_and_openings() -> None:
    assert "B2" not in PLAN.letters  # solid
    assert set(PLAN.neighbours["A1"]) == {"B1", "A2"}
    assert set(PLAN.neighbours["A2"]) == {"A1", "A3"}  # a flows into c
    assert set(PLAN.neighbours["B1"]) == {"A1", "C1"}  # a door
    assert set(PLAN.neighbours["C2"]) == {"C1", "C3"}


def test_a_door_that_leads_nowhere_is_an_error() -> None:
    with pytest.raises(ValueError, match="lead nowhere"):
        Plan(("ab",), "", "A1n").is_open("A1", "B1")


def test_one_sees_straight_on_until_something_stands_between() -> None:
    assert list(PLAN.sight("A1", "e")) == ["B1", "C1"]
    assert list(PLAN.sight("A1", "s")) == ["A2", "A3"]
    assert list(PLAN.sight("A2", "e")) == []


def test_distances_count_steps_and_leave_out_what_cannot_be_reached() -> None:
    ways = {1: [2], 2: [1, 3], 3: [2], 4: [4]}
    assert distances(1, ways.__getitem__) == {1: 0, 2: 1, 3: 2}
