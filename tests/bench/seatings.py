"""How good the seating of a round is, on made-up evenings: lawful, near its bound, beside a greedy one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from moderation.rounds.seating import greedy, solver
from moderation.rounds.seating.question import Proposal, faults
from tests.bench.figures import Figure
from tests.seatings import evenings

NEAR = 5.0  # percent of the full marks


def figures(count: int = 200) -> Iterator[Figure]:
    """The figures of so many evenings; the first is the largest, 160 people at first and 14 tables."""
    gaps: dict[str, list[float]] = {"the solver": [], "greedy": []}
    unlawful = {"the solver": 0, "greedy": 0}
    seconds = []
    for question in evenings(count):
        began = time.perf_counter()
        solved = solver.propose(question)
        seconds.append(time.perf_counter() - began)
        by_greed = greedy.propose(question)
        found = {"the solver": solved, "greedy": Proposal(by_greed.tables, by_greed.cost, solved.bound)}
        for name, one in found.items():
            gaps[name].append(one.gap(len(question.people)) or 0.0)
            unlawful[name] += any(faults(question, one.tables))
    for name, theirs in gaps.items():
        near = sum(gap <= NEAR for gap in theirs)
        yield Figure(f"{name}: lawful seatings", 100 * (count - unlawful[name]) / count, "%")
        yield Figure(f"{name}: seatings within {NEAR:.0f} % of the bound", 100 * near / count, "%")
        yield Figure(f"{name}: distance to the bound, in the middle", statistics.median(theirs), "%")
        yield Figure(f"{name}: distance to the bound, at worst", max(theirs), "%")
    yield Figure("the largest hall, of 14 tables: distance to the bound", gaps["the solver"][0], "%")
    yield Figure("the largest hall: time", seconds[0], "s")
    yield Figure("a hall, in the middle: time", statistics.median(seconds), "s")
