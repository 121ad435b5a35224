"""What is said at a table whose game is not there any more: its package was removed, or cannot be read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import GameIsGone

GONE = 410


class SaysWhenAGameIsGone:
    """Middleware: a page that says so, in the place of a fault of ours; what was played is kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The sentence, with the name under which the game is known."""
        if not isinstance(exception, GameIsGone):
            return None
        response = render(request, "410.html", {"game": exception.args[0]}, status=GONE)
        response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
        return response
