"""The heart of this process: it keeps the clock of the house going for as long as the process serves.

Says to every room when the house is back from an absence: times have moved then without a move of anybody.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from channels.db import database_sync_to_async
from django.conf import settings

from games import house_clock
from moderation.play.realtime.hub import hub
from moderation.play.timeline import call_length
from moderation.storage import journal_progress, outages, write_failures

logger = logging.getLogger(__name__)

LOOK = 2.5  # seconds between two looks at the house's row


def _look() -> bool:
    journal_progress.note()
    with write_failures.as_far_as_it_can_be_kept():
        return house_clock.clock.look(timedelta(seconds=call_length.TO_COME_BACK * settings.CALL_PACE))
    return False


look = database_sync_to_async(_look, thread_sensitive=False)


async def beat() -> None:
    """Look at the house's row once; while the database is away, time stands still."""
    try:
        if await look():
            hub.show_anew()
    except Exception as error:
        if not outages.means_away(error):
            logger.exception("The clock of the house could not be kept; trying again.")


async def start() -> asyncio.Task[None]:
    """Set this process's clock by the house's, and keep it going in the loop that is running."""
    await beat()
    return asyncio.create_task(_go_on())


async def _go_on() -> None:
    while True:
        await asyncio.sleep(LOOK)
        await beat()
