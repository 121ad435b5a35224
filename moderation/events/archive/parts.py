"""An evening as an archive, and an archive as an evening. Start reading here.

An archive has parts, each with its files: how a part is written, and how it is read, stand in `PARTS`. Reading has
three steps. First everything is read, checked and played out, before anything is written. Then the games are written,
hidden and in slices, so that nobody who plays here waits. In the end one short transaction shows the evening with all
that belongs to it. Where that fails, the games that were written are deleted again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from django.db import DatabaseError, IntegrityError
from django.utils.translation import gettext as _

from games.models import Event
from games.table_cache import creating_rows
from moderation.events.archive import games as played
from moderation.events.archive import lists, people
from moderation.events.archive.container import packed, unpacked
from moderation.events.archive.rows import ArchiveCounts, Coming, Going, read_rows
from moderation.events.archive.schema import NotAnEvening
from moderation.web.long_work import alone
from moderation.web.refusals import Unwanted

Files = Mapping[str, bytes]


class ArchiveReader(Protocol):
    """A part that has been read and checked."""

    def check(self, there: ArchiveCounts) -> None:
        """Look whether what it names is in the parts before it, and count its own. Raises `NotAnEvening`."""

    def keep(self, house: Coming) -> None:
        """Write its rows, inside the one transaction."""


@dataclass(frozen=True)
class ArchivePart:
    """A part of an archive: the files that it is of an evening, and what is read from an archive's files.

    `read` raises `NotAnEvening`; None: the part is for people to read, and nothing of it comes in.
    """

    write: Callable[[Going], Files]
    read: Callable[[Files], ArchiveReader] | None


PARTS: dict[str, ArchivePart] = {  # in the order in which they are kept
    "evening": ArchivePart(lists.write_evening, lists.ReadEvening),
    "guests": ArchivePart(lists.write_guests, lists.ReadGuests),
    "tables": ArchivePart(played.write_games, played.ReadGames),
    "people": ArchivePart(people.write_people, people.ReadPeople),
    "seatings": ArchivePart(lists.write_seatings, lists.ReadSeatings),
    "results": ArchivePart(played.write_results, None),
}
NEEDED = {"evening"}


class Here(Unwanted):
    """The evening of an archive is in this house already: `event`."""

    def __init__(self, event: Event) -> None:
        super().__init__(_("This evening is here already: “%(name)s”. Nothing has changed.") % {"name": event.name})
        self.event = event


@dataclass(frozen=True)
class Archive:
    """An archive, and what of its evening is not in it."""

    content: bytes
    games: int
    left_out: int


def taken_out(event: Event) -> Archive:
    """The whole of an evening that may leave the house."""
    rows = read_rows(event)
    files = {name: body for part in PARTS.values() for name, body in part.write(rows).items()}
    content = packed(PARTS, files, {"left_out": rows.left_out})
    return Archive(content, len(rows.games), rows.left_out)


def brought_in(content: bytes) -> Event:
    """The evening of an archive, made in this house. Raises `NotAnEvening`, `Here`, `Unwanted`: nothing is kept."""
    with alone("archive", _("Another evening is being brought in just now. Please try again in a few seconds.")):
        return _brought_in(content)


def _brought_in(content: bytes) -> Event:
    said, files = unpacked(content)
    unknown = [part for part in said if part not in PARTS]
    if unknown or not set(said) >= NEEDED or len(set(said)) < len(said):
        raise NotAnEvening(
            "manifest.json.parts", _("This archive is none of an evening, or was written by a newer Veilleur.")
        )
    evening = lists.ReadEvening(files)
    want_new(evening)
    read: list[ArchiveReader] = [evening]
    read += [part.read(files) for name, part in PARTS.items() if part.read and name in said and name != "evening"]
    there = ArchiveCounts()
    for one in read:
        one.check(there)
    house = Coming()
    try:
        for one in read:
            if isinstance(one, played.ReadGames):
                one.stage(house)
        with creating_rows():
            for one in read:
                one.keep(house)
    except BaseException as fault:
        with suppress(DatabaseError):  # what cannot be deleted now is hidden, and goes with what is pruned
            played.take_away(house)
        if not isinstance(fault, IntegrityError):
            raise
        want_new(evening)  # it came in at the same instant
        raise NotAnEvening("evening.json") from None
    return house.event


def want_new(evening: lists.ReadEvening) -> None:
    """Raise `Here` where the evening is in this house already."""
    if known := Event.objects.filter(uid=evening.uid).first():
        raise Here(known)
