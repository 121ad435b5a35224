"""The public view model of a game: plain values for fragments. Runs no database query.

It is made of sections, each with its builder in a module of `sections`. Start reading at `build_public_view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games import server_clock
from games.engine.table import Table
from games.models import GameSession
from moderation.play.projections import announcements
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.projections.knowledge import Chapter, Knowledge
from moderation.play.projections.sections.agreement import AgreementSection, build_agreement_section
from moderation.play.projections.sections.board import BoardSection, build_board_section
from moderation.play.projections.sections.context import SeatColumns, ViewContext, build_context
from moderation.play.projections.sections.ending import EndingSection, build_ending_section
from moderation.play.projections.sections.lobby import LobbySection, build_lobby_section
from moderation.play.projections.sections.moment import MomentSection, build_moment_section
from moderation.play.projections.sections.phase import PhaseSection, build_phase_section
from moderation.play.projections.sections.ring import RingSection, build_ring_section
from moderation.play.projections.sections.speech import SpeechSection, build_speech_section
from moderation.play.projections.sections.stage import StagedSection, build_staged_section
from moderation.play.projections.sections.step import StepSection, build_step_section
from moderation.play.projections.sections.table import TableSection, build_table_section
from moderation.play.projections.sections.times import TimesSection, build_times_section
from moderation.play.projections.sections.vote import VoteSection, build_vote_section
from moderation.play.timeline.call_length import Release


@dataclass(frozen=True, eq=False)
class PublicView:
    """The public knowledge of a game, in one language.

    It is compared by identity: all phones of a rendering share one object.
    """

    table: TableSection
    phase: PhaseSection
    step: StepSection
    times: TimesSection
    ring: RingSection
    news: tuple[Chapter, ...]  # the public facts, in lines under their phases
    board: BoardSection
    vote: VoteSection
    staged: StagedSection
    moment: MomentSection
    speech: SpeechSection
    agreement: AgreementSection
    lobby: LobbySection
    ending: EndingSection
    announcements: tuple[AnnouncementView, ...]  # of organisers, while nothing secret is asked


def build_public_view(
    session: GameSession,
    table: Table | None,
    seats: Sequence[SeatColumns],
    release: Release,
    knowledge: Knowledge | None,
) -> PublicView:
    """Build the public view of a game, as far as it is released.

    There is no table while people join.
    """
    context = build_context(session, table, seats, release, knowledge)
    return PublicView(
        table=build_table_section(context),
        phase=build_phase_section(context),
        step=build_step_section(context),
        times=build_times_section(context),
        ring=build_ring_section(context),
        news=context.known.news if context.known else (),
        board=build_board_section(context),
        vote=build_vote_section(context),
        staged=build_staged_section(context),
        moment=build_moment_section(context),
        speech=build_speech_section(context),
        agreement=build_agreement_section(context),
        lobby=build_lobby_section(context),
        ending=build_ending_section(context),
        announcements=list_announcements(context),
    )


def list_announcements(context: ViewContext) -> tuple[AnnouncementView, ...]:
    """Return the organisers' announcements that devices may show now."""
    may_be_shown = announcements.may_be_shown(context.step, context.is_night)
    announced = context.session.organiser_contact.announcements if may_be_shown else ()
    return announcements.list_current(announced, server_clock.now())
