"""Refusals before a view or a consumer runs: sockets of foreign pages, and large bodies."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import reverse

from moderation.access.devices import COOKIE, find_device_by_cookie, find_pass
from moderation.models import Kind
from moderation.web.websockets import turn_away

FOREIGN = 4403
NO_SUCH_SOCKET = 4404
TOO_LARGE, TOO_SLOW = 413, 408
REFUSED = "veilleur.refused"  # key in the scope of a request: the status of its refusal, without reading the body
LARGEST_BODY = 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
LARGEST_FORM = 128 * 1024  # ten times as long as the longest form that a page of ours sends
BODY_SECONDS = 60.0  # for a record over a slow Wi-Fi

MaySendMuch = Callable[[dict[str, Any]], Awaitable[bool]]


class SameOrigin:
    """Lets a WebSocket in only from a page of the same host, which must be one of ours.

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
    """An ASGI application in front of the sockets that removes `PATH_PREFIX` from their paths."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the socket on with its path without the prefix."""
        path = scope["path"].removeprefix(settings.PATH_PREFIX)
        await self.application({**scope, "path": path}, receive, send)


async def refuse_unknown_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Close a socket whose path has no route, with 4404."""
    await turn_away(receive, send, NO_SUCH_SOCKET)


class BoundedBody:
    """Refuses a request longer than any form of ours.

    Django would store all of it before it checks the length. `may_send_much`: returns whether the client may send a
    record, which is longer than every form.
    """

    def __init__(self, application: Any, may_send_much: MaySendMuch) -> None:
        self.application, self.may_send_much = application, may_send_much

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Refuse a body that is too long with 413, and one that is too slow with 408.

        A body of announced length is refused at once. One without is refused as soon as it passes the limit.
        """
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 20 or int(announced) > LARGEST_BODY:
            await self._refuse(scope, send, TOO_LARGE)
            return
        # A body without an announced length comes in chunks. Those are allowed for forms alone.
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
        """Let the application render the refusal without the body, then close the connection.

        The rest of the body is not read.
        """

        async def receive_nothing() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send_and_close(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self.application({**scope, REFUSED: status}, receive_nothing, send_and_close)


def is_import_page(path: str) -> bool:
    """Return whether this page imports a record of a game or an evening."""
    return path in (reverse("import_record"), reverse("evening_in"))


@database_sync_to_async
def may_send_record(scope: dict[str, Any]) -> bool:
    """Return whether a host asks for a page that imports a record of a game or an evening.

    Also true while the database fails.
    """
    cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    if not is_import_page(scope["path"]):
        return False
    try:
        return find_pass(find_device_by_cookie(cookies.get(COOKIE)), Kind.HOST) is not None
    except DatabaseError:
        return True  # the view checks it again, and can show a page on the failure
