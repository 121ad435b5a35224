"""Pages and actions of a player's phone: card, notebook and current question."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import house_clock, journal
from games.engine.table import Refused
from games.models import GameSession, Seat
from moderation.access import consent
from moderation.access.devices import device_of, known_device, mark_of, marks_of
from moderation.access.guards import for_player, held_by
from moderation.access.guessing import NetworkLimit
from moderation.models import Kind, Pass
from moderation.play.commands import service as answers
from moderation.play.realtime.hub import hub
from moderation.play.rendering import render as view
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.players import arrivals, avatars, presence
from moderation.web import request_ids, throttle
from moderation.web.request_ids import Request

ANSWERS, SECONDS = 100, 10  # more than fingers can send, and few enough not to slow the table
NEW_DEVICES = NetworkLimit("new-devices", 300, 10 * 60)  # from the comfort form: more than a full hall needs
COMFORTS = ("tap", "large", "spaced", "left", "slow")


def viewer(request: HttpRequest) -> Viewer:
    """Return the viewer for the phone that sent this request."""
    return build_viewer_of_pass(held_by(request), "phone", get_language() or "en")


@require_GET
@for_player
def phone(request: Request, seat: Seat) -> HttpResponse:
    """Return the page, or only its region for htmx."""
    rendered = view.render(seat.session.pk, [who := viewer(request)], [who])
    if request.htmx:
        if presence.record_poll(held_by(request)):
            hub.announce(seat.session.pk)
        return HttpResponse(rendered.region(who), headers={"X-Pulse": str(rendered.number(who))})
    arrivals.page_loaded(held_by(request))
    context = {
        "html": rendered.region(who),
        "pulse": rendered.number(who),
        "now": house_clock.display_now_in_milliseconds(),
        "seat_name": seat.name,
        "code": seat.session.code,
        "slug": seat.session.game,
        "request_id": request_ids.new_request_id(),
        "comfort": held_by(request).device.comfort,
        "mark": mark_of(held_by(request)),
        "marks": marks_of(held_by(request).device),
    }
    return render(request, "surfaces/phone/page.html", context)


@require_POST
@for_player
def answer(request: Request, seat: Seat) -> HttpResponse:
    """Answer the current question for the own seat.

    In a call that is for others, this answers a cover question.
    """
    session, who = seat.session, viewer(request)
    if throttle.count_try(f"answers-{seat.pk}", SECONDS) > ANSWERS:
        reply = answers.render_after(
            session.pk, who, answers.build_refusal(Refused("too_fast", "Nobody answers that often."))
        )
    else:
        seen, tap = request_ids.read_phone_step(request), request_ids.read_request_id(request, f"s{seat.pk}")
        reply = answers.answer_from_phone(session.pk, seat.name, seen, request.POST, tap, who)
    return answers.build_response(request, reply, "phone", session.code)


@require_POST
@for_player
def mark_looked(request: Request, seat: Seat) -> HttpResponse:
    """Record that the player has looked at the card."""

    def work() -> None:
        with journal.edit_session(seat.session.pk) as session:
            if session.stage != GameSession.Stage.JOINING:
                session.seats.filter(pk=seat.pk).update(looked=True)

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def agree(request: Request, seat: Seat) -> HttpResponse:
    """Record that the player agrees to the current settings. A second tap changes nothing."""

    def work() -> None:
        with journal.edit_session(seat.session.pk) as session:
            consent.agreed(session, seat.pk)

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def choose_face(request: Request, seat: Seat) -> HttpResponse:
    """Give the player another face (`face`: its number) while people join."""

    def work() -> None:
        with journal.edit_session(seat.session.pk) as session:
            avatars.choose(session, seat.pk, request.POST.get("face", ""))

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def mark_ready(request: Request, seat: Seat) -> HttpResponse:
    """Record that the player is ready to go on from a moment (`moment`: its name).

    A second tap changes nothing.
    """
    seen = request.POST.get("moment", "")[:40]
    return run_and_respond(request, seat, lambda: answers.record_ready(seat.session.pk, seat.pk, seen))


@require_POST
@for_player
def take_back(request: Request, seat: Seat) -> HttpResponse:
    """Ask to take the latest entry back (`entry`: its name), or answer such a request.

    `agree`: 1 if the player asks or agrees, 0 if not.
    """

    def work() -> None:
        agree = bool(request_ids.parse_number(request.POST.get("agree", ""), most=1))
        answers.ask_to_take_back(seat.session.pk, seat.pk, request.POST.get("entry", "")[:40], agree)

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def go_without(request: Request, seat: Seat) -> HttpResponse:
    """Propose or agree to go on without somebody, or say that the table waits (`do`, `whom`)."""

    def work() -> None:
        whom = request_ids.parse_number(request.POST.get("whom", "") or "0", most=request_ids.LARGEST_NUMBER)
        do = request.POST.get("do", "")[:10]
        answers.go_without(seat.session.pk, seat.pk, request_ids.read_phone_step(request), do, whom)

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def seat_back(request: Request, seat: Seat) -> HttpResponse:
    """Record if the player agrees that a device goes on in a seat (`agree`).

    `number`: the number that the device shows.
    """

    def work() -> None:
        number = request_ids.parse_number(request.POST.get("number", ""), most=99)
        agrees = bool(request_ids.parse_number(request.POST.get("agree", ""), most=1))
        answers.agree_seat_back(seat.session.pk, seat.pk, number, agrees)

    return run_and_respond(request, seat, work)


@require_POST
@for_player
def come_back(request: Request, seat: Seat) -> HttpResponse:
    """Give the seat back to a player for whom the computer has played."""
    return run_and_respond(request, seat, lambda: answers.come_back(seat.session.pk, seat.pk))


def run_and_respond(request: Request, seat: Seat, work: Callable[[], None]) -> HttpResponse:
    """Run `work`, and return the phone as it is afterwards, or why it was refused."""
    try:
        work()
        outcome = answers.build_success()
    except Refused as refused:
        outcome = answers.build_refusal(refused)
    reply = answers.render_after(seat.session.pk, viewer(request), outcome)
    return answers.build_response(request, reply, "phone", seat.session.code)


@require_POST
@for_player
def leave(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Remove the player from the table.

    While people join, the seat is deleted. Later it stays, and the desk answers for it. During play at a table
    without a moderator, the computer plays it.
    """
    with journal.edit_session(seat.session.pk) as session:
        Pass.objects.filter(kind=Kind.SEAT, seat=seat).delete()
        if session.stage == GameSession.Stage.JOINING:
            seat.delete()
        elif session.stage == GameSession.Stage.PLAYING and session.narrated:
            answers.stand_in(session, seat)
    messages.success(request, _("You have left the table."))
    return redirect("home")


@require_http_methods(["GET", "POST"])
def comfort(request: HttpRequest) -> HttpResponse:
    """Show or save the reading settings of this device. Only its owner sees them."""
    if request.method == "POST":
        new = device_of(request) is None
        if not new or not NEW_DEVICES.is_used_up(request):  # otherwise a program could fill the database with devices
            device = known_device(request)
            device.comfort = {name: True for name in COMFORTS if request.POST.get(name) == "on"}
            device.save(update_fields=["comfort"])
            if new:
                NEW_DEVICES.count(request)
        back = request.POST.get("code", "")
        return redirect("phone", code=back[:4]) if back.isalpha() else redirect("comfort")
    known = device_of(request)
    context = {"comfort": known.comfort if known else {}, "code": request.GET.get("code", "")[:4]}
    return render(request, "surfaces/phone/comfort.html", context)
