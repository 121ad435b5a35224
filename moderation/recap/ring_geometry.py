"""The geometry of a ring for SVG: discs, names, and an arrow between seats for each deed.

This module knows no game and no page. `RingShape` sets the size of the picture and of its letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import atan2, cos, degrees, dist, hypot, pi, sin, sqrt
from typing import NamedTuple

from games.engine.story import GIVE, HARM, HELP, LOOK, SUSPECT, VOTE, Deed, Scene

MOST_SEATS = 40  # seats: a larger ring is shown in words alone
MOST_ARROWS = 26  # arrows in the picture of a whole game
WHOLE = (HARM, HELP, LOOK, SUSPECT, VOTE, GIVE)  # its kinds of deeds, by priority
# possible places of an arrow's label, best first: shares of its length, and how far beside it, in radii of the label
ALONG = (0.45, 0.52, 0.38, 0.6, 0.3, 0.68, 0.22)
LABEL_OFFSETS = (0.0, 0.8, -0.8)
LETTER = 0.6  # the width of a letter of a name, of its height: an average of wide and narrow ones
EDGE = 0.4  # of the height of a letter: so much of a disc's edge may lie below a name
HALO_GAP = 11  # from a disc to the ring round it: outside its camp, above its name
LATER = 12  # arrows that appear one after the other; further ones appear with the last


Point = tuple[float, float]


class RingShape(NamedTuple):
    """The size and letters of a picture, in its own units.

    `named`: the most seats that have their names below them. `holds`: whether their items are written below that. A
    phone of 360 pixels shows its picture unscaled, so its letters are as large as all others.
    """

    width: int
    height: int
    disc: int
    letters: int
    named: int
    holds: bool = True

    @property
    def head(self) -> int:
        """The distance from the centre of an arrow's head to its tip."""
        return round(self.letters * 0.42)

    @property
    def badge(self) -> int:
        """The radius of an arrow's label."""
        return round(self.letters * 0.72)


SCREEN = RingShape(1000, 900, 56, 29, 24)
PHONE = RingShape(320, 370, 22, 18, 8, holds=False)


@dataclass(frozen=True)
class Disc:
    """The place of a seat: its disc, and the positions of its name and its items.

    `room`: how many letters of a name fit at full size between the discs and names beside it. `half_width`: of the
    name, zero where none is written.
    """

    x: int
    y: int
    radius: int
    name_y: int
    held_y: int
    room: float = 0.0
    half_width: float = 0.0


@dataclass(frozen=True)
class DeedArrow:
    """A deed between two seats: a line from (x, y) with a head and a label.

    `badge_x` and `badge_y`: the place of the label. `later`: how many arrows come before it.
    """

    kind: str
    x: int
    y: int
    path: str
    head_x: int
    head_y: int
    turn: int
    badge_x: int
    badge_y: int
    label: str
    later: int


@dataclass(frozen=True)
class Halo:
    """A deed without another seat: a ring round this one."""

    kind: str
    x: int
    y: int
    radius: int
    later: int


@dataclass(frozen=True)
class RingDrawing:
    """The lines of a scene."""

    arrows: tuple[DeedArrow, ...]
    halos: tuple[Halo, ...]


def compute_radius(shape: RingShape, seats: int) -> int:
    """Return the largest radius of a disc that leaves room for names between the discs.

    The space between seats is smallest on the two sides.
    """
    name = round(shape.letters * 1.3) if seats <= shape.named else 8
    radius = float(shape.disc)
    for _closer in range(3):  # a smaller disc leaves more room, so it is computed again
        along = shape.height / 2 - radius - 10 - (name if seats <= shape.named else 0)
        radius = min(shape.disc, (2 * pi * along / max(seats, 3) - name) / 2)
    return round(radius)


