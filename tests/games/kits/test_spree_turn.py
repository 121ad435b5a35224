"""Spree!: a turn, its cards, its shopping (RULINGS P-03, P-04, P-05)."""

from __future__ import annotations

import pytest

from games.engine.kit import all_kits
from games.engine.table import Refused
from tests.games.kits.spree_mall import DULL, cart, hand, in_the_mall, mall, spend_the_stock, truth, walking
from tests.games.table_scenes import EVERYBODY, fact


def test_p04_at_the_car_one_may_park_leave_or_end() -> None:
    scene = mall(*DULL[:3])
    assert scene.choices("Ann") == {"repark": [True], "leave": [True], "end": [True]}
    assert scene.refusal("Ann", roll=True) == "illegal_answer"
    assert scene.refusal("Bob", leave=True) == "not_asked"
    assert scene.news() == {}


def test_p04_leaving_the_car_uses_the_roll_of_the_turn() -> None:
    scene = mall(*DULL[:3]).act("Ann", leave=True)
    assert scene.waits() == ("dice", ["chance"])
    scene.chance(dice=[6, 1])
    assert scene.news() == {EVERYBODY: [fact("leave", seat="Ann"), fact("roll", seat="Ann", dice=[6, 1])]}
    assert "roll" not in scene.choices("Ann")
    assert not truth(scene, "Ann")["at_car"]


def test_p04_away_from_the_car_one_rolls_once_a_turn() -> None:
    scene = in_the_mall(mall(*DULL[:3]), "Ann", "Bob", "Cid")
    assert scene.choices("Ann")["roll"] == [True]
    scene.act("Ann", roll=True).chance(dice=[2, 2])
    assert scene.news() == {EVERYBODY: [fact("roll", seat="Ann", dice=[2, 2])]}
    assert scene.refusal("Ann", roll=True) == "illegal_answer"
    assert scene.waits() == ("turn", ["Ann"])


def test_p04_only_possible_acts_are_asked_in_hand_order() -> None:
    scene = in_the_mall(mall("10S 2H JK 9C 9C", *DULL[1:3]), "Ann", "Bob", "Cid")
    asked = scene.choices("Ann")
    assert asked["move"] == ["10S", "2H", "JK"]
    assert asked["shop"] == [["10S"], ["2H"], ["9C"], ["9C", "9C"]]
    assert "rob" not in asked
    assert list(asked) == ["roll", "move", "shop", "shoot", "bank", "end"]


def test_p04_the_moderator_may_close_a_turn_or_answer_it() -> None:
    scene = mall(*DULL[:3]).close()
    assert scene.waits() == ("turn", ["Bob"])
    scene.take({"by": "moderator", "for": "Bob", "answer": {"end": True}})
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Bob"), fact("turn", seat="Cid")]}
    with pytest.raises(Refused, match="not asked"):
        scene.decide(end=True)


def test_p04_turns_go_clockwise() -> None:
    scene = mall(*DULL)
    turns = []
    for _ in range(5):
        turns += scene.waits()[1]
        scene.close()
    assert turns == ["Ann", "Bob", "Cid", "Dan", "Ann"]


@pytest.mark.parametrize("card", ["10S", "2H", "JK"])
def test_p04_a_ten_two_or_joker_is_discarded_to_move(card: str) -> None:
    scene = walking(mall("10S 2H JK 9C 9C", *DULL[1:3]), "Ann")
    scene.act("Ann", move=card)
    left = [other for other in ["10S", "2H", "JK", "9C", "9C"] if other != card]
    assert scene.news() == {
        EVERYBODY: [fact("move", seat="Ann", card=card), fact("done", seat="Ann")],
        "Ann": [hand(" ".join(left))],
    }
    assert scene.table.hidden()["discards"] == [card]
    assert scene.refusal("Ann", move="9C") == "illegal_answer"


def test_p05_goods_go_from_the_hand_into_the_cart() -> None:
    scene = walking(mall("9C 7H 9C JK KD", *DULL[1:3]), "Ann")
    scene.act("Ann", shop=["7H"])
    assert scene.news() == {
        EVERYBODY: [fact("shop", seat="Ann", cards=["7H"]), fact("done", seat="Ann"), cart("Ann", "7H", 7)],
        "Ann": [hand("9C 9C JK KD")],
    }
    scene.act("Ann", shop=["9C", "9C"])
    assert scene.news()[EVERYBODY][-1] == cart("Ann", "7H 9C 9C", 25)
    assert truth(scene, "Ann")["hand"] == ["JK", "KD"]
    assert scene.table.hidden()["discards"] == []
    assert scene.waits() == ("turn", ["Ann"])


