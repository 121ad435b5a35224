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


@pytest.mark.parametrize(
    ("turns", "words", "witness", "matching"),
    [
        pytest.param(0, "Gym Jet Axe Fear", "Bob", ["Fear"], id="the next to the left, who holds one"),
        pytest.param(0, "Bridge Snow Bomb Pride", "Cid", ["Bomb", "Pride"], id="who holds none is passed over"),
        pytest.param(2, "Gym Blue Bomb Pride", "Ann", ["Blue"], id="left goes round the table"),
    ],
)
def test_m06_the_next_holder_to_the_left_testifies(turns: int, words: str, witness: str, matching: list[str]) -> None:
    scene = suspect(end_turns(aboard(), turns), words)
    news = scene.news()
    assert set(news) == {EVERYBODY, witness}
    assert news[EVERYBODY][0] == suspected("Ann" if turns == 0 else "Cid", words)
    assert news[EVERYBODY][-1] == fact("witness", seat=witness)
    assert news[witness] == [fact("witness", cards=matching)]
    assert scene.waits() == ("testify", [witness])


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


@pytest.mark.parametrize(
    ("words", "moved", "jailed", "witness"),
    [
        pytest.param("Gym Lime Gun Envy", "Bob", False, "Bob", id="the player of the character is moved"),
        pytest.param("Pool Blue Gun Envy", "", False, "Bob", id="not the own character"),
        pytest.param("Pool Gold Gun Envy", "", False, "Bob", id="not a character that nobody plays"),
        pytest.param("Pool Snow Gun Envy", "", False, "Bob", id="not a character without a pawn"),
        pytest.param("Pool Blue Rope Love", "", False, "Bob", id="the own secret is no confrontation"),
        pytest.param("Gym Lime Rope Envy", "Bob", True, "Bob", id="with the secret weapon to prison"),
        pytest.param("Gym Pink Gun Greed", "Cid", True, "Cid", id="with the secret motive to prison"),
        pytest.param("Gym Pink Rope Envy", "Cid", False, "Bob", id="the secret of another harms nobody"),
    ],
)
def test_m07_who_is_moved_or_jailed_by_a_hypothesis(words: str, moved: str, jailed: bool, witness: str) -> None:
    scene = asked_to_testify(words)  # Ann plays Blue, Bob Lime, Cid Pink; they guard Love, Rope and Greed
    news = scene.news()
    assert set(news) == {EVERYBODY, witness}
    assert news[EVERYBODY] == [
        suspected("Ann", words),
        *([fact("moved", seat=moved, room="Gym")] if moved else []),
        *([fact("prison", seat=moved)] if jailed else []),
        fact("witness", seat=witness),
    ]
    rows = scene.table.truth()
    assert [seat for seat in rows if not rows[seat]["free"]] == ([moved] if jailed else [])
    assert not any(one["lost"] for one in rows.values())
    assert scene.waits() == ("testify", [witness])  # M-08: a prisoner testifies


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
