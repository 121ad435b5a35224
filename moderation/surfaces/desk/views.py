"""The moderator's desk while a game is played: enter moves, undo them, control the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import journal, server_clock
from games.models import GameSession, TableSettings
from games.table_cache import CachedTable
from moderation.access.guards import for_moderator
from moderation.play.commands.desk import (
    DeskBots,
    DeskGoOn,
    DeskHelp,
    DeskLines,
    DeskPlayOn,
    DeskRedo,
    DeskUndo,
    parse_desk_move,
)
from moderation.play.commands.desk_times import DeskClock, DeskLengthen, DeskPause, DeskWarn
from moderation.play.commands.phone import GoOnWithout
from moderation.play.commands.run import Command, TapOutcome, respond
from moderation.play.pacing import clock
from moderation.play.projections import private
from moderation.play.rendering import render as view
from moderation.surfaces.desk import tutorial
from moderation.surfaces.desk.ring_input import find_neighbours, is_for_ring
from moderation.tables.desk_actions import build_viewer, hides_secrets
from moderation.web import request_ids
from moderation.web.refusals import Unwanted
from moderation.web.request_ids import Request


@require_GET
@for_moderator
def desk(request: Request, session: GameSession) -> HttpResponse:
    """Return the page, or only its region for htmx."""
    rendered = view.render(session.pk, [who := build_viewer(request, session)], [who])
    html = rendered.html(who) or ""
    if request.htmx:
        return HttpResponse(html, headers={"X-Pulse": str(rendered.number(who))})
    context = {
        "html": html,
        "pulse": rendered.number(who),
        "now": server_clock.display_now_in_milliseconds(),
        "session": session,
        "code": session.code,
        "request_id": request_ids.new_request_id(),
        "speaks": session.settings.voice == TableSettings.Speaker.DESK,
        "covered": "covered" in request.GET,
    }
    with translation.override(who.language):
        return render(request, "surfaces/desk/page.html", context)


@require_GET
@for_moderator
@hides_secrets
def desk_answer(request: Request, session: GameSession, seat_id: int) -> HttpResponse:
    """Return the panel in which the moderator answers for one seat.

    Raises Http404 if the seat is not asked.
    """
    seat = session.seats.filter(pk=seat_id).first()
    with journal.read_table(session.pk) as (kept, table):
        step = clock.build_release(kept, table).step
        if table is None or seat is None or step is None or step is not table.step or seat.name not in step.asks:
            raise Http404
        asked = private.build_question(kept.kit.words, table, seat.name, step)
        hidden = step.asleep or step.aside
        before, after = (
            (None, None)
            if hidden
            else find_neighbours(step, seat.name, {one.name: one.pk for one in session.seats.all()})
        )
    page = "surfaces/desk/_answer.html" if request.htmx else "surfaces/desk/answer.html"
    context = {
        "question": asked,
        "seat": seat,
        "code": session.code,
        "by_ring": asked is not None and is_for_ring(asked),
        "before": before,
        "after": after,
        "votes": step.poll,
    }
    return render(request, page, context)


@dataclass(frozen=True)
class DeskLesson(Command):
    """A change of a rehearsal's lesson: a hint is past, or hints go on or off."""

    action: str
    hint: str  # the name of the hint that was read or is skipped, when `action` is `past`

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskLesson:
        """Parse the form of a hint."""
        return cls(request.POST.get("do", ""), request.POST.get("hint", ""))

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Store the lesson's progress. Raises `Refused`."""
        if not session.rehearsal:
            raise Unwanted(_("This table is no rehearsal."))
        tutorial.update_progress(session.lesson, self.action, self.hint)
        return TapOutcome(is_secret=True)


def desk_command(parse: Callable[..., Command]) -> Callable[..., HttpResponseBase]:
    """Return the view of a desk's button, which runs a command and shows the desk."""

    @require_POST
    @for_moderator
    def view(request: Request, session: GameSession) -> HttpResponse:
        return respond(request, session, build_viewer(request, session), parse)

    return view


desk_move = desk_command(parse_desk_move)
desk_undo = desk_command(DeskUndo.parse)
desk_redo = desk_command(DeskRedo.parse)
desk_bots = desk_command(DeskBots.parse)
desk_play_on = desk_command(DeskPlayOn.parse)
desk_go_on = desk_command(DeskGoOn.parse)
desk_pause = desk_command(DeskPause.parse)
desk_longer = desk_command(DeskLengthen.parse)
desk_help = desk_command(DeskHelp.parse)
desk_go_without = desk_command(GoOnWithout.parse)
desk_lesson = desk_command(DeskLesson.parse)
desk_warn = desk_command(DeskWarn.parse)
desk_said = desk_command(DeskLines.parse)
desk_clock = desk_command(DeskClock.parse)
