"""The way of every tap: a command is run once, and the view is built from the same state.

`respond` is the view of every command of a phone and of a desk. Start reading at `run`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import translation

from games import journal, server_clock
from games.engine.table import Refused
from games.models import GameSession, Tap
from games.table_cache import CachedTable, lock_in_process
from moderation.play.projections.sections.context import choose_language
from moderation.play.rendering import render
from moderation.play.rendering.render import Rendered, Viewer
from moderation.web import counters, refusals
from moderation.web.request_ids import Request


@dataclass(frozen=True)
class TapOutcome:
    """The outcome of a tap, as its device may know it."""

    is_noted: bool = False  # the phone confirms receipt
    is_on_card: bool = False  # what came of it is on the covered card only
    message: str = ""  # a further message to the device
    refusal: Refused | None = None  # a public refusal: nothing has changed
    stored_as: str = Tap.Outcome.ACCEPTED  # in the table of taps
    is_secret: bool = False  # not everybody may see that something has changed
    is_silent: bool = False  # nobody else may notice that something has changed: no device is notified


class Command:
    """A request of a device, parsed from a form and carried out on a locked session."""

    request_id: str | None = None  # of the tap; None: it is not recognised when it is sent again
    for_everybody: ClassVar[bool] = False  # it also works at a desk that nobody moderates

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Change the locked session and its table. Raises `Refused`.

        The table is None before the deal, and for a game begun with another version of its rules.
        """
        raise NotImplementedError

    def repeat(self, _session: GameSession, _cached: CachedTable | None, _tap: Tap) -> TapOutcome:
        """Return the outcome of a tap that was carried out before, and change nothing."""
        return TapOutcome()


@dataclass(frozen=True)
class TapReply:
    """The view of a device after its tap, and the outcome of the tap."""

    rendered: Rendered
    viewer: Viewer
    outcome: TapOutcome


def run(session_id: int, command: Command, viewer: Viewer) -> TapReply:
    """Carry out a command and store it, all or nothing; render its device from the same state.

    The lock of this process stays until the table is rendered, so nothing changes in between. The row is
    locked within it, by `change_session`. Desks are rendered from what was built under the lock.
    """
    with lock_in_process(session_id):
        try:
            session, outcome = journal.change_session(session_id, partial(_execute_once, command, viewer))
        except Refused as refused:
            return build_refusal_reply(session_id, refused, viewer)
        rendered, unrendered_desks = render.render_table(
            session, journal.get_table(session), [viewer], server_clock.now()
        )
    rendered.views.update(render.render_desks(session, unrendered_desks))
    return TapReply(rendered, viewer, outcome)


def _execute_once(
    command: Command, viewer: Viewer, session: GameSession, cached: CachedTable | None
) -> tuple[GameSession, TapOutcome]:
    """Carry out a command on the locked session, once for each request id.

    Return the session with the outcome: the lock ends here, and the session is then rendered.
    The tap is stored with its outcome and with the first move that it appended, 0 for none. What appends no move
    notifies the devices here, unless nobody may notice it.
    """
    with translation.override(choose_language(session, viewer.language)):
        if command.request_id and (tap := journal.find_tap(session.pk, command.request_id)):
            return session, command.repeat(session, cached, tap)
        head = session.head
        outcome = command.execute(session, cached)  # its message is in the device's language
    has_moved = session.head > head
    if command.request_id:
        first_move = head + 1 if has_moved else 0
        Tap(session=session, request=command.request_id, outcome=outcome.stored_as, move=first_move).save(
            force_insert=True
        )
    if not has_moved and not outcome.is_silent:  # the journal notifies devices of moves
        journal.touch_session(session, in_secret=outcome.is_secret)
    return session, outcome


def build_refusal_reply(session_id: int, refusal: Refused, viewer: Viewer) -> TapReply:
    """Build the reply to a tap that was refused publicly."""
    return render_reply(session_id, viewer, TapOutcome(refusal=refusal))


def render_reply(session_id: int, viewer: Viewer, outcome: TapOutcome) -> TapReply:
    """Render a device as it is now, after a tap of this outcome."""
    return TapReply(render.render(session_id, [viewer], [viewer]), viewer, outcome)


def respond(
    request: Request, session: GameSession, viewer: Viewer, parse: Callable[..., Command], *context: Any
) -> HttpResponse:
    """Parse a command, run it, and build the response: a region for htmx, else a redirect."""
    try:
        command = parse(request, *context)
        _check_moderated(session, viewer, command)
        reply = run(session.pk, command, viewer)
    except Refused as refused:
        reply = build_refusal_reply(session.pk, refused, viewer)
    return build_response(request, reply, session.code)


def _check_moderated(session: GameSession, viewer: Viewer, command: Command) -> None:
    """Raise `Refused` for a desk's command that acts on a game which nobody moderates."""
    has_begun = session.stage in (GameSession.Stage.PLAYING, GameSession.Stage.OVER)
    if viewer.surface == "desk" and session.narrated and has_begun and not command.for_everybody:
        raise Refused("narrated", "Nobody moderates this game.")


def build_response(request: Request, reply: TapReply, code: str) -> HttpResponse:
    """Build the response to a tap. A refusal is displayed on the region and on the page."""
    refusal = reply.outcome.refusal
    counters.taps.labels("refused" if refusal else "taken").inc()
    with translation.override(reply.rendered.spoken_languages[reply.viewer.language]):
        message = refusals.translate_refusal(refusal) if refusal else reply.outcome.message
    if request.htmx:
        return _build_region(reply, message)
    if message:
        messages.error(request, message)
    return redirect(reply.viewer.surface, code=code)


def _build_region(reply: TapReply, message: str) -> HttpResponse:
    refusal = reply.outcome.refusal
    context = {
        "notice": message,
        "refusal": refusals.get_public_code(refusal) if refusal else "",
        "noted": reply.outcome.is_noted,
        "on_card": reply.outcome.is_on_card,
    }
    notice = render_to_string("parts/_notice.html", context)
    status = refusals.REFUSED if refusal else 200
    response = HttpResponse(reply.rendered.region(reply.viewer, notice), status=status)
    response["X-Pulse"] = str(reply.rendered.number(reply.viewer))
    return response
