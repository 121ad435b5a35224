"""People whose games are remembered with their consent, and the seats that were theirs.

A person is a pseudonym. Without consent there is no person, and no seat is linked. This module imports no page.
data_export.py lists what is stored of a person. anonymise.py deletes it.
"""

from __future__ import annotations

import secrets
from contextlib import suppress

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.models import GameSession, Seat
from moderation.access.table_codes import LETTERS
from moderation.models import Device, Guest, Kind, ModeratedTable, Pass, Person, Placing, PlayedSeat, Recognised
from moderation.players import confusables
from moderation.web.refusals import Unwanted

CODE_LENGTH = 10
MOST_PEOPLE = 20_000


def find_person(device: Device | None) -> Person | None:
    """Return the person whom this device identifies, also under a cookie just issued to it."""
    if device is None:
        return None
    return Person.objects.filter(devices__device__in=_list_ids(device)).first()


def _list_ids(device: Device) -> list[int]:
    """List the ids of a device and of the one that it becomes once its fresh cookie is seen."""
    return [device.pk, *([device.takes_over_id] if device.takes_over_id else [])]


def agree(name: str, how: Person.Consent, device: Device | None = None) -> Person:
    """Create a person who agrees that their games are remembered under this pseudonym.

    Returns the person whom the device already identifies, if there is one. Raises `Unwanted` where somebody has a
    pseudonym that looks or sounds like it, and when too many people are remembered.
    """
    if device and (known := find_person(device)):
        return known
    if Person.objects.count() >= MOST_PEOPLE:
        raise Unwanted(_("There is no room left to remember anybody else."))
    taken = Unwanted(_("Somebody is remembered as “%(name)s” already. Please write it another way.") % {"name": name})
    folded = confusables.compute_key(name)
    if Person.objects.filter(folded=folded).exists():
        raise taken
    try:
        with transaction.atomic():
            person = Person.objects.create(name=name, folded=folded, how=how, code=new_code())
            if device:
                recognise(person, device)
            return person
    except IntegrityError:  # another request created it at the same instant
        raise taken from None


