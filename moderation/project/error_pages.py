"""Pages for requests that are refused before they are read.

Their body is too large or too slow, or their form has too many fields. The limits in front of Django
(moderation/server/request_limits.py) pass such a request on without its body, marked `REFUSED`.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from moderation.server.request_limits import REFUSED, TOO_LARGE

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


class TooLargeMiddleware:
    """Middleware that answers a refused request in the language of its sender."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless the limits in front of Django have refused it."""
        status = getattr(request, "scope", {}).get(REFUSED)
        return render_refusal(request, status) if status else self.get_response(request)


def render_refusal(request: HttpRequest, status: int) -> HttpResponse:
    """Return the page of a refusal."""
    response = render(request, f"{status}.html", status=status)
    response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
    return response


def answer_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refuses as bad (`handler400`)."""
    return render_refusal(request, TOO_LARGE if isinstance(exception, TOO_MUCH) else 400)
