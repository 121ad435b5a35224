"""The moderator's desk while a game is played: enter moves, undo them, control the clock."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import house_clock, journal, undo
from games.engine.table import NOT_SEATS, Refused, Step
from games.models import Event, GameSession, Upkeep
from moderation.access import help_requests
from moderation.access.guards import for_moderator, held_by
from moderation.play.commands import rehearsal_playback
from moderation.play.commands import service as answers
from moderation.play.commands.service import TapOutcome
from moderation.play.pacing import clock, narration
from moderation.play.projections import private
from moderation.play.projections.knowledge import collect_knowledge as knowledge_of
from moderation.play.rendering import render as view
from moderation.surfaces.desk import tutorial
from moderation.surfaces.desk.ring_input import find_neighbours, is_for_ring
from moderation.tables.desk_actions import build_viewer, desk_action, hides_secrets
from moderation.web import request_ids
from moderation.web.refusals import Unwanted
from moderation.web.request_ids import Request

LONGEST_CLOCK = 4 * 60 * 60  # seconds
LONGER, LONGER_BY_DAY = 15, 60  # seconds that lengthen a call, and a day without a moderator
WARNING = timedelta(seconds=10)
CLOCK = ("clock_length", "clock_started", "clock_left", "clock_phase", "clock_of_debate")

Stage = GameSession.Stage


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
        "now": house_clock.display_now_in_milliseconds(),
        "session": session,
        "code": session.code,
        "request_id": request_ids.new_request_id(),
        "has_nights": session.kit.words.MODERATED,
        "speaks": session.upkeep.voice == Upkeep.Speaker.DESK,
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


def find_seen_step(session: GameSession, seen: int | str) -> Step:
    """Return the visible step, if it is the one that a form saw.

    Raises `Refused` if it is not.
    """
    with journal.read_table(session.pk) as (fresh, table):
        return answers.find_visible_step(fresh, table, seen)


def _read_request_id(request: HttpRequest) -> str | None:
    return request_ids.read_request_id(request, f"d{held_by(request).device_id}")


@desk_action
def desk_move(request: HttpRequest, session: GameSession) -> TapOutcome:
    """Close the step, decide for the table, or answer for a seat (`for`: its id)."""
    return answers.build_success(
        answers.answer_from_desk(
            session.pk, request_ids.read_desk_step(request), request.POST, _read_request_id(request)
        )
    )


@desk_action
def desk_undo(request: HttpRequest, session: GameSession) -> TapOutcome:
    """Take back the last entry that the form saw, or the last `count` moves.

    Later entries by others stay where they are still possible. Two desks that correct the same mistake correct it
    once: an entry that is taken back already is not taken back again.
    """
    count = request_ids.parse_number(request.POST.get("count", "1"), most=99_999, least=1)
    number, lost = undo.take_back(session.pk, request_ids.read_last_move(request), count, _read_request_id(request))
    whose = dict.fromkeys(_("the end of a step") if move.whose in NOT_SEATS else move.whose for move in lost)
    said = _("Entered meanwhile, and no longer possible: %(whose)s.") % {"whose": ", ".join(whose)} if whose else ""
    return answers.build_success(number, said)


@desk_action
def desk_redo(request: HttpRequest, session: GameSession) -> TapOutcome:
    """Play the last move taken back again.

    Raises `Refused` while a moment is shown, because the next move comes after it.
    """
    with journal.read_table(session.pk) as (fresh, table):
        if clock.build_release(fresh, table).held:
            raise Refused("moment", "What has happened is being shown.")
    return answers.build_success(
        journal.redo(session.pk, last=request_ids.read_last_move(request), request=_read_request_id(request)).number
    )


@desk_action
def desk_bots(request: HttpRequest, session: GameSession) -> TapOutcome:
    """Let the computer's seats answer."""
    find_seen_step(session, request_ids.read_desk_step(request))
    accepted = journal.let_bots_answer(
        session.pk, opened=request_ids.read_desk_step(request), request=_read_request_id(request)
    )
    return answers.build_success(accepted.number)


