"""What somebody else's JSON holds, read one value at a time: of the right kind and size, or `NotAnEvening`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from moderation.questions.refusals import Unwanted

FIRST_YEAR, LAST_YEAR = 2000, 2200
SMALL = 32_767  # what the narrowest column of a number holds
Read = TypeVar("Read")


class NotAnEvening(Unwanted):
    """An archive cannot come in; `where`: the file of it, and the place there."""

    def __init__(self, where: str, sentence: str = "") -> None:
        super().__init__(sentence or _("This is not the archive of an evening, or not as Veilleur has written it."))
        self.where = where


@dataclass(frozen=True)
class Shape:
    """A value of an archive, and where it stands."""

    value: Any
    where: str

    def refuse(self) -> NotAnEvening:
        """What is raised where the value is none that can be kept."""
        return NotAnEvening(self.where)

    def __getitem__(self, name: str) -> Shape:
        """What an object has under a name."""
        if not isinstance(self.value, dict) or name not in self.value:
            raise NotAnEvening(f"{self.where}.{name}")
        return Shape(self.value[name], f"{self.where}.{name}")

    def only(self, *names: str) -> Shape:
        """This object, which has these names and no other."""
        if not isinstance(self.value, dict) or set(self.value) != set(names):
            raise self.refuse()
        return self

    def each(self, most: int) -> list[Shape]:
        """The values of a list of at most so many."""
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.refuse()
        return [Shape(one, f"{self.where}[{place}]") for place, one in enumerate(self.value)]

    def maybe(self, read: Callable[[Shape], Read]) -> Read | None:
        """None, or what is read."""
        return None if self.value is None else read(self)

    def line(self, most: int, least: int = 0) -> str:
        """A line of so many characters that can all be shown."""
        if not isinstance(self.value, str) or not least <= len(self.value) <= most or not self.value.isprintable():
            raise self.refuse()
        return self.value

    def text(self, most: int) -> str:
        """Lines that can all be shown."""
        if not isinstance(self.value, str) or len(self.value) > most:
            raise self.refuse()
        if not all(line.isprintable() for line in self.value.replace("\t", " ").splitlines()) or "\0" in self.value:
            raise self.refuse()
        return self.value

    def whole(self, least: int = 0, most: int = SMALL) -> int:
        """A whole number."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.refuse()
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            raise self.refuse()
        return self.value

    def one_of(self, values: Iterable[str]) -> str:
        """One of these words."""
        if not isinstance(self.value, str) or self.value not in values:
            raise self.refuse()
        return self.value

    def _parsed(self, parse: Callable[[str], Read]) -> Read:
        try:
            return parse(self.line(40))
        except ValueError:
            raise self.refuse() from None

    def moment(self) -> datetime:
        """A moment, in UTC."""
        found = self._parsed(datetime.fromisoformat)
        if found.tzinfo is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise self.refuse()
        return found.astimezone(UTC)

    def day(self) -> date:
        """A date."""
        found = self._parsed(date.fromisoformat)
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise self.refuse()
        return found

    def hour(self) -> time:
        """A time by the clock on the wall."""
        found = self._parsed(time.fromisoformat)
        if found.tzinfo is not None:
            raise self.refuse()
        return found

    def uid(self) -> UUID:
        """The name of an evening in every house."""
        return self._parsed(UUID)

    def sound(self, deepest: int = 12) -> Any:
        """Any value whose words can all be shown and whose numbers a database keeps: of what rules have told."""
        _want_sound(self.value, self, deepest)
        return self.value


def _want_sound(value: Any, at: Shape, deepest: int) -> None:
    whole = type(value) is int and abs(value) < 2**53
    real = isinstance(value, float) and math.isfinite(value)
    if value is None or type(value) is bool or whole or real:
        return
    if isinstance(value, str) and value.isprintable():
        return
    if deepest and isinstance(value, list):
        for one in value:
            _want_sound(one, at, deepest - 1)
        return
    if deepest and isinstance(value, Mapping) and all(name.isprintable() for name in value):
        for one in value.values():
            _want_sound(one, at, deepest - 1)
        return
    raise at.refuse()
