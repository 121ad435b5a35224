"""Lupus in Tabula: whole games. They end, the dead stay dead, kept ones show what they are kept for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.bots import next_move, play_out
from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.record import replay, report
from games.engine.table import Table
from tests.games.kits.lupus_village import NAMES
from tests.games.table_scenes import kept, load

KIT = all_kits()["lupus"]
REASONABLE = 700  # moves of a game of bots; the longest of thousands took under 600


def new_table(players: int, choose: Any, **options: Any) -> Table:
    """A table of so many seats, its cards dealt."""
    seats, settled = NAMES[:players], settle(KIT.roles.OPTIONS, options)
    return Table(KIT.rules, seats, settled, KIT.roles.deal(seats, settled, choose))


@pytest.mark.parametrize("voting", ["in_turn", "together"])
@pytest.mark.parametrize("players", range(8, 25, 4))
def test_bots_play_legally_and_end_in_reasonable_time(players: int, voting: str) -> None:
    for seed in range(4):
        choose = Random(seed).choice
        table = new_table(players, choose, voting=voting, ghosts=seed % 2 == 1)
        assert play_out(KIT, table, choose, most=REASONABLE) > players


def test_a_bot_spares_its_pack_while_others_can_be_named() -> None:
    choose = Random(5).choice
    table = new_table(16, choose)
    play_out(KIT, table, choose)
    pack = {seat for seat, row in table.truth().items() if row["role"] == "werewolf"}
    named = [told for told in table.public() if told["fact"] == "nomination" and told["seat"] in pack]
    assert named and not [told for told in named if told["for"] in pack]


@pytest.mark.parametrize("ghosts", [False, True])
@pytest.mark.parametrize("players", [8, 13, 16, 24])
def test_the_dead_stay_dead_and_truth_matches_announcements(players: int, ghosts: bool) -> None:
    choose = Random(players).choice
    table = new_table(players, choose, ghosts=ghosts)
    for _ in range(5_000):
        dead = [told["seat"] for told in table.public() if told["fact"] == "death"]
        truth = table.truth()
        assert len(set(dead)) == len(dead)
        assert set(dead) == {seat for seat, row in truth.items() if not row["alive"]}
        if (step := table.step) is None:
            return
        if not (ghosts and step.name == "nominate"):
            assert not set(step.asks) & set(dead)
        for ask in step.all_asks().values():
            assert not set(ask.report().get("seat", ())) & set(dead)
        closes = not step.of_chance and choose(range(4)) == 0
        table.take(parse_move({"by": "moderator", "close": True}) if closes else next_move(KIT, table, choose))
    raise AssertionError("the game has not ended")


def test_kept_games_show_what_they_are_kept_for() -> None:
    reports = {path.stem: report(replay(load(path)[0])) for path in kept("lupus")}

    def turned(name: str) -> list[str]:
        rows = reports[name]["truth"].values()
        return [row["plays_as"] for row in rows if row["role"] == "mythomaniac"]

    assert turned("mythomaniac_turned_werewolf") == ["werewolf"]
    assert turned("mythomaniac_turned_seer") == ["seer"]
    assert reports["werehamster_wins_alone"]["outcome"]["winners"] == ["werehamster"]
    assert len(reports["werehamster_wins_alone"]["outcome"]["seats"]) == 1
    dead: set[str] = set()
    haunted = False
    for told in reports["ghosts"]["public"]:
        haunted |= told["fact"] == "nomination" and told["seat"] in dead
        dead |= {told["seat"]} if told["fact"] == "death" else set()
        assert not (told["fact"] == "lynch_vote" and told["seat"] in dead)
    assert haunted
