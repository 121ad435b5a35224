"""The clock on the venue's wall: every hour is read and shown in its time zone, whoever chose it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import tzlocal
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games.models import Event, GameSession, Round, today
from moderation.events import guests
from moderation.events.live_board import render, view_model
from moderation.models import Guest, SignUp, Venue
from moderation.play.rendering.render import Viewer
from moderation.statistics.finished_games import filter_season
from moderation.tables.event_choice import find_current_evening
from moderation.web import time_zone
from moderation.web.configuration_error import NotReadable
from moderation.web.time_zone import read_time_zone
from moderation.web.venue_time import choose_zone, find_server_zone, in_venue_zone, read_zone
from qa.serving import ROOT
from tests.moderation.clients import opens, said_in, text

pytestmark = pytest.mark.django_db
ZONES = ("Europe/Paris", "America/New_York", "Pacific/Auckland", "Asia/Kolkata", "UTC")
DAY = date(2026, 7, 14)


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest) -> ZoneInfo:
    choose_zone(request.param)
    return ZoneInfo(request.param)


@pytest.fixture
def evening() -> Event:
    event = Event.objects.create(name="Escale", date=DAY)
    Round.objects.create(event=event, name="1", begins=time(20), ends=time(22))
    return event


def stop_clock(monkeypatch: pytest.MonkeyPatch, local: datetime) -> None:
    """Let it be this moment for every clock of the server."""
    moment = local.astimezone(UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    monkeypatch.setattr("games.server_clock.now", lambda: moment)


def saves_list(host: Client, event: Event, release: str) -> str:
    fields = {"capacity": "1", "open": "on", "release": release}
    return text(host.post(reverse("door_list", args=[event.pk]), fields, follow=True))


def calendar_of(event: Event) -> Any:
    answer = Client().get(reverse("guest_calendar", args=[guests.open_list(event).key]))
    return Calendar.from_ical(answer.content)


def test_a_written_hour_is_local_time_and_right_in_calendars(host: Client, evening: Event, zone: ZoneInfo) -> None:
    calendar = calendar_of(evening)
    (entry,) = calendar.walk("VEVENT")
    assert entry["DTSTART"].dt.astimezone(UTC) == datetime(2026, 7, 14, 20, tzinfo=zone).astimezone(UTC)
    assert entry["DTEND"].dt - entry["DTSTART"].dt == timedelta(hours=2)
    if zone.key != "UTC":  # a phone elsewhere is told the zone, and when it changes its clocks
        assert entry["DTSTART"].params["TZID"] == zone.key == entry["DTEND"].params["TZID"]
        assert [one["TZID"] for one in calendar.walk("VTIMEZONE")] == [zone.key]
        assert entry["DTSTART"].to_ical() == b"20260714T200000"


def test_places_are_released_at_the_local_hour(
    host: Client, evening: Event, zone: ZoneInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = guests.open_list(evening)
    SignUp.objects.update(capacity=1)
    for name in ("Ana", "Bob"):
        Client().post(reverse("sign_up", args=[opened.key]), {"name": name}, follow=True)
    stop_clock(monkeypatch, datetime(2026, 7, 14, 18, tzinfo=zone))
    assert "8 p.m." in saves_list(host, evening, "20:00")
    assert 'value="20:00"' in text(host.get(reverse("door", args=[evening.pk])))
    stop_clock(monkeypatch, datetime(2026, 7, 14, 19, 59, tzinfo=zone))
    host.get(reverse("door", args=[evening.pk]))
    assert not Guest.objects.exclude(released=None).exists()
    stop_clock(monkeypatch, datetime(2026, 7, 14, 20, tzinfo=zone))
    host.get(reverse("door", args=[evening.pk]))
    assert Guest.objects.exclude(released=None).get().name == "Ana"


def test_every_page_shows_the_time_on_the_wall(
    host: Client, evening: Event, zone: ZoneInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opens(host, event=str(evening.pk))
    at = datetime(2026, 7, 14, 21, 34, tzinfo=zone)
    stop_clock(monkeypatch, at)
    host.post(reverse("desk_help", args=[session.code]), {"wanted": "1"})
    session.organiser_contact.refresh_from_db()
    assert session.organiser_contact.help_asked_at is not None
    assert "21:34" in said_in(text(host.get(reverse("hall", args=[evening.pk]))), "asked-at")
    assert "21:34" in text(host.get(reverse("desk", args=[session.code])))
    opened = guests.open_list(evening)
    SignUp.objects.update(hall=True)
    assert "21:34" in text(Client().get(reverse("hall_screen", args=[opened.key])))
    watching = Viewer(render.SCREEN, "en")
    pushed = render.render_viewers(evening.pk, {watching})[watching]  # to sockets, outside of any request
    assert pushed and "21:34" in pushed.html
    shown = said_in(text(host.get(reverse("events"))), "venue-time")
    assert "21:34" in shown and zone.key in shown
    assert "21:34" in said_in(text(host.get(reverse("start"), headers={"host": "localhost"})), "venue-time")
    assert zone.key in text(host.get(reverse("server_status")))


def test_today_is_the_day_at_the_venue(host: Client, zone: ZoneInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    for hour, minute in ((0, 10), (23, 50)):
        stop_clock(monkeypatch, datetime(2026, 7, 14, hour, minute, tzinfo=zone))
        assert in_venue_zone(today)() == DAY
        host.post(reverse("events"), {"name": f"At {hour}"})
        assert Event.objects.get(name=f"At {hour}").date == DAY


def test_a_zone_chosen_by_hosts_applies_everywhere_keeping_local_hours(
    host: Client, evening: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_clock(monkeypatch, datetime(2026, 7, 14, 12, tzinfo=UTC))
    saves_list(host, evening, "20:30")
    for name, there in (("Europe/Paris", 14), ("America/New_York", 8)):
        answer = host.post(reverse("venue_zone"), {"zone": name}, follow=True)
        assert f"{there:02}:00" in said_in(text(answer), "venue-time")
        release = SignUp.objects.get().release
        assert release and release.astimezone(ZoneInfo(name)) == datetime(2026, 7, 14, 20, 30, tzinfo=ZoneInfo(name))
    Venue.objects.update(zone="Asia/Kolkata")  # as another process of the server does
    assert "17:30" in said_in(text(host.get(reverse("events"))), "venue-time")
    Venue.objects.update(zone="America/New_York")
    host.post(reverse("venue_zone"), {"zone": ""})
    assert not Venue.objects.exists() and read_zone().key == "UTC"
    assert SignUp.objects.get().release == datetime(2026, 7, 14, 20, 30, tzinfo=UTC)


@pytest.mark.parametrize("name", ["Europe/Nowhere", "../etc/passwd", "x" * 300, "Europe/Paris\x00", "/etc/localtime"])
def test_an_unknown_zone_is_refused_and_changes_nothing(host: Client, name: str) -> None:
    choose_zone("Europe/Paris")
    answer = host.post(reverse("venue_zone"), {"zone": name})
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert read_zone().key == "Europe/Paris"


def test_only_the_host_sets_the_clock() -> None:
    assert Client().get(reverse("venue_zone")).status_code == 404
    assert Client().post(reverse("venue_zone"), {"zone": "Europe/Paris"}).status_code == 404
    assert not Venue.objects.exists()


def test_a_stored_unknown_zone_falls_back_to_the_server_zone() -> None:
    Venue.objects.create(zone="Europe/Atlantis")
    assert read_zone().key == find_server_zone() == "UTC"


def test_a_release_goes_with_its_evening_to_another_day(host: Client, evening: Event) -> None:
    choose_zone("Europe/Paris")
    Event.objects.filter(pk=evening.pk).update(date=date(2099, 10, 24))
    saves_list(host, Event.objects.get(pk=evening.pk), "00:30")
    paris = ZoneInfo("Europe/Paris")
    assert SignUp.objects.get().release == datetime(2099, 10, 25, 0, 30, tzinfo=paris).astimezone(UTC)
    fields = {"name": "Escale", "date": "2099-11-07", "round0-name": "1", "round0-begins": "20:00"}
    assert host.post(reverse("event_edit", args=[evening.pk]), fields).status_code == 302
    assert SignUp.objects.get().release == datetime(2099, 11, 8, 0, 30, tzinfo=paris).astimezone(UTC)


def test_a_game_counts_on_the_local_day_of_its_end(host: Client, zone: ZoneInfo) -> None:
    ended = datetime(2026, 7, 14, 23, 40, tzinfo=zone)
    GameSession.objects.create(code="BFHJ", game="sporz", stage="over", ended=ended)

    def counted_on(day: str) -> int:
        asked = date.fromisoformat(day)
        return in_venue_zone(lambda: filter_season(GameSession.objects.all(), asked, asked).count())()

    assert [counted_on(day) for day in ("2026-07-13", "2026-07-14", "2026-07-15")] == [0, 1, 0]


# What an evening through the night of the change is in a calendar


def test_a_calendar_has_clock_changes_and_real_durations(evening: Event) -> None:
    choose_zone("Europe/Paris")
    Event.objects.update(date=date(2026, 10, 24))
    Round.objects.update(begins=time(22), ends=time(4))
    (entry,) = calendar_of(evening).walk("VEVENT")
    begins, ends = (entry[name].dt.astimezone(UTC) for name in ("DTSTART", "DTEND"))
    assert (begins.hour, ends.hour, ends - begins) == (20, 3, timedelta(hours=7))
    Round.objects.create(event=evening, name="2", begins=time(2, 45), ends=time(2, 15))  # the second 2:15
    Round.objects.filter(name="1").update(ends=time(2, 30))
    (entry,) = calendar_of(evening).walk("VEVENT")
    assert entry["DTEND"].to_ical() == b"20261025T011500Z"  # an hour that comes twice is said in UTC


# The evening that is proposed


@pytest.mark.parametrize(
    ("hour", "proposed"),
    [
        ((14, 8, 0), "Brunch"),
        ((14, 9, 30), "Brunch"),
        ((14, 16, 0), "Escale"),
        ((14, 21, 0), "Escale"),
        ((15, 0, 30), "Escale"),
        ((15, 2, 30), "Escale"),
        ((15, 5, 0), "Tomorrow"),
        ((15, 23, 0), "Tomorrow"),
        ((16, 0, 30), "Tomorrow"),
        ((16, 12, 0), None),
    ],
    ids=str,
)
def test_the_evening_in_progress_is_proposed_after_midnight_too(
    host: Client, zone: ZoneInfo, monkeypatch: pytest.MonkeyPatch, hour: tuple[int, int, int], proposed: str | None
) -> None:
    for name, day, begins, ends in (
        ("Brunch", 14, time(9), time(11, 30)),
        ("Escale", 14, time(20), time(0, 15)),
        ("Tomorrow", 15, time(20), None),
        ("In November", 28, time(20), None),
    ):
        event = Event.objects.create(name=name, date=date(2026, 7, day))
        Round.objects.create(event=event, name="1", begins=begins, ends=ends)
    stop_clock(monkeypatch, datetime(2026, 7, *hour, tzinfo=zone))
    found = in_venue_zone(find_current_evening)()
    assert (found.name if found else None) == proposed
    page = text(host.get(reverse("create"), {"game": "sporz"}))
    offered = page.partition('name="event"')[2].partition("</select>")[0]
    chosen = re.findall(r'<option value="(\d*)" selected', offered)
    assert chosen == [str(found.pk) if found else ""]
    assert not GameSession.objects.exists()


# The zone of the server


def test_the_zone_comes_from_the_setting_or_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: "Pacific/Auckland")
    assert read_time_zone("Europe/Paris") == "Europe/Paris"
    assert read_time_zone("") == "Pacific/Auckland"
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: None)
    assert read_time_zone("") == time_zone.UNKNOWN

    def contradicts_itself() -> str:
        raise LookupError

    monkeypatch.setattr(tzlocal, "get_localzone_name", contradicts_itself)
    assert read_time_zone("") == time_zone.UNKNOWN


@pytest.mark.parametrize("name", ["Paris", "Europe/", "/etc/localtime", "../Europe/Paris", "Europe/Paris\x00"])
def test_a_server_does_not_start_with_an_invalid_zone(name: str) -> None:
    with pytest.raises(NotReadable, match="TIME_ZONE"):
        read_time_zone(name)


@pytest.mark.parametrize(("named", "zone"), [("Asia/Kolkata", "Asia/Kolkata"), ("", "America/New_York")])
def test_settings_use_the_zone_of_environment_or_machine(tmp_path: Path, named: str, zone: str) -> None:
    env = {**os.environ, "VEILLEUR_DATA": str(tmp_path), "TIME_ZONE": named, "TZ": "America/New_York"}
    asked = "from moderation.project import settings; print(settings.TIME_ZONE)"
    said = subprocess.check_output([sys.executable, "-c", asked], cwd=ROOT, env=env, text=True)
    assert said.strip() == zone


def test_the_hall_shows_moments_by_the_clock_that_is_active(zone: ZoneInfo) -> None:
    with timezone.override(read_zone()):
        assert view_model.to_local(datetime(2026, 7, 14, 20, 30, tzinfo=zone)) == "20:30"
