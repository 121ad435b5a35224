"""Mystery Space Murder 3000, the printed ship: every sentence of the rulebook on rooms, lifts, prison, hours."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine.board import beside, distances
from games.engine.kit import all_kits
from games.kits.murder.board import (
    AREAS,
    DECK,
    LAYOUT,
    LIFTS,
    PRISON,
    ROOMS,
    SHEETS,
    SHIPS,
    STARTS,
    ship,
)
from games.kits.murder.roles import OPTIONS, OWN
from games.kits.murder.words import printed
from tests.games.kits.murder_ship import DECK as NAMED
from tests.games.kits.murder_ship import aboard, bob_in_prison, end_turns, suspect
from tests.games.kits.murder_ship import ship as empty_ship
from tests.games.table_scenes import Scene

SHIP = ship()
PLAN = SHIP.plan
EACH_LAYOUT = pytest.mark.parametrize("layout", SHIPS)


@EACH_LAYOUT
def test_m01_the_ship_has_eight_rooms_and_the_prison(layout: str) -> None:
    plan = ship(layout).plan
    assert set(ROOMS.values()) == set(OWN["rooms"])
    assert all(plan.squares(letter) for letter in AREAS)
    assert set(plan.letters.values()) <= {*AREAS, ".", *LIFTS}


@EACH_LAYOUT
def test_corridors_alone_connect_every_place(layout: str) -> None:
    boarded = ship(layout)
    assert {len(row) for row in boarded.plan.rows} == {19} and len(boarded.plan.rows) == 2 * DECK
    for place in boarded.ways:
        assert boarded.far[place].keys() == boarded.ways.keys()


def test_six_pawns_begin_in_six_rooms_on_two_decks() -> None:
    assert STARTS == {
        "ellen_ripley": "sleeping_quarters",
        "mister_spock": "briefing_room",
        "jack_harkness": "swimming_pool",
        "the_terminator": "engine_room",
        "han_solo": "store_room",
        "captain_starbuck": "hangar_deck",
    }
    assert sum(SHIP.below(room) for room in STARTS.values()) == 3


def test_the_ship_is_printed_in_two_parts_a_deck_each() -> None:
    assert [sheet.rows for sheet in SHEETS] == [(0, DECK), (DECK, 2 * DECK)]
    for letter in AREAS:
        assert len({SHIP.below(square) for square in PLAN.squares(letter)}) == 1


@EACH_LAYOUT
def test_m05_a_lift_joins_one_place_on_both_decks(layout: str) -> None:
    boarded = ship(layout)
    lifts = sorted({letter for letter in boarded.plan.letters.values() if letter in LIFTS})
    assert len(lifts) > 1
    for letter in lifts:
        above, below = boarded.plan.squares(letter)
        assert (above[0], int(above[1:]) + DECK) == (below[0], int(below[1:]))
        assert boarded.other_half(above) == below and boarded.other_half(below) == above
        for half in (above, below):
            assert all(boarded.below(other) == boarded.below(half) for other in boarded.ways[half])
            onto = [place for place, others in boarded.ways.items() if half in others]
            assert onto and all(boarded.below(place) != boarded.below(half) for place in onto)
            # M-05: never from one lift to another.
            assert not any(boarded.is_lift(other) for other in boarded.ways[half])


def test_m05_one_goes_from_deck_to_deck_by_lift_alone() -> None:
    for place, others in SHIP.ways.items():
        for other in others:
            assert SHIP.below(place) == SHIP.below(other) or SHIP.is_lift(other)


def test_m05_a_walk_uses_all_its_steps_unless_in_rooms() -> None:
    for start, throw in product(SHIP.ways, (2, 3, 7, 12)):
        for end, way in SHIP.walks(start, throw, "ellen_ripley").items():
            assert way.path[-1] == end
            assert len(way.path) == throw or (SHIP.is_area(end) and len(way.path) < throw)
            assert not any(map(SHIP.is_area, way.path[:-1]))
            for one, two in zip((start, *way.path), way.path, strict=False):
                assert two in SHIP.ways[one]


def test_m05_a_ride_is_risky_away_from_the_first_deck() -> None:
    for letter in ("1", "2", "3"):
        above, below = PLAN.squares(letter)
        (door_above,), (door_below,) = SHIP.ways[above], SHIP.ways[below]
        up = {who: SHIP.walks(door_below, 1, who)[above].risks for who in STARTS}
        down = {who: SHIP.walks(door_above, 1, who)[below].risks for who in STARTS}
        assert up == {who: int(SHIP.below(room)) for who, room in STARTS.items()}
        assert down == {who: int(not SHIP.below(room)) for who, room in STARTS.items()}


def test_m05_pawns_share_rooms_but_no_square_or_lift() -> None:
    above, below = PLAN.squares("2")
    (door,) = SHIP.ways[below]
    assert above in SHIP.walks(door, 1, "han_solo")
    for half in (above, below):
        assert above not in SHIP.walks(door, 1, "han_solo", taken=[half])
    assert "engine_room" in SHIP.walks("C17", 2, "han_solo", taken=["C16"])
    beyond = SHIP.walks("D17", 2, "han_solo")
    assert SHIP.walks("D17", 2, "han_solo", taken=["E17"]) == {end: beyond[end] for end in beyond if end != "E17"}
    assert "F17" in beyond  # past the pawn on E17


def test_almost_every_throw_can_be_walked_with_five_other_pawns() -> None:
    for start in SHIP.ways:
        for throw in range(2, 8):
            ends = SHIP.walks(start, throw, "ellen_ripley")
            same = start in ends or (SHIP.is_lift(start) and SHIP.other_half(start) in ends)
            room = any(SHIP.is_area(end) and end != PRISON for end in ends)
            assert same or room or len(ends) > 5 or throw in (3, 5)


def test_m08_the_prison_has_one_door_and_no_corridor() -> None:
    squares = PLAN.squares("P")
    doors = [other for square in squares for other in PLAN.neighbours[square] if other not in squares]
    assert len(doors) == 1
    assert SHIP.ways[PRISON] == tuple(doors)


def test_m04_the_track_has_as_many_hours_as_the_rulebook() -> None:
    assert OPTIONS["hours"].default == 15
    assert printed.track(all_kits()["murder"].usual) == [str(hour) for hour in range(15, -1, -1)]
    assert printed.track({"hours": 3}) == ["3", "2", "1", "0"]
    assert printed.track({"hours": 61}) == []


# What everybody knows of the pawns


def areas(scene: Scene) -> dict[str, set[str]]:
    """Who stands in which room, as far as everybody was told."""
    return {letter: set(seats) for letter, seats in printed.standing(scene.table.public()).areas}


def test_m03_pawns_stand_where_they_begin_until_they_walk() -> None:
    assert areas(empty_ship()) == {}
    scene = aboard()  # Ann plays Blue, Bob Lime, Cid Pink: each begins in the room of the same line
    assert areas(scene) == {"B": {"Ann"}, "W": {"Bob"}, "E": {"Cid"}}
    scene.act("Ann", "turn", roll=True).chance(dice=[1, 2])
    assert areas(scene) == {"W": {"Bob"}, "E": {"Cid"}}


def test_m07_a_called_pawn_comes_to_the_room_of_callers() -> None:
    assert areas(suspect(aboard(), "Vault Pink Gun Envy")) == {"G": {"Ann", "Cid"}, "W": {"Bob"}}


def test_m08_a_prisoner_is_back_in_prison_after_each_turn() -> None:
    scene = end_turns(bob_in_prison(), 1)
    assert areas(scene) == {"S": {"Ann"}, "P": {"Bob"}, "E": {"Cid"}}
    suspect(scene, "Dock Lime Axe Envy")
    assert areas(scene) == {"S": {"Ann"}, "R": {"Bob", "Cid"}}
    scene.act("Ann", "testify", declare="Axe")
    assert areas(scene) == {"S": {"Ann"}, "R": {"Cid"}, "P": {"Bob"}}


def test_m08_freed_players_and_visitors_are_not_marked_as_prisoners() -> None:
    scene = bob_in_prison().act("Bob", escape=True).chance(dice=[5])
    assert areas(scene) == {"S": {"Ann"}, "E": {"Cid"}}
    scene = end_turns(bob_in_prison(), 1).act("Cid", visit="Bob").chance(dice=[1, 2])
    assert areas(scene) == {"S": {"Ann"}, "P": {"Bob"}}


def test_m05_who_is_lost_in_space_is_nowhere() -> None:
    scene = aboard().act("Ann", "turn", lift=True).chance(dice=[1])
    assert areas(scene) == {"W": {"Bob"}, "E": {"Cid"}}


def test_m04_the_marker_lies_on_the_hours_that_are_left() -> None:
    scene = aboard(hours=4)
    assert printed.standing(scene.table.public()).marker == 0
    known = printed.standing(end_turns(scene, 3).table.public())
    assert known.marker is not None and known.track[known.marker] == "3"


def test_m01_own_names_are_on_all_paper_of_a_table() -> None:
    options = {"hours": 9, "deck": NAMED}
    assert [label.name for label in printed.labels(options).values()] == [*NAMED["rooms"], "Prison"]
    assert [one.below for one in printed.labels(options).values()][:7] == [
        *(f"{name} begins here" for name in NAMED["characters"][:6]),
        "",
    ]
    assert [one.name for one in printed.figures(options)] == NAMED["characters"][:6]
    assert [one.title for one in printed.cards(options)] == NAMED["characters"][:6]
    assert [[*note.rows] for note in printed.notes(options)] == [*NAMED.values()]
    assert "A marker begins on 9" in " ".join(printed.rules(options))
    assert "A marker begins on 15" in " ".join(printed.rules(None))
    assert len(printed.rules(options | {"hours": 61})) == len(printed.RULES) - 1


def test_m05_the_nearest_room_is_a_throw_away_not_adjacent() -> None:
    for room in ROOMS.values():
        others = sorted(SHIP.far[room][other] for other in ROOMS.values() if other != room)
        assert 5 <= others[0] <= 8
        assert max(others) <= 24


def test_all_corridors_are_walkable_and_walls_follow_the_plan() -> None:
    corridors = PLAN.squares("." + LIFTS)
    assert len(distances(corridors[0], SHIP.ways.__getitem__)) == len(SHIP.ways)
    for square in corridors:
        for side in "nesw":
            other = beside(square, side)
            if PLAN.letters.get(other) in (*ROOMS, "P"):
                assert PLAN.is_open(square, other) == (frozenset((square, other)) in PLAN.openings)


def test_the_printed_layout_is_one_of_the_three_tested() -> None:
    assert LAYOUT in SHIPS and len(SHIPS) == 3
