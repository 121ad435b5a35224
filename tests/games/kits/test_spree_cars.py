"""Spree!: banking, the car, winning, Hong Kong (RULINGS P-09 to P-12)."""

from __future__ import annotations

import pytest

from tests.games.kits.spree_mall import DULL, cart, in_the_mall, mall, truth, walking
from tests.games.table_scenes import EVERYBODY, Scene, fact


def goods(scene: Scene, *cards: str) -> Scene:
    """Ann, alone in the mall, fills her cart."""
    walking(scene, "Ann")
    for card in cards:
        scene.act("Ann", shop=[card])
    scene.news()
    return scene


def test_p09_a_cart_scores_its_points_and_ends_the_turn() -> None:
    scene = goods(mall("JC QH AD 10S 2C", *DULL[1:3], stock="4C 4D 4H 4S 5C"), "JC", "QH", "AD", "10S", "2C")
    scene.act("Ann", bank=True)
    assert scene.news()[EVERYBODY] == [
        fact("bank", seat="Ann", points=47, total=47),
        cart("Ann", "", 0),
        fact("turn", seat="Bob"),
    ]
    assert scene.table.hidden()["discards"] == ["JC", "QH", "AD", "10S", "2C"]
    row = truth(scene, "Ann")
    assert (row["cart"], row["score"], row["at_car"], len(row["hand"])) == ([], 47, True, 5)


@pytest.mark.parametrize(("face_cards", "points"), [(0, 0), (1, 3), (10, 30)])
def test_p09_the_table_sets_what_jacks_queens_and_kings_count(face_cards: int, points: int) -> None:
    scene = goods(mall("JC QH KD 3C 3D", *DULL[1:3], face_cards=face_cards), "JC", "QH", "KD")
    scene.act("Ann", bank=True)
    assert scene.news()[EVERYBODY][0] == fact("bank", seat="Ann", points=points, total=points)


def test_p09_an_empty_cart_scores_no_points() -> None:
    scene = goods(mall(*DULL[:3])).act("Ann", bank=True)
    assert scene.news() == {EVERYBODY: [fact("bank", seat="Ann", points=0, total=0), fact("turn", seat="Bob")]}


def test_p11_reaching_the_target_ends_the_game_before_drawing() -> None:
    scene = goods(mall("JC AD 3C 3D 3H", *DULL[1:3], target=25), "JC", "AD").act("Ann", bank=True)
    assert scene.news() == {EVERYBODY: [fact("bank", seat="Ann", points=25, total=25), cart("Ann", "", 0)]}
    assert scene.waits() == ("", [])
    outcome = scene.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.seats) == (["Ann"], "target", ["Ann"])
    assert truth(scene, "Ann")["hand"] == ["3C", "3D", "3H"]
    assert scene.refusal("Bob", leave=True) == "game_over"


def test_p11_points_add_up_and_one_short_is_not_enough() -> None:
    scene = goods(mall("JC AD 3C 3D 3H", *DULL[1:3], target=26), "JC", "AD").act("Ann", bank=True)
    assert scene.waits() == ("turn", ["Bob"])
    goods(scene.close().close(), "3C")
    scene.act("Ann", bank=True)
    assert scene.news()[EVERYBODY][0] == fact("bank", seat="Ann", points=3, total=28)
    assert scene.table.outcome is not None


def test_p11_goods_in_the_cart_do_not_win() -> None:
    scene = goods(mall("JC AD 3C 3D 3H", *DULL[1:3], target=1), "JC", "AD").act("Ann", end=True)
    assert scene.table.outcome is None


def test_p10_parking_elsewhere_is_the_whole_turn() -> None:
    scene = mall(*DULL[:3]).act("Ann", repark=True)
    assert scene.news() == {EVERYBODY: [fact("repark", seat="Ann"), fact("turn", seat="Bob")]}
    walking(scene, "Bob")
    assert scene.refusal("Bob", repark=True) == "illegal_answer"


def test_p10_no_card_is_played_at_the_car() -> None:
    scene = mall("10S AD JK 9C 9C", *DULL[1:3])
    for answer in ({"move": "10S"}, {"shop": ["9C"]}, {"bank": True}, {"shoot": {"seat": "Bob", "distance": 2}}):
        assert scene.refusal("Ann", **answer) == "illegal_answer"
    assert scene.news() == {}


def test_p12_in_hong_kong_leaving_the_car_uses_the_turn() -> None:
    scene = mall(*DULL[:3], hong_kong=True).act("Ann", leave=True)
    assert scene.news() == {EVERYBODY: [fact("leave", seat="Ann"), fact("turn", seat="Bob")]}
    assert not truth(scene, "Ann")["at_car"]


def test_p12_a_shot_counts_one_more_than_the_die() -> None:
    scene = in_the_mall(mall(*DULL[:3], hong_kong=True), "Ann", "Bob", "Cid")
    scene.act("Ann", shoot={"seat": "Bob", "distance": 7}).chance(dice=[6])
    assert scene.news()[EVERYBODY] == [fact("shoot", seat="Ann", at="Bob", distance=7, die=6, hit=True)]
    assert scene.waits() == ("react", ["Bob", "Cid"])


