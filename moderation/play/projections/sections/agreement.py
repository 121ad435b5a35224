"""The section of a public view about what players decide together without a moderator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.table import Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.forms.answer_forms import format_answer
from moderation.play.pacing import absent_players as waiting
from moderation.play.pacing import undo_by_agreement
from moderation.play.pacing.returning import PublicRequest, list_public_requests
from moderation.play.projections.sections.context import SeatColumns, ViewContext, activate_spoken_language
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline.call_length import Release


@dataclass(frozen=True)
class UndoPrompt:
    """The latest public entry at a board that nobody moderates.

    It can be taken back by agreement.
    """

    name: str  # of the entry, for devices
    what: str  # the entry in words: "Ann: Roll and walk"
    agreed: tuple[str, ...] = ()  # who wants it taken back; empty: nobody has asked
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class LateSeat:
    """A seat of a person without whom the table could continue."""

    pk: int
    name: str


@dataclass(frozen=True)
class WaitingPrompt:
    """The prompt at a waiting table without a moderator: the late seat, and what is proposed."""

    name: str  # pseudonym of the step that it is about
    overdue: bool  # all are asked now; before that, only the device in the middle offers it
    late: LateSeat | None  # whom the table waits for; None: that is not public
    lot: bool  # an answer is needed: if the seat is passed over, it is drawn by lot
    people: tuple[LateSeat, ...]
    do: str = ""  # what is proposed; empty: nothing
    whom: LateSeat | None = None
    agreed: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class AgreementSection:
    """The open requests to all players, and what they have just agreed to."""

    taking_back: UndoPrompt | None = None
    waiting: WaitingPrompt | None = None
    passed: str = ""  # whose turn all others have just agreed to pass
    agreed_line: str = ""  # the spoken line about their agreement, in the language of the table
    seat_requests: tuple[PublicRequest, ...] = ()  # devices that ask for a seat they had


def build_agreement_section(context: ViewContext) -> AgreementSection:
    """Build the section about what the players decide together."""
    session, table, people = context.session, context.table, context.people
    requests = list_public_requests(session)
    if table is None or context.known is None or context.is_over:
        return AgreementSection(seat_requests=requests)
    agreed = find_agreement(session, table, context.seats)
    return AgreementSection(
        taking_back=build_undo_prompt(context.words, session, table, people),
        waiting=build_waiting_prompt(session, table, context.release, people),
        passed=agreed.name if agreed and agreed.do == waiting.PASS else "",
        agreed_line=agreed.line if agreed else "",
        seat_requests=requests,
    )


def build_undo_prompt(
    words: Words, session: GameSession, table: Table, people: Sequence[SeatColumns]
) -> UndoPrompt | None:
    """Return the entry that the players may undo by agreement, and who agrees so far."""
    found = undo_by_agreement.find_undoable_entry(session, table)
    if found is None:
        return None
    agreed = undo_by_agreement.list_agreeing_seats(session.agreements, found)
    entry = format_answer(words, found.step.name, found.move.answer, table.seats)
    what = _("%(seat)s (%(entry)s)") % {"seat": found.move.whose, "entry": entry}
    willing = tuple(seat.name for seat in people if seat.pk in agreed)
    lacking = tuple(seat.name for seat in people if seat.pk not in agreed)
    return UndoPrompt(pseudonyms.build_pseudonym(session.pk, found.number), what, willing, lacking)


def build_waiting_prompt(
    session: GameSession, table: Table, release: Release, people: Sequence[SeatColumns]
) -> WaitingPrompt | None:
    """Return the question to all while the table waits.

    None at night, and where somebody moderates.
    """
    step = release.step
    if step is None or not waiting.is_open(session, release):
        return None
    known_as = waiting.find_anchor(table, step)
    everybody = tuple(LateSeat(seat.pk, seat.name) for seat in people)
    late = next((one for one in everybody if one.name == waiting.find_late_seat(step)), None)
    found = WaitingPrompt(
        name=pseudonyms.build_pseudonym(session.pk, known_as.opened),
        overdue=waiting.is_overdue(session, release),
        late=late,
        lot=step.needed and late is not None,
        people=everybody,
    )
    made = waiting.find_proposal(session, known_as.opened)
    if made is None or made.done:
        return found
    others = [one for one in everybody if one.pk != made.whom]
    return replace(
        found,
        do=made.do,
        whom=next((one for one in everybody if one.pk == made.whom), None),
        agreed=tuple(one.name for one in others if one.pk in made.seats),
        lacking=tuple(one.name for one in others if one.pk not in made.seats),
    )


class Agreement(NamedTuple):
    """A proposal that all have just agreed to: the action, the seat, and the line spoken aloud."""

    do: str
    name: str
    line: str


def find_agreement(session: GameSession, table: Table, seats: Sequence[SeatColumns]) -> Agreement | None:
    """Return what all have just agreed to.

    None if there is nothing, or somebody has played since.
    """
    made = waiting.find_agreed_proposal(session, table, {seat.name for seat in seats if not seat.bot})
    whom = next((seat.name for seat in seats if made and seat.pk == made.whom), "")
    if made is None or not whom:
        return None
    passes = made.do == waiting.PASS
    with activate_spoken_language(session):
        line = _("All agree: the turn is passed.") if passes else _("All agree: the computer plays on for somebody.")
    return Agreement(made.do, whom, line)
