"""The servers this process needs, and whether they are there: said once when one goes away, once when it is back.

The hub looks every few seconds. Whoever meets an error does not fill the log with it, but raises a doubt here, which
the next look settles. While the database is away nobody is kept waiting for it.
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
# Somebody else holds what is needed, for longer than anybody is let wait; what was begun is undone.
BUSY_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
BUSY_POSTGRESQL = ("40001", "40P01", "55P03", "57014")  # serialization, deadlock, lock and statement timeouts
ONE_LINE_EVERY = 60  # seconds


class BackendServer:
    """A server beside this one. `meanwhile`: what its absence means, `again`: what its return does."""

    def __init__(self, meanwhile: str, again: str) -> None:
        self.meanwhile, self.again = meanwhile, again
        self.away = self.doubted = False

    def goes_away(self) -> None:
        """It does not answer."""
        if not self.away:
            self.away = True
            logger.warning(self.meanwhile)

    def comes_back(self) -> None:
        """It answers."""
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


def means_away(error: BaseException) -> bool:
    """Whether this error says that PostgreSQL cannot be reached; it is looked for then.

    SQLite is a file: there such an error is a fault of ours or of the disk, and told as one.
    """
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)  # none where no server has answered
    if state and not state.startswith(LOST):
        return False
    database.doubted = True
    return True


def means_busy(error: BaseException) -> bool:
    """Whether others keep the database busy, so that trying again helps. One line a minute tells of it."""
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest says at what
    if code not in BUSY_SQLITE and getattr(cause, "sqlstate", None) not in BUSY_POSTGRESQL:
        return False
    if throttle.count_try("busy", ONE_LINE_EVERY) == 1:
        logger.warning("The database is busy: who asks is told to ask again.")
    return True


def look_for_database() -> None:
    """Find out whether the database answers, when that is in doubt; not by the pool, which has patience."""
    if connection.vendor != "postgresql" or not (database.doubted or database.away):
        return
    database.doubted = False
    try:
        psycopg.connect(**connection.get_connection_params()).close()
    except psycopg.Error:
        database.goes_away()
    else:
        database.comes_back()


class ComeBackSoon:
    """Answers 503 with a sentence while the database is away or too busy: nothing is lost, trying again helps."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless it would only wait."""
        return come_back_soon(request) if database.away else self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer in the place of a view that met no database."""
        return come_back_soon(request) if means_away(exception) or means_busy(exception) else None


def come_back_soon(request: HttpRequest) -> HttpResponse:
    """The sentence, and when to try again; a page that was only read is read again by itself."""
    response = render(request, "503.html", status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    if request.method == "GET":
        response["Refresh"] = str(RETRY_SECONDS)
    response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
    return response
