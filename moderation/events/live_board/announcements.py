"""Announcements by organisers to the tables of an event. Each table stores its own copy."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games import journal
from games.models import Event, GameSession
from moderation.models import Announcement
from moderation.play.projections import announcements


def announce(event: Event, text: str, usual: str, tables: Sequence[str], minutes: int) -> Announcement:
    """Announce a text or a usual sentence for some minutes, to the tables with these codes.

    Without codes it goes to all tables.
    """
    now = announcements.now()
    until = now + timedelta(minutes=minutes)
    made = Announcement.objects.create(
        event=event, text=text, usual=usual, tables=list(tables), said=now, until=until
    )
    one = announcements.build_stored(made.pk, text, usual, until)
    for session_id in _list_open_tables(event, tables):
        # In secret: otherwise phones would learn between two broadcasts of an action in a call (SECRECY 29).
        with journal.edit_session(session_id, in_secret=True) as fresh:
            contact = fresh.organiser_contact
            contact.change(announcements=announcements.add_announcement(contact.announcements, one, now))
    return made


def take_back(made: Announcement) -> None:
    """End an announcement before its time, at all its tables."""
    now = announcements.now()
    Announcement.objects.filter(pk=made.pk, until__gt=now).update(until=now)
    for session_id in _list_open_tables(made.event, made.tables):
        with journal.edit_session(session_id, in_secret=True) as fresh:
            before = fresh.organiser_contact.announcements
            fresh.organiser_contact.change(announcements=[one for one in before if one["number"] != made.pk])


def _list_open_tables(event: Event, tables: Sequence[str]) -> list[int]:
    """Return the open tables of an event with these codes; without codes, all of them."""
    running = GameSession.objects.filter(event=event, closed=None)
    if tables:
        running = running.filter(code__in=tables)
    return list(running.order_by("pk").values_list("pk", flat=True))
