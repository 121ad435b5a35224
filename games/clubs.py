"""Several clubs in one house: which of them a request, a socket or a command is about.

With `CLUBS=1` every row but the house's own belongs to a club (`Kept` in models.py), and whoever asks for rows sees
those of the club that was entered. Who has entered none is refused, so that what is forgotten is noticed and shows
nothing. Without the setting there is one club, and nothing here does anything. See docs/decisions/clubs.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass
from typing import TypeVar

from django.apps import apps
from django.conf import settings
from django.db import models

FIRST = 0  # the number of the club that a house is when it keeps no others; its rows are those of before
WAY = "c"  # with which the paths of a club begin: /c/<key>/
EVERY = "every"  # what the database is told where all clubs are looked at

Done = TypeVar("Done")
Row = TypeVar("Row", bound=models.Model, covariant=True)


class NoClub(RuntimeError):
    """Rows of a club were asked for where none has been entered: a fault of ours, which shows nothing."""


@dataclass(frozen=True)
class Entered:
    """A club that was entered: the number that its rows have, and the key in its addresses."""

    number: int
    key: str

    @property
    def prefix(self) -> str:
        """What stands before every path of the club."""
        return f"/{WAY}/{self.key}/"


@dataclass(frozen=True)
class Across:
    """All clubs at once: what the house does for itself. `why` is for whoever reads the code.

    `makes`: the club of rows that are made meanwhile; None: none are.
    """

    why: str
    makes: int | None = None


_inside: ContextVar[Entered | Across | None] = ContextVar("club", default=None)
# Has addresses lead under a prefix, and says under which they led. The pages set it, which know what an address is.
lead: Callable[[str], str] = str


def are_kept() -> bool:
    """Whether this house keeps several clubs apart."""
    return bool(settings.CLUBS)


def inside() -> Entered | None:
    """The club that was entered; None outside of all, and where there is only one."""
    found = _inside.get() if are_kept() else None
    return found if isinstance(found, Entered) else None


def number() -> int:
    """The number that a row made now has. Raises `NoClub`."""
    if not are_kept():
        return FIRST
    found = _inside.get()
    made = found.makes if isinstance(found, Across) else found.number if found else None
    if made is None:
        raise NoClub
    return made


def only() -> int | None:
    """The number of the club whose rows may be seen; None: all of them. Raises `NoClub`."""
    if not are_kept() or isinstance(_inside.get(), Across):
        return None
    return number()


def word() -> str:
    """What the database is told of who asks, for its own lock: a number, `every`, or nothing."""
    found = _inside.get()
    if isinstance(found, Across):
        return EVERY
    return str(found.number) if found else ""


def entered(club: Entered) -> AbstractContextManager[None]:
    """Be in a club: its rows are seen and made, and addresses lead into it."""
    return _led(club, club.prefix)


def outside() -> AbstractContextManager[None]:
    """Be in no club: the house's own pages ask for no club's rows, and lead into none."""
    return _led(None, "/")


@contextmanager
def _led(where: Entered | None, to: str) -> Iterator[None]:
    before, prefix = _inside.set(where), lead(to)
    try:
        yield
    finally:
        lead(prefix)
        _inside.reset(before)


@contextmanager
def across(why: str, makes: int | None = None) -> Iterator[None]:
    """Look at all clubs at once, for what the house does for itself; where there is only one, at that.

    Every use stands in a list (tests/moderation/clubs): the database's own lock is open meanwhile.
    """
    before = _inside.set(Across(why, makes))
    try:
        yield
    finally:
        _inside.reset(before)


def afresh() -> Context:
    """A context without the language of whoever asks, but in the club that was entered here."""
    fresh, found = Context(), _inside.get()
    if found is not None:
        fresh.run(_inside.set, found)
        if isinstance(found, Entered):
            fresh.run(lead, found.prefix)
    return fresh


def in_each(work: Callable[[], Done]) -> list[Done]:
    """Do this in every club, one after the other; where there is only one, once. What came of it each time."""
    if not are_kept():
        return [work()]
    done = []
    for club in list(apps.get_model("games", "Club").objects.order_by("pk")):
        with entered(club.entered):
            done.append(work())
    return done


class Rows(models.Manager[Row]):
    """The one door to rows that belong to a club: it shows those of the club that was entered."""

    def get_queryset(self) -> models.QuerySet[Row]:
        """The rows that may be seen. Raises `NoClub`."""
        rows, seen = super().get_queryset(), only()
        return rows if seen is None else rows.filter(club=seen)
