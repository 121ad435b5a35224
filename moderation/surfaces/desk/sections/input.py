"""The section of the desk's view about what the moderator may enter."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.asks import Ask
from games.engine.table import Step
from moderation.play.forms.answer_forms import Question, build_table_form
from moderation.surfaces.desk.ring_input import DeskEntry, describe_replaced_answers, find_entry
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class DeskInputSection:
    """The questions that the moderator may answer now."""

    decision: Question | None = None  # what the moderator may decide for the group or the table
    entry: Question | None = None  # what the moderator may enter beside the decision
    entering: DeskEntry | None = None  # what a tap on the ring enters, where the desk enters it
    replaced: tuple[str, ...] = ()  # the answers that a decision for the table would replace
    sure: str = ""  # the question before a divided group is closed, or before that entry ends it


def build_input_section(context: DeskContext) -> DeskInputSection:
    """Build the section about what the moderator may enter."""
    words, session, table, step = context.words, context.session, context.table, context.answerable
    decision = build_question(context, step, step.moderator_ask) if step else None
    entered = None if context.moment else step
    return DeskInputSection(
        decision=decision,
        entry=build_question(context, step, step.entry) if step else None,
        entering=find_entry(
            words, session, table, entered, context.seats, context.phones.with_phone, context.is_covert
        ),
        replaced=describe_replaced_answers(words, table, step) if decision else (),
        sure=str(context.step_words.sure),
    )


def build_question(context: DeskContext, step: Step, ask: Ask | None) -> Question | None:
    """Return the form of a question to the moderator, if there is one."""
    return build_table_form(context.words, step.name, step.opened, ask, context.table.seats) if ask else None
