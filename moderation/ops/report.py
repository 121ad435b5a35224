"""A status report of this server for its operator: on a page and in a terminal.

Every fact is gathered here once. None is secret: no name, no code, no role, and no address that may hold a password.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import OutputWrapper
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import GameSession
from moderation.ops import health, processes
from moderation.ops.console import machine
from moderation.ops.counts import ServerCounts, read_server_counts
from moderation.ops.health import TIMEOUT, is_own_server
from moderation.storage.schema import SchemaState, find_schema_state
from moderation.web.kits import list_left_out, playable_kits
from moderation.web.lan_addresses import list_candidates
from moderation.web.program import read_version
from moderation.web.venue_time import read_zone

OLDEST_YEAR = 2026  # of this program's first release: an earlier year means that the machine's clock is wrong


class ReportLine(NamedTuple):
    """One line of the report: its label, its text, and whether it is as it should be."""

    what: str
    said: str
    well: bool = True


def report_running() -> list[ReportLine]:
    """Report on the server while it runs.

    Raises DatabaseError where the database does not answer.
    """
    counts, wants = read_server_counts(), health.list_missing()
    ready = _("no: %(what)s is missing") % {"what": ", ".join(wants)} if wants else _("yes")
    return [
        ReportLine("Veilleur", read_version()),
        ReportLine(_("Ready"), ready, not wants),
        *_report_processes(),
        _report_tables(counts),
        _report_disk(machine.read_machine()),
        *_report_load(),
        ReportLine(_("Time zone"), read_zone().key),
        _report_backup(counts),
    ]


def report_everything(port: int) -> Iterator[ReportLine]:
    """Yield all that an evening needs, also where the server is stopped.

    The database may be missing or damaged.
    """
    yield ReportLine("Veilleur", read_version())
    yield ReportLine("Python", platform.python_version(), sys.version_info >= (3, 11))
    yield ReportLine(_("System"), platform.platform(terse=True))
    yield from _report_network(port)
    now = machine.read_machine()
    yield _report_disk(now)
    if now.charge is not None:
        yield ReportLine(_("Battery"), f"{now.charge} %", now.plugged or not machine.list_warnings(now))
    yield ReportLine(_("Time"), _format_time(timezone.now()), timezone.now().year >= OLDEST_YEAR)
    yield from _report_storage()
    for slug, kit in playable_kits().items():
        yield ReportLine(slug, _("version %(number)s") % {"number": kit.rules.VERSION})
    for game, sentence in list_left_out():
        yield ReportLine(game, sentence, well=False)


def print_lines(lines: Iterable[ReportLine], to: OutputWrapper) -> bool:
    """Print lines in a terminal, faults with a mark. Returns whether there is no fault."""
    well = True
    for line in lines:
        well &= line.well
        to.write(f"{'' if line.well else '! '}{line.what}: {line.said}")
    return well


def _format_time(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def _report_processes() -> list[ReportLine]:
    found = list(processes.list_running())
    if not found:
        return [ReportLine(_("Processes"), _("none: Veilleur is closed"))]
    several = len({one.version for one in found}) > 1
    said = []
    for one in found:
        devices = ngettext("%(count)d device", "%(count)d devices", one.devices) % {"count": one.devices}
        told = {"version": one.version, "since": f"{one.started:%Y-%m-%d %H:%M}", "devices": devices}
        sentence = _("version %(version)s, since %(since)s UTC, %(devices)s") % told
        said.append(ReportLine(one.name, sentence + (_(", stopping") if one.stopping else ""), not several))
    return said


def _report_tables(counts: ServerCounts) -> ReportLine:
    playing = counts.tables[GameSession.Stage.PLAYING]
    told = {"open": sum(counts.tables.values()), "playing": playing, "seats": counts.seats}
    return ReportLine(_("Tables"), _("open: %(open)d, of them at play: %(playing)d; seats: %(seats)d") % told)


def _report_disk(now: machine.Machine) -> ReportLine:
    return ReportLine(
        _("Disk"),
        _("%(room)s MB free") % {"room": now.free_bytes // (1024 * 1024)},
        now.free_bytes >= machine.LEAST_FREE_BYTES,
    )


def _report_load() -> list[ReportLine]:
    if not hasattr(os, "getloadavg"):
        return []
    load, cores = os.getloadavg()[1], os.cpu_count() or 1
    told = {"load": f"{load:.1f}", "cores": cores}
    return [ReportLine(_("Load"), _("%(load)s over five minutes, on %(cores)d cores") % told, load <= cores)]


def _report_backup(counts: ServerCounts) -> ReportLine:
    when = counts.backed_up
    if when is None:
        return ReportLine(_("Last backup"), _("never"))
    hours = int((timezone.now() - when).total_seconds() // 3600)
    ago = ngettext("%(count)d hour ago", "%(count)d hours ago", hours) % {"count": hours}
    return ReportLine(_("Last backup"), f"{when:%Y-%m-%d %H:%M} UTC, {ago}")


def _report_network(port: int) -> Iterator[ReportLine]:
    """Yield the addresses of the server for phones, and the firewall that may block them."""
    addresses = list_candidates()
    yield ReportLine(
        _("Addresses"), ", ".join(addresses) or _("none: this machine is on no network"), bool(addresses)
    )
    for host in ("127.0.0.1", *addresses):
        nobody = _("no answer: Veilleur is closed, or listens elsewhere")
        yield ReportLine(f"http://{host}:{port}", describe_listener(host, port) or nobody)
    wall = machine.find_firewall()
    yield ReportLine(_("Firewall"), machine.explain_firewall(wall, port) if wall else _("none is known to be on"))


def describe_listener(host: str, port: int) -> str:
    """Return a phrase for what answers at this address; empty where nothing does."""
    match is_own_server(host, port):
        case None:
            return ""
        case ours:
            return _("Veilleur answers") if ours else _("something else answers")


def _report_storage() -> Iterator[ReportLine]:
    """Yield the lines on the database, its schema, its counts, and Redis."""
    yield ReportLine(_("Data"), _hide_user(settings.DATA_DIR))
    try:
        said, well = _describe_database()
        yield ReportLine(_("Database"), said or _("none yet"), well)
        if not well or not said:  # a further query would create the file
            return
        shape = find_schema_state(connection)
    except DatabaseError as error:
        yield ReportLine(_("Database"), type(error).__name__, well=False)
        return
    if shape is SchemaState.NEWER:
        yield ReportLine(_("Schema"), _("of a newer version of Veilleur: open it with that one"), well=False)
    elif shape is not SchemaState.THIS:
        yield ReportLine(_("Schema"), _("of an older version: it is brought up to date when Veilleur is opened"))
    else:
        counts = read_server_counts()
        yield ReportLine(_("Schema"), _("of this version"))
        yield ReportLine(
            _("Last time that Veilleur was open"), _format_time(counts.open_last) if counts.open_last else _("never")
        )
        yield _report_tables(counts)
        yield ReportLine(_("Time zone"), read_zone().key)
        yield _report_backup(counts)
    if url := os.environ.get("REDIS_URL"):
        yield _report_redis(url)


def _hide_user(folder: Path) -> str:
    """Return the path of a folder without the name of its user."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else folder.as_posix()


def _describe_database() -> tuple[str, bool]:
    """Describe the database, and return whether it is intact; empty where there is none yet."""
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


def _report_redis(url: str) -> ReportLine:
    """Report whether Redis answers, through which processes notify each other.

    The report omits its address, which may hold a password.
    """
    from redis import Redis, RedisError

    try:
        with Redis.from_url(url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT) as neighbour:
            neighbour.ping()
    except (RedisError, ValueError):
        return ReportLine("Redis", _("does not answer"), well=False)
    return ReportLine("Redis", _("answers on port %(port)s") % {"port": urlsplit(url).port or 6379})
