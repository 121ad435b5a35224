"""Pages and actions of a player's phone: card, notebook and current question."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal, server_clock
from games.models import GameSession, Seat
from moderation.access.devices import compute_mark, find_device, find_or_create_device, list_marks
from moderation.access.guards import for_player, get_pass
from moderation.access.guessing import NetworkLimit
from moderation.models import Kind, Pass
from moderation.play.commands.phone import (
    GoOnWithout,
    PhoneAgree,
    PhoneAnswer,
    PhoneComeBack,
    PhoneFace,
    PhoneLooked,
    PhoneReady,
    PhoneSeatVote,
    PhoneUndoRequest,
)
from moderation.play.commands.run import Command, respond
from moderation.play.pacing import absent_players
from moderation.play.realtime.hub import hub
from moderation.play.rendering import render as view
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.players import arrivals, presence
from moderation.web import request_ids
from moderation.web.request_ids import Request

NEW_DEVICES = NetworkLimit("new-devices", 300, 10 * 60)  # from the comfort form: more than a full hall needs
COMFORTS = ("tap", "large", "spaced", "left", "slow")


def viewer(request: HttpRequest) -> Viewer:
    """Return the viewer for the phone that sent this request."""
    return build_viewer_of_pass(get_pass(request), "phone", get_language() or "en")


@require_GET
@for_player
def phone(request: Request, seat: Seat) -> HttpResponse:
    """Return the page, or only its region for htmx."""
    rendered = view.render(seat.session.pk, [who := viewer(request)], [who])
    if request.htmx:
        if presence.record_poll(get_pass(request)):
            hub.announce(seat.session.pk)
        return HttpResponse(rendered.region(who), headers={"X-Pulse": str(rendered.number(who))})
    arrivals.record_page_load(get_pass(request))
    context = {
        "html": rendered.page(who),
        "pulse": rendered.number(who),
        "now": server_clock.display_now_in_milliseconds(),
        "seat_name": seat.name,
        "code": seat.session.code,
        "slug": seat.session.game,
        "request_id": request_ids.new_request_id(),
        "comfort": get_pass(request).device.comfort,
        "mark": compute_mark(get_pass(request)),
        "marks": list_marks(get_pass(request).device),
    }
    return render(request, "surfaces/phone/page.html", context)


def phone_command(parse: Callable[..., Command]) -> Callable[..., HttpResponseBase]:
    """Return the view of a phone's button, which runs a command and shows the phone."""

    @require_POST
    @for_player
    def view(request: Request, seat: Seat) -> HttpResponse:
        return respond(request, seat.session, viewer(request), parse, seat)

    return view


answer = phone_command(PhoneAnswer.parse)
mark_looked = phone_command(PhoneLooked.parse)
agree = phone_command(PhoneAgree.parse)
choose_face = phone_command(PhoneFace.parse)
mark_ready = phone_command(PhoneReady.parse)
take_back = phone_command(PhoneUndoRequest.parse)
go_without = phone_command(GoOnWithout.parse)
seat_back = phone_command(PhoneSeatVote.parse)
come_back = phone_command(PhoneComeBack.parse)


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
            absent_players.stand_in(session, seat)
    messages.success(request, _("You have left the table."))
    return redirect("home")


@require_http_methods(["GET", "POST"])
def comfort(request: HttpRequest) -> HttpResponse:
    """Show or save the reading settings of this device. Only its owner sees them."""
    if request.method == "POST":
        new = find_device(request) is None
        if not new or not NEW_DEVICES.is_used_up(request):  # otherwise a program could fill the database with devices
            device = find_or_create_device(request)
            device.comfort = {name: True for name in COMFORTS if request.POST.get(name) == "on"}
            device.save(update_fields=["comfort"])
            if new:
                NEW_DEVICES.count(request)
        back = request.POST.get("code", "")
        return redirect("phone", code=back[:4]) if back.isalpha() else redirect("comfort")
    known = find_device(request)
    context = {"comfort": known.comfort if known else {}, "code": request.GET.get("code", "")[:4]}
    return render(request, "surfaces/phone/comfort.html", context)
