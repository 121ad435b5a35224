"""A board as a drawing: squares, walls, doors and words. Pure.

Lengths are millimetres from the corner of its sheet. Nothing is drawn by hand: everything follows from the plan of
the kit (games/engine/board.py). Start reading at `draw_sheet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from games.engine.board import SIDES, SOLID, Board, Label, Plan, Sheet, at, beside, named

AREA = "area"  # a kind of square: all squares of its letter are one place
SYMBOLS = {"lift": "lift", "space": "car", "fountain": "fountain", "prison": "bars"}  # by kinds of square
EDGE = 6.0  # millimetres around the squares, for the names of columns and rows and for cut marks
HAIR = 0.01  # lengths that differ by less are equal
GLUE = 9.0  # millimetres of a sheet that are glued under the previous one


@dataclass(frozen=True)
class Square:
    """A square: its name, its corner, its kind, and what else is drawn on it."""

    name: str
    x: float
    y: float
    kind: str
    letter: str
    mark: str = ""


@dataclass(frozen=True)
class BoardLine:
    """A wall, a door, or the fine line between two squares."""

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class BoardText:
    """A label on an area, around its middle.

    `letter`: of the area; `wide`: the available width.
    """

    letter: str
    label: Label
    x: float
    y: float
    wide: float


@dataclass(frozen=True)
class Letter:
    """The name of a column or of a row, at the edge."""

    x: float
    y: float
    said: str


@dataclass(frozen=True)
class BoardDrawing:
    """A sheet: its measures with the edge around it, and all that is on it."""

    width: float
    height: float
    left: float  # where its squares begin
    top: float
    right: float  # where its squares end
    foot: float
    side: float  # of a square
    squares: tuple[Square, ...]
    lines: tuple[BoardLine, ...]
    words: tuple[BoardText, ...]
    letters: tuple[Letter, ...]
    solid: tuple[tuple[float, float], ...]  # corners of places within the board that are no squares
    glue: float = 0.0  # width of a strip at its left
    cut: bool = False  # another sheet joins at its right

    @property
    def deep(self) -> float:
        """The height from its first row of squares to where the last one ends."""
        return self.foot - self.top

    @property
    def things(self) -> tuple[tuple[str, Square], ...]:
        """The symbols drawn on squares, by the name of the symbol."""
        return tuple(
            (symbol, square)
            for square in self.squares
            for symbol in (*(SYMBOLS[kind] for kind in square.kind.split() if kind in SYMBOLS), square.mark)
            if symbol
        )

    @property
    def cuts(self) -> tuple[BoardLine, ...]:
        """The marks where it is cut: above and below its squares, at their right."""
        ends = ((0.0, self.top - 1), (self.foot + 1, self.height)) if self.cut else ()
        return tuple(BoardLine("cut", self.right, above, self.right, below) for above, below in ends)

    @cached_property
    def floors(self) -> tuple[tuple[str, str], ...]:
        """The squares in few shapes, for a screen: each kind with the path of all its squares."""
        found: dict[str, list[tuple[float, float, float]]] = {}
        for square in self.squares:  # one after the other in a row
            rows = found.setdefault(square.kind, [])
            x, y, wide = rows[-1] if rows else (0.0, 0.0, 0.0)
            if rows and y == square.y and abs(x + wide - square.x) < HAIR:
                rows[-1] = (x, y, wide + self.side)
            else:
                rows.append((square.x, square.y, self.side))
        return tuple((kind, "".join(_draw_floor(*row, self.side) for row in rows)) for kind, rows in found.items())

    @cached_property
    def strokes(self) -> tuple[tuple[str, str], ...]:
        """The lines in few shapes, for a screen: each kind with the path of all its lines."""
        return tuple(
            (kind, "".join(map(_draw_stroke, lines)))
            for kind, lines in groupby(self.lines, key=lambda line: line.kind)
        )


def _draw_floor(x: float, y: float, wide: float, high: float) -> str:
    across = _format_length(wide)
    return f"M{_format_length(x)} {_format_length(y)}h{across}v{_format_length(high)}h-{across}z"


def _draw_stroke(line: BoardLine) -> str:
    across = (
        f"h{_format_length(line.x2 - line.x1)}" if line.y1 == line.y2 else f"v{_format_length(line.y2 - line.y1)}"
    )
    return f"M{_format_length(line.x1)} {_format_length(line.y1)}{across}"


def _format_length(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")


def draw_sheet(board: Board, sheet: Sheet, labels: Mapping[str, Label], marks: Mapping[str, str]) -> BoardDrawing:
    """Draw one sheet of a kit's board. `marks`: what else is drawn on squares, by their names."""
    plan, side = board.LAYOUTS[board.LAYOUT], board.SQUARE
    (first, last), (top, bottom) = sheet.columns, sheet.rows
    here = [square for square in plan.letters if first <= at(square)[0] < last and top <= at(square)[1] < bottom]
    glue = GLUE if first else 0.0
    left, above = (glue or EDGE), EDGE
    corners = {
        square: (left + (column - first) * side, above + (row - top) * side)
        for square in here
        for column, row in [at(square)]
    }
    columns = max(len(row) for row in plan.rows)
    right, foot = left + (last - first) * side, above + (bottom - top) * side
    joined = last - first < columns  # next to another sheet
    return BoardDrawing(
        width=right + EDGE,
        height=foot + (EDGE if joined else 1.0),
        left=left,
        top=above,
        right=right,
        foot=foot,
        side=side,
        squares=tuple(
            Square(square, x, y, board.KINDS[plan.letters[square]], plan.letters[square], marks.get(square, ""))
            for square, (x, y) in corners.items()
        ),
        # Each once, in the order of the squares. The order of a set would differ between two processes.
        lines=tuple(
            sorted(dict.fromkeys(_draw_lines(board, plan, corners)), key=lambda line: ORDER.index(line.kind))
        ),
        words=tuple(_place_words(plan, corners, side, labels)),
        letters=tuple(_place_letters(plan, sheet, left, above, side)),
        solid=tuple(
            (left + (column - first) * side, above + (row - top) * side)
            for row in range(top, bottom)
            for column in range(first, last)
            if plan.rows[row][column] == SOLID
        ),
        glue=glue,
        cut=last < columns,
    )


