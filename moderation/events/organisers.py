"""Passes for organisers, which the host creates and revokes, one device each.

An organiser runs events and opens tables, and has no desk but their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from moderation.access import qr
from moderation.access.devices import find_device, find_pass
from moderation.access.guards import for_host
from moderation.access.invite_links import create_link, find_link, find_usable_link, redeem
from moderation.events.forms import OrganiserForm
from moderation.models import PIN_TRIES, Kind, Link, Pass
from moderation.web.refusals import REFUSED, Unwanted


@dataclass(frozen=True)
class Organiser:
    """A device with an organiser's pass."""

    number: int
    name: str
    since: datetime


def list_organisers(request: HttpRequest) -> list[Organiser] | None:
    """Return the organisers for a host. None for other devices, which cannot create passes."""
    if find_pass(find_device(request), Kind.HOST) is None:
        return None
    held = Pass.objects.filter(kind=Kind.ORGANISER).order_by("pk")
    return [Organiser(one.pk, one.name, one.created) for one in held]


@require_POST
@for_host
def organiser_invite(request: HttpRequest) -> HttpResponseBase:
    """Show the QR code and the PIN with which a device becomes an organiser.

    They are shown once and work once.
    """
    try:
        name = OrganiserForm(request.POST).read()["name"]
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
        return redirect("events")
    token, pin = create_link(Kind.ORGANISER, pin=True, name=name)
    url = qr.build_server_address(request) + reverse("organiser_link", kwargs={"token": token})
    context = {"name": name, "url": url, "qr": qr.draw_svg(url), "pin": pin, "link": find_link(token)}
    return render(request, "events/invite.html", context)


@require_GET
@for_host
def organiser_link_state(request: HttpRequest, link_id: int) -> HttpResponse:
    """Return the text that replaces the code once a device has used it, or it is void.

    Until then the answer is 204.
    """
    link = Link.objects.filter(kind=Kind.ORGANISER, pk=link_id).first()
    if link and link.is_usable:
        return HttpResponse(status=204)
    return render(request, "tables/_link_done.html", {"used": link is not None and link.used is not None})


@require_POST
@for_host
def organiser_remove(request: HttpRequest, pass_id: int) -> HttpResponse:
    """Revoke an organiser's pass. That device sees no event any more."""
    get_object_or_404(Pass, pk=pass_id, kind=Kind.ORGANISER).delete()
    messages.success(request, _("That device no longer organises anything."))
    return redirect("events")


@require_http_methods(["GET", "POST"])
def organiser_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Become an organiser. The device that gave the link shows the PIN."""
    link = find_usable_link(request, token, Kind.ORGANISER)
    context: dict[str, object] = {"link": link}
    if request.method == "POST":
        if redeem(request, link, request.POST.get("pin", "").strip()[:20]):
            return redirect("events")
        link.refresh_from_db()
        left = PIN_TRIES - link.tries
        context |= {"wrong": _("That is not the PIN."), "left": left, "burnt": left <= 0}
    return render(request, "events/organiser_link.html", context, status=REFUSED if "wrong" in context else 200)
