"""View models of one seat: plain values for a phone's fragments. Runs no database query.

They exclude the seat's own name, so that seats with equal knowledge have equal views.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, cast

from django.utils.translation import gettext as _

from games import journal
from games.engine.asks import Ask
from games.engine.table import Closes, Step, Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.forms.answer_forms import MAX_CACHED, IdentityKey, Question, build_form, format_answer
from moderation.play.pacing.narration import get_step_words
from moderation.play.projections.knowledge import NOTHING_KNOWN, Knowledge, SeatKnowledge
from moderation.play.projections.own_deeds import list_own_deeds
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.projections.sections.ending import RevealedSeat
from moderation.play.projections.sections.times import find_end
from moderation.play.secrecy import cover_questions, pseudonyms
from moderation.play.secrecy.padding import MOST_PROPOSALS
from moderation.play.timeline.call_length import Release, find_visible_ask
from moderation.play.timeline.moments import find_nightfall
from moderation.players.avatars import Face

Stage = GameSession.Stage


class SeatOutcome(StrEnum):
    """The result of a finished game for one seat."""

    WON = "won"
    LOST = "lost"
    CHANGED = "changed"  # it belonged to more than one camp (RULINGS S-43)
    NOBODY = "nobody"  # nobody has won


@dataclass(frozen=True)
class PhoneView:
    """A player's phone: public knowledge, the knowledge of its seat, and its question."""

    public: PublicView
    own: SeatKnowledge
    looked: bool
    question: Question | None
    agree: bool = False  # this seat is asked to agree to how the table is played
    face: Face | None = None  # of this seat, as long as it may choose another
    out: bool = False  # everybody knows that this seat is out of the game
    leaving: bool = False  # the moment displayed now has put this seat out of the game
    ready: bool = False  # this seat is ready to continue from the moment displayed now
    replaced: bool = False  # the computer plays for this seat's person
    aside_ends: int | None = None  # when the time for this seat's question asked aside is over (as `call_ends`)
    result: SeatOutcome | None = None  # the result for this seat, once the game is over
    revealed: RevealedSeat | None = None  # the truth about this seat, once the game is over
    deed: str = ""  # the most telling deed of this seat, once the game is over


def build_phone_view(
    public: PublicView,
    session: GameSession,
    table: Table | None,
    seat: SeatColumns,
    release: Release,
    known: Knowledge | None,
) -> PhoneView:
    """Build the view model of this seat's phone."""
    if table is None or known is None:
        agree = seat.pk in session.agreements.to_agree
        face = public.ring.faces.get(seat.name)
        return PhoneView(public, NOTHING_KNOWN, looked=False, question=None, agree=agree, face=face)
    step = release.step if public.table.stage == Stage.PLAYING else None
    asked_step = None if public.phase.dark else step
    # During a moment the ring shows the table as before it: a seat that is out, but not there, is falling now.
    out = seat.name in known.marks and known.marks[seat.name].out
    return PhoneView(
        public=public,
        own=known.get_seat_knowledge(seat.name, find_private_end(session, table)),
        looked=seat.looked,
        question=find_question(session, table, seat.name, asked_step, known),
        out=out,
        leaving=out and any(one.name == seat.name and not one.out for one in public.ring.seats),
        ready=seat.name in (public.moment.ready or ()),
        replaced=not public.phase.night and seat.name in public.ring.stand_ins,
        aside_ends=find_end(session, release) if is_asked_aside(step, seat.name) else None,
        result=find_seat_outcome(public, seat.name),
        revealed=find_revealed_seat(public, seat.name),
        deed=find_own_deed(public, session, table, seat, known),
    )


def find_own_deed(public: PublicView, session: GameSession, table: Table, seat: SeatColumns, known: Knowledge) -> str:
    """Return the most telling deed of this seat in a sentence; empty before the end."""
    return list_own_deeds(session, table, known).get(seat.name, "") if public.ending.outcome else ""


def find_revealed_seat(public: PublicView, seat: str) -> RevealedSeat | None:
    """Return what everybody learns of this seat at the end; None before it."""
    return next((revealed for revealed in public.ending.revealed if revealed.name == seat), None)


def find_seat_outcome(public: PublicView, seat: str) -> SeatOutcome | None:
    """Return what a finished game came to for this seat; None before its end."""
    own = find_revealed_seat(public, seat)
    if own is None:
        return None
    if own.won:
        return SeatOutcome.WON
    if own.changed:
        return SeatOutcome.CHANGED
    return SeatOutcome.LOST if public.ending.winners else SeatOutcome.NOBODY


def is_asked_aside(step: Step | None, seat: str) -> bool:
    """Return whether a step asks this seat in secret."""
    return step is not None and step.aside and seat in step.asks


def build_bare_view(
    public: PublicView, session: GameSession, table: Table | None, release: Release, known: Knowledge | None
) -> PhoneView | None:
    """Build the view of a phone that was told nothing and is asked what others are.

    The length of messages follows from it. None where there is nothing to hide, or nothing to see: before the cards
    are dealt, and in a night with eyes closed.
    """
    if table is None or known is None or public.phase.dark:
        return None
    playing = public.table.stage == Stage.PLAYING
    step = release.step if playing else None
    words: Words = session.kit.words
    ask = find_visible_ask(step) if step else None
    if step is None or ask is None:
        asked_of_all = None
    elif step.asleep:
        asked_of_all = cover_questions.build_question(words, table, "", step)
    elif step.aside:
        asked_of_all = find_longest_aside(words, ask, table.seats)
    else:
        asked_of_all = build_form(words, step.name, step.opened, ask, None, table.seats)
        asked_of_all = replace(asked_of_all, in_sight=step.by_hands)
    return PhoneView(public, known.empty_seat_knowledge, False, add_pseudonym(session, asked_of_all))


