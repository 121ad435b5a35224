"""What is turned away before Django or a consumer sees it: sockets opened by a foreign page, and oversized bodies."""

from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

FOREIGN = 4403
NO_SUCH_SOCKET = 4404
TOO_LONG = [(b"connection", b"close"), (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
LARGEST_BODY = 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE


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


async def no_such_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer a socket that no route knows."""
    await turn_away(receive, send, NO_SUCH_SOCKET)


async def turn_away(receive: Any, send: Any, code: int) -> None:
    """Accept, then close with `code`: a browser's script asks again for ever when refused before."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


class BoundedBody:
    """Refuses a request longer than any form or record of ours; Django would first write it to the disk."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer 413 at once when the length is announced, and as soon as it is passed when it is not."""
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 20 or int(announced) > LARGEST_BODY:
            await _too_long(send)
            return
        received, refused = 0, False

        async def receive_some() -> Any:
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST_BODY and not refused:
                refused = True
                await _too_long(send)
            return {"type": "http.disconnect"} if refused else message

        async def send_unless_refused(message: Any) -> None:
            if not refused:
                await send(message)

        await self.application(scope, receive_some, send_unless_refused)


async def _too_long(send: Any) -> None:
    await send({"type": "http.response.start", "status": 413, "headers": TOO_LONG})
    await send({"type": "http.response.body", "body": b""})
