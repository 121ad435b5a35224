"""How much of a family of random games a run tries: a few by default, all with `pytest --full` (`.ci/run`)."""

from __future__ import annotations

full = False  # set by tests/conftest.py before any test is collected


def seeds(short: int, full_count: int) -> range:
    """Seeds for random games: `short` of them, `full_count` with `--full`."""
    return range(full_count if full else short)


def amount(short: int, full_count: int) -> int:
    """A number of rounds, games or moves: `short`, or `full_count` with `--full`."""
    return full_count if full else short
