"""Plots of a table's rates, drawn like those of the balance pages.

A plot has a mark and a line for the interval of each rate.
"""

from __future__ import annotations

from collections.abc import Iterable

from moderation.statistics.tables import Rate, StatisticsTable, join_title
from moderation.web.charts import Plot

LEFT, LINE, TOP = 190, 16, 30  # a plot's measures: width of labels, distance of marks, space above the first
MOST = 40  # lines
LONGEST = 34  # characters of a label


def plot_tables(sheets: Iterable[StatisticsTable]) -> list[tuple[StatisticsTable, Plot | None]]:
    """Return tables with their plots. The first plot defines the marks for the page."""
    found = [(sheet, build_plot(sheet)) for sheet in sheets]
    for first in [one for _sheet, one in found if one][:1]:
        first.defines = True
    return found


def build_plot(sheet: StatisticsTable) -> Plot | None:
    """Plot the drawn column of a table, one line a row; None where there is nothing to draw."""
    if sheet.drawn is None:
        return None
    title, axis = join_title(sheet.title, sheet.head[sheet.drawn]), ", ".join(sheet.head[: sheet.labelled])
    shares = Plot(title, axis, LEFT, LINE, TOP)
    for row in sheet.rows:
        rate = row[sheet.drawn]
        if not isinstance(rate, Rate) or rate.is_too_few or len(shares.marks) == MOST:
            continue
        label = ", ".join(str(cell) for cell in row[: sheet.labelled])
        shares.label(label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…")
        shares.mark(rate.share, rate.interval, join_title(label, rate))
    return shares if shares.marks else None
