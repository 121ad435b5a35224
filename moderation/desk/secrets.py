"""The guard of the desk's pages with secrets on them, at a table that nobody moderates."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase

from games.models import GameSession
from moderation.night import clock


def hides_secrets(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of the desk with secrets on it: closed, until the game is over, at a table without a moderator."""

    def want_open(session: GameSession) -> None:
        if session.narrated and clock.stage(session) != GameSession.Stage.OVER:
            raise Http404

    @wraps(page)
    def guarded(request: HttpRequest, session: GameSession, *args: Any, **kwargs: Any) -> HttpResponseBase:
        want_open(session)
        answer = page(request, session, *args, **kwargs)
        session.refresh_from_db(
            fields=["narrated", "stage", "closed"]
        )  # the moderator may have gone while it was made
        want_open(session)
        return answer

    return guarded