def new_code() -> str:
    """Return a code that nobody has."""
    while Person.objects.filter(code=(code := "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)))).exists():
        pass
    return code


def find_by_code(written: str) -> Person | None:
    """Return the person who has this code, in any spelling; None where nobody has it."""
    code = "".join(letter for letter in written[:60].upper() if letter.isalpha())
    return Person.objects.filter(code=code).first() if len(code) == CODE_LENGTH else None


def recognise(person: Person, device: Device) -> None:
    """Identify a person by this device too. The device then identifies nobody else."""
    Recognised.objects.update_or_create(device=device, defaults={"person": person})


def record_spoken_consent(guest: Guest) -> Person:
    """Record that somebody on an evening's list tells an organiser that they agree.

    Returns the person. Raises `Unwanted`.
    """
    person = guest.person or agree(guest.name, Person.Consent.TOLD, None if guest.moved else guest.device)
    Guest.objects.filter(pk=guest.pk).update(person=person)
    return person


def link(person: Person, seat: Seat) -> None:
    """Record that a person had this seat.

    Raises `Unwanted` for a seat of another person, for a second seat at the table, and for the computer's seats.
    """
    if seat.bot:
        raise Unwanted(_("The computer plays this seat."))
    theirs = PlayedSeat.objects.filter(seat=seat).exclude(person=person).exists()
    if theirs:
        raise Unwanted(_("This seat is linked to somebody else."))
    if PlayedSeat.objects.filter(person=person, seat__session=seat.session_id).exclude(seat=seat).exists():
        raise Unwanted(_("Nobody has two seats at one table."))
    try:
        with transaction.atomic():
            PlayedSeat.objects.get_or_create(seat=seat, defaults={"person": person})
    except IntegrityError:
        raise Unwanted(_("This seat is linked to somebody else.")) from None


def link_if_free(person: Person, seat: Seat) -> None:
    """Link a person to this seat where that is possible, and ignore a refusal.

    Used where nobody asked for the link.
    """
    with suppress(Unwanted):
        link(person, seat)


def record_run(person: Person, session: GameSession) -> None:
    """Record that a person ran this table."""
    ModeratedTable.objects.get_or_create(person=person, session=session)


def link_device(person: Person, device: Device) -> None:
    """Link the person to the seats, desks and list lines that this device has now.

    Only open tables count. Ruling: earlier games are not linked, unless an organiser is asked for it.
    """
    for one in _list_passes(device):
        if one.kind == Kind.SEAT and one.seat:
            link_if_free(person, one.seat)
        elif one.kind == Kind.MODERATOR and one.session and not one.session.narrated:
            record_run(person, one.session)
    Guest.objects.filter(device__in=_list_ids(device), cancelled=None, moved=None).update(person=person)


def may_agree(device: Device | None) -> bool:
    """Return whether somebody can agree on this device.

    It must organise, or have a seat, a desk or a line that is linked to nobody. A seat counts once its phone has
    come, a line once its page was opened. Neither counts twice. This avoids that a program creates people without
    limit.
    """
    if device is None:
        return False
    if Pass.objects.filter(device__in=_list_ids(device), kind__in=(Kind.HOST, Kind.ORGANISER)).exists():
        return True
    lines = Guest.objects.filter(device__in=_list_ids(device), cancelled=None, expected=None, moved=None, person=None)
    return lines.exists() or any(_is_unlinked(one) for one in _list_passes(device))


def _is_unlinked(held: Pass) -> bool:
    """Return whether consent would link a seat or a desk that is not linked yet."""
    if held.kind == Kind.SEAT and held.seat:
        return held.expected is None and not held.seat.bot and not hasattr(held.seat, "played")
    session = held.session
    return bool(session and not session.narrated and not session.ran.exists())


def identify_alone(person: Person, device: Device) -> None:
    """Identify a person by this device alone, under a new code."""
    Recognised.objects.filter(person=person).exclude(device__in=_list_ids(device)).delete()
    Person.objects.filter(pk=person.pk).update(code=new_code())


def has_unlinked_seat(device: Device | None) -> bool:
    """Return whether this device has a seat at an open table that is linked to nobody."""
    return device is not None and any(
        one.kind == Kind.SEAT and one.seat and not one.seat.bot and not hasattr(one.seat, "played")
        for one in _list_passes(device)
    )


def find_seat_name(device: Device | None) -> str:
    """Return the name of a seat that this device has at an open table; empty if it has none."""
    return next((one.seat.name for one in _list_passes(device) if one.seat), "") if device else ""


def _list_passes(device: Device) -> list[Pass]:
    """List the passes of a device at open tables."""
    held = Pass.objects.filter(device__in=_list_ids(device), session__closed=None).exclude(session=None)
    return list(held.select_related("seat__played", "session"))


def link_seat_taken(device: Device, seat: Seat) -> None:
    """Link the seat that this device has taken, if its owner has agreed."""
    if person := find_person(device):
        link_if_free(person, seat)


def record_opened_table(device: Device, session: GameSession) -> None:
    """Record the table that this device has opened to run it, if its owner has agreed."""
    if not session.narrated and (person := find_person(device)):
        record_run(person, session)


def link_placings(placings: list[Placing]) -> None:
    """Link people to the seats, or tables to run, that an evening's list gave them."""
    guests = Guest.objects.select_related("person", "device").in_bulk([one.guest_id for one in placings])
    known = Recognised.objects.filter(device__in=[one.device_id for one in guests.values() if one.device_id])
    by_device = {one.device_id: one.person for one in known.select_related("person")}
    for placing in placings:
        guest = guests[placing.guest_id]
        person = guest.person or (None if guest.moved else by_device.get(guest.device_id or 0))
        if person and placing.seat:
            link_if_free(person, placing.seat)
        elif person and placing.runs and placing.session:
            record_run(person, placing.session)
