"""One-time links: a token, perhaps with a PIN, that a device turns into a pass.

The database stores only digests.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from games.models import GameSession, Seat
from moderation.access.devices import digest, find_device, find_pass, give_pass, move_seat, renew_device
from moderation.models import PIN_TRIES, Kind, Link, Pass

LINK_LIFE = timedelta(minutes=15)


def create_link(
    kind: Kind,
    session: GameSession | None = None,
    seat: Seat | None = None,
    pin: bool = False,
    name: str = "",
) -> tuple[str, str]:
    """Create a link and return its token and its PIN (empty unless one is wanted).

    Older links for the same pass become void. `name`: the name of the pass that it gives.
    """
    Link.objects.filter(kind=kind, session=session, seat=seat, name=name).delete()
    token, digits = secrets.token_urlsafe(24), f"{secrets.randbelow(10_000):04}" if pin else ""
    expires = timezone.now() + LINK_LIFE
    Link.objects.create(
        key=digest(token),
        kind=kind,
        session=session,
        seat=seat,
        pin=digits,
        name=name,
        expires=expires,
    )
    return token, digits


def create_host_link(name: str = "") -> str:
    """Return the path of a fresh link that makes the device that redeems it a host.

    Older links for this name become void.
    """
    return reverse("host_link", kwargs={"token": create_link(Kind.HOST, name=name)[0]})


def find_link(token: str) -> Link:
    """Return the link that was just made with this token."""
    return Link.objects.get(key=digest(token))


def find_usable_link(request: HttpRequest, token: str, kind: Kind) -> Link:
    """Return the link with this token. Raises Http404 when it is missing, used or expired."""
    link = Link.objects.filter(key=digest(token), kind=kind, tries__lt=PIN_TRIES).first()
    if link is None or not link.is_in_time:
        raise Http404
    if link.used and find_gained_pass(request, link) is None:
        raise Http404
    return link


def find_gained_pass(request: HttpRequest, link: Link) -> Pass | None:
    """Return the pass that this form gained when it was first submitted.

    A repeated form then gets the same answer.
    """
    device = find_device(request, anew=True)
    again = getattr(request, "renewed", False)
    return find_pass(device, Kind(link.kind), link.session) if again else None


def redeem(request: HttpRequest, link: Link, pin: str = "") -> Pass | None:
    """Turn a link into a pass for the requesting device.

    Returns None when the PIN is wrong (five tries). Raises Http404 when another device redeemed it first.
    """
    if link.pin:
        # Counted before the comparison, so that simultaneous tries are limited to five as well.
        if not Link.objects.filter(pk=link.pk, tries__lt=PIN_TRIES).update(tries=F("tries") + 1):
            raise Http404
        if not secrets.compare_digest(link.pin.encode(), pin.encode("utf-8", "replace")):
            return None
    with transaction.atomic():
        fresh = Link.objects.filter(pk=link.pk, used=None).update(used=timezone.now())
        if not fresh:
            if (gained := find_gained_pass(request, link)) is None:
                raise Http404
            return gained
        device = renew_device(request)
        if link.kind == Kind.SEAT and link.seat:
            move_seat(device, link.seat)
        given = give_pass(device, Kind(link.kind), link.session, link.seat)
        if link.name:
            Pass.objects.filter(pk=given.pk).update(name=link.name)
        return given
