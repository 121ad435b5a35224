"""What the files of an archive hold, declared once: rows of the house are written by these fields, and read by them.

A field of a row that is named like a column holds that column. Whatever is read here is of the right kind and size,
or `NotAnEvening` says where it is not.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Annotated, Any, TypeVar
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType

from games import importing
from games.engine import record
from games.models import GameSession
from moderation.events.forms import (
    LONGEST_KEPT,
    LONGEST_NAME,
    LONGEST_NOTES,
    LONGEST_PLACE,
    LONGEST_SPONSORS,
    LONGEST_SPOT,
    MOST_SPOTS,
)
from moderation.events.guests import MOST_GUESTS
from moderation.models import Person
from moderation.tables import record_metadata
from moderation.web.refusals import Unwanted

FORMAT = "veilleur-evening/1"
FIRST_YEAR, LAST_YEAR = 2000, 2200
SMALL = 32_767  # what the narrowest column of a number holds
MOST_FILES, MOST_ROUNDS, MOST_TABLES, MOST_SEATS = 1_000, 60, 900, 1_000
MOST_PEOPLE = 1_500
MOST_EACH = 1_000  # lines, seats or tables of one person at one evening

ONE_LINE = r"\A[^\n\r\t]*\Z"
Number = Annotated[int, Meta(ge=0, le=SMALL)]
Cost = Annotated[int, Meta(ge=0, le=10**9)]
Moment = Annotated[datetime, Meta(tz=True)]
Day = date
Hour = Annotated[time, Meta(tz=False)]  # by the clock on the wall
Slug = Annotated[str, Meta(min_length=1, max_length=50, pattern=ONE_LINE)]
Word = Annotated[str, Meta(max_length=60, pattern=ONE_LINE)]
Spot = Annotated[str, Meta(min_length=1, max_length=LONGEST_SPOT, pattern=ONE_LINE)]
Place = Annotated[str, Meta(max_length=LONGEST_PLACE, pattern=ONE_LINE)]
Player = Annotated[str, Meta(min_length=1, max_length=record.LONGEST_NAME, pattern=ONE_LINE)]
Rows = TypeVar("Rows")


class NotAnEvening(Unwanted):
    """An archive cannot come in; `where`: the file of it, and the place there."""

    def __init__(self, where: str, sentence: str = "") -> None:
        super().__init__(sentence or _("This is not the archive of an evening, or not as Veilleur has written it."))
        self.where = where


class ArchiveRow(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An object of an archive, which has these names and no other."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a year in which nobody plays."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
                raise ValueError(f"the year of {name}")

    @classmethod
    def of(cls, row: object, **more: object) -> dict[str, Any]:
        """Return a row of the house as it is written; `more`: what is no column of it, or not as it is there."""
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        return {called: more[name] if name in more else getattr(row, name) for name, called in names}

    def columns(self, *apart: str) -> dict[str, Any]:
        """Return what is kept as it is read, without the fields that stand `apart`."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in apart}


class Check(ArchiveRow):
    """How a file of an archive was when it was written."""

    bytes: int
    sha256: str


class Manifest(ArchiveRow):
    """What an archive holds; `house` is true of the house that wrote it alone, and read by nobody."""

    format: str
    parts: Annotated[list[str], Meta(max_length=20)]
    files: dict[str, Check]
    house: Any


class EveningRound(ArchiveRow):
    """A round of an evening."""

    name: Spot
    begins: Hour | None
    ends: Hour | None


class OpenedList(ArchiveRow):
    """How people could sign up; never the address of the page."""

    capacity: Annotated[int, Meta(ge=1, le=1000)] | None
    open: bool
    release: Moment | None
    hall: bool


class Evening(ArchiveRow, rename={"opened": "list"}):
    """The facts of an evening: when and where, its rounds and places, whether people could sign up."""

    uid: UUID
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)]
    date: Day
    place: Place
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)]
    spots: Annotated[list[Spot], Meta(max_length=MOST_SPOTS)]
    created: Moment
    closed: Moment | None
    archived: bool
    sponsors: Annotated[str, Meta(max_length=LONGEST_SPONSORS, pattern=ONE_LINE)]
    forget_after: Annotated[int, Meta(ge=1, le=LONGEST_KEPT)] | None
    forgotten: Moment | None
    rounds: Annotated[list[EveningRound], Meta(max_length=MOST_ROUNDS)]
    opened: OpenedList | None