ORDER = ("fine", "door", "wall")  # walls are drawn over all others


def _draw_lines(board: Board, plan: Plan, corners: Mapping[str, tuple[float, float]]) -> Iterator[BoardLine]:
    """Yield the lines on the four sides of every square; between two squares both are equal."""
    side = board.SQUARE
    for square, (x, y) in corners.items():
        edges = {
            "n": (x, y, x + side, y),
            "e": (x + side, y, x + side, y + side),
            "s": (x, y + side, x + side, y + side),
            "w": (x, y, x, y + side),
        }
        for towards in SIDES:
            other = beside(square, towards)
            x1, y1, x2, y2 = (round(length, 2) for length in edges[towards])
            kind = _find_line_kind(board, plan, square, other)
            if kind:
                yield BoardLine(kind, x1, y1, x2, y2)


def _find_line_kind(board: Board, plan: Plan, square: str, other: str) -> str:
    """Return the kind of line between two squares; empty within an area, which is one place."""
    if not plan.is_open(square, other):
        return "wall"
    if frozenset((square, other)) in plan.openings:
        return "door"
    letters = plan.letters[square], plan.letters[other]
    return "" if letters[0] == letters[1] and AREA in board.KINDS[letters[0]].split() else "fine"


def _place_words(
    plan: Plan, corners: Mapping[str, tuple[float, float]], side: float, labels: Mapping[str, Label]
) -> Iterator[BoardText]:
    for letter, label in labels.items():
        squares = [corners[square] for square in plan.squares(letter) if square in corners]
        if squares:
            xs, ys = [x for x, _ in squares], [y for _, y in squares]
            wide = max(xs) - min(xs) + side
            yield BoardText(letter, label, min(xs) + wide / 2, (min(ys) + max(ys) + side) / 2, wide)


def _place_letters(plan: Plan, sheet: Sheet, left: float, above: float, side: float) -> Iterator[Letter]:
    """Yield the names of columns above, and of rows at the outer side of a sheet."""
    (first, last), (top, bottom) = sheet.columns, sheet.rows
    for column in range(first, last):
        yield Letter(left + (column - first + 0.5) * side, above - 1.6, named(column, 0)[0])
    x = left + (last - first) * side + 3.2 if first else left - 3.2
    for row in range(top, bottom):
        if not plan.rows[row].strip():
            continue
        yield Letter(x, above + (row - top + 0.5) * side + 1.2, str(row + 1))
