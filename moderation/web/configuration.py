"""The error of a configuration that cannot be used."""

from __future__ import annotations


class NotReadable(SystemExit):
    """A start that cannot go on: the program ends, and says why in English and in French."""