class GuestLine(ArchiveRow):
    """A guest: who came, and what they wished; never their device, code or pass."""

    name: Spot
    face: Number
    games: Annotated[list[Slug], Meta(max_length=100)]
    moderates: bool
    first: bool
    friends: Place
    until: Hour | None
    signed: Moment
    cancelled: Moment | None
    arrived: Moment | None
    left: Moment | None
    released: Moment | None


class Placed(ArchiveRow):
    """Where a guest was to sit, and at which table and seat of the archive they did."""

    guest: Number
    spot: Number | None
    game: Annotated[str, Meta(max_length=50, pattern=ONE_LINE)]
    runs: bool
    pinned: bool
    table: Annotated[int, Meta(ge=0, le=MOST_TABLES)] | None
    seat: Number | None


class RoundSeating(ArchiveRow):
    """The seating of a round; `games`: those that are fixed to places of the hall, by the places' numbers."""

    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
    cost: Cost
    bound: Cost | None
    accepted: Moment | None
    games: Annotated[dict[Annotated[str, Meta(pattern=r"\A[0-9]{1,4}\Z")], Slug], Meta(max_length=SMALL)]
    people: Annotated[list[Placed], Meta(max_length=MOST_GUESTS)]


class TableLine(ArchiveRow):
    """What of a game its record does not carry: where it was played, and when each move was made (`taken`)."""

    file: Word
    round: Number | None
    spot: Annotated[str, Meta(max_length=LONGEST_SPOT, pattern=ONE_LINE)]
    code: Annotated[str, Meta(min_length=1, max_length=4, pattern=ONE_LINE)]
    children: bool
    faces: Annotated[list[Number | None], Meta(max_length=MOST_SEATS)]
    taken: Annotated[list[Moment], Meta(max_length=importing.MOST_MOVES)]
    created: Moment
    started: Moment | None
    begun: Moment | None
    ended: Moment


class PlayMode(ArchiveRow):
    """How a table played."""

    nights: GameSession.Nights
    narrated: bool
    language: Word
    computer: Annotated[list[Player], Meta(max_length=MOST_SEATS)]


class Truth(ArchiveRow):
    """What a seat was in the end."""

    role: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)]
    genome: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)]
    alive: bool


class RecordedOutcome(ArchiveRow):
    """How a game ended."""

    winners: Annotated[list[Word], Meta(max_length=MOST_SEATS)]
    reason: Word
    seats: Annotated[list[Word], Meta(max_length=MOST_SEATS)]
    changed: Annotated[list[Word], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET


class GameRecord(ArchiveRow, rename={"manner": record_metadata.KEY}):
    """The record of a game that is over, without its moves (`importing.ImportedGame`)."""

    format: Annotated[str, Meta(pattern=rf"\A{re.escape(record.FORMAT)}\Z")]
    game: Slug
    kit_version: Number
    seats: Annotated[list[Player], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any]
    deal: Any
    manner: PlayMode
    truth: Annotated[list[Truth], Meta(max_length=MOST_SEATS)]
    outcome: RecordedOutcome


class Remembered(ArchiveRow):
    """Somebody who agreed to be remembered, and their lines, seats and tables of this evening; never their code."""

    name: Spot
    how: Person.Consent
    agreed: Moment
    guests: Annotated[list[Number], Meta(max_length=MOST_EACH)]
    seats: Annotated[list[tuple[Number, Number]], Meta(max_length=MOST_EACH)]
    ran: Annotated[list[Number], Meta(max_length=MOST_EACH)]


def as_read(document: Any, kind: type[Rows], where: str) -> Rows:
    """What somebody else's JSON holds, of this kind. Raises `NotAnEvening`."""
    if not record.is_sound(document):
        raise NotAnEvening(where)
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as fault:
        raise NotAnEvening(f"{where}: {fault}") from None
