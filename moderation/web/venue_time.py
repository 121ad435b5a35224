"""The time zone of the venue, which the host chooses: hours are read and shown in it.

The choice is a row that every page with hours reads, so all processes of a server agree at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, wraps
from typing import ParamSpec, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.utils import timezone

from games import hours
from moderation.models import SignUp, Venue
from moderation.web.time_zone import is_zone

ONLY = 1  # there is one row
Args = ParamSpec("Args")
Result = TypeVar("Result")


@dataclass(frozen=True)
class VenueClock:
    """The time zone and the present time as organisers see them."""

    zone: str
    now: datetime


@cache
def list_zones() -> tuple[str, ...]:
    """Return the names of the time zones that are listed for a host: places, and UTC."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return (*sorted(places), "UTC")


def may_choose(name: str) -> bool:
    """Return whether a host can choose this zone.

    It may be one of the list, or another name that a browser reports.
    """
    return name in available_timezones()


def read_choice() -> str:
    """Return the name of the time zone that the host has chosen; empty: none."""
    return Venue.objects.values_list("zone", flat=True).first() or ""


def read_zone() -> ZoneInfo:
    """Return the time zone of the venue: the host's choice, or else that of the server."""
    chosen = read_choice()
    return ZoneInfo(chosen if is_zone(chosen) else find_server_zone())


def find_server_zone() -> str:
    """Return the name of the zone that applies where the host has chosen none."""
    return timezone.get_default_timezone_name()


def in_venue_zone(work: Callable[Args, Result]) -> Callable[Args, Result]:
    """Decorate a function so that it reads and shows hours in the time zone of the venue."""

    @wraps(work)
    def timed(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        with timezone.override(read_zone()):
            return work(*args, **kwargs)

    return timed


def get_active_clock() -> VenueClock:
    """Return the clock of the page that is being built. Runs no database query."""
    return VenueClock(timezone.get_current_timezone_name(), timezone.localtime())


def choose_zone(name: str) -> None:
    """Set the time zone of the venue; empty: that of the server.

    Hours that were set keep their digits. A release of places is stored as a moment, but was entered as an hour. So
    it moves to the same hour in the new zone.
    """
    with transaction.atomic():
        before = read_zone()
        if name:
            Venue.objects.update_or_create(pk=ONLY, defaults={"zone": name})
        else:
            Venue.objects.all().delete()
        with timezone.override(read_zone()):
            for opened in SignUp.objects.select_for_update().exclude(release=None):
                assert opened.release is not None
                shown = opened.release.astimezone(before)
                moved = hours.moment_at(shown.date(), shown.time(), second=bool(shown.fold))
                SignUp.objects.filter(pk=opened.pk).update(release=moved)
