"""Move a guest's line to another device by its code. Knows no page.

Somebody may have read the code over a shoulder. So the previous device and check-in are told. Until somebody confirms
the move, the line opens no seat and no desk.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Event
from moderation.events import places
from moderation.events.guests import new_code
from moderation.models import Device, Guest
from moderation.web.refusals import Unwanted


def move_line(guest: Guest, device: Device) -> None:
    """Move somebody's line to this device, which gives up any other line on that list.

    The first device may take the line back, however often it has moved.
    """
    if guest.device_id == device.pk:
        return
    if guest.moved_from_id == device.pk:
        take_back(guest)
        return
    Guest.objects.filter(event=guest.event_id, device=device).exclude(pk=guest.pk).update(device=None)
    moved = {"moved": timezone.now(), "moved_from": guest.moved_from_id or guest.device_id} if guest.device_id else {}
    Guest.objects.filter(pk=guest.pk).update(device=device, expected=None, **moved)
    places.fill_places(guest.event)


def list_moved_lines(event: Event) -> list[Guest]:
    """Return the lines that went to another device, which nobody has confirmed."""
    return list(Guest.objects.filter(event=event, cancelled=None, moved__isnull=False))


def find_moved_line(event: Event, device: Device | None) -> Guest | None:
    """Return the line that went from this device to another one, while it may be taken back."""
    if device is None:
        return None
    kept = Q(cancelled=None) | Q(cancelled__gte=F("moved"))  # or the device that has it now has cancelled it
    return Guest.objects.filter(kept, event=event, moved_from=device, moved__isnull=False).first()


def confirm(guest: Guest) -> None:
    """Confirm that the line is on the device of its owner."""
    Guest.objects.filter(pk=guest.pk).update(moved=None, moved_from=None)


def take_back(guest: Guest) -> None:
    """Give a line back to the device that it left, under a new code. Raises `Unwanted`.

    If the other device cancelled the line, it becomes valid again.
    """
    if guest.moved_from_id is None:
        return
    codes = set(Guest.objects.filter(event=guest.event_id).values_list("code", flat=True))
    back = {"device": guest.moved_from_id, "code": new_code(codes), "moved": None, "moved_from": None}
    if guest.cancelled and guest.moved and guest.cancelled >= guest.moved:
        back["cancelled"] = None
    try:
        with transaction.atomic():
            Guest.objects.filter(event=guest.event_id, device=guest.moved_from_id).update(device=None)
            Guest.objects.filter(pk=guest.pk).update(**back)
            places.fill_places(guest.event)
    except IntegrityError:
        raise Unwanted(_("Somebody of that name is on the list now.")) from None
