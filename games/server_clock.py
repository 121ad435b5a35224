"""The server's clock: calls end by it, and the time of each move is stored by it.

It runs only while a process of the server is running. A correction of the machine's clock does not make it step.
It does not run while nobody serves. One row (`ServerTime`) stores how far it has come.
The processes read that row every few seconds, and one of them writes it: a heartbeat.
Time that is left of a call when the server stops is still left when it starts again.
See docs/decisions/time.md; start reading at `ServerClock.now`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from games.models import GameSession, Move, ServerTime

BEAT = timedelta(seconds=4.5)  # time after the server's latest heartbeat at which the next one is due
AWAY = timedelta(seconds=10)  # without a heartbeat for this long, no process was running


class ServerClock:
    """The server's clock as one process sees it.

    `monotonic` returns seconds that never step; `wall` returns the time of day.
    In a process that never reads the row, the clock begins at the time of day. From there on it does not step.
    """

    def __init__(self, monotonic: Callable[[], float], wall: Callable[[], datetime]) -> None:
        self._monotonic, self._wall = monotonic, wall
        self._row: ServerTime | None = None  # as this process last read it
        self._seen = monotonic()  # when this process last read the row
        self._zero = wall() - timedelta(seconds=self._seen)  # the clock's time when `monotonic` was 0

    def now(self) -> datetime:
        """Return the time by which everything is judged and stored.

        It never goes back. It stands still while there is no heartbeat.
        """
        face = self.display_now()
        return face if self._row is None else max(face, self._row.back)

    def display_now(self) -> datetime:
        """Return the time by which devices count down.

        After an absence it is behind `now` by the seconds that everybody gets to come back.
        """
        face = self._compute_now()
        return face if self._row is None else min(face, self._row.time + AWAY)

    def absence(self) -> tuple[datetime, float]:
        """Return when the server last came back, by its own clock, and how many seconds it was away."""
        return (self._row.back, self._row.away) if self._row else (self.now(), 0.0)

    def synchronise(self, coming_back: timedelta) -> bool:
        """Follow the server's row, and write it when a heartbeat is due.

        Returns whether the server has come back from an absence.
        `coming_back`: how long time then stands still, so that everybody can come back too.
        """
        row = ServerTime.objects.first() or self._first_row()
        before, moment, face = self._row, self._monotonic(), self._compute_now()
        gone = face - row.time
        if before is None:
            gone = self._wall() - row.beat
            if timedelta(0) <= gone <= AWAY:  # other processes run, or this one stopped for a moment only
                return self._follow(row, max(row.time + gone, _last_move(row.time)), moment)
            return self._come_back(row, _last_move(row.time), gone, coming_back)
        if row.back != before.back:
            return self._follow(row, row.time, moment) or True
        if row.time != before.time:  # another process has written it since this one looked
            latest = row.time + timedelta(seconds=moment - self._seen)
            return self._follow(row, min(max(face, row.time), latest), moment)
        if gone > AWAY:
            return self._come_back(row, row.time + AWAY, gone, coming_back)
        if gone >= BEAT:
            self._write(row, time=face, back=row.back, away=row.away)
        return self._follow(row, face, moment)

    def _compute_now(self) -> datetime:
        return self._zero + timedelta(seconds=self._monotonic())

    def _follow(self, row: ServerTime, face: datetime, moment: float) -> bool:
        self._row, self._seen = row, moment
        self._zero = face - timedelta(seconds=moment)
        return False

    def _come_back(self, row: ServerTime, shown: datetime, gone: timedelta, coming_back: timedelta) -> bool:
        """Continue from where the clock stood.

        `shown`: the latest time that any device may have displayed.
        """
        back = max(row.back, shown)
        face, away = back - coming_back, max(0.0, gone.total_seconds())
        nobody_plays = not GameSession.objects.filter(stage=GameSession.Stage.PLAYING, closed=None).exists()
        if nobody_plays:
            back = face = max(back, self._wall())  # no game waits for anything, so the clock may be corrected
            away = 0.0
        if not self._write(row, time=face, back=back, away=away):
            return self.synchronise(coming_back)  # another process was faster
        self._follow(row, face, self._monotonic())
        return True

    def _write(self, row: ServerTime, **values: datetime | float) -> bool:
        """Write the row unless another process has, and update `row` with the new values.

        Returns whether it was written.
        """
        values["beat"] = self._wall()
        written = ServerTime.objects.filter(pk=row.pk, time=row.time, back=row.back).update(**values)
        if written:
            for name, value in values.items():
                setattr(row, name, value)
        return bool(written)

    def _first_row(self) -> ServerTime:
        """Create the row of a server that had none, not earlier than the last move taken."""
        wall = self._wall()
        begin = _last_move(wall)
        return ServerTime.objects.get_or_create(pk=1, defaults={"time": begin, "back": begin, "beat": wall})[0]


def _last_move(earliest: datetime) -> datetime:
    """Return when the last move of the games in play was taken, but not before `earliest`.

    That move may have been taken between two heartbeats.
    """
    in_play = Move.objects.filter(session__stage=GameSession.Stage.PLAYING, session__closed=None)
    last: datetime | None = in_play.aggregate(last=Max("at"))["last"]
    return max(earliest, last or earliest)


clock = ServerClock(lambda: time.monotonic(), lambda: timezone.now())


def now() -> datetime:
    """Return the time by which everything in this server is judged and stored."""
    return clock.now()


def display_now() -> datetime:
    """Return the time by which the devices of this server count down."""
    return clock.display_now()


def display_now_in_milliseconds() -> int:
    """Return `display_now` as devices receive it: milliseconds since 1970, thirteen digits."""
    return int(display_now().timestamp() * 1000)


def absence() -> tuple[datetime, float]:
    """Return when the server last came back, by its own clock, and how many seconds it was away."""
    return clock.absence()
