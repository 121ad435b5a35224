"""The section of a public view about the phase of the game: its title and the night."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import GameSession
from moderation.play.projections.knowledge import find_phase
from moderation.play.projections.sections.context import ViewContext


@dataclass(frozen=True)
class PhaseSection:
    """The phase of the game."""

    title: str = ""  # "Night 2"; empty before the first
    night: bool = False  # everybody's eyes are closed: the theme of the night
    dark: bool = False  # a night with eyes closed: phones show nothing at all


def build_phase_section(context: ViewContext) -> PhaseSection:
    """Build the section about the phase."""
    return PhaseSection(
        title=find_title(context),
        night=context.is_night,
        dark=context.is_night and context.session.nights == GameSession.Nights.EYES_CLOSED,
    )


def find_title(context: ViewContext) -> str:
    """Return the title of the phase. While eyes stay closed, it is that of the night that ends."""
    if context.known is None:
        return ""
    if context.is_unwoken and context.earlier:
        return find_phase(context.words, context.earlier)
    return context.known.phase
