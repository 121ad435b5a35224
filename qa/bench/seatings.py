"""How good the seating of a round is, on made-up evenings: lawful, beside CP-SAT and the bound that it proves."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from moderation.events.seating import search
from moderation.events.seating.problem import FULL_MARKS, find_faults
from qa.bench.figures import Figure
from tests import seating_oracle
from tests.seatings import evenings


def figures(count: int = 200) -> Iterator[Figure]:
    """The figures of so many evenings; the first is the largest, 160 people at first and 14 tables."""
    over, to_bound, seconds, unlawful = list[float](), list[float](), list[float](), 0
    for question in evenings(count):
        began = time.perf_counter()
        found = search.propose(question)
        seconds.append(time.perf_counter() - began)
        solved, marks = seating_oracle.propose(question), FULL_MARKS * len(question.people)
        over.append(100 * (found.cost - solved.cost) / marks)
        to_bound.append(100 * (found.cost - solved.bound) / marks)
        unlawful += any(find_faults(question, found.tables))
    yield Figure("lawful seatings", 100 * (count - unlawful) / count, "%")
    for name, theirs in {"above CP-SAT": over, "above the bound": to_bound}.items():
        yield Figure(f"{name}, in the middle", statistics.median(theirs), "%")
        yield Figure(f"{name}, at worst", max(theirs), "%")
        yield Figure(f"{name}, the largest hall, of 14 tables", theirs[0], "%")
    yield Figure("the largest hall: time", seconds[0], "s")
    yield Figure("a hall, in the middle: time", statistics.median(seconds), "s")
