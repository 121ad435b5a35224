"""The guest list of an event: its lines, the places, who waits, and who is present.

Knows no page. The status of a guest follows from their line. The places are given in `places`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time, timedelta
from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import server_clock
from games.models import Event
from moderation.access.table_codes import LETTERS
from moderation.events import places
from moderation.models import Device, Guest, Placing, Seating, SignUp
from moderation.players import confusables, names
from moderation.players.avatars import Face, Offer, build_face, choose_face, list_offers
from moderation.web.refusals import Unwanted

CODE_LENGTH = 10  # at most a thousand codes among ten thousand million possible ones
MOST_GUESTS = 1000  # per event
PUT_DOWN = timedelta(seconds=2)  # between sign-up and arrival of somebody whom the door put down
LAPSE = timedelta(minutes=2)  # after which a line is removed whose page nobody has opened


class GuestStatus(StrEnum):
    """The status of a guest on the list."""

    HERE = "here"
    BOOKED = "booked"
    WAITING = "waiting"
    RELEASED = "released"  # has not come in time, so the place was released
    LEFT = "left"
    CANCELLED = "cancelled"
    UNCONFIRMED = "unconfirmed"  # a form was sent, and its page has not been opened yet


@dataclass(frozen=True)
class ListedGuest:
    """A guest on the list with their status; `before`: how many wait before them."""

    guest: Guest
    place: GuestStatus
    before: int = 0

    @property
    def face(self) -> Face | None:
        """The face that they keep at every table of the event."""
        return build_face(self.guest.name, self.guest.face)


def open_list(event: Event, people_can: bool = True) -> SignUp:
    """Return the list of an event, created if there is none.

    `people_can`: if the list is created, people can sign up themselves.
    """
    made = {"key": secrets.token_urlsafe(9), "open": people_can}
    return SignUp.objects.get_or_create(event=event, defaults=made)[0]


def list_guests(event: Event) -> list[ListedGuest]:
    """Return everybody on the list in order of sign-up, without lines that were swept.

    Runs one query.
    """
    return list(_number_guests(Guest.objects.filter(event=event, swept=None)))


def find_status(guest: Guest) -> GuestStatus:
    """Return the status of a guest."""
    if guest.cancelled:
        return GuestStatus.CANCELLED
    if guest.left:
        return GuestStatus.LEFT
    if guest.arrived:
        return GuestStatus.HERE
    if guest.expected:
        return GuestStatus.UNCONFIRMED
    if guest.released:
        return GuestStatus.RELEASED
    return GuestStatus.BOOKED if guest.promised else GuestStatus.WAITING


def _number_guests(guests: Iterable[Guest]) -> Iterable[ListedGuest]:
    waiting = 0
    for guest in guests:
        status = find_status(guest)
        yield ListedGuest(guest, status, waiting if status is GuestStatus.WAITING else 0)
        waiting += status is GuestStatus.WAITING


def list_faces(event: Event, but: Guest | None) -> tuple[Offer, ...]:
    """Return the faces to choose from, and which of them nobody else on the list has."""
    others = Guest.objects.filter(event=event, cancelled=None)
    others = others.exclude(pk=but.pk) if but else others
    return list_offers(set(others.values_list("face", flat=True)))


def find_guest(event: Event, device: Device | None) -> Guest | None:
    """Return the line of this device on the list, if it has one that was not cancelled."""
    return Guest.objects.filter(event=event, device=device, cancelled=None).first() if device else None


def find_line(event: Event, device: Device | None) -> ListedGuest | None:
    """Return the line of this device with its status, and make it firm.

    It is firm because the device has sent its own cookie.
    """
    guest = find_guest(event, device)
    if guest is None:
        return None
    if guest.expected:
        confirm(guest)
    return next(one for one in list_guests(event) if one.guest.pk == guest.pk)


def add_guest(
    event: Event,
    device: Device | None,
    name: str,
    wishes: dict[str, Any],
    arrived: bool = False,
    network: str = "",
    firm: bool = True,
    over: bool = False,
) -> Guest:
    """Add somebody to the list, or change their line; `arrived`: they are at check-in.

    `face` among the wishes: the number of the chosen face. None: any face, or the one that they have.
    `network`: the mark of the network that a new line comes from.
    `firm`: its device was known before. A line that is not firm holds no name, takes no place and lapses.
    `over`: an organiser lets them in although no place is left. Otherwise `NoPlaceLeft` is raised.

    Raises `Unwanted` if a guest with an indistinguishable name is on the list, has that face, or the list is full.
    """
    wishes = dict(wishes)
    wanted = wishes.pop("face", None)
    folded = confusables.compute_key(name)
    line = {"name": name, "folded": folded, **wishes} | ({"arrived": timezone.now()} if arrived else {})
    with transaction.atomic():
        places.lock_list(event)  # so that names, codes and faces differ
        remove_lapsed(event)
        known = find_guest(event, device)
        others = Guest.objects.filter(event=event, cancelled=None)
        others = others.exclude(pk=known.pk) if known else others
        others.filter(folded=folded, expected__isnull=False).delete()
        claimed = others.filter(folded=folded, device=None, arrived=None).exclude(listed="").first()
        if device and claimed and not known:  # organisers brought this line; the door confirms that it is theirs
            Guest.objects.filter(pk=claimed.pk).update(**line, device=device, moved=timezone.now())
            claimed.refresh_from_db()
            return claimed
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
        if arrived and not over:
            places.check_room(event)
        waiting = others.filter(expected__isnull=False)
        if waiting.count() >= MOST_GUESTS:
            waiting.filter(pk=waiting.values("pk")[:1]).delete()
        line |= {"network": network, "expected": None if firm or arrived else server_clock.now()}
        face = choose_face(taken, wanted)
        codes = set(Guest.objects.filter(event=event).values_list("code", flat=True))
        made = Guest.objects.create(event=event, device=device, face=face, code=new_code(codes), **line)
        if not arrived:
            places.fill_places(event)
            made.refresh_from_db(fields=["promised"])
        return made


def new_code(taken: set[str]) -> str:
    """Return a new code, which brings a line to another device.

    `taken`: codes that are in use.
    """
    while (code := "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))) in taken:
        pass
    return code


def find_by_code(event: Event, code: str) -> Guest | None:
    """Return the line with this code, None if nobody has it."""
    return Guest.objects.filter(event=event, code=code, cancelled=None).first()


def confirm(guest: Guest) -> None:
    """Make a line firm, because its page was opened with its own cookie."""
    Guest.objects.filter(pk=guest.pk).update(expected=None)
    places.fill_places(guest.event)


def remove_lapsed(event: Event) -> None:
    """Remove the lines whose pages nobody has opened in time. A program sent those forms."""
    Guest.objects.filter(event=event, expected__lte=server_clock.now() - LAPSE).delete()


def arrive(guest: Guest, over: bool = False) -> None:
    """Record that somebody has arrived, or come back.

    Whoever is at check-in counts as the owner of the line, on whichever device it is.
    `over`: an organiser lets them in although no place is left. Otherwise `NoPlaceLeft` is raised.
    """
    settled = {"expected": None, "moved": None, "moved_from": None}
    with transaction.atomic():
        places.lock_list(guest.event)
        line = Guest.objects.filter(pk=guest.pk)
        if not over and not line.filter(places.PRESENT | Q(promised__isnull=False)).exists():
            places.check_room(guest.event)
        line.update(arrived=timezone.now(), left=None, released=None, **settled)


def leave(guest: Guest) -> None:
    """Record that somebody who was present has gone home.

    Their place is free, and their seat in rounds whose tables are not open yet.
    """
    if Guest.objects.filter(pk=guest.pk).exclude(arrived=None).update(left=timezone.now(), promised=None):
        free_seats(guest)
    places.fill_places(guest.event)


def free_seats(guest: Guest) -> None:
    """Free the seat of somebody in seatings whose tables are not open yet."""
    waiting = Seating.objects.filter(accepted=None, placings__guest=guest)
    numbers = list(waiting.values_list("pk", flat=True))
    Placing.objects.filter(seating__in=numbers, guest=guest).delete()
    Seating.objects.filter(pk__in=numbers).update(version=F("version") + 1, searched=0)


def cancel(guest: Guest) -> None:
    """Record that somebody does not come, and free their place.

    Companions without a device of their own do not come either.
    """
    lines = Guest.objects.filter(Q(pk=guest.pk) | Q(brought_by=guest, device=None, arrived=None), cancelled=None)
    lines.update(cancelled=timezone.now(), promised=None)
    places.fill_places(guest.event)


def undo_attendance(guest: Guest) -> None:
    """Undo what was tapped by mistake: arrival, departure, release and cancellation.

    Raises `Unwanted` where somebody of that name is on the list by now.
    """
    try:
        with transaction.atomic():
            Guest.objects.filter(pk=guest.pk).update(
                arrived=None, left=None, released=None, cancelled=None, taken_off=False
            )
    except IntegrityError:
        raise Unwanted(_("Somebody of that name is on the list now.")) from None
    places.fill_places(guest.event)


def undo_arrival(guest: Guest) -> None:
    """Undo an arrival. Whoever was put down at the door a moment before is on the list no more."""
    if guest.arrived and not guest.listed and guest.device_id is None and guest.arrived - guest.signed < PUT_DOWN:
        cancel(guest)
    else:
        undo_attendance(guest)


def release_if_due(opened: SignUp) -> None:
    """Release the places of missing guests once, when the hour that organisers set has come.

    No timer does it. It is done when the list is next read.
    """
    if opened.release is None or opened.release > timezone.now():
        return
    with transaction.atomic():
        if SignUp.objects.filter(pk=opened.pk, release=opened.release).update(release=None):
            release_places(opened.event)
    opened.release = None


def set_release(opened: SignUp, hour: time | None) -> None:
    """Set the hour at which places of missing guests are released.

    Places are released at once if that hour is over.
    """
    opened.release = opened.event.find_release(hour)
    opened.save(update_fields=["release"])
    release_if_due(opened)


def release_hour(event: Event) -> time | None:
    """Return the local time at which places will be released.

    None: they are released by hand, or were released already.
    """
    opened = SignUp.objects.filter(event=event).exclude(release=None).first()
    return timezone.localtime(opened.release).time() if opened else None


def release_places(event: Event) -> int:
    """Release the places of all who have one and have not come, and return their number."""
    with transaction.atomic():
        places.lock_list(event)
        released = places.list_promised(event).update(released=timezone.now(), promised=None)
        places.fill_places(event)
    return released