def test_p12_cars_can_shoot_and_be_shot_without_an_answer() -> None:
    scene = mall(*DULL[:3], hong_kong=True)
    assert list(scene.choices("Ann")) == ["leave", "end", "shoot", "drive"]
    assert [shot["seat"] for shot in scene.choices("Ann")["shoot"]] == ["Bob"] * 6 + ["Cid"] * 6
    scene.act("Ann", shoot={"seat": "Bob", "distance": 3}).chance(dice=[2])
    assert scene.news()[EVERYBODY] == [
        fact("shoot", seat="Ann", at="Bob", distance=3, die=2, hit=True),
        fact("done", seat="Ann"),
        fact("down", seat="Bob"),
        fact("turn", seat="Ann"),
    ]
    assert truth(scene, "Bob") == truth(scene, "Bob") | {"down": True, "at_car": True}
    assert [shot["seat"] for shot in scene.choices("Ann")["shoot"]] == ["Cid"] * 6


def test_p12_a_miss_from_the_car_downs_the_shooter() -> None:
    scene = mall(*DULL[:3], hong_kong=True).act("Ann", shoot={"seat": "Bob", "distance": 5}).chance(dice=[3])
    assert scene.news()[EVERYBODY][1:] == [fact("down", seat="Ann"), fact("turn", seat="Bob")]
    scene.close().close()
    assert scene.news()[EVERYBODY][-2:] == [fact("turn", seat="Ann"), fact("up", seat="Ann")]


def on_the_road(scene: Scene, seat: str, die: int = 4) -> Scene:
    """The active seat drives; its turn goes on, and that has been seen."""
    scene.act(seat, drive=True).chance(dice=[die])
    scene.news()
    return scene


def test_p12_driving_takes_a_die_and_the_turn_goes_on() -> None:
    scene = mall(*DULL[:3], hong_kong=True).act("Ann", drive=True)
    assert scene.waits() == ("dice", ["chance"])
    assert scene.chance(dice=[4]).news() == {EVERYBODY: [fact("drive", seat="Ann", die=4)]}
    assert list(scene.choices("Ann")) == ["end", "shoot", "park"]
    assert [truth(scene, seat)["parked"] for seat in ("Ann", "Bob")] == [False, True]
    assert scene.refusal("Ann", leave=True) == scene.refusal("Ann", drive=True) == "illegal_answer"


def test_p12_parking_again_ends_the_turn() -> None:
    scene = on_the_road(mall(*DULL[:3], hong_kong=True), "Ann").act("Ann", park=True)
    assert scene.news() == {EVERYBODY: [fact("park", seat="Ann"), fact("turn", seat="Bob")]}
    assert list(scene.close().close().choices("Ann")) == ["leave", "end", "shoot", "drive"]


def test_p12_a_turn_may_end_and_begin_on_the_road() -> None:
    scene = on_the_road(mall(*DULL[:3], hong_kong=True), "Ann").act("Ann", end=True).close().close()
    assert list(scene.choices("Ann")) == ["end", "shoot", "drive"]
    for answer in ({"leave": True}, {"park": True}, {"repark": True}):
        assert scene.refusal("Ann", **answer) == "illegal_answer"


def test_p12_a_miss_from_the_road_leaves_the_car_there() -> None:
    scene = on_the_road(mall(*DULL[:3], hong_kong=True), "Ann")
    scene.act("Ann", shoot={"seat": "Bob", "distance": 5}).chance(dice=[3])
    assert truth(scene, "Ann") | {"down": True, "at_car": True, "parked": False} == truth(scene, "Ann")


def test_p12_a_car_runs_over_everybody_in_its_way() -> None:
    scene = in_the_mall(mall("9C KD 3C 3D 3H", *DULL[1:3], hong_kong=True), "Ann", "Bob").close()
    scene.act("Ann", shop=["9C"]).close().act("Ann", shop=["KD"]).close().act("Ann", end=True).close()
    assert scene.refusal("Cid", run_over="Ann") == "illegal_answer"  # a car that stands runs nobody over
    on_the_road(scene, "Cid")
    assert scene.choices("Cid")["run_over"] == ["Ann", "Bob"]
    scene.act("Cid", run_over="Ann")
    assert scene.news() == {
        EVERYBODY: [fact("run_over", seat="Cid", victim="Ann"), fact("down", seat="Ann"), cart("Ann", "", 0)]
    }
    assert scene.table.hidden()["discards"] == ["9C", "KD"]
    scene.act("Cid", run_over="Bob")  # an empty cart has not changed
    assert scene.news() == {EVERYBODY: [fact("run_over", seat="Cid", victim="Bob"), fact("down", seat="Bob")]}
    assert scene.waits() == ("turn", ["Cid"]) and list(scene.choices("Cid")) == ["end", "park"]


def test_p12_nobody_down_nobody_in_a_car_is_run_over() -> None:
    scene = on_the_road(in_the_mall(mall(*DULL, hong_kong=True), "Ann", "Bob"), "Cid")
    scene.act("Cid", run_over="Ann").act("Cid", end=True)
    on_the_road(scene, "Dan")
    assert scene.choices("Dan")["run_over"] == ["Bob"]
    assert scene.refusal("Dan", run_over="Ann") == scene.refusal("Dan", run_over="Cid") == "illegal_answer"


def test_p12_without_hong_kong_a_car_is_no_weapon() -> None:
    scene = in_the_mall(mall(*DULL[:3]), "Ann")
    assert list(scene.choices("Bob")) == ["repark", "leave", "end"]