@pytest.mark.parametrize("cards", [["JK"], ["JK", "JK"], ["9C", "9D"], ["7H", "7H"], ["9C", "9C", "9C"], [], "9C"])
def test_p05_jokers_mixed_cards_and_absent_cards_cannot_be_bought(cards: list[str]) -> None:
    scene = walking(mall("9C 9C 9D JK JK", *DULL[1:3]), "Ann")
    assert scene.refusal("Ann", shop=cards) == "illegal_answer"
    assert scene.news() == {}


def test_p05_of_two_identical_cards_the_one_held_longer_goes() -> None:
    scene = walking(mall("9C KD 9C 4C 5C", *DULL[1:3]), "Ann").act("Ann", shop=["9C"])
    assert truth(scene, "Ann")["hand"] == ["KD", "9C", "4C", "5C"]


def test_p03_the_hand_is_refilled_at_the_end_at_once() -> None:
    scene = walking(mall("9C KD 9C 4C 5C", *DULL[1:3], stock="2C 2D"), "Ann")
    scene.act("Ann", shop=["9C", "9C"])
    scene.news()
    scene.act("Ann", end=True)
    assert scene.news() == {
        "Ann": [hand("KD 4C 5C 2C 2D", drawn="2C 2D")],
        EVERYBODY: [fact("turn", seat="Bob")],
    }


def test_p03_a_full_hand_draws_nothing_and_nothing_is_told() -> None:
    scene = walking(mall(*DULL[:3]), "Ann").act("Ann", end=True)
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Bob")]}


def test_p03_the_hand_is_refilled_at_the_start_after_standing() -> None:
    scene = in_the_mall(mall("9S 9H 4C 5C 6C", "AD 9C 9D 7C 8C", DULL[2], stock="2C 2D"), "Ann", "Bob", "Cid")
    scene.act("Ann", shop=["9S"]).act("Bob", ace="AD").close()  # nobody answers the ace
    scene.act("Ann", shoot={"seat": "Bob", "distance": 2}).chance(dice=[6]).close()
    scene.news()
    scene.act("Ann", end=True)
    news = scene.news()
    assert news[EVERYBODY] == [fact("turn", seat="Bob"), fact("up", seat="Bob")]
    assert news["Bob"] == [hand("9C 9D 7C 8C 2D", drawn="2D")]
    assert list(news) == [EVERYBODY, "Bob"]


def test_p01_an_empty_stock_is_refilled_from_shuffled_discards() -> None:
    scene = walking(mall("10S 2H 9C 9C 4C", *DULL[1:3]), "Ann").act("Ann", move="10S").act("Ann", move="2H")
    spend_the_stock(scene)
    assert scene.waits() == ("shuffle", ["chance"])
    assert scene.choices("chance") == {"cards": ["10S", "2H"]}
    assert [scene.refusal("chance", cards=cards) for cards in (["10S"], ["10S", "10S"])] == ["illegal_answer"] * 2
    scene.chance(cards=["2H", "10S"])
    news = scene.news()
    assert news[EVERYBODY][0] == fact("shuffled")
    (drawer,) = [person for person in news if person != EVERYBODY]
    assert [told["drawn"][-2:] for told in news[drawer]] == [
        ["2H", "10S"]
    ]  # one fact for what was drawn before and after
    assert scene.table.hidden() == {"stock": [], "discards": []}
    assert scene.waits()[0] == "turn"


def test_p01_with_no_card_left_anywhere_a_hand_stays_short() -> None:
    scene = spend_the_stock(mall(*DULL[:3]))
    assert scene.table.hidden() == {"stock": [], "discards": []}
    seat = scene.waits()[1][0]
    scene.act(seat, shop=scene.choices(seat)["shop"][0]).close()
    left = truth(scene, seat)["hand"]
    scene.news()
    scene.act(seat, end=True)
    assert list(scene.news()) == [EVERYBODY]
    assert truth(scene, seat)["hand"] == left


def test_a_turn_taken_back_takes_its_dice_with_it() -> None:
    scene = mall(*DULL[:3]).act("Ann", leave=True).chance(dice=[1, 2]).undo()
    assert scene.waits() == ("turn", ["Ann"])
    assert truth(scene, "Ann")["at_car"]
    assert scene.table.public()[-1] == fact("turn", seat="Ann")


def test_p08b_a_walk_with_a_joker_announces_its_distance() -> None:
    said = all_kits()["spree"].words.to_room
    assert "ten squares or two" in said(fact("move", seat="Ann", card="JK"))
    assert "two" not in said(fact("move", seat="Ann", card="10H"))
