"""The background of pages beside a desk, which is black at night.

This avoids that a tablet lights the room.
"""

from __future__ import annotations

from contextlib import suppress

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import Error
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import journal
from games.models import GameNotInstalled, GameSession
from moderation.access.devices import OPENS, find_device
from moderation.models import Kind, Pass
from moderation.play.pacing import clock
from moderation.play.projections.sections.context import build_captions

Stage = GameSession.Stage


def provide_by_night(request: HttpRequest) -> dict[str, object]:
    """Return the template variable `by_night`, which runs a query only on pages that use it."""
    return {"by_night": SimpleLazyObject(lambda: is_by_night(request))}


def is_by_night(request: HttpRequest) -> bool:
    """Return true if the asking device has the desk of a table at which it is night.

    No error here keeps a page away. This includes a request body that cannot be read.
    """
    with suppress(Error, GameNotInstalled, BadRequest, SuspiciousOperation, OSError):
        device = find_device(request)
        desks = Pass.objects.filter(OPENS, device=device, kind=Kind.MODERATOR, session__closed=None)
        played = desks.filter(session__narrated=False, session__stage__in=(Stage.PLAYING, Stage.OVER))
        return device is not None and any(map(is_night_at, played.values_list("session", flat=True)))
    return False


def is_night_at(session_id: int) -> bool:
    """Return true if eyes are closed at a table, as its desk shows it."""
    with journal.read_table(session_id) as (session, table):
        release = clock.build_release(session, table)
        if table is None:
            return False
        say = build_captions(session.kit.words, session, table, release.step, release.held)
    return bool(say.then) or bool(release.step and release.step.asleep)
