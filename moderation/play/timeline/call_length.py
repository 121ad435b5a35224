"""How long a call of the night lasts on phones, and what may be shown of the journal while it does (SECRECY 5).

A call's length comes from what everybody knows: what is asked, how many sit at the table, whether anybody at the
table asked for more time. Answers go into the journal at once and the rules never wait; the devices show the journal
up to the move at which the call began, until its time is over. Then everybody's view jumps in one tick.

Pure: no query, no clock of its own. Start reading at `release`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType

from games.engine.asks import Ask
from games.engine.table import Step
from moderation.play.timeline.pauses import Pause, asked_before, first_aside, nightfall

SETTLING = 12.0  # seconds to understand who is called, and to put the phone down again
STILL_IN_HAND = 6.0  # the same in a call that follows another one of the same night
PER_PICK = 12.0  # seconds for each thing to choose
PER_NAME = 0.25  # seconds for each seat at the table
LONGEST_LIST = 40  # names; beyond, everybody searches
QUIET = 60.0  # seconds by day in which nobody is asked
POLL = 180.0  # seconds to talk and vote
GRACE = 8.0  # seconds to change one's mind when everybody has voted
LATE = 3.0  # seconds that the clock may need to close a call
TO_COME_BACK = 10.0  # seconds for which time stands still when the house was away and is back
MOMENT = 20.0  # seconds that all look at what has happened, where nobody goes on by hand
CHILDRENS = 0.6  # times as long, for children, who do not sit still with closed eyes
TO_LEARN = 20  # times as long, at a rehearsal: whoever reads hints ends a call by hand
MORE_TIME = 1.6  # times as long, for everybody, when somebody needs more time

NO_MOMENTS: Mapping[int, Pause] = MappingProxyType({})


@dataclass(frozen=True)
class Release:
    """What devices may show: the call that is on, and the last move whose facts are out (None: every move)."""

    step: Step | None
    until: int | None = None
    ends: datetime | None = None  # when the call's time is over; None: no time is kept
    begun: datetime | None = field(default=None, compare=False)  # since when the step is shown, as everybody knows
    held: Pause | None = None  # the moment that stands: no question is open
    asks_at: datetime | None = None  # from when all are asked whether to go on without whoever is late; None: never


def call_length(steps: Sequence[Step], place: int, seats: int, pace: float) -> timedelta:
    """How long the call at this place of a game's steps lasts."""
    before = asked_before(steps, place)
    return length(shape(steps[place]), seats, pace, first=before is None or not before.asleep)


def length(ask: Ask | None, seats: int, pace: float, first: bool = True) -> timedelta:
    """How long a call lasts that asks this at a table of so many seats, whoever lives and whoever is asked.

    `pace` stretches or shortens it for everybody; `first`: it is the first call of its night.
    """
    picks = max((len(form) for form in ask.forms), default=0) if ask else 0
    settling = SETTLING if first else min(SETTLING, STILL_IN_HAND)
    seconds = settling + PER_PICK * picks + PER_NAME * min(seats, LONGEST_LIST)
    return timedelta(seconds=seconds * pace)


def shape(step: Step) -> Ask | None:
    """What everybody's phone is shown of a call, asked or not; by day what all messages are as long as."""
    return step.shape or next(iter(step.asks.values()), None)


def waits(step: Step) -> bool:
    """Return whether a table waits by day for the answers to this step, however long they take.

    Time closes calls, debates and votes, together or in turn, as a moderator does. Else it decides for nobody.
    """
    return bool(step.asks) and not (step.asleep or step.of_chance or step.poll)


def hushed(step: Step) -> bool:
    """Whether nobody may see what becomes of an answer: in a call, aside, where several answer behind their hands.

    What somebody may not answer then is theirs to know, so a refusal is theirs too.
    """
    return step.asleep or step.aside or (len(step.asks) > 1 and not step.poll)


