"""The answer for a table whose game is missing: its package was removed, or cannot be read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import GameNotInstalled

GONE = 410


class MissingGameMiddleware:
    """Middleware that answers with a page of its own instead of an error 500.

    The games that were played stay stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page with the name of the missing game.

        Returns None for any other error.
        """
        if not isinstance(exception, GameNotInstalled):
            return None
        response = render(request, "410.html", {"game": exception.args[0]}, status=GONE)
        response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
        return response
