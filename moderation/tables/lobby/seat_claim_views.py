"""The page where a device asks for its former seat, and waits for the table's answer."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import journal
from games.engine.table import Refused
from games.models import GameSession
from moderation.access.devices import find_browser, find_device, find_pass, list_marks, renew_device
from moderation.access.guards import TooManyGuesses, find_game, render_slowed_down, render_unknown_code
from moderation.models import Kind
from moderation.play.pacing import returning
from moderation.play.pacing.seat_requests import is_kept_out
from moderation.players import avatars
from moderation.tables.lobby.views import redirect_to_phone
from moderation.web import request_ids, throttle
from moderation.web.refusals import REFUSED, Unwanted, translate_refusal

MOST_ASKED, COUNTED_FOR = 12, 5 * 60  # requests of one browser, seconds
LARGEST = 2**31 - 1  # the largest primary key


@require_http_methods(["GET", "POST"])
def seat_back(request: HttpRequest, code: str) -> HttpResponseBase:
    """Ask for a seat that this person had (`seat`), see the answer, or stop asking (`withdraw`)."""
    try:
        session = find_game(request, code)
    except Http404:
        return render_unknown_code(request)
    except TooManyGuesses:
        return render_slowed_down(request)
    find_browser(request)  # the form sets a cookie, so that a returning browser is recognised
    if find_pass(find_device(request), Kind.SEAT, session):
        return redirect_to_phone(request, session)
    wrong = ""
    if request.method == "POST":
        try:
            do_action(request, session)
            return redirect("seat_back", code=session.code)
        except Refused as refused:
            wrong = translate_refusal(refused)
    return render_page(request, session, wrong)


def do_action(request: HttpRequest, session: GameSession) -> None:
    """Do what the form asks for. Raises `Unwanted`."""
    device = find_device(request)
    if "withdraw" in request.POST:
        if device is not None:
            returning.withdraw(device, session)
        return
    asks = device.pk if device else find_browser(request)  # a cookie without a device is renewed each time
    if throttle.count_try(f"seat-claims-of-{asks}", COUNTED_FOR) > MOST_ASKED:
        raise Unwanted(_("You have asked very often. Wait a few minutes, or ask at the table."))
    seat = request_ids.parse_number(request.POST.get("seat", "0"), LARGEST)
    told = returning.is_decided_by_players(session)
    with journal.edit_session(session.pk, in_secret=not told) as fresh:
        device = find_device(request, anew=True)
        if find_pass(device, Kind.SEAT, fresh) is None:
            returning.ask(device, fresh, seat, partial(renew_device, request))


def render_page(request: HttpRequest, session: GameSession, wrong: str) -> HttpResponse:
    """Show the names to choose from, or the state of the request."""
    device = find_device(request)
    claim = returning.find_claim(device, session)
    if claim is None and device is not None:
        returning.withdraw(device, session)
    context = {
        "session": session,
        "claim": claim,
        "wrong": wrong,
        "kept_out": is_kept_out(device, session),
        "by_players": returning.is_decided_by_players(session),
        "seats": [(seat, avatars.build_face(seat.name, seat.face)) for seat in session.seats.order_by("place")],
        "marks": list_marks(device),
        "here": request.get_full_path(),
    }
    return render(request, "tables/lobby/back.html", context, status=REFUSED if wrong else 200)
