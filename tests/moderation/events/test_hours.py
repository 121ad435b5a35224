"""Hours of an evening: to which day each belongs, in five zones, and through the nights when clocks change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.models import Event, Round
from moderation.events.seating import service
from moderation.models import Guest

pytestmark = pytest.mark.django_db
ZONES = ("Europe/Paris", "America/New_York", "Pacific/Auckland", "Asia/Kolkata", "UTC")
SUMMER, WINTER = date(2026, 7, 14), date(2026, 11, 28)
BACK, FORWARD = date(2026, 10, 24), date(2026, 3, 28)  # evenings during whose nights Paris changes its clocks
HALF = timedelta(minutes=30)


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest) -> Iterator[ZoneInfo]:
    found = ZoneInfo(request.param)
    with timezone.override(found):
        yield found


@pytest.fixture
def paris() -> Iterator[ZoneInfo]:
    with timezone.override(found := ZoneInfo("Europe/Paris")):
        yield found


def evening_of(day: date, *hours: tuple[time | None, time | None]) -> tuple[Event, list[Round]]:
    event = Event.objects.create(name="Brunch", date=day)
    rounds = [Round.objects.create(event=event, name=f"{one}", begins=a, ends=b) for one, (a, b) in enumerate(hours)]
    return event, rounds


def after(hour: time, span: timedelta) -> time:
    """What the clock shows so long after an hour, or before it."""
    return (datetime.combine(SUMMER, hour) + span).time()


def local(day: date, hour: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, hour, zone).astimezone(UTC)


@pytest.mark.parametrize("day", [SUMMER, WINTER], ids=str)
def test_hours_before_the_first_belong_to_the_next_day(zone: ZoneInfo, day: date) -> None:
    """The whole clock, around every hour at which an evening may begin."""
    for first in (time(hour, 15) for hour in range(24)):
        hours = (first, after(first, 3 * HALF)), (after(first, 5 * HALF), after(first, 9 * HALF))
        event, (one, two) = evening_of(day, *hours)
        prefetch_related_objects([event], "rounds")
        begins = local(day, first, zone)
        assert one.begins_at() == begins
        assert (one.ends_at(), two.begins_at(), two.ends_at()) == tuple(begins + HALF * n for n in (3, 5, 9))
        for step in range(48):
            assert event.find_moment(after(first, HALF * step)) == begins + HALF * step
        earlier = after(first, -HALF)
        assert event.find_moment(earlier) == local(day + timedelta(days=first > time(0, 30)), earlier, zone)
        for step in range(-12, 13):  # places are released while people arrive
            assert event.find_release(after(first, HALF * step)) == begins + HALF * step
        leaving = [Guest(until=after(first, HALF * step)) for step in (2, 3, 12)]
        assert [service.leaves_early(one, guest) for guest in leaving] == [True, False, False]
        assert [service.leaves_early(two, guest) for guest in leaving] == [True, True, False]


def test_noon_is_no_border(zone: ZoneInfo) -> None:
    _event, (one,) = evening_of(SUMMER, (time(9), time(11, 30)))
    assert (one.begins_at(), one.ends_at()) == (local(SUMMER, time(9), zone), local(SUMMER, time(11, 30), zone))
    _event, (first, last) = evening_of(SUMMER, (time(10), time(14)), (time(14), time(18)))
    assert (first.begins_at(), last.ends_at()) == (local(SUMMER, time(10), zone), local(SUMMER, time(18), zone))


def test_an_evening_without_hours_begins_in_the_early_morning(zone: ZoneInfo) -> None:
    event, _rounds = evening_of(SUMMER, (None, None))
    assert event.find_moment(time(9)) == event.find_release(time(9)) == local(SUMMER, time(9), zone)
    assert (
        event.find_moment(time(0, 30))
        == event.find_release(time(0, 30))
        == local(WINTER.replace(month=7, day=15), time(0, 30), zone)
    )
    assert event.find_moment(None) is None and event.find_release(None) is None


def test_an_evening_uses_the_clock_of_its_own_month(paris: ZoneInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 20, 18, tzinfo=UTC))
    event, (one,) = evening_of(date(2026, 11, 7), (time(20), time(22)))
    assert one.begins_at() == datetime(2026, 11, 7, 19, tzinfo=UTC)  # in October eight would be 18 hours UTC
    assert event.find_release(time(20, 30)) == datetime(2026, 11, 7, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize("day", [date(2026, 10, 24) + timedelta(days=n) for n in range(3)], ids=str)
def test_a_round_across_a_clock_change_has_its_real_length(paris: ZoneInfo, day: date) -> None:
    _event, (one, late) = evening_of(day, (time(22), time(4)), (time(4), time(4, 30)))
    begins, ends = one.begins_at(), one.ends_at()
    assert begins and ends
    assert ends - begins == timedelta(hours=7 if day == BACK else 6)
    assert late.begins_at() == ends


def test_an_ambiguous_hour_is_the_first_unless_before_the_start(
    paris: ZoneInfo,
) -> None:
    event, (one, two) = evening_of(BACK, (time(22), time(2, 30)), (time(2, 45), time(2, 15)))
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert event.find_moment(time(2, 30)) == one.ends_at() == first
    assert two.begins_at() == first + timedelta(minutes=15)
    assert two.ends_at() == first + timedelta(minutes=45)  # at the second 2:15, half an hour later
    assert service.leaves_early(one, Guest(until=time(2, 15))) is True


def test_a_skipped_hour_is_read_with_the_old_offset(paris: ZoneInfo) -> None:
    event, (one,) = evening_of(FORWARD, (time(22), time(2, 30)))
    assert (
        one.ends_at()
        == event.find_moment(time(2, 30))
        == event.find_moment(time(3, 30))
        == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    )
    assert timezone.localtime(one.ends_at()).time() == time(3, 30)
