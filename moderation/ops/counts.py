"""Counts and times of the whole installation, from the database.

The page, the terminal and Prometheus use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min

from games.models import GameSession, Seat, ServerTime


@dataclass(frozen=True)
class ServerCounts:
    """The open tables by stage, and their seats.

    Also holds the times at which the database was created, the server last ran, and the last backup was made.
    """

    tables: Mapping[str, int]
    seats: int
    made: datetime | None
    open_last: datetime | None
    backed_up: datetime | None


def read_server_counts() -> ServerCounts:
    """Count the open tables and seats now.

    Raises DatabaseError where the database does not answer.
    """
    opened = GameSession.objects.filter(closed=None, rehearsal=False)
    stages = dict(opened.values_list("stage").annotate(Count("pk")).order_by())
    row = ServerTime.objects.first()
    return ServerCounts(
        tables={stage: stages.get(stage, 0) for stage in GameSession.Stage.values},
        seats=Seat.objects.filter(session__in=opened).count(),
        made=MigrationRecorder.Migration.objects.aggregate(first=Min("applied"))["first"],
        open_last=row.beat if row else None,
        backed_up=row.backed_up if row else None,
    )
