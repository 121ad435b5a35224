"""The list parts of an archive: facts of the event, guests and seatings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import UNSET

from games.models import Event, Round
from moderation.events import guests, places
from moderation.events.archive.container import encode, read_file, read_rows
from moderation.events.archive.rows import ArchiveCounts, ExportedRows, ImportProgress
from moderation.events.archive.schema import (
    MOST_ROUNDS,
    BoardGameLine,
    Evening,
    EveningRound,
    GuestLine,
    NotAnEvening,
    OpenedList,
    PlacedGuest,
    RoundSeating,
)
from moderation.models import BoardGame, Guest, Placing, Seating, SignUp
from moderation.players import confusables

MOST_PLACINGS = 12_000  # of all rounds of an evening
EVENING, GUESTS, SEATINGS = "evening.json", "guests.json", "seatings.json"
Files = Mapping[str, bytes]


# The event: date and place, rounds, places in the hall, sign-up


def write_evening(rows: ExportedRows) -> Files:
    """Return the file with the facts of an event."""
    rounds = [EveningRound.read_columns(one) for one in rows.rounds]
    opened = OpenedList.read_columns(rows.opened) if rows.opened else None
    boards = [BoardGameLine.read_columns(one) for one in rows.board_games] or UNSET
    return {EVENING: encode(Evening.read_columns(rows.event, rounds=rounds, opened=opened, board_games=boards))}


class ReadEvening:
    """The facts of an event in an archive, ready to be imported."""

    def __init__(self, files: Files) -> None:
        """Read and check the file. Raises `NotAnEvening`."""
        self.said = read_file(files, EVENING, Evening)
        self.uid = self.said.uid
        if any(one.least > one.most for one in self.said.board_games or ()):
            raise NotAnEvening(f"{EVENING}: a board game with fewer seats than players")

    def check(self, there: ArchiveCounts) -> None:
        """Count the rounds."""
        there.rounds = len(self.said.rounds)

    def save(self, progress: ImportProgress) -> None:
        """Create the event, its rounds, and its sign-up list under a new address."""
        progress.event = Event.objects.create(**self.said.columns("rounds", "opened", "board_games"))
        for place, one in enumerate(self.said.board_games or ()):
            made = BoardGame.objects.create(event=progress.event, **one.columns())
            progress.board_games[f"board-{place}"] = made.slug
        progress.rounds = [Round.objects.create(event=progress.event, **one.columns()) for one in self.said.rounds]
        if self.said.opened:
            SignUp.objects.create(event=progress.event, key=secrets.token_urlsafe(9), **self.said.opened.columns())


# The guests and their wishes

LATER_COLUMNS = ("promised", "taken_off", "other_name", "listed")  # which earlier versions did not write


def write_guests(rows: ExportedRows) -> Files:
    """Return the file with the guest list of an event."""
    slugs, places = rows.get_board_slugs(), {one.pk: place for place, one in enumerate(rows.guests)}
    written = [
        GuestLine.read_columns(
            one,
            games=[slugs.get(slug, slug) for slug in one.games],
            brought_by=places.get(one.brought_by_id or 0, UNSET),
            stays_at=UNSET if one.stays_at is None else one.stays_at,
            **{name: getattr(one, name) or UNSET for name in LATER_COLUMNS},
        )
        for one in rows.guests
    ]
    return {GUESTS: encode(written)}


class ReadGuests:
    """The guest list in an archive, ready to be imported."""

    def __init__(self, files: Files) -> None:
        """Read and check the file. Raises `NotAnEvening`."""
        self.guests = read_rows(files, GUESTS, GuestLine, guests.MOST_GUESTS)
        self.folded = [confusables.compute_key(one.name)[:120] for one in self.guests]
        coming = [key for key, one in zip(self.folded, self.guests, strict=True) if one.cancelled is None]
        if len(set(coming)) < len(coming):
            raise NotAnEvening(f"{GUESTS}: two guests of one name")
        for place, one in enumerate(self.guests):
            if one.brought_by is not UNSET and (one.brought_by >= len(self.guests) or one.brought_by == place):
                raise NotAnEvening(f"{GUESTS}: whoever brought somebody is not there")

    def check(self, there: ArchiveCounts) -> None:
        """Count the guests."""
        there.guests = len(self.guests)

    def save(self, progress: ImportProgress) -> None:
        """Create the guests, each with a new code and no device."""
        codes: set[str] = set()
        rows = []
        for one, folded in zip(self.guests, self.folded, strict=True):
            codes.add(code := guests.new_code(codes))
            columns = {name: value for name, value in one.columns("brought_by").items() if value is not UNSET}
            columns["games"] = [progress.board_games.get(slug, slug) for slug in one.games]
            rows.append(Guest(event=progress.event, code=code, folded=folded, **columns))
        Guest.objects.bulk_create(rows)
        places.fill_places(progress.event)  # earlier versions stored no promises
        progress.guests = list(Guest.objects.filter(event=progress.event).order_by("pk"))
        for guest, one in zip(progress.guests, self.guests, strict=True):
            if one.brought_by is not UNSET:
                guest.brought_by = progress.guests[one.brought_by]
        Guest.objects.bulk_update([guest for guest in progress.guests if guest.brought_by_id], ["brought_by"])


# The seatings: each guest's place in each round, and their table in the archive


def write_seatings(rows: ExportedRows) -> Files:
    """Return the file with the seatings of an event."""
    rounds = {one.pk: place for place, one in enumerate(rows.rounds)}
    people = {one.pk: place for place, one in enumerate(rows.guests)}
    tables = {one.pk: place for place, one in enumerate(rows.games)}
    slugs = rows.get_board_slugs()
    document = [
        RoundSeating.read_columns(
            seating,
            round=rounds[seating.round_id],
            bound=None,  # of the solver in older versions
            games={spot: slugs.get(slug, slug) for spot, slug in seating.games.items()},
            people=[
                PlacedGuest.read_columns(
                    one,
                    guest=people[one.guest_id],
                    game=slugs.get(one.game, one.game),
                    table=tables.get(one.session_id or 0),
                    seat=one.seat.place if one.seat and one.session_id in tables else None,
                )
                for one in rows.placings[seating.pk]
                if one.guest_id in people
            ],
        )
        for seating in rows.seatings
    ]
    return {SEATINGS: encode(document)}


class ReadSeatings:
    """The seatings in an archive, ready to be imported."""

    def __init__(self, files: Files) -> None:
        """Read and check the file. Raises `NotAnEvening`."""
        self.seatings = read_rows(files, SEATINGS, RoundSeating, MOST_ROUNDS)
        if len({one.round for one in self.seatings}) < len(self.seatings):
            raise NotAnEvening(f"{SEATINGS}: two seatings of one round")
        for one in self.seatings:
            if len({placing.guest for placing in one.people}) < len(one.people):
                raise NotAnEvening(f"{SEATINGS}: somebody sits twice in one round")
        if sum(len(one.people) for one in self.seatings) > MOST_PLACINGS:
            raise NotAnEvening(SEATINGS)

    def check(self, there: ArchiveCounts) -> None:
        """Check that their rounds, guests, tables and seats exist. Raises `NotAnEvening`."""
        for one in self.seatings:
            if one.round >= there.rounds or not all(_is_there(placing, there) for placing in one.people):
                raise NotAnEvening(f"{SEATINGS}: what a seating names is not there")

    def save(self, progress: ImportProgress) -> None:
        """Create the seatings, with the rounds, guests, tables and seats imported before."""
        for one in self.seatings:
            made = Seating(round=progress.rounds[one.round], **one.columns("round", "people", "bound"))
            made.games = {spot: progress.board_games.get(slug, slug) for spot, slug in one.games.items()}
            made.save(force_insert=True)
            Placing.objects.bulk_create(_build_placing(progress, made, placing) for placing in one.people)


def _build_placing(progress: ImportProgress, seating: Seating, said: PlacedGuest) -> Placing:
    return Placing(
        seating=seating,
        guest=progress.guests[said.guest],
        session=progress.games[said.table] if said.table is not None else None,
        seat=progress.seats[said.table][said.seat] if said.table is not None and said.seat is not None else None,
        **said.columns("guest", "table", "seat", "game"),
        game=progress.board_games.get(said.game, said.game),
    )


def _is_there(placing: PlacedGuest, there: ArchiveCounts) -> bool:
    """Return true if a placing's guest exists, and its table and seat if it has them."""
    if placing.guest >= there.guests:
        return False
    if placing.table is None:
        return placing.seat is None
    return placing.table < len(there.games) and (placing.seat is None or placing.seat in there.games[placing.table])
