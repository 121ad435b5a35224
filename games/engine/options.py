"""What a table can set before a game: the kinds of option that a kit can offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

AS_USUAL: Mapping[str, Any] = MappingProxyType({})  # options of which a table sets none


class Option(Protocol):
    """An option of a kit: its default, and which values it takes."""

    @property
    def default(self) -> Any:
        """The value when the table sets none."""

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether a table of these seats may set this value."""


@dataclass(frozen=True)
class Word:
    """One of a few words; the first is the default."""

    words: tuple[str, ...]

    @property
    def default(self) -> Any:
        """The first word."""
        return self.words[0]

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether it is one of the words."""
        return isinstance(value, str) and value in self.words


@dataclass(frozen=True)
class Switch:
    """Yes or no."""

    default: bool

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether it is a boolean."""
        return isinstance(value, bool)


@dataclass(frozen=True)
class Whole:
    """A whole number, not below `least`; a default of None is worked out by the rules."""

    default: int | None
    least: int = 0

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether it is a whole number (no boolean) that is large enough."""
        return type(value) is int and value >= self.least


@dataclass(frozen=True)
class OfSeats:
    """A seat; by default the first."""

    default: None = None

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether it is a seat of this table."""
        return isinstance(value, str) and value in seats


@dataclass(frozen=True)
class WordLists:
    """Words of the table's own, all different: lists by name, as long as `lengths` says. None: the kit's `own`."""

    lengths: Mapping[str, int]
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    default: None = None

    def allows(self, value: Any, seats: Sequence[str]) -> bool:
        """Whether these are all the lists, or none of them, complete and without a word twice."""
        if not isinstance(value, Mapping) or (value and value.keys() != self.lengths.keys()):
            return False
        if any(not isinstance(words, list) or len(words) != self.lengths[name] for name, words in value.items()):
            return False
        every = [word for words in value.values() for word in words]
        return all(isinstance(word, str) and word.strip() for word in every) and len(set(every)) == len(every)


def settle(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with the value given or its default."""
    return {name: given.get(name, option.default) for name, option in options.items()}


def wrong_seats(seats: Sequence[Any], deal: Mapping[Any, Any]) -> str:
    """What is wrong with a deal that must hold one card for every seat; nothing when it does."""
    unknown = next((seat for seat in deal if seat not in seats), None)
    if unknown is not None:
        return f'no seat "{unknown}"'
    missing = next((seat for seat in seats if seat not in deal), None)
    return "" if missing is None else f'nothing is dealt to "{missing}"'
