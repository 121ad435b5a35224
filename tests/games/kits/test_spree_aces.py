"""Spree!: aces, and aces against aces (RULINGS P-08)."""

from __future__ import annotations

import pytest

from tests.games.kits.spree_mall import DULL, cart, hand, in_the_mall, mall, truth, walking
from tests.games.table_scenes import EVERYBODY, Scene, fact

ARMED = "9C AC 10C 3C JK", "AD AD 3D 4D 5D", "AH JK 3H 4H 5H"


def armed(*seats: str) -> Scene:
    """Three hands with aces and jokers; Ann is about to act, away from her car as these others are."""
    scene = in_the_mall(mall(*ARMED), "Ann")
    for seat in ("Bob", "Cid"):
        if seat in seats:
            in_the_mall(scene, seat)
        else:
            scene.close()
    scene.news()
    return scene


def test_p08_everybody_on_foot_but_the_active_player_is_asked() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"])
    assert scene.waits() == ("react", ["Bob", "Cid"])
    assert scene.choices("Bob") == {"ace": ["AD"], "pass": [True]}
    assert scene.choices("Cid") == {"ace": ["AH", "JK"], "pass": [True]}
    assert scene.refusal("Ann", pass_=True) == "not_asked"
    assert scene.refusal("Bob", ace="AH") == "illegal_answer"
    assert scene.refusal("Bob", ace="3D") == "illegal_answer"


def test_p08_a_player_without_an_ace_is_asked_the_same() -> None:
    scene = in_the_mall(mall("9C 3C 3D 3H 3S", "AD 4D 5D 6D 7D", DULL[2]), "Ann", "Bob", "Cid")
    scene.act("Ann", shop=["9C"])
    assert scene.choices("Cid") == {"pass": [True]}
    step = scene.table.step
    assert step is not None
    shown = [[field.shown for field in ask.fields()] for ask in step.asks.values()]
    assert shown[0] == shown[1]


def test_p08_somebody_at_the_car_is_not_asked() -> None:
    scene = armed("Cid").act("Ann", shop=["9C"])
    assert scene.waits() == ("react", ["Cid"])


def test_p08_with_nobody_to_ask_it_is_done_at_once() -> None:
    scene = armed().act("Ann", shop=["9C"])
    assert scene.news()[EVERYBODY] == [
        fact("shop", seat="Ann", cards=["9C"]),
        fact("done", seat="Ann"),
        cart("Ann", "9C", 9),
    ]
    assert scene.waits() == ("turn", ["Ann"])


def test_p08_when_all_pass_nobody_learns_who_passed() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"])
    scene.news()
    scene.act("Cid", pass_=True)
    assert scene.news() == {}
    assert scene.waits() == ("react", ["Bob", "Cid"])
    scene.act("Bob", pass_=True)
    assert scene.news() == {EVERYBODY: [fact("done", seat="Ann"), cart("Ann", "9C", 9)]}


def test_p08_who_has_passed_may_still_play_an_ace() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"]).act("Cid", pass_=True)
    scene.news()
    scene.act("Cid", ace="AH")
    assert scene.news() == {EVERYBODY: [fact("ace", seat="Cid", card="AH")], "Cid": [hand("JK 3H 4H 5H")]}


def test_p08_a_stopped_purchase_is_discarded_after_the_ace() -> None:
    scene = armed("Bob").act("Ann", shop=["9C"])
    assert scene.table.hidden()["table"] == ["9C"]
    scene.act("Bob", ace="AD").act("Ann", pass_=True)
    assert scene.news() == {
        EVERYBODY: [
            fact("shop", seat="Ann", cards=["9C"]),
            fact("ace", seat="Bob", card="AD"),
            fact("stopped", seat="Ann"),
        ],
        "Ann": [hand("AC 10C 3C JK")],
        "Bob": [hand("AD 3D 4D 5D")],
    }
    assert scene.table.hidden()["discards"] == ["AD", "9C"]
    assert "table" not in scene.table.hidden()
    assert truth(scene, "Ann")["cart"] == []
    assert scene.waits() == ("turn", ["Ann"])


def test_p08_the_first_ace_opens_a_window_against_itself() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"]).act("Bob", ace="AD")
    assert scene.waits() == ("react", ["Ann", "Cid"])
    assert scene.choices("Ann") == {"ace": ["AC", "JK"], "pass": [True]}
    assert scene.refusal("Bob", ace="AD") == "not_asked"


def test_p08_two_aces_let_it_happen() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"]).act("Bob", ace="AD").act("Ann", ace="AC")
    assert scene.waits() == ("react", ["Bob", "Cid"])
    scene.news()
    scene.close()
    assert scene.news() == {EVERYBODY: [fact("done", seat="Ann"), cart("Ann", "9C", 9)]}
    assert scene.table.hidden()["discards"] == ["AD", "AC"]


def test_p08_three_aces_stop_a_robbery_and_jokers_count() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"])
    scene.act("Bob", ace="AD").act("Ann", ace="JK").act("Cid", ace="JK").close()
    assert [told["fact"] for told in scene.news()[EVERYBODY]] == ["shop", "ace", "ace", "ace", "stopped"]
    assert scene.table.hidden()["discards"] == ["AD", "JK", "JK", "9C"]