def release(
    steps: Sequence[Step],
    waiting: Step | None,
    opened: Mapping[int, datetime],
    extensions: Mapping[str, int],
    seats: int,
    pace: float,
    now: datetime,
    keeps_days: bool = False,
    moments: Mapping[int, Pause] = NO_MOMENTS,
    moment_pace: float | None = None,
    patience: float | None = None,
) -> Release:
    """What devices may show now of a game whose calls keep their time.

    `steps`: every step so far; `waiting`: the one that is open, None once the game is over.
    `opened`: when each move was taken, by its number.
    `extensions`: seconds by which the moderator lengthened a call, by the number of the move that opened it.
    `moments`: those that the table has not gone on from, by the place in `steps` of what they hold back, that of the
    end after the last; `moment_pace`: how much their time is stretched, None where they stand until somebody goes on.
    `patience`: seconds that a table waits by day before all are asked whether to go on; None: nobody is asked.
    """
    end: datetime | None = None  # of the calls before, as far as they follow each other
    for place, step in _tonight(steps):
        begun = opened[step.opened] if end is None else follows(end, opened[step.opened], pace)
        if held := moments.get(place):
            shown, begun = _held(held, begun, extensions, moment_pace, now)
            if shown:
                return shown
        end = begun + call_length(steps, place, seats, pace) + timedelta(seconds=extensions.get(str(step.opened), 0))
        if now < end or step is waiting:
            return Release(step, step.opened, end, begun)
    held = moments.get(len(steps) - (waiting is not None))
    came = waiting.opened if waiting else held.at if held else None
    if came is None:
        return Release(None)
    begun = opened[came] if end is None else follows(end, opened[came], pace)
    if held:
        shown, begun = _held(held, begun, extensions, moment_pace, now)
        if shown:
            return shown
    if waiting is None:
        return Release(None)
    anchor, since = waiting, begun
    if waiting.aside:
        place = first_aside(steps, len(steps) - 1)
        anchor = steps[place]
        since = opened[anchor.opened] + _length_of(moments.get(place), extensions, moment_pace)
    if not keeps_days:
        return Release(waiting, begun=since)
    longer = timedelta(seconds=extensions.get(str(anchor.opened), 0))
    if waits(waiting):
        asks_at = None if patience is None else since + timedelta(seconds=patience) + longer
        return Release(waiting, begun=since, asks_at=asks_at)
    ends = begun + day_length(waiting, pace) + longer
    if waiting.asks and len(waiting.answers) == len(waiting.asks):
        ends = min(ends, max(opened.values()) + timedelta(seconds=GRACE * pace))
    return Release(waiting, None, ends, since)


def _held(
    held: Pause, begun: datetime, extensions: Mapping[str, int], pace: float | None, now: datetime
) -> tuple[Release | None, datetime]:
    """What may be shown while a moment stands (None: it is over), and when what it holds back begins."""
    if pace is None:
        return Release(None, held.at, None, begun, held), begun
    end = begun + _length_of(held, extensions, pace)
    return (Release(None, held.at, end, begun, held), end) if now < end else (None, end)


def _length_of(held: Pause | None, extensions: Mapping[str, int], pace: float | None) -> timedelta:
    """Return how long a moment lasts that ends by its time; nothing without a moment."""
    if held is None or pace is None:
        return timedelta(0)
    seconds = MOMENT if held.seconds is None else held.seconds
    return timedelta(seconds=seconds * pace + extensions.get(held.key, 0))


def follows(end: datetime, opened: datetime, pace: float) -> datetime:
    """When what follows a call begins, which had its time until `end` and gave way at `opened`.

    Its end is the same whether somebody answered or the clock closed it, which takes a moment and would tell them
    apart. After a break (nobody was there to close it) what follows begins when it does.
    """
    return opened if opened > end + timedelta(seconds=LATE * pace) else end


def day_length(step: Step, pace: float) -> timedelta:
    """How long a step by day lasts where no moderator closes it: a debate, or a vote."""
    return timedelta(seconds=(step.seconds or (POLL if step.asks else QUIET)) * pace)


def _tonight(steps: Sequence[Step]) -> list[tuple[int, Step]]:
    """The latest calls that followed each other, with their places in `steps`."""
    found: list[tuple[int, Step]] = []
    for place in range(nightfall(steps) or 0, len(steps)):
        if steps[place].asleep:
            found.append((place, steps[place]))
        elif not steps[place].of_chance:
            break
    return found
