"""Sheets of paper with nine cards each, placed so that each back is behind its card.

A sheet is turned on its long edge: the left becomes the right. The grid of cards is in the centre of the sheet. So a
card and its back are as far from the edge, on paper of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")

COLUMNS, ROWS = 3, 3
WIDE, HIGH = 63.0, 88.0  # millimetres of a card, the usual size of sleeves
PLACES = COLUMNS * ROWS
MARK, GAP = 3.0, 0.5  # millimetres: length of a cut mark, and its distance from the card


@dataclass(frozen=True)
class Paper:
    """A size of paper, in millimetres."""

    name: str
    label: str
    width: float
    height: float

    def left(self, place: int) -> float:
        """Return the distance of a card's left edge from the left edge of the sheet."""
        return (self.width - COLUMNS * WIDE) / 2 + place % COLUMNS * WIDE

    def top(self, place: int) -> float:
        """Return the distance of a card's top edge from the top edge of the sheet."""
        return (self.height - ROWS * HIGH) / 2 + place // COLUMNS * HIGH


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


def mirror_place(place: int) -> int:
    """Return the place that lies behind this one on a sheet turned on its long edge."""
    row, column = divmod(place, COLUMNS)
    return row * COLUMNS + COLUMNS - 1 - column


@dataclass(frozen=True)
class Side(Generic[Item]):
    """One side of a sheet, place by place. None: nothing is printed there."""

    cards: tuple[Item | None, ...]

    @property
    def back(self) -> Side[Item]:
        """The other side, with each card at the place behind its own."""
        return Side(tuple(self.cards[mirror_place(place)] for place in range(PLACES)))


def build_sides(cards: Sequence[Item]) -> list[Side[Item]]:
    """Return the front sides of the sheets that these cards need, in their order."""
    return [
        Side((*nine, *(None for _empty in range(PLACES - len(nine))))) for nine in split_into_sheets(cards, PLACES)
    ]


def split_into_sheets(items: Sequence[Item], each: int) -> list[Sequence[Item]]:
    """Split items into sheets of so many each."""
    return [items[first : first + each] for first in range(0, len(items), each)]


def list_cut_marks() -> list[tuple[float, float, float, float]]:
    """Return the cut marks, as lines outside the grid from x, y to x, y.

    Units are millimetres from the upper left corner of the grid.
    """
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
