"""Sheets of paper, and where nine cards lie on one so that what is printed behind a card is its back.

A sheet is turned on its long edge: what was on the left is then on the right. The grid of cards stands in the middle
of the sheet, so the left of a card and the right of its back are as far from the edge, on paper of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")

COLUMNS, ROWS = 3, 3
WIDE, HIGH = 63.0, 88.0  # millimetres of a card: what sleeves are made for
PLACES = COLUMNS * ROWS
MARK, GAP = 3.0, 0.5  # millimetres: how long a cut mark is, and how far from the card it begins


@dataclass(frozen=True)
class Paper:
    """A size of paper, in millimetres."""

    name: str
    label: str
    width: float
    height: float

    def left(self, place: int) -> float:
        """How far the left of a card is from the left edge of the sheet."""
        return (self.width - COLUMNS * WIDE) / 2 + place % COLUMNS * WIDE

    def top(self, place: int) -> float:
        """How far the top of a card is from the top edge of the sheet."""
        return (self.height - ROWS * HIGH) / 2 + place // COLUMNS * HIGH


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


def mirrored(place: int) -> int:
    """The place on the other side of a sheet, turned on its long edge, that lies behind this one."""
    row, column = divmod(place, COLUMNS)
    return row * COLUMNS + COLUMNS - 1 - column


@dataclass(frozen=True)
class Side(Generic[Item]):
    """One side of a sheet, place by place; None: nothing is printed there."""

    cards: tuple[Item | None, ...]

    @property
    def behind(self) -> Side[Item]:
        """The other side, each card at the place behind its own."""
        return Side(tuple(self.cards[mirrored(place)] for place in range(PLACES)))


def sides(cards: Sequence[Item]) -> list[Side[Item]]:
    """The fronts of as many sheets as these cards take, in their order."""
    return [Side((*nine, *(None for _empty in range(PLACES - len(nine))))) for nine in by_sheet(cards, PLACES)]


def by_sheet(items: Sequence[Item], each: int) -> list[Sequence[Item]]:
    """So many on a sheet, one sheet after the other."""
    return [items[first : first + each] for first in range(0, len(items), each)]


def cut_marks() -> list[tuple[float, float, float, float]]:
    """Where it is cut, as lines outside the grid: from x, y to x, y, in millimetres from its upper left corner."""
    width, height = COLUMNS * WIDE, ROWS * HIGH
    near, far = GAP, GAP + MARK
    down = [column * WIDE for column in range(COLUMNS + 1)]
    across = [row * HIGH for row in range(ROWS + 1)]
    return [
        *((x, -far, x, -near) for x in down),
        *((x, height + near, x, height + far) for x in down),
        *((-far, y, -near, y) for y in across),
        *((width + near, y, width + far, y) for y in across),
    ]
