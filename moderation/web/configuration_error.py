"""The error of a configuration that cannot be used."""

from __future__ import annotations


class NotReadable(SystemExit):
    """An error that ends the program at its start, with a reason in English and in French."""
