"""What happens while nothing can be written: the disk is full, or the database may only be read.

Every page that would have changed something says so, and nothing has changed. What is only shown goes on being shown,
and as soon as there is room everything goes on by itself. One line a minute tells whoever reads the terminal.
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

UNKEPT = 507  # Insufficient Storage: a status of our own, that no proxy gives
SQLITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
POSTGRESQL = ("53100", "25006")  # disk_full, read_only_sql_transaction
ONE_LINE_EVERY = 60  # seconds


def refusal(error: BaseException) -> str:
    """The database's own name for why it cannot write; empty for an error of any other kind."""
    cause = error.__cause__ if isinstance(error, DatabaseError) else None
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in SQLITE:  # the rest says in which file or at what
        return str(getattr(cause, "sqlite_errorname", ""))
    state = getattr(cause, "sqlstate", None)
    return str(state) if state in POSTGRESQL else ""


def sentence() -> str:
    """What whoever opens the house is told."""
    return _("Nothing can be kept here: the disk is full, or this folder may only be read.")


def tell_the_terminal(why: str) -> None:
    """One line in a while, however often it is tried."""
    if throttle.count_try("unkept", ONE_LINE_EVERY) == 1:
        logger.error("Nothing can be written (%s): every change is refused until it can.", why)


def refused_lately() -> bool:
    """Whether something could not be written here within the last minute or so."""
    return throttle.count_tries("unkept") > 0


@contextmanager
def as_far_as_it_can_be_kept() -> Iterator[None]:
    """Leave for the next time what cannot be written now."""
    try:
        yield
    except DatabaseError as error:
        if not (why := refusal(error)):
            raise
        tell_the_terminal(why)


class SaysWhenNothingCanBeKept:
    """Middleware: the answer to a request that could not be kept, in the language of whoever asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page that says so, in the place of a fault of ours."""
        if not (why := refusal(exception)):
            return None
        tell_the_terminal(why)
        response = render(request, "507.html", status=UNKEPT)
        response._has_been_logged = True  # type: ignore[attr-defined]  # else Django adds a line for each of them
        return response
