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

from games.engine.asks import Ask
from games.engine.table import Step

SETTLING = 12.0  # seconds to understand who is called, and to put the phone down again
PER_PICK = 12.0  # seconds for each thing to choose
PER_NAME = 0.25  # seconds for each seat at the table
LONGEST_LIST = 40  # names; beyond, everybody searches
QUIET = 60.0  # seconds by day in which nobody is asked
TURN = 90.0  # seconds for one player's turn
POLL = 180.0  # seconds to talk and vote
GRACE = 8.0  # seconds to change one's mind when everybody has voted
LATE = 3.0  # seconds that the clock may need to close a call
TO_COME_BACK = 10.0  # seconds for which time stands still when the house was away and is back
MORE_TIME = 1.6  # times as long, for everybody, when somebody asked for more time


@dataclass(frozen=True)
class Release:
    """What devices may show: the call that is on, and the last move whose facts are out (None: every move)."""

    step: Step | None
    until: int | None = None
    ends: datetime | None = None  # when the call's time is over; None: no time is kept
    begun: datetime | None = field(default=None, compare=False)  # since when the step is shown, as everybody knows


def length(ask: Ask | None, seats: int, pace: float) -> timedelta:
    """How long a call lasts that asks this at a table of so many seats, whoever lives and whoever is asked.

    `pace` stretches or shortens it for everybody.
    """
    picks = max((len(form) for form in ask.forms), default=0) if ask else 0
    seconds = SETTLING + PER_PICK * picks + PER_NAME * min(seats, LONGEST_LIST)
    return timedelta(seconds=seconds * pace)


def shape(step: Step) -> Ask | None:
    """What everybody's phone is shown of a call, asked or not; by day what all messages are as long as."""
    return step.shape or next(iter(step.asks.values()), None)


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
) -> Release:
    """What devices may show now of a game whose calls keep their time.

    `steps`: every step so far; `waiting`: the one that is open, None once the game is over.
    `opened`: when each move was taken, by its number.
    `extensions`: seconds by which the moderator lengthened a call, by the number of the move that opened it.
    """
    end: datetime | None = None  # of the calls before, as far as they follow each other
    for step in _tonight(steps):
        begun = opened[step.opened] if end is None else follows(end, opened[step.opened], pace)
        end = begun + length(shape(step), seats, pace) + timedelta(seconds=extensions.get(str(step.opened), 0))
        if now < end or step is waiting:
            return Release(step, step.opened, end, begun)
    if waiting is None:
        return Release(None)
    begun = opened[waiting.opened] if end is None else follows(end, opened[waiting.opened], pace)
    since = begun if not waiting.aside else opened[_first_aside(steps, waiting).opened]
    if not keeps_days:
        return Release(waiting, begun=since)
    ends = begun + day_length(waiting, pace) + timedelta(seconds=extensions.get(str(waiting.opened), 0))
    if waiting.asks and len(waiting.answers) == len(waiting.asks):
        ends = min(ends, max(opened.values()) + timedelta(seconds=GRACE * pace))
    return Release(waiting, None, ends, since)


def _first_aside(steps: Sequence[Step], waiting: Step) -> Step:
    """The step since which the room has seen that somebody is asked aside: how often it cannot see."""
    first = waiting
    for step in reversed(steps):
        if not (step.aside or step.of_chance):
            break
        first = step if step.aside else first
    return first


def follows(end: datetime, opened: datetime, pace: float) -> datetime:
    """When what follows a call begins, which had its time until `end` and gave way at `opened`.

    Its end is the same whether somebody answered or the clock closed it, which takes a moment and would tell them
    apart. After a break (nobody was there to close it) what follows begins when it does.
    """
    return opened if opened > end + timedelta(seconds=LATE * pace) else end


def day_length(step: Step, pace: float) -> timedelta:
    """How long a step by day lasts where no moderator closes it."""
    alone = len(step.asks) == 1
    usual = QUIET if not step.asks else TURN if alone else POLL
    return timedelta(seconds=(step.seconds or usual) * pace)


def _tonight(steps: Sequence[Step]) -> list[Step]:
    """The latest calls that followed each other, and none when the night they belong to is long over."""
    last = len(steps)
    while last and not steps[last - 1].asleep:
        last -= 1
    first = last
    while first and steps[first - 1].asleep:
        first -= 1
    return list(steps[first:last])
