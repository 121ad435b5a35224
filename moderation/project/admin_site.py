"""Django's admin: hidden until it has an account, and robust against invalid addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.core.exceptions import FieldError, SuspiciousOperation, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

NO_SUCH_FILTER = (ValueError, TypeError, OverflowError, KeyError, FieldError, SuspiciousOperation, ValidationError)


class VeilleurAdmin(AdminConfig):
    """The admin application with the site below."""

    default_site = "moderation.project.admin_site.Site"


class Site(admin.AdminSite):
    """All pages of the admin but its login (moderation/project/admin_login.py)."""

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Guard a page: 404 while nobody has an account.

        An address with an invalid filter redirects to the same page without it.
        """
        guarded: Callable[..., HttpResponse] = super().admin_view(view, cacheable)

        def rendered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            answer = guarded(request, *args, **kwargs)
            return answer.render() if isinstance(answer, TemplateResponse) else answer

        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not has_accounts():
                raise Http404
            from moderation.web.venue_time import in_venue_zone  # not before the applications are loaded

            try:
                return in_venue_zone(rendered)(request, *args, **kwargs)
            except NO_SUCH_FILTER:
                if request.method != "GET" or not request.GET:
                    raise
                return redirect(request.path)

        return page


def has_accounts() -> bool:
    """Return whether anybody can log in."""
    from django.contrib.auth.models import User  # not before the applications are loaded

    return User.objects.exists()
