"""ELSEN: whole games. Games of bots end, kept ones show what they are kept for, phones of the dead betray nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.bots import next_move, play_out
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.record import replay
from games.engine.table import Fact, Table
from tests.games.kits.elsen_ship import NAMES
from tests.games.table_scenes import RECORDS, load

KIT = all_kits()["elsen"]
words = KIT.words
REASONABLE = 350  # moves of a game of bots; the longest of thousands took just over 300
OTHERWISE = {"seer_once": True, "token_moves": "unless_excluded", "ghost_missions_count": False}
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"exclude_at": "at_least_half", "dead_keep_night_powers": False},
    OTHERWISE,
)


def new_table(players: int, choose: Any, **options: Any) -> Table:
    """A table of so many seats, its roles dealt."""
    seats, settled = NAMES[:players], settle(KIT.roles.OPTIONS, options)
    return Table(KIT.rules, seats, settled, KIT.roles.deal(seats, settled, choose))


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("players", range(5, 16))
def test_bots_play_legally_and_end_in_reasonable_time(players: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        choose = Random(seed).choice
        table = new_table(players, choose, **options)
        assert play_out(KIT, table, choose, most=REASONABLE) > players
        assert table.outcome is not None
        assert table.outcome.seats == [
            seat
            for seat, row in table.truth().items()
            if (row["role"] == "saboteur") == ("saboteurs" in table.outcome.winners)
        ]


@pytest.mark.parametrize("seed", range(6))
def test_the_secretly_dead_are_asked_and_shown_like_the_living(seed: int) -> None:
    choose = Random(seed).choice
    table = new_table(9, choose)
    while table.step:
        if not table.step.asleep:
            shown = {str([(field.name, field.shown) for field in ask.fields()]) for ask in table.step.asks.values()}
            assert len(shown) == 1
        table.take(next_move(KIT, table, choose))
    for seat in table.seats:
        assert not any(words.to_player(told) for told in table.private(seat) if told["fact"] == "alive")
        assert not any("alive" in told for told in table.public())


def told_in(name: str, fact: str, seat: str | None = None) -> list[Fact]:
    """The facts of one name that a kept record tells, to everybody or to a seat."""
    table = replay(load(RECORDS / "elsen" / f"{name}.json")[0]).table
    return [told for told in (table.private(seat) if seat else table.public()) if told["fact"] == fact]


def test_e13_a_record_has_a_countered_and_an_uncountered_sabotage() -> None:
    cards = [told["cards"] for told in told_in("sabotage_countered", "cards")]
    assert cards[:2] == [["engineer", "sabotage", "success"], ["sabotage", "success", "success"]]
    assert [told["tokens"] for told in told_in("sabotage_countered", "progress")][:2] == [1, 0]


def test_e14_the_record_of_a_ghost_mission_completed() -> None:
    stands = told_in("ghost_mission", "progress")
    assert [told["ghost_tokens"] for told in stands] == [0, 1, 2, 0, 1, 0, 1]
    assert [told["completed"] for told in stands] == [0, 1, 1, 2, 3, 4, 5]


def test_e22_a_record_has_police_blocking_both_eliminations() -> None:
    night = [told for told in told_in("police_on_the_fifth_night", "elimination", "Ann") if told["turn"] == 5]
    assert [(told["seat"], told["done"]) for told in night] == [("Dan", False), ("Dan", False)]
