"""Live views of an event: organisers' board, announcements, and the public screen."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import journal, server_clock
from games.models import Event, GameSession
from moderation.access import help_requests, qr
from moderation.access.guards import for_organiser
from moderation.events import guests
from moderation.events.live_board import announcements, view_model
from moderation.events.live_board import render as drawing
from moderation.events.live_board.broadcast import live_boards
from moderation.events.live_board.forms import AnnouncementForm
from moderation.models import Announcement, SignUp
from moderation.web.refusals import REFUSED, Unwanted
from moderation.web.venue_time import in_venue_zone


@require_GET
@for_organiser
def board(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show an event's tables, requests for help and announcements; for htmx only the region."""
    return _render_board(request, get_object_or_404(Event, pk=event_id))


def _render_board(request: HttpRequest, event: Event, form: AnnouncementForm | None = None) -> HttpResponse:
    evening = view_model.read_evening(event)
    language = get_language() or "en"
    path = reverse("hall_screen", args=[evening.sign_up.key]) if evening.sign_up else ""
    html = drawing.build_board_view(evening).render(language, get_token(request)).html
    if request.method == "GET" and request.headers.get("HX-Request"):
        return HttpResponse(html, headers={"X-Pulse": str(server_clock.display_now_in_milliseconds())})
    context = {
        "event": event,
        "html": html,
        "pulse": server_clock.display_now_in_milliseconds(),
        "form": form or AnnouncementForm(evening.list_open_games),
        "wrong": form.first_error if form else "",
        "shown": evening.sign_up is not None and evening.sign_up.hall,
        "address": path,
        "url": qr.build_server_address(request) + path,
    }
    return render(request, "events/live_board/page.html", context, status=REFUSED if form else 200)


@require_POST
@for_organiser
def make_announcement(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Announce something to all tables, or to some."""
    event = get_object_or_404(Event, pk=event_id)
    running = GameSession.objects.filter(event=event, closed=None).order_by("spot", "pk")
    form = AnnouncementForm(list(running), request.POST)
    try:
        sent = form.read()
    except Unwanted:
        return _render_board(request, event, form)
    announcements.announce(event, sent["text"], sent["usual"], sent["tables"], int(sent["minutes"]))
    live_boards.render_soon(event.pk)
    messages.success(request, _("Announced. A table in the middle of a call hears of it after the call."))
    return redirect("hall", event_id=event.pk)


@require_POST
@for_organiser
def take_announcement_back(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Take an announcement back (`announcement`: its number)."""
    number = request.POST.get("announcement", "")
    if number.isascii() and number.isdigit() and len(number) < 10:
        made = Announcement.objects.filter(pk=number, event=event_id).select_related("event").first()
        if made:
            announcements.take_back(made)
            live_boards.render_soon(event_id)
            return redirect("hall", event_id=event_id)
    event = get_object_or_404(Event, pk=event_id)
    messages.error(request, _("That is no longer announced."))
    return redirect("hall", event_id=event.pk)


@require_POST
@for_organiser
def help(request: HttpRequest, session_id: int) -> HttpResponseBase:
    """Record that an organiser is on the way to a table that asks for help, or was there.

    `do`: `coming` or `done`.
    """
    game = get_object_or_404(GameSession.objects.exclude(event=None).filter(closed=None), pk=session_id)
    with journal.edit_session(game.pk, in_secret=True) as fresh:
        match request.POST.get("do"):
            case "coming":
                help_requests.record_help_coming(fresh.organiser_contact)
            case "done":
                help_requests.set_help_wanted(fresh.organiser_contact, wanted=False)
            case _:
                messages.error(request, _("Please choose what is to be done."))
    live_boards.render_soon(game.event_id or 0)
    return redirect("hall", event_id=game.event_id)


@require_GET
@for_organiser
def help_calls(request: HttpRequest) -> HttpResponse:
    """Return the tables of all evenings that ask for help and to which nobody goes yet."""
    waiting = GameSession.objects.exclude(event=None).filter(
        closed=None, organiser_contact__help_asked_at__isnull=False, organiser_contact__help_coming=False
    )
    calls = waiting.order_by("organiser_contact__help_asked_at").only("spot", "code", "event").select_related(None)
    return render(request, "events/live_board/_calls.html", {"calls": calls})


@require_POST
@for_organiser
def switch_screen(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Switch the public screen on or off. It shows names of people."""
    event = get_object_or_404(Event, pk=event_id)
    match request.POST.get("screen"):
        case "on" | "off" as wanted:
            opened = guests.open_list(event, people_can=False)
            SignUp.objects.filter(pk=opened.pk).update(hall=wanted == "on")
            live_boards.render_soon(event.pk)
        case _:
            messages.error(request, _("The screen of the hall is on or off."))
    return redirect("hall", event_id=event.pk)


@require_GET
@in_venue_zone
def screen(request: HttpRequest, key: str) -> HttpResponse:
    """Show the public screen: seats, programme and results; for htmx only the region.

    Raises Http404 while it is off.
    """
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    if not opened.hall:
        raise Http404
    html = drawing.build_screen_view(view_model.read_evening(opened.event)).render(get_language() or "en").html
    if request.headers.get("HX-Request"):
        return HttpResponse(html, headers={"X-Pulse": str(server_clock.display_now_in_milliseconds())})
    pulse = server_clock.display_now_in_milliseconds()
    context = {"event": opened.event, "key": key, "html": html, "pulse": pulse}
    return render(request, "events/live_board/screen_page.html", context)
