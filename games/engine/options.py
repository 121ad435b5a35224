"""The kinds of option that a kit can offer for a table to set before a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

AS_USUAL: Mapping[str, Any] = MappingProxyType({})  # the options of a table that sets none


class Option(Protocol):
    """An option of a kit: its default, and which values it takes."""

    @property
    def default(self) -> Any:
        """The value when the table sets none."""

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether a table of these seats may set this value."""


@dataclass(frozen=True)
class Word:
    """An option with a few words; the first is the default."""

    words: tuple[str, ...]

    @property
    def default(self) -> Any:
        """The first word."""
        return self.words[0]

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether it is one of the words."""
        return isinstance(value, str) and value in self.words


@dataclass(frozen=True)
class Switch:
    """An option that is yes or no."""

    default: bool

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether it is a boolean."""
        return isinstance(value, bool)


@dataclass(frozen=True)
class Whole:
    """An option with a whole number from `least` to `most`; the rules compute a default of None."""

    default: int | None
    least: int = 0
    most: int = 99_999_999

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether it is a whole number (no boolean) within the limits."""
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True)
class OfSeats:
    """An option that is a seat; by default the first."""

    default: None = None

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether it is a seat of this table."""
        return isinstance(value, str) and value in seats


@dataclass(frozen=True)
class WordLists:
    """An option with the table's own words, all different: lists by name.

    `lengths`: how long each list is. A default of None: the kit's `own` words.
    """

    lengths: Mapping[str, int]
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    default: None = None

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Return whether these are all the lists, or none, complete and without a repeated word."""
        if not isinstance(value, Mapping) or (value and value.keys() != self.lengths.keys()):
            return False
        if any(not isinstance(words, list) or len(words) != self.lengths[name] for name, words in value.items()):
            return False
        every = [word for words in value.values() for word in words]
        return all(isinstance(word, str) and word.strip() for word in every) and len(set(every)) == len(every)


def settle(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option with the value given or its default."""
    return {name: given.get(name, option.default) for name, option in options.items()}


def wrong_seats(seats: Sequence[Any], deal: Mapping[Any, Any]) -> str:
    """Return what is wrong with a deal that needs one card for every seat, or ""."""
    unknown = next((seat for seat in deal if seat not in seats), None)
    if unknown is not None:
        return f'no seat "{unknown}"'
    missing = next((seat for seat in seats if seat not in deal), None)
    return "" if missing is None else f'nothing is dealt to "{missing}"'
