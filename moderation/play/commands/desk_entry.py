"""The moves that a desk enters: an answer for one or more seats, or a decision for all."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.asks import Answer, Ask
from games.engine.moves import MODERATOR, Move
from games.engine.table import Refused, Step
from games.models import GameSession
from games.table_cache import CachedTable
from moderation.play.commands.answers import find_ask, parse_answer
from moderation.play.pacing.narration import get_step_words
from moderation.play.secrecy import cover_questions
from moderation.web import refusals


def parse_moves(session: GameSession, cached: CachedTable, step: Step, form: QueryDict) -> list[Move]:
    """Build the moves of the desk's form: one, or one for each of the seats that it answers for.

    `for`: the id of a seat. For several ids it is the same answer, so that a group is entered once. With `each`,
    every seat has fields under its own id, and seats without a choice are left out. Raises `Refused`.
    """
    if form.get("entry"):
        if step is not cached.table.step or step.entry is None:
            raise Refused("wrong_step", "That question has its answer.")
        answer = parse_answer(step.entry, form, get_step_words(session.kit.words, step))
        return [Move(MODERATOR, answer=answer, step=step.name)]
    names = {str(seat_id): name for name, seat_id in cached.seats.items()}
    written = [seat_id for seat_id in dict.fromkeys(form.getlist("for")) if seat_id]
    if not names.keys() >= set(written):
        raise Refused("not_asked", "There is no such seat.")
    filled: list[tuple[str | None, QueryDict]] = [(names[seat_id], form) for seat_id in written] or [(None, form)]
    if form.get("each"):
        filled = [(names[seat_id], own) for seat_id in written if (own := _select_fields(seat_id, form))]
        if not filled:
            raise refusals.UnfinishedChoice(_("Nothing is chosen yet."))
    step_words, moves = get_step_words(session.kit.words, step), list[Move]()
    for seat, own in filled:
        ask = find_ask(cached.table, step, seat or MODERATOR)
        answer = parse_answer(ask, own, step_words)
        if not ask.allows(answer):
            if len(filled) > 1:
                raise Refused("illegal_answer", "Not everybody may answer that.")
            if answer is not None:
                raise refusals.Unwanted(_explain(session, cached, step, ask, seat, answer))
        moves.append(Move(MODERATOR, answer=answer, seat=seat, step=step.name))
    return moves


def _explain(
    session: GameSession, cached: CachedTable, step: Step, ask: Ask, seat: str | None, answer: Answer
) -> str:
    """Return why the rules do not take this answer, for a seat or for all."""
    words, seats = session.kit.words, cached.table.seats
    if seat is None:
        return cover_questions.explain_mismatch(words, step, ask, answer, seats)
    why = cover_questions.explain_refusal(words, step, seat, answer, seats)
    return _("%(seat)s: %(why)s") % {"seat": seat, "why": why}


def _select_fields(seat: str, form: QueryDict) -> QueryDict:
    """Return the part of a form for one of several seats; names begin with its id: "12.pick0"."""
    own = QueryDict(mutable=True)
    for name, values in form.lists():
        if name.startswith(f"{seat}."):
            own.setlist(name.removeprefix(f"{seat}."), values)
    return own
