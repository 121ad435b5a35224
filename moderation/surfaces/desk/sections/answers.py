"""The section of the desk's view about answers: whose are there, and whose are missing."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.moves import CLOCK, Move
from games.engine.table import Closes, Step, Table
from games.engine.words import Words
from moderation.play.forms.answer_forms import format_answer
from moderation.play.pacing import clock, narration
from moderation.surfaces.desk.sections.context import DeskContext
from moderation.surfaces.desk.sections.undo import describe_answer


@dataclass(frozen=True)
class DeskAnswersSection:
    """The answers to the open step, given and missing."""

    waiting: tuple[str, ...] = ()  # who is asked and has not answered
    answered: bool = False  # the call has its answer already, and runs until its time is over
    endable: bool = False  # the call has more time left than such a call lasts: the desk may end it
    bots_waiting: bool = False
    divided: bool = False  # a group must agree, and its answers differ
    absent: tuple[str, ...] = ()  # seats that have played no card, where everybody has to play one
    proposals: tuple[tuple[str, str], ...] = ()  # in a call: who proposes what
    unanswered: tuple[str, ...] | None = None  # what the previous call lacked, as sentences; None: no previous call
    visited: tuple[str, ...] = ()  # at a table with phones: seats without one, which the moderator visits


def build_answers_section(context: DeskContext) -> DeskAnswersSection:
    """Build the section about answers."""
    step, open_step = context.step, context.answerable
    waiting = tuple(seat for seat in open_step.asks if seat not in open_step.answers) if open_step else ()
    return DeskAnswersSection(
        waiting=waiting,
        answered=step is not None and open_step is None and not context.say.then,
        endable=clock.is_overlong(context.session, context.table, context.release),
        bots_waiting=needs_bot_answers(open_step, context.bots),
        divided=is_divided(open_step),
        absent=waiting if step and step.late else (),
        proposals=list_proposals(context),
        unanswered=list_missing_answers(context),
        visited=list_visited_seats(context),
    )


def is_divided(step: Step | None) -> bool:
    """Return true if a group must agree, and its answers differ."""
    return step is not None and step.closes is Closes.GROUP and bool(step.answers) and not step.agreed()


def list_proposals(context: DeskContext) -> tuple[tuple[str, str], ...]:
    """Return who proposes what, where the room may not see who is asked."""
    step = context.step
    if step is None or not context.is_discreet:
        return ()
    return tuple(
        (seat, format_answer(context.words, step.name, answer, context.table.seats))
        for seat, answer in step.answers.items()
    )


def list_missing_answers(context: DeskContext) -> tuple[str, ...] | None:
    """Return what the previous call on phones lacked: at the next call or at dawn, never by day."""
    is_told = context.moment is not None or (context.step is not None and context.step.asleep)
    if not (context.on_phones and is_told):
        return None
    return describe_missing_answers(context.words, context.table, context.coming, context.bots)


def list_visited_seats(context: DeskContext) -> tuple[str, ...]:
    """Return the seats without a phone, where nights are played on phones."""
    if not context.on_phones:
        return ()
    with_phone = context.phones.with_phone
    return tuple(seat.name for seat in context.seats if not (seat.bot or seat.pk in with_phone))


def needs_bot_answers(step: Step | None, bots: set[str]) -> bool:
    """Return true if a computer player is asked and silent, or keeps a group from agreeing."""
    if step is None:
        return False
    silent = any(seat in bots and seat not in step.answers for seat in step.asks)
    return silent or (step.closes is Closes.GROUP and len(step.proposals()) > 1 and any(s in bots for s in step.asks))


def describe_missing_answers(words: Words, table: Table, step: Step | None, bots: set[str]) -> tuple[str, ...] | None:
    """Return sentences about what the call before this step lacked.

    They name seats that answered nothing, and a group that time cut short. None where no call came before.
    """
    before = [one for one in table.steps if step and one.opened < step.opened and not one.of_chance]
    if not before or not before[-1].asleep:
        return None
    call = before[-1]
    title = str(narration.get_step_words(words, call).title)
    silent = [seat for seat in call.asks if seat not in call.answers and seat not in bots]
    said = _("%(name)s has answered nothing during “%(step)s”.")
    lapsed = [said % {"name": seat, "step": title} for seat in silent]
    ended = next((move for place, move in list_moves_of_step(table, call) if move.close), None)
    if call.closes is Closes.GROUP and len(call.proposals()) > 1 and ended and ended.by == CLOCK:
        most = max(call.proposals(), key=lambda proposal: proposal[1])[0]
        cut = _("Time ended “%(step)s” while they disagreed. What most of them wanted counts: %(what)s.")
        lapsed.append(cut % {"step": title, "what": describe_answer(words, call, most, table.seats)})
    return tuple(lapsed)


def list_moves_of_step(table: Table, step: Step) -> list[tuple[int, Move]]:
    """Return the valid moves made while this step was open, with their numbers."""
    here = next(place for place, one in enumerate(table.steps) if one is step)
    return [made for place, made in enumerate(table.standing) if table.step_at(place) == here]
