"""The section of the desk's view about the entry that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import undo
from games.engine.asks import Answer
from games.engine.moves import CLOCK, NOT_SEATS, Move
from games.engine.table import Step, Table, Told
from games.engine.words import Words
from games.speech import describe_public_fact
from moderation.play.forms.answer_forms import format_answer
from moderation.play.pacing import narration
from moderation.play.projections.knowledge import list_released
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class LastMove:
    """The entry that an undo would take back, and how many seats were told something by it."""

    text: str  # "Ann: Bob"
    seen_by: int
    step: str = ""  # the step that is open again then: "The vote · Day 2"
    secret: bool = False  # the room may not see whose entry it is
    public: tuple[str, ...] = ()  # what everybody has learnt by it
    learnt: tuple[str, ...] = ()  # what single seats have learnt by it: "Ann: mutated"


@dataclass(frozen=True)
class DeskUndoSection:
    """The last entry, and what an undo and a redo would do."""

    last: LastMove | None = None
    standing: int = 0  # the number of the last move that was not taken back
    redo: bool = False  # something was taken back


def build_undo_section(context: DeskContext) -> DeskUndoSection:
    """Build the section about the entry that can be taken back."""
    table = context.table
    last = describe_last_move(context.words, table, list_released(table, context.release))
    return DeskUndoSection(last, table.last, bool(table.undone))


def describe_last_move(words: Words, table: Table, released: Sequence[Told]) -> LastMove | None:
    """Return the entry that an undo would take back.

    `released`: the released part of what was told.
    """
    if not table.undoable():
        return None
    places = undo.find_mistake(table, table.last)
    began, (_number, move) = table.standing[places[0]][0], table.standing[places[-1]]
    step = table.steps[table.step_at(places[-1])]
    told = [one for one in released if one.at >= began and one.at > 0]
    public = [describe_public_fact(words, one.fact) for one in told if one.seat is None]
    everybody = any(one.seat is None for one in told)
    phases = (str(words.phase(one.fact)) for one in reversed(table.told) if one.seat is None and one.at < began)
    title = (str(narration.get_step_words(words, step).title), next(filter(None, phases), ""))
    return LastMove(
        describe_entry(words, step, move, table.seats),
        len(table.seats) if everybody else len({one.seat for one in told}),
        " · ".join(filter(None, title)),
        secret=step.asleep or step.aside,
        public=tuple(filter(None, map(str, public))),
        learnt=tuple(line for one in told if one.seat is not None and (line := describe_private_fact(words, one))),
    )


def describe_entry(words: Words, step: Step, move: Move, seats: Sequence[str]) -> str:
    """Return who entered what, in words: "Ann: Bob"."""
    if move.close:
        return _("the end of its time") if move.by == CLOCK else _("the end of the step")
    who = move.whose
    if who in NOT_SEATS:
        who = _("for the whole table") if who != CLOCK else _("drawn by lot")
    return _("%(seat)s: %(what)s") % {"seat": who, "what": describe_answer(words, step, move.answer or {}, seats)}


def describe_answer(words: Words, step: Step, answer: Answer, seats: Sequence[str]) -> str:
    """Return an answer in words. A value has no field name where the kit has no word for it."""
    fields = narration.get_step_words(words, step).fields
    labels = {name: fields.get(name, name if value is True else "") for name, value in answer.items()}
    return format_answer(words, step.name, answer, seats, labels)


def describe_private_fact(words: Words, told: Told) -> str:
    """Return what one seat was told, for the moderator: "Ann: mutated"; empty if not to be told."""
    telling = words.to_moderator(told.fact)
    return _("%(seat)s: %(what)s") % {"seat": told.seat, "what": telling.what} if telling else ""
