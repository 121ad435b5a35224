"""What cannot be written is told apart from every other fault, and told once."""

import io
import logging
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from django.core.cache import cache
from django.db import IntegrityError, InternalError, OperationalError

from moderation.storage import write_failures


def refused(cause: Exception, error: type[Exception] = OperationalError) -> Exception:
    """An error of Django's, as its wrapper raises it."""
    wrapped = error("anything")
    wrapped.__cause__ = cause
    return wrapped


def sqlite_error(code: int, name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("anything")
    error.sqlite_errorcode, error.sqlite_errorname = code, name
    return error


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    cache.clear()
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    write_failures.logger.addHandler(handler)
    yield written
    write_failures.logger.removeHandler(handler)
    cache.clear()


@pytest.mark.parametrize(
    "error",
    [
        refused(sqlite_error(13, "SQLITE_FULL")),
        refused(sqlite_error(8, "SQLITE_READONLY")),
        refused(sqlite_error(1032, "SQLITE_READONLY_DBMOVED")),
        refused(sqlite_error(778, "SQLITE_IOERR_WRITE")),
        refused(psycopg.errors.DiskFull()),
        refused(psycopg.errors.ReadOnlySqlTransaction(), InternalError),
    ],
)
def test_no_room_and_no_permission_are_known(error: Exception) -> None:
    assert write_failures.find_reason(error)


@pytest.mark.parametrize(
    "error",
    [
        refused(sqlite_error(5, "SQLITE_BUSY")),
        refused(sqlite3.ProgrammingError("no code at all")),
        refused(sqlite_error(2067, "SQLITE_CONSTRAINT_UNIQUE"), IntegrityError),
        refused(psycopg.errors.UniqueViolation(), IntegrityError),
        OperationalError("no cause"),
        sqlite_error(13, "SQLITE_FULL"),
        ValueError(),
    ],
)
def test_every_other_fault_stays_one(error: Exception, log: io.StringIO) -> None:
    assert write_failures.find_reason(error) == ""
    with pytest.raises(type(error)), write_failures.ignore_failed_write():
        raise error
    assert log.getvalue() == ""


def test_the_terminal_is_told_once_and_not_again_and_again(log: io.StringIO) -> None:
    for _ in range(50):
        with write_failures.ignore_failed_write():
            raise refused(sqlite_error(13, "SQLITE_FULL"))
    assert log.getvalue() == "Nothing can be written (SQLITE_FULL): every change is refused until it can.\n"
