"""Behaviour while nothing can be written: the disk is full, or the database is read-only.

A request that would have changed something gets an error page, and nothing has changed. Pages that only read still
work. As soon as writing works again, everything continues without intervention. One line a minute is logged.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from moderation.web import throttle

logger = logging.getLogger(__name__)

INSUFFICIENT_STORAGE = 507  # Insufficient Storage: a status that no proxy sends by itself
SQLITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
POSTGRESQL = ("53100", "25006")  # disk_full, read_only_sql_transaction
ONE_LINE_EVERY = 60  # seconds


def find_reason(error: BaseException) -> str:
    """Return the database's name of the reason why it cannot write.

    Empty for an error of any other kind.
    """
    cause = error.__cause__ if isinstance(error, DatabaseError) else None
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in SQLITE:  # the other bits give details, such as the file
        return str(getattr(cause, "sqlite_errorname", ""))
    state = getattr(cause, "sqlstate", None)
    return str(state) if state in POSTGRESQL else ""


def describe_failure() -> str:
    """Return the sentence for the person who starts the server."""
    return _("Nothing can be saved here: the disk is full, or this folder may only be read.")


def log_failure(why: str) -> None:
    """Log one line at most once a minute, however often writing is tried."""
    if throttle.count_try("unkept", ONE_LINE_EVERY) == 1:
        logger.error("Nothing can be written (%s): every change is refused until it can.", why)


def has_failed_lately() -> bool:
    """Return whether a write failed here within the last minute or so."""
    return throttle.count_tries("unkept") > 0


@contextmanager
def ignore_failed_write() -> Iterator[None]:
    """Ignore a failed write in this block, so that it is tried again the next time.

    Other database errors pass.
    """
    try:
        yield
    except DatabaseError as error:
        if not (why := find_reason(error)):
            raise
        log_failure(why)


class WriteFailureMiddleware:
    """Middleware that answers a request whose changes could not be written.

    The page is in the language of the person who sent the request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page about failed writes instead of an error 500.

        Returns None for any other error.
        """
        if not (why := find_reason(exception)):
            return None
        log_failure(why)
        response = render(request, "507.html", status=INSUFFICIENT_STORAGE)
        response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
        return response
