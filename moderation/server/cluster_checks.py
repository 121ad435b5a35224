"""Checks of the configuration of several processes, at the start of each one.

Each problem gives a sentence. No start is refused for it. A process that was killed stays listed for a minute, and
its next start may be sooner.
"""

from __future__ import annotations

import socket

import psutil
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderation.ops import processes

OF_A_PROCESS = 2  # connections outside its pool: one that prepares the database, one of the readiness check


def list_missing(connection: BaseDatabaseWrapper) -> list[str]:
    """List what this process and those that already serve lack, in sentences."""
    others = [one.name for one in processes.list_running().exclude(name=processes.NAME) if _is_there(one.name)]
    found = []
    if others and settings.CHANNEL_LAYERS["default"]["BACKEND"].endswith("InMemoryChannelLayer"):
        found.append(
            _(
                "Another process already serves this Veilleur, and REDIS_URL is not set: what is done "
                "in one reaches the devices of the other seconds late. Give all of them the same "
                "REDIS_URL."
            )
        )
    if others and settings.OWN_KEY and connection.vendor == "postgresql":
        found.append(
            _(
                "Another process already serves this Veilleur, and SECRET_KEY is not set: unless both "
                "have the same VEILLEUR_DATA, each has a key of its own, and turns away the devices of "
                "the other. Give all of them the same SECRET_KEY."
            )
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('max_connections')::int"
                " - current_setting('superuser_reserved_connections')::int"
            )
            (most,) = cursor.fetchone()
        found += check_connections(
            most, len(others) + 1, settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
        )
    return found


def check_connections(most: int, count: int, pool: int) -> list[str]:
    """List a sentence if the database has too few connections for all processes.

    `most`: the connections that it allows. `count`: processes. `pool`: the pool size of each.
    """
    wanted = count * (pool + OF_A_PROCESS)
    if wanted <= most:
        return []
    said = ngettext(
        "The database lets in %(most)d connections, and %(count)d process may want %(wanted)d: lower DATABASE_POOL, "
        "or raise max_connections of PostgreSQL.",
        "The database lets in %(most)d connections, and %(count)d processes may want %(wanted)d: lower DATABASE_POOL"
        ", or raise max_connections of PostgreSQL.",
        count,
    )
    return [said % {"most": most, "count": count, "wanted": wanted}]


def _is_there(name: str) -> bool:
    """Return whether a listed process lives.

    A process of another machine cannot be checked, and counts as living.
    """
    machine, _space, number = name.rpartition(" ")
    return machine != socket.gethostname()[:60] or not number.isdecimal() or psutil.pid_exists(int(number))
