"""The people of an archive who agreed to be remembered: their pseudonyms and links.

Ruling: a pseudonym known on another server is the same person if the consent was given at the same moment. If
somebody else has it, nothing is linked, because two people must never become one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderation.events.archive.container import encode, read_rows
from moderation.events.archive.rows import ArchiveCounts, ExportedRows, ImportProgress
from moderation.events.archive.schema import MOST_PEOPLE, NotAnEvening, RememberedPerson
from moderation.models import Guest, ModeratedTable, Person, PlayedSeat
from moderation.players import confusables, identities

PEOPLE = "people.json"
MOST_LINKS = 20_000  # of all people together
AT_ONCE = 200  # rows per statement
Files = Mapping[str, bytes]


def write_people(rows: ExportedRows) -> Files:
    """Return the file of all who agreed and have a line, a seat or a table of this event.

    It never has their codes or devices.
    """
    tables = {one.pk: place for place, one in enumerate(rows.games)}
    theirs: dict[Person, dict[str, list[Any]]] = {}

    def of(person: Person) -> dict[str, list[Any]]:
        return theirs.setdefault(person, {"guests": [], "seats": [], "ran": []})

    people = Person.objects.in_bulk({one.person_id for one in rows.guests if one.person_id})
    for place, guest in enumerate(rows.guests):
        if guest.person_id in people:
            of(people[guest.person_id])["guests"].append(place)
    played = PlayedSeat.objects.filter(seat__session__in=tables).select_related("person", "seat")
    for one in played.order_by("seat__session", "seat__place"):
        of(one.person)["seats"].append([tables[one.seat.session_id], one.seat.place])
    for ran in ModeratedTable.objects.filter(session__in=tables).select_related("person").order_by("session", "pk"):
        of(ran.person)["ran"].append(tables[ran.session_id])
    document = [
        RememberedPerson.read_columns(person, **{what: sorted(listed) for what, listed in lists.items()})
        for person, lists in sorted(theirs.items(), key=lambda pair: (pair[0].folded, pair[0].name))
    ]
    return {PEOPLE: encode(document)}


class ReadPeople:
    """The people in an archive, ready to be imported."""

    def __init__(self, files: Files) -> None:
        """Read and check the file. Raises `NotAnEvening`."""
        people = read_rows(files, PEOPLE, RememberedPerson, MOST_PEOPLE)
        self.people = {confusables.compute_key(one.name)[:120]: one for one in people}
        links = sum(len(one.guests) + len(one.seats) + len(one.ran) for one in people)
        if len(self.people) < len(people) or links > MOST_LINKS:
            raise NotAnEvening(f"{PEOPLE}: somebody twice, or too much of them")

    def check(self, there: ArchiveCounts) -> None:
        """Check that all lines, seats and tables exist, each seat for one person.

        Raises `NotAnEvening`.
        """
        taken: set[tuple[int, int]] = set()
        for one in self.people.values():
            here = all(place < there.guests for place in one.guests)
            here &= all(table < len(there.games) for table in one.ran)
            here &= all(
                table < len(there.games) and there.games[table].get(seat) is False for table, seat in one.seats
            )
            if not here or len(set(one.seats)) < len(one.seats) or taken.intersection(one.seats):
                raise NotAnEvening(f"{PEOPLE}: what somebody had is not there")
            taken.update(one.seats)

    def save(self, progress: ImportProgress) -> None:
        """Link imported lines, seats and tables to their people."""
        people = _find_or_create_people(self.people)
        linked = [(people[folded], one) for folded, one in self.people.items() if folded in people]
        for person, one in linked:
            for place in one.guests:
                progress.guests[place].person = person
        lines = [progress.guests[place] for _person, one in linked for place in one.guests]
        Guest.objects.bulk_update(lines, ["person"], batch_size=AT_ONCE)
        PlayedSeat.objects.bulk_create(
            PlayedSeat(person=person, seat=progress.seats[table][place])
            for person, one in linked
            for table, place in one.seats
        )
        ModeratedTable.objects.bulk_create(
            ModeratedTable(person=person, session=progress.games[place])
            for person, one in linked
            for place in set(one.ran)
        )


def _find_or_create_people(said: Mapping[str, RememberedPerson]) -> dict[str, Person]:
    """Return the people by folded name, created where the name is free.

    A name that belongs to somebody else is left out.
    """
    there = {one.folded: one for one in Person.objects.filter(folded__in=said)}
    new = [
        Person(folded=folded, code=identities.new_code(), **one.columns("guests", "seats", "ran"))
        for folded, one in said.items()
        if folded not in there
    ]
    Person.objects.bulk_create(new)
    known_here = {
        folded: one
        for folded, one in there.items()
        if (one.name, one.agreed) == (said[folded].name, said[folded].agreed)
    }
    return known_here | {one.folded: one for one in new}
