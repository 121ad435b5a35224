"""Mystery Space Murder 3000: a turn, the clock, the lifts (RULINGS M-04, M-05)."""

from __future__ import annotations

import pytest

from tests.games.kits.murder_ship import (
    ANN,
    BOB,
    CARDS,
    CID,
    DECK,
    aboard,
    all_cards,
    cards,
    end_turns,
    hand,
    jail,
    suspect,
    suspected,
    truth,
)
from tests.games.table_scenes import EVERYBODY, Scene, fact

CRIME = {
    "room": DECK["rooms"],
    "character": DECK["characters"],
    "weapon": DECK["weapons"],
    "motive": DECK["motives"],
}


def ride(scene: Scene, die: int) -> Scene:
    """The active seat takes a risky lift."""
    return scene.act(scene.waits()[1][0], "turn", lift=True).chance(dice=[die])


def test_m05_a_free_player_may_roll_ride_guess_or_end() -> None:
    scene = aboard()
    assert scene.choices("Ann") == {"roll": [True], "lift": [True], "hypothesis": CRIME, "end": [True]}
    assert list(scene.choices("Ann")["hypothesis"]) == ["room", "character", "weapon", "motive"]
    assert scene.refusal("Ann", escape=True) == "illegal_answer"
    assert scene.refusal("Ann", visit="Bob") == "illegal_answer"
    assert scene.refusal("Bob", roll=True) == "not_asked"
    assert scene.refusal("moderator", end=True) == "not_asked"
    assert scene.news() == {}


@pytest.mark.parametrize(
    "crime",
    [
        {},
        {"room": "Gym"},
        {"room": "Gym", "character": "Jet", "weapon": "Rope", "motive": "Rope"},
        {"room": "Gym", "character": "Jet", "weapon": "Rope", "motive": "Fear", "who": "Ann"},
        {"room": None, "character": "Jet", "weapon": "Rope", "motive": "Fear"},
        "Gym",
    ],
)
def test_m05_a_hypothesis_is_one_card_of_each_category(crime: object) -> None:
    scene = aboard()
    assert scene.refusal("Ann", hypothesis=crime) == "illegal_answer"
    assert scene.waits() == ("turn", ["Ann"])


def test_m05_the_app_can_roll_two_dice_once_a_turn() -> None:
    scene = aboard().act("Ann", roll=True)
    assert scene.waits() == ("dice", ["chance"])
    assert scene.refusal("chance", dice=[4]) == "illegal_answer"
    assert scene.refusal("chance", dice=[0, 7]) == "illegal_answer"
    scene.chance(dice=[4, 2])
    assert scene.news() == {EVERYBODY: [fact("roll", seat="Ann", dice=[4, 2])]}
    assert scene.choices("Ann") == {"lift": [True], "hypothesis": CRIME, "end": [True]}
    assert scene.refusal("Ann", roll=True) == "illegal_answer"
    assert scene.waits() == ("turn", ["Ann"])


@pytest.mark.parametrize("die", [2, 6])
def test_m05_a_lift_holds_from_two_and_the_turn_continues(die: int) -> None:
    scene = ride(aboard(), die)
    assert scene.news() == {EVERYBODY: [fact("lift", seat="Ann", die=die)]}
    assert scene.choices("Ann") == {"roll": [True], "lift": [True], "hypothesis": CRIME, "end": [True]}
    scene.act("Ann", roll=True).chance(dice=[1, 1])
    assert scene.choices("Ann") == {"lift": [True], "hypothesis": CRIME, "end": [True]}
    assert truth(scene, "Ann")["free"]


def test_m05_every_risky_ride_of_a_turn_has_its_die() -> None:
    scene = ride(ride(aboard(), 4), 2).act("Ann", roll=True).chance(dice=[1, 1])
    scene.news()
    ride(scene, 1)
    assert scene.news()[EVERYBODY][:2] == [fact("lift", seat="Ann", die=1), fact("lost", seat="Ann")]
    assert scene.waits() == ("turn", ["Bob"])


