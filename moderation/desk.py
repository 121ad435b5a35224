"""The moderator's desk while a game is played: enter moves, take them back, keep the clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from games import journal
from games.models import GameSession
from games.table import MODERATOR, Refused
from moderation import forms, showing, surfaces, tending
from moderation.access import device_of, for_moderator, hides_secrets, pass_of
from moderation.hub import hub
from moderation.models import Kind
from moderation.surfaces import Viewer, viewer_of
from moderation.tending import released

LONGEST_CLOCK = 4 * 60 * 60  # seconds
LONGER, LONGER_BY_DAY = 15, 60  # seconds by which a call is lengthened, and a day without a moderator
WARNING = timedelta(seconds=10)

Stage = GameSession.Stage


def viewer(request: HttpRequest, session: GameSession) -> Viewer:
    """Whoever looks at this desk."""
    held = pass_of(device_of(request), Kind.MODERATOR, session)
    assert held is not None
    return viewer_of(held, "desk", surfaces.desk_language(session, get_language() or "en"), get_token(request))


@require_GET
@for_moderator
def desk(request: HttpRequest, session: GameSession) -> HttpResponse:
    """The page; its region alone for htmx."""
    rendered = surfaces.render(session.pk, [who := viewer(request, session)], [who])
    html = rendered.html[who] or ""
    if request.headers.get("HX-Request"):
        return HttpResponse(html, headers={"X-Pulse": str(rendered.number(who))})
    context = {
        "html": html,
        "pulse": rendered.number(who),
        "session": session,
        "code": session.code,
        "request_id": forms.new_request_id(),
        "speaks": session.voice == GameSession.Speaker.DESK,
    }
    with translation.override(who.language):
        return render(request, "desk/page.html", context)


@require_GET
@for_moderator
@hides_secrets
def desk_answer(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponse:
    """The panel in which the moderator answers for one seat. Raises Http404 if it is not asked."""
    seat = session.seats.filter(pk=seat_id).first()
    with journal.at_rest(session.pk) as (kept, table):
        step = released(kept, table).step
        if table is None or seat is None or step is None or step is not table.step or seat.name not in step.asks:
            raise Http404
        asked = showing.asked(kept.kit.words, table, seat.name, step)
    page = "desk/_answer.html" if request.headers.get("HX-Request") else "desk/answer.html"
    return render(request, page, {"question": asked, "seat": seat, "code": session.code})


def deed(do: Callable[..., None]) -> Callable[..., HttpResponseBase]:
    """A button of the desk: do it, and show the desk as it is then; a refusal is said on it."""

    @require_POST
    @for_moderator
    @wraps(do)
    def done(request: HttpRequest, session: GameSession, *args: object, **kwargs: object) -> HttpResponse:
        refusal = None
        try:
            if session.narrated and session.stage in (Stage.PLAYING, Stage.OVER) and do not in EVERYBODYS:
                raise Refused("narrated", "Nobody moderates this game.")
            if not journal.heard(session.pk, _tap(request)):
                do(request, session, *args, **kwargs)
                hub.wait_for_phones(session.pk)
        except Refused as refused:
            refusal = refused
        return forms.region(request, session, viewer(request, session), "desk", refusal)

    return done


def _tap(request: HttpRequest) -> str | None:
    held = device_of(request)
    return forms.request_id(request, f"d{held.pk if held else 0}")


@deed
def desk_move(request: HttpRequest, session: GameSession) -> None:
    """Close the step, decide for the table, or answer for a seat (`for`: its id)."""
    opened, move = forms.opened(request), {}
    if request.POST.get("close"):
        _step, waits = forms.shown_step(session.pk, opened)
        if not waits:
            raise Refused("wrong_step", "The call runs on to its time.")
        move = {"by": MODERATOR, "close": True}
    elif seat_id := request.POST.get("for", ""):
        seat = session.seats.filter(pk=forms.number(seat_id, forms.LARGEST_NUMBER)).first()
        if seat is None:
            raise Refused("not_asked", "There is no such seat.")
        move = forms.answer(request, session, seat.name, MODERATOR, opened)
    else:
        move = forms.answer(request, session, MODERATOR, MODERATOR, opened)
    journal.submit(session.pk, move, opened=opened, request=_tap(request))


@deed
def desk_undo(request: HttpRequest, session: GameSession) -> None:
    """Take back the last move, or the last `count`. The form says which it saw: two desks take back no two moves."""
    count = forms.number(request.POST.get("count", "1"), most=99_999, least=1)
    journal.submit(session.pk, {"by": MODERATOR, "undo": count}, last=forms.last(request), request=_tap(request))


@deed
def desk_redo(request: HttpRequest, session: GameSession) -> None:
    """Play the last move taken back again."""
    journal.redo(session.pk, last=forms.last(request), request=_tap(request))


@deed
def desk_bots(request: HttpRequest, session: GameSession) -> None:
    """Have the computer's seats answer."""
    journal.let_bots_answer(session.pk, opened=forms.opened(request), request=_tap(request))


