"""The parts of an archive that are lists of people and places: the evening's facts, its guests, its seatings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from games.models import Event, Round
from moderation.events import guests
from moderation.events.archive.container import canonical, parsed
from moderation.events.archive.rows import ArchiveCounts, Coming, Going, of_the_wall, written
from moderation.events.archive.shape import SMALL, NotAnEvening, Shape
from moderation.events.forms import (
    LONGEST_KEPT,
    LONGEST_NAME,
    LONGEST_NOTES,
    LONGEST_PLACE,
    LONGEST_SPONSORS,
    LONGEST_SPOT,
    MOST_SPOTS,
)
from moderation.gathering import likeness
from moderation.models import Guest, Placing, Seating, SignUp

MOST_ROUNDS, MOST_TABLES, LONGEST_SLUG = 60, 900, 50
MOST_PLACINGS = 12_000  # of all rounds of an evening
EVENING, GUESTS, SEATINGS = "evening.json", "guests.json", "seatings.json"
Files = Mapping[str, bytes]


# The evening: when and where, rounds, places, whether people could sign up


def write_evening(rows: Going) -> Files:
    """The facts of an evening."""
    event, opened = rows.event, rows.opened
    document = {
        "uid": str(event.uid),
        "name": event.name,
        "date": event.date.isoformat(),
        "place": event.place,
        "notes": event.notes,
        "spots": event.spots,
        "created": written(event.created),
        "closed": written(event.closed),
        "archived": event.archived,
        "sponsors": event.sponsors,
        "forget_after": event.forget_after,
        "forgotten": written(event.forgotten),
        "rounds": [
            {"name": one.name, "begins": of_the_wall(one.begins), "ends": of_the_wall(one.ends)}
            for one in rows.rounds
        ],
        "list": opened
        and {
            "capacity": opened.capacity,
            "open": opened.open,
            "release": written(opened.release),
            "hall": opened.hall,
        },  # not its address
    }
    return {EVENING: canonical(document)}


class ReadEvening:
    """The facts that an archive has, to be kept."""

    def __init__(self, files: Files) -> None:
        """Raises `NotAnEvening`."""
        said = parsed(files.get(EVENING, b""), EVENING).only(
            *("uid", "name", "date", "place", "notes", "spots", "created", "closed", "archived", "rounds", "list"),
            *("sponsors", "forget_after", "forgotten"),
        )
        self.uid = said["uid"].uid()
        self.event = {
            "uid": self.uid,
            "name": said["name"].line(LONGEST_NAME, 1),
            "date": said["date"].day(),
            "place": said["place"].line(LONGEST_PLACE),
            "notes": said["notes"].text(LONGEST_NOTES),
            "spots": [spot.line(LONGEST_SPOT, 1) for spot in said["spots"].each(MOST_SPOTS)],
            "created": said["created"].moment(),
            "closed": said["closed"].maybe(Shape.moment),
            "archived": said["archived"].flag(),
            "sponsors": said["sponsors"].line(LONGEST_SPONSORS),
            "forget_after": said["forget_after"].maybe(lambda one: one.whole(1, LONGEST_KEPT)),
            "forgotten": said["forgotten"].maybe(Shape.moment),
        }
        self.rounds = [
            {
                "name": one.only("name", "begins", "ends")["name"].line(LONGEST_SPOT, 1),
                "begins": one["begins"].maybe(Shape.hour),
                "ends": one["ends"].maybe(Shape.hour),
            }
            for one in said["rounds"].each(MOST_ROUNDS)
        ]
        self.opened = said["list"].maybe(_opened)

    def check(self, there: ArchiveCounts) -> None:
        """Count the rounds."""
        there.rounds = len(self.rounds)

    def keep(self, house: Coming) -> None:
        """Make the evening, its rounds, and its list under a new address."""
        house.event = Event.objects.create(**self.event)
        house.rounds = [Round.objects.create(event=house.event, **one) for one in self.rounds]
        if self.opened:
            SignUp.objects.create(event=house.event, key=secrets.token_urlsafe(9), **self.opened)


def _opened(said: Shape) -> dict[str, Any]:
    said.only("capacity", "open", "release", "hall")
    return {
        "capacity": said["capacity"].maybe(lambda one: one.whole(1, 1000)),
        "open": said["open"].flag(),
        "release": said["release"].maybe(Shape.moment),
        "hall": said["hall"].flag(),
    }


# The guests: who came, and what they wished; never their devices, codes or passes

MOMENTS_OF_A_GUEST = ("cancelled", "arrived", "left", "released")


def write_guests(rows: Going) -> Files:
    """The list of an evening."""
    document = [
        {
            "name": one.name,
            "face": one.face,
            "games": one.games,
            "moderates": one.moderates,
            "first": one.first,
            "friends": one.friends,
            "until": of_the_wall(one.until),
            "signed": written(one.signed),
            **{name: written(getattr(one, name)) for name in MOMENTS_OF_A_GUEST},
        }
        for one in rows.guests
    ]
    return {GUESTS: canonical(document)}


class ReadGuests:
    """The list that an archive has, to be kept."""

    def __init__(self, files: Files) -> None:
        """Raises `NotAnEvening`."""
        self.guests = []
        there: set[str] = set()
        for said in parsed(files.get(GUESTS, b""), GUESTS).each(guests.MOST_GUESTS):
            line = _guest(said)
            if line["cancelled"] is None and line["folded"] in there:
                raise said.refuse()
            if line["cancelled"] is None:
                there.add(line["folded"])
            self.guests.append(line)

    def check(self, there: ArchiveCounts) -> None:
        """Count the guests."""
        there.guests = len(self.guests)

    def keep(self, house: Coming) -> None:
        """Put them on the list, each with a new code and no device."""
        codes: set[str] = set()
        rows = []
        for line in self.guests:
            codes.add(code := guests.new_code(codes))
            rows.append(Guest(event=house.event, code=code, **line))
        Guest.objects.bulk_create(rows)
        house.guests = list(Guest.objects.filter(event=house.event).order_by("pk"))


def _guest(said: Shape) -> dict[str, Any]:
    said.only("name", "face", "games", "moderates", "first", "friends", "until", "signed", *MOMENTS_OF_A_GUEST)
    name = said["name"].line(LONGEST_SPOT, 1)
    return {
        "name": name,
        "folded": likeness.key(name)[:120],
        "face": said["face"].whole(),
        "games": [slug.line(LONGEST_SLUG, 1) for slug in said["games"].each(100)],
        "moderates": said["moderates"].flag(),
        "first": said["first"].flag(),
        "friends": said["friends"].line(LONGEST_PLACE),
        "until": said["until"].maybe(Shape.hour),
        "signed": said["signed"].moment(),
        **{name: said[name].maybe(Shape.moment) for name in MOMENTS_OF_A_GUEST},
    }


# The seatings: who was to sit where in each round, and at which table of the archive they did


def write_seatings(rows: Going) -> Files:
    """The seatings of an evening."""
    rounds = {one.pk: place for place, one in enumerate(rows.rounds)}
    people = {one.pk: place for place, one in enumerate(rows.guests)}
    tables = {one.pk: place for place, one in enumerate(rows.games)}
    document = [
        {
            "round": rounds[seating.pk],
            "cost": seating.cost,
            "bound": None,  # that of the solver which older versions had
            "accepted": written(seating.accepted),
            "games": seating.games,
            "people": [
                {
                    "guest": people[one.guest_id],
                    "spot": one.spot,
                    "game": one.game,
                    "runs": one.runs,
                    "pinned": one.pinned,
                    "table": tables.get(one.session_id) if one.session_id else None,
                    "seat": one.seat.place if one.seat and one.session_id in tables else None,
                }
                for one in rows.placings[seating.pk]
                if one.guest_id in people
            ],
        }
        for seating in rows.seatings
    ]
    return {SEATINGS: canonical(document)}


class ReadSeatings:
    """The seatings that an archive has, to be kept."""

    def __init__(self, files: Files) -> None:
        """Raises `NotAnEvening`."""
        self.said = parsed(files.get(SEATINGS, b""), SEATINGS).each(MOST_ROUNDS)
        self.seatings = [_seating(one) for one in self.said]
        rounds = [one["round"] for one in self.seatings]
        for place, one in enumerate(self.seatings):
            guests_there = [placing["guest"] for placing in one["people"]]
            if one["round"] in rounds[:place] or len(set(guests_there)) < len(guests_there):
                raise self.said[place].refuse()
        if sum(len(one["people"]) for one in self.seatings) > MOST_PLACINGS:
            raise NotAnEvening(SEATINGS)

    def check(self, there: ArchiveCounts) -> None:
        """Look whether the rounds, guests, tables and seats are there. Raises `NotAnEvening`."""
        for said, one in zip(self.said, self.seatings, strict=True):
            if one["round"] >= there.rounds or not all(_is_there(placing, there) for placing in one["people"]):
                raise said.refuse()

    def keep(self, house: Coming) -> None:
        """Keep them, with the rounds, guests, tables and seats that came before."""
        for one in self.seatings:
            columns = {name: one[name] for name in ("cost", "accepted", "games")}
            made = Seating(round=house.rounds[one["round"]], **columns)
            made.save(force_insert=True)
            Placing.objects.bulk_create(self._placing(house, made, placing) for placing in one["people"])

    def _placing(self, house: Coming, seating: Seating, said: dict[str, Any]) -> Placing:
        table, seat = said["table"], said["seat"]
        return Placing(
            seating=seating,
            guest=house.guests[said["guest"]],
            session=house.games[table] if table is not None else None,
            seat=house.seats[table][seat] if seat is not None else None,
            **{name: said[name] for name in ("spot", "game", "runs", "pinned")},
        )


def _is_there(placing: dict[str, Any], there: ArchiveCounts) -> bool:
    """Return whether the guest of a placing is there, and its table and seat where it names them."""
    table, seat = placing["table"], placing["seat"]
    if placing["guest"] >= there.guests:
        return False
    if table is None:
        return seat is None
    return table < len(there.games) and (seat is None or seat in there.games[table])


def _seating(said: Shape) -> dict[str, Any]:
    said.only("round", "cost", "bound", "accepted", "games", "people")
    return {
        "round": said["round"].whole(0, MOST_ROUNDS),
        "cost": said["cost"].whole(0, 10**9),
        "accepted": said["accepted"].maybe(Shape.moment),
        "games": _fixed(said["games"]),
        "people": [_place_of(one) for one in said["people"].each(guests.MOST_GUESTS)],
    }


def _fixed(said: Shape) -> dict[str, str]:
    """The games that are fixed to places of the hall, by the places' numbers."""
    if not isinstance(said.value, dict) or len(said.value) > SMALL:
        raise said.refuse()
    if not all(spot.isascii() and spot.isdigit() and len(spot) < 5 for spot in said.value):
        raise said.refuse()
    return {spot: said[spot].line(LONGEST_SLUG, 1) for spot in said.value}


def _place_of(said: Shape) -> dict[str, Any]:
    said.only("guest", "spot", "game", "runs", "pinned", "table", "seat")
    return {
        "guest": said["guest"].whole(),
        "spot": said["spot"].maybe(Shape.whole),
        "game": said["game"].line(LONGEST_SLUG),
        "runs": said["runs"].flag(),
        "pinned": said["pinned"].flag(),
        "table": said["table"].maybe(lambda one: one.whole(0, MOST_TABLES)),
        "seat": said["seat"].maybe(Shape.whole),
    }
