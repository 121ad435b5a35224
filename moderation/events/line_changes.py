"""Changes to a guest list by organisers: take a line off, rename it, merge two.

Knows no page.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Event
from moderation.events import guests, places
from moderation.models import Device, Guest
from moderation.players import confusables
from moderation.web.refusals import Unwanted

# What a merged line has from either line, rather from the one that is kept.
EITHER = ("games", "friends", "until", "other_name", "moderates", "first", "listed", "person")


def take_off(guest: Guest) -> None:
    """Cancel a line for an organiser. Its device reads that."""
    Guest.objects.filter(pk=guest.pk).update(cancelled=timezone.now(), promised=None, taken_off=True)
    guests.free_seats(guest)
    places.fill_places(guest.event)


def was_taken_off(event: Event, device: Device | None) -> bool:
    """Return true if an organiser has cancelled the latest line of this device."""
    last = Guest.objects.filter(event=event, device=device, swept=None).last() if device else None
    return last is not None and last.taken_off


def rename(guest: Guest, name: str) -> None:
    """Give a line another name. The door still finds the earlier one.

    Raises `Unwanted` for a name that is taken.
    """
    folded = confusables.compute_key(name)
    with transaction.atomic():
        places.lock_list(guest.event)
        if find_by_name(guest.event, name, but=guest):
            raise Unwanted(_("Somebody of that name is on the list now."))
        changed = {"name": name, "folded": folded, "other_name": guest.other_name or guest.name}
        Guest.objects.filter(pk=guest.pk).update(**changed)


def find_by_name(event: Event, name: str, but: Guest | None = None) -> Guest | None:
    """Return the line of this name, in whatever way it is written."""
    found = Guest.objects.filter(event=event, cancelled=None, folded=confusables.compute_key(name))
    return (found.exclude(pk=but.pk) if but else found).first()


def merge(guest: Guest, kept: Guest) -> None:
    """Merge a line into another one of the same person. What either was promised stays.

    Ruling: whoever is here or expected by one line has not gone home by the other. An organiser vouches for the line.
    """
    said = {name: getattr(kept, name) or getattr(guest, name) for name in EITHER}
    device = {} if kept.device_id else {"device": guest.device, "moved": guest.moved, "moved_from": guest.moved_from}
    stands = {
        "promised": min(filter(None, (kept.promised, guest.promised)), default=None),
        "expected": None,
        **_merge_attendance(guest, kept),
        "released": kept.released and guest.released,
        "stays_at": guest.stays_at if kept.stays_at is None else kept.stays_at,
    }
    with transaction.atomic():
        places.lock_list(guest.event)
        placed = kept.placings.values("seating")
        guest.placings.exclude(seating__in=placed).update(guest=kept)
        guest.companions.update(brought_by=kept)
        gone = {"cancelled": timezone.now(), "promised": None, "device": None, "listed": ""}
        Guest.objects.filter(pk=guest.pk).update(**gone)
        Guest.objects.filter(pk=kept.pk).update(**said, **device, **stands)
        places.fill_places(guest.event)


def _merge_attendance(guest: Guest, kept: Guest) -> dict[str, datetime | None]:
    """Return when somebody of two lines has arrived and gone home."""
    if kept.left and not guest.left:
        return {"arrived": guest.arrived, "left": None}
    return {"arrived": kept.arrived or (None if guest.left else guest.arrived), "left": kept.left}
