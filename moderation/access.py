"""Who may do what: the device's cookie, the passes it holds, and the guards that every view goes through.

A secret is shown once, in a cookie that scripts cannot read or in a one-time link; kept is only its digest.
Somebody who may not see a page gets the same answer as for a page that does not exist.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.models import GameSession, Seat
from moderation import codes, tending
from moderation.models import Device, Kind, Link, Pass

COOKIE = "__Host-veilleur" if settings.BEHIND_TLS else "veilleur"  # the prefix: from and for this host only
COOKIE_AGE = 60 * 60 * 24 * 180
LINK_LIFE = timedelta(minutes=15)
PIN_TRIES = 5


def digest(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


# Devices


def device_with(cookie: str | None) -> Device | None:
    """The device that holds this cookie."""
    return Device.objects.filter(key=digest(cookie)).first() if cookie else None


def device_of(request: HttpRequest) -> Device | None:
    """The device that asks, if it is known."""
    if not hasattr(request, "device"):
        request.device = device_with(request.COOKIES.get(COOKIE))  # type: ignore[attr-defined]
    return request.device  # type: ignore[attr-defined,no-any-return]


def known_device(request: HttpRequest) -> Device:
    """The device that asks, made known if it was not; `remember` sets its cookie on the answer."""
    device = device_of(request)
    if device is None:
        token = secrets.token_urlsafe(32)
        device = Device.objects.create(key=digest(token))
        request.device, request.new_cookie = device, token  # type: ignore[attr-defined]
    return device


def remember(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: give a device that has just become known its cookie."""

    def page(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if token := getattr(request, "new_cookie", ""):
            response.set_cookie(
                COOKIE,
                token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

    return page


# Passes


def pass_of(device: Device | None, kind: Kind, session: GameSession | None = None) -> Pass | None:
    """The pass of this kind that a device holds, at this table."""
    if device is None:
        return None
    return Pass.objects.filter(device=device, kind=kind, session=session).select_related("seat", "device").first()


def give_pass(device: Device, kind: Kind, session: GameSession | None = None, seat: Seat | None = None) -> Pass:
    """Give a device a pass; one of the same kind at the same table gives way."""
    given, _ = Pass.objects.update_or_create(device=device, kind=kind, session=session, defaults={"seat": seat})
    return given


def move_seat(device: Device, seat: Seat) -> None:
    """Give a seat to this device and to no other."""
    with transaction.atomic():
        Pass.objects.filter(kind=Kind.SEAT, seat=seat).exclude(device=device).delete()
        give_pass(device, Kind.SEAT, seat.session, seat)


# One-time links


def new_link(
    kind: Kind, session: GameSession | None = None, seat: Seat | None = None, pin: bool = False
) -> tuple[str, str]:
    """A fresh link: its token and its PIN (empty unless one is wanted). Older links to the same are void."""
    Link.objects.filter(kind=kind, session=session, seat=seat).delete()
    token, digits = secrets.token_urlsafe(24), f"{secrets.randbelow(10_000):04}" if pin else ""
    expires = timezone.now() + LINK_LIFE if session else None
    Link.objects.create(key=digest(token), kind=kind, session=session, seat=seat, pin=digits, expires=expires)
    return token, digits


def new_host_link() -> str:
    """The path of a fresh link that makes the device that redeems it a host; older ones are void."""
    return f"/host/{new_link(Kind.HOST)[0]}/"


def usable_link(token: str, kind: Kind) -> Link:
    """The link with this token. Raises Http404 when there is none, or it was used, or its time is over."""
    link = Link.objects.filter(key=digest(token), kind=kind, used=None, tries__lt=PIN_TRIES).first()
    if link is None or (link.expires and link.expires < timezone.now()):
        raise Http404
    return link


def redeem(request: HttpRequest, link: Link, pin: str = "") -> Pass | None:
    """Turn a link into a pass for the device that asks; None when the PIN is wrong (five tries).

    Raises Http404 when somebody else was faster.
    """
    if link.pin:
        # Counted before it is compared, so that tries made at the same instant are five as well.
        if not Link.objects.filter(pk=link.pk, tries__lt=PIN_TRIES).update(tries=F("tries") + 1):
            raise Http404
        if not secrets.compare_digest(link.pin.encode(), pin.encode("utf-8", "replace")):
            return None
    with transaction.atomic():
        fresh = Link.objects.filter(pk=link.pk, used=None).update(used=timezone.now())
        if not fresh:
            raise Http404
        device = known_device(request)
        if link.kind == Kind.SEAT and link.seat:
            move_seat(device, link.seat)
        return give_pass(device, Kind(link.kind), link.session, link.seat)


# Guards


def open_game(code: str) -> GameSession:
    """The game that is open under a code, written anyhow. Raises Http404."""
    game = GameSession.objects.filter(code=codes.clean(code), closed=None).defer(*journal.LONG).first()
    if game is None:
        raise Http404
    return game


def for_host(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page for the host alone."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if pass_of(device_of(request), Kind.HOST) is None:
            raise Http404
        return page(request, *args, **kwargs)

    return guarded


def for_moderator(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of one table's desk: the view gets the session in the place of the code."""

    @wraps(page)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        session = open_game(code)
        if pass_of(device_of(request), Kind.MODERATOR, session) is None:
            raise Http404
        return page(request, session, *args, **kwargs)

    return guarded


def hides_secrets(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of the desk with secrets on it: closed, until the game is over, at a table without a moderator."""

    def want_open(session: GameSession) -> None:
        if session.narrated and tending.stage(session) != GameSession.Stage.OVER:
            raise Http404

    @wraps(page)
    def guarded(request: HttpRequest, session: GameSession, *args: Any, **kwargs: Any) -> HttpResponseBase:
        want_open(session)
        answer = page(request, session, *args, **kwargs)
        session.refresh_from_db(
            fields=["narrated", "stage", "closed"]
        )  # the moderator may have gone while it was made
        want_open(session)
        return answer

    return guarded


def for_player(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of one seat: the view gets the seat in the place of the code.

    Whoever has no seat at an open table, or none any more, is sent to where one is taken.
    """

    @wraps(page)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        session = open_game(code)
        held = pass_of(device_of(request), Kind.SEAT, session)
        if held is None or held.seat is None:
            if request.method == "GET":
                return redirect(f"{reverse('join', kwargs={'code': session.code})}?moved=1")
            raise Http404
        seat: Any = held.seat
        seat.session = session
        return page(request, seat, *args, **kwargs)

    return guarded
