"""The section of a public view about what is spoken aloud."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.table import Step
from games.models import GameSession
from moderation.play.pacing.narration import NOTHING_SAID, Saying
from moderation.play.projections.sections.context import ViewContext
from moderation.play.projections.sections.step import name_step
from moderation.play.timeline.moments import Moment


@dataclass(frozen=True)
class SpeechSection:
    """The lines that are spoken aloud now, in the language of the table."""

    say: Saying = NOTHING_SAID  # also the captions
    spoken: str = ""  # the name of these spoken lines: each name is spoken once


def build_speech_section(context: ViewContext) -> SpeechSection:
    """Build the section about spoken lines."""
    return SpeechSection(context.say, name_spoken_lines(context.session, context.step, context.held, context.say))


def name_spoken_lines(session: GameSession, step: Step | None, held: Moment | None, say: Saying) -> str:
    """Return the name under which these lines are spoken: each name is spoken once.

    They are the lines of a step, or of the moment before it.
    """
    name = name_step(session, step, held) + ("-dawn" if held else "")
    return f"{name}-{say.part}" if say.part else name
