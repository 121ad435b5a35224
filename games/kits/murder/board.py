"""Mystery Space Murder 3000: the printed ship, and how far a pawn may go on it.

It has squares, rooms, lifts and a prison. The drawing is ours, and so is whatever geometry the rulebook leaves open
(README.md, "The board"). Upper deck: rows 1 to 12; lower deck: rows 13 to 24. A place is a square by its name, or a
room, or the prison. Start reading at `Ship`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.engine.board import Plan, Sheet, at, distances
from games.kits.murder.roles import OWN

DECK = 12  # rows of a deck
PRISON = "prison"
ROOMS = dict(zip("SBWERHMG", OWN["rooms"], strict=True))  # a letter of the plan for each, in the order of the deck
AREAS = {**ROOMS, "P": PRISON}
LIFTS = "1234"  # letters of lifts: each is one square on both decks, at the same place of the plan
STARTS = dict(zip(OWN["characters"], OWN["rooms"][:6], strict=False))  # the room of a pawn's colour
CORRIDORS = "." + LIFTS

UPPER = (
    "  SSSSSS WWWWWWW   ",
    "  SSSSSS WWWWWWW.  ",
    "  SSSSSS.WWWWWWW.  ",
    "  SSSSSS.WWWWWWW.3 ",
    " ................  ",
    " .###.###2#.###.BBB",
    " .###.#####.###.BBB",
    " ...............BBB",
    " .MMMMMMM.###...BBB",
    "1.MMMMMMM.###.. BBB",
    "  MMMMMMM.....     ",
    "  MMMMMMM          ",
)
LOWER = (
    "  EEEEEE GGGGG     ",
    "  EEEEEE GGGGG..   ",
    "  EEEEEE.GGGGG...  ",
    "  EEEEEE.GGGGG...3 ",
    " ................  ",
    " .RRRRR.#2#.HHHHHHH",
    " .RRRRR.###.HHHHHHH",
    " .RRRRR.....HHHHHHH",
    " .RRRRR.PPP.HHHHHHH",
    "1.......PPP.HHHHHHH",
    "        PPP.HHHHHH ",
    "                   ",
)
DOORS = "H3e D4s P2e L4s Q7w Q9w E9n I11e H15e C16s L16s N14e G18n F21s M22w O18n J21n"
ONE_DOOR = "D4s L4s Q7w E9n C16s L16s F21s O18n J21n"
SPINE = (
    " SSSSSS  WWWWWWWW  ",
    " SSSSSS  WWWWWWWW  ",
    " SSSSSS  WWWWWWWW  ",
    " SSSSSS  WWWWWWWW  ",
    " SSSSSS  WWWWWWWW  ",
    "1.................2",
    "  MMMMMM  BBBBBBB  ",
    "  MMMMMM  BBBBBBB  ",
    "  MMMMMM  BBBBBBB  ",
    "  MMMMMM  BBBBBBB  ",
    "  MMMMMM  BBBBBBB  ",
    "                   ",
    " EEEEEEE  GGGGGG   ",
    " EEEEEEE  GGGGGG   ",
    " EEEEEEE  GGGGGG   ",
    " EEEEEEE  GGGGGG   ",
    " EEEEEEE  GGGGGG   ",
    "1.................2",
    " RRRRRR PPP HHHHHHH",
    " RRRRRR PPP HHHHHHH",
    " RRRRRR PPP HHHHHHH",
    " RRRRRR     HHHHHHH",
    " RRRRRR     HHHHHHH",
    "                   ",
)

LAYOUT = "loops"
LAYOUTS: Mapping[str, Plan] = {
    "loops": Plan((*UPPER, *LOWER), CORRIDORS, DOORS),  # corridors that go round, two doors to a room, three lifts
    "one_door": Plan(  # the same squares, a door to a room, a lift at the stern and one at the bow
        tuple(row.replace("2", "#") for row in (*UPPER, *LOWER)), CORRIDORS, ONE_DOOR
    ),
    "spine": Plan(SPINE, CORRIDORS, "D5s L5s E7n M7n D17s M17s D19n J19n P19n"),  # one corridor, a lift at each end
}
SHEETS = (Sheet("upper", (0, 19), (0, DECK)), Sheet("lower", (0, 19), (DECK, 2 * DECK)))
SQUARE = 13.0
KINDS = {
    **{letter: f"area room room-{number}" for number, letter in enumerate(ROOMS, start=1)},
    **{letter: "lift" for letter in LIFTS},
    "P": "area prison",
    ".": "walk",
}
MARKS = {"M17": "body"}  # the captain lies in the middle of a corridor


class Way(NamedTuple):
    """A way to a place: its places in order without the first, and the number of risky rides."""

    path: tuple[str, ...]
    risks: int


@dataclass(frozen=True, eq=False)
class Ship:
    """A layout, and the steps that it allows."""

    plan: Plan

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """The places one step away from each place (M-05)."""
        found: dict[str, dict[str, None]] = {}
        for square, letter in self.plan.letters.items():
            place = AREAS.get(letter, square)
            steps = found.setdefault(place, {})
            for other in self.plan.neighbours[square]:
                self._step(letter, place, other, steps)
        return {place: tuple(steps) for place, steps in found.items()}

    def _step(self, letter: str, place: str, other: str, steps: dict[str, None]) -> None:
        beyond = self.plan.letters[other]
        if beyond in LIFTS and letter not in LIFTS:
            # Ruling: the step on a lift is the ride, so the pawn arrives on the other deck.
            steps[self.other_half(other)] = None
        elif beyond not in LIFTS and AREAS.get(beyond, other) != place:
            steps[AREAS.get(beyond, other)] = None

    def other_half(self, lift: str) -> str:
        """Return the square of the same lift on the other deck."""
        return next(square for square in self.plan.squares(self.plan.letters[lift]) if square != lift)

    def is_lift(self, place: str) -> bool:
        """Return whether this is a square of a lift."""
        return self.plan.letters.get(place, "#") in LIFTS

    def is_area(self, place: str) -> bool:
        """Return whether this is a room or the prison, where every walk ends."""
        return place in AREAS.values()

    def below(self, place: str) -> bool:
        """Return whether a place is on the lower deck."""
        square = place if place in self.plan.letters else self.squares_of(place)[0]
        return at(square)[1] >= DECK

    def squares_of(self, area: str) -> list[str]:
        """Return the squares of a room or of the prison."""
        return self.plan.squares(next(letter for letter, name in AREAS.items() if name == area))

    def walks(self, start: str, throw: int, character: str, taken: Collection[str] = ()) -> dict[str, Way]:
        """Return where a throw may end, each with a way that has the fewest risky rides (M-05).

        A walk has exactly as many steps as the throw, or fewer where it ends in a room or in the prison. It may turn
        back and pass other pawns. Going up is a risk for a pawn that began below, going down for one that began
        above. `taken`: squares on which other pawns stand, and areas that are full.
        """
        full = {*taken, *(self.other_half(place) for place in taken if self.is_lift(place))}
        return {
            place: way for place, way in _walks(self, start, throw, STARTS[character]).items() if place not in full
        }

    def everywhere(self, start: str, throw: int, began: str) -> dict[str, Way]:
        """Return the walks as if nobody stood in the way, for a pawn that began in a room."""
        ends: dict[str, Way] = {}
        layer = {start: Way((), 0)}
        for _ in range(throw):
            following: dict[str, Way] = {}
            for place, way in layer.items():
                for other in self.ways[place]:
                    ridden = self.is_lift(other) and self.below(began) != self.below(other)
                    found = Way((*way.path, other), way.risks + ridden)
                    kept = ends if self.is_area(other) else following
                    if other not in kept or found.risks < kept[other].risks:
                        kept[other] = found
            layer = following
        return {**ends, **layer}

    @cached_property
    def far(self) -> Mapping[str, Mapping[str, int]]:
        """The number of steps between places, walking through no room."""
        return {place: distances(place, lambda at, place=place: self._onward(at, place)) for place in self.ways}  # type: ignore[misc]

    def _onward(self, place: str, start: str) -> tuple[str, ...]:
        return () if self.is_area(place) and place != start else self.ways[place]


@lru_cache(maxsize=20_000)
def _walks(ship: Ship, start: str, throw: int, began: str) -> dict[str, Way]:
    return ship.everywhere(start, throw, began)


def ship(layout: str = LAYOUT) -> Ship:
    """Return the ship of a layout. Raises `KeyError` where there is none of this name."""
    return SHIPS[layout]


SHIPS = {name: Ship(plan) for name, plan in LAYOUTS.items()}