@desk_action
def desk_play_on(request: HttpRequest, session: GameSession) -> TapOutcome:
    """Let the computer play every seat until somebody is out.

    Only at a rehearsal, or at a table of computer players.
    """
    return answers.build_success(
        rehearsal_playback.play_on(session.pk, request_ids.read_last_move(request), _read_request_id(request))
    )


@desk_action
def desk_go_on(request: HttpRequest, session: GameSession) -> None:
    """End the moment that the form saw (`held`). The next step opens, and its time begins."""
    clock.end_pause(session.pk, request_ids.parse_number(request.POST.get("held", ""), most=9_999_999))


def pause_or_go_on(request: HttpRequest, session: GameSession) -> None:
    """Pause all times for everybody, or resume them.

    The form says which one, so a form that is sent twice counts once.
    """
    clock.pause(session.pk, stand=bool(request_ids.parse_number(request.POST.get("stand", ""), most=1)))


def lengthen(request: HttpRequest, session: GameSession) -> None:
    """Lengthen a call for everybody. Without a moderator, the day can be lengthened too."""
    seen = request_ids.read_phone_step(request) if session.narrated else request_ids.read_desk_step(request)
    with journal.edit_session(session.pk) as fresh:
        if clock.is_repeated_tap(fresh.upkeep, _read_request_id(request)):
            return
        step = find_seen_step(session, seen)
        if step.asleep or session.narrated:
            clock.lengthen(fresh, step, LONGER if step.asleep else LONGER_BY_DAY)


def ask_for_help(request: HttpRequest, session: GameSession) -> None:
    """Ask the organisers of the table's event for help, or stop asking (`wanted`).

    Phones and screens are not notified.
    """
    wanted = bool(request_ids.parse_number(request.POST.get("wanted", ""), most=1))
    with journal.edit_session(session.pk, in_secret=True) as fresh:
        if wanted and not Event.objects.filter(games=fresh, closed=None).exists():
            raise Unwanted(_("This table is in no open evening: nobody would hear it."))
        help_requests.ask(fresh.upkeep, wanted)


def go_without(request: HttpRequest, session: GameSession) -> None:
    """Propose or agree to go on without somebody, or say that the table waits.

    The device in the middle does this.
    """
    whom = request_ids.parse_number(request.POST.get("whom", "") or "0", most=request_ids.LARGEST_NUMBER)
    answers.go_without(session.pk, None, request_ids.read_phone_step(request), request.POST.get("do", "")[:10], whom)


desk_pause = desk_action(pause_or_go_on, is_for_everybody=True)
desk_longer = desk_action(lengthen, is_for_everybody=True)
desk_help = desk_action(ask_for_help, is_for_everybody=True)
desk_go_without = desk_action(go_without, is_for_everybody=True)


@desk_action
def desk_lesson(request: HttpRequest, session: GameSession) -> None:
    """Change the lesson of a rehearsal: mark a hint as past, or turn hints on or off (`do`).

    `hint`: the name of the hint that was read or is skipped, when `do` is `past`.
    """
    what, hint = request.POST.get("do", ""), request.POST.get("hint", "")
    with journal.edit_session(session.pk, in_secret=True) as fresh:
        if not fresh.rehearsal:
            raise Unwanted(_("This table is no rehearsal."))
        fresh.upkeep.lesson = tutorial.update_state(fresh.upkeep.lesson, what, hint)
        fresh.upkeep.save(update_fields=["lesson"])


