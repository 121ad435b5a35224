"""The section of a public view about the game's measures and its board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.board import Standing
from games.engine.table import Fact, Table
from games.engine.words import Gauge
from games.models import GameSession
from moderation.play.boards.markers import ShownBoard
from moderation.play.projections.knowledge import build_board
from moderation.play.projections.sections.context import ViewContext

NOBODY_STANDS = Standing()


@dataclass(frozen=True)
class BoardSection:
    """The public measures of the game, and the board in games that have one."""

    gauges: tuple[Gauge, ...] = ()
    plan: ShownBoard | None = None  # the board, while the game is played
    standing: Standing = NOBODY_STANDS  # the public positions on that board


def build_board_section(context: ViewContext) -> BoardSection:
    """Build the section about measures and the board."""
    table, known = context.table, context.known
    if table is None or known is None:
        return BoardSection(build_board(context.words, ()))
    gauges = () if context.held else known.board
    facts = known.facts if context.earlier is None else context.earlier
    return BoardSection(gauges, **build_board_fields(context.session, table, facts))


def build_board_fields(session: GameSession, table: Table, facts: Sequence[Fact]) -> dict[str, Any]:
    """Return the board of a table with its chosen names, and the public positions on it."""
    board, printed = session.kit.board, session.kit.printed
    if board is None or printed is None:
        return {}
    return {
        "plan": ShownBoard(session.game, tuple(printed.labels(table.options).items())),
        "standing": printed.standing(facts),
    }
