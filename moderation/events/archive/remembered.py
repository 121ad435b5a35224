"""The part of an archive that are people who have agreed to be remembered: their pseudonyms, and what was theirs.

Ruling: a pseudonym that another house knows is the same person where the consent was given at the same instant. Where
somebody else has it, nothing is linked: two people are never made one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderation.events.archive.container import canonical, parsed
from moderation.events.archive.rows import Coming, Going, written
from moderation.events.archive.shape import Shape
from moderation.events.forms import LONGEST_SPOT
from moderation.gathering import likeness
from moderation.models import Guest, Person, Played, Ran
from moderation.people import known

PEOPLE = "people.json"
MOST_PEOPLE = 5_000
MOST_EACH = 1_000  # lines, seats or tables of one person at one evening
Files = Mapping[str, bytes]


def write_people(rows: Going) -> Files:
    """Everybody who has agreed and has a line, a seat or a table of this evening; never their code or devices."""
    tables = {one.pk: place for place, one in enumerate(rows.games)}
    theirs: dict[Person, dict[str, list[Any]]] = {}

    def of(person: Person) -> dict[str, list[Any]]:
        return theirs.setdefault(person, {"guests": [], "seats": [], "ran": []})

    people = Person.objects.in_bulk({one.person_id for one in rows.guests if one.person_id})
    for place, guest in enumerate(rows.guests):
        if guest.person_id in people:
            of(people[guest.person_id])["guests"].append(place)
    played = Played.objects.filter(seat__session__in=tables).select_related("person", "seat")
    for one in played.order_by("seat__session", "seat__place"):
        of(one.person)["seats"].append([tables[one.seat.session_id], one.seat.place])
    for ran in Ran.objects.filter(session__in=tables).select_related("person").order_by("session", "pk"):
        of(ran.person)["ran"].append(tables[ran.session_id])
    document = [
        {
            "name": person.name,
            "how": person.how,
            "agreed": written(person.agreed),
            **{what: sorted(listed) for what, listed in lists.items()},
        }
        for person, lists in sorted(theirs.items(), key=lambda pair: (pair[0].folded, pair[0].name))
    ]
    return {PEOPLE: canonical(document)}


class ReadPeople:
    """The people that an archive has, to be remembered."""

    def __init__(self, files: Files) -> None:
        """Raises `NotAnEvening`."""
        self.said = parsed(files.get(PEOPLE, b""), PEOPLE).each(MOST_PEOPLE)
        self.people = [_person(one) for one in self.said]
        folded = [one["folded"] for one in self.people]
        for place, one in enumerate(folded):
            if one in folded[:place]:
                raise self.said[place].refuse()

    def keep(self, house: Coming) -> None:
        """Link lines, seats and tables that came before, each to one person. Raises `NotAnEvening`."""
        for said, one in zip(self.said, self.people, strict=True):
            person = _known(one)
            if person is None:
                continue
            try:
                lines = [house.guests[place].pk for place in one["guests"]]
                found = [_seat(house, *place) for place in one["seats"]]
                ran = [house.games[place] for place in one["ran"]]
            except IndexError:
                raise said.refuse() from None
            seats = [seat for seat in found if seat is not None]
            twice = len(set(seats)) < len(seats) or Played.objects.filter(seat__in=seats).exists()
            if twice or len(seats) < len(found):
                raise said.refuse()
            Guest.objects.filter(pk__in=lines).update(person=person)
            Played.objects.bulk_create(Played(person=person, seat_id=seat) for seat in seats)
            Ran.objects.bulk_create((Ran(person=person, session=game) for game in ran), ignore_conflicts=True)


def _person(said: Shape) -> dict[str, Any]:
    said.only("name", "how", "agreed", "guests", "seats", "ran")
    name = said["name"].line(LONGEST_SPOT, 1)
    return {
        "name": name,
        "folded": likeness.key(name)[:120],
        "how": said["how"].one_of(Person.Consent.values),
        "agreed": said["agreed"].moment(),
        "guests": [one.whole() for one in said["guests"].each(MOST_EACH)],
        "seats": [_place(one) for one in said["seats"].each(MOST_EACH)],
        "ran": [one.whole() for one in said["ran"].each(MOST_EACH)],
    }


def _place(said: Shape) -> tuple[int, int]:
    """A table, and a seat there."""
    pair = said.each(2)
    if len(pair) < 2:
        raise said.refuse()
    return pair[0].whole(), pair[1].whole()


def _known(said: dict[str, Any]) -> Person | None:
    """The person, made known if nobody has that pseudonym; None where somebody else has it."""
    there = Person.objects.filter(folded=said["folded"]).first()
    if there is not None:
        return there if (there.name, there.agreed) == (said["name"], said["agreed"]) else None
    kept = {name: said[name] for name in ("name", "folded", "how", "agreed")}
    return Person.objects.create(code=known.new_code(), **kept)


def _seat(house: Coming, table: int, place: int) -> int | None:
    """A seat of a table of this evening that a person had; None where there is none."""
    seat = house.games[table].seats.filter(place=place, bot=False).first()
    return seat.pk if seat else None
