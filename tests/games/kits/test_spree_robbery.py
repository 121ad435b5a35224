"""Spree!: robbing other people's carts (RULINGS P-06)."""

from __future__ import annotations

import pytest

from tests.games.kits.spree_mall import DULL, cart, hand, in_the_mall, mall, truth, walking
from tests.games.table_scenes import EVERYBODY, Scene, fact


def loaded(robber: str) -> Scene:
    """Ann has 7H KC 7S 7H in her cart; Bob, who holds these cards, is about to act."""
    scene = walking(mall("7H KC 7S 7H 3C", robber, DULL[2]), "Ann")
    for card in ("7H", "KC", "7S", "7H"):
        scene.act("Ann", shop=[card])
    return walking(scene.act("Ann", end=True), "Bob")


def test_p06_a_card_steals_all_of_its_rank_from_carts() -> None:
    scene = loaded("7C 9D 8S 8H 8C").act("Bob", rob={"seat": "Ann", "card": "7C", "rank": "7"})
    assert scene.waits() == ("react", ["Ann"])
    assert scene.news() == {
        EVERYBODY: [fact("rob", seat="Bob", from_="Ann", card="7C", rank="7")],
        "Bob": [hand("9D 8S 8H 8C")],
    }
    scene.close()
    assert scene.news() == {
        EVERYBODY: [fact("done", seat="Bob"), cart("Bob", "7H 7S 7H", 21), cart("Ann", "KC", 10)],
    }
    assert scene.table.hidden()["discards"] == ["7C"]
    assert scene.waits() == ("turn", ["Bob"])


def test_p06_loot_goes_on_top_of_what_the_robber_has() -> None:
    scene = loaded("7C 9D KS 8H 8C").act("Bob", shop=["9D"]).close()
    scene.act("Bob", rob={"seat": "Ann", "card": "KS", "rank": "K"}).close()
    assert truth(scene, "Bob")["cart"] == ["9D", "KC"]
    assert truth(scene, "Ann")["cart"] == ["7H", "7S", "7H"]


def test_p06_robberies_are_offered_by_victim_own_card_and_rank() -> None:
    scene = loaded("JK 9D KS 7C KS")
    assert scene.choices("Bob")["rob"] == [
        {"seat": "Ann", "card": "JK", "rank": "7"},
        {"seat": "Ann", "card": "JK", "rank": "K"},
        {"seat": "Ann", "card": "KS", "rank": "K"},
        {"seat": "Ann", "card": "7C", "rank": "7"},
    ]


@pytest.mark.parametrize(
    "robbery",
    [
        {"seat": "Ann", "card": "7C", "rank": "K"},  # not the rank of the card
        {"seat": "Ann", "card": "9D", "rank": "9"},  # not in the cart
        {"seat": "Ann", "card": "JK", "rank": "9"},
        {"seat": "Ann", "card": "KC", "rank": "K"},  # not in the hand
        {"seat": "Cid", "card": "7C", "rank": "7"},  # an empty cart
        {"seat": "Bob", "card": "7C", "rank": "7"},  # oneself
        {"seat": "Ann", "card": "7C"},
    ],
)
def test_p06_no_other_robbery_is_taken(robbery: dict[str, str]) -> None:
    scene = loaded("7C 9D JK 8H 8C")
    assert scene.refusal("Bob", rob=robbery) == "illegal_answer"
    assert scene.news() == {}


def test_p06_a_joker_robs_a_chosen_rank_and_is_discarded() -> None:
    scene = loaded("JK 9D 8S 8H 8C").act("Bob", rob={"seat": "Ann", "card": "JK", "rank": "K"}).close()
    assert truth(scene, "Bob")["cart"] == ["KC"]
    assert scene.table.hidden()["discards"] == ["JK"]


def test_p06_robberies_of_one_turn_are_answered_one_by_one() -> None:
    scene = loaded("7C KD 8S 8H 8C").act("Bob", rob={"seat": "Ann", "card": "7C", "rank": "7"})
    assert scene.waits()[0] == "react"
    assert scene.refusal("Bob", rob={"seat": "Ann", "card": "KD", "rank": "K"}) == "not_asked"
    scene.close()
    scene.act("Bob", rob={"seat": "Ann", "card": "KD", "rank": "K"})
    assert scene.waits() == ("react", ["Ann"])
    scene.close()
    assert truth(scene, "Ann")["cart"] == []
    assert scene.news()[EVERYBODY][-1] == cart("Ann", "", 0)


def test_p06_a_player_who_is_down_is_robbed_without_answer() -> None:
    scene = in_the_mall(mall("7H 3C 3D 3H 3S", "7C 9D 8S 8H 8C", DULL[2]), "Ann", "Bob", "Cid")
    scene.act("Ann", shop=["7H"]).close()
    scene.act("Ann", shoot={"seat": "Cid", "distance": 7}).chance(dice=[6])  # Ann misses and falls
    scene.news()
    scene.act("Bob", rob={"seat": "Ann", "card": "7C", "rank": "7"})
    assert scene.waits() == ("react", ["Cid"])
    scene.close()
    assert truth(scene, "Bob")["cart"] == ["7H"]
    assert truth(scene, "Ann")["cart"] == []
