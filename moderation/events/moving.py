"""A line of a list goes to another device, by its code. Knows no page.

A code may have been read over a shoulder. So the device that had the line is told, and the door is. Until somebody
confirms the move the line opens no seat and no desk.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Event
from moderation.events.guests import new_code
from moderation.models import Device, Guest
from moderation.web.refusals import Unwanted


def bring(guest: Guest, device: Device) -> None:
    """Give somebody's line to this device, which lets go of another that it had on the same list.

    The device that had it first may take it back, however often it has moved since.
    """
    if guest.device_id == device.pk:
        return
    if guest.moved_from_id == device.pk:
        take_back(guest)
        return
    Guest.objects.filter(event=guest.event_id, device=device).exclude(pk=guest.pk).update(device=None)
    moved = {"moved": timezone.now(), "moved_from": guest.moved_from_id or guest.device_id} if guest.device_id else {}
    Guest.objects.filter(pk=guest.pk).update(device=device, expected=None, **moved)


def moved_lines(event: Event) -> list[Guest]:
    """Return the lines that went to another device, which nobody has confirmed."""
    return list(Guest.objects.filter(event=event, cancelled=None, moved__isnull=False))


def line_that_left(event: Event, device: Device | None) -> Guest | None:
    """Return the line that went from this device to another one, while it may be taken back."""
    if device is None:
        return None
    kept = Q(cancelled=None) | Q(cancelled__gte=F("moved"))  # or was cancelled by whoever has it now
    return Guest.objects.filter(kept, event=event, moved_from=device, moved__isnull=False).first()


def confirm(guest: Guest) -> None:
    """Note that the line is on the device of whoever it is of."""
    Guest.objects.filter(pk=guest.pk).update(moved=None, moved_from=None)


def take_back(guest: Guest) -> None:
    """Give a line back to the device from which it went, under a code that nobody has read. Raises `Unwanted`.

    What the other device cancelled meanwhile counts again.
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
    except IntegrityError:
        raise Unwanted(_("Somebody of that name is on the list now.")) from None
