"""Figures, and the table in which they are printed: of one checkout, or of two beside each other."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

WIDTH = 76
DIGITS = {"ms": 1, "KB": 1, "s": 2, "x": 2, "%": 1}  # after the point, by unit


@dataclass(frozen=True)
class Figure:
    """One row: `what` was measured, its value and unit. `more`: it was given up there, and is more than the value."""

    what: str
    value: float
    unit: str = ""
    more: bool = False

    def __str__(self) -> str:
        return f"{'> ' * self.more}{self.value:,.{DIGITS.get(self.unit, 0)}f} {self.unit}".rstrip()


def medians(rounds: Sequence[Iterable[Figure]]) -> list[Figure]:
    """The same rows measured several times: of each the median."""
    found: list[Figure] = []
    for same in zip(*rounds, strict=True):
        assert len({figure.what for figure in same}) == 1, same
        value = statistics.median(figure.value for figure in same)
        found.append(replace(same[0], value=value, more=any(figure.more for figure in same)))
    return found


def ratio(then: Figure, now: Figure) -> str:
    """How much of the older figure the newer one is: 0.25 where it is a quarter."""
    if not then.value or (then.more and now.more):
        return "-"
    return f"{'< ' * then.more}{'> ' * now.more}{now.value / then.value:.2f}"


def heading(title: str, beside: bool) -> None:
    """The line above the rows of a hall."""
    print(f"-- {title}".ljust(WIDTH) + (f" {'then':>14} {'now':>14} {'now/then':>9}" if beside else ""), flush=True)


def say(figures: Iterable[Figure]) -> None:
    """Print the rows of one checkout."""
    for figure in figures:
        print(f"{figure.what:<{WIDTH}} {figure!s:>14}", flush=True)


def say_both(then: Iterable[Figure], now: Iterable[Figure]) -> None:
    """Print the rows of an older checkout and of this one, and their ratio."""
    for old, new in zip(then, now, strict=True):
        print(f"{old.what:<{WIDTH}} {old!s:>14} {new!s:>14} {ratio(old, new):>9}", flush=True)
