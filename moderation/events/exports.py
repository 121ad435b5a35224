"""An evening outside the house: its tables and its guests as CSV, its date and hours as iCalendar.

A file says what its page shows to the same reader, and nothing else.
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
from moderation.events.guests import GuestStatus
from moderation.models import SignUp
from moderation.statistics import exports
from moderation.web.kits import playable_kits
from moderation.web.venue_time import in_venue_zone

MOST_EVENINGS = 400  # of one calendar, the latest ones
A_YEAR = timedelta(days=366)  # for how long before and after its evenings a calendar knows when clocks change


@require_GET
@for_organiser
def results_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tables of an evening, as its page lists them, as CSV."""
    evening = get_object_or_404(Event, pk=event_id)
    games = list(evening.games.select_related("round").defer(*GameSession.LONG))
    shown = results.of_games(request, games)
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
    return exports.sheet("-".join([evening.name, _("results")]), head, rows)


@require_GET
@for_organiser
def guests_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """The list at the door of an evening as CSV, in the order in which people came onto it."""
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
    kits = playable_kits()
    head = (
        *(_("Name"), _("State"), _("Games you would like"), _("I would run a table"), _("It is my first time")),
        *(_("With whom you would like to play"), _("You have to leave at")),
    )
    rows = [
        (
            one.guest.name,
            stands[one.place],
            ", ".join(str(kits[slug].words.NAME) for slug in one.guest.games if slug in kits),
            _("yes") if one.guest.moderates else "",
            _("yes") if one.guest.first else "",
            one.guest.friends,
            f"{one.guest.until:%H:%M}" if one.guest.until else "",
        )
        for one in guests.listed(evening, opened.capacity if opened else None)
        if one.place in stands
    ]
    return exports.sheet("-".join([evening.name, _("guests")]), head, rows)


@require_GET
@for_organiser
def calendar_file(request: HttpRequest) -> HttpResponse:
    """The evenings that were not put away, as a calendar."""
    evenings = Event.objects.filter(archived=False).select_related("sign_up").prefetch_related("rounds")
    return _calendar(request, evenings[:MOST_EVENINGS], "veilleur")


@require_GET
@in_venue_zone
def guest_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """One evening for the calendar of whoever has its public address."""
    opened = get_object_or_404(SignUp.objects.select_related("event").prefetch_related("event__rounds"), key=key)
    return _calendar(request, [opened.event], slugify(opened.event.name))


def _calendar(request: HttpRequest, evenings: Iterable[Event], name: str) -> HttpResponse:
    calendar = Calendar()
    calendar.add("prodid", "-//Veilleur//evenings//")
    calendar.add("version", "2.0")
    evenings = list(evenings)
    for evening in evenings:
        calendar.add_component(_entry(request, evening))
    if evenings:
        days = [evening.date for evening in evenings]
        calendar.add_missing_timezones(min(days) - A_YEAR, max(days) + A_YEAR)
    return exports.file(calendar.to_ical(), "text/calendar; charset=utf-8", f"{name or 'veilleur'}.ics")


def _entry(request: HttpRequest, evening: Event) -> Entry:
    """From the first hour of its rounds to the last, with the venue's zone; the whole day where no round has any.

    Ruling: an evening whose last hour is not said lasts until an hour after the last that is.
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
        entry.add("dtstart", _local(min(begins)))
        entry.add("dtend", _local(last if last in ends else last + timedelta(hours=1)))
    else:
        entry.add("dtstart", evening.date)
        entry.add("dtend", evening.date + timedelta(days=1))
    if evening.place:
        entry.add("location", evening.place)
    if opened := getattr(evening, "sign_up", None):
        entry.add("url", qr.address(request) + reverse("sign_up", args=[opened.key]))
    return entry


def _local(moment: datetime) -> datetime:
    """A moment by the venue's clock; in UTC where that shows the hour for the second time, which no file can say."""
    local = timezone.localtime(moment)
    return local if not local.fold else moment
