"""Spree!: what a table may set as the rulebook has it (RULINGS P-01, P-02)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.record import NotARecord
from games.kits.spree.roles import JOKER
from tests.games.kits.spree_mall import DULL, NAMES, deal
from tests.games.table_scenes import EVERYBODY, Scene, fact

roles = all_kits()["spree"].roles


def test_p01_a_table_may_add_jokers() -> None:
    options = settle(roles.OPTIONS, {"jokers": 7})
    dealt = roles.deal(NAMES[:4], options, Random(1).choice)
    cards = Counter([*dealt["stock"], *(card for held in dealt["hands"].values() for card in held)])
    assert (cards[JOKER], cards.total()) == (7, 111)
    assert roles.wrong_deal(NAMES[:4], options, dealt) == ""
    assert roles.wrong_deal(NAMES[:4], settle(roles.OPTIONS, {}), dealt)


@pytest.mark.parametrize("jokers", [3, 21, True])
def test_p01_jokers_are_four_to_twenty(jokers: int) -> None:
    with pytest.raises(NotARecord, match="no such value"):
        Scene("spree", NAMES[:4], deal(*DULL), jokers=jokers)


def test_p02_the_highest_throw_parks_first_and_equals_throw_again() -> None:
    scene = Scene("spree", NAMES[:4], deal(*DULL), throw_for_parking=True)
    scene.news()
    scene.chance(dice=[1, 2, 6, 5, 5, 6, 1, 1])
    assert scene.news()[EVERYBODY] == [fact("parking_throw", seats=list(NAMES[:4]), sums=[3, 11, 11, 2])]
    told = scene.chance(dice=[1, 1, 1, 2]).news()[EVERYBODY]
    assert told[0] == fact("parking_throw", seats=["Bob", "Cid"], sums=[2, 3])
    assert told[1] == fact("parking", seats=["Cid", "Bob", "Ann", "Dan"], target=150)
