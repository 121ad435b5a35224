"""The heartbeat of this process: it advances the server's clock while the process serves.

It notifies the subscribers of every table when the server is back from an absence. Times have then moved without any
move in a game.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from channels.db import database_sync_to_async
from django.conf import settings

from games import server_clock
from moderation.play.realtime.hub import hub
from moderation.play.timeline import call_length
from moderation.storage import journal_progress, outages, write_failures

logger = logging.getLogger(__name__)

INTERVAL = 2.5  # seconds between two reads of the clock's row


def _update_clock() -> bool:
    journal_progress.write_progress()
    with write_failures.ignore_failed_write():
        return server_clock.clock.synchronise(timedelta(seconds=call_length.GRACE_AFTER_OUTAGE * settings.CALL_PACE))
    return False


update_clock = database_sync_to_async(_update_clock, thread_sensitive=False)


async def beat() -> None:
    """Update the clock once. While the database is away, the clock stops."""
    try:
        if await update_clock():
            hub.redraw_all()
    except Exception as error:
        if not outages.is_outage(error):
            logger.exception("The clock of the server could not be updated; trying again.")


async def start() -> asyncio.Task[None]:
    """Set this process's clock, and start a task that advances it."""
    await beat()
    return asyncio.create_task(_run())


async def _run() -> None:
    while True:
        await asyncio.sleep(INTERVAL)
        await beat()