def pause_or_go_on(request: HttpRequest, session: GameSession) -> None:
    """Let all times stand still, for everybody to see, or run on. The form says which: sent twice it counts once."""
    tending.pause(session.pk, stand=bool(forms.number(request.POST.get("stand", ""), most=1)))


def lengthen(request: HttpRequest, session: GameSession) -> None:
    """Lengthen what is on, for everybody: a call, and without a moderator the day as well."""
    seen = forms.name_of_step(request) if session.narrated else forms.opened(request)
    step, _waits = forms.shown_step(session.pk, seen)
    if step.asleep or session.narrated:
        with journal.set_up(session.pk) as fresh:
            tending.lengthen(fresh, step, LONGER if step.asleep else LONGER_BY_DAY)


EVERYBODYS = (pause_or_go_on, lengthen)  # without a moderator: they change times alone, for all to see
desk_pause, desk_longer = deed(pause_or_go_on), deed(lengthen)


@deed
def desk_warn(request: HttpRequest, session: GameSession) -> None:
    """Tell everybody that the vote closes in ten seconds; then it does (tending.py)."""
    step, _waits = forms.shown_step(session.pk, forms.opened(request))
    if not step.poll:
        raise Refused("not_asked", "Nobody votes now.")
    with journal.set_up(session.pk) as fresh:
        fresh.closing_at, fresh.closing_step = timezone.now() + WARNING, step.opened
        fresh.save(update_fields=["closing_at", "closing_step"])


@deed
def desk_clock(request: HttpRequest, session: GameSession) -> None:
    """Start, pause, lengthen or stop the clock that everybody sees (`action`, `seconds`)."""
    action, seconds = request.POST.get("action", ""), forms.number(request.POST.get("seconds", "0"), LONGEST_CLOCK)
    with journal.set_up(session.pk) as clock:
        if not turn_clock(clock, action, seconds):
            raise Refused("illegal_answer", "The clock cannot do that.")
        clock.save(update_fields=["clock_length", "clock_started", "clock_left"])


def turn_clock(clock: GameSession, action: str, seconds: int) -> bool:
    """Do something to a session's clock; whether it could be done."""
    now = timezone.now()
    gone = (now - clock.clock_started).total_seconds() if clock.clock_started else 0.0
    left = max(0.0, clock.clock_left - gone)
    if action == "start" and seconds:
        clock.clock_length, clock.clock_started, clock.clock_left = seconds, now, float(seconds)
    elif action == "go" and clock.clock_length and not clock.clock_started:
        clock.clock_started = now
    elif action == "pause" and clock.clock_started:
        clock.clock_started, clock.clock_left = None, left
    elif action == "add" and clock.clock_length:
        clock.clock_length += seconds
        clock.clock_left = left + seconds
        clock.clock_started = now if clock.clock_started else None
    elif action == "stop":
        clock.clock_length, clock.clock_started, clock.clock_left = 0, None, 0.0
    else:
        return False
    return True
