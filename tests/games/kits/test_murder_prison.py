"""Mystery Space Murder 3000: in prison, out of it, and visits (RULINGS M-08)."""

from __future__ import annotations

import pytest

from games.engine.table import Refused
from tests.games.kits.murder_ship import BOB, aboard, bob_in_prison, end_turns, suspect, truth
from tests.games.table_scenes import EVERYBODY, Scene, fact


def visit_bob(*dice: int) -> Scene:
    """Cid challenges Bob, the visitor's die first; what had been told before has been seen."""
    scene = end_turns(bob_in_prison(), 1).act("Cid", visit="Bob")
    assert scene.waits() == ("dice", ["chance"])
    return scene.chance(dice=list(dice))


def test_m08_a_prisoner_may_only_try_to_escape_or_end() -> None:
    scene = bob_in_prison()
    assert scene.choices("Bob") == {"escape": [True], "end": [True]}
    for deed in ({"roll": True}, {"lift": True}, {"visit": "Bob"}):
        assert scene.refusal("Bob", **deed) == "illegal_answer"
    assert scene.waits() == ("turn", ["Bob"])


@pytest.mark.parametrize("die", [5, 6])
def test_m08_five_or_six_frees_for_an_ordinary_turn(die: int) -> None:
    scene = bob_in_prison().act("Bob", escape=True)
    assert scene.refusal("chance", dice=[1, 1]) == "illegal_answer"
    scene.chance(dice=[die])
    assert scene.news() == {EVERYBODY: [fact("escape", seat="Bob", die=die), fact("freed", seat="Bob")]}
    assert list(scene.choices("Bob")) == ["roll", "lift", "hypothesis", "end"]
    assert truth(scene, "Bob")["free"]


@pytest.mark.parametrize("die", [1, 4])
def test_m08_less_than_five_ends_the_turn_in_prison(die: int) -> None:
    scene = bob_in_prison().act("Bob", escape=True).chance(dice=[die])
    assert scene.news() == {EVERYBODY: [fact("escape", seat="Bob", die=die), fact("turn", seat="Cid")]}
    assert not truth(scene, "Bob")["free"]


def test_m08_the_prisoner_tries_again_at_every_turn() -> None:
    scene = bob_in_prison().act("Bob", escape=True).chance(dice=[2])
    end_turns(scene, 2)
    assert scene.choices("Bob") == {"escape": [True], "end": [True]}


def test_m07_who_got_out_can_be_sent_back() -> None:
    scene = bob_in_prison().act("Bob", escape=True).chance(dice=[6])
    end_turns(scene, 1)
    suspect(scene, "Gym Lime Rope Greed")
    assert fact("prison", seat="Bob") in scene.news()[EVERYBODY]


def test_m08_a_prisoner_can_be_visited_by_a_free_player() -> None:
    assert "visit" not in aboard().choices("Ann")
    scene = end_turns(bob_in_prison(), 1)
    assert scene.choices("Cid")["visit"] == ["Bob"]
    assert list(scene.choices("Cid")) == ["roll", "lift", "visit", "hypothesis", "end"]
    assert scene.refusal("Cid", visit="Ann") == "illegal_answer"
    assert scene.refusal("Cid", visit="Cid") == "illegal_answer"


def test_m08_a_higher_visitor_is_shown_a_card_by_choice() -> None:
    scene = visit_bob(4, 3)
    assert scene.news() == {EVERYBODY: [fact("visit", seat="Cid", prisoner="Bob", dice=[4, 3])]}
    assert scene.waits() == ("show", ["Bob"])
    assert scene.choices("Bob") == {"card": BOB}
    assert scene.refusal("Bob", card="Gym") == "illegal_answer"
    with pytest.raises(Refused) as refused:
        scene.close()
    assert refused.value.code == "needs_answer"
    scene.act("Bob", card="Club")
    assert scene.news() == {
        EVERYBODY: [fact("clock", hours=14), fact("turn", seat="Ann")],
        "Cid": [fact("shown", by="Bob", card="Club")],
        "Bob": [fact("showed", to="Cid", card="Club")],
    }
    assert truth(scene, "Bob")["hand"] == BOB
    assert not truth(scene, "Bob")["free"]


@pytest.mark.parametrize("dice", [(3, 3), (1, 6)])
def test_m08_a_tie_or_less_ends_the_turn_without_cards(dice: tuple[int, int]) -> None:
    scene = visit_bob(*dice)
    assert scene.news() == {
        EVERYBODY: [
            fact("visit", seat="Cid", prisoner="Bob", dice=list(dice)),
            fact("clock", hours=14),
            fact("turn", seat="Ann"),
        ]
    }
    assert scene.waits() == ("turn", ["Ann"])


def test_m08_somebody_just_out_may_visit_who_is_still_in() -> None:
    scene = bob_in_prison(4).act("Bob", escape=True).chance(dice=[1])
    suspect(scene, "Bridge Gold Axe Greed").act("Dan", declare="Gold")  # Dan's secret is Axe
    scene.act("Dan", escape=True).chance(dice=[5])
    assert scene.choices("Dan")["visit"] == ["Bob"]
