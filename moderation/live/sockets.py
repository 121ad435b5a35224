"""The WebSocket routes of the surfaces. A socket only pushes; whatever a device has to say it posts."""

from __future__ import annotations

import asyncio
from http.cookies import CookieError, SimpleCookie
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import path
from django.utils import translation

from games.models import GameSession
from moderation.access import arrivals, presence
from moderation.access.devices import COOKIE, device_with, pass_of
from moderation.access.guards import TooManyGuesses, find_game
from moderation.live.hub import hub
from moderation.live.room import GONE, Socket
from moderation.live.view import Viewer, desk_language, viewer_of
from moderation.models import Kind
from moderation.site.gate import turn_away
from moderation.site.outages import database, means_away, means_busy

UNASKED = 4400  # a device said something over its socket
LATER = 1013  # the database is away: connect again

Scope = dict[str, Any]
KINDS = {"phone": Kind.SEAT, "desk": Kind.MODERATOR}


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies that a socket was opened with."""
    jar: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                return {}
    return {name: morsel.value for name, morsel in jar.items()}


def language_of(scope: Scope, cookies: dict[str, str]) -> str:
    """The language of the device, chosen as for a page."""
    request = HttpRequest()
    request.COOKIES = cookies
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return translation.get_language_from_request(request)


@database_sync_to_async
def admit(scope: Scope, surface: str) -> tuple[GameSession, Viewer] | None:
    """The session that a socket may watch and as whom; None when it may not."""
    request = HttpRequest()
    request.COOKIES = cookies = cookies_of(scope)
    try:
        session = find_game(request, scope["url_route"]["kwargs"]["code"])
    except (Http404, TooManyGuesses):
        return None
    if surface == "screen":
        return session, Viewer("screen", session.language)
    held = pass_of(device_with(cookies.get(COOKIE)), KINDS[surface], session)
    if held is None:
        return None
    language = language_of(scope, cookies)
    if surface == "phone":
        arrivals.socket_opened(held)
        if presence.came(held):
            hub.announce(session.pk)
        return session, viewer_of(held, surface, language)
    csrf = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return session, viewer_of(held, surface, desk_language(session, language), csrf)


def watching(surface: str) -> Any:
    """The ASGI application of a surface's socket."""

    async def application(scope: Scope, receive: Any, send: Any) -> None:
        try:
            admitted = None if database.away else await admit(scope, surface)
            later = database.away
        except Exception as error:
            if not (means_away(error) or means_busy(error)):
                raise
            later = True
        if later:
            await turn_away(receive, send, LATER)
            return
        if admitted is None:
            await turn_away(receive, send, GONE)
            return
        session, viewer = admitted
        await receive()
        await send({"type": "websocket.accept"})
        socket = Socket(viewer, send)
        await hub.join(session.pk, socket)
        tasks = [asyncio.create_task(one) for one in (socket.write(), listen(receive, send))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await hub.leave(session.pk, socket)

    return application


async def listen(receive: Any, send: Any) -> None:
    """Wait until the device goes; one that talks is shown the door, for no page of ours does."""
    message = await receive()
    if message["type"] == "websocket.receive":
        await send({"type": "websocket.close", "code": UNASKED})


routes: list[Any] = [path(f"ws/{surface}/<code>/", watching(surface)) for surface in ("phone", "desk", "screen")]
