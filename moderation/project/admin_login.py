"""The admin's login, with a throttle on wrong passwords."""

from __future__ import annotations

import threading
import unicodedata
from http import HTTPStatus

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from moderation.access.devices import digest
from moderation.access.guessing import NetworkLimit
from moderation.project.admin_site import has_accounts
from moderation.web import throttle
from moderation.web.client_ip import list_networks

WRONG_PASSWORDS, FORGOTTEN_AFTER = 10, 15 * 60  # for one name from one network, seconds
FROM_A_NETWORK = 60  # for all names: nobody at a table logs in here, so this is enough for a venue's one address
REMEMBERED, LONGEST_DELAY = 60 * 60, 60  # seconds: of wrong passwords for one name from everywhere, of its delay
ENTERED_FROM = 30 * 24 * 60 * 60  # seconds for which the network of a successful login is known
LONGEST_ACCOUNT_NAME = 200  # more than an account's name may have
SOON = 5  # seconds after which another password may be tried, while one is hashed

_hashing = threading.Lock()  # locked while one password is hashed, so that games keep the other threads


@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Show Django's login page, or 429 after too many wrong passwords.

    Raises Http404 where there is no account. Tries are counted before a password is hashed. Hashing takes long, so
    simultaneous tries count as well.
    """
    if not has_accounts():
        raise Http404
    if request.method != "POST":
        return admin.site.login(request)
    account = normalise_account(request.POST.get("username", ""))
    by_networks = (
        NetworkLimit(f"login-{digest(account)}", WRONG_PASSWORDS, FORGOTTEN_AFTER),
        NetworkLimit("login", FROM_A_NETWORK, FORGOTTEN_AFTER),
    )
    if any(limit.is_used_up(request) for limit in by_networks):
        return _render_too_many(request, FORGOTTEN_AFTER)
    entered = f"login-entered-{digest(account)}-{digest(list_networks(request)[0].name)}"
    if not throttle.count_tries(entered) and (left := throttle.find_seconds_left(build_delay_key(account))):
        return _render_too_many(request, left)
    if not _hashing.acquire(blocking=False):
        return _render_too_many(request, SOON)
    try:
        return _try_password(request, account, by_networks, entered)
    finally:
        _hashing.release()


def _try_password(
    request: HttpRequest, account: str, by_networks: tuple[NetworkLimit, ...], entered: str
) -> HttpResponse:
    """Count a try, then let Django hash and compare the password."""
    for limit in by_networks:
        limit.count(request)
    throttle.hold_back(
        build_delay_key(account), compute_delay(throttle.count_try(_build_wrong_key(account), REMEMBERED))
    )
    response = admin.site.login(request)
    if response.status_code == HTTPStatus.FOUND:  # a wrong password does not end an existing session
        for limit in by_networks:
            limit.forget(request)
        throttle.reset_tries(build_delay_key(account))
        throttle.reset_tries(_build_wrong_key(account))
        throttle.count_try(entered, ENTERED_FROM)
    return response


def compute_delay(tries: int) -> int:
    """Return the seconds until the next try after so many wrong passwords from everywhere.

    Each wrong one doubles the delay. It is at most a minute, so that an attacker cannot lock an account's owner out.
    """
    return 0 if tries < WRONG_PASSWORDS else min(LONGEST_DELAY, 1 << min(tries - WRONG_PASSWORDS, 16))


def build_delay_key(account: str) -> str:
    """Return the throttle key of an account's delay."""
    return f"login-waits-{digest(account)}"


def _build_wrong_key(account: str) -> str:
    return f"login-wrong-{digest(account)}"


def _render_too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    answer = render(request, "429.html", {"soon": seconds <= LONGEST_DELAY}, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def normalise_account(typed: str) -> str:
    """Return one name for all spellings that Django's login takes for the same account.

    Spaces, widths and case do not matter.
    """
    return unicodedata.normalize("NFKC", typed.strip()[:LONGEST_ACCOUNT_NAME]).casefold()
