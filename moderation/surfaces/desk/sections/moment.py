"""The section of the desk's view about the moment that all look at."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.words import Words
from moderation.play.pacing import narration
from moderation.play.timeline.moments import Moment
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class DeskMomentSection:
    """The moment that all look at before the next question."""

    held: int | None = None  # the number of the move that caused it
    goes_on: str = ""  # what the desk's one button does meanwhile


def build_moment_section(context: DeskContext) -> DeskMomentSection:
    """Build the section about the moment that all look at."""
    held = context.moment
    return DeskMomentSection(held.caused_by, label_go_on(context.words, held)) if held else DeskMomentSection()


def label_go_on(words: Words, held: Moment) -> str:
    """Return the label of the desk's one button while a moment is shown."""
    if held.follows is None:
        return _("Show how it ends")
    if held.follows.asleep:
        return _("Let night fall")
    return _("Go on: %(step)s") % {"step": narration.get_step_words(words, held.follows).title}
