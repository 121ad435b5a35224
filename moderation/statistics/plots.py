"""A table's rates as a plot, drawn like those of the pages of balance: a mark, and a line for its interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from moderation.help.balance import Label, Mark
from moderation.statistics.sheets import Rate, Sheet, titled

LEFT, WIDE, LINE, TOP = 190, 280, 16, 30  # measures: the labels, 100 %, between two marks, above the first
MOST = 40  # lines
LONGEST = 34  # characters of a label


@dataclass(frozen=True)
class Plot:
    """The rates of a table that are of enough cases; its parts are those that `help/_plot.html` draws."""

    title: str
    labels: tuple[Label, ...]
    marks: tuple[Mark, ...]
    height: int
    axis: str
    ticks: tuple[tuple[float, int], ...] = tuple((LEFT + WIDE * share / 100, share) for share in (0, 25, 50, 75, 100))
    width: int = LEFT + WIDE + 20
    defines: bool = False  # the marks for all plots of its page


def drawn(sheets: Iterable[Sheet]) -> list[tuple[Sheet, Plot | None]]:
    """Tables with their plots, of which the first brings the marks for the page."""
    found = [(sheet, plot(sheet)) for sheet in sheets]
    first = next((one for _sheet, one in found if one), None)
    return [(sheet, replace(one, defines=True) if one and one is first else one) for sheet, one in found]


def plot(sheet: Sheet) -> Plot | None:
    """The drawn column of a table, a line a row; None where there is nothing to draw."""
    if sheet.drawn is None:
        return None
    labels, marks = list[Label](), list[Mark]()
    for row in sheet.rows:
        rate = row[sheet.drawn]
        if not isinstance(rate, Rate) or rate.few or len(marks) == MOST:
            continue
        y = TOP + LINE * len(marks)
        label = ", ".join(str(cell) for cell in row[: sheet.labelled])
        low, high = rate.interval
        labels.append(Label(label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…", y))
        marks.append(Mark("circle", _at(rate.share), _at(low), _at(high), y, titled(label, rate)))
    title = titled(sheet.title, sheet.head[sheet.drawn])
    axis = ", ".join(sheet.head[: sheet.labelled])
    return Plot(title, tuple(labels), tuple(marks), TOP + LINE * len(marks), axis) if marks else None


def _at(share: float) -> float:
    return round(LEFT + WIDE * share, 1)
