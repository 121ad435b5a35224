"""Mystery Space Murder 3000: a hypothesis, its witness, an exchange, a declaration (RULINGS M-06, M-07)."""

from __future__ import annotations

import pytest

from games.engine.table import Refused
from tests.games.kits.murder_ship import (
    ANN,
    CARDS,
    CID,
    aboard,
    all_cards,
    cards,
    end_turns,
    hand,
    jail,
    suspect,
    suspected,
)
from tests.games.kits.murder_ship import truth as row
from tests.games.table_scenes import EVERYBODY, Scene, fact

TWO = "Gym Jet Bomb Pride"  # all four are Cid's
BOTH = "Pool Jet Axe Pride"  # Bob holds Pool, Cid Jet and Pride, Ann herself Axe


def asked_to_testify(words: str = BOTH) -> Scene:
    """Ann has made a hypothesis, and its witness is asked."""
    return suspect(aboard(), words)


def test_m06_the_next_holder_to_the_left_testifies() -> None:
    scene = asked_to_testify("Gym Jet Axe Fear")  # Bob holds only Fear, Cid more
    assert scene.news() == {
        EVERYBODY: [suspected("Ann", "Gym Jet Axe Fear"), fact("witness", seat="Bob")],
        "Bob": [fact("witness", cards=["Fear"])],
    }
    assert scene.waits() == ("testify", ["Bob"])


def test_m06_who_holds_none_of_the_cards_is_passed_over() -> None:
    scene = asked_to_testify("Bridge Snow Bomb Pride")
    assert scene.news()["Cid"] == [fact("witness", cards=["Bomb", "Pride"])]
    assert scene.waits() == ("testify", ["Cid"])


def test_m06_left_goes_round_the_table() -> None:
    scene = suspect(end_turns(aboard(), 2), "Gym Blue Bomb Pride")  # Cid asks, Ann sits on the left
    assert scene.news()["Ann"] == [fact("witness", cards=["Blue"])]
    assert scene.waits() == ("testify", ["Ann"])


def test_m06_the_witness_gets_matching_cards_in_hypothesis_order() -> None:
    scene = asked_to_testify(TWO)
    cards = ["Gym", "Jet", "Bomb", "Pride"]
    assert scene.choices("Cid") == {"exchange": cards, "declare": cards, "also": cards}
    scene = asked_to_testify("Gym Snow Knife Pride")
    assert scene.choices("Cid") == {
        "exchange": ["Gym", "Pride"],
        "declare": ["Gym", "Pride"],
        "also": ["Gym", "Snow", "Knife", "Pride"],
    }


def test_m06_what_is_shown_does_not_tell_which_cards_match() -> None:
    step = asked_to_testify("Gym Snow Knife Pride").table.step
    assert step is not None
    assert {field.shown for field in step.asks["Cid"].fields()} == {("Gym", "Snow", "Knife", "Pride")}


@pytest.mark.parametrize(
    "answer",
    [
        {"exchange": "Snow"},
        {"declare": "Snow"},
        {"declare": "Envy"},
        {"declare": "Gym", "also": "Gym"},
        {"declare": "Gym", "also": "Envy"},
        {"also": "Gym"},
        {"exchange": "Gym", "declare": "Pride"},
        {"exchange": "Gym", "also": "Pride"},
        {"declare": "Gym", "also": None},
        {},
    ],
)
def test_m06_a_testimony_has_a_match_and_one_extra_element(answer: dict[str, object]) -> None:
    scene = asked_to_testify("Gym Snow Knife Pride")
    scene.news()
    assert scene.refusal("Cid", **answer) == "illegal_answer"
    with pytest.raises(Refused) as refused:
        scene.close()
    assert refused.value.code == "needs_answer"
    assert scene.news() == {}


def test_m06_a_declaration_of_one_card_ends_the_turn_publicly() -> None:
    scene = asked_to_testify(TWO)
    scene.news()
    scene.act("Cid", declare="Pride")
    assert scene.news() == {
        EVERYBODY: [fact("declaration", seat="Cid", cards=["Pride"]), fact("turn", seat="Bob")],
    }
    assert scene.waits() == ("turn", ["Bob"])
    assert row(scene, "Cid")["hand"] == CID


@pytest.mark.parametrize(
    ("declare", "also", "said"),
    [
        ("Pride", "Snow", ["Snow", "Pride"]),
        ("Gym", "Knife", ["Gym", "Knife"]),
        ("Pride", "Gym", ["Gym", "Pride"]),
        ("Gym", "Pride", ["Gym", "Pride"]),
    ],
)
def test_m06_a_declaration_of_two_hides_which_one_is_held(declare: str, also: str, said: list[str]) -> None:
    scene = asked_to_testify("Gym Snow Knife Pride")
    scene.news()
    scene.act("Cid", declare=declare, also=also)
    assert scene.news() == {EVERYBODY: [fact("declaration", seat="Cid", cards=said), fact("turn", seat="Bob")]}


def test_m06_an_exchange_offered_is_known_to_nobody() -> None:
    scene = asked_to_testify(TWO)
    scene.news()
    scene.act("Cid", exchange="Jet")
    assert scene.news() == {}
    assert scene.waits() == ("exchange", ["Ann"])
    assert scene.choices("Ann") == {"card": ANN, "refuse": [True]}
    assert scene.refusal("Ann", card="Jet") == "illegal_answer"
    assert scene.refusal("Ann", refuse=False) == "illegal_answer"
    assert scene.refusal("Ann", card="Axe", refuse=True) == "illegal_answer"
    assert scene.refusal("Cid", card="Axe") == "not_asked"


