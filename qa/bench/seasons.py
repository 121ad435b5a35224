"""The pages that list a whole season: 40 evenings, 2,500 games of which 600 were never closed, 600 people."""

from __future__ import annotations

from collections.abc import Iterator

from qa.bench.checkouts import Checkout
from qa.bench.figures import Figure

MOST_MS, MOST_STATEMENTS = 300, 20  # that a page is to take


def figures(checkout: Checkout, postgres: bool = False, **sizes: int) -> Iterator[Figure]:
    """How long each page takes, and how many statements it sends; then the worst of both."""
    rows = checkout.lists(sizes, postgres)
    made = next(rows)
    yield Figure(f"a season of {made['games']} games is made", made["seconds"], "s")
    worst_ms = worst_statements = 0.0
    for row in rows:
        yield Figure(row["page"], row["ms"], "ms")
        yield Figure(f"{row['page']}: SQL statements", row["statements"])
        worst_ms = max(worst_ms, row["ms"])
        worst_statements = max(worst_statements, row["statements"])
    yield Figure(f"the slowest page, of {MOST_MS} ms that it may take", worst_ms, "ms")
    yield Figure(f"the page of the most statements, of {MOST_STATEMENTS} that it may send", worst_statements)
