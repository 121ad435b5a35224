"""Decorators for views of the desk: a button that acts on the game, a page with secrets."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from games.engine.table import Refused
from games.models import GameSession
from moderation.access.guards import for_moderator, get_pass
from moderation.play.commands.run import TapOutcome, build_response, render_reply
from moderation.play.pacing import clock
from moderation.play.rendering import render
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.web.request_ids import Request


def hides_secrets(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Guard a page of the desk that shows secrets.

    At a table without a moderator, the page is closed until the game is over. Raises Http404 then.
    """

    def want_open(session: GameSession) -> None:
        if session.narrated and clock.find_public_stage(session) != GameSession.Stage.OVER:
            raise Http404

    @wraps(page)
    def guarded(request: HttpRequest, session: GameSession, *args: Any, **kwargs: Any) -> HttpResponseBase:
        want_open(session)
        answer = page(request, session, *args, **kwargs)
        session.refresh_from_db(
            fields=["narrated", "stage", "closed"]
        )  # the moderator may have left while the page was built
        want_open(session)
        return answer

    return guarded


def build_viewer(request: HttpRequest, session: GameSession) -> Viewer:
    """Return the viewer for the device that looks at this desk."""
    language = render.choose_desk_language(session, get_language() or "en")
    return build_viewer_of_pass(get_pass(request), "desk", language, get_token(request))


def desk_action(do: Callable[..., TapOutcome | None]) -> Callable[..., HttpResponseBase]:
    """Return the view of a desk's button before or after play: it acts, then shows the desk."""

    @require_POST
    @for_moderator
    @wraps(do)
    def done(request: Request, session: GameSession, *args: object, **kwargs: object) -> HttpResponse:
        try:
            has_begun = session.stage in (GameSession.Stage.PLAYING, GameSession.Stage.OVER)
            if session.narrated and has_begun:
                raise Refused("narrated", "Nobody moderates this game.")
            outcome = do(request, session, *args, **kwargs) or TapOutcome()
        except Refused as refused:
            outcome = TapOutcome(refusal=refused)
        reply = render_reply(session.pk, build_viewer(request, session), outcome)
        return build_response(request, reply, session.code)

    return done
