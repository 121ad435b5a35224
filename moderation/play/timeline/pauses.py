"""Moments: between what has happened before everybody and what comes next, all devices show what has happened.

The rules know nothing of it: they stand at the next question already. A moment holds back that question and what was
told as it opened, until the desk goes on or, where nobody moderates, its time is over (call_length.py). It follows
from the journal and from one number, that of the last move from which the table has gone on (`Upkeep.released`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from django.conf import settings

from games.engine.table import Fact, Step, Table
from games.engine.words import Words
from games.models import GameSession, Upkeep

AT = attrgetter("at")


@dataclass(frozen=True)
class Pause:
    """A moment: which facts brought it, and what it holds back."""

    at: int  # the number of the move that brought it
    first: int  # the place in `Table.told` of what was told first since the question before,
    told: int  # and of the first that belongs to what comes next: it and all after it are held back
    before: Step | None = field(compare=False)  # the question that brought it; None: the game begins
    follows: Step | None = field(compare=False)  # the one that is held back; None: the end of the game

    seconds: float | None = None  # how long it lasts where nobody goes on by hand, unless all are ready; None: as any

    @property
    def question(self) -> str:
        """The name of the question that brought it; empty as the game begins."""
        return self.before.name if self.before else ""

    @property
    def key(self) -> str:
        """Under which its time is lengthened, beside those of steps, which are numbers."""
        return f"moment {self.at}"

    @property
    def dawn(self) -> bool:
        """Whether everybody slept until now."""
        return self.before is not None and self.before.asleep and not (self.follows and self.follows.asleep)

    def facts(self, table: Table) -> list[Fact]:
        """What everybody was told and the moment shows."""
        return [one.fact for one in table.told[self.first : self.told] if one.seat is None]


def earlier(table: Table, held: Pause) -> list[Fact]:
    """What everybody was told before a moment."""
    return [one.fact for one in table.told[: held.first] if one.seat is None]


def unreleased(session: GameSession, table: Table) -> dict[int, Pause]:
    """The moments that may still stand at a table, by the place in `Table.steps` of what each holds back.

    Of all there ever were these are the one before tonight and the one before the question that is open now. Where a
    moderator goes on by hand, those gone on from are left out; so is, anywhere, what an imported game had seen.
    """
    if not settings.MOMENT_PACE or not session.current:
        return {}
    steps = table.steps
    now = len(steps) - (table.step is not None)
    places = {now: table.step}
    if session.narrated and (night := nightfall(steps)) is not None:
        places[night] = steps[night]
    if session.narrated and table.step is not None and table.step.aside:
        place = first_aside(steps, now)  # the time of what is asked in secret begins once the moment before is over
        places[place] = steps[place]
    words: Words = session.kit.words
    found = {place: before(words, table, follows) for place, follows in places.items()}
    return {place: held for place, held in found.items() if held and not gone_on(session.upkeep, held.at)}


def gone_by(words: Words, session: GameSession, table: Table, step: Step | None) -> Pause | None:
    """The moment that has led to this step (None: to the end), where moments are shown; None: there was none."""
    return before(words, table, step) if settings.MOMENT_PACE and session.current else None


def gone_on(upkeep: Upkeep, at: int) -> bool:
    """Whether the table has gone on from the moment that this move brought; 0 brings that of the set-up."""
    return at < upkeep.released or (at == upkeep.released and (at > 0 or upkeep.released_at is not None))


def asked_before(steps: Sequence[Step], place: int) -> Step | None:
    """The last question before this place; nobody sees what chance is asked. None: there was none."""
    return next((one for one in reversed(steps[:place]) if not one.of_chance), None)


def first_aside(steps: Sequence[Step], place: int) -> int:
    """Return the place of the first of the questions asked aside in a row, the last of which stands at `place`.

    The room sees that somebody is asked in secret, but not how often.
    """
    first = place
    for at in range(place, -1, -1):
        if not (steps[at].aside or steps[at].of_chance):
            break
        first = at if steps[at].aside else first
    return first


def nightfall(steps: Sequence[Step]) -> int | None:
    """The place of the first call of the latest night; None before the first. A draw ends no night."""
    first = None
    for place in reversed(range(len(steps))):
        if steps[place].asleep:
            first = place
        elif first is not None and not steps[place].of_chance:
            break
    return first


def before(words: Words, table: Table, follows: Step | None) -> Pause | None:
    """The moment between this step (None: the end of the game) and the question before it; None where there is none.

    A draw is part of the moment after it.
    """
    if follows is not None and follows.of_chance:
        return None
    place = next((number for number, one in enumerate(table.steps) if one is follows), len(table.steps))
    asked = asked_before(table.steps, place)
    if (asked is None and not words.MOMENTS.opens) or (follows is None and table.outcome is None):
        return None
    told, question, next_ = table.told, asked.name if asked else "", follows.name if follows else ""
    first = bisect_right(told, asked.opened, key=AT) if asked else 0
    last = len(told) if follows is None else bisect_right(told, follows.opened, key=AT)
    public = [number for number in range(first, last) if told[number].seat is None]
    cut = next((number for number in public if told[number].fact["fact"] in words.MOMENTS.begins), last)
    facts = [told[number].fact for number in public if number < cut]
    if not words.MOMENTS.happened(question, next_, facts):
        return None
    brought = told[last - 1].at if last > first else 0
    at = table.last if follows is None else brought or follows.led
    return Pause(at, first, cut, asked, follows, words.MOMENTS.seconds(question, next_))
