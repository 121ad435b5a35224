"""Plots of shares for the balance and statistics pages: a mark with its 95 % interval.

`help/_plot.html` draws a `Plot`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WIDE = 280  # 100 %


@dataclass(frozen=True)
class PlotMark:
    """A share in a plot: its shape, its position, and the ends of its interval."""

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
    axis: str  # the title of the labels
    left: int  # width of the labels
    line: int  # distance between two marks
    height: int  # height so far, which is the position of the next mark
    labels: list[tuple[str, int]] = field(default_factory=list)  # a text, and its vertical position
    marks: list[PlotMark] = field(default_factory=list)
    policies: dict[str, str] = field(default_factory=dict)  # the shape of each policy, by its label
    command: str = ""  # the command that computes these shares
    defines: bool = False  # whether it defines the shapes of its page, as the first of a row always does

    def label(self, text: str) -> None:
        """Add the label of the next mark."""
        self.labels.append((text, self.height))

    def mark(self, share: float, interval: tuple[float, float], said: str, shape: str = "circle") -> None:
        """Add a share of 0 to 1 with its interval."""
        low, high = interval
        self.marks.append(
            PlotMark(shape, self._find_x(share), self._find_x(low), self._find_x(high), self.height, said)
        )
        self.height += self.line

    @property
    def width(self) -> int:
        """The width of labels and marks, with a margin at the right."""
        return self.left + WIDE + 20

    @property
    def ticks(self) -> list[tuple[float, int]]:
        """The positions of the grid lines, and their percentages."""
        return [(self._find_x(share / 100), share) for share in (0, 25, 50, 75, 100)]

    def _find_x(self, share: float) -> float:
        return round(self.left + WIDE * share, 1)
