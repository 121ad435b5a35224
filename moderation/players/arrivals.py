"""Whether a phone that took a seat has come to it: a form sent by a script is no player.

A seat that is taken is expected at first. It becomes firm when its page has been loaded and the page's socket has
opened; without scripts, when the page has been loaded twice. Seats that stay empty lapse. What the moderator gives or
adds is firm from the start. All of it goes by the clock of the house, which does not step.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from games import house_clock, journal
from games.models import GameSession
from moderation.models import Kind, Pass
from moderation.storage import write_failures

LAPSE = timedelta(minutes=2)  # for all to know: docs/moderator.md
LOADS = 2  # of a page without scripts


def expect(held: Pass) -> None:
    """Wait for the phone that has just taken this seat."""
    Pass.objects.filter(pk=held.pk).update(expected=house_clock.now(), loads=0)


def page_loaded(held: Pass) -> None:
    """The seat's phone has loaded its page, which is shown also while nothing can be kept."""
    if held.expected is None:
        return
    with write_failures.as_far_as_it_can_be_kept():
        Pass.objects.filter(pk=held.pk).update(loads=F("loads") + 1)
        if held.loads + 1 >= LOADS:
            _has_come(held)


def socket_opened(held: Pass) -> None:
    """The page of the seat's phone has opened its socket, which serves also while nothing can be kept."""
    if held.expected is None or not held.loads:
        return
    with write_failures.as_far_as_it_can_be_kept():
        _has_come(held)


def _has_come(held: Pass) -> None:
    assert held.session_id is not None
    with journal.edit_session(held.session_id, in_secret=True):  # the desk alone shows it
        Pass.objects.filter(pk=held.pk).update(expected=None)


def expected(session_id: int) -> QuerySet[Pass]:
    """The passes of seats whose phones have not come, the oldest first."""
    return Pass.objects.filter(session=session_id, kind=Kind.SEAT, expected__isnull=False).order_by("expected")


def next_lapse(session_id: int) -> datetime | None:
    """When the next of these seats lapses."""
    first = expected(session_id).values_list("expected", flat=True).first()
    return first + LAPSE if first else None


def lapse(session_id: int, after: timedelta = LAPSE) -> None:
    """Take out the seats whose phones have not come for so long, as long as people join."""
    late = expected(session_id).filter(expected__lte=house_clock.now() - after)
    if late.exists():
        with journal.edit_session(session_id) as session:
            if session.stage == GameSession.Stage.JOINING:
                session.seats.filter(pk__in=late.values("seat")).delete()
