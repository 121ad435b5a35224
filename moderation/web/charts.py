"""Plots of shares, for the pages of balance and of statistics: a mark, and a line for its 95 % interval.

`help/_plot.html` draws what a `Plot` holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WIDE = 280  # 100 %


@dataclass(frozen=True)
class PlotMark:
    """A share in a plot: its shape, and where it and the ends of its interval stand."""

    shape: str
    x: float
    low: float
    high: float
    y: int
    said: str


@dataclass
class Plot:
    """Shares below each other, with labels at their left."""

    title: str
    axis: str  # what the labels are
    left: int  # how wide the labels are
    line: int  # between two marks
    height: int  # as far as it is drawn: where the next mark stands
    labels: list[tuple[str, int]] = field(default_factory=list)  # a text, and how far down it stands
    marks: list[PlotMark] = field(default_factory=list)
    policies: dict[str, str] = field(default_factory=dict)  # the shape of each way of playing, by its words
    command: str = ""  # that makes these shares again
    defines: bool = False  # whether it brings the shapes of its page, as the first of a row always does

    def label(self, text: str) -> None:
        """Name the next mark."""
        self.labels.append((text, self.height))

    def mark(self, share: float, interval: tuple[float, float], said: str, shape: str = "circle") -> None:
        """Add a share of 0 to 1 with its interval."""
        low, high = interval
        self.marks.append(PlotMark(shape, self._at(share), self._at(low), self._at(high), self.height, said))
        self.height += self.line

    @property
    def width(self) -> int:
        """Labels and marks, with a margin at the right."""
        return self.left + WIDE + 20

    @property
    def ticks(self) -> list[tuple[float, int]]:
        """Where the grid stands, and for how many per cent."""
        return [(self._at(share / 100), share) for share in (0, 25, 50, 75, 100)]

    def _at(self, share: float) -> float:
        return round(self.left + WIDE * share, 1)
