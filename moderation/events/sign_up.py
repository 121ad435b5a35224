"""The public page of an event: people sign up without an account, change that, or cancel.

It shows nobody who else comes. A cookie identifies the guest, and a code brings the line to another device.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import journal, server_clock
from games.models import Event
from moderation.access import qr
from moderation.access.devices import (
    find_browser,
    find_device,
    find_or_create_device,
    find_pass,
    give_pass,
    renew_device,
)
from moderation.access.guessing import GuessLimit
from moderation.events import companions, guests, line_changes, moving, places, sign_up_floods
from moderation.events.assignments import build_my_seats, build_page, find_assignments
from moderation.events.forms import CompanionForm, GuestForm
from moderation.events.guests import CODE_LENGTH, ListedGuest
from moderation.events.live_board.broadcast import live_boards
from moderation.models import Guest, Kind, Link, Pass, SignUp
from moderation.players import identities
from moderation.tables.lobby.views import check_may_sit_down
from moderation.web.refusals import REFUSED, Unwanted
from moderation.web.venue_time import in_venue_zone


@require_http_methods(["GET", "POST"])
@in_venue_zone
def sign_up(request: HttpRequest, key: str) -> HttpResponseBase:
    """Sign up for an event, change wishes, cancel, or bring a line to this device."""
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    find_browser(request)  # the form sets a cookie, so that a returning browser is recognised
    guests.release_if_due(opened)
    guests.remove_lapsed(opened.event)
    mine = guests.find_line(opened.event, find_device(request))
    do = request.POST.get("do") if request.method == "POST" else None
    form = GuestForm(
        opened.event, mine.guest if mine else None, request.POST if request.method == "POST" and not do else None
    )
    wrong = ""
    if request.method == "POST":
        try:
            act(request, opened, mine, form)
            return redirect("sign_up", key=key)
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    rounds = opened.event.rounds.all()
    context: dict[str, object] = {
        "list": opened,
        "event": opened.event,
        "rounds": rounds,
        "mine": mine,
        "form": form,
        "wrong": wrong,
    }
    context["person"] = identities.find_person(find_device(request))
    context["faces"] = guests.list_faces(opened.event, mine.guest if mine else None)
    context["taken_off"] = not mine and line_changes.was_taken_off(opened.event, find_device(request))
    context["left"] = None if mine else moving.find_moved_line(opened.event, find_device(request))
    if not mine:
        context |= {"places_left": places.count_left(opened.event), "waiting": places.count_waiting(opened.event)}
    else:
        context["companion"] = CompanionForm()
        context |= {"seat": render_region(opened, mine), "pulse": server_clock.display_now_in_milliseconds()}
    return render(request, "events/sign_up.html", context, status=REFUSED if wrong else 200)


def act(request: HttpRequest, opened: SignUp, mine: ListedGuest | None, form: GuestForm) -> None:
    """Do what a form of the page asks for. Raises `Unwanted`."""
    match request.POST.get("do"):
        case "cancel":
            if mine:
                guests.cancel(mine.guest)
                live_boards.render_soon(opened.event_id)
                messages.success(request, _("You are off the list. Thank you for saying so."))
        case "companion":
            if mine:
                bring_along(request, opened, mine.guest)
        case "companion-off":
            if mine:
                companions.remove_companion(mine.guest, request.POST.get("companion", ""))
                live_boards.render_soon(opened.event_id)
        case "code":
            bring(request, opened)
        case "back" | "moved" as answer:
            answer_move(request, opened, answer)
        case _:
            if not mine and (not opened.open or opened.event.closed):
                raise Unwanted(_("The list is closed. At the door there may be room all the same."))
            save_line(request, opened, mine, form)
            messages.success(request, _("Noted."))


def save_line(request: HttpRequest, opened: SignUp, mine: ListedGuest | None, form: GuestForm) -> None:
    """Add the guest to the list, or change their line.

    Raises `Unwanted`, also if too many lines came from that network.
    """
    event, sent = opened.event, form.read()
    network = sign_up_floods.compute_mark(request, event)
    limit = sign_up_floods.build_limit(event)
    if not mine and (sign_up_floods.is_shut(event, network) or limit.is_used_up(request)):
        raise Unwanted(_("Very many have signed up from this network. Please ask an organiser to put you down."))
    firm = find_device(request) is not None
    guests.add_guest(event, find_or_create_device(request), sent.pop("name"), sent, network=network, firm=firm)
    if not mine:
        limit.count(request)


def bring_along(request: HttpRequest, opened: SignUp, guest: Guest) -> None:
    """Put somebody down who comes along with this guest. Raises `Unwanted`."""
    if not opened.open or opened.event.closed:
        raise Unwanted(_("The list is closed. At the door there may be room all the same."))
    sent, limit = CompanionForm(request.POST).read(), sign_up_floods.build_limit(opened.event)
    if limit.is_used_up(request):
        raise Unwanted(_("Very many have signed up from this network. Please ask an organiser to put you down."))
    companions.add_companion(guest, sent["name"], sent["together"])
    limit.count(request)
    messages.success(request, _("Noted."))


def build_guess_limit(event: Event) -> GuessLimit:
    """Return the limit on wrong codes of an event's guests."""
    return GuessLimit(f"guest-codes-{event.pk}")


