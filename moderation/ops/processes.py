"""The processes that serve this house: each says now and then in a row of its own that it is there."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from moderation.models import Process
from moderation.ops.health import readiness
from moderation.web.program import version

EVERY = 15.0  # seconds between two words
SILENT = timedelta(seconds=60)  # after which a process is gone that did not say goodbye
NAME = f"{socket.gethostname()[:60]} {os.getpid()}"


def running() -> QuerySet[Process]:
    """The processes that were there a moment ago."""
    return Process.objects.filter(beat__gte=timezone.now() - SILENT).order_by("name")


def note(devices: int) -> None:
    """This process is there, and so many devices watch through it; who was silent for long is forgotten."""
    now = timezone.now()
    told = {"version": version()[:40], "devices": devices, "stopping": readiness.stopping, "beat": now}
    Process.objects.update_or_create(name=NAME, defaults=told)
    Process.objects.filter(beat__lt=now - SILENT).delete()


def leave() -> None:
    """This process ends."""
    with suppress(DatabaseError):
        Process.objects.filter(name=NAME).delete()


async def keep(count_devices: Callable[[], int]) -> None:
    """Say so as long as this process serves; what cannot be kept is said the next time."""
    while True:
        with suppress(DatabaseError):
            await database_sync_to_async(note, thread_sensitive=False)(count_devices())
        await asyncio.sleep(EVERY)
