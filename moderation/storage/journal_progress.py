"""A small file beside SQLite's file that records how many rows were ever written.

A start thus notices that the write-ahead file was lost. SQLite silently opens a database whose write-ahead file is
missing or empty, and then the latest rows are missing. The number counts every row that was ever written, so it never
falls when something is deleted. It is written after the rows that it counts, and nothing waits for the disk. It may
be a little behind, and never ahead.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from django.db import DatabaseError, connection

ENDING = "-progress"
DIGITS = 20
ROWS = "SELECT COALESCE(SUM(seq), 0) FROM sqlite_sequence"
_file: Path | None = None  # the file that stores the number; None: no file


def begin(file: Path) -> None:
    """Record the progress of this database from now on, and once at this moment."""
    global _file
    _file = file.with_name(file.name + ENDING)
    write_progress()


def write_progress() -> None:
    """Write the number of rows. A failed write is ignored."""
    if _file is None:
        return
    with suppress(OSError, DatabaseError):
        with connection.cursor() as cursor:
            cursor.execute(ROWS)
            rows = int(cursor.fetchone()[0])
        opened = os.open(_file, os.O_WRONLY | os.O_CREAT, 0o600)  # not truncated: a full disk leaves the old number
        try:
            os.write(opened, f"{rows:0{DIGITS}}\n".encode())
        finally:
            os.close(opened)


def read_progress(file: Path) -> int:
    """Return the recorded number of rows of this database; 0 if there is no valid record."""
    try:
        written = file.with_name(file.name + ENDING).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return 0
    return int(written) if written.isdigit() and len(written) == DIGITS else 0


def count_rows(database: sqlite3.Connection) -> int:
    """Return the number of rows ever written to a database."""
    try:
        return int(database.execute(ROWS).fetchone()[0])
    except sqlite3.OperationalError:  # the database has no such table
        return 0
