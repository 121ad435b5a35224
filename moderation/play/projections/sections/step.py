"""The section of a public view about the open step: what is asked, and of whom."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.table import Step
from games.engine.words import Words
from games.models import GameSession
from moderation.play.pacing import narration
from moderation.play.projections.knowledge import Knowledge
from moderation.play.projections.sections.context import ViewContext
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline.call_length import has_hidden_outcome
from moderation.play.timeline.moments import Moment


@dataclass(frozen=True)
class StepSection:
    """The open step, as everybody may know it."""

    name: str = ""  # pseudonym of the open step; empty for what is asked aside
    again: str = ""  # changes after each undo: phones then ask again what they have noted
    call: str = ""  # the title of a night call, the same on all phones
    doing: str = ""  # what the open question is about
    todo: str = ""  # what is to be done now, in a sentence that names who does it
    turn: str = ""  # the only seat that an open question waits for
    hushed: bool = False  # the result of an answer is displayed on the covered card only
    taken_up: bool = False  # the open step had passed already, and was reopened


def build_step_section(context: ViewContext) -> StepSection:
    """Build the section about the open step."""
    session, table, step = context.session, context.table, context.step
    name = name_step(session, step, context.held)
    again = pseudonyms.build_undo_token(table.taken_back) if table else ""
    if step is None or context.known is None:
        return StepSection(name, again)
    title = str(narration.get_step_words(context.words, step).title)
    return StepSection(
        name=name,
        again=again,
        call=title if step.asleep and not context.is_unwoken else "",
        doing=title if context.is_asked_openly else "",
        todo=build_instruction(context.words, step, context.known),
        turn=context.asked_alone or "",
        hushed=has_hidden_outcome(step),
        taken_up=step.again and not step.aside,
    )


def name_step(session: GameSession, step: Step | None, held: Moment | None = None) -> str:
    """Return the pseudonym of a step outside the desk, or of the moment before it.

    It is empty for what is asked aside.
    """
    if held:
        return pseudonyms.build_pseudonym(session.pk, held.caused_by)
    if step is None:
        return str(session.stage)
    return "" if step.aside else pseudonyms.build_pseudonym(session.pk, step.opened)


def build_instruction(words: Words, step: Step, known: Knowledge) -> str:
    """Return the instruction to the table, from public facts.

    It is the same whatever is asked aside.
    """
    if step.asleep:
        return ""
    says = narration.get_step_words(words, step).todo
    instruction = says(known.facts) if says else ""
    return instruction or (_("Somebody answers in secret: one moment.") if step.aside else "")
