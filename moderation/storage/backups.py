"""Backups of all stored data: made while games go on, and verified elsewhere.

A backup is verified by opening it elsewhere and replaying all its games.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

import psycopg
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg import sql

from games.models import ServerTime
from moderation.storage import sqlite_file
from moderation.web.program import BUNDLED, CHECKOUT, ROOT

MAGIC = b"SQLite format 3\x00"  # the first bytes of a copy of SQLite's file; other copies are pg_dump's
NAMES = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}


class BackupFailed(Exception):
    """An error of taking or verifying a backup, with a sentence."""


def write_backup(file: Path) -> None:
    """Copy all stored data to a new file for its owner alone, while games go on.

    The copy is a snapshot of one instant. Raises `BackupFailed`. An incomplete copy is deleted.
    """
    try:
        if connection.vendor == "sqlite":
            sqlite_file.copy_to(Path(connection.settings_dict["NAME"]), file)
        else:
            _dump(file)
    except FileExistsError as error:
        raise BackupFailed(_("%(file)s is there already.") % {"file": file}) from error
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(_("%(file)s cannot be written.") % {"file": file}) from error
    note_backup()


def note_backup() -> None:
    """Record that a backup was made just now.

    A failed write of this record is ignored, because the copy itself succeeded.
    """
    with suppress(DatabaseError):
        ServerTime.objects.update(backed_up=timezone.now())


def _dump(file: Path) -> None:
    made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(made, "wb") as to:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges"], stdout=to)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _run(command: list[str], database: str = "", **more: object) -> None:
    """Run a program of PostgreSQL on our database, or on another one of the same server.

    No password appears on its command line.
    """
    given = connection.get_connection_params()
    environment = {**os.environ, **{name: str(given[key]) for key, name in NAMES.items() if given.get(key)}}
    if database:
        environment["PGDATABASE"] = database
    try:
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, check=False, **more)  # type: ignore[call-overload]
    except FileNotFoundError as error:
        told = {"program": command[0]}
        raise BackupFailed(
            _("%(program)s is not here: on Debian, apt-get install postgresql-client.") % told
        ) from error
    if done.returncode:
        said = (done.stderr.decode(errors="replace").splitlines() or [""])[0]
        raise BackupFailed(f"{command[0]}: {said}")


def verify_backup(file: Path) -> str:
    """Verify a backup elsewhere: migrate it, replay each of its games, and return the result.

    The backup and the stored data stay as they are. Raises `BackupFailed` where it cannot be opened, or where a
    game in it differs from its journal.
    """
    try:
        with file.open("rb") as opened:
            ours = opened.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BackupFailed(_("%(file)s cannot be read.") % {"file": file}) from error
    with (
        tempfile.TemporaryDirectory(prefix="veilleur-") as folder,
        _restore_sqlite(file, Path(folder)) if ours else _restore_postgresql(file) as url,
    ):
        done = subprocess.run(
            [*_build_own_command(), "restore", "--replay"],
            env={**os.environ, "DATABASE_URL": url, "VEILLEUR_DATA": folder, "REDIS_URL": ""},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise BackupFailed((done.stderr.strip().splitlines() or [""])[-1].removeprefix("CommandError: "))
    return done.stdout.strip()


def _build_own_command() -> list[str]:
    """Return the command that runs another process of this program."""
    if BUNDLED:
        return [sys.executable]
    return [sys.executable, *([str(ROOT / "manage.py")] if CHECKOUT else ["-m", "moderation.server.cli"])]


@contextmanager
def _restore_sqlite(file: Path, folder: Path) -> Iterator[str]:
    copy = folder / "copy.sqlite3"
    shutil.copyfile(file, copy)
    copy.chmod(0o600)
    try:
        with closing(sqlite3.connect(copy)) as opened:
            whole = opened.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        whole = False
    if not whole:
        raise BackupFailed(_("%(file)s is damaged.") % {"file": file})
    yield f"sqlite:///{copy}"


@contextmanager
def _restore_postgresql(file: Path) -> Iterator[str]:
    """Create a temporary database with the content of the backup, and yield its URL."""
    if connection.vendor != "postgresql":
        raise BackupFailed(
            _("This is a copy of PostgreSQL: set DATABASE_URL to a server of it, where it can be opened.")
        )
    name = f"veilleur_check_{token_hex(6)}"
    given = connection.get_connection_params()
    reached = {key: given[key] for key in NAMES if given.get(key)}
    try:
        with psycopg.connect(**reached, autocommit=True) as beside:
            beside.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise BackupFailed(
            _("No database can be made beside ours to open the copy in: ALTER ROLE … CREATEDB.")
        ) from error
    try:
        _run(["pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", "--dbname", name, str(file)], name)
        who = quote(str(given.get("user", "")), safe="") + (
            f":{quote(str(given['password']), safe='')}" if given.get("password") else ""
        )
        host, port = str(given.get("host") or "127.0.0.1"), given.get("port") or 5432
        where = f":{port}/{host}" if host.startswith("/") else f"{host}:{port}"  # a local socket is a file
        yield f"postgres://{who}@{where}/{name}"
    finally:
        with psycopg.connect(**reached, autocommit=True) as beside:
            beside.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
