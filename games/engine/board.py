"""A printable board as data: squares in columns and rows, their areas, doors and walls.

A kit writes its board in letters, one for each square, and names its doors. The kit decides how pawns move on it.
This module knows no game and no drawing. Start reading at `Plan`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

from games.engine.asks import Answer, Ask, Choose
from games.engine.table import Fact, Table

SOLID = "#"
NOTHING = " " + SOLID  # letters for no square: outside the board, and solid
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

Place = TypeVar("Place", bound=Hashable)


@dataclass(frozen=True)
class Plan:
    """Squares by name: "C4" is in the third column and the fourth row.

    `rows`: a letter for each square, rows of equal length; `NOTHING` for no square.
    `flows`: letters with an open border ("ab cd": between a and b, and between c and d).
    `doors`: openings between other squares ("C4s": between C4 and the square south of it).
    Adjacent squares of one letter are open to each other. There is a wall between all others.
    """

    rows: tuple[str, ...]
    flows: str = ""
    doors: str = ""

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letter of every square by its name, row by row."""
        return {
            named(column, row): letter
            for row, line in enumerate(self.rows)
            for column, letter in enumerate(line)
            if letter not in NOTHING
        }

    @cached_property
    def openings(self) -> frozenset[frozenset[str]]:
        """The pairs of squares with a door between them.

        Raises `ValueError` for a door that leads nowhere.
        """
        pairs = [(door[:-1], beside(door[:-1], door[-1])) for door in self.doors.split()]
        if lost := [pair for pair in pairs if not self.letters.keys() >= set(pair)]:
            raise ValueError(f"doors that lead nowhere: {lost}")
        return frozenset(map(frozenset, pairs))

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent squares of every square that are open to it."""
        return {
            square: tuple(other for side in SIDES if self.is_open(square, other := beside(square, side)))
            for square in self.letters
        }

    def is_open(self, square: str, other: str) -> bool:
        """Return whether nothing stands between two adjacent squares."""
        one, two = self.letters.get(square), self.letters.get(other)
        if one is None or two is None:
            return False
        flow = any(one in letters and two in letters for letters in self.flows.split())
        return one == two or flow or frozenset((square, other)) in self.openings

    def squares(self, letters: str) -> list[str]:
        """Return the squares of these letters, row by row."""
        return [square for square, letter in self.letters.items() if letter in letters]

    def sight(self, square: str, side: str) -> Iterator[str]:
        """Yield the squares in sight on one side, nearest first, until something blocks the view."""
        while self.is_open(square, following := beside(square, side)):
            square = following
            yield square


def named(column: int, row: int) -> str:
    """Return the name of a square from its column and row, counted from 0."""
    return f"{chr(ord('A') + column)}{row + 1}"


def at(square: str) -> tuple[int, int]:
    """Return column and row of a square, counted from 0."""
    return ord(square[0]) - ord("A"), int(square[1:]) - 1


def beside(square: str, side: str) -> str:
    """Return the name of the adjacent square on one side.

    Beyond the edge of the board no square has that name.
    """
    (column, row), (right, down) = at(square), SIDES[side]
    return named(column + right, row + down)


def distances(start: Place, ways: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    """Return how many steps each place is away from the start, without unreachable places."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        place = waiting.popleft()
        for other in ways(place):
            if other not in found:
                found[other] = found[place] + 1
                waiting.append(other)
    return found


@dataclass(frozen=True)
class Sheet:
    """A printed part of a board: its name, and its half-open ranges of columns and rows from 0."""

    name: str
    columns: tuple[int, int]
    rows: tuple[int, int]


class Board(Protocol):
    """A kit's board.py: its board, and other layouts that were tried."""

    LAYOUT: str  # the one that is printed
    LAYOUTS: Mapping[str, Plan]  # by name
    SHEETS: Sequence[Sheet]  # the sheets on which it is printed
    KINDS: Mapping[str, str]  # CSS classes for the squares of a letter, separated by spaces
    MARKS: Mapping[str, str]  # further drawings, by the name of the square
    SQUARE: float  # side of a printed square, in millimetres


@dataclass(frozen=True)
class Label:
    """The text on an area: its name, large letters before it, and a line below."""

    name: str
    large: str = ""
    below: str = ""


@dataclass(frozen=True)
class Figure:
    """Something to cut out and put on the board: "pawn", which is folded, or "car".

    `colour`: which of its kind.
    """

    kind: str
    name: str
    sign: str
    colour: int


@dataclass(frozen=True)
class Slip:
    """A card or a mat of paper: a title, lines below it, and the colour of a figure (0: none)."""

    title: str
    lines: Sequence[str] = ()
    colour: int = 0


@dataclass(frozen=True)
class Standing:
    """The positions of the figures on a board, as far as public facts tell.

    `areas`: seats by the letter of the area of their figure. A seat whose figure may stand elsewhere is left out.
    `track`: the squares of the track. `marker`: the index of the square with the marker; None: there is no marker.
    """

    areas: tuple[tuple[str, tuple[str, ...]], ...] = ()
    track: tuple[str, ...] = ()
    marker: int | None = None


@dataclass(frozen=True)
class Note:
    """A part of a sheet to tick: a heading, and one line for each row."""

    heading: str
    rows: Sequence[str]


class Printed(Protocol):
    """A kit's words/printed.py: texts of its board for paper and screen, in the active language.

    `options` are all those of the table. Where there is no table, they are the defaults.
    """

    RULES: Mapping[str, Any]  # every rule of the board by its name in pawns.py, in the order of the page
    SHEETS: Mapping[str, Any]  # the title of each sheet, by its name in board.py
    JOIN: Any  # how the sheets are joined

    def rules(self, options: Mapping[str, Any] | None) -> Sequence[str]:
        """Return the rules of the board with these options, in the order of the page.

        None: the rules of any table.
        """

    def labels(self, options: Mapping[str, Any]) -> Mapping[str, Label]:
        """Return the text of areas, by their letter of the plan; areas that are left out have none."""

    def track(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the squares of a track beside the board; empty: it has none."""

    def figures(self, options: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the figures to cut out and put on the board."""

    def cards(self, options: Mapping[str, Any]) -> Sequence[Slip]:
        """Return the cards, one for each player to take."""

    def mats(self, options: Mapping[str, Any]) -> Sequence[Slip]:
        """Return the mats, one for each player to lay cards on."""

    def notes(self, options: Mapping[str, Any]) -> Sequence[Note]:
        """Return the parts of a sheet to tick for each player; empty: there is none."""

    def standing(self, public: Sequence[Fact]) -> Standing:
        """Return the positions of the figures and the marker, as far as these public facts tell."""


class Game(Protocol):
    """One game of bots with their pawns on the board, as a kit's pawns.py plays it."""

    used: set[str]  # the printed rules that were needed so far

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """Return a legal answer, as a bot does, and move the pawns accordingly."""

    def figures(self, table: Table) -> Mapping[str, float]:
        """Return the figures counted of a finished game, by name, without those it does not have."""


class Pawns(Protocol):
    """A kit's pawns.py: how the computer plays on the printed board."""

    UNITS: Mapping[str, str]  # the figures that are counted, each with its unit, in the order of printing
    OPTIONS: Sequence[Mapping[str, Any]]  # the settings of a table with which the board is simulated

    def game(self, table: Table, layout: str) -> Game:
        """Start a game with its pawns at their first positions.

        Raises `KeyError` where there is no such layout.
        """
