"""Requests refused before a view or a consumer sees them: sockets of a foreign page, and oversized bodies."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import reverse

from moderation.access.devices import COOKIE, device_with, pass_of
from moderation.models import Kind
from moderation.web.websockets import turn_away

FOREIGN = 4403
NO_SUCH_SOCKET = 4404
TOO_LARGE, TOO_SLOW = 413, 408
REFUSED = "veilleur.refused"  # in the scope of a request: the status with which it is to be refused, unread
LARGEST_BODY = 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
LARGEST_FORM = 128 * 1024  # ten times as long as the longest form that a page of ours sends
BODY_SECONDS = 60.0  # for a record over a slow Wi-Fi

MaySendMuch = Callable[[dict[str, Any]], Awaitable[bool]]


class SameOrigin:
    """Lets a WebSocket in only from a page of ours: the host is one of ours and the page came from that very host.

    Channels' own validator ignores the port and, with a wildcard among the hosts, accepts anything.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the socket on, or close it with 4403."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        domain = split_domain_port(host)[0]
        ours = domain and validate_host(domain, settings.ALLOWED_HOSTS)
        if ours and origin in (f"http://{host}", f"https://{host}"):
            await self.application(scope, receive, send)
        else:
            await turn_away(receive, send, FOREIGN)


class WithoutPrefix:
    """An ASGI application in front of the sockets: takes `PATH_PREFIX` from their paths."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the socket on under the path that a server without a prefix has for it."""
        path = scope["path"].removeprefix(settings.PATH_PREFIX)
        await self.application({**scope, "path": path}, receive, send)


async def no_such_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer a socket that no route knows."""
    await turn_away(receive, send, NO_SUCH_SOCKET)


class BoundedBody:
    """Refuses a request longer than any form of ours; Django would keep all of it before it looks at it.

    `may_send_much`: whether whoever asks may send a record, which is longer than every form.
    """

    def __init__(self, application: Any, may_send_much: MaySendMuch) -> None:
        self.application, self.may_send_much = application, may_send_much

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer 413 at once when the length is announced, and as soon as it is passed when it is not.

        A body that does not come within its time is refused with 408.
        """
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 20 or int(announced) > LARGEST_BODY:
            await self._refuse(scope, send, TOO_LARGE)
            return
        # Where no length is announced it comes in pieces: those are for forms alone.
        most = LARGEST_FORM
        if int(announced) > LARGEST_FORM:
            if not await self.may_send_much(scope):
                await self._refuse(scope, send, TOO_LARGE)
                return
            most = LARGEST_BODY
        received, refused, whole = 0, False, False
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS

        async def receive_some() -> Any:
            nonlocal received, refused, whole
            try:
                async with asyncio.timeout_at(None if whole else deadline):
                    message = await receive()
            except TimeoutError:
                refused = True
                await self._refuse(scope, send, TOO_SLOW)
                return {"type": "http.disconnect"}
            received += len(message.get("body", b""))
            whole = whole or not message.get("more_body")
            if received > most and not refused:
                refused = True
                await self._refuse(scope, send, TOO_LARGE)
            return {"type": "http.disconnect"} if refused else message

        async def send_unless_refused(message: Any) -> None:
            if not refused:
                await send(message)

        await self.application(scope, receive_some, send_unless_refused)

    async def _refuse(self, scope: dict[str, Any], send: Any, status: int) -> None:
        """Have the application say why, without the body. The connection is closed then: the rest is not read."""

        async def receive_nothing() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send_and_close(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self.application({**scope, REFUSED: status}, receive_nothing, send_and_close)


def takes_a_record(path: str) -> bool:
    """Whether this page takes a kept game or an evening."""
    return path in (reverse("import_record"), reverse("evening_in"))


@database_sync_to_async
def may_send_a_record(scope: dict[str, Any]) -> bool:
    """Whether this is a page that takes a kept game or an evening, asked by a host."""
    cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    if not takes_a_record(scope["path"]):
        return False
    try:
        return pass_of(device_with(cookies.get(COOKIE)), Kind.HOST) is not None
    except DatabaseError:
        return True  # it is asked again where there is a page to say so
