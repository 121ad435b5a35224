"""Boards to print: made from the kit's data, in both languages and on both papers, open to everybody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from games.engine.board import at as place
from games.models import GameSession
from moderation.play.boards.drawing import BoardDrawing, draw_sheet
from moderation.web.kits import playable_kits
from tests.games.kits.murder_ship import DECK
from tests.moderation.clients import at, opens, text, the_host
from tools.run import ROOT

pytestmark = pytest.mark.django_db

PRINTED = {slug: kit for slug, kit in playable_kits().items() if kit.board}
PRINTABLE = {"a4": (190, 277), "letter": (195.9, 259.4)}  # millimetres within margins of 10
READ: dict[str, Any] = {"capture_output": True, "text": True, "check": True}
HALF_A_DIGIT = 1.8  # millimetres, of the number of a lift
EACH = pytest.mark.parametrize("slug", PRINTED)


def sheets(slug: str) -> list[BoardDrawing]:
    kit = PRINTED[slug]
    assert kit.board and kit.printed
    return [
        draw_sheet(kit.board, sheet, kit.printed.labels(kit.usual), kit.board.MARKS) for sheet in kit.board.SHEETS
    ]


def test_the_two_games_that_need_a_board_have_one() -> None:
    assert set(PRINTED) == {slug for slug, kit in playable_kits().items() if kit.look and kit.look.board}
    assert len(PRINTED) == 2


@EACH
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_has_figures_and_every_rule_of_the_board(slug: str, language: str, paper: str) -> None:
    page = unescape(text(Client(headers={"Accept-Language": language}).get(f"/paper/{slug}/board/?paper={paper}")))
    kit = PRINTED[slug]
    assert kit.board and kit.printed
    assert f'<div class="sheets {paper}">' in page
    plan = kit.board.LAYOUTS[kit.board.LAYOUT]
    assert sorted(re.findall(r'data-square="(\w+)"', page)) == sorted(plan.letters)
    with override(language):
        assert len(rules := kit.printed.rules(None)) == len(kit.printed.RULES)
        assert all(rule in page for rule in rules)
        assert all(label.name in page for label in kit.printed.labels(kit.usual).values())
        assert all(figure.name in page for figure in kit.printed.figures(kit.usual))


def test_every_process_draws_the_same_bytes() -> None:
    told = (
        "from games.engine.kit import all_kits; from moderation.play.boards.drawing import draw_sheet\n"
        "for kit in all_kits().values():\n"
        "    for sheet in kit.board.SHEETS if kit.board else ():\n"
        "        print(draw_sheet(kit.board, sheet, {}, {}).strokes)"
    )
    of = [
        subprocess.run(
            [sys.executable, "-c", told], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, **READ
        ).stdout
        for seed in ("1", "2")
    ]
    assert of[0].count("wall") >= len(PRINTED)
    assert of[0] == of[1]


@EACH
def test_walls_and_doors_are_drawn_only_as_planned(slug: str) -> None:
    kit = PRINTED[slug]
    assert kit.board
    plan = kit.board.LAYOUTS[kit.board.LAYOUT]
    for one, sheet in zip(kit.board.SHEETS, sheets(slug), strict=True):
        kinds: dict[tuple[float, ...], str] = {}
        for line in sheet.lines:
            assert kinds.setdefault((line.x1, line.y1, line.x2, line.y2), line.kind) == line.kind
        for square in sheet.squares:
            column, _row = place(square.name)
            assert square.x == pytest.approx(sheet.left + (column - one.columns[0]) * sheet.side)
            right = (square.x + sheet.side, square.y, square.x + sheet.side, square.y + sheet.side)
            other = f"{chr(ord(square.name[0]) + 1)}{square.name[1:]}"
            drawn_there = kinds.get(tuple(round(length, 2) for length in right))
            assert (drawn_there == "wall") == (not plan.is_open(square.name, other))
            assert (drawn_there == "door") == (frozenset((square.name, other)) in plan.openings)


@EACH
@pytest.mark.parametrize("paper", PRINTABLE)
def test_every_sheet_fits_its_paper_with_its_heading(slug: str, paper: str) -> None:
    short, long = PRINTABLE[paper]
    kit = PRINTED[slug]
    assert kit.board and kit.printed
    wide = kit.board.SHEETS[0].columns[1] > kit.board.SHEETS[0].rows[1]
    track = 14 if kit.printed.track(kit.usual) else 0
    for sheet in sheets(slug):
        assert sheet.width <= (long if wide else short)
        assert sheet.height + 10 + track <= (short if wide else long) - 1


def test_adjoining_sheets_have_a_strip_to_glue_and_a_cut() -> None:
    west, east = sheets("spree")
    assert west.cut and not west.glue and east.glue and not east.cut
    assert west.height == east.height and west.top == east.top
    assert {(line.x1, line.x2) for line in west.cuts} == {(west.right, west.right)}
    assert [(line.y1, line.y2) for line in west.cuts] == [(0, west.top - 1), (west.foot + 1, west.height)]
    assert not east.cuts and not any(sheet.cuts for sheet in sheets("murder"))
    page = text(Client().get("/paper/spree/board/"))
    assert page.count('<line class="cut"') == 2 and page.count("#scissors") == 2


def test_no_arrow_of_a_lift_lies_under_its_number() -> None:
    page = text(Client().get("/paper/murder/board/"))
    arrows = re.findall(r'id="lift".*?<path\s+d="([^"]*)"', page, re.DOTALL)[0]
    middle = float(re.findall(r'class="of-lift"[^>]* dx="([\d.]+)"', page)[0])
    assert max(float(x) for x in re.findall(r"[ML]([\d.]+) ", arrows)) < middle - HALF_A_DIGIT


def test_the_sheet_to_tick_has_every_clue() -> None:
    page = unescape(text(Client(headers={"Accept-Language": "en"}).get("/paper/murder/board/")))
    for name in ("Ripley", "Stowaway", "Mess", "Gun room", "Jealousy", "Oxygen bottle"):
        assert page.count(f"<tr><th>{name}</th>") == 2  # two players on a sheet


@pytest.mark.parametrize("slug", ["sporz", "chess", "joining"])
def test_a_game_without_a_board_has_no_such_page(slug: str) -> None:
    assert Client().get(f"/paper/{slug}/board/").status_code == 404


@EACH
def test_the_page_is_found_from_the_help_of_its_game(slug: str) -> None:
    assert f'href="/paper/{slug}/board/"' in text(Client().get(f"/help/{slug}/"))
    assert "/board/" not in text(Client().get("/help/sporz/"))


def test_another_paper_than_those_two_is_a4() -> None:
    assert '<div class="sheets a4">' in text(Client().get("/paper/murder/board/?paper=%3Cscript%3E"))


# of a table


def of_table(host: Client, session: GameSession) -> str:
    """The board to which the paper page of a table leads."""
    address = at("desk_board", session)
    assert f'href="{address}"' in text(host.get(at("desk_paper", session)))
    return unescape(text(host.get(address)))


def test_m01_a_printed_board_has_the_names_of_the_table() -> None:
    host = the_host()
    typed = {"option.hours": "9", "option.deck.rooms": "\n".join(DECK["rooms"])}
    typed["option.deck.characters"] = "\n".join(DECK["characters"])
    page = of_table(host, opens(host, "murder", **typed))
    sheets_ = page.partition('class="sheets')[2]
    for name in (*DECK["rooms"], *DECK["characters"]):
        assert name in sheets_
    assert "A marker begins on 9" in sheets_ and "<li>9</li>" in sheets_ and "<li>10</li>" not in sheets_
    plain = of_table(host, opens(host, "murder")).partition('class="sheets')[2]
    assert "Sleeping quarters" in plain and not any(name in plain for name in ("Vault", "Dock", "Pink"))


def test_p12_a_printed_board_has_the_rules_of_hong_kong() -> None:
    host = the_host()
    plain, violent = (of_table(host, opens(host, "spree", **more)) for more in ({}, {"option.hong_kong": "on"}))
    rules = [unescape(page).partition('class="board-rules"')[2].partition("</ol>")[0] for page in (plain, violent)]
    assert "Hong Kong" not in rules[0] and rules[1].count("Hong Kong:") == 9


def test_a_table_without_board_is_redirected_to_its_printouts() -> None:
    host = the_host()
    session = opens(host)
    assert at("desk_board", session) not in text(host.get(at("desk_paper", session)))
    assert host.get(at("desk_board", session)).headers["Location"] == at("desk_paper", session)