def place_seats(shape: RingShape, seats: Sequence[str]) -> dict[str, Disc]:
    """Return the disc of each seat, clockwise from the top; empty where the ring is too large."""
    if len(seats) > MOST_SEATS:
        return {}
    radius = compute_radius(shape, len(seats))
    below = round(shape.letters * 1.3) + 6 if len(seats) <= shape.named else 0
    across = shape.width / 2 - radius - (shape.letters * 2.2 if below else 10)
    along = shape.height / 2 - radius - 10 - below
    found: dict[str, Disc] = {}
    for place, seat in enumerate(seats):
        angle = 2 * pi * place / len(seats) - pi / 2
        x, y = shape.width / 2 + across * cos(angle), shape.height / 2 - below / 2 + along * sin(angle)
        name_y = round(y + radius + shape.letters * 1.1 + 4) if below else round(y)
        found[seat] = Disc(round(x), round(y), radius, name_y, name_y + round(shape.letters * 0.95))
    for seat, disc in found.items():
        room = _compute_room(shape, disc, found.values())
        written = min(len(seat), max(room, 1)) if below else 0
        found[seat] = replace(disc, room=room, half_width=written * shape.letters * LETTER / 2)
    return found


def _compute_room(shape: RingShape, disc: Disc, discs: Iterable[Disc]) -> float:
    """Return how many letters of a name fit below a disc, with the space of one beside it."""
    wide = 2.0 * min(disc.x, shape.width - disc.x)
    for other in discs:
        if other == disc:
            continue
        away = abs(other.x - disc.x)
        if abs(other.name_y - disc.name_y) < shape.letters:
            wide = min(wide, away)
        wide = min(wide, 2 * (away - compute_covered(shape, disc, other)))
    return wide / (shape.letters * LETTER) - 1


def compute_covered(shape: RingShape, disc: Disc, other: Disc) -> float:
    """Return half of the width that another disc covers in the line of a name; negative: none.

    A name may touch the edge of a disc: it has an outline of the colour of the ground.
    """
    apart = max(0, other.y - disc.name_y, disc.name_y - 0.7 * shape.letters - other.y)
    edge = other.radius - EDGE * shape.letters
    return sqrt(edge**2 - apart**2) if apart < edge else -shape.width


def draw_deeds(shape: RingShape, seats: Sequence[str], deeds: Sequence[tuple[Deed, str]]) -> RingDrawing:
    """Return the lines of these deeds, each with its label (empty: none)."""
    where = place_seats(shape, seats)
    arrows: list[DeedArrow] = []
    halos: list[Halo] = []
    pairs: dict[tuple[str, str], int] = {}
    for number, (deed, label) in enumerate(deeds):
        later = min(number, LATER - 1)
        ends = [(by, on) for by in deed.of for on in deed.to if by != on and by in where and on in where]
        for by, on in ends:
            again = pairs[by, on] = pairs.get((by, on), -1) + 1
            taken = [(one.x + one.badge_x, one.y + one.badge_y) for one in arrows if one.label]
            measure = partial(_measure_space, shape, where, taken)
            arrows.append(_draw_arrow(shape, where[by], where[on], deed.kind, again, label, measure, later))
        if not ends:
            for seat in dict.fromkeys((*deed.of, *deed.to)):
                if seat in where:
                    disc = where[seat]
                    halos.append(
                        Halo(deed.kind, disc.x, disc.y, min(round(disc.radius * 1.3), disc.radius + HALO_GAP), later)
                    )
    return RingDrawing(tuple(arrows), tuple(halos))


def _draw_arrow(
    shape: RingShape,
    start: Disc,
    end: Disc,
    kind: str,
    again: int,
    label: str,
    measure: Callable[[Point], float],
    later: int,
) -> DeedArrow:
    """Return a curve from one disc's edge to another's, bent towards the centre.

    Lines of one pair lie beside each other. `measure`: the space round a label at a point. This one's goes to the
    first place that has some, or the most.
    """
    bent = 0.3
    middle_x, middle_y = (start.x + end.x) / 2, (start.y + end.y) / 2
    away = hypot(end.x - start.x, end.y - start.y) or 1
    aside = away * (0.09 + 0.13 * again)
    x = middle_x + (shape.width / 2 - middle_x) * bent - (end.y - start.y) / away * aside
    y = middle_y + (shape.height / 2 - middle_y) * bent + (end.x - start.x) / away * aside
    from_x, from_y = _find_end_of_line(shape, start, x, y, 5)
    to_x, to_y = _find_end_of_line(shape, end, x, y, round(shape.letters * 0.75))
    turn = degrees(atan2(end.y - y, end.x - x))
    path = f"M0 0Q{round(x - from_x)} {round(y - from_y)} {round(to_x - from_x)} {round(to_y - from_y)}"
    across, down = (start.y - end.y) / away * shape.badge, (end.x - start.x) / away * shape.badge
    places = [
        (_find_curve_point(at, from_x, x, to_x) + far * across, _find_curve_point(at, from_y, y, to_y) + far * down)
        for far in LABEL_OFFSETS
        for at in ALONG
    ]
    badge_x, badge_y = max(places, key=lambda one: min(measure(one), shape.badge / 4) if label else 0.0)
    return DeedArrow(
        kind=kind,
        x=round(from_x),
        y=round(from_y),
        path=path,
        head_x=round(to_x - from_x),
        head_y=round(to_y - from_y),
        turn=round(turn),
        badge_x=round(badge_x - from_x),
        badge_y=round(badge_y - from_y),
        label=label,
        later=later,
    )


