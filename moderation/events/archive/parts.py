"""Write an event as an archive, and read an archive as an event. Start reading here.

An archive has parts, each with its files. `PARTS` says how a part is written and read. Reading has three steps.
First everything is read, checked and replayed, before anything is written. Then the games are written, hidden and in
slices, so that no running table waits. In the end, one short transaction publishes the event with all its rows.
If that fails, the games are deleted again.
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
from moderation.events.archive.container import pack, unpack
from moderation.events.archive.rows import ArchiveCounts, ExportedRows, ImportProgress, read_rows
from moderation.events.archive.schema import NotAnEvening
from moderation.web.long_work import run_alone
from moderation.web.refusals import Unwanted

Files = Mapping[str, bytes]


class ArchiveReader(Protocol):
    """A part that has been read and checked."""

    def check(self, there: ArchiveCounts) -> None:
        """Check references to earlier parts, and count its own entries. Raises `NotAnEvening`."""

    def save(self, progress: ImportProgress) -> None:
        """Write its rows, inside the one transaction."""


@dataclass(frozen=True)
class ArchivePart:
    """A part of an archive: how its files are written from an event, and how they are read.

    `read` raises `NotAnEvening`. None: the part is for people to read, and is not imported.
    """

    write: Callable[[ExportedRows], Files]
    read: Callable[[Files], ArchiveReader] | None


PARTS: dict[str, ArchivePart] = {  # in the order in which they are imported
    "evening": ArchivePart(lists.write_evening, lists.ReadEvening),
    "guests": ArchivePart(lists.write_guests, lists.ReadGuests),
    "tables": ArchivePart(played.write_games, played.ReadGames),
    "people": ArchivePart(people.write_people, people.ReadPeople),
    "seatings": ArchivePart(lists.write_seatings, lists.ReadSeatings),
    "results": ArchivePart(played.write_results, None),
}
NEEDED = {"evening"}


class EventExists(Unwanted):
    """An error: the event of an archive exists on this server already (`event`)."""

    def __init__(self, event: Event) -> None:
        super().__init__(_("This evening is here already: “%(name)s”. Nothing has changed.") % {"name": event.name})
        self.event = event


@dataclass(frozen=True)
class Archive:
    """An archive, and how many games of its event are left out."""

    content: bytes
    games: int
    left_out: int


def export_event(event: Event) -> Archive:
    """Return the archive of an event, with all that may leave the server."""
    rows = read_rows(event)
    files = {name: body for part in PARTS.values() for name, body in part.write(rows).items()}
    content = pack(PARTS, files, {"left_out": rows.left_out})
    return Archive(content, len(rows.games), rows.left_out)


def import_event(content: bytes) -> Event:
    """Create the event of an archive on this server, and return it.

    Raises `NotAnEvening`, `Here` or `Unwanted`, and then nothing is stored.
    """
    with run_alone("archive", _("Another evening is being imported just now. Please try again in a few seconds.")):
        return _import_event(content)


def _import_event(content: bytes) -> Event:
    said, files = unpack(content)
    unknown = [part for part in said if part not in PARTS]
    if unknown or not set(said) >= NEEDED or len(set(said)) < len(said):
        raise NotAnEvening(
            "manifest.json.parts", _("This is not the archive of an evening, or it was written by a newer Veilleur.")
        )
    evening = lists.ReadEvening(files)
    check_new(evening)
    read: list[ArchiveReader] = [evening]
    read += [part.read(files) for name, part in PARTS.items() if part.read and name in said and name != "evening"]
    there = ArchiveCounts()
    for one in read:
        one.check(there)
    progress = ImportProgress()
    try:
        for one in read:
            if isinstance(one, played.ReadGames):
                one.stage(progress)
        with creating_rows():
            for one in read:
                one.save(progress)
    except BaseException as fault:
        with suppress(DatabaseError):  # a game that cannot be deleted now is hidden, and will be pruned
            played.delete_hidden(progress)
        if not isinstance(fault, IntegrityError):
            raise
        check_new(evening)  # it was imported at the same moment
        raise NotAnEvening("evening.json") from None
    return progress.event


def check_new(evening: lists.ReadEvening) -> None:
    """Raise `Here` if the event exists on this server already."""
    if known := Event.objects.filter(uid=evening.uid).first():
        raise EventExists(known)
