"""The public page of an evening: people put themselves on its list, without an account, change it, or cancel.

Nobody sees there who else comes. The browser remembers; a short code brings the line to another device.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from moderation.access import limits, qr
from moderation.access.devices import browser_of, device_of, known_device
from moderation.events import guests
from moderation.events.forms import GuestForm
from moderation.events.guests import CODE_LENGTH, Listed
from moderation.live.refusals import REFUSED, Unwanted
from moderation.models import Device, SignUp

WRONG_CODES, FORGOTTEN_AFTER = 12, 5 * 60  # guesses of one browser, seconds


@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest, key: str) -> HttpResponseBase:
    """Come to an evening: put oneself on its list, change what one wishes, cancel, or bring one's line here."""
    opened = get_object_or_404(SignUp.objects.select_related("event"), key=key)
    browser_of(request)  # the form goes with a cookie, so that one that comes again is known
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
    context = {"list": opened, "event": opened.event, "rounds": rounds, "mine": mine, "form": form, "wrong": wrong}
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


@require_GET
def qr_sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """The QR code of the public page, as a picture to print or show."""
    if not SignUp.objects.filter(key=key).exists():
        raise Http404
    url = f"{qr.address(request)}/e/{key}/"
    return HttpResponse(qr.picture(url, qr.address(request).partition("://")[2]), content_type="image/svg+xml")
