"""The part of an archive that are people who have agreed to be remembered: their pseudonyms, and what was theirs.

Ruling: a pseudonym that another house knows is the same person where the consent was given at the same instant. Where
somebody else has it, nothing is linked: two people are never made one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderation.events.archive.container import canonical, parsed
from moderation.events.archive.rows import ArchiveCounts, Coming, Going, written
from moderation.events.archive.shape import Shape
from moderation.events.forms import LONGEST_SPOT
from moderation.gathering import likeness
from moderation.models import Guest, Person, Played, Ran
from moderation.people import known

PEOPLE = "people.json"
MOST_PEOPLE = 1_500
MOST_EACH = 1_000  # lines, seats or tables of one person at one evening
MOST_LINKS = 20_000  # of all of them
AT_ONCE = 200  # rows of a statement
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
        names: set[str] = set()
        links = 0
        for said, one in zip(self.said, self.people, strict=True):
            links += len(one["guests"]) + len(one["seats"]) + len(one["ran"])
            if one["folded"] in names or links > MOST_LINKS:
                raise said.refuse()
            names.add(one["folded"])

    def check(self, there: ArchiveCounts) -> None:
        """Look whether all lines, seats and tables are there, each seat for one person. Raises `NotAnEvening`."""
        taken: set[tuple[int, int]] = set()
        for said, one in zip(self.said, self.people, strict=True):
            lines, seats, ran = one["guests"], one["seats"], one["ran"]
            here = all(place < there.guests for place in lines) and all(table < len(there.games) for table in ran)
            people = all(table < len(there.games) and there.games[table].get(seat) is False for table, seat in seats)
            if not here or not people or len(set(seats)) < len(seats) or taken.intersection(seats):
                raise said.refuse()
            taken.update(seats)

    def keep(self, house: Coming) -> None:
        """Link lines, seats and tables that came before, each to one person."""
        people = _known(self.people)
        linked = [(people[one["folded"]], one) for one in self.people if one["folded"] in people]
        for person, one in linked:
            for place in one["guests"]:
                house.guests[place].person = person
        lines = [house.guests[place] for _person, one in linked for place in one["guests"]]
        Guest.objects.bulk_update(lines, ["person"], batch_size=AT_ONCE)
        Played.objects.bulk_create(
            Played(person=person, seat=house.seats[table][place])
            for person, one in linked
            for table, place in one["seats"]
        )
        Ran.objects.bulk_create(
            Ran(person=person, session=house.games[place]) for person, one in linked for place in set(one["ran"])
        )


def _person(said: Shape) -> dict[str, Any]:
    said.only("name", "how", "agreed", "guests", "seats", "ran")
    name = said["name"].line(LONGEST_SPOT, 1)
    return {
        "name": name,
        "folded": likeness.key(name)[:120],
        "how": said["how"].one_of(Person.Consent.values),
        "agreed": said["agreed"].moment(),
        "code": known.new_code(),
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


def _known(said: list[dict[str, Any]]) -> dict[str, Person]:
    """Return the people by their folded names, made known where nobody has them; without those of somebody else."""
    names = [one["folded"] for one in said]
    there = {one.folded: one for one in Person.objects.filter(folded__in=names)}
    columns = ("name", "folded", "how", "agreed", "code")
    new = [Person(**{column: one[column] for column in columns}) for one in said if one["folded"] not in there]
    Person.objects.bulk_create(new)
    mine = {one["folded"]: one for one in said}
    known_here = {
        folded: one
        for folded, one in there.items()
        if (one.name, one.agreed) == (mine[folded]["name"], mine[folded]["agreed"])
    }
    return known_here | {one.folded: one for one in new}