def test_m06_an_agreed_exchange_shows_the_room_only_the_exchange() -> None:
    scene = asked_to_testify(TWO)
    scene.news()
    scene.act("Cid", exchange="Jet").act("Ann", card="Bar")
    assert scene.news() == {
        EVERYBODY: [fact("exchanged", seats=["Ann", "Cid"]), fact("turn", seat="Bob")],
        "Ann": [
            fact("exchanged_cards", with_="Cid", gave="Bar", got="Jet"),
            hand(cards("Blue Gold Jet Snow Lab Love Rage Axe"), []),
        ],
        "Cid": [
            fact("exchanged_cards", with_="Ann", gave="Jet", got="Bar"),
            hand(cards("Pink Mess Gym Bar Envy Pride Gun Bomb"), []),
        ],
    }
    assert all_cards(scene) == sorted(CARDS)
    assert scene.waits() == ("turn", ["Bob"])


@pytest.mark.parametrize("closed", [True, False])
def test_m06_refused_the_witness_is_asked_again_to_declare_only(closed: bool) -> None:
    scene = asked_to_testify("Gym Snow Knife Pride").act("Cid", exchange="Gym")
    scene.news()
    scene = scene.close() if closed else scene.act("Ann", refuse=True)
    assert scene.news() == {}
    assert scene.waits() == ("testify", ["Cid"])
    assert scene.choices("Cid") == {"declare": ["Gym", "Pride"], "also": ["Gym", "Snow", "Knife", "Pride"]}
    assert scene.refusal("Cid", exchange="Gym") == "illegal_answer"
    scene.act("Cid", declare="Pride")
    assert scene.news() == {
        EVERYBODY: [fact("declaration", seat="Cid", cards=["Pride"]), fact("turn", seat="Bob")],
    }
    assert row(scene, "Ann")["hand"] == ANN


def test_m06_the_room_never_sees_who_is_asked_to_testify() -> None:
    scene = asked_to_testify(TWO).act("Cid", exchange="Jet").act("Ann", refuse=True).act("Cid", declare="Gym")
    asides = [step.name for step in scene.table.steps if step.aside]
    assert asides == ["testify", "exchange", "testify"]


def test_m06_a_card_that_changed_hands_makes_another_witness() -> None:
    scene = asked_to_testify(TWO).act("Cid", exchange="Jet").act("Ann", card="Bar")
    end_turns(scene, 1)
    suspect(scene, "Bridge Jet Knife Greed")  # Cid asks for the card given away
    assert scene.news()["Ann"] == [fact("witness", cards=["Jet"])]


def test_m07_the_named_characters_player_is_moved_into_the_room() -> None:
    scene = asked_to_testify("Gym Lime Gun Envy")  # Bob plays Lime; his secret is Rope
    assert scene.news() == {
        EVERYBODY: [
            suspected("Ann", "Gym Lime Gun Envy"),
            fact("moved", seat="Bob", room="Gym"),
            fact("witness", seat="Bob"),
        ],
        "Bob": [fact("witness", cards=["Lime"])],
    }
    assert row(scene, "Bob")["free"]


@pytest.mark.parametrize("character", ["Blue", "Gold", "Snow"])
def test_m07_own_and_unplayed_characters_are_not_moved(character: str) -> None:
    scene = asked_to_testify(f"Pool {character} Gun Envy")
    assert scene.news()[EVERYBODY] == [suspected("Ann", f"Pool {character} Gun Envy"), fact("witness", seat="Bob")]


def test_m07_naming_the_own_secret_and_character_is_no_confrontation() -> None:
    scene = asked_to_testify("Pool Blue Rope Love")  # Ann plays Blue; her secret is Love
    assert scene.news()[EVERYBODY] == [suspected("Ann", "Pool Blue Rope Love"), fact("witness", seat="Bob")]
    assert row(scene, "Ann")["free"]


@pytest.mark.parametrize(
    ("words", "who", "witness"),
    [("Gym Lime Rope Envy", "Bob", "Bob"), ("Gym Pink Gun Greed", "Cid", "Cid")],
    ids=["weapon", "motive"],
)
def test_m07_a_confrontation_means_prison_and_the_turn_goes_on(words: str, who: str, witness: str) -> None:
    scene = asked_to_testify(words)
    assert scene.news()[EVERYBODY] == [
        suspected("Ann", words),
        fact("moved", seat=who, room="Gym"),
        fact("prison", seat=who),
        fact("witness", seat=witness),
    ]
    assert not row(scene, who)["free"]
    assert not row(scene, who)["lost"]
    assert scene.waits() == ("testify", [witness])  # M-08: a prisoner testifies


def test_m07_a_secret_named_with_somebody_elses_character_harms_nobody() -> None:
    scene = asked_to_testify("Gym Pink Rope Envy")  # Rope is Bob's secret, Pink is Cid
    assert fact("moved", seat="Cid", room="Gym") in scene.news()[EVERYBODY]
    assert all(one["free"] for one in scene.table.truth().values())


def test_m07_a_prisoner_who_is_named_stays_a_prisoner() -> None:
    scene = jail(aboard(4), "Bridge Lime Rope Greed", "Lime")
    scene.act("Bob", end=True)
    scene.news()
    suspect(scene, "Dock Lime Rope Greed")
    assert scene.news()[EVERYBODY] == [
        suspected("Cid", "Dock Lime Rope Greed"),
        fact("moved", seat="Bob", room="Dock"),
        fact("witness", seat="Dan"),
    ]
    assert not row(scene, "Bob")["free"]
