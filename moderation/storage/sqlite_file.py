"""Checks of SQLite's file at the start: whether it is intact, present and up to date.

A damaged file is renamed and reported, and never written to or deleted. If earlier data is missing, the person who
starts the server is told which files to look for.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from moderation.storage import journal_progress

SUFFIXES = ("", "-wal", "-shm")  # the three files of one database: the latest writes are in the second alone
TABLE = "django_migrations"


def check_file(file: Path, known_server: bool) -> list[str]:
    """List sentences on the database for the person who starts the server.

    A damaged database is renamed. `known_server`: the server was started here before, so there should be a database.
    """
    wal = file.with_name(f"{file.name}-wal")
    if not file.exists() and wal.exists() and wal.stat().st_size:  # SQLite would delete it
        return [_describe_moved(_move_aside(file))]
    if not file.exists():
        return [_describe_missing(file)] if known_server else []
    try:  # read-only, because a connection that may write would merge the write-ahead file into a damaged database
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
            tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", [TABLE]).fetchone()[0]
            rows = journal_progress.count_rows(connection)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return []  # it cannot be read now: the server's first statement raises the reason
        found, tables, rows = ("damaged",), 0, 0
    if found != ("ok",):
        return [_describe_moved(_move_aside(file))]
    if not tables:
        return [_describe_missing(file)]
    if _is_cut(wal):
        return [_describe_cut(wal)]
    return [_describe_lost_moves(file)] if rows < journal_progress.read_progress(file) else []


def copy_to(file: Path, copy: Path) -> None:
    """Copy a database to a new file for its owner alone, while it is written to.

    The copy is a snapshot of one instant. SQLite makes it, with the content of its write-ahead log. Raises OSError
    where the copy already exists or cannot be written.
    """
    copy.touch(mode=0o600, exist_ok=False)
    with closing(sqlite3.connect(file)) as kept, closing(sqlite3.connect(copy)) as to:
        kept.backup(to)


def copy_before_migration(file: Path) -> str:
    """Copy the database to a file beside it before a migration.

    Returns a sentence with the path of the copy.
    """
    copy = file.with_name(f"before-{timezone.now():%Y-%m-%d-%H%M%S}-{file.name}")
    copy_to(file, copy)
    return _("This version stores data in another way: what was here is copied to %(file)s.") % {"file": copy}


def _is_cut(wal: Path) -> bool:
    """Return whether the write-ahead file ends in the middle of a page.

    SQLite ignores such a page silently.
    """
    if not wal.exists():
        return False
    with wal.open("rb") as opened:
        head = opened.read(32)
    page = int.from_bytes(head[8:12], "big")
    return bool(head) and (len(head) < 32 or (wal.stat().st_size - 32) % (page + 24) != 0)


def _describe_cut(wal: Path) -> str:
    return _("%(file)s is cut: what was done last may be missing. If you copied it, stop, and copy it again.") % {
        "file": wal
    }


def _describe_lost_moves(file: Path) -> str:
    return _(
        "%(file)s has not come as far as this folder had: what was entered last is missing. "
        "If you moved or copied it, stop, and bring it over again with the file beside it that ends in -wal. "
        "If you put a backup here, all is well."
    ) % {"file": file}


def _move_aside(file: Path) -> Path:
    """Rename the database and the files beside it, and return the new path of the database."""
    aside = file.with_name(f"damaged-{timezone.now():%Y-%m-%d-%H%M%S}-{file.name}")
    for ending in SUFFIXES:
        old = file.with_name(file.name + ending)
        if old.exists():
            old.rename(aside.with_name(aside.name + ending))
    return aside


def _describe_moved(aside: Path) -> str:
    return _(
        "The file of the games was damaged. It has been put aside as %(file)s, and Veilleur "
        "starts empty. To continue with a backup: stop, and see docs/hosting.md."
    ) % {"file": aside}


def _describe_missing(file: Path) -> str:
    return _(
        "This folder has been used before, but no game is in it: %(file)s is missing or empty. "
        "If you moved or copied it, stop, and bring it over again with the file beside it that ends in -wal."
    ) % {"file": file}
