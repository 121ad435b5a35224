"""The evening that a table is a part of: which it can be, and in which round and where in the hall a new one is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.models import Event, GameSession
from moderation.table.fields import Choice

LATEST = 20  # evenings that a new table can be a part of


def evenings(chosen: str = "") -> list[tuple[str, str]]:
    """The evenings that a table can be a part of: the latest open ones, and the one that is `chosen` (its number)."""
    listed = [(str(evening.pk), evening.name) for evening in Event.objects.filter(closed=None)[:LATEST]]
    if chosen.isascii() and chosen.isdigit() and chosen not in dict(listed):
        listed += [(chosen, evening.name) for evening in Event.objects.filter(pk=chosen[:18])]
    return listed


def open_evenings(chosen: str = "") -> list[tuple[str, str]]:
    """The same for a table that is opened now: an evening that is closed gets no table any more."""
    listed = evenings(chosen)
    shut = set(
        Event.objects.filter(pk__in=[number for number, _name in listed]).exclude(closed=None).values_list("pk")
    )
    return [(number, name) for number, name in listed if (int(number),) not in shut]


def evening_field(listed: Sequence[tuple[str, str]], wrong: str = "") -> Choice:
    """The evening that a table is a part of, one of these or none; `wrong` refuses every other."""
    offered = [("", _("No, a table by itself")), *listed]
    return Choice(offered, wrong or _("That evening does not exist."), required=False, label=_("Part of an evening"))


def place_of_next(event_id: str | None) -> dict[str, Any]:
    """The columns that say where the next table of this evening belongs.

    The round of its latest table, at first the first; the first place in the hall at which no table of that round is.
    """
    event = Event.objects.filter(pk=event_id).first() if event_id else None
    if event is None:
        return {}
    latest = GameSession.objects.filter(event=event).exclude(round=None).first()
    now = latest.round_id if latest else event.rounds.values_list("pk", flat=True).first()
    taken = set(GameSession.objects.filter(event=event, round=now, closed=None).values_list("spot", flat=True))
    return {"round_id": now, "spot": next((spot for spot in event.spots if spot not in taken), "")}
