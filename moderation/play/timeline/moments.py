"""Moments: the display on all devices of what has happened, before the next question opens.

The rules are not involved: the engine is at the next question already. A moment holds back that question and the
facts told as it opened. It lasts until the desk continues or, where nobody moderates, its time is over
(call_length.py). It follows from the journal and from one number: the last move from which the table has continued
(`Pacing.released`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import attrgetter

from django.conf import settings

from games.engine.table import Fact, Step, Table
from games.engine.words import Words
from games.models import GameSession, Pacing

GET_MOVE = attrgetter("at")


@dataclass(frozen=True)
class Moment:
    """A moment: the facts that it displays, and the step and facts that it holds back."""

    caused_by: int  # the number of the move that caused it
    first: int  # the place in `Table.told` of the first fact since the question before
    told: int  # the place of the first fact of what comes next: it and all after it are held back
    before: Step | None = field(compare=False)  # the question that led to it; None: the game begins
    follows: Step | None = field(compare=False)  # the question that is held back; None: the end of the game

    seconds: float | None = None  # its length where nobody continues by hand, unless all are ready; None: default

    @property
    def question(self) -> str:
        """The name of the question that led to it; empty as the game begins."""
        return self.before.name if self.before else ""

    @property
    def key(self) -> str:
        """The key under which its time is lengthened; keys of steps are plain numbers."""
        return f"moment {self.caused_by}"

    @property
    def is_dawn(self) -> bool:
        """True if everybody slept until now."""
        return self.before is not None and self.before.asleep and not (self.follows and self.follows.asleep)

    def list_facts(self, table: Table) -> list[Fact]:
        """Return the public facts that the moment displays."""
        return [told.fact for told in table.told[self.first : self.told] if told.seat is None]


def list_earlier_facts(table: Table, held: Moment) -> list[Fact]:
    """Return the public facts from before a moment."""
    return [told.fact for told in table.told[: held.first] if told.seat is None]


def list_facts_of_ring(words: Words, table: Table, held: Moment) -> list[Fact]:
    """Return the public facts that the ring shows during a moment.

    They are those from before it, and its first ones if these only repeat what everybody has seen: the last ballot of
    a vote stands beside the ballots before it.
    """
    seen = takewhile(lambda fact: fact["fact"] in words.MOMENTS.seen_before, held.list_facts(table))
    return [*list_earlier_facts(table, held), *seen]


def find_unreleased_moments(session: GameSession, table: Table) -> dict[int, Moment]:
    """Return the moments that may still be displayed, by the place of what each holds back.

    The place is an index of `Table.steps`. Only two moments can matter: the one before tonight and the one before the
    open question. Where a moderator continues by hand, those that the table has continued from are left out. So are
    those that an imported game has already displayed.
    """
    if not settings.MOMENT_PACE or not session.is_current:
        return {}
    steps = table.steps
    now = len(steps) - (table.step is not None)
    places = {now: table.step}
    if session.narrated and (night := find_nightfall(steps)) is not None:
        places[night] = steps[night]
    if session.narrated and table.step is not None and table.step.aside:
        place = find_first_aside(steps, now)  # the time of a secret question begins once the moment before it is over
        places[place] = steps[place]
    words: Words = session.kit.words
    found = {place: find_moment(words, table, follows) for place, follows in places.items()}
    return {place: held for place, held in found.items() if held and not has_gone_on(session.pacing, held.caused_by)}


def find_past_moment(words: Words, session: GameSession, table: Table, step: Step | None) -> Moment | None:
    """Return the moment that led to this step (None: to the end), where moments are displayed.

    None if there was none.
    """
    return find_moment(words, table, step) if settings.MOMENT_PACE and session.is_current else None


def has_gone_on(pacing: Pacing, at: int) -> bool:
    """Return whether the table has continued from the moment that this move caused.

    Move 0 causes the moment of the set-up.
    """
    return at < pacing.released or (at == pacing.released and (at > 0 or pacing.released_at is not None))


def find_question_before(steps: Sequence[Step], place: int) -> Step | None:
    """Return the last question before this place; None if there was none. Draws do not count."""
    return next((step for step in reversed(steps[:place]) if not step.of_chance), None)


def find_first_aside(steps: Sequence[Step], place: int) -> int:
    """Return the place of the first in a row of questions asked aside that ends at `place`.

    The people see that somebody is asked in secret, but not how often.
    """
    first = place
    for at in range(place, -1, -1):
        if not (steps[at].aside or steps[at].of_chance):
            break
        first = at if steps[at].aside else first
    return first


def find_nightfall(steps: Sequence[Step]) -> int | None:
    """Return the place of the first call of the latest night; None before the first night.

    A draw ends no night.
    """
    first = None
    for place in reversed(range(len(steps))):
        if steps[place].asleep:
            first = place
        elif first is not None and not steps[place].of_chance:
            break
    return first


def find_moment(words: Words, table: Table, follows: Step | None) -> Moment | None:
    """Return the moment between the question before this step and the step itself.

    None where there is none. A step of None means the end of the game. A draw is part of the moment after it.
    """
    if follows is not None and follows.of_chance:
        return None
    place = next((number for number, step in enumerate(table.steps) if step is follows), len(table.steps))
    asked = find_question_before(table.steps, place)
    if (asked is None and not words.MOMENTS.opens) or (follows is None and table.outcome is None):
        return None
    told, question, next_ = table.told, asked.name if asked else "", follows.name if follows else ""
    first = bisect_right(told, asked.opened, key=GET_MOVE) if asked else 0
    last = len(told) if follows is None else bisect_right(told, follows.opened, key=GET_MOVE)
    public = [number for number in range(first, last) if told[number].seat is None]
    cut = next((number for number in public if told[number].fact["fact"] in words.MOMENTS.begins), last)
    facts = [told[number].fact for number in public if number < cut]
    if not words.MOMENTS.happened(question, next_, facts):
        return None
    brought = told[last - 1].at if last > first else 0
    at = table.last if follows is None else brought or follows.led
    return Moment(at, first, cut, asked, follows, words.MOMENTS.seconds(question, next_))
