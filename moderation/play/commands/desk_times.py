"""The desk's commands that change times: pauses, calls, ends of votes, the debate clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest

from games import journal, server_clock
from games.engine.table import Refused
from games.models import DebateTimer, GameSession
from games.table_cache import CachedTable
from moderation.play.commands.answers import find_visible_step
from moderation.play.commands.desk import read_tap
from moderation.play.commands.run import Command, TapOutcome
from moderation.play.pacing import clock
from moderation.play.projections.knowledge import collect_knowledge
from moderation.web import request_ids

LONGEST_CLOCK = 4 * 60 * 60  # seconds
LONGER, LONGER_BY_DAY = 15, 60  # seconds that lengthen a call, and a day without a moderator
WARNING = timedelta(seconds=10)
CLOCK = ("length", "started_at", "seconds_left", "phase", "of_debate")


@dataclass(frozen=True)
class DeskPause(Command):
    """A pause of all times for everybody, or its end."""

    for_everybody = True

    is_wanted: bool  # so that a form that is sent twice counts once

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskPause:
        """Parse the form. Raises `Refused`."""
        return cls(bool(request_ids.parse_number(request.POST.get("stand", ""), most=1)))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Pause or resume. A second tap changes nothing."""
        clock.pause(session, cached.table if cached else None, self.is_wanted)
        return TapOutcome()


@dataclass(frozen=True)
class DeskLengthen(Command):
    """More time for a call; without a moderator, for the day too."""

    for_everybody = True

    opened: str  # the step that the desk saw: its number, or its name where nobody moderates
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskLengthen:
        """Parse the form."""
        return cls(request_ids.read_phone_step(request), read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Lengthen the call for everybody. Raises `Refused` for one that has passed."""
        seen: int | str = self.opened
        if not session.narrated:
            seen = request_ids.parse_number(self.opened, request_ids.LARGEST_NUMBER)
        step = find_visible_step(session, cached.table if cached else None, seen)
        if step.asleep or session.narrated:
            clock.lengthen(session, step, LONGER if step.asleep else LONGER_BY_DAY)
        return TapOutcome()


@dataclass(frozen=True)
class DeskWarn(Command):
    """The announcement that the vote closes in ten seconds. The clock then closes it."""

    opened: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskWarn:
        """Parse the form. Raises `Refused`."""
        return cls(request_ids.read_desk_step(request), read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Store when the vote closes. Raises `Refused` where nobody votes."""
        step = find_visible_step(session, cached.table if cached else None, self.opened)
        if not step.poll:
            raise Refused("not_asked", "Nobody votes now.")
        session.timer.change(vote_closes_at=server_clock.now() + WARNING, vote_step=step.opened)
        return TapOutcome()


@dataclass(frozen=True)
class DeskClock(Command):
    """A change of the clock that everybody sees: start, pause, resume, lengthen or stop it."""

    action: str
    seconds: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskClock:
        """Parse the form. Raises `Refused`."""
        seconds = request_ids.parse_number(request.POST.get("seconds", "0"), LONGEST_CLOCK)
        return cls(request.POST.get("action", ""), seconds, read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Turn the clock. Raises `Refused` for what it cannot do now."""
        set_clock_to_phase(session, cached)
        if not turn_clock(session.timer, self.action, self.seconds):
            raise Refused("illegal_answer", "The clock cannot do that.")
        session.timer.save(update_fields=CLOCK)
        return TapOutcome()


def set_clock_to_phase(session: GameSession, cached: CachedTable | None) -> None:
    """Stop the clock of a phase that is over.

    A clock that is started now belongs to the phase that devices show.
    """
    table = journal.get_table(session) if cached is None else cached.table
    released = clock.build_release(session, table)
    began = collect_knowledge(session.kit.words, table, released).phase_began if table else 0
    timer, step = session.timer, released.step
    if timer.phase != began:
        turn_clock(timer, "stop", 0)
        if debate := clock.find_debate(session, released):  # it has run automatically until now
            timer.started_at, timer.length = debate
            timer.seconds_left, timer.phase, timer.of_debate = float(timer.length), began, True
    if not timer.length:
        timer.phase = began
        timer.of_debate = step is not None and not (step.asleep or step.aside) and (step.poll or not step.asks)


def turn_clock(timer: DebateTimer, action: str, seconds: int) -> bool:
    """Change a table's clock, and return true if that was possible."""
    now = server_clock.now()
    gone = (now - timer.started_at).total_seconds() if timer.started_at else 0.0
    left = max(0.0, timer.seconds_left - gone)
    if action == "start" and seconds:
        timer.length, timer.started_at, timer.seconds_left = seconds, now, float(seconds)
    elif action == "go" and timer.length and not timer.started_at:
        timer.started_at = now
    elif action == "pause" and timer.started_at:
        timer.started_at, timer.seconds_left = None, left
    elif action == "add" and timer.length:
        timer.length += seconds
        timer.seconds_left = left + seconds
        timer.started_at = now if timer.started_at else None
    elif action == "stop":
        timer.length, timer.started_at, timer.seconds_left = 0, None, 0.0
    else:
        return False
    return True
