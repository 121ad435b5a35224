"""How far SQLite's file had come, in a small file beside it: so a start notices that the write-ahead file was lost.

SQLite opens a database whose write-ahead file is gone or empty without a word, and what came in last is missing. The
number counts every row that was ever written, so that it never falls when something is deleted. It is written after
what it counts, and nothing waits for the disk: it may be a little behind, never ahead.
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
_file: Path | None = None  # where it is noted; None: nowhere


def begin(file: Path) -> None:
    """Note from now on how far this database has come, beginning with now."""
    global _file
    _file = file.with_name(file.name + ENDING)
    note()


def note() -> None:
    """Write how far the database has come. Where that cannot be written nothing else fails."""
    if _file is None:
        return
    with suppress(OSError, DatabaseError):
        with connection.cursor() as cursor:
            cursor.execute(ROWS)
            rows = int(cursor.fetchone()[0])
        opened = os.open(_file, os.O_WRONLY | os.O_CREAT, 0o600)  # not cut first: a full disk leaves what was there
        try:
            os.write(opened, f"{rows:0{DIGITS}}\n".encode())
        finally:
            os.close(opened)


def noted(file: Path) -> int:
    """Return how far this database had come, as the file beside it says; 0 where it says nothing."""
    try:
        written = file.with_name(file.name + ENDING).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return 0
    return int(written) if written.isdigit() and len(written) == DIGITS else 0


def rows_of(database: sqlite3.Connection) -> int:
    """Return how far a database has come."""
    try:
        return int(database.execute(ROWS).fetchone()[0])
    except sqlite3.OperationalError:  # one without such a table
        return 0
