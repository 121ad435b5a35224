"""The clock of the house: by it calls end, and when each move was taken is kept.

It goes on while a process of the house is there, and only then: it neither steps when the machine's clock is put
right, nor runs while nobody serves. One row (`House`) says how far it has come. The processes look at that row every
few seconds, and one of them writes it: a beat. All that is left of a call when the house goes away is left of it when
the house comes back. See docs/decisions/house-clock.md; start reading at `HouseClock.look`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from games.models import GameSession, House, Move

BEAT = timedelta(seconds=4.5)  # after the latest beat of the whole house the next look is another
AWAY = timedelta(seconds=10)  # without a beat: nobody was there


class HouseClock:
    """The house's clock as one process knows it. `monotonic`: seconds that never step; `wall`: the time of day.

    In a process that never looks at the row it begins at the time of day, and does not step from there on.
    """

    def __init__(self, monotonic: Callable[[], float], wall: Callable[[], datetime]) -> None:
        self._monotonic, self._wall = monotonic, wall
        self._row: House | None = None  # as this process last saw it,
        self._seen = monotonic()  # and when
        self._zero = wall() - timedelta(seconds=self._seen)  # what the clock showed when `monotonic` was 0

    def now(self) -> datetime:
        """The time by which everything is judged and kept. It never goes back, and stands while there is no beat."""
        face = self.face()
        return face if self._row is None else max(face, self._row.back)

    def face(self) -> datetime:
        """The time by which devices count down: behind `now` for the seconds that everybody gets to come back."""
        face = self._runs()
        return face if self._row is None else min(face, self._row.time + AWAY)

    def absence(self) -> tuple[datetime, float]:
        """When the house was last back from an absence, by its own clock, and how many seconds that was."""
        return (self._row.back, self._row.away) if self._row else (self.now(), 0.0)

    def look(self, coming_back: timedelta) -> bool:
        """Follow the house's row, and write it when a beat is due; whether the house is back from an absence.

        `coming_back`: for how long time stands still then, so that everybody can come back too.
        """
        row = House.objects.first() or self._first_row()
        before, moment, face = self._row, self._monotonic(), self._runs()
        gone = face - row.time
        if before is None:
            gone = self._wall() - row.beat
            if timedelta(0) <= gone <= AWAY:  # others are there, or this one was only just gone
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

    def _runs(self) -> datetime:
        return self._zero + timedelta(seconds=self._monotonic())

    def _follow(self, row: House, face: datetime, moment: float) -> bool:
        self._row, self._seen = row, moment
        self._zero = face - timedelta(seconds=moment)
        return False

    def _come_back(self, row: House, shown: datetime, gone: timedelta, coming_back: timedelta) -> bool:
        """Go on where the clock stood; `shown`: the latest time that any device may have been shown."""
        back = max(row.back, shown)
        face, away = back - coming_back, max(0.0, gone.total_seconds())
        nobody_plays = not GameSession.objects.filter(stage=GameSession.Stage.PLAYING, closed=None).exists()
        if nobody_plays:
            back = face = max(back, self._wall())  # nobody waits for anything: it may be put right
            away = 0.0
        if not self._write(row, time=face, back=back, away=away):
            return self.look(coming_back)  # another process was faster
        self._follow(row, face, self._monotonic())
        return True

    def _write(self, row: House, **values: datetime | float) -> bool:
        """Write the row if nobody has meanwhile, and into `row` what then stands there."""
        values["beat"] = self._wall()
        written = House.objects.filter(pk=row.pk, time=row.time, back=row.back).update(**values)
        if written:
            for name, value in values.items():
                setattr(row, name, value)
        return bool(written)

    def _first_row(self) -> House:
        """The row of a house that had none: no move was taken later than its clock shows."""
        wall = self._wall()
        begin = _last_move(wall)
        return House.objects.get_or_create(pk=1, defaults={"time": begin, "back": begin, "beat": wall})[0]


def _last_move(earliest: datetime) -> datetime:
    """When the last move of the games in play was taken, between two beats perhaps; not before `earliest`."""
    in_play = Move.objects.filter(session__stage=GameSession.Stage.PLAYING, session__closed=None)
    last: datetime | None = in_play.aggregate(last=Max("at"))["last"]
    return max(earliest, last or earliest)


clock = HouseClock(lambda: time.monotonic(), lambda: timezone.now())


def now() -> datetime:
    """The time by which everything in this house is judged and kept."""
    return clock.now()


def display_now() -> datetime:
    """The time by which the devices of this house count down."""
    return clock.face()


def display_now_in_milliseconds() -> int:
    """Return `display_now` as devices are told it: milliseconds since 1970, always of thirteen digits."""
    return int(display_now().timestamp() * 1000)


def absence() -> tuple[datetime, float]:
    """When the house was last back from an absence, by its own clock, and how many seconds that was."""
    return clock.absence()
