"""The guards that every view goes through: for the host, for a moderator, for a player.

A device that may not see a page gets the same answer as for a page that does not exist. A guard runs one query: for
the pass that lets this device in, with its seat and its table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import PART_NAMES, GameSession
from moderation.access import table_codes
from moderation.access.devices import COOKIE, digest, find_browser, find_device, find_pass, find_pass_at
from moderation.access.guessing import NetworkLimit
from moderation.models import Device, Kind, Pass
from moderation.web import lan_addresses, throttle
from moderation.web.venue_time import in_venue_zone

WRONG_CODES, FORGOTTEN_AFTER = 12, 5 * 60  # guesses of one browser, seconds
WRONG_FROM_A_NETWORK = 60  # where anybody in the world may guess: more than the typing errors of a venue in that time
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
LONGEST_MARK = 32  # characters of the mark of a seat that a page had


class TooManyGuesses(Exception):
    """The error for a browser that has named many codes under which there is no table."""


def open_game(code: str) -> GameSession:
    """Return the open game with this code, in any spelling. Raises Http404."""
    games = GameSession.objects.filter(code=table_codes.normalise(code), closed=None).select_related(*PART_NAMES)
    game = games.defer(*GameSession.LONG).first()
    if game is None:
        raise Http404
    return game


def find_game(request: HttpRequest, code: str) -> GameSession:
    """Return the open game that a browser asks for by its code.

    Raises Http404, and `TooManyGuesses`. A code only leads to the join page, and the moderator sees every player who
    joins. So a browser that guesses is throttled. An address is not, because a whole hall may share it. Where anybody
    in the world may guess, a network is throttled too (`may_try`).
    """
    cookie = request.COOKIES.get(COOKIE)
    if cookie and throttle.count_tries(f"wrong-codes-{digest(cookie)}") >= WRONG_CODES:
        raise TooManyGuesses
    if settings.CODES_GROW and not may_try(request, code):
        raise TooManyGuesses
    try:
        return open_game(code)
    except Http404:
        throttle.count_try(f"wrong-codes-{find_browser(request)}", FORGOTTEN_AFTER)
        if settings.CODES_GROW:
            _build_guess_limit().count(request)
        raise


def may_try(request: HttpRequest, code: str) -> bool:
    """Return whether a code may be tried from a network with many recent wrong codes.

    Used only by a server on the internet. A whole venue has one address. So a device that scanned the table's QR
    code, or has had a seat or a desk, may always try. A device without a pass may not, because every comfort form
    creates one.
    """
    if not _build_guess_limit().is_used_up(request):
        return True
    if table_codes.is_scanned(code, request.GET.get(table_codes.MARK_PARAMETER, "")):
        return True
    device = find_device(request)
    return device is not None and device.passes.exists()


def _build_guess_limit() -> NetworkLimit:
    return NetworkLimit("wrong-codes", WRONG_FROM_A_NETWORK, FORGOTTEN_AFTER)


def render_unknown_code(request: HttpRequest) -> HttpResponse:
    """Return the home page with the sentence for a code that no table has."""
    return render(request, "tables/lobby/home.html", {"wrong": explain_unknown_code()}, status=404)


def render_slowed_down(request: HttpRequest) -> HttpResponse:
    """Build the page of a browser that has guessed too often."""
    return render(
        request, "tables/lobby/home.html", {"wrong": explain_too_many_guesses()}, status=HTTPStatus.TOO_MANY_REQUESTS
    )


def explain_unknown_code() -> str:
    """Return the sentence for a code that no table has."""
    return _("No table has this code just now.")


def explain_too_many_guesses() -> str:
    """Return the sentence for a browser that has guessed too often."""
    return _("Too many codes that do not exist: please wait a few minutes, or ask the moderator.")


def get_pass(request: HttpRequest) -> Pass:
    """Return the pass with which the guard let this request in."""
    return request.held  # type: ignore[attr-defined,no-any-return]


def for_host(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page for the host alone. Hours are in the time zone of the venue."""
    return _guard(in_venue_zone(page), lambda request: find_pass(find_device(request), Kind.HOST) is not None)


def _guard(
    page: Callable[..., HttpResponseBase], is_allowed: Callable[[HttpRequest], bool]
) -> Callable[..., HttpResponseBase]:
    """Decorate a page so that it exists for allowed requests alone."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_allowed(request):
            raise Http404
        return page(request, *args, **kwargs)

    return guarded


def is_here(request: HttpRequest) -> bool:
    """Return whether the requesting browser runs on the serving machine, and asks it directly.

    Requests from a proxy on this machine come from there too. So a request that a proxy passed on, or that came by
    https, counts as remote.
    """
    if settings.BEHIND_TLS or any(name in request.headers for name in PROXY_HEADERS):
        return False
    domain = split_domain_port(request.get_host())[0]
    return lan_addresses.is_loopback(domain) and lan_addresses.is_loopback(request.META.get("REMOTE_ADDR", ""))


def for_host_here(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page for the host on the serving machine, and on no other device."""
    return _guard(for_host(page), is_here)


def is_organiser(device: Device | None) -> bool:
    """Return whether a device runs evenings and opens tables.

    These are a host's devices, and those to which a host has given that right.
    """
    return find_pass(device, Kind.HOST) is not None or find_pass(device, Kind.ORGANISER) is not None


def for_organiser(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page for the host and for organisers. Hours are in the time zone of the venue."""
    return _guard(in_venue_zone(page), lambda request: is_organiser(find_device(request)))


def for_moderator(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page of one table's desk. The view gets the session in place of the code."""

    @wraps(page)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        held = find_pass_at(request, table_codes.normalise(code), Kind.MODERATOR)
        if held is None:
            raise Http404
        return page(request, held.session, *args, **kwargs)

    return guarded


def for_player(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a page of one seat. The view gets the seat in place of the code.

    A device that has no seat at an open table, or no longer has one, is redirected to the join page.
    """

    @wraps(page)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        held = find_pass_at(request, table_codes.normalise(code), Kind.SEAT)
        if held is None or held.seat is None:
            if request.method != "GET":
                raise Http404
            try:
                session = find_game(request, code)
            except TooManyGuesses:
                return render_slowed_down(request)
            had = request.GET.get("had", "")
            seat_it_had = f"&had={had}" if had.isascii() and had.isalnum() and len(had) <= LONGEST_MARK else ""
            return redirect(f"{reverse('join', kwargs={'code': session.code})}?moved=1{seat_it_had}")
        seat: Any = held.seat
        seat.session = held.session
        return page(request, seat, *args, **kwargs)

    return guarded
