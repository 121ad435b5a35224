"""The view model of the desk, with all facts, words and gestures that the moderator needs.

It is made of sections, each with its builder in a module of `sections`. Start reading at `build_desk_view_model`.
The players' side is in moderation/play/projections/private.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.table import Table
from games.models import GameSession
from moderation.play.projections.knowledge import Knowledge
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.projections.sections.stage import StagedVote
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk.sections.answers import DeskAnswersSection, build_answers_section
from moderation.surfaces.desk.sections.context import DeskContext, Phones
from moderation.surfaces.desk.sections.input import DeskInputSection, build_input_section
from moderation.surfaces.desk.sections.moment import DeskMomentSection, build_moment_section
from moderation.surfaces.desk.sections.road import RoadStop, build_road
from moderation.surfaces.desk.sections.seats import DeskSeat, list_desk_seats
from moderation.surfaces.desk.sections.speech import DeskSpeechSection, build_speech_section
from moderation.surfaces.desk.sections.step import DeskStepSection, build_step_section
from moderation.surfaces.desk.sections.story import DeskChapter, build_story
from moderation.surfaces.desk.sections.undo import DeskUndoSection, build_undo_section
from moderation.surfaces.desk.sections.vote import build_desk_vote


@dataclass(frozen=True)
class DeskView:
    """The moderator's tablet during the game."""

    public: PublicView
    seats: tuple[DeskSeat, ...]
    step: DeskStepSection
    speech: DeskSpeechSection
    answers: DeskAnswersSection
    input: DeskInputSection
    moment: DeskMomentSection
    undo: DeskUndoSection
    story: tuple[DeskChapter, ...]  # the latest phase first
    road: tuple[RoadStop, ...] = ()  # the steps of this night or day
    vote: StagedVote | None = None  # an open vote, or a speech of the accused, where ballots are public


def build_desk_view_model(
    public: PublicView,
    session: GameSession,
    table: Table,
    seats: Sequence[SeatColumns],
    phones: Phones,
    release: Release,
    known: Knowledge,
) -> DeskView:
    """Build the moderator's view while a game is played and when it is over.

    While a call runs on the phones, it shows the call that devices show, with the answers given so far.
    """
    context = DeskContext(public, session, table, seats, phones, release, known)
    return DeskView(
        public=public,
        seats=list_desk_seats(context),
        step=build_step_section(context),
        speech=build_speech_section(context),
        answers=build_answers_section(context),
        input=build_input_section(context),
        moment=build_moment_section(context),
        undo=build_undo_section(context),
        story=build_story(context.words, table, release),
        road=build_road(context),
        vote=build_desk_vote(context),
    )
