"""Tables to learn at: which a device has open, and their end."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games import journal
from games.models import GameSession
from moderation.models import Device, Kind, Link, Pass

UNTOUCHED = timedelta(hours=2)  # after which one closes by itself


def rehearsals_of(device: Device | None) -> QuerySet[GameSession]:
    """The rehearsals that stand open and that this device moderates, the latest first."""
    if device is None:
        return GameSession.objects.none()
    devices = [device.pk, *([device.takes_over_id] if device.takes_over_id else [])]
    desks = Pass.objects.filter(
        kind=Kind.MODERATOR, device__in=devices, session__rehearsal=True, session__closed=None
    )
    return GameSession.objects.filter(pk__in=desks.values("session")).order_by("-created")


def close_rehearsals(device: Device | None) -> None:
    """Close every rehearsal of this device: it has a real table now, or rehearses something else."""
    for number in list(rehearsals_of(device).values_list("pk", flat=True)):
        with journal.edit_session(number) as fresh:
            fresh.closed = fresh.closed or timezone.now()
            fresh.save(update_fields=["closed"])
            Link.objects.filter(session=fresh).delete()
