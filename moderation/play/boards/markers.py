"""The board of a table on a screen: one drawing of the whole, with marks of public facts.

Knows no table: it is built from the words of the areas and from public facts. Start reading at `ShownBoard`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from games.engine.board import Label, Sheet
from games.engine.kit import all_kits
from moderation.play.boards.drawing import BoardDrawing, BoardText, draw_sheet

LETTER, LINE = 3.5, 6.6  # millimetres of the drawing: how wide a letter is, and how high a line
BELOW = 6.0  # from the middle of an area to its name, if large letters are above it

Labels = tuple[tuple[str, Label], ...]


@dataclass(frozen=True)
class MarkedLine:
    """A line of words on an area, around its middle."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class ShownBoard:
    """The board of a game with these words on its areas, by their letters."""

    game: str
    labels: Labels

    @property
    def drawing(self) -> BoardDrawing:
        """The whole board, as on one sheet."""
        return _draw_board(self.game, self.labels)

    @property
    def names(self) -> tuple[MarkedLine, ...]:
        """The names of the areas, in as many lines as needed.

        Where a pawn begins is for paper only.
        """
        return tuple(line for area in self.drawing.words for line in _list_name_lines(area))

    def list_marks(self, areas: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[MarkedLine, ...]:
        """Return the names of those who are on areas, by the letters of the areas.

        They are below the area's name, with as many in a line as fit.
        """
        words = {one.letter: one for one in self.drawing.words}
        return tuple(line for letter, names in areas for line in _list_people_lines(words[letter], names))


def _list_name_lines(area: BoardText) -> list[MarkedLine]:
    lines = wrap(area.label.name, int(area.wide / LETTER), break_long_words=False)
    first = BELOW if area.label.large else 0.0
    return [MarkedLine(area.x, area.y + first + place * LINE, line) for place, line in enumerate(lines)]


def _list_people_lines(area: BoardText, names: tuple[str, ...]) -> list[MarkedLine]:
    most = int(area.wide / LETTER)
    lines: list[str] = []
    for name in names:
        if lines and len(longer := f"{lines[-1]}, {name}") <= most:
            lines[-1] = longer
        else:
            lines.append(name)
    first = _list_name_lines(area)[-1].y + LINE
    return [MarkedLine(area.x, first + place * LINE, line) for place, line in enumerate(lines)]


@lru_cache(maxsize=16)
def _draw_board(game: str, labels: Labels) -> BoardDrawing:
    board = all_kits()[game].board
    assert board is not None
    plan = board.LAYOUTS[board.LAYOUT]
    whole = Sheet("whole", (0, max(map(len, plan.rows))), (0, len(plan.rows)))
    return draw_sheet(board, whole, dict(labels), board.MARKS)
