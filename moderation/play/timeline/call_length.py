"""The length of a night call on phones, and what is displayed meanwhile (SECRECY 5).

A call's length comes from public facts: what is asked, how many sit at the table, whether anybody asked for more
time. Answers go into the journal at once and the rules never wait. Until the call's time is over, devices display the
journal only up to the move at which the call began. Then everybody's view changes in one tick.

Pure: no query, no clock of its own. Start reading at `compute_release`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType

from games.engine.asks import Ask
from games.engine.table import Step
from moderation.play.timeline.moments import Moment, find_first_aside, find_nightfall, find_question_before

SETTLING = 12.0  # seconds to understand who is called, and to put the phone down again
STILL_IN_HAND = 6.0  # the settling time of a call that follows another one of the same night
PER_PICK = 12.0  # seconds for each thing to choose
PER_NAME = 0.25  # seconds for each seat at the table
LONGEST_LIST = 40  # names: in longer lists everybody uses the search
QUIET = 60.0  # seconds by day in which nobody is asked
POLL = 180.0  # seconds to talk and vote
GRACE = 8.0  # seconds to change one's mind when everybody has voted
LATE = 3.0  # seconds that the clock may need to close a call
GRACE_AFTER_OUTAGE = 10.0  # seconds for which timers stop when the server is back after an outage
MOMENT = 20.0  # seconds for which a moment is displayed, where nobody continues by hand
CHILDREN_FACTOR = 0.6  # times as long, for children, who do not sit still with closed eyes
REHEARSAL_FACTOR = 20  # times as long, at a rehearsal: people read hints, and end a call by hand
SLOW_FACTOR = 1.6  # times as long, for everybody, when somebody needs more time

NO_MOMENTS: Mapping[int, Moment] = MappingProxyType({})


@dataclass(frozen=True)
class Release:
    """The released part of a game: the current call, and the last move with public effects.

    `until`: the number of the last move whose facts are released; None for every move.
    """

    step: Step | None
    until: int | None = None
    ends: datetime | None = None  # when the call's time is over; None: no time limit
    begun: datetime | None = field(default=None, compare=False)  # since when the step is publicly displayed
    held: Moment | None = None  # the moment that is displayed: no question is open
    asks_at: datetime | None = None  # from when all are asked whether to continue without a late seat; None: never


def compute_call_length(steps: Sequence[Step], place: int, seats: int, pace: float) -> timedelta:
    """Return how long the call at this place of a game's steps lasts."""
    before = find_question_before(steps, place)
    return compute_length(find_visible_ask(steps[place]), seats, pace, first=before is None or not before.asleep)


def compute_length(ask: Ask | None, seats: int, pace: float, first: bool = True) -> timedelta:
    """Return how long a call with this ask lasts, whoever is alive and whoever is asked.

    It depends on the number of seats. `pace` stretches or shortens it for everybody; `first`: it is the first call of
    its night.
    """
    picks = max((len(form) for form in ask.forms), default=0) if ask else 0  # in its longest form
    settling = SETTLING if first else STILL_IN_HAND
    seconds = settling + PER_PICK * picks + PER_NAME * min(seats, LONGEST_LIST)
    return timedelta(seconds=seconds * pace)


def find_visible_ask(step: Step) -> Ask | None:
    """Return the ask that every phone displays in a call, asked or not.

    By day it is the ask that sets the length of all messages.
    """
    return step.shape or next(iter(step.asks.values()), None)


def is_untimed(step: Step) -> bool:
    """Return whether a table waits by day for the answers to this step, without a time limit.

    A timeout closes calls, debates and votes, together or in turn, as a moderator does. It decides nothing else.
    """
    return bool(step.asks) and not (step.asleep or step.of_chance or step.poll)


def has_hidden_outcome(step: Step) -> bool:
    """Return whether nobody may see the result of an answer.

    That is in a call, when asked aside, and where several answer behind their hands. Because it is private what
    somebody may not answer, a refusal is private too.
    """
    return step.asleep or step.aside or (len(step.asks) > 1 and not step.poll)