def bring(request: HttpRequest, opened: SignUp) -> None:
    """Bring the line with the typed code to this device. Raises `Unwanted`."""
    limit = build_guess_limit(opened.event)
    if limit.is_used_up(request):
        raise Unwanted(_("Too many codes that do not exist: please wait a few minutes, or ask an organiser."))
    code = "".join(letter for letter in request.POST.get("code", "")[:40].upper() if letter.isalpha())[:CODE_LENGTH]
    guest = guests.find_by_code(opened.event, code)
    if guest is None:
        limit.count_wrong(request)
        raise Unwanted(_("Nobody on the list has this code."))
    moving.move_line(guest, find_or_create_device(request))
    messages.success(request, _("This device has your line now."))


def answer_move(request: HttpRequest, opened: SignUp, answer: str) -> None:
    """Take back the line that left this device, or confirm the move. Raises `Unwanted`."""
    line = moving.find_moved_line(opened.event, find_device(request))
    if line is None:
        raise Unwanted(_("Your line is confirmed on the other device. Please ask an organiser."))
    if answer == "back":
        moving.take_back(line)
        messages.success(request, _("This device has your line again, under a new code."))
    else:
        moving.confirm(line)
        messages.success(request, _("Noted."))


@require_http_methods(["GET", "POST"])
def my_seat(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the pushed part of the page, with the guest's current seat.

    A POST brings the guest to the seat.
    """
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    if request.method == "GET":
        pulse = server_clock.display_now_in_milliseconds()
        line = guests.find_line(opened.event, find_device(request))
        return HttpResponse(render_region(opened, line) if line else "", headers={"X-Pulse": str(pulse)})
    mine = guests.find_guest(opened.event, find_device(request))
    if mine is None:
        return redirect("sign_up", key=key)
    try:
        return redirect(take_seat(request, mine))
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
        return redirect("sign_up", key=key)


def render_region(opened: SignUp, mine: ListedGuest) -> str:
    """Return the part of a guest's page that is pushed, in the active language."""
    seat = build_my_seats(opened.event, [mine])[mine.guest.pk]
    return build_page(seat, opened.key).render(get_language() or "").html


def take_seat(request: HttpRequest, mine: Guest) -> str:
    """Give a guest's device its seat or its desk, and return the path to it.

    A seat or desk that is on another device stays there, and only the table moves it. A line that came from another
    device opens nothing before the move is confirmed. Raises `Unwanted`.
    """
    at = find_assignments(mine.event, [mine]).get(mine.pk)
    if at is None or at.session is None or at.is_closed or mine.left:
        raise Unwanted(_("There is no table for you just now. Please ask an organiser."))
    if mine.moved:
        raise Unwanted(_("Your line came here from another device. Please have it confirmed there, or at the door."))
    runs = at.placing.runs
    with journal.edit_session(at.session.pk) as fresh:
        device = find_device(request, anew=True)
        kind = Kind.MODERATOR if runs else Kind.SEAT
        seat = None if runs else at.seat
        if find_pass(device, kind, fresh) is None:
            theirs = Pass.objects.filter(kind=kind, session=fresh)
            if not runs:
                if seat is None:
                    raise Unwanted(_("Your seat is no longer at this table. Please ask its moderator."))
                check_may_sit_down(request, fresh)
                theirs = theirs.filter(seat=seat)
            if theirs.exists() or (seat and seat.bot):
                raise Unwanted(_("Somebody has this already on another device. Please ask at the table."))
            if runs:  # a code that was shown for the desk no longer works
                Link.objects.filter(kind=kind, session=fresh).delete()
            give_pass(renew_device(request), kind, fresh, seat)
    return reverse("desk" if runs else "phone", args=[at.session.code])


@require_GET
def qr_sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """Return the QR code of the public page as a picture, to print or to display."""
    if not SignUp.objects.filter(key=key).exists():
        raise Http404
    url = qr.build_server_address(request) + reverse("sign_up", args=[key])
    return HttpResponse(
        qr.draw_picture(url, qr.build_server_address(request).partition("://")[2]), content_type="image/svg+xml"
    )