def test_p08_the_same_player_may_answer_twice() -> None:
    scene = (
        armed("Bob").act("Ann", shop=["9C"]).act("Bob", ace="AD").act("Ann", ace="AC").act("Bob", ace="AD").close()
    )
    assert scene.news()[EVERYBODY][-1] == fact("stopped", seat="Ann")
    assert truth(scene, "Bob")["hand"] == ["3D", "4D", "5D"]


def test_p08_a_movement_card_can_be_stopped() -> None:
    scene = armed("Bob").act("Ann", move="10C").act("Bob", ace="AD").close()
    assert scene.news()[EVERYBODY] == [
        fact("move", seat="Ann", card="10C"),
        fact("ace", seat="Bob", card="AD"),
        fact("stopped", seat="Ann"),
    ]
    assert scene.table.hidden()["discards"] == ["10C", "AD"]


def test_p08_a_stopped_robbery_loses_its_card() -> None:
    scene = armed("Bob").act("Ann", shop=["3C"]).close().act("Ann", end=True)
    scene.act("Bob", rob={"seat": "Ann", "card": "3D", "rank": "3"})
    scene.news()
    scene.act("Ann", ace="AC").close()
    assert scene.news()[EVERYBODY] == [fact("ace", seat="Ann", card="AC"), fact("stopped", seat="Bob")]
    assert truth(scene, "Ann")["cart"] == ["3C"]
    assert scene.table.hidden()["discards"] == ["3D", "AC"]


def test_p08_a_stopped_shot_is_a_miss() -> None:
    scene = armed("Bob", "Cid").act("Ann", shoot={"seat": "Bob", "distance": 2}).chance(dice=[6])
    scene.act("Cid", ace="AH")
    scene.news()
    scene.close()
    news = scene.news()
    assert news[EVERYBODY] == [fact("stopped", seat="Ann"), fact("down", seat="Ann"), fact("turn", seat="Bob")]
    assert [truth(scene, seat)["down"] for seat in ("Ann", "Bob", "Cid")] == [True, False, False]


def test_p08_a_shot_that_misses_cannot_be_improved() -> None:
    scene = armed("Bob", "Cid").act("Ann", shoot={"seat": "Bob", "distance": 5}).chance(dice=[4])
    assert scene.waits() == ("turn", ["Bob"])


def test_p08_nothing_stops_a_banking_or_a_roll() -> None:
    scene = armed("Bob", "Cid").act("Ann", roll=True).chance(dice=[1, 1])
    assert scene.waits() == ("turn", ["Ann"])
    scene.act("Ann", bank=True)
    assert scene.waits() == ("turn", ["Bob"])


def test_p08_an_ace_player_draws_cards_on_their_own_turn() -> None:
    scene = armed("Bob").act("Ann", shop=["9C"]).act("Bob", ace="AD").close()
    scene.news()
    scene.act("Ann", end=True)
    assert list(scene.news()) == ["Ann", EVERYBODY, "Bob"]
    assert len(truth(scene, "Bob")["hand"]) == 5


@pytest.mark.parametrize("cards", [["9C"], ["9C", "9C"]])
def test_p08_bought_cards_stay_on_the_table_during_the_window(cards: list[str]) -> None:
    scene = in_the_mall(mall("9C 9C AC 3C 3D", ARMED[1], DULL[2]), "Ann", "Bob").close()
    scene.act("Ann", shop=cards)
    assert scene.table.hidden()["table"] == cards
    assert truth(scene, "Ann")["cart"] == []
    assert truth(scene, "Ann")["hand"] == ["9C", "AC", "3C", "3D"][len(cards) - 1 :]
    scene.act("Bob", ace="AD")
    assert scene.table.hidden() == scene.table.hidden() | {"table": cards, "discards": ["AD"]}


def test_an_ace_taken_back_opens_the_window_again() -> None:
    scene = armed("Bob", "Cid").act("Ann", shop=["9C"]).act("Bob", ace="AD").undo()
    assert scene.waits() == ("react", ["Bob", "Cid"])
    assert truth(scene, "Bob")["hand"] == ["AD", "AD", "3D", "4D", "5D"]


def test_p08_an_ace_stands_when_only_its_player_walks() -> None:
    scene = in_the_mall(mall(*ARMED, hong_kong=True), "Ann", "Bob").close()
    scene.act("Ann", bank=True)  # Ann is back at her car, from which she shoots on her next turn
    scene.close().close()
    scene.act("Ann", shoot={"seat": "Cid", "distance": 2}).chance(dice=[6])
    scene.news()
    scene.act("Bob", ace="AD")
    assert [told["fact"] for told in scene.news()[EVERYBODY]] == ["ace", "stopped", "down", "turn"]


def test_p08_a_lone_walker_in_the_mall_is_never_stopped() -> None:
    scene = walking(mall(*ARMED), "Ann").act("Ann", move="10C").act("Ann", move="JK")
    assert [told["fact"] for told in scene.news()[EVERYBODY]] == ["move", "done", "move", "done"]
