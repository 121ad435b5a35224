"""The processes of this server: each writes a heartbeat to a row of its own."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from moderation.models import Process
from moderation.ops.health import readiness
from moderation.web.program import read_version

EVERY = 15.0  # seconds between two heartbeats
SILENT = timedelta(seconds=60)  # after which a process without a heartbeat counts as gone
PORT_FILE = "port"  # in the data folder
NAME = f"{socket.gethostname()[:60]} {os.getpid()}"


def list_running() -> QuerySet[Process]:
    """Return the processes with a recent heartbeat."""
    return Process.objects.filter(beat__gte=timezone.now() - SILENT).order_by("name")


def write_heartbeat(devices: int) -> None:
    """Write the heartbeat of this process, with the number of devices connected to it.

    Deletes the rows of processes without a recent heartbeat.
    """
    now = timezone.now()
    told = {"version": read_version()[:40], "devices": devices, "stopping": readiness.stopping, "beat": now}
    Process.objects.update_or_create(name=NAME, defaults=told)
    Process.objects.filter(beat__lt=now - SILENT).delete()


def write_port(port: int) -> None:
    """Note the port on which this server listens, for commands that print its address."""
    with suppress(OSError):
        (settings.DATA_DIR / PORT_FILE).write_text(str(port), encoding="ascii")


def read_port() -> int | None:
    """Return the port on which the server listens, or listened last; None: unknown."""
    with suppress(OSError, ValueError):
        return int((settings.DATA_DIR / PORT_FILE).read_text(encoding="ascii"))
    return None


def delete_row() -> None:
    """Delete the row of this process, because it ends."""
    with suppress(DatabaseError):
        Process.objects.filter(name=NAME).delete()


async def write_heartbeats(count_devices: Callable[[], int]) -> None:
    """Write heartbeats as long as this process serves. A failed write is ignored."""
    while True:
        with suppress(DatabaseError):
            await database_sync_to_async(write_heartbeat, thread_sensitive=False)(count_devices())
        await asyncio.sleep(EVERY)
