"""The values that several sections of the desk's view need, computed once for all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.engine.table import Step, Table
from games.engine.words import StepWords, Words
from games.models import GameSession
from moderation.play.pacing import clock, narration
from moderation.play.pacing.narration import Saying
from moderation.play.projections.knowledge import Knowledge
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.moments import Moment

NO_WORDS = StepWords("")


class Phones(NamedTuple):
    """The seats that have a phone, and those whose phone is present."""

    with_phone: Collection[int]
    present: Collection[int]


@dataclass(frozen=True)
class DeskContext:
    """A game that is played or over, from which every section of the desk's view is built."""

    public: PublicView
    session: GameSession
    table: Table
    seats: Sequence[SeatColumns]  # clockwise
    phones: Phones
    release: Release
    known: Knowledge

    @property
    def words(self) -> Words:
        """The words of the game."""
        return self.session.kit.words

    @property
    def step(self) -> Step | None:
        """The open step, as devices show it."""
        return self.release.step

    @property
    def moment(self) -> Moment | None:
        """The moment that devices show, before the next step opens."""
        return self.release.held

    @property
    def say(self) -> Saying:
        """The current spoken lines."""
        return self.public.speech.say

    @property
    def on_phones(self) -> bool:
        """True if nights are played on the phones."""
        return self.session.nights == GameSession.Nights.PHONES

    @cached_property
    def bots(self) -> set[str]:
        """The seats that the computer plays."""
        return {seat.name for seat in self.seats if seat.bot}

    @property
    def coming(self) -> Step | None:
        """The open step, or the one that follows the moment."""
        return self.moment.follows if self.moment else self.step

    @cached_property
    def previous_step(self) -> Step | None:
        """The step that was open before the open one."""
        return narration.find_step_before(self.table.steps, self.step) if self.step else None

    @cached_property
    def step_words(self) -> StepWords:
        """The words of the step that the desk shows.

        While a call is led to its end, it has a title alone.
        """
        if self.say.then not in (narration.SHOW, narration.WALK, narration.WAKE):
            return narration.get_step_words(self.words, self.step) if self.step else NO_WORDS
        ended = narration.find_step_before(self.table.steps, self.coming)
        return StepWords(narration.get_step_words(self.words, ended).title) if ended else NO_WORDS

    @property
    def answerable(self) -> Step | None:
        """The open step, while answers to it may be entered.

        Nothing is entered before the finding is shown, the walk is over and every eye is closed.
        Nobody is called before that.
        """
        return self.step if self.step is self.table.step and not self.say.then else None

    @property
    def is_discreet(self) -> bool:
        """True if the room may not see who is asked."""
        return self.step is not None and (self.step.asleep or self.step.aside)

    @cached_property
    def is_covert(self) -> bool:
        """True if a call is open or eyes are closed.

        Then no uncovered part of the desk may reveal secrets.
        """
        asleep = bool(self.step and self.step.asleep) or bool(self.say.then)
        return asleep and clock.hides_calls(self.session, (seat.bot for seat in self.seats))