def test_m05_a_one_loses_the_player_and_shares_out_clues() -> None:
    scene = ride(end_turns(aboard(4), 1), 1)  # Bob holds Lime, Jet, Lab, Vault, Pride and Axe
    assert scene.news() == {
        EVERYBODY: [fact("lift", seat="Bob", die=1), fact("lost", seat="Bob"), fact("turn", seat="Cid")],
        "Ann": [hand(cards("Blue Grey Mess Lab Bar Fear Gun Axe"), ["Lab", "Axe"])],
        "Bob": [hand([], [])],
        "Cid": [hand(cards("Lime Pink Snow Dock Vault Envy Rage Club"), ["Lime", "Vault"])],
        "Dan": [hand(cards("Gold Jet Pool Gym Love Pride Rope Bomb"), ["Jet", "Pride"])],
    }
    row = truth(scene, "Bob")
    assert (row["hand"], row["free"], row["lost"]) == ([], False, True)
    assert all_cards(scene) == sorted(CARDS)
    assert scene.waits() == ("turn", ["Cid"])


def test_m05_players_without_a_share_of_lost_clues_learn_nothing() -> None:
    scene = ride(aboard(6), 1)  # four clues for five others
    assert set(scene.news()) == {EVERYBODY, "Ann", "Bob", "Cid", "Dan", "Eve"}
    assert [len(row["hand"]) for row in scene.table.truth().values()] == [0, 5, 5, 5, 5, 4]
    assert all_cards(scene) == sorted(CARDS)


def test_m05_prisoners_get_a_share_unlike_players_lost_before() -> None:
    scene = jail(aboard(4), "Bridge Pink Knife Greed", "Pink")  # Cid, whose secret is Greed
    assert not truth(scene, "Cid")["free"]
    ride(scene, 1)  # Bob is lost
    held = {seat: len(row["hand"]) for seat, row in scene.table.truth().items()}
    assert held == {"Ann": 8, "Bob": 0, "Cid": 8, "Dan": 8}
    assert all_cards(scene) == sorted(CARDS)


def test_m05_a_lost_player_has_no_turns_and_no_clues() -> None:
    scene = ride(aboard(4), 1)
    end_turns(scene, 3)
    assert scene.waits() == ("turn", ["Bob"])
    suspect(scene, "Bridge Blue Knife Greed")  # Ann's character, and a card of hers that Bob holds now
    assert scene.news() == {
        EVERYBODY: [
            suspected("Bob", "Bridge Blue Knife Greed"),
            fact("no_witness", seat="Bob"),
            fact("turn", seat="Cid"),
        ],
        "Bob": [fact("unsolved")],
    }


def test_m04_an_hour_ends_when_everybody_has_had_a_turn() -> None:
    scene = end_turns(aboard(), 2)
    scene.act("Cid", end=True)
    assert scene.news() == {EVERYBODY: [fact("clock", hours=14), fact("turn", seat="Ann")]}


def test_m04_rounds_begin_with_the_first_to_play() -> None:
    scene = aboard(first="Bob")
    scene.act("Bob", end=True).act("Cid", end=True)
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Cid"), fact("turn", seat="Ann")]}
    scene.close()
    assert scene.news() == {EVERYBODY: [fact("clock", hours=14), fact("turn", seat="Bob")]}


def test_m04_the_hour_does_not_wait_for_who_is_lost() -> None:
    scene = ride(end_turns(aboard(4), 3), 1)  # Dan, the last of the round
    assert scene.news()[EVERYBODY][-2:] == [fact("clock", hours=14), fact("turn", seat="Ann")]
    end_turns(scene, 2)
    scene.act("Cid", end=True)
    assert scene.news() == {EVERYBODY: [fact("clock", hours=13), fact("turn", seat="Ann")]}


def test_m05_the_moderator_may_close_a_turn_or_answer_it() -> None:
    scene = aboard().close()
    scene.take({"by": "moderator", "for": "Bob", "answer": {"end": True}})
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Bob"), fact("turn", seat="Cid")]}


def test_m05_an_undo_takes_the_dice_back_with_the_ride() -> None:
    scene = ride(aboard(), 1).undo()
    assert scene.waits() == ("turn", ["Ann"])
    assert [truth(scene, seat)["hand"] for seat in ("Ann", "Bob", "Cid")] == [ANN, BOB, CID]
    assert not truth(scene, "Ann")["lost"]
