"""The admin's login, for as many wrong passwords as people make, and no more."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from moderation import limits
from moderation.access import digest

WRONG_PASSWORDS, FORGOTTEN_AFTER = 10, 15 * 60  # for one name from one address, seconds
TOO_MANY = 429


@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Django's own page; after too many wrong passwords for a name from an address, a word instead of another try."""
    if request.method != "POST":
        return admin.site.login(request)
    tried = f"login-{digest(request.POST.get('username', '')[:200].casefold())}-{digest(address(request))}"
    if limits.tries(tried) >= WRONG_PASSWORDS:
        return render(request, "429.html", status=TOO_MANY)
    # Counted before it is compared, so that tries made at the same instant count as well.
    limits.tried(tried, FORGOTTEN_AFTER)
    response = admin.site.login(request)
    if request.user.is_authenticated:
        limits.forget(tried)
    return response


def address(request: HttpRequest) -> str:
    """Where a request comes from; behind a proxy, where the proxy says: it writes the last of the addresses."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_TLS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
