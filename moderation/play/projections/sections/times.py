"""The section of a public view about times: the clock, the end of a call, absences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.models import GameSession
from moderation.play.pacing import clock
from moderation.play.projections.sections.context import Stage, ViewContext
from moderation.play.timeline.call_length import Release


@dataclass(frozen=True)
class Clock:
    """The clock of a debate.

    `ends`: milliseconds since 1970, None while it is paused. `left`: the seconds left when it was last started or
    paused.
    """

    ends: int | None
    left: int
    length: int
    debate: bool = False  # what it counts: the time that all have to talk

    @property
    def text(self) -> str:
        """The time left when it was last started or paused: "3:05"."""
        return f"{self.left // 60}:{self.left % 60:02}"


@dataclass(frozen=True)
class TimesSection:
    """The times that everybody sees."""

    clock: Clock | None = None
    call_ends: int | None = None  # when the call's time is over (milliseconds since 1970)
    call_counts: str = ""  # the purpose of that time: a call, a vote, a turn; empty where nobody is asked anything
    paused: bool = False
    away: str = ""  # for how long the server was away while the step was open: "13 s"


def build_times_section(context: ViewContext) -> TimesSection:
    """Build the section about times."""
    session, release, step, known = context.session, context.release, context.step, context.known
    return TimesSection(
        clock=build_clock(session, known.phase_began, release) if known and context.stage == Stage.PLAYING else None,
        # Excluded when asked aside: from the ends, people could count how often somebody is asked in secret.
        call_ends=None if step and step.aside else find_end(session, release),
        call_counts=describe_timer(context),
        paused=session.pacing.paused_at is not None,
        away=format_duration(clock.find_absence(release) if step else 0),
    )


def describe_timer(context: ViewContext) -> str:
    """Return the purpose of the time that is shown."""
    step = context.step
    if context.held:
        return "moment"
    if step is None or not context.is_asked_openly:
        return "call"
    if not step.asks:
        return ""
    return "turn" if context.asked_alone else "vote" if step.poll else "answer"


def find_end(session: GameSession, release: Release) -> int | None:
    """Return when the displayed time is over (milliseconds since 1970).

    None while it is paused, or where there is no time limit.
    """
    return int(release.ends.timestamp() * 1000) if release.ends and not session.pacing.paused_at else None


def build_clock(session: GameSession, phase_began: int, release: Release) -> Clock | None:
    """Return the clock that was set in the phase that began with this move.

    It ends with its phase. The clock of a debate runs by itself, as long as nobody has turned it.
    """
    timer = session.timer
    if timer.phase != phase_began and (debate := clock.find_debate(session, release)):
        began, length = debate
        ends = began + timedelta(seconds=length)
        if stood := session.pacing.paused_at:
            return Clock(None, max(0, round((ends - stood).total_seconds())), length, debate=True)
        return Clock(int(ends.timestamp() * 1000), length, length, debate=True)
    if not timer.length or timer.phase != phase_began:
        return None
    left = timer.seconds_left
    started: datetime | None = timer.started_at
    over = None if started is None else int((started.timestamp() + left) * 1000)
    return Clock(over, round(left), timer.length, timer.of_debate)


def format_duration(seconds: int) -> str:
    """Return a duration as text: "13 s", "4 min", "2 h"; empty for 0."""
    if seconds < 2 * 60:
        return _("%(seconds)d\u00a0s") % {"seconds": seconds} if seconds else ""
    if seconds < 2 * 60 * 60:
        return _("%(minutes)d\u00a0min") % {"minutes": seconds // 60}
    return _("%(hours)d\u00a0h") % {"hours": seconds // 3600}
