"""The parsing of answers, and their effects: a move, a cover answer, a refusal on the card.

Phones and desks use it (phone.py, desk.py).
"""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import journal
from games.engine.asks import Answer, Ask
from games.engine.moves import Move
from games.engine.table import Refused, Step, Table
from games.engine.words import StepWords
from games.models import GameSession
from games.table_cache import CachedTable
from moderation.play.forms import answer_forms
from moderation.play.pacing.clock import build_release
from moderation.play.pacing.narration import get_step_words
from moderation.play.secrecy import cover_questions, pseudonyms
from moderation.play.timeline.call_length import find_visible_ask
from moderation.web import refusals

Stage = GameSession.Stage
LONGEST_FIELD = 4000


def find_visible_step(session: GameSession, table: Table | None, seen: int | str) -> Step:
    """Return the step that devices display now, if it is the one that a form saw.

    `seen` is its number, or its pseudonym on phones. Raises `Refused` otherwise. Because it is secret what the rules
    wait for meanwhile, a form that guesses it learns nothing.
    """
    if not session.is_current:
        raise Refused("old_version", "This game was begun with another version of its rules.")
    if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
        raise Refused("not_playing", "The game has not begun.")
    release = build_release(session, table)
    if release.held:
        raise Refused("moment", "What has happened is being shown.")
    step = release.step
    if step is None:
        raise Refused("game_over", "No question is open.")
    known_as = pseudonyms.build_pseudonym(session.pk, step.opened) if isinstance(seen, str) else step.opened
    if known_as != seen:
        raise Refused("wrong_step", "That question has passed.")
    return step


def parse_answer(ask: Ask, form: QueryDict, step_words: StepWords) -> Answer:
    """Parse the answer of a filled-in form. Raises `Refused` for what no page of ours sends.

    `step_words` names the parts that are still to choose.
    """
    if any(len(value) > LONGEST_FIELD for _name, values in form.lists() for value in values):
        raise Refused("illegal_answer", "A field is too long.")
    try:
        return answer_forms.parse_form(ask, form)
    except answer_forms.UnfinishedAnswer as unfinished:
        lacking = ", ".join(str(step_words.fields.get(part, part)) for part in unfinished.parts)
        raise refusals.UnfinishedChoice(_("Still to choose: %(parts)s.") % {"parts": lacking}) from None
    except (ValueError, TypeError, RecursionError):
        raise Refused("illegal_answer", "This is no answer.") from None


def find_ask(table: Table, step: Step, whose: str) -> Ask:
    """Return what the step asks this seat, or the moderator.

    Raises `Refused` when it has its answer or asks others.
    """
    if step is not table.step:
        raise Refused("wrong_step", "That question has its answer.")
    ask = step.all_asks().get(whose)
    if ask is None:
        raise Refused("not_asked", "Nobody asks that now.")
    return ask


def enter_answer(session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict) -> None:
    """Append a seat's answer to a step, and any chance that follows. Raises `Refused`."""
    answer = parse_answer(find_ask(cached.table, step, seat), form, get_step_words(session.kit.words, step))
    journal.append_move(session, cached, Move(seat, answer=answer, step=step.name))
    record_passing(session, cached.table, step, seat, answer_forms.has_passed_all(form))
    journal.resolve_chance(session, cached)


def enter_cover_answer(session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict) -> None:
    """Append a seat's answer to the cover question of a call. Raises `Refused`.

    The end of the game is public when the call's time is over. Until then the answer is stored without a move.
    """
    cover = cover_questions.parse_cover(step, form, cached.table.seats)
    if cached.table.step is not None:
        journal.append_move(session, cached, Move(seat, cover=cover))
        return
    session.unrecorded.change(late_covers={**session.unrecorded.late_covers, seat: cover})


def enter_both(session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict) -> None:
    """Append a called seat's answers to the cover question and to its own. Raises `Refused`."""
    cover = cover_questions.parse_cover(step, form, cached.table.seats)
    journal.append_move(session, cached, Move(seat, cover=cover))
    enter_answer(session, cached, step, seat, form)


def record_passing(session: GameSession, table: Table, step: Step, seat: str, everything: bool) -> None:
    """Store whether a seat lets everything pass from now on."""
    passes = get_step_words(session.kit.words, step).passes
    before = session.unrecorded.passing
    if passes is None or (not everything and seat not in before):
        return
    others = {name: since for name, since in before.items() if name != seat}
    own = {seat: journal.find_latest(table, passes[1])} if everything else {}
    session.unrecorded.change(passing=others | own)


def note_refusal(session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict) -> None:
    """Store for the seat's card the answer that was not accepted.

    Raises `Refused`, publicly, for what no page offers.
    """
    ask = step.asks.get(seat) or find_visible_ask(step)
    answer = parse_answer(ask, form, get_step_words(session.kit.words, step)) if ask else {}
    if (
        ask is None
        or not cover_questions.is_offered(ask, answer)
        or cover_questions.has_cover_for_called(step, cached.table.seats)
    ):
        raise Refused("illegal_answer", "No page offers that.")
    refused = {"opened": step.opened, "at": session.head, "answer": answer}
    session.unrecorded.change(refused={**session.unrecorded.refused, seat: refused})


def add_reason(
    refused: Refused, session: GameSession, table: Table, step: Step, seat: str, form: QueryDict
) -> Refused:
    """Return a public refusal with its reason, where what may be answered is no secret."""
    ask = step.asks.get(seat)
    if refused.code != "illegal_answer" or ask is None or step is not table.step:
        return refused
    try:
        answer = answer_forms.parse_form(ask, form)
    except (ValueError, TypeError, RecursionError):
        return refused
    return refusals.Unwanted(cover_questions.explain_mismatch(session.kit.words, step, ask, answer, table.seats))
