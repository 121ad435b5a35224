"""How much of a family of tests a run tries: a few by default, all with `pytest --full` (`.ci/run`).

What one server, browser or phone proves is in the short form; what takes many is marked `full`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Member = TypeVar("Member")

full = False  # set by tests/conftest.py before any test is collected


def seeds(short: int, full_count: int) -> range:
    """Seeds for random games: `short` of them, `full_count` with `--full`."""
    return range(full_count if full else short)


def amount(short: int, full_count: int) -> int:
    """A number of rounds, games or moves: `short`, or `full_count` with `--full`."""
    return full_count if full else short


def family(members: Iterable[Member], *short: Member) -> list[Member]:
    """Who of a family of the same test is tried: those named, or all with `--full`."""
    found = [*members]
    assert set(short) <= set(found)
    return [one for one in found if full or one in short]
