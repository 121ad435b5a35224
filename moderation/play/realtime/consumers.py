"""The WebSocket routes of the surfaces. A socket only pushes; devices send by POST requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, parse_cookie
from django.urls import path
from django.utils import translation

from moderation.access.devices import COOKIE, find_device_by_cookie, find_pass
from moderation.access.guards import TooManyGuesses, find_game
from moderation.models import Kind
from moderation.play.realtime.broadcast import GONE, Socket
from moderation.play.realtime.hub import hub
from moderation.play.rendering.render import Viewer, build_viewer_of_pass, choose_desk_language
from moderation.players import arrivals, presence
from moderation.storage.outages import database, is_busy, is_outage
from moderation.web.websockets import turn_away

UNASKED = 4400  # a device sent something over its socket
DONE = 1000
LATER = 1013  # the database is away: connect again

Scope = dict[str, Any]
Admitted = tuple[int, Viewer] | None  # the number of the table or evening that a socket may watch, and as whom
Watch = Callable[[int, Socket], Awaitable[None]]
open_sockets: dict[
    Socket, tuple[Watch, int]
] = {}  # every socket of this process, and what it watches; the oldest first
KINDS = {"phone": Kind.SEAT, "desk": Kind.MODERATOR}


def read_cookies(scope: Scope) -> dict[str, str]:
    """Return the cookies that a socket was opened with."""
    headers = dict(scope["headers"])
    return parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))


def find_language(scope: Scope, cookies: dict[str, str]) -> str:
    """Return the language of the device, chosen as for a page."""
    request = HttpRequest()
    request.COOKIES = cookies
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return translation.get_language_from_request(request)


def admit(surface: str, scope: Scope) -> Admitted:
    """Return the table and the viewer that this socket may watch at a surface; None if refused."""
    request = HttpRequest()
    request.COOKIES = cookies = read_cookies(scope)
    request.META["REMOTE_ADDR"] = (scope.get("client") or [""])[0]
    request.META["HTTP_X_FORWARDED_FOR"] = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    try:
        session = find_game(request, scope["url_route"]["kwargs"]["code"])
    except (Http404, TooManyGuesses):
        return None
    if surface == "screen":
        return session.pk, Viewer("screen", session.language)
    held = find_pass(find_device_by_cookie(cookies.get(COOKIE)), KINDS[surface], session)
    if held is None:
        return None
    language = find_language(scope, cookies)
    if surface == "phone":
        arrivals.record_socket(held)
        if presence.record_socket_opened(held):
            hub.announce(session.pk)
        return session.pk, build_viewer_of_pass(held, surface, language)
    csrf = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return session.pk, build_viewer_of_pass(held, surface, choose_desk_language(session, language), csrf)


def build_application(admit: Callable[[Scope], Admitted], join: Watch, leave: Watch) -> Any:
    """Build the ASGI application of a socket that pushes the changes of what it may watch."""
    look = database_sync_to_async(admit)

    async def application(scope: Scope, receive: Any, send: Any) -> None:
        try:
            later, admitted = database.away, None if database.away else await look(scope)
        except Exception as error:
            if not (is_outage(error) or is_busy(error)):
                raise
            later, admitted = True, None
        if admitted is None:
            await turn_away(receive, send, LATER if later else GONE)
            return
        place, viewer = admitted
        await receive()
        await send({"type": "websocket.accept"})
        socket = Socket(viewer, send)
        open_sockets[socket] = (join, place)
        await join(place, socket)
        tasks = [asyncio.create_task(work) for work in (socket.send_until_gone(), listen(receive, send))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            open_sockets.pop(socket, None)
            await leave(place, socket)

    return application


async def listen(receive: Any, send: Any) -> None:
    """Wait until the device disconnects; close a socket that sends anything, for no page does."""
    message = await receive()
    if message["type"] == "websocket.receive":
        await send({"type": "websocket.close", "code": UNASKED})


async def send_client_address(scope: Scope, receive: Any, send: Any) -> None:
    """Send the client's address as a test of the connection, and close the socket."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": (scope.get("client") or [""])[0]})
    await send({"type": "websocket.close", "code": DONE})


connection_check: Any = send_client_address  # Django's stubs know no path that leads to an ASGI application
routes: list[Any] = [
    *(
        path(f"ws/{surface}/<code>/", build_application(partial(admit, surface), hub.join, hub.leave))
        for surface in ("phone", "desk", "screen")
    ),
    path("ws/check/", connection_check),
]
