"""The schema of archive files, declared once, for writing and for reading.

A field with the name of a column has the value of that column. Everything read here has the right type and size, or
`NotAnEvening` says where it has not.
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
    LONGEST_EVENING_NAME,
    LONGEST_GAME,
    LONGEST_KEPT,
    LONGEST_NOTES,
    LONGEST_PLACE,
    LONGEST_SPONSORS,
    LONGEST_SPOT,
    MOST_BOARD_GAMES,
    MOST_SPOTS,
)
from moderation.events.forms import MOST_SEATS as MOST_SEATS_OF_A_BOARD_GAME
from moderation.events.guests import MOST_GUESTS
from moderation.models import Person
from moderation.tables import record_metadata
from moderation.web.refusals import Unwanted

FORMAT = "veilleur-evening/1"
FIRST_YEAR, LAST_YEAR = 2000, 2200
SMALL = 32_767  # the largest value of the smallest integer column
MOST_FILES, MOST_ROUNDS, MOST_TABLES, MOST_SEATS = 1_000, 60, 900, 1_000
MOST_PEOPLE = 1_500
MOST_EACH = 1_000  # lines, seats or tables of one person at one evening

ONE_LINE = r"\A[^\n\r\t]*\Z"
Number = Annotated[int, Meta(ge=0, le=SMALL)]
Cost = Annotated[int, Meta(ge=0, le=10**9)]
AwareTime = Annotated[datetime, Meta(tz=True)]
Day = date
Hour = Annotated[time, Meta(tz=False)]  # local time
Slug = Annotated[str, Meta(min_length=1, max_length=50, pattern=ONE_LINE)]
Word = Annotated[str, Meta(max_length=60, pattern=ONE_LINE)]
Spot = Annotated[str, Meta(min_length=1, max_length=LONGEST_SPOT, pattern=ONE_LINE)]
Place = Annotated[str, Meta(max_length=LONGEST_PLACE, pattern=ONE_LINE)]
Player = Annotated[str, Meta(min_length=1, max_length=record.LONGEST_NAME, pattern=ONE_LINE)]
Rows = TypeVar("Rows")


class NotAnEvening(Unwanted):
    """An archive cannot be imported; `where`: its file, and the place in it."""

    def __init__(self, where: str, sentence: str = "") -> None:
        super().__init__(sentence or _("This is not the archive of an evening, or not as Veilleur has written it."))
        self.where = where


class ArchiveRow(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An object of an archive, with exactly these fields."""

    def __post_init__(self) -> None:
        """Check the years of all dates. Raises `ValueError` for one out of range."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
                raise ValueError(f"the year of {name}")

    @classmethod
    def read_columns(cls, row: object, **more: object) -> dict[str, Any]:
        """Return a row of the database as it is written, without fields that are `UNSET`.

        `more`: values that are no column, or that differ from the column.
        """
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        values = {called: more[name] if name in more else getattr(row, name) for name, called in names}
        return {called: value for called, value in values.items() if value is not UNSET}

    def columns(self, *apart: str) -> dict[str, Any]:
        """Return the values as columns, without the fields in `apart`."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in apart}


class Check(ArchiveRow):
    """The size and checksum of a file when it was written."""

    bytes: int
    sha256: str


class Manifest(ArchiveRow):
    """The contents of an archive; `house`: facts about the server that wrote it, never read."""

    format: str
    parts: Annotated[list[str], Meta(max_length=20)]
    files: dict[str, Check]
    house: Any


class EveningRound(ArchiveRow):
    """A round of an event."""

    name: Spot
    begins: Hour | None
    ends: Hour | None


class OpenedList(ArchiveRow):
    """The sign-up settings of an event, without the address of its page."""

    capacity: Annotated[int, Meta(ge=1, le=1000)] | None
    open: bool
    release: AwareTime | None
    hall: bool


class BoardGameLine(ArchiveRow):
    """A board game of an event. Seatings and wishes name it `board-` and its place in this list."""

    name: Spot
    least: Annotated[int, Meta(ge=1, le=MOST_SEATS_OF_A_BOARD_GAME)]
    most: Annotated[int, Meta(ge=1, le=MOST_SEATS_OF_A_BOARD_GAME)]
    minutes: Annotated[int, Meta(ge=1, le=LONGEST_GAME)] | None
    explains: Annotated[str, Meta(max_length=LONGEST_SPOT, pattern=ONE_LINE)]


