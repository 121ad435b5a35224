"""Spree!, the printed mall: every sentence of the rulebook about squares, shops, parking, fountain and lines."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.board import SIDES, at, beside
from games.kits.spree.board import FLOORS, LANE, LAYOUT, SHEETS, SHOPS, SPACE, WALKWAY, floor
from games.kits.spree.roles import RANKS, SEATS

FLOOR = floor()
PLAN = FLOOR.plan
EACH_LAYOUT = pytest.mark.parametrize("layout", FLOORS)


@EACH_LAYOUT
def test_p05_every_card_but_a_joker_has_one_shop(layout: str) -> None:
    one = floor(layout)
    assert sorted(SHOPS.values()) == sorted(RANKS)
    for letter in SHOPS:
        squares = one.plan.squares(letter)
        inside = {squares[0]}
        for _ in squares:
            inside |= {other for square in inside for other in one.plan.neighbours[square] if other in squares}
        assert inside == set(squares)  # in one piece


@EACH_LAYOUT
def test_every_square_is_reached_on_foot_but_the_fountain(layout: str) -> None:
    one = floor(layout)
    assert {len(row) for row in one.plan.rows} == {22}
    for square in (*one.spaces, "K5", "B2"):
        assert one.far(square).keys() == one.plan.letters.keys() - set(one.fountain)


def test_the_edge_of_the_board_is_parking_with_free_spaces() -> None:
    edge = {square for square in PLAN.letters if any(beside(square, side) not in PLAN.letters for side in SIDES)}
    around = {square for square in edge if 0 in at(square) or at(square)[0] == 21 or at(square)[1] == 14}
    assert around == set(PLAN.squares(SPACE + LANE))
    assert len(FLOOR.spaces) == 2 * SEATS[1]


def test_the_fountain_has_two_squares_at_the_centre() -> None:
    assert FLOOR.fountain == ["K8", "L8"]
    columns, rows = zip(*map(at, FLOOR.fountain), strict=True)
    assert sum(columns) / 2 == (22 - 1) / 2 and rows == (7, 7)


def test_p04_nobody_enters_the_fountain_or_steps_straight_back() -> None:
    assert not any(set(FLOOR.fountain) & set(others) for others in FLOOR.on_foot.values())
    reach = FLOOR.reach(("K5", "J5"), 12)
    for (end, left), path in reach.items():
        whole = ["J5", "K5", *path]
        assert all(one != two for one, two in zip(whole, whole[2:], strict=False))
        assert not path or (whole[-1], whole[-2]) == (end, left)


def test_p04_a_dead_end_stops_who_walks_into_it() -> None:
    narrow = [square for square, others in FLOOR.on_foot.items() if len(others) == 1]
    for square in narrow:
        (way_in,) = FLOOR.on_foot[square]
        assert FLOOR.way((square, way_in), set(PLAN.letters)) == ()


def test_p07_lines_follow_rows_and_columns_and_stop_at_walls() -> None:
    line = FLOOR.in_line("I8")
    assert line["J8"] == (2, "e") and line["K8"] == (3, "e") and line["M8"] == (5, "e")
    for square in PLAN.letters:
        for other, (distance, side) in FLOOR.in_line(square).items():
            (column, row), (column_2, row_2) = at(square), at(other)
            assert (column == column_2) != (row == row_2)
            assert distance == abs(column - column_2) + abs(row - row_2) + 1
            step = square
            while step != other:
                assert PLAN.is_open(step, beside(step, side))
                step = beside(step, side)
    assert "C5" not in FLOOR.in_line("D4")  # not across a corner
    assert "B4" in FLOOR.in_line("C4") and "F4" not in FLOOR.in_line("C4")  # a wall


def test_p07_pushes_end_at_walls_edges_and_by_edition_fountains() -> None:
    assert FLOOR.pushed("I8", "e", 5, hong_kong=False) == "J8"
    assert FLOOR.pushed("I8", "e", 2, hong_kong=True) == "K8"
    assert FLOOR.pushed("I8", "e", 4, hong_kong=True) == "M8"
    assert FLOOR.pushed("C1", "w", 6, hong_kong=True) == "A1"
    assert FLOOR.pushed("D2", "e", 6, hong_kong=False) == "E2"


def test_p12_cars_reach_all_of_parking_and_walkways() -> None:
    roads = set(PLAN.squares(SPACE + LANE + WALKWAY))
    assert FLOOR.by_car.keys() == roads
    assert FLOOR.far("A1", by_car=True).keys() == roads
    assert not any(FLOOR.sells(other) for others in FLOOR.by_car.values() for other in others)


def test_p12_who_lies_in_the_fountain_walks_out_of_it() -> None:
    for square in FLOOR.fountain:
        assert FLOOR.on_foot[square]


def test_p02_no_parking_space_is_much_better_than_another() -> None:
    mean = [sum(steps for end, steps in FLOOR.far(space).items() if FLOOR.sells(end)) for space in FLOOR.spaces]
    assert max(mean) < 1.5 * min(mean)


def test_the_board_prints_on_sheets_cut_between_columns() -> None:
    west, east = SHEETS
    assert west.columns == (0, 11) and east.columns == (11, 22) and west.rows == east.rows == (0, 15)
    assert Counter(PLAN.letters.values())["F"] == 2


def test_the_printed_layout_is_one_of_the_three_tested() -> None:
    assert LAYOUT in FLOORS and len(FLOORS) == 3
