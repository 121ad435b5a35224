"""The door between clubs: what a path leads into is entered before anything else is asked, or nothing is found.

A path that leads into no club finds the few pages of the house itself (house_urls.py), which ask for no club's rows.
Start reading at `Clubs`; sockets come in by `Sockets`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase

from games import clubs
from moderation.access.clubs import club_of, split
from moderation.keeping.outages import come_back_soon, means_away, means_busy
from moderation.serving.gate import NO_SUCH_SOCKET, turn_away

HOUSE, INSIDE = "moderation.clubs.house_urls", "moderation.clubs.inside_urls"
OF_THE_HOUSE = ("/ws/check/",)  # sockets that show nothing of any club
AWAY = 1013


class Clubs:
    """Middleware: a request is answered in the club that its path leads into, and in no other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Enter, and answer; a club that is not there is a page that is not there."""
        key, path = split(request.path_info)
        try:
            club = club_of(key)
        except DatabaseError as error:
            if means_away(error) or means_busy(error):
                request.urlconf = HOUSE
                return come_back_soon(request)
            raise
        request.urlconf = INSIDE if club else HOUSE
        if club is None:
            with clubs.outside():
                return self.get_response(request)
        request.path_info = path
        request.META["SCRIPT_NAME"] = club.prefix.rstrip("/")
        with clubs.entered(club):
            return self.get_response(request)


class Sockets:
    """An ASGI application in front of the sockets: each watches in the club that its path leads into."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Enter, and let in; what leads into no club is not there."""
        if not clubs.are_kept() or scope["path"] in OF_THE_HOUSE:
            await self.application(scope, receive, send)
            return
        key, path = split(scope["path"])
        try:
            club = await database_sync_to_async(club_of)(key)
        except DatabaseError as error:
            if not (means_away(error) or means_busy(error)):
                raise
            await turn_away(receive, send, AWAY)
            return
        if club is None or path in OF_THE_HOUSE:
            await turn_away(receive, send, NO_SUCH_SOCKET)
            return
        with clubs.entered(club):
            await self.application({**scope, "path": path}, receive, send)