def _measure_space(shape: RingShape, where: Mapping[str, Disc], labels: Sequence[Point], point: Point) -> float:
    """Return the space round a label at this point; negative: it lies on a label, disc or name."""
    spaces = [dist(point, other) - shape.badge for other in labels]
    for disc in where.values():
        spaces.append(dist(point, (disc.x, disc.y)) - disc.radius)
        if disc.half_width:
            half_height = 0.35 * shape.letters
            across = max(0, abs(point[0] - disc.x) - disc.half_width)
            down = max(0, abs(point[1] - disc.name_y + half_height) - half_height)
            spaces.append(hypot(across, down))
    return min(spaces) - shape.badge


def _find_curve_point(at: float, start: float, bend: float, end: float) -> float:
    """Return one coordinate of a point on a curve, from 0 at its start to 1 at its end."""
    return (1 - at) ** 2 * start + 2 * at * (1 - at) * bend + at**2 * end


def _find_end_of_line(shape: RingShape, disc: Disc, x: float, y: float, gap: float) -> Point:
    """Return where a line from a point ends: before a disc, or before what is written below it."""
    away = hypot(x - disc.x, y - disc.y) or 1
    across, down = (x - disc.x) / away, (y - disc.y) / away
    far = disc.radius + gap
    top = disc.name_y - shape.letters - disc.y
    if down > 0 and disc.half_width and top / down * abs(across) < disc.half_width:
        bottom = (disc.held_y if shape.holds else disc.name_y) + shape.letters * 0.3 - disc.y
        far = max(far, min(bottom / down, disc.half_width / max(abs(across), 0.01)) + gap)
    if far > 0.75 * away:  # neighbours have little room between them
        far = disc.radius + gap
    return disc.x + across * far, disc.y + down * far


def merge_deeds(scenes: Sequence[Scene], wanted: Sequence[str] = WHOLE) -> list[tuple[Deed, str]]:
    """Return the deeds of all scenes for one picture, each once with its nights.

    There are at most `MOST_ARROWS`. The first of several people stands for all who did a deed together. Kinds come in
    the order of `wanted`. Each kind is complete or left out, except for the first.
    """
    found: dict[tuple[str, str, str], list[int]] = {}
    said: dict[tuple[str, str, str], Deed] = {}
    for scene in scenes:
        for deed in scene.deeds:
            if not deed.of or not deed.to or deed.of[0] == deed.to[0]:
                continue
            key = (deed.kind, deed.of[0], deed.to[0])
            found.setdefault(key, []).append(scene.bar)
            said.setdefault(key, Deed(deed.kind, deed.said, deed.of[:1], deed.to[:1]))
    picked: list[tuple[str, str, str]] = []
    for kind in wanted:
        of_kind = [key for key in found if key[0] == kind]
        if not picked:
            picked += sorted(of_kind, key=lambda key: -len(found[key]))[:MOST_ARROWS]
        elif len(picked) + len(of_kind) <= MOST_ARROWS:
            picked += of_kind
    return [(said[key], _build_label(found[key])) for key in sorted(picked, key=lambda key: found[key][0])]


def _build_label(bars: Sequence[int]) -> str:
    """Return the label of a deed: the numbers of its nights, or their count if there are many."""
    different = list(dict.fromkeys(bars))
    return "·".join(map(str, different)) if len(different) <= 2 else f"{len(bars)}×"
