"""Whether the phone of a seat is there: its page has a socket open, in whichever process.

Whose it is that is away is for the desk alone to know; organisers of an evening see how many are there.
A socket that opens or closes is noted at once, one that is open again and again, so that a process which dies leaves
nobody there for long. A phone that no socket reaches is there while it asks; one without scripts counts as away.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from moderation.models import Pass
from moderation.storage import write_failures

NOTED = 20.0  # seconds between two notes that a socket is open
FORGOTTEN = timedelta(seconds=3 * NOTED)  # after which a phone that nobody has noted is away
AWAY_AFTER = 3.0  # seconds without a socket: a page that is read anew was never away


def came(held: Pass) -> bool:
    """Note, as far as it can be kept, that a phone's socket has opened; whether the phone was away until now."""
    away = not is_there(held.seen)
    with write_failures.as_far_as_it_can_be_kept():
        Pass.objects.filter(pk=held.pk).update(seen=timezone.now())
    return away


def asked(held: Pass) -> bool:
    """Note, now and then, that a phone without a socket asks for its page; whether it was away until now."""
    if held.seen is not None and timezone.now() - held.seen < timedelta(seconds=NOTED):
        return False
    return came(held)


def stayed(passes: Collection[int]) -> None:
    """Note that these phones' sockets are open still."""
    if passes:
        Pass.objects.filter(pk__in=passes).update(seen=timezone.now())


def went(pass_id: int, closed: datetime) -> bool:
    """Note that a phone's last socket closed then; whether it is away, and has not come to another process since."""
    return bool(Pass.objects.filter(pk=pass_id, seen__lte=closed).update(seen=None))


def is_there(seen: datetime | None) -> bool:
    """Whether a phone that was last noted then is there."""
    return seen is not None and timezone.now() - seen < FORGOTTEN
