"""The event that a table belongs to, and the round and place in the hall of a new table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.hours import A_DAY, DAWN, moment_at
from games.models import Event, GameSession
from moderation.web.forms import Choice

LATEST = 20  # events that a new table can belong to
OVERTIME = timedelta(hours=3)  # Ruling: how long after its last hour an event is in progress
OVERTIME_WITHOUT_END = timedelta(hours=12)  # the same after the last beginning, where no end is given


def find_current_evening() -> Event | None:
    """Return the event in progress, or else the next one of today, by the clock of the venue.

    After midnight, it is the event that began the day before, for as long as its hours say.
    """
    now, today = timezone.now(), timezone.localdate()
    found = Event.objects.filter(closed=None, archived=False, date__in=(today - A_DAY, today))
    spans = [(*find_hours(one), one) for one in found.prefetch_related("rounds")]
    going = [(begins, one) for begins, ends, one in spans if begins <= now < ends]
    coming = [(begins, one) for begins, _ends, one in spans if begins > now]
    if going:
        return max(going, key=itemgetter(0))[1]
    return min(coming, key=itemgetter(0))[1] if coming else None


def find_hours(event: Event) -> tuple[datetime, datetime]:
    """Return the times between which an event counts as in progress.

    If no round has an hour, that is a day from dawn.
    """
    rounds = list(event.rounds.all())
    begins = [moment for one in rounds if (moment := one.begins_at())]
    if not begins:
        return moment_at(event.date, DAWN), moment_at(event.date + A_DAY, DAWN)
    ends = [moment for one in rounds if (moment := one.ends_at())]
    last = max([*begins, *ends])
    return min(begins), last + (OVERTIME if last in ends else OVERTIME_WITHOUT_END)


def list_evenings(chosen: str = "") -> list[tuple[str, str]]:
    """Return the open events that a table can belong to, and the `chosen` one (its number)."""
    listed = [(str(evening.pk), evening.name) for evening in Event.objects.filter(closed=None)[:LATEST]]
    if chosen.isascii() and chosen.isdigit() and chosen not in dict(listed):
        listed += [(chosen, evening.name) for evening in Event.objects.filter(pk=chosen[:18])]
    return listed


def list_open_evenings(chosen: str = "") -> list[tuple[str, str]]:
    """Return the events for a table that is opened now. A closed event gets no new table."""
    listed = list_evenings(chosen)
    shut = set(
        Event.objects.filter(pk__in=[number for number, _name in listed]).exclude(closed=None).values_list("pk")
    )
    return [(number, name) for number, name in listed if (int(number),) not in shut]


def build_evening_field(listed: Sequence[tuple[str, str]], wrong: str = "") -> Choice:
    """Return the field for the event of a table. `wrong` is the error for any other choice."""
    offered = [("", _("No, a table by itself")), *listed]
    return Choice(offered, wrong or _("That evening does not exist."), required=False, label=_("Part of an evening"))


def find_next_place(event_id: str | None) -> dict[str, Any]:
    """Return the columns that place the next table of this event.

    The round is that of the latest table, at first the first one. The place is the first free one in that round.
    """
    event = Event.objects.filter(pk=event_id).first() if event_id else None
    if event is None:
        return {}
    latest = GameSession.objects.filter(event=event).exclude(round=None).first()
    now = latest.round_id if latest else event.rounds.values_list("pk", flat=True).first()
    taken = set(GameSession.objects.filter(event=event, round=now, closed=None).values_list("spot", flat=True))
    return {"round_id": now, "spot": next((spot for spot in event.spots if spot not in taken), "")}
