"""The backend servers that this process needs, and whether they answer.

An outage is logged once when it begins and once when it ends. The hub checks every few seconds. Code that meets an
error does not log it, but marks the server as doubtful here, and the next check decides. While the database is away,
no request waits for it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable

import psycopg
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from moderation.web import throttle

logger = logging.getLogger(__name__)

RETRY_SECONDS = 3
LOST = ("08", "57P", "25P")  # PostgreSQL's: lost connections, servers that stop or start, transactions left open
# Another connection held a lock for longer than the timeout. The transaction is rolled back.
BUSY_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
BUSY_POSTGRESQL = ("40001", "40P01", "55P03", "57014")  # serialization, deadlock, lock and statement timeouts
ONE_LINE_EVERY = 60  # seconds


class BackendServer:
    """A server that this one needs, such as Redis or the database.

    `meanwhile`: the log message of its outage. `again`: the log message of its return.
    """

    def __init__(self, meanwhile: str, again: str) -> None:
        self.meanwhile, self.again = meanwhile, again
        self.away = self.doubted = False

    def mark_away(self) -> None:
        """Record that it does not answer, and log that once."""
        if not self.away:
            self.away = True
            logger.warning(self.meanwhile)

    def mark_back(self) -> None:
        """Record that it answers, and log that once."""
        if self.away:
            self.away = False
            logger.warning(self.again)


layer = BackendServer(
    "Redis is away: devices of other processes are looked after every few seconds.",
    "Redis is back: devices of other processes hear at once again.",
)
database = BackendServer(
    "The database does not answer: nothing can be changed or shown anew until it does.",
    "The database is back: everything goes on where it was.",
)


def is_outage(error: BaseException) -> bool:
    """Return whether this error says that PostgreSQL cannot be reached.

    If so, the next check looks for it. SQLite is a file. There, such an error is a fault of ours or of the disk, and
    is reported as one.
    """
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)  # None where no server answered
    if state and not state.startswith(LOST):
        return False
    database.doubted = True
    return True


def is_busy(error: BaseException) -> bool:
    """Return whether others keep the database busy, so that a retry helps.

    Logs one line a minute.
    """
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the other bits give details
    if code not in BUSY_SQLITE and getattr(cause, "sqlstate", None) not in BUSY_POSTGRESQL:
        return False
    if throttle.count_try("busy", ONE_LINE_EVERY) == 1:
        logger.warning("The database is busy: who asks is told to ask again.")
    return True


def check_database() -> None:
    """Check whether the database answers, when that is doubtful.

    Connects without the pool, because the pool waits too long.
    """
    if connection.vendor != "postgresql" or not (database.doubted or database.away):
        return
    database.doubted = False
    try:
        psycopg.connect(**connection.get_connection_params()).close()
    except psycopg.Error:
        database.mark_away()
    else:
        database.mark_back()


class OutageMiddleware:
    """Middleware that answers 503 while the database is away or too busy.

    Nothing is lost, and a retry helps.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless the database is away."""
        return render_outage(request) if database.away else self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the 503 page for a view that could not reach the database."""
        return render_outage(request) if is_outage(exception) or is_busy(exception) else None


def render_outage(request: HttpRequest) -> HttpResponse:
    """Build the 503 page, with the time of the next try.

    A page that was only read reloads by itself.
    """
    response = render(request, "503.html", status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    if request.method == "GET":
        response["Refresh"] = str(RETRY_SECONDS)
    response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
    return response
