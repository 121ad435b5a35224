"""Spree!: whole games. No card is ever lost, and games end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.asks import either, flag
from games.engine.asks import field as choice
from games.engine.bots import play_out
from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import Refused, Table
from games.kits.spree import bots
from games.kits.spree.roles import TWO_DECKS
from tests.games.kits.spree_mall import NAMES
from tests.games.table_scenes import fact

KIT = all_kits()["spree"]
REASONABLE = 1_200  # moves of a game of bots, dice included; the longest of ten thousand took 1,031


def new_table(players: int, choose: Any, **options: Any) -> Table:
    """A table of so many seats, its cards dealt."""
    seats, settled = NAMES[:players], settle(KIT.roles.OPTIONS, options)
    return Table(KIT.rules, seats, settled, KIT.roles.deal(seats, settled, choose))


def all_cards(table: Table) -> Counter[str]:
    """Every card that is anywhere: in a hand, in a cart, in a pile, on the table."""
    people = [card for row in table.truth().values() for card in row["hand"] + row["cart"]]
    return Counter(people + [card for pile in table.hidden().values() for card in pile])


@pytest.mark.parametrize("hong_kong", [False, True])
@pytest.mark.parametrize("players", range(3, 9))
def test_p01_108_cards_lie_somewhere_after_every_move_whatever_happens(players: int, hong_kong: bool) -> None:
    choose = Random(players).choice
    table = new_table(players, choose, hong_kong=hong_kong, target=60)
    for _ in range(5_000):
        assert all_cards(table) == Counter(TWO_DECKS)
        if table.step is None:
            return
        move: dict[str, Any] = choose([anything_legal, anything_at_all, a_close, an_undo])(table, choose)
        try:
            table.take(parse_move(move))
        except Refused:
            assert all_cards(table) == Counter(TWO_DECKS)


def anything_legal(table: Table, choose: Any) -> dict[str, Any]:
    """An answer of anybody who is asked."""
    assert table.step is not None
    who = choose(list(table.step.asks))
    return {"by": who, "answer": table.step.asks[who].draw(choose)}


def anything_at_all(table: Table, choose: Any) -> dict[str, Any]:
    """An answer that is refused, more often than not."""
    card = choose(TWO_DECKS)
    robbery = {"seat": choose(table.seats), "card": card, "rank": card[:-1]}
    answer = choose([{"shop": [card, card]}, {"move": card}, {"ace": card}, {"rob": robbery}, {"bank": True}])
    return {"by": choose(table.seats), "answer": answer}


def a_close(table: Table, choose: Any) -> dict[str, Any]:
    """The moderator's close, now and then."""
    return {"by": "moderator", "close": True} if choose(range(10)) == 0 else anything_legal(table, choose)


def an_undo(table: Table, choose: Any) -> dict[str, Any]:
    """The moderator takes back a move or two, now and then."""
    if choose(range(10)) == 0:
        return {"by": "moderator", "undo": choose([1, 2])}
    return anything_legal(table, choose)


@pytest.mark.parametrize("hong_kong", [False, True])
@pytest.mark.parametrize("players", range(3, 9))
def test_bots_play_legally_and_end_in_reasonable_time(players: int, hong_kong: bool) -> None:
    for seed in range(4):
        choose = Random(seed).choice
        table = new_table(players, choose, hong_kong=hong_kong)
        assert play_out(KIT, table, choose, most=REASONABLE) > players


@pytest.mark.parametrize(("dice", "card", "squares"), [([1, 1], None, 2), ([3, 4], None, 7), ([3, 4], "10S", 17)])
def test_a_bot_goes_no_further_than_the_throw(dice: list[int], card: str | None, squares: int) -> None:
    told = [
        fact("parking", seats=["Bob", "Ann"], target=200),
        fact("turn", seat="Ann"),
        fact("roll", seat="Ann", dice=dice),
    ]
    told += [fact("move", seat="Ann", card=card)] if card else []
    assert bots.walked(told) == squares
    ask = either(
        choice("shop", [["7H"]]), choice("shoot", [{"seat": "Bob", "distance": 2}]), flag("bank"), flag("end")
    )
    shopped = {tuple(bots.answer("turn", ask, "Ann", told, Random(seed).choice)) for seed in range(40)}
    assert (("shop",) in shopped) == (squares >= bots.APART)
