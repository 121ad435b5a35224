"""`manage.py doctor`: what can be said of this house to whoever helps by telephone. Nothing in it is secret."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import GameSession, House
from moderation.keeping.schema import Shape, shape_of
from moderation.management.commands.serve import terminal_language
from moderation.serving.lan import candidates
from moderation.serving.program import version
from moderation.serving.server import PATIENCE, USUAL_PORT, who_answers
from moderation.start import machine
from moderation.table.kits import left_out, playable_kits

OLDEST_YEAR = 2026  # of this program: a machine whose clock shows an earlier one has forgotten the time


class Command(BaseCommand):
    """Prints a line for each thing that an evening needs; the status is 1 where something stands in the way."""

    help = "Say how this house is, for whoever helps: nothing in it is secret."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--port`."""
        parser.add_argument("--port", type=int, default=USUAL_PORT, help=f"of the house (default: {USUAL_PORT})")

    def handle(self, *, port: int, **_options: Any) -> None:
        """Print the lines; exit with 1 where one of them is a fault."""
        translation.activate(terminal_language())
        faults = 0
        for what, said, well in (*self.program(), *self.network(port), *self.room(), *self.kept(), *self.games()):
            faults += not well
            self.stdout.write(f"{'' if well else '! '}{what}: {said}")
        self.stdout.write("\n" + (_("Nothing stands in the way.") if not faults else _("Look at the lines with a !")))
        if faults:
            sys.exit(1)

    def program(self) -> Iterator[tuple[str, str, bool]]:
        """What runs, and on what."""
        yield "Veilleur", version(), True
        yield "Python", platform.python_version(), sys.version_info >= (3, 11)
        yield _("System"), platform.platform(terse=True), True

    def network(self, port: int) -> Iterator[tuple[str, str, bool]]:
        """Where phones find it, and what may keep them out."""
        addresses = candidates()
        yield _("Addresses"), ", ".join(addresses) or _("none: this machine is on no network"), bool(addresses)
        answers = {host: answers_at(host, port) for host in ("127.0.0.1", *addresses)}
        for host, found in answers.items():
            yield (
                f"http://{host}:{port}",
                found or _("nobody answers: the house is closed, or listens elsewhere"),
                True,
            )
        wall = machine.firewall()
        yield _("Firewall"), machine.to_open(wall, port) if wall else _("none is known to be on"), True

    def room(self) -> Iterator[tuple[str, str, bool]]:
        """The machine itself."""
        now = machine.look()
        warned = machine.warnings(now)
        yield _("Disk"), _("%(room)s MB free") % {"room": now.room // (1024 * 1024)}, now.room >= machine.LEAST_ROOM
        if now.charge is not None:
            yield _("Battery"), f"{now.charge} %", not warned or now.plugged
        yield _("Time"), f"{timezone.now():%Y-%m-%d %H:%M:%S} UTC", timezone.now().year >= OLDEST_YEAR
        yield _("Time zone"), settings.TIME_ZONE, True

    def kept(self) -> Iterator[tuple[str, str, bool]]:
        """The database, its shape, its neighbours."""
        yield _("Data"), discreet(settings.DATA_DIR), True
        try:
            said, well = database()
            yield _("Database"), said or _("none yet"), well
            if not well or not said:  # to look further would make one
                return
            shape = shape_of(connection)
        except DatabaseError as error:
            yield _("Database"), type(error).__name__, False
            return
        if shape is Shape.NEWER:
            yield _("Schema"), _("of a newer version of Veilleur: open it with that one"), False
        elif shape is not Shape.THIS:
            yield _("Schema"), _("of an older version: it is brought up to date when the house is opened"), True
        else:
            yield _("Schema"), _("of this version"), True
            row = House.objects.first()
            beat = f"{row.beat:%Y-%m-%d %H:%M:%S} UTC" if row else _("never")
            yield _("Last time that the house was open"), beat, True
            yield _("Open tables"), str(GameSession.objects.filter(closed=None).count()), True
        if url := os.environ.get("REDIS_URL"):
            yield "Redis", *redis(url)

    def games(self) -> Iterator[tuple[str, str, bool]]:
        """Each game, and whether all of it can be read."""
        for slug, kit in playable_kits().items():
            yield slug, _("version %(number)s") % {"number": kit.rules.VERSION}, True
        for game, sentence in left_out():
            yield game, sentence, False


def answers_at(host: str, port: int) -> str:
    """Who answers there, in a word; empty where nobody does."""
    match who_answers(host, port):
        case None:
            return ""
        case ours:
            return _("the house answers") if ours else _("something else answers")


def discreet(folder: Path) -> str:
    """A folder without the name of its user."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else folder.as_posix()


def database() -> tuple[str, bool]:
    """What the database is, and whether it is whole; nothing where there is none yet."""
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return f"{connection.vendor} {'.'.join(map(str, connection.get_database_version()))}", True
    file = Path(connection.settings_dict["NAME"])
    if not file.exists():
        return "", True
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as opened:
        try:
            whole = opened.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            whole = False
    size = {"size": file.stat().st_size // 1024}
    return (_("SQLite, %(size)s KB, whole") if whole else _("SQLite, %(size)s KB, DAMAGED")) % size, whole


def redis(url: str) -> tuple[str, bool]:
    """Whether processes can tell each other of changes; never by which address, which may hold a password."""
    from redis import Redis, RedisError

    try:
        with Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as neighbour:
            neighbour.ping()
    except (RedisError, ValueError):
        return _("does not answer"), False
    return _("answers on port %(port)s") % {"port": urlsplit(url).port or 6379}, True
