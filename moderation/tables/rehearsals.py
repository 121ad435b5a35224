"""Rehearsals, which are tables to learn at: those open on a device, and how they are closed."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games import journal
from games.models import GameSession
from moderation.models import Device, Kind, Link, Pass

UNTOUCHED = timedelta(hours=2)  # a rehearsal that is untouched for so long closes automatically


def list_rehearsals(device: Device | None) -> QuerySet[GameSession]:
    """Return the open rehearsals that this device moderates, the latest first."""
    if device is None:
        return GameSession.objects.none()
    devices = [device.pk, *([device.takes_over_id] if device.takes_over_id else [])]
    desks = Pass.objects.filter(
        kind=Kind.MODERATOR, device__in=devices, session__rehearsal=True, session__closed=None
    )
    return GameSession.objects.filter(pk__in=desks.values("session")).order_by("-created")


def close_rehearsals(device: Device | None) -> None:
    """Close every rehearsal of this device.

    It has a real table now, or rehearses something else.
    """
    for number in list(list_rehearsals(device).values_list("pk", flat=True)):
        with journal.edit_session(number) as fresh:
            fresh.closed = fresh.closed or timezone.now()
            fresh.save(update_fields=["closed"])
            Link.objects.filter(session=fresh).delete()
