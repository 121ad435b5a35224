"""Confirmation that a phone came to the seat it took: a form sent by a script is no player.

A new seat is expected at first. It becomes firm when its page has been loaded and the page's socket has opened.
Without scripts, it becomes firm when the page has been loaded twice. Seats that stay empty lapse. Seats that the
moderator gives or adds are firm from the start. All times are those of the server's own clock (`server_clock`), which
does not step.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from games import journal, server_clock
from games.models import GameSession
from moderation.models import Kind, Pass
from moderation.storage import write_failures

LAPSE = timedelta(minutes=2)  # published in docs/moderator.md
LOADS = 2  # of a page without scripts


def mark_expected(held: Pass) -> None:
    """Mark a seat as expected, until the phone that took it has come."""
    Pass.objects.filter(pk=held.pk).update(expected=server_clock.now(), loads=0)


def record_page_load(held: Pass) -> None:
    """Record that the seat's phone has loaded its page.

    A failed write is ignored, because the page is served also while nothing can be written.
    """
    if held.expected is None:
        return
    with write_failures.ignore_failed_write():
        Pass.objects.filter(pk=held.pk).update(loads=F("loads") + 1)
        if held.loads + 1 >= LOADS:
            _has_come(held)


def record_socket(held: Pass) -> None:
    """Record that the page of the seat's phone has opened its socket.

    A failed write is ignored, because the socket works also while nothing can be written.
    """
    if held.expected is None or not held.loads:
        return
    with write_failures.ignore_failed_write():
        _has_come(held)


def _has_come(held: Pass) -> None:
    assert held.session_id is not None
    with journal.edit_session(held.session_id, in_secret=True):  # the desk alone shows it
        Pass.objects.filter(pk=held.pk).update(expected=None)


def list_expected(session_id: int) -> QuerySet[Pass]:
    """Return the passes of seats whose phones have not come, the oldest first."""
    return Pass.objects.filter(session=session_id, kind=Kind.SEAT, expected__isnull=False).order_by("expected")


def find_next_lapse(session_id: int) -> datetime | None:
    """Return the time at which the next of these seats lapses."""
    first = list_expected(session_id).values_list("expected", flat=True).first()
    return first + LAPSE if first else None


def remove_lapsed(session_id: int, after: timedelta = LAPSE) -> None:
    """Remove the seats whose phones have not come within this time.

    Works only while people join.
    """
    late = list_expected(session_id).filter(expected__lte=server_clock.now() - after)
    if late.exists():
        with journal.edit_session(session_id) as session:
            if session.stage == GameSession.Stage.JOINING:
                session.seats.filter(pk__in=late.values("seat")).delete()
