"""The admin's login, for as many wrong passwords as people make, and no more."""

from __future__ import annotations

import unicodedata
from http import HTTPStatus

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from moderation.access import limits
from moderation.access.clients import address
from moderation.access.devices import digest
from moderation.site.admin import has_accounts

WRONG_PASSWORDS, FORGOTTEN_AFTER = 10, 15 * 60  # for one name from one address, seconds
FROM_AN_ADDRESS = 60  # whatever the names: nobody at a table logs in here, so that a venue's one address has enough
LONGEST_NAME = 200  # more than an account's may have
TOO_MANY = 429


@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Django's own page; after too many wrong passwords a word instead of another try. Raises Http404 for no account.

    Tries are counted before a password is hashed: that takes long, and tries made at the same instant count as well.
    """
    if not has_accounts():
        raise Http404
    if request.method != "POST":
        return admin.site.login(request)
    here = f"login-{digest(address(request))}"
    tried = f"{here}-{digest(account_named(request.POST.get('username', '')))}"
    if limits.tries(tried) >= WRONG_PASSWORDS or limits.tries(here) >= FROM_AN_ADDRESS:
        return render(request, "429.html", status=TOO_MANY)
    limits.tried(tried, FORGOTTEN_AFTER)
    limits.tried(here, FORGOTTEN_AFTER)
    response = admin.site.login(request)
    if response.status_code == HTTPStatus.FOUND:  # whoever was in before is still, whatever was typed now
        limits.forget(tried)
        limits.forget(here)
    return response


def account_named(typed: str) -> str:
    """One name for all that Django's login takes for the same account, whatever spaces, widths and case are typed."""
    return unicodedata.normalize("NFKC", typed.strip()[:LONGEST_NAME]).casefold()
