"""Spree!: the decks, the parking, the targets (RULINGS P-01, P-02, P-11)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.options import settle
from games.engine.record import NotARecord
from games.kits.spree import roles
from games.kits.spree.roles import JOKER, TWO_DECKS
from tests.games.kits.spree_mall import DULL, NAMES, deal, hand
from tests.games.table_scenes import EVERYBODY, Scene, fact


def test_p01_two_decks_have_108_cards_with_four_jokers() -> None:
    assert len(TWO_DECKS) == 108
    assert Counter(TWO_DECKS)[JOKER] == 4
    assert {count for card, count in Counter(TWO_DECKS).items() if card != JOKER} == {2}


@pytest.mark.parametrize("players", range(3, 9))
def test_p01_a_deal_is_five_cards_each_and_a_stock(players: int) -> None:
    seats = NAMES[:players]
    drawn = roles.deal(seats, settle(roles.OPTIONS, {}), Random(players).choice)
    assert [len(hand) for hand in drawn["hands"].values()] == [5] * players
    assert len(drawn["stock"]) == 108 - 5 * players
    assert drawn["parks_first"] in seats
    assert roles.wrong_deal(seats, {}, drawn) == ""


def test_p02_cars_park_anticlockwise_and_the_last_plays_first() -> None:
    dealt = deal(*DULL) | {"parks_first": "Bob"}
    scene = Scene("spree", NAMES[:4], dealt)
    news = scene.news()
    assert news[EVERYBODY] == [
        fact("parking", seats=["Bob", "Ann", "Dan", "Cid"], target=150),
        fact("turn", seat="Cid"),
    ]
    assert [news[seat] for seat in NAMES[:4]] == [[hand(cards, drawn=cards)] for cards in DULL]
    assert scene.waits() == ("turn", ["Cid"])


def test_p02_everybody_starts_standing_at_the_car_with_nothing() -> None:
    truth = Scene("spree", NAMES[:3], deal(*DULL[:3])).table.truth()
    assert [row | {"hand": []} for row in truth.values()] == [
        {"hand": [], "cart": [], "score": 0, "down": False, "at_car": True}
    ] * 3


@pytest.mark.parametrize(("players", "target"), [(3, 200), (4, 150), (5, 120), (6, 100), (7, 85), (8, 75)])
def test_p11_the_target_follows_the_number_of_players(players: int, target: int) -> None:
    seats = NAMES[:players]
    options = settle(roles.OPTIONS, {})
    scene = Scene("spree", seats, roles.deal(seats, options, Random(1).choice))
    assert scene.news()[EVERYBODY][0]["target"] == target


def test_p11_the_table_may_set_its_own_target() -> None:
    scene = Scene("spree", NAMES[:3], deal(*DULL[:3]), target=1)
    assert scene.news()[EVERYBODY][0]["target"] == 1


@pytest.mark.parametrize(
    "options", [{"target": 0}, {"target": None}, {"face_cards": -1}, {"face_cards": True}, {"hong_kong": 1}]
)
def test_p11_a_record_with_an_unknown_option_value_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(NotARecord, match="no such value"):
        Scene("spree", NAMES[:3], deal(*DULL[:3]), **options)


@pytest.mark.parametrize("players", [2, 9])
def test_p01_a_record_needs_three_to_eight_players(players: int) -> None:
    with pytest.raises(NotARecord, match="the game takes 3 to 8"):
        Scene("spree", [f"P{place}" for place in range(players)], {})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"parks_first": "Zoe"}, "first to park"),
        ({"parks_first": ["Ann"]}, "first to park"),
        ({"hands": []}, "five cards"),
        ({"hands": {"Ann": [], "Bob": []}}, "nothing is dealt"),
        ({"hands": {"Ann": [], "Bob": [], "Cid": [], "Zoe": []}}, "no seat"),
        ({"hands": {"Ann": [], "Bob": [], "Cid": []}}, "five cards"),
        ({"hands": {"Ann": "3C3D3", "Bob": [], "Cid": []}}, "five cards"),
        ({"stock": None}, "list of cards"),
        ({"stock": []}, "108 cards"),
        ({"stock": [["3C"]] * 93}, "108 cards"),
        ({"stock": ["3C"] * 93}, "108 cards"),
    ],
)
def test_p01_a_record_with_an_illegal_deal_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotARecord, match=reason):
        Scene("spree", NAMES[:3], deal(*DULL[:3]) | change)