class Evening(ArchiveRow, rename={"opened": "list"}):
    """The facts of an event: date and place, rounds, places in the hall, and sign-up."""

    uid: UUID
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_EVENING_NAME, pattern=ONE_LINE)]
    date: Day
    place: Place
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)]
    spots: Annotated[list[Spot], Meta(max_length=MOST_SPOTS)]
    created: AwareTime
    closed: AwareTime | None
    archived: bool
    sponsors: Annotated[str, Meta(max_length=LONGEST_SPONSORS, pattern=ONE_LINE)]
    forget_after: Annotated[int, Meta(ge=1, le=LONGEST_KEPT)] | None
    forgotten: AwareTime | None
    rounds: Annotated[list[EveningRound], Meta(max_length=MOST_ROUNDS)]
    opened: OpenedList | None
    board_games: Annotated[list[BoardGameLine], Meta(max_length=MOST_BOARD_GAMES)] | UnsetType = UNSET


class GuestWishes(ArchiveRow):
    """A guest's name, face and wishes."""

    name: Spot
    face: Number
    games: Annotated[list[Slug], Meta(max_length=100)]
    moderates: bool
    first: bool
    friends: Place
    until: Hour | None


class GuestLine(GuestWishes):
    """A guest, without their device, code or pass."""

    signed: AwareTime
    cancelled: AwareTime | None
    arrived: AwareTime | None
    left: AwareTime | None
    released: AwareTime | None
    stays_at: Number | UnsetType = UNSET
    brought_by: Number | UnsetType = UNSET  # these fields are written where they have a value
    taken_off: bool | UnsetType = UNSET
    promised: AwareTime | UnsetType = UNSET
    other_name: Annotated[str, Meta(max_length=80, pattern=ONE_LINE)] | UnsetType = UNSET
    listed: Annotated[str, Meta(max_length=120, pattern=ONE_LINE)] | UnsetType = UNSET


class PlacedGuest(ArchiveRow):
    """The place of a guest in a seating, and their table and seat in the archive."""

    guest: Number
    spot: Number | None
    game: Annotated[str, Meta(max_length=50, pattern=ONE_LINE)]
    runs: bool
    pinned: bool
    table: Annotated[int, Meta(ge=0, le=MOST_TABLES)] | None
    seat: Number | None


class RoundSeating(ArchiveRow):
    """The seating of a round; `games`: the games fixed to places, by the places' numbers."""

    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
    cost: Cost
    bound: Cost | None
    accepted: AwareTime | None
    games: Annotated[dict[Annotated[str, Meta(pattern=r"\A[0-9]{1,4}\Z")], Slug], Meta(max_length=SMALL)]
    people: Annotated[list[PlacedGuest], Meta(max_length=MOST_GUESTS)]


class TableLine(ArchiveRow):
    """Data that a game's record does not have, such as place and times of moves (`taken`)."""

    file: Word
    round: Number | None
    spot: Annotated[str, Meta(max_length=LONGEST_SPOT, pattern=ONE_LINE)]
    code: Annotated[str, Meta(min_length=1, max_length=4, pattern=ONE_LINE)]
    children: bool
    faces: Annotated[list[Number | None], Meta(max_length=MOST_SEATS)]
    taken: Annotated[list[AwareTime], Meta(max_length=importing.MOST_MOVES)]
    created: AwareTime
    started: AwareTime | None
    begun: AwareTime | None
    ended: AwareTime


class PlayMode(ArchiveRow):
    """How a table played."""

    nights: GameSession.Nights
    narrated: bool
    language: Word
    computer: Annotated[list[Player], Meta(max_length=MOST_SEATS)]


class Truth(ArchiveRow):
    """The role and state of a seat at the end."""

    role: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)]
    genome: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)]
    alive: bool


class RecordedOutcome(ArchiveRow):
    """The result of a game."""

    winners: Annotated[list[Word], Meta(max_length=MOST_SEATS)]
    reason: Word
    seats: Annotated[list[Word], Meta(max_length=MOST_SEATS)]
    changed: Annotated[list[Word], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET


class GameRecord(ArchiveRow, rename={"manner": record_metadata.KEY}):
    """The record of a finished game, without its moves (`importing.ImportedGame`)."""

    format: Annotated[str, Meta(pattern=rf"\A{re.escape(record.FORMAT)}\Z")]
    game: Slug
    kit_version: Number
    seats: Annotated[list[Player], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any]
    deal: Any
    manner: PlayMode
    truth: Annotated[list[Truth], Meta(max_length=MOST_SEATS)]
    outcome: RecordedOutcome


class RememberedPerson(ArchiveRow):
    """A person who agreed to be remembered: their lines, seats and tables of this event.

    It never has their code.
    """

    name: Spot
    how: Person.Consent
    agreed: AwareTime
    guests: Annotated[list[Number], Meta(max_length=MOST_EACH)]
    seats: Annotated[list[tuple[Number, Number]], Meta(max_length=MOST_EACH)]
    ran: Annotated[list[Number], Meta(max_length=MOST_EACH)]


def convert(document: Any, kind: type[Rows], where: str) -> Rows:
    """Convert foreign JSON to this type. Raises `NotAnEvening`."""
    if not record.is_sound(document):
        raise NotAnEvening(where)
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as fault:
        raise NotAnEvening(f"{where}: {fault}") from None
