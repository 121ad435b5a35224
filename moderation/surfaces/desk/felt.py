"""The device in the middle of a board game, which faces everybody.

Nobody sits at its head: names stand along its four edges, clockwise, and what is to be read by all stands twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.words import Gauge
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.rendering.fragments import Fragment, fragment, rows

EDGES = ("top", "right", "bottom", "left")  # clockwise
CARDS = {  # how many cards lie along each edge, by the number of seats
    3: (1, 1, 1, 0),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
    8: (3, 1, 3, 1),
}
SIZES = {"large": 32, "middling": 72}  # most letters of what happens, for the sizes of its letters; beyond: small
MOST_BARS = 24  # a measure of more has no bar for each of its units


@dataclass(frozen=True)
class PlaceCard:
    """A seat along an edge of the table, and its score.

    `at` of `of`: its place along that edge, counted from the left or from the top.
    """

    seat: RingSeat
    edge: str
    at: int
    of: int
    score: str


@dataclass(frozen=True)
class HourBar:
    """A unit of the clock. `turn`: its place on the circle, in degrees; `left`: it is not over."""

    number: int
    turn: int
    left: bool


def fits(public: PublicView) -> bool:
    """Return true if a table plays on a board and has a card along the edge for everybody."""
    return not public.table.has_nights and len(public.ring.seats) in CARDS


def place_cards(seats: Sequence[RingSeat], gauges: Sequence[Gauge]) -> list[PlaceCard]:
    """Return the place cards, clockwise from the upper left.

    A measure with a seat's name is its score.
    """
    scores = {str(gauge.label): str(gauge.value) for gauge in gauges}
    cards: list[PlaceCard] = []
    for edge, count in zip(EDGES, CARDS[len(seats)], strict=True):
        order = range(count, 0, -1) if edge in ("bottom", "left") else range(1, count + 1)
        for at in order:
            seat = seats[len(cards)]
            cards.append(PlaceCard(seat, edge, at, count, scores.get(seat.name, "")))
    return cards


def build_bars(gauges: Sequence[Gauge], names: Sequence[str]) -> tuple[HourBar, ...]:
    """Return the bars of the first measure of the whole table that runs out; empty: none does."""
    for gauge in gauges:
        left, most = str(gauge.value), str(gauge.most)
        if str(gauge.label) not in names and left.isdecimal() and most.isdecimal() and int(most) <= MOST_BARS:
            return tuple(
                HourBar(number, round(number * 360 / int(most)), number <= int(left))
                for number in range(1, int(most) + 1)
            )
    return ()


def choose_size(lines: Sequence[str]) -> str:
    """Return how large lines are set, by how long they are."""
    letters = sum(map(len, lines))
    return next((size for size, most in SIZES.items() if letters <= most), "small")


def build_felt_fragments(public: PublicView) -> tuple[Fragment, ...]:
    """Return the fragments of the place cards, of the clock and of what happens."""
    names = public.ring.names
    moment, step = public.moment.view, public.step
    cards = place_cards(public.ring.seats, public.board.gauges)
    lines = tuple(str(piece.text) for piece in moment.pieces if str(piece.text)) if moment else ()
    doing = step.todo or step.doing
    said = lines[:2] or public.speech.say.lines or ((doing,) if doing else ())
    news = public.news[-1].lines[-1:] if public.news and not moment else lines[2:4]
    return (
        rows("cards", "surfaces/desk/parts/place_card.html", map(vars, cards)),
        fragment("bars", "surfaces/desk/parts/bars.html", bars=build_bars(public.board.gauges, names)),
        fragment(
            "middle",
            "surfaces/desk/parts/middle.html",
            phase=public.phase.title,
            said=said,
            size=choose_size(said),
            news=tuple(news),
        ),
    )
