"""Presence of the phone of a seat: whether its page has an open socket, in any process.

Only the desk may know which phones are away. Organisers of an evening see how many are present. A socket that opens
or closes is recorded at once. An open socket is recorded again at intervals, so that a process that dies leaves no
phone present for long. A phone that no socket reaches is present while it polls. One without scripts counts as away.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from moderation.models import Pass
from moderation.storage import write_failures

RECORD_INTERVAL = 20.0  # seconds between two records of an open socket
AWAY_WITHOUT_RECORD = timedelta(seconds=3 * RECORD_INTERVAL)  # after which a phone without a new record is away
AWAY_AFTER = 3.0  # seconds without a socket: a page that reloads was never away


def record_socket_opened(held: Pass) -> bool:
    """Record that a phone's socket has opened, and return whether the phone was away.

    A failed write is ignored.
    """
    away = not is_there(held.seen)
    with write_failures.ignore_failed_write():
        Pass.objects.filter(pk=held.pk).update(seen=timezone.now())
    return away


def record_poll(held: Pass) -> bool:
    """Record at intervals that a phone without a socket polls its page.

    Returns whether the phone was away.
    """
    if held.seen is not None and timezone.now() - held.seen < timedelta(seconds=RECORD_INTERVAL):
        return False
    return record_socket_opened(held)


def record_still_connected(passes: Collection[int]) -> None:
    """Record that the sockets of these phones are still open."""
    if passes:
        Pass.objects.filter(pk__in=passes).update(seen=timezone.now())


def record_socket_closed(pass_id: int, closed: datetime) -> bool:
    """Record that a phone's last socket closed at this time, and return whether it is away.

    It is not away if it has since connected to another process.
    """
    return bool(Pass.objects.filter(pk=pass_id, seen__lte=closed).update(seen=None))


def is_there(seen: datetime | None) -> bool:
    """Return whether a phone that was last recorded at this time is present."""
    return seen is not None and timezone.now() - seen < AWAY_WITHOUT_RECORD
