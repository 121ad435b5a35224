"""Who comes to an evening: the list, the places on it, who waits, who is there. Knows no page.

Whether somebody has a place is never kept: it follows from the list, the room that there is, and who has come.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time, timedelta
from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import house_clock
from games.models import Event
from moderation.access.table_codes import LETTERS
from moderation.models import Device, Guest, SignUp
from moderation.players import confusables, names
from moderation.players.avatars import Face, Offer, face_for, face_of, offers
from moderation.web.refusals import Unwanted

CODE_LENGTH = 10  # a thousand of them among ten thousand million
MOST_GUESTS = 1000  # of an evening
LAPSE = timedelta(minutes=2)  # for a line whose page nobody has opened


class GuestStatus(StrEnum):
    """How somebody stands on the list."""

    HERE = "here"
    BOOKED = "booked"
    WAITING = "waiting"
    RELEASED = "released"  # has not come in time
    LEFT = "left"
    CANCELLED = "cancelled"
    UNCONFIRMED = "unconfirmed"  # a form was sent, and its page was not opened yet


@dataclass(frozen=True)
class Listed:
    """Somebody on the list, and how they stand on it; `before`: how many wait before them."""

    guest: Guest
    place: GuestStatus
    before: int = 0

    @property
    def face(self) -> Face | None:
        """The face that they keep at every table of the evening."""
        return face_of(self.guest.name, self.guest.face)


def open_list(event: Event, people_can: bool = True) -> SignUp:
    """The list of an evening, made if there is none; `people_can`: then put themselves on it."""
    made = {"key": secrets.token_urlsafe(9), "open": people_can}
    return SignUp.objects.get_or_create(event=event, defaults=made)[0]


def listed(event: Event, capacity: int | None) -> list[Listed]:
    """Everybody on the list in the order in which they came onto it, in one statement, but whom organisers swept."""
    guests = list(Guest.objects.filter(event=event, swept=None))
    here = sum(_fixed(guest) is GuestStatus.HERE for guest in guests)
    return list(_standing(guests, None if capacity is None else max(0, capacity - here)))


def _fixed(guest: Guest) -> GuestStatus | None:
    """What does not depend on the others; None for who is still expected."""
    if guest.cancelled:
        return GuestStatus.CANCELLED
    if guest.left:
        return GuestStatus.LEFT
    if guest.arrived:
        return GuestStatus.HERE
    if guest.expected:
        return GuestStatus.UNCONFIRMED
    return GuestStatus.RELEASED if guest.released else None


def _standing(guests: Iterable[Guest], free: int | None) -> Iterable[Listed]:
    expected = 0
    for guest in guests:
        if (fixed := _fixed(guest)) is not None:
            yield Listed(guest, fixed)
            continue
        waits = free is not None and expected >= free
        yield Listed(
            guest, GuestStatus.WAITING if waits else GuestStatus.BOOKED, expected - (free or 0) if waits else 0
        )
        expected += 1


def faces_of(event: Event, but: Guest | None) -> tuple[Offer, ...]:
    """The faces that somebody can choose, and which nobody else on the list has."""
    others = Guest.objects.filter(event=event, cancelled=None)
    others = others.exclude(pk=but.pk) if but else others
    return offers(set(others.values_list("face", flat=True)))


def guest_of(event: Event, device: Device | None) -> Guest | None:
    """The line of this device on the list, if it has one that was not cancelled."""
    return Guest.objects.filter(event=event, device=device, cancelled=None).first() if device else None


def put_down(
    event: Event,
    device: Device | None,
    name: str,
    wishes: dict[str, Any],
    arrived: bool = False,
    network: str = "",
    firm: bool = True,
) -> Guest:
    """Put somebody on the list, or change their line; `arrived`: they stand at the door.

    `face` among the wishes: the number of the one that they tapped; None: any, or the one that they have. `network`:
    the mark of the one that a new line comes from. `firm`: its device was known before. A line that is not firm holds
    no name, takes no place and lapses.

    Raises `Unwanted` where somebody who is not told from them by name is on it, has that face, or nobody else fits.
    """
    wishes = dict(wishes)
    wanted = wishes.pop("face", None)
    folded = confusables.key(name)
    line = {"name": name, "folded": folded, **wishes} | ({"arrived": timezone.now()} if arrived else {})
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # one after the other: names, codes and faces differ
        remove_lapsed(event)
        known = guest_of(event, device)
        others = Guest.objects.filter(event=event, cancelled=None)
        others = others.exclude(pk=known.pk) if known else others
        others.filter(folded=folded, expected__isnull=False).delete()
        if others.filter(folded=folded).exists():
            free = names.suggest_free_name(name, [*others.values_list("name", flat=True), name])
            raise Unwanted(
                _("“%(name)s” is on the list already. You could write “%(free)s”.") % {"name": name, "free": free}
            )
        taken = set(others.values_list("face", flat=True))
        if wanted is not None and wanted in taken:
            raise Unwanted(_("Somebody else has just taken this face. Please choose another one."))
        if known:
            line |= {"face": wanted} if wanted is not None else {}
            Guest.objects.filter(pk=known.pk).update(**line)
            known.refresh_from_db()
            return known
        if others.filter(expected=None).count() >= MOST_GUESTS:
            raise Unwanted(_("The list is full."))
        waiting = others.filter(expected__isnull=False)
        if waiting.count() >= MOST_GUESTS:
            waiting.filter(pk=waiting.values("pk")[:1]).delete()
        line |= {"network": network, "expected": None if firm or arrived else house_clock.now()}
        face = face_for(taken, wanted)
        codes = set(Guest.objects.filter(event=event).values_list("code", flat=True))
        return Guest.objects.create(event=event, device=device, face=face, code=new_code(codes), **line)


def new_code(taken: set[str]) -> str:
    """A code that none of these is, by which somebody brings their line to another device."""
    while (code := "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))) in taken:
        pass
    return code


def with_code(event: Event, code: str) -> Guest | None:
    """The line with this code; None where nobody has it."""
    return Guest.objects.filter(event=event, code=code, cancelled=None).first()


def confirm(guest: Guest) -> None:
    """Make a line firm: its page was opened by its own cookie."""
    Guest.objects.filter(pk=guest.pk).update(expected=None)


def remove_lapsed(event: Event) -> None:
    """Remove the lines whose pages nobody has opened in time: forms that were sent by a program."""
    Guest.objects.filter(event=event, expected__lte=house_clock.now() - LAPSE).delete()


def arrive(guest: Guest) -> None:
    """Somebody has come, or come back. Whoever stands at the door is who the line is of, on whichever device."""
    settled = {"expected": None, "moved": None, "moved_from": None}
    Guest.objects.filter(pk=guest.pk).update(arrived=timezone.now(), left=None, released=None, **settled)


def leave(guest: Guest) -> None:
    """Somebody who was there has gone home."""
    Guest.objects.filter(pk=guest.pk).exclude(arrived=None).update(left=timezone.now())


def cancel(guest: Guest) -> None:
    """Somebody does not come."""
    Guest.objects.filter(pk=guest.pk).update(cancelled=timezone.now())


def back_on_the_list(guest: Guest) -> None:
    """What was tapped by mistake: they have neither come nor gone, and their place is not released.

    Raises `Unwanted` where somebody of that name has come onto the list meanwhile.
    """
    try:
        with transaction.atomic():
            Guest.objects.filter(pk=guest.pk).update(arrived=None, left=None, released=None, cancelled=None)
    except IntegrityError:
        raise Unwanted(_("Somebody of that name is on the list now.")) from None


def release_if_due(opened: SignUp) -> None:
    """Release the places of who has not come, once, when the time has come that organisers have set.

    It is done by whoever looks at the list first: nothing watches the clock meanwhile.
    """
    if opened.release is None or opened.release > timezone.now():
        return
    with transaction.atomic():
        if SignUp.objects.filter(pk=opened.pk, release=opened.release).update(release=None):
            release(opened.event)
    opened.release = None


def set_release(opened: SignUp, hour: time | None) -> None:
    """Set the hour at which the places of who has not come are released, and release them where it is over."""
    opened.release = opened.event.release_at(hour)
    opened.save(update_fields=["release"])
    release_if_due(opened)


def release_hour(event: Event) -> time | None:
    """Return the hour on the wall at which places are to be released; None: they are by hand, or were."""
    opened = SignUp.objects.filter(event=event).exclude(release=None).first()
    return timezone.localtime(opened.release).time() if opened else None


def release(event: Event) -> int:
    """Give the places of all who have one and have not come to who waits; how many there were."""
    booked = [one.guest.pk for one in listed(event, open_list(event).capacity) if one.place is GuestStatus.BOOKED]
    return Guest.objects.filter(pk__in=booked).update(released=timezone.now())
