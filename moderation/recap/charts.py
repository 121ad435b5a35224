"""The figures of a finished game: accusations, ballots of each vote, and lengths.

Each is a picture of plain numbers, and a table of the same. A secret vote is counted, and nobody's ballot is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.story import SUSPECT, VOTE, Deed, Vote
from moderation.play.projections.sections.times import format_duration
from moderation.recap import ring_geometry
from moderation.recap.frames import SeatState, list_seat_states
from moderation.recap.ring_geometry import RingDrawing
from moderation.recap.scenes import Recap

NAME, COLUMN, ROW = 130, 44, 44  # sizes of the chart in its own units
LONGEST = 24  # the most phases with a bar
MOST_ARROWS = 10  # the most arrows in the picture of accusations


@dataclass(frozen=True)
class Dot:
    """The number of ballots against a seat in a vote, in a disc of proportional size."""

    x: int
    y: int
    radius: int
    number: int


@dataclass(frozen=True)
class Chart:
    """A chart with seats as rows and votes as columns."""

    width: int
    height: int
    rows: tuple[tuple[str, int], ...]  # a name, and its vertical position
    columns: tuple[tuple[int, int], ...]  # a vote's number, and its horizontal position
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class Ballots:
    """The ballots of one seat, a cell for each vote: the seat it named, or empty."""

    seat: str
    named: tuple[str, ...]
    had: tuple[int, ...]  # the ballots against it


@dataclass(frozen=True)
class Span:
    """A phase on the timeline: its bar of `width` in a picture of 320, and its length in words."""

    title: str
    said: str
    y: int
    width: int


@dataclass(frozen=True)
class Figures:
    """All figures of a game. An empty one is left out."""

    headings: tuple[str, ...]
    ballots: tuple[Ballots, ...]
    open: bool  # whether single ballots are public
    chart: Chart | None
    accused: RingDrawing | None
    stands: tuple[SeatState, ...]
    pairs: tuple[tuple[str, str], ...]  # who accused, and the accused with their counts, in words
    spans: tuple[Span, ...]
    spans_height: int


def build_figures(show: Recap) -> Figures:
    """Build the figures of a finished game."""
    votes = [vote for vote in show.votes if vote.accuses and (vote.ballots or vote.counts)]
    seats = [one.name for one in show.people]
    had = [_count_ballots(vote) for vote in votes]
    rows = tuple(
        Ballots(
            seat,
            tuple(", ".join(on for by, on in vote.ballots if by == seat) for vote in votes),
            tuple(counts[seat] for counts in had),
        )
        for seat in seats
    )
    pairs = count_accusations(show, votes)
    drawing = None
    if pairs:
        most = sorted(pairs, key=lambda pair: -pair[2])[:MOST_ARROWS]
        deeds = [(Deed(SUSPECT, "", (by,), (on,)), f"{count}×" if count > 1 else "") for by, on, count in most]
        drawing = ring_geometry.draw_deeds(ring_geometry.PHONE, seats, deeds)
    spans = build_spans(show)
    return Figures(
        headings=tuple(str(vote.heading) for vote in votes),
        ballots=rows if votes else (),
        open=any(vote.ballots for vote in votes),
        chart=build_chart(seats, had) if votes else None,
        accused=drawing,
        stands=list_seat_states(show, show.scenes[-1] if show.scenes else None, ring_geometry.PHONE),
        pairs=tuple(
            (seat, ", ".join(f"{on} {count}" for by, on, count in pairs if by == seat))
            for seat in seats
            if any(by == seat for by, _on, _count in pairs)
        ),
        spans=spans,
        spans_height=len(spans) * ROW,
    )


def _count_ballots(vote: Vote) -> Counter[str]:
    return Counter(on for _by, on in vote.ballots) if vote.ballots else Counter(vote.counts)


def count_accusations(show: Recap, votes: Sequence[Vote]) -> tuple[tuple[str, str, int], ...]:
    """Count how often each seat accused each other one.

    Open ballots, hypotheses, and suspicions at night count.
    """
    found = Counter((by, on) for vote in votes for by, on in vote.ballots if by != on)
    for scene in show.scenes:
        for deed in scene.deeds:
            if deed.kind == SUSPECT or (deed.kind == VOTE and not votes):
                found.update((by, on) for by in deed.of for on in deed.to if by != on)
    return tuple((by, on, count) for (by, on), count in found.most_common())


def build_chart(seats: Sequence[str], had: Sequence[Counter[str]]) -> Chart:
    """Build the chart of ballots against each seat in each vote."""
    most = max((count for counts in had for count in counts.values()), default=1)
    rows = tuple((seat, ROW * (place + 1) + ROW // 2) for place, seat in enumerate(seats))
    columns = tuple((place + 1, NAME + COLUMN * place + COLUMN // 2) for place in range(len(had)))
    dots = tuple(
        Dot(x, y, round(11 + 9 * counts[seat] / most), counts[seat])
        for (_number, x), counts in zip(columns, had, strict=True)
        for seat, y in rows
        if counts[seat]
    )
    return Chart(max(320, NAME + COLUMN * len(had)), ROW * (len(seats) + 1), rows, columns, dots)


def build_spans(show: Recap) -> tuple[Span, ...]:
    """Return the length of each phase; of very many, only the longest ones.

    The longest phase has the longest bar.
    """
    listed = [one for one in show.lengths if one.seconds > 1]
    if len(listed) < 2:  # a game that was imported from a file has no times
        return ()
    if len(listed) > LONGEST:
        longest = sorted(listed, key=lambda one: -one.seconds)[:LONGEST]
        listed = [one for one in listed if one in longest]
    most = max((one.seconds for one in listed), default=1)
    return tuple(
        Span(one.title, format_duration(one.seconds), ROW * place, max(4, round(316 * one.seconds / most)))
        for place, one in enumerate(listed)
    )
