"""Conversion of local hours to moments: the day of an hour, and changes of the clocks.

Moments are returned in UTC. Python compares two local times of one zone without their offsets.
Across a change of the clocks such a difference is an hour off, and the later time can compare as the earlier.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAWN = time(5)  # Ruling: when the day of an evening begins, if its rounds have no hours
A_DAY = timedelta(days=1)
BEFORE_THE_FIRST = timedelta(hours=6)  # Ruling: how long before its first round an evening releases places


def moment_at(day: date, hour: time, second: bool = False) -> datetime:
    """Return the moment at which the venue's clock shows an hour on a day, in UTC.

    Ruling, as calendars have it (RFC 5545, 3.3.5): an hour that the clock skips is computed from before the change.
    So 2:30 is what the clock then calls 3:30. Of an hour that comes twice the first counts, or the `second`.
    """
    local = timezone.make_aware(datetime.combine(day, hour.replace(tzinfo=None, fold=0)))
    return local.replace(fold=int(second and is_ambiguous(local))).astimezone(UTC)


def is_ambiguous(local: datetime) -> bool:
    """Return whether the clocks show this local time twice, because they are put back."""
    first, second = (local.replace(fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second


def time_until(earlier: time, later: time) -> timedelta:
    """Return how long after one hour the clock next shows another: less than a day.

    It is zero for the same hour.
    """
    faces = [datetime.combine(date.min, hour.replace(tzinfo=None)) for hour in (earlier, later)]
    return (faces[1] - faces[0]) % A_DAY