@desk_action
def desk_warn(request: HttpRequest, session: GameSession) -> None:
    """Tell everybody that the vote closes in ten seconds.

    The clock (moderation/play/pacing/clock.py) then closes it.
    """
    opened = request_ids.read_desk_step(request)
    with journal.edit_session(session.pk) as fresh:
        upkeep = fresh.upkeep
        if clock.is_repeated_tap(upkeep, _read_request_id(request)):
            return
        step = find_seen_step(session, opened)
        if not step.poll:
            raise Refused("not_asked", "Nobody votes now.")
        upkeep.closing_at, upkeep.closing_step = house_clock.now() + WARNING, step.opened
        upkeep.save(update_fields=["closing_at", "closing_step"])


@desk_action
def desk_said(request: HttpRequest, session: GameSession) -> None:
    """Go to other lines: when the walk is over, when every eye is closed, or back (`part`).

    `part`: the number of the lines to say.
    """
    opened, part = request_ids.read_desk_step(request), request_ids.parse_number(request.POST.get("part", ""), most=9)
    with journal.edit_session(session.pk) as fresh:
        with journal.read_table(session.pk) as (_session, table):
            held = clock.build_release(fresh, table).held
            step = held.follows if held and held.is_dawn else find_seen_step(session, opened)
            if opened != (step.opened if step else 0):
                raise Refused("wrong_step", "That question has passed.")
            if table is None or part >= len(narration.list_sayings(fresh.kit.words, fresh, table, step, held)):
                raise Refused("illegal_answer", "That is not said now.")
            fresh.upkeep.said = {**fresh.upkeep.said, narration.build_progress_key(table): part}
        fresh.upkeep.save(update_fields=["said"])


@desk_action
def desk_clock(request: HttpRequest, session: GameSession) -> None:
    """Start, pause, resume, lengthen or stop the clock that everybody sees.

    The form sends `action` and `seconds`.
    """
    action, seconds = (
        request.POST.get("action", ""),
        request_ids.parse_number(request.POST.get("seconds", "0"), LONGEST_CLOCK),
    )
    with journal.edit_session(session.pk) as fresh:
        timer = fresh.upkeep
        if clock.is_repeated_tap(timer, _read_request_id(request)):
            return
        reset_clock_of_past_phase(fresh)
        if not turn_clock(timer, action, seconds):
            raise Refused("illegal_answer", "The clock cannot do that.")
        timer.save(update_fields=CLOCK)


def reset_clock_of_past_phase(session: GameSession) -> None:
    """Stop the clock of a phase that is over.

    A clock that is started now belongs to the phase that devices show.
    """
    with journal.read_table(session.pk) as (fresh, table):
        released = clock.build_release(fresh, table)
        began = knowledge_of(session.kit.words, table, released).phase_began if table else 0
    timer, step = session.upkeep, released.step
    if timer.clock_phase != began:
        turn_clock(timer, "stop", 0)
        if debate := clock.find_debate(session, released):  # it has run automatically until now
            timer.clock_started, timer.clock_length = debate
            timer.clock_left, timer.clock_phase, timer.clock_of_debate = float(timer.clock_length), began, True
    if not timer.clock_length:
        timer.clock_phase = began
        timer.clock_of_debate = step is not None and not (step.asleep or step.aside) and (step.poll or not step.asks)


def turn_clock(timer: Upkeep, action: str, seconds: int) -> bool:
    """Change a table's clock, and return true if that was possible."""
    now = house_clock.now()
    gone = (now - timer.clock_started).total_seconds() if timer.clock_started else 0.0
    left = max(0.0, timer.clock_left - gone)
    if action == "start" and seconds:
        timer.clock_length, timer.clock_started, timer.clock_left = seconds, now, float(seconds)
    elif action == "go" and timer.clock_length and not timer.clock_started:
        timer.clock_started = now
    elif action == "pause" and timer.clock_started:
        timer.clock_started, timer.clock_left = None, left
    elif action == "add" and timer.clock_length:
        timer.clock_length += seconds
        timer.clock_left = left + seconds
        timer.clock_started = now if timer.clock_started else None
    elif action == "stop":
        timer.clock_length, timer.clock_started, timer.clock_left = 0, None, 0.0
    else:
        return False
    return True
