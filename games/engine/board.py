"""A board to print as data: squares in columns and rows, the areas to which they belong, what stands between them.

A kit writes its board in letters, one a square, and names its doors; how pawns go about on it is the kit's business.
Knows no game and no drawing. Start reading at `Plan`.
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
NOTHING = " " + SOLID  # letters of what is no square: outside the board, and solid
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

Place = TypeVar("Place", bound=Hashable)


@dataclass(frozen=True)
class Plan:
    """Squares by name: "C4" is in the third column and the fourth row.

    `rows`: a letter for each square, rows of equal length; `NOTHING` for no square. `flows`: letters between which
    nothing stands ("ab cd": a and b, c and d). `doors`: openings between other squares ("C4s": between C4 and the
    square south of it). Two squares side by side of one letter are open to each other; a wall stands between others.
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
        """The pairs of squares between which a door stands. Raises ValueError for a door that leads nowhere."""
        pairs = [(door[:-1], beside(door[:-1], door[-1])) for door in self.doors.split()]
        if lost := [pair for pair in pairs if not self.letters.keys() >= set(pair)]:
            raise ValueError(f"doors that lead nowhere: {lost}")
        return frozenset(map(frozenset, pairs))

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """For every square those beside it with nothing between."""
        return {
            square: tuple(other for side in SIDES if self.is_open(square, other := beside(square, side)))
            for square in self.letters
        }

    def is_open(self, square: str, other: str) -> bool:
        """Whether nothing stands between two squares side by side."""
        one, two = self.letters.get(square), self.letters.get(other)
        if one is None or two is None:
            return False
        flow = any(one in letters and two in letters for letters in self.flows.split())
        return one == two or flow or frozenset((square, other)) in self.openings

    def squares(self, letters: str) -> list[str]:
        """The squares of these letters, row by row."""
        return [square for square, letter in self.letters.items() if letter in letters]

    def sight(self, square: str, side: str) -> Iterator[str]:
        """The squares in sight on one side, the nearest first, until something stands between."""
        while self.is_open(square, following := beside(square, side)):
            square = following
            yield square


def named(column: int, row: int) -> str:
    """The name of a square from its column and row, counted from 0."""
    return f"{chr(ord('A') + column)}{row + 1}"


def at(square: str) -> tuple[int, int]:
    """Column and row of a square, counted from 0."""
    return ord(square[0]) - ord("A"), int(square[1:]) - 1


def beside(square: str, side: str) -> str:
    """The name of the square on one side; of none where the board ends."""
    (column, row), (right, down) = at(square), SIDES[side]
    return named(column + right, row + down)


def distances(start: Place, ways: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    """How many steps each place is away from the start; what cannot be reached is not there."""
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
    """A printed part of a board: its name, its columns and its rows, counted from 0, the last ones excluded."""

    name: str
    columns: tuple[int, int]
    rows: tuple[int, int]


class Board(Protocol):
    """A kit's board.py: its board, and beside it other layouts that were tried."""

    LAYOUT: str  # the one that is printed
    LAYOUTS: Mapping[str, Plan]  # by name
    SHEETS: Sequence[Sheet]  # on which it is printed
    KINDS: Mapping[str, str]  # what the squares of a letter are, as the drawing has it: its classes, apart by spaces
    MARKS: Mapping[str, str]  # what else is drawn on a square, by its name
    SQUARE: float  # side of a printed square, in millimetres


@dataclass(frozen=True)
class Label:
    """What stands on an area: its name, large letters before it, and a line below."""

    name: str
    large: str = ""
    below: str = ""


@dataclass(frozen=True)
class Figure:
    """Something to cut out and put on the board: "pawn", which is folded, or "car". `colour`: which of its kind."""

    kind: str
    name: str
    sign: str
    colour: int


@dataclass(frozen=True)
class Slip:
    """A card or a mat of paper: a title, lines below it, and perhaps the colour of a figure (0: none)."""

    title: str
    lines: Sequence[str] = ()
    colour: int = 0


@dataclass(frozen=True)
class Standing:
    """What everybody knows of the figures on a board, from public facts alone.

    `areas`: seats by the letter of the area in which their figures stand; who may stand elsewhere is left out.
    `track`: the squares of the track, of which the marker lies on the one with this place; None: there is no marker.
    """

    areas: tuple[tuple[str, tuple[str, ...]], ...] = ()
    track: tuple[str, ...] = ()
    marker: int | None = None


@dataclass(frozen=True)
class Note:
    """A part of a sheet to tick: a heading, and a row each."""

    heading: str
    rows: Sequence[str]


class Printed(Protocol):
    """A kit's words/printed.py: what stands on its board, on paper and on a screen, in the active language.

    `options` are those of the table, all of them; where there is no table, as they are usually.
    """

    RULES: Mapping[str, Any]  # every rule of the board by the name that pawns.py has for it, in the order of the page
    SHEETS: Mapping[str, Any]  # what each sheet is called, by its name in board.py
    JOIN: Any  # how the sheets are joined

    def rules(self, options: Mapping[str, Any] | None) -> Sequence[str]:
        """The rules of the board with these options, in the order of the page; None: those of any table."""

    def labels(self, options: Mapping[str, Any]) -> Mapping[str, Label]:
        """What stands on an area, by its letter of the plan; areas that are left out have no words."""

    def track(self, options: Mapping[str, Any]) -> Sequence[str]:
        """The squares of a track beside the board; empty: it has none."""

    def figures(self, options: Mapping[str, Any]) -> Sequence[Figure]:
        """What is cut out and put on the board."""

    def cards(self, options: Mapping[str, Any]) -> Sequence[Slip]:
        """Cards, one for each player to take."""

    def mats(self, options: Mapping[str, Any]) -> Sequence[Slip]:
        """Mats, one for each player to lay cards on."""

    def notes(self, options: Mapping[str, Any]) -> Sequence[Note]:
        """A sheet to tick for each player; empty: there is none."""

    def standing(self, public: Sequence[Fact]) -> Standing:
        """Where the figures stand and the marker lies, as far as these public facts say."""


class Game(Protocol):
    """One game of bots with their pawns on the board, as a kit's pawns.py plays it."""

    used: set[str]  # the printed rules that were needed so far

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """A legal answer, as a bot's; pawns go with it."""

    def figures(self, table: Table) -> Mapping[str, float]:
        """What is counted of a game that is over, by name; a figure that a game does not have is left out."""


class Pawns(Protocol):
    """A kit's pawns.py: how the computer plays on the printed board."""

    UNITS: Mapping[
        str, str
    ]  # the figures that are counted, in the order in which they are printed, each with its unit
    OPTIONS: Sequence[Mapping[str, Any]]  # settings of a table with which the board is tried, one after the other

    def game(self, table: Table, layout: str) -> Game:
        """A game about to begin, its pawns where the board says. Raises KeyError where there is no such layout."""
