"""Exports of an event: its tables and guests as CSV, its date and hours as iCalendar.

A file has what its page shows to the same reader, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET
from icalendar import Calendar
from icalendar import Event as Entry

from games.models import Event, GameSession
from moderation.access import qr
from moderation.access.guards import for_organiser
from moderation.events import guests, results
from moderation.events.evening_games import list_evening_games
from moderation.events.guests import GuestStatus
from moderation.models import SignUp
from moderation.statistics import exports
from moderation.web.venue_time import in_venue_zone

MOST_EVENINGS = 400  # in one calendar, the latest ones
A_YEAR = timedelta(days=366)  # how far before and after its events a calendar has the clock changes


@require_GET
@for_organiser
def results_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the tables of an event as CSV, as its page lists them."""
    evening = get_object_or_404(Event, pk=event_id)
    games = list(evening.games.select_related("round").defer(*GameSession.LONG))
    shown = results.list_results(request, games)
    head = (
        _("Round"),
        pgettext("in the hall", "Place"),
        _("Table"),
        _("Game"),
        _("State"),
        _("Players"),
        _("Outcome"),
        _("Who has won"),
    )
    rows = [
        (
            game.round.name if game.round else "",
            one.spot,
            one.code,
            one.game,
            one.stage if one.open or one.outcome else pgettext("a table", "closed"),
            ", ".join(one.seats),
            one.outcome,
            ", ".join(one.winners),
        )
        for game, one in zip(games, shown, strict=True)
    ]
    return exports.build_csv("-".join([evening.name, _("results")]), head, rows)


@require_GET
@for_organiser
def guests_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the guest list of an event as CSV, in the order of sign-up."""
    evening = get_object_or_404(Event, pk=event_id)
    opened = SignUp.objects.filter(event=evening).first()
    if opened:
        guests.release_if_due(opened)
    stands = {
        GuestStatus.HERE: _("There"),
        GuestStatus.BOOKED: _("expected"),
        GuestStatus.WAITING: _("waits"),
        GuestStatus.RELEASED: _("released"),
        GuestStatus.LEFT: _("gone home"),
        GuestStatus.CANCELLED: _("does not come"),
    }
    games = list_evening_games(evening)
    head = (
        *(_("Name"), _("State"), _("Games you would like"), _("I would run a table"), _("It is my first time")),
        *(_("With whom you would like to play"), _("You have to leave at")),
    )
    rows = [
        (
            one.guest.name,
            stands[one.place],
            ", ".join(games[slug].name for slug in one.guest.games if slug in games),
            _("yes") if one.guest.moderates else "",
            _("yes") if one.guest.first else "",
            one.guest.friends,
            f"{one.guest.until:%H:%M}" if one.guest.until else "",
        )
        for one in guests.list_guests(evening)
        if one.place in stands
    ]
    return exports.build_csv("-".join([evening.name, _("guests")]), head, rows)


@require_GET
@for_organiser
def calendar_file(request: HttpRequest) -> HttpResponse:
    """Return the events that are not archived as a calendar."""
    evenings = Event.objects.filter(archived=False).select_related("sign_up").prefetch_related("rounds")
    return _build_calendar(request, evenings[:MOST_EVENINGS], "veilleur")


@require_GET
@in_venue_zone
def guest_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return one event as a calendar, for everybody who has its public address."""
    opened = get_object_or_404(SignUp.objects.select_related("event").prefetch_related("event__rounds"), key=key)
    return _build_calendar(request, [opened.event], slugify(opened.event.name))


def _build_calendar(request: HttpRequest, evenings: Iterable[Event], name: str) -> HttpResponse:
    calendar = Calendar()
    calendar.add("prodid", "-//Veilleur//evenings//")
    calendar.add("version", "2.0")
    evenings = list(evenings)
    for evening in evenings:
        calendar.add_component(_build_entry(request, evening))
    if evenings:
        days = [evening.date for evening in evenings]
        calendar.add_missing_timezones(min(days) - A_YEAR, max(days) + A_YEAR)
    return exports.build_download(calendar.to_ical(), "text/calendar; charset=utf-8", f"{name or 'veilleur'}.ics")


def _build_entry(request: HttpRequest, evening: Event) -> Entry:
    """Build the calendar entry of an event.

    It lasts from the first hour of its rounds to the last, in the venue's zone. If no round has an hour, it lasts the
    whole day. Ruling: an event without a last hour lasts until one hour after the last hour that is known.
    """
    rounds = list(evening.rounds.all())
    begins = [moment for one in rounds if (moment := one.begins_at())]
    ends = [moment for one in rounds if (moment := one.ends_at())]
    entry = Entry()
    entry.add("uid", f"{evening.created:%Y%m%dT%H%M%S%f}-{evening.pk}@veilleur")
    entry.add("dtstamp", timezone.now().astimezone(UTC))
    entry.add("summary", evening.name)
    if begins:
        last = max([*begins, *ends])
        entry.add("dtstart", _to_venue_zone(min(begins)))
        entry.add("dtend", _to_venue_zone(last if last in ends else last + timedelta(hours=1)))
    else:
        entry.add("dtstart", evening.date)
        entry.add("dtend", evening.date + timedelta(days=1))
    if evening.place:
        entry.add("location", evening.place)
    if opened := getattr(evening, "sign_up", None):
        entry.add("url", qr.build_server_address(request) + reverse("sign_up", args=[opened.key]))
    return entry


def _to_venue_zone(moment: datetime) -> datetime:
    """Return a moment in the venue's zone.

    It is in UTC if the clock shows that hour for the second time, because no file can express that.
    """
    local = timezone.localtime(moment)
    return local if not local.fold else moment
