"""Hours on the venue's wall as moments: which day an hour belongs to, and what holds when clocks change.

Moments are returned in UTC, because Python reckons two local times of one zone by their faces: across a change of
the clocks a difference of those is an hour off, and the later of two can count as the earlier.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAWN = time(5)  # Ruling: at which the day of an evening begins whose rounds have no hours
A_DAY = timedelta(days=1)
BEFORE_THE_FIRST = timedelta(hours=6)  # Ruling: for how long before its first round an evening releases places


def moment_at(day: date, hour: time, second: bool = False) -> datetime:
    """Return the moment at which the venue's clock shows an hour on a day, in UTC.

    Ruling, as calendars have it (RFC 5545, 3.3.5): an hour that the clock skips is reckoned from before the change,
    so that 2:30 is what the clock then calls 3:30; of an hour that comes twice the first counts, or the `second`.
    """
    local = timezone.make_aware(datetime.combine(day, hour.replace(tzinfo=None, fold=0)))
    return local.replace(fold=int(second and comes_twice(local))).astimezone(UTC)


def comes_twice(local: datetime) -> bool:
    """Return whether the clocks show this local time twice, because they are put back."""
    first, second = (local.replace(fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second


def time_until(earlier: time, later: time) -> timedelta:
    """Return how long after one hour the clock next shows another: from nothing to just under a day."""
    faces = [datetime.combine(date.min, hour.replace(tzinfo=None)) for hour in (earlier, later)]
    return (faces[1] - faces[0]) % A_DAY
