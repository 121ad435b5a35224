"""Spree!: the printed mall, and how pawns and cars go in it.

It has squares, shops, parking and a fountain. The drawing is ours, and so is whatever geometry the rulebook leaves
open (README.md, "The board"). Start reading at `Floor`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile

from games.engine.board import SIDES, Plan, Sheet, distances
from games.kits.spree.roles import RANKS

SHOPS = dict(zip("23456789TJQKA", RANKS, strict=True))  # a letter of the plan for each rank that is sold
SPACE, LANE, WALKWAY, FOUNTAIN = "c", ",", ".", "F"
FLOWS = "c, .F"

ROWS = (
    ",,,c,,,,c,,,,c,,,,c,,,",
    ",5555.QQQQ..2222.9999,",
    "c5555.QQQQ..2222.9999c",
    ",5555.QQQQ..2222.9999,",
    ",....................,",
    ",7777.AA......44.6666,",
    "c7777.AA......44.6666c",
    ",7777.....FF.....6666,",
    "c7777.TT......##.6666c",
    ",7777.TT......##.6666,",
    ",....................,",
    ",KKKK.3333..JJJJ.8888,",
    "cKKKK.3333..JJJJ.8888c",
    ",KKKK.3333..JJJJ.8888,",
    ",,,c,,,,c,,,,c,,,,c,,,",
)
EXITS = "B5w U5e B11w U11e F2n Q2n F14s Q14s K2n L14s"
INSIDE = (
    "C4s E3e H4s J3e N4s M3w S4s R3w E8e C6n C10s R8w S6n S10s H6e O7w H10e C12n E13e H12n J13e N12n M13w S12n R13w"
)
ONE_DOOR = "C4s H4s N4s S4s E8e R8w H6e O7w H10e C12n H12n N12n S12n"
FRONTS = (
    " ".join(  # every front of a shop on a walkway
        f"{chr(ord('A') + column)}{row}{side}"
        for row, side in ((4, "s"), (12, "n"))
        for column in (*range(1, 5), *range(6, 10), *range(12, 16), *range(17, 21))
    )
    + " E6e E7e E8e E9e E10e R6w R7w R8w R9w R10w G6n H6n H6e H7e G7s O6w O7w P6n P7s G9n H9e H10e G10s H10s"
)

LAYOUT = "galleries"
LAYOUTS: Mapping[str, Plan] = {
    "galleries": Plan(ROWS, FLOWS, f"{EXITS} {INSIDE}"),  # two doors to most shops, ten exits
    "warren": Plan(ROWS, FLOWS, f"B5w U11e Q2n F14s {ONE_DOOR}"),  # the same squares, a door to a shop, four exits
    "bazaar": Plan(ROWS, FLOWS, f"{EXITS} {FRONTS}"),  # the same squares, shops open along their whole fronts
}
SHEETS = (Sheet("west", (0, 11), (0, 15)), Sheet("east", (11, 22), (0, 15)))
SQUARE = 15.0
KINDS = {
    **{letter: "shop" for letter in SHOPS},
    SPACE: "road space",
    LANE: "road",
    WALKWAY: "walk",
    FOUNTAIN: "fountain",
}
MARKS: Mapping[str, str] = {}

Standing = tuple[str, str]  # the square of a pawn, and the square that it has just left (empty: none)


@dataclass(frozen=True, eq=False)
class Floor:
    """A layout, and the moves that it allows."""

    plan: Plan

    @cached_property
    def spaces(self) -> list[str]:
        """The parking spaces."""
        return self.plan.squares(SPACE)

    @cached_property
    def fountain(self) -> list[str]:
        """The two squares of the fountain."""
        return self.plan.squares(FOUNTAIN)

    def sells(self, square: str) -> str:
        """Return the rank of the cards that are sold on a square; empty where nothing is (P-05)."""
        return SHOPS.get(self.plan.letters[square], "")

    @cached_property
    def on_foot(self) -> Mapping[str, tuple[str, ...]]:
        """The squares to which a pawn may step, by square (P-04).

        Nobody walks into the fountain; out of it one may.
        """
        return {
            square: tuple(other for other in others if other not in self.fountain)
            for square, others in self.plan.neighbours.items()
        }

    @cached_property
    def by_car(self) -> Mapping[str, tuple[str, ...]]:
        """The squares to which a car may drive, by square of the parking and the walkways (P-12)."""
        return {
            square: tuple(other for other in self.on_foot[square] if not self.sells(other))
            for square in self.plan.squares(SPACE + LANE + WALKWAY)
        }

    def way(self, start: Standing, wanted: Collection[str], by_car: bool = False) -> tuple[str, ...]:
        """Return a shortest way to one of these squares, of at least one step; empty if none.

        Nobody steps back to the square just left (P-04).
        """
        return next((path for (end, _left), path in self._walks(start, by_car) if path and end in wanted), ())

    def reach(self, start: Standing, steps: int, by_car: bool = False) -> dict[Standing, tuple[str, ...]]:
        """Return wherever so many steps lead, or fewer, each with the shortest way there."""
        return dict(takewhile(lambda found: len(found[1]) <= steps, self._walks(start, by_car)))

    def _walks(self, start: Standing, by_car: bool) -> Iterator[tuple[Standing, tuple[str, ...]]]:
        ways = self.by_car if by_car else self.on_foot
        found, waiting = {start}, deque[tuple[Standing, tuple[str, ...]]]([(start, ())])
        while waiting:
            (here, left), path = standing = waiting.popleft()
            yield standing
            for other in ways[here]:
                if other != left and (other, here) not in found:
                    found.add((other, here))
                    waiting.append(((other, here), (*path, other)))

    def far(self, square: str, by_car: bool = False) -> Mapping[str, int]:
        """Return how many steps each square is away from this one."""
        return _far(self, square, by_car)

    def in_line(self, square: str) -> Mapping[str, tuple[int, str]]:
        """Return every square in the line of fire, with its distance and its side (P-07).

        The distance counts one's own square.
        """
        return {
            other: (distance, side)
            for side in SIDES
            for distance, other in enumerate(self.plan.sight(square, side), start=2)
        }

    def pushed(self, square: str, side: str, squares: int, hong_kong: bool) -> str:
        """Return where a push of so many squares ends (P-07, P-12)."""
        for other in list(self.plan.sight(square, side))[:squares]:
            if other in self.fountain and not hong_kong:
                break
            square = other
        return square


@lru_cache(maxsize=2_000)
def _far(floor: Floor, square: str, by_car: bool) -> Mapping[str, int]:
    return distances(square, (floor.by_car if by_car else floor.on_foot).__getitem__)


def floor(layout: str = LAYOUT) -> Floor:
    """Return the floor of a layout. Raises `KeyError` where there is none of this name."""
    return FLOORS[layout]


FLOORS = {name: Floor(plan) for name, plan in LAYOUTS.items()}
