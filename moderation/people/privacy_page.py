"""The page on data and rights: what is stored, where and for how long.

It also says what players can do about it. It is open to everybody. Its periods are the constants by which the program
deletes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from moderation.access.devices import COOKIE, COOKIE_AGE, STRANGER_LIFE
from moderation.access.invite_links import LINK_LIFE
from moderation.people.pruning import EMPTY_KEPT, LINKS_KEPT, MARKS_KEPT, PASSES_KEPT
from moderation.templatetags.looks import LIGHT
from moderation.web.messages import MessageCookie


@dataclass(frozen=True)
class Cookie:
    """A cookie that this site may set."""

    name: str
    use: str
    kept: str


def format_days(kept: timedelta) -> str:
    """Return a number of days in words."""
    return ngettext("%(count)d day", "%(count)d days", kept.days) % {"count": kept.days}


def format_hours(kept: timedelta) -> str:
    """Return a number of hours in words."""
    count = int(kept.total_seconds() // 3600)
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def list_cookies() -> tuple[Cookie, ...]:
    """Return all cookies of this site, in the active language."""
    choice = timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)
    return (
        Cookie(
            COOKIE,
            _("A random number by which your seat, your desk or your place on a list is yours."),
            format_days(timedelta(seconds=COOKIE_AGE)),
        ),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            _("Another random number, so that no other site fills in a form in your name."),
            format_days(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
        ),
        Cookie(settings.LANGUAGE_COOKIE_NAME, _("The language, once you have chosen one."), format_days(choice)),
        Cookie(LIGHT, _("Bright or dark pages, once you have chosen."), format_days(choice)),
        Cookie(
            MessageCookie.cookie_name,
            _("The sentence that the next page says to you."),
            _("until it is read"),
        ),
        Cookie(
            settings.SESSION_COOKIE_NAME,
            _("For accounts of the admin alone: nobody who plays has one."),
            format_hours(timedelta(seconds=settings.SESSION_COOKIE_AGE)),
        ),
    )


@require_GET
def rights(request: HttpRequest) -> HttpResponse:
    """Show the stored data and its periods, the operator, and the rights of everybody."""
    context = {
        "operator": settings.OPERATED_BY,
        "names": settings.NAMES_KEPT_DAYS,
        "cookies": list_cookies(),
        "device": format_days(timedelta(seconds=COOKIE_AGE)),
        "stranger": format_days(STRANGER_LIFE),
        "passes": format_days(PASSES_KEPT),
        "empty": format_days(EMPTY_KEPT),
        "links": format_days(LINKS_KEPT),
        "marks": format_days(MARKS_KEPT),
        "minutes": int(LINK_LIFE.total_seconds() // 60),
    }
    return render(request, "people/rights.html", context)
