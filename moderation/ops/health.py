"""Health checks of this process: liveness, readiness, and robots.txt.

The first two are answered before Django, and by no thread that pages wait for. So a process whose database hangs
still answers at once that it lives. This avoids that a proxy removes it, and that people see the proxy's error page
instead of ours.
"""

from __future__ import annotations

import asyncio
import http.client
import logging
import shutil
from collections.abc import Callable
from contextlib import closing
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderation.storage import outages, write_failures
from moderation.storage.schema import list_missing_migrations

logger = logging.getLogger(__name__)

ALIVE, READY = "/healthz", "/readyz"
TIMEOUT = 3.0  # seconds for the database to answer
CACHE_SECONDS = 1.0  # seconds for which an answer is cached, so that frequent checks run few queries
LEAST_FREE_BYTES = 16 * 1024 * 1024  # bytes, where the database is a file: one night's journal may need that much
NOTHING_MISSING: tuple[str, ...] = ()


class Readiness:
    """The readiness of this process for more phones, with the reasons against it."""

    def __init__(self) -> None:
        self.stopping = False
        self.request_stop: Callable[[], None] | None = None  # set by the server of this process
        self._looked = -CACHE_SECONDS
        self._found = NOTHING_MISSING
        self._look: asyncio.Future[tuple[str, ...]] | None = None

    async def list_missing(self) -> tuple[str, ...]:
        """Return what is missing: `stopping`, `database`, `schema`, `disk`; empty where all is well.

        The result is cached for `CACHE_SECONDS` seconds.
        """
        if self.stopping:
            return ("stopping",)
        if monotonic() - self._looked >= CACHE_SECONDS:
            if self._look is None or self._look.done():  # one at a time: a database that hangs is asked once
                self._look = asyncio.ensure_future(asyncio.to_thread(list_missing))
            done, _late = await asyncio.wait({self._look}, timeout=TIMEOUT)
            self._found = self._look.result() if done else ("database",)
            self._looked = monotonic()
        return self._found


readiness = Readiness()


def list_missing() -> tuple[str, ...]:
    """Return what this process needs to serve and does not have.

    May take as long as the database does.
    """
    found = []
    try:
        if outages.database.away:
            raise DatabaseError
        with closing(connections.create_connection("default")) as asked:
            if list_missing_migrations(asked):
                found.append("schema")
    except DatabaseError:
        found.append("database")
    except Exception:
        logger.exception("Nobody can tell whether this process is ready.")
        found.append("database")
    if write_failures.has_failed_lately() or is_disk_nearly_full():
        found.append("disk")
    return tuple(found)


def is_disk_nearly_full() -> bool:
    """Return whether the database file will soon be unable to grow.

    False for a database server, because its disk is not visible here.
    """
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return False
    try:
        return shutil.disk_usage(settings.DATA_DIR).free < LEAST_FREE_BYTES
    except OSError:
        return True


class Health:
    """An ASGI application in front of all others that answers health checks.

    It passes everything else on.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a health check, or pass the request on."""
        path = scope["path"].removeprefix(settings.PATH_PREFIX)  # a proxy sends the prefix, a local client does not
        if path == ALIVE:
            await _send_answer(scope, send, NOTHING_MISSING)
        elif path == READY:
            await _send_answer(scope, send, await readiness.list_missing())
        else:
            await self.application(scope, receive, send)


async def _send_answer(scope: dict[str, Any], send: Any, wants: tuple[str, ...]) -> None:
    """Send `ok`, or 503 and the words for what is missing. None of them is secret."""
    reads = scope["method"] in ("GET", "HEAD")
    status, text = (405, "") if not reads else (503, " ".join(wants)) if wants else (200, "ok")
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else text.encode()})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Exclude all pages from search engines."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain")


def is_own_server(host: str, port: int) -> bool | None:
    """Return whether this program answers at this address; None where nothing does."""
    with closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT)) as asked:
        try:
            asked.request("GET", "/healthz")
            return asked.getresponse().read(16) == b"ok"
        except (OSError, http.client.HTTPException):
            return None
