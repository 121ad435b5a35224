"""Spree!: shooting (RULINGS P-07)."""

from __future__ import annotations

import pytest

from games.engine.kit import all_kits
from tests.games.kits.spree_mall import DULL, hand, in_the_mall, mall, truth, walking
from tests.games.table_scenes import EVERYBODY, Scene, fact

KIT = all_kits()["spree"]


def shoot(scene: Scene, at: str, distance: int, die: int) -> Scene:
    """The active seat shoots."""
    return scene.act(scene.waits()[1][0], shoot={"seat": at, "distance": distance}).chance(dice=[die])


def in_line() -> Scene:
    """Ann, Bob and Cid are in the mall, and it is Ann's turn."""
    return in_the_mall(mall(*DULL[:3]), "Ann", "Bob", "Cid")


def test_p07_a_hit_downs_the_target_and_gives_another_turn() -> None:
    scene = shoot(in_line(), "Bob", distance=4, die=4)
    assert scene.waits() == ("react", ["Bob", "Cid"])
    assert scene.news() == {EVERYBODY: [fact("shoot", seat="Ann", at="Bob", distance=4, die=4, hit=True)]}
    scene.close()
    assert scene.news() == {
        EVERYBODY: [fact("done", seat="Ann"), fact("down", seat="Bob"), fact("turn", seat="Ann")],
    }
    assert truth(scene, "Bob")["down"]
    assert "roll" in scene.choices("Ann")  # an extra turn is a turn


def test_p07_a_shot_takes_one_die() -> None:
    scene = in_line().act("Ann", shoot={"seat": "Bob", "distance": 2})
    assert scene.choices("chance") == {"dice": [[1, 2, 3, 4, 5, 6]]}
    assert scene.refusal("chance", dice=[3, 3]) == "illegal_answer"
    assert scene.news() == {}


@pytest.mark.parametrize(("distance", "die", "pushed"), [(4, 4, 0), (3, 3, 0), (2, 6, 4), (5, 6, 1)])
def test_p07_each_extra_point_pushes_the_victim_one_square(distance: int, die: int, pushed: int) -> None:
    scene = shoot(in_line(), "Bob", distance=distance, die=die)
    assert scene.news()[EVERYBODY][0]["hit"]
    down = fact("down", seat="Bob") | ({"pushed": pushed} if pushed else {})
    assert down in scene.close().news()[EVERYBODY]
    assert (f"pushed {pushed} square" in KIT.words.to_room(down)) == bool(pushed)


@pytest.mark.parametrize(("distance", "die"), [(2, 1), (3, 2), (4, 3), (7, 6)])
def test_p07_a_miss_downs_the_shooter_and_asks_nobody(distance: int, die: int) -> None:
    scene = shoot(in_line(), "Bob", distance=distance, die=die)
    assert scene.news() == {
        EVERYBODY: [
            fact("shoot", seat="Ann", at="Bob", distance=distance, die=die, hit=False),
            fact("down", seat="Ann"),
            fact("turn", seat="Bob"),
        ],
    }
    assert truth(scene, "Ann")["down"]
    assert scene.waits() == ("turn", ["Bob"])


def test_p12_the_extra_point_pushes_but_nobody_in_a_car() -> None:
    scene = in_the_mall(mall(*DULL[:3], hong_kong=True), "Ann", "Bob").close()
    told = shoot(scene, "Bob", distance=3, die=4).close().news()[EVERYBODY]
    assert fact("down", seat="Bob", pushed=2) in told
    told = shoot(scene, "Cid", distance=2, die=4).news()[EVERYBODY]
    assert fact("down", seat="Cid") in told


def test_p07_the_hand_is_refilled_before_the_extra_turn() -> None:
    scene = in_the_mall(mall("9C 3C 3D 3H 3S", *DULL[1:3], stock="KD"), "Ann", "Bob", "Cid")
    shoot(scene.act("Ann", shop=["9C"]).close(), "Bob", distance=2, die=2)
    scene.news()
    scene.close()
    assert scene.news() == {
        EVERYBODY: [fact("done", seat="Ann"), fact("down", seat="Bob"), fact("turn", seat="Ann")],
        "Ann": [hand("3C 3D 3H 3S KD", drawn="KD")],
    }


def test_p07_the_left_neighbour_plays_after_an_extra_turn() -> None:
    scene = shoot(in_line(), "Cid", distance=2, die=2).close()
    scene.act("Ann", end=True)
    assert scene.waits() == ("turn", ["Bob"])


def test_p07_fallen_players_are_not_shot_at_or_asked() -> None:
    scene = shoot(in_line(), "Bob", distance=2, die=2).close()
    assert [shot["seat"] for shot in scene.choices("Ann")["shoot"]] == ["Cid"] * 6
    assert scene.refusal("Ann", shoot={"seat": "Bob", "distance": 2}) == "illegal_answer"
    scene.act("Ann", shop=["3C"])
    assert scene.waits() == ("react", ["Cid"])


def test_p07_a_player_stands_up_as_the_next_turn_begins() -> None:
    scene = shoot(in_line(), "Bob", distance=2, die=2).close()
    scene.news()
    scene.act("Ann", end=True)
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Bob"), fact("up", seat="Bob")]}
    assert not truth(scene, "Bob")["down"]


def test_p07_shots_list_every_distance_per_target_in_seat_order() -> None:
    assert in_line().choices("Ann")["shoot"] == [
        {"seat": seat, "distance": distance} for seat in ("Bob", "Cid") for distance in range(2, 8)
    ]


@pytest.mark.parametrize(
    "shot", [{"seat": "Bob", "distance": 1}, {"seat": "Bob", "distance": 8}, {"seat": "Ann", "distance": 2}]
)
def test_p07_the_own_square_and_far_targets_cannot_be_shot(shot: dict[str, object]) -> None:
    scene = in_line()
    assert scene.refusal("Ann", shoot=shot) == "illegal_answer"
    assert scene.waits() == ("turn", ["Ann"])


def test_p10_players_at_the_car_neither_shoot_nor_are_shot() -> None:
    scene = mall(*DULL[:3])
    assert "shoot" not in scene.choices("Ann")
    walking(scene, "Ann")
    assert "shoot" not in scene.choices("Ann")  # the others are at their cars
    assert scene.refusal("Ann", shoot={"seat": "Bob", "distance": 2}) == "illegal_answer"
