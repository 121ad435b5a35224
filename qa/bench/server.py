"""The real server with one thing more: sockets at /bare/ to which a POST there sends its body, by nothing but a loop.

What a broadcast costs at least, in the same process and on the same sockets' code as everything else. Where
VEILLEUR_BENCH_PROFILE is set, a GET of /bare/ says where the server's time went since the last GET.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import django
from django.core.management import execute_from_command_line

from qa.bench.sampling import sampler

listening: set[Any] = set()


async def bare(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Keep a socket, or send all of them what is posted, or say where the time went."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        listening.add(send)
        await receive()
        listening.discard(send)
    elif scope["method"] == "GET":
        await answer(send, 200, sampler.report().encode())
    else:
        await broadcast(receive)
        await answer(send, 204, b"")


async def broadcast(receive: Any) -> None:
    """Send the body of a request to every socket."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message["body"], message["more_body"]
    message = {"type": "websocket.send", "text": body.decode()}
    for one in list(listening):
        await one(message)


async def answer(send: Any, status: int, body: bytes) -> None:
    """Answer a request."""
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The site, and /bare/."""
    try:
        from moderation.project.asgi import application as site
    except ModuleNotFoundError:  # an older checkout
        from moderation.site.asgi import application as site  # type: ignore[import-not-found,no-redef]

    await (bare if scope["path"] == "/bare/" else site)(scope, receive, send)


def main() -> None:
    """`manage.py serve` with this application."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.project.settings")
    django.setup()
    try:
        from moderation.server import server
    except ImportError:  # an older checkout
        from moderation.serving import server  # type: ignore[import-not-found,no-redef]

    made = server.Server.__init__

    def with_bare(self: Any, *arguments: Any) -> None:
        made(self, *arguments)
        self.config.app = "qa.bench.server:application"

    if os.environ.get("VEILLEUR_BENCH_PROFILE"):
        sampler.start()
    server.Server.__init__ = with_bare  # type: ignore[method-assign]
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
