"""The public page of an evening: people put themselves on its list, without an account, change it, or cancel.

Nobody sees there who else comes. The browser remembers; a short code brings the line to another device.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import journal
from moderation.access import limits
from moderation.access.devices import browser_of, device_of, give_pass, known_device, pass_of, renewed_device
from moderation.access.venue import in_venue_zone
from moderation.arriving import qr
from moderation.events import guests
from moderation.events.forms import GuestForm
from moderation.events.guests import CODE_LENGTH, Listed
from moderation.events.whereabouts import my_seats, page_of, whereabouts
from moderation.live import room
from moderation.lobby.views import want_no_desk
from moderation.models import Device, Guest, Kind, Link, Pass, SignUp
from moderation.people import known
from moderation.questions.refusals import REFUSED, Unwanted

WRONG_CODES, FORGOTTEN_AFTER = 12, 5 * 60  # guesses of one browser, seconds


@require_http_methods(["GET", "POST"])
@in_venue_zone
def sign_up(request: HttpRequest, key: str) -> HttpResponseBase:
    """Come to an evening: put oneself on its list, change what one wishes, cancel, or bring one's line here."""
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    browser_of(request)  # the form goes with a cookie, so that one that comes again is known
    guests.release_if_due(opened)
    mine = line_of(opened, device_of(request))
    do = request.POST.get("do") if request.method == "POST" else None
    form = GuestForm(mine.guest if mine else None, request.POST if request.method == "POST" and not do else None)
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
    context["person"] = known.person_of(device_of(request))
    context["faces"] = guests.faces_of(opened.event, mine.guest if mine else None)
    if mine:
        context |= {"seat": region(opened, mine.guest), "pulse": room.now()}
    return render(request, "events/sign_up.html", context, status=REFUSED if wrong else 200)


def line_of(opened: SignUp, device: Device | None) -> Listed | None:
    """How this device's line stands."""
    guest = guests.guest_of(opened.event, device)
    if guest is None:
        return None
    return next(one for one in guests.listed(opened.event, opened.capacity) if one.guest.pk == guest.pk)


def act(request: HttpRequest, opened: SignUp, mine: Listed | None, form: GuestForm) -> None:
    """Do what a form of the page asks for. Raises `Unwanted`."""
    match request.POST.get("do"):
        case "cancel":
            if mine:
                guests.cancel(mine.guest)
                messages.success(request, _("You are off the list. Thank you for saying so."))
        case "code":
            bring(request, opened)
        case _:
            if not mine and (not opened.open or opened.event.closed):
                raise Unwanted(_("The list is closed. At the door there may be room all the same."))
            sent = form.read()
            guests.put_down(opened.event, known_device(request), sent.pop("name"), sent)
            messages.success(request, _("Noted."))


def bring(request: HttpRequest, opened: SignUp) -> None:
    """Bring the line with the code that was typed to this device. Raises `Unwanted`."""
    browser = f"guest-codes-{browser_of(request)}"
    if limits.tries(browser) >= WRONG_CODES:
        raise Unwanted(_("So many codes that do not exist: please wait a few minutes, or ask an organiser."))
    code = "".join(letter for letter in request.POST.get("code", "")[:40].upper() if letter.isalpha())[:CODE_LENGTH]
    guest = guests.with_code(opened.event, code)
    if guest is None:
        limits.tried(browser, FORGOTTEN_AFTER)
        raise Unwanted(_("Nobody on the list has this code."))
    guests.bring(guest, known_device(request))
    messages.success(request, _("This device has your line now."))


@require_http_methods(["GET", "POST"])
def my_seat(request: HttpRequest, key: str) -> HttpResponseBase:
    """Where whoever asks sits just now, as the part of the page that is pushed; the tap on it brings them there."""
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    mine = guests.guest_of(opened.event, device_of(request))
    if request.method == "GET":
        pulse = room.now()
        return HttpResponse(region(opened, mine) if mine else "", headers={"X-Pulse": str(pulse)})
    if mine is None:
        return redirect("sign_up", key=key)
    try:
        return redirect(sit(request, mine))
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
        return redirect("sign_up", key=key)


def region(opened: SignUp, mine: Guest) -> str:
    """The part of a guest's page that is pushed, in the active language."""
    seat = my_seats(opened.event, [mine])[mine.pk]
    return page_of(seat, opened.key).drawn(get_language() or "").html


def sit(request: HttpRequest, mine: Guest) -> str:
    """Give the device of a guest what is theirs at their table: the seat, or the desk; the path there.

    A seat that is on another device stays there, and so does a desk: the table moves them. Raises `Unwanted`.
    """
    at = whereabouts(mine.event, [mine]).get(mine.pk)
    if at is None or at.session is None or at.closed or mine.left:
        raise Unwanted(_("There is no table for you just now. Please ask an organiser."))
    runs = at.placing.runs
    with journal.changing(at.session.pk) as fresh:
        device = device_of(request, anew=True)
        kind = Kind.MODERATOR if runs else Kind.SEAT
        seat = None if runs else at.seat
        if pass_of(device, kind, fresh) is None:
            theirs = Pass.objects.filter(kind=kind, session=fresh)
            if not runs:
                if seat is None:
                    raise Unwanted(_("Your seat is not at this table any more. Please ask who runs it."))
                want_no_desk(request, fresh)
                theirs = theirs.filter(seat=seat)
            if theirs.exists() or (seat and seat.bot):
                raise Unwanted(_("Somebody has this already on another device. Please ask at the table."))
            if runs:  # a code that was shown for the desk opens nothing any more
                Link.objects.filter(kind=kind, session=fresh).delete()
            give_pass(renewed_device(request), kind, fresh, seat)
    return reverse("desk" if runs else "phone", args=[at.session.code])


@require_GET
def qr_sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """The QR code of the public page, as a picture to print or show."""
    if not SignUp.objects.filter(key=key).exists():
        raise Http404
    url = qr.address(request) + reverse("sign_up", args=[key])
    return HttpResponse(qr.picture(url, qr.address(request).partition("://")[2]), content_type="image/svg+xml")
