"""What a function of the contract raises."""

from __future__ import annotations


class Broken(AssertionError):
    """A promise that a kit does not keep: one sentence that says where, what, and what to do."""
