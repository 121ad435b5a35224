"""People whose games are remembered, because they have agreed: who they are, and which seats were theirs.

A person is a pseudonym. Without a consent there is none, and no seat is linked to anybody. Knows no page; what is
kept of a person is in data_export.py, how it goes again in anonymise.py.
"""

from __future__ import annotations

import secrets
from contextlib import suppress

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.models import GameSession, Seat
from moderation.access.table_codes import LETTERS
from moderation.models import Device, Guest, Kind, Pass, Person, Placing, Played, Ran, Recognised
from moderation.players import confusables
from moderation.web.refusals import Unwanted

CODE_LENGTH = 10
MOST_PEOPLE = 20_000


def person_of(device: Device | None) -> Person | None:
    """The person whom this device tells, also under a cookie that it has just been given."""
    if device is None:
        return None
    return Person.objects.filter(devices__device__in=_ids(device)).first()


def _ids(device: Device) -> list[int]:
    """A device, and the one that it becomes once its fresh cookie is seen."""
    return [device.pk, *([device.takes_over_id] if device.takes_over_id else [])]


def agree(name: str, how: Person.Consent, device: Device | None = None) -> Person:
    """Somebody has agreed that their games are remembered under this pseudonym.

    Raises `Unwanted` where somebody has one that looks or sounds like it.
    """
    if device and (known := person_of(device)):
        return known
    if Person.objects.count() >= MOST_PEOPLE:
        raise Unwanted(_("So many people are remembered already that there is room for nobody else."))
    taken = Unwanted(_("Somebody is remembered as “%(name)s” already. Please write it another way.") % {"name": name})
    folded = confusables.key(name)
    if Person.objects.filter(folded=folded).exists():
        raise taken
    try:
        with transaction.atomic():
            person = Person.objects.create(name=name, folded=folded, how=how, code=new_code())
            if device:
                recognise(person, device)
            return person
    except IntegrityError:  # at the same instant
        raise taken from None


def new_code() -> str:
    """A code that nobody has."""
    while Person.objects.filter(code=(code := "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)))).exists():
        pass
    return code


def with_code(written: str) -> Person | None:
    """The person who has this code, written anyhow; None where nobody has it."""
    code = "".join(letter for letter in written[:60].upper() if letter.isalpha())
    return Person.objects.filter(code=code).first() if len(code) == CODE_LENGTH else None


def recognise(person: Person, device: Device) -> None:
    """Know a person by this device too, which tells nobody else any more."""
    Recognised.objects.update_or_create(device=device, defaults={"person": person})


def agreed_at_the_door(guest: Guest) -> Person:
    """Somebody on the list of an evening says to an organiser that they agree. Raises `Unwanted`."""
    person = guest.person or agree(guest.name, Person.Consent.TOLD, None if guest.moved else guest.device)
    Guest.objects.filter(pk=guest.pk).update(person=person)
    return person


def link(person: Person, seat: Seat) -> None:
    """Remember that a person had this seat. Raises `Unwanted` for another person's, and for the computer's."""
    if seat.bot:
        raise Unwanted(_("The computer plays this seat."))
    theirs = Played.objects.filter(seat=seat).exclude(person=person).exists()
    if theirs:
        raise Unwanted(_("This seat is linked to somebody else."))
    if Played.objects.filter(person=person, seat__session=seat.session_id).exclude(seat=seat).exists():
        raise Unwanted(_("Nobody has two seats at one table."))
    try:
        with transaction.atomic():
            Played.objects.get_or_create(seat=seat, defaults={"person": person})
    except IntegrityError:
        raise Unwanted(_("This seat is linked to somebody else.")) from None


def link_if_free(person: Person, seat: Seat) -> None:
    """The same where nobody asked for it: what cannot be linked is left."""
    with suppress(Unwanted):
        link(person, seat)


def runs(person: Person, session: GameSession) -> None:
    """Remember that a person ran this table."""
    Ran.objects.get_or_create(person=person, session=session)


def link_here(person: Person, device: Device) -> None:
    """Link the seats and desks that this device has at open tables; its lines on lists are this person's too.

    Ruling: what was before is not linked, unless an organiser is asked for it.
    """
    for one in _held(device):
        if one.kind == Kind.SEAT and one.seat:
            link_if_free(person, one.seat)
        elif one.kind == Kind.MODERATOR and one.session and not one.session.narrated:
            runs(person, one.session)
    Guest.objects.filter(device__in=_ids(device), cancelled=None, moved=None).update(person=person)


def may_agree(device: Device | None) -> bool:
    """Return whether somebody can agree on this device: it organises, or has a seat, a desk or a line of nobody's.

    A seat counts once its phone has come, a line once its page was opened. Neither counts twice. This avoids that a
    program makes people up without end.
    """
    if device is None:
        return False
    if Pass.objects.filter(device__in=_ids(device), kind__in=(Kind.HOST, Kind.ORGANISER)).exists():
        return True
    lines = Guest.objects.filter(device__in=_ids(device), cancelled=None, expected=None, moved=None, person=None)
    return lines.exists() or any(_is_nobodys(one) for one in _held(device))


def _is_nobodys(held: Pass) -> bool:
    """Return whether a seat or a desk would be linked by its owner's consent, and is not yet."""
    if held.kind == Kind.SEAT and held.seat:
        return held.expected is None and not held.seat.bot and not hasattr(held.seat, "played")
    session = held.session
    return bool(session and not session.narrated and not session.ran.exists())


def alone_on(person: Person, device: Device) -> None:
    """Know a person by this device alone, under a new code."""
    Recognised.objects.filter(person=person).exclude(device__in=_ids(device)).delete()
    Person.objects.filter(pk=person.pk).update(code=new_code())


def unlinked_here(device: Device | None) -> bool:
    """Whether this device has a seat at an open table that nobody is linked to."""
    return device is not None and any(
        one.kind == Kind.SEAT and one.seat and not one.seat.bot and not hasattr(one.seat, "played")
        for one in _held(device)
    )


def called_here(device: Device | None) -> str:
    """The name of a seat that this device has at an open table; empty where it has none."""
    return next((one.seat.name for one in _held(device) if one.seat), "") if device else ""


def _held(device: Device) -> list[Pass]:
    """The passes of a device at open tables."""
    held = Pass.objects.filter(device__in=_ids(device), session__closed=None).exclude(session=None)
    return list(held.select_related("seat__played", "session"))


def sat_down(device: Device, seat: Seat) -> None:
    """This device has taken a seat: it is remembered where its owner has agreed."""
    if person := person_of(device):
        link_if_free(person, seat)


def opened(device: Device, session: GameSession) -> None:
    """This device has opened a table that it runs: it is remembered where its owner has agreed."""
    if not session.narrated and (person := person_of(device)):
        runs(person, session)


def seated(placings: list[Placing]) -> None:
    """People were given these seats, or tables to run, from the list of an evening."""
    guests = Guest.objects.select_related("person", "device").in_bulk([one.guest_id for one in placings])
    known = Recognised.objects.filter(device__in=[one.device_id for one in guests.values() if one.device_id])
    by_device = {one.device_id: one.person for one in known.select_related("person")}
    for placing in placings:
        guest = guests[placing.guest_id]
        person = guest.person or (None if guest.moved else by_device.get(guest.device_id or 0))
        if person and placing.seat:
            link_if_free(person, placing.seat)
        elif person and placing.runs and placing.session:
            runs(person, placing.session)
