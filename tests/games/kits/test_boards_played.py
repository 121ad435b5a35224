"""Whole games of bots on the printed boards: every move is one that plan and printed rules allow."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.board import at, beside
from games.engine.kit import all_kits
from games.kits.murder.board import AREAS, LIFTS
from games.kits.spree.board import FOUNTAIN, SHOPS
from games.management.commands.boards import play_game

GAMES = range(1, 5)
RARE = {"stuck", "out of the fountain", "over the fountain", "no step back", "run over", "visit", "back", "freed"}
RARE |= {"push through", "repark", "shoot from car", "road", "risky", "prison", "turn back", "pass", "called"}


def games(slug: str, options: dict[str, Any]) -> list[Any]:
    kit = all_kits()[slug]
    assert kit.board
    return [play_game(kit, kit.board.LAYOUT, options, seed)[0] for seed in GAMES]


def needed(slug: str, found: list[Any], *but: str) -> None:
    """No game needs a rule that the page does not print, and what is printed is needed."""
    kit = all_kits()[slug]
    assert kit.printed
    used = set().union(*(game.used for game in found))
    assert used <= set(kit.printed.RULES)
    assert set(kit.printed.RULES) - RARE - set(but) <= used


def test_a_whole_murder_is_played_on_the_printed_ship() -> None:
    found = games("murder", {})
    needed("murder", found)
    letters = all_kits()["murder"].board.LAYOUTS["loops"].letters  # type: ignore[union-attr]
    for game in found:
        assert game.walked
        plan = game.ship.plan
        for walk in game.walked:
            for one, two in pairwise((walk.start, *walk.path)):
                assert murder_step(plan, letters, one, two)
            end = walk.path[-1] if walk.path else walk.start
            assert not walk.path or end in AREAS.values() or len(walk.path) == walk.throw
            assert len(walk.path) <= walk.throw
            assert not walk.path or end not in walk.taken


def murder_step(plan: Any, letters: Any, one: str, two: str) -> bool:
    """By the plan alone: beside each other with nothing between, or onto the other half of the lift beside."""
    squares = {name: [square for square in letters if AREAS.get(letters[square]) == name] for name in AREAS.values()}
    for square in squares.get(one, [one]):
        for side in "nesw":
            other = beside(square, side)
            if not plan.is_open(square, other):
                continue
            if letters[other] in LIFTS:
                column, row = at(other)
                if at(two) == (column, (row + 12) % 24) if two in letters else False:
                    return True
            elif two in (other, AREAS.get(letters[other])):
                return True
    return False


@pytest.mark.parametrize("hong_kong", [False, True])
def test_a_whole_spree_is_played_in_the_printed_mall(hong_kong: bool) -> None:
    found = games("spree", {"hong_kong": hong_kong})
    hong_kong_rules = {"one further", "drive", "park", "get out"}
    needed("spree", found, *({"leave"} if hong_kong else hong_kong_rules))
    for game in found:
        plan = game.floor.plan
        assert game.walked
        for walk in game.walked:
            here, left = walk.start
            assert len(walk.path) <= walk.steps
            for step in walk.path:
                assert plan.is_open(here, step) and step != left
                assert plan.letters[step] != FOUNTAIN
                assert not (walk.by_car and plan.letters[step] in SHOPS)
                here, left = step, here
        for shot in game.shots:
            (column, row), (column_2, row_2) = at(shot.start), at(shot.end)
            assert (column == column_2) != (row == row_2)
            assert shot.distance == abs(column - column_2) + abs(row - row_2) + 1


def test_the_command_prints_every_layout_and_knows_no_other_board(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("boards", "murder", games=1, seed=1)
    said = capsys.readouterr().out
    assert all(name in said for name in ("loops", "one_door", "spine", "solved", "minutes"))
    for words in (("boards", "sporz"), ("boards", "murder", "--layout", "chess")):
        with pytest.raises(CommandError):
            call_command(*words)