def compute_release(
    steps: Sequence[Step],
    waiting: Step | None,
    opened: Mapping[int, datetime],
    extensions: Mapping[str, int],
    seats: int,
    pace: float,
    now: datetime,
    keeps_days: bool = False,
    moments: Mapping[int, Moment] = NO_MOMENTS,
    moment_pace: float | None = None,
    patience: float | None = None,
) -> Release:
    """Compute what devices may display now of a game whose calls have fixed lengths.

    `steps`: every step so far. `waiting`: the open one, None once the game is over. `opened`: when each move was
    made, by its number. `extensions`: seconds by which the moderator lengthened a call, by the number of the move
    that opened it. `moments`: those that the table has not continued from, by the place in `steps` of the step that
    they hold back. The place of the end is after the last step. `moment_pace`: the factor of their time; None where
    they stay until somebody continues. `patience`: seconds that a table waits by day before all are asked whether to
    continue; None: nobody is asked.
    """
    end: datetime | None = None  # of the consecutive calls before
    for place, step in _list_calls_of_night(steps):
        begun = opened[step.opened] if end is None else compute_begin(end, opened[step.opened], pace)
        if held := moments.get(place):
            release, begun = _compute_moment_release(held, begun, extensions, moment_pace, now)
            if release:
                return release
        end = (
            begun
            + compute_call_length(steps, place, seats, pace)
            + timedelta(seconds=extensions.get(str(step.opened), 0))
        )
        if now < end or step is waiting:
            return Release(step, step.opened, end, begun)
    held = moments.get(len(steps) - (waiting is not None))
    came = waiting.opened if waiting else held.caused_by if held else None
    if came is None:
        return Release(None)
    begun = opened[came] if end is None else compute_begin(end, opened[came], pace)
    if held:
        release, begun = _compute_moment_release(held, begun, extensions, moment_pace, now)
        if release:
            return release
    if waiting is None:
        return Release(None)
    anchor, since = waiting, begun
    if waiting.aside:
        place = find_first_aside(steps, len(steps) - 1)
        anchor = steps[place]
        since = opened[anchor.opened] + _compute_moment_length(moments.get(place), extensions, moment_pace)
    if not keeps_days:
        return Release(waiting, begun=since)
    longer = timedelta(seconds=extensions.get(str(anchor.opened), 0))
    if is_untimed(waiting):
        asks_at = None if patience is None else since + timedelta(seconds=patience) + longer
        return Release(waiting, begun=since, asks_at=asks_at)
    ends = begun + compute_day_length(waiting, pace) + longer
    if waiting.asks and len(waiting.answers) == len(waiting.asks):
        ends = min(ends, max(opened.values()) + timedelta(seconds=GRACE * pace))
    return Release(waiting, None, ends, since)


def _compute_moment_release(
    held: Moment, begun: datetime, extensions: Mapping[str, int], pace: float | None, now: datetime
) -> tuple[Release | None, datetime]:
    """Return the release while a moment lasts (None: it is over), and when its next step begins."""
    if pace is None:
        return Release(None, held.caused_by, None, begun, held), begun
    end = begun + _compute_moment_length(held, extensions, pace)
    return (Release(None, held.caused_by, end, begun, held), end) if now < end else (None, end)


def _compute_moment_length(held: Moment | None, extensions: Mapping[str, int], pace: float | None) -> timedelta:
    """Return how long a moment lasts that ends by its time; zero without a moment."""
    if held is None or pace is None:
        return timedelta(0)
    seconds = MOMENT if held.seconds is None else held.seconds
    return timedelta(seconds=seconds * pace + extensions.get(held.key, 0))


def compute_begin(end: datetime, opened: datetime, pace: float) -> datetime:
    """Return when the step after a call begins.

    The call had its time until `end`, and the step opened at `opened`. Normally the step begins at `end`. This avoids
    a visible difference between an answer and a timeout, because the timeout takes a moment longer. After a break,
    when no process was there to close the call, the step begins at `opened`.
    """
    return opened if opened > end + timedelta(seconds=LATE * pace) else end


def compute_day_length(step: Step, pace: float) -> timedelta:
    """Return how long a debate or a vote by day lasts where no moderator closes it."""
    return timedelta(seconds=(step.seconds or (POLL if step.asks else QUIET)) * pace)


def _list_calls_of_night(steps: Sequence[Step]) -> list[tuple[int, Step]]:
    """Return the latest consecutive calls, with their places in `steps`."""
    found: list[tuple[int, Step]] = []
    for place in range(find_nightfall(steps) or 0, len(steps)):
        if steps[place].asleep:
            found.append((place, steps[place]))
        elif not steps[place].of_chance:
            break
    return found
