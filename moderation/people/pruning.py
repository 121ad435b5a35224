"""Pruning of expired data: names, devices and passes of nobody, tables without a seat.

`manage.py prune` runs it, and every server process does once a day. It may run at any time and in several processes
at once.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import GameSession, today
from moderation.access.devices import forget_strangers
from moderation.models import Device, Guest, Link, Pass
from moderation.people import anonymise

logger = logging.getLogger(__name__)

PASSES_KEPT = timedelta(days=30)  # after a table was closed, because its desk may open it again until then
EMPTY_KEPT = LINKS_KEPT = timedelta(days=1)
MARKS_KEPT = timedelta(days=1)  # of the networks from which people signed up, after their evening
FIRST, EVERY = 3600.0, 24 * 3600.0  # seconds from the start of a process to its first pruning, and between two


@dataclass(frozen=True)
class PrunedCounts:
    """The numbers of pruned rows."""

    games: int
    tables: int
    passes: int
    devices: int


def prune() -> PrunedCounts:
    """Delete everything that has expired, and return the numbers."""
    now = timezone.now()
    games = anonymise.remove_due_names(None)
    tables = _list_empty().count()
    _list_empty().delete()
    _list_hidden().delete()
    passes = Pass.objects.filter(session__closed__lt=now - PASSES_KEPT)
    gone = passes.count()
    passes.delete()
    Link.objects.filter(Q(expires__lt=now - LINKS_KEPT) | Q(session__closed__lt=now - PASSES_KEPT)).delete()
    past = Guest.objects.filter(event__date__lt=today() - MARKS_KEPT).exclude(network="")
    past.update(network="")
    Session.objects.filter(expire_date__lt=now).delete()
    devices = Device.objects.count()
    forget_strangers()
    return PrunedCounts(games, tables, gone, devices - Device.objects.count())


def _list_empty() -> QuerySet[GameSession]:
    """Return the empty tables that expired.

    Nobody has a seat there, nothing was done for a day, and they belong to no evening to come.
    """
    still = Q(event__date__gte=today())
    nobody = GameSession.objects.filter(seats=None, stage=GameSession.Stage.JOINING, next_game=None)
    return nobody.filter(touched__lt=timezone.now() - EMPTY_KEPT).exclude(still)


def _list_hidden() -> QuerySet[GameSession]:
    """Return the games of interrupted imports of an evening, and old rehearsals."""
    hidden = GameSession.objects.filter(rehearsal=True, event=None, closed__isnull=False, passes=None)
    return hidden.filter(touched__lt=timezone.now() - EMPTY_KEPT)


async def prune_daily() -> None:
    """Prune once a day, for as long as this process serves. A failure waits for the next time."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            await database_sync_to_async(prune, thread_sensitive=False)()
        except DatabaseError as error:
            logger.warning("What is to be forgotten waits for tomorrow: %s.", type(error).__name__)
        await asyncio.sleep(EVERY)