def find_longest_aside(words: Words, ask: Ask, seats: Sequence[str]) -> Question:
    """Return the question asked aside with the title and labels that make it longest.

    Because nobody may know which step it is, all steps are tried.
    """
    return max(
        (build_form(words, name, 0, ask, None, seats) for name in words.STEPS), key=lambda form: len(repr(form))
    )


def find_question(
    session: GameSession, table: Table, seat: str, step: Step | None, known: Knowledge
) -> Question | None:
    """Return the current question of a seat's phone, with the step's pseudonym.

    It is cached with the seat's knowledge as long as nothing of it changes. Few phones of a hall have another
    question than before.
    """
    if step is None:
        return None
    unrecorded = session.unrecorded
    late, refused = unrecorded.late_covers, unrecorded.refused
    passing = seat in unrecorded.passing and is_passing(session, table, step, seat)
    given = step.asleep and cover_questions.read_cover_answer(table, seat, step, late) is not None
    place, state = build_question_key(step, seat, given, passing, late, refused)
    before = known.questions.get(place)
    called = step.asleep and seat in step.asks
    covered = given or (called and cover_questions.has_cover_for_called(step, table.seats))
    if before is None or before[0] != state or covered or refused.get(seat):
        found = add_pseudonym(session, build_question(session.kit.words, table, seat, step, late, refused, passing))
        before = known.questions[place] = (state, found)
    return before[1]


def build_question_key(
    step: Step, seat: str, given: bool, passing: bool, late: Mapping[str, Any], refused: Mapping[str, Any]
) -> tuple[Hashable, str]:
    """Return the cache key of a seat's question, and the state that it was built from.

    All who are asked the same question and have not answered share one.
    """
    ask, answers = step.asks.get(seat), step.answers.get(seat)
    if has_visible_proposals(step) and ask is not None:
        answers = step.answers
    unsaid = answers is None and not (given or passing or seat in refused)
    if unsaid and (ask is None or not step.asleep):
        return (step.opened, IdentityKey(ask, find_visible_ask(step))), ""
    return (step.opened, seat), repr((answers, late.get(seat), refused.get(seat), passing))


def is_passing(session: GameSession, table: Table, step: Step, seat: str) -> bool:
    """Return whether a seat lets everything of this sort pass for now."""
    passes = get_step_words(session.kit.words, step).passes
    return passes is not None and session.unrecorded.passing.get(seat) == journal.find_latest(table, passes[1])


def add_pseudonym(session: GameSession, question: Question | None) -> Question | None:
    """Return a question with its step's pseudonym.

    The step's number would reveal how much has happened in secret.
    """
    return question and _add_pseudonym(session.pk, IdentityKey(question))


@lru_cache(maxsize=MAX_CACHED)
def _add_pseudonym(session_id: int, very: IdentityKey) -> Question:
    (question,) = very.members
    return cast(Question, replace(question, opened=pseudonyms.build_pseudonym(session_id, int(question.opened))))


def find_private_end(session: GameSession, table: Table) -> int | None:
    """Return the last move whose private facts a phone displays; None for all moves.

    A night with eyes closed is told by gesture: the notebook fills at dawn.
    """
    if session.nights != GameSession.Nights.EYES_CLOSED or table.step is None or not table.step.asleep:
        return None
    first = find_nightfall(table.steps)
    return max(0, table.steps[first or 0].led - 1)


def build_question(
    words: Words,
    table: Table,
    seat: str,
    step: Step | None,
    late: Mapping[str, Any] = cover_questions.NO_ANSWERS,
    refused: Mapping[str, Any] = cover_questions.NO_ANSWERS,
    passing: bool = False,
) -> Question | None:
    """Build the current question for this seat; in a call everybody is asked, whoever is called.

    `passing`: the seat lets everything pass for now.
    """
    if step is None:
        return None
    if step.asleep and find_visible_ask(step):
        found = cover_questions.build_question(words, table, seat, step, late, refused)
        return replace(found, fellows=describe_fellow_proposals(words, table, step, seat)) if found.called else found
    if seat not in step.asks:
        return None
    answer = step.answers.get(seat)
    found = replace(
        build_form(words, step.name, step.opened, step.asks[seat], answer, table.seats), in_sight=step.by_hands
    )
    if passing and answer is None:
        found = replace(found, given=str(words.STEPS[step.name].passes_all))
    wrong, why = cover_questions.describe_refusal(words, table, seat, step, refused, answer)
    return replace(found, refused=wrong, why=why)


def has_visible_proposals(step: Step) -> bool:
    """Return whether those who are asked see each other's proposals."""
    return step.closes is Closes.GROUP or step.together


def describe_fellow_proposals(words: Words, table: Table, step: Step, seat: str) -> str:
    """Return what the others of a group propose while they agree.

    Of a large group, a phone shows some of it, because the length of messages follows from it.
    """
    if not has_visible_proposals(step):
        return ""
    proposals = [
        _("%(seat)s (%(entry)s)") % {"seat": other, "entry": format_answer(words, step.name, answer, table.seats)}
        for other, answer in step.answers.items()
        if other != seat
    ]
    return " — ".join(proposals[:MOST_PROPOSALS] + ["…"] * (len(proposals) > MOST_PROPOSALS))
