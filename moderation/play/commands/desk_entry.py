"""The moves that a desk enters: an answer for one or more seats, or a decision for all."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _

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
    step_words, names = (
        get_step_words(session.kit.words, step),
        {str(key): name for name, key in cached.seats.items()},
    )
    written = [seat_id for seat_id in dict.fromkeys(form.getlist("for")) if seat_id]
    if not names.keys() >= set(written):
        raise Refused("not_asked", "There is no such seat.")
    filled: list[tuple[str | None, QueryDict]] = [(names[seat_id], form) for seat_id in written] or [(None, form)]
    if form.get("each"):
        filled = [(names[seat_id], own) for seat_id in written if (own := _select_fields(seat_id, form))]
        if not filled:
            raise refusals.UnfinishedChoice(_("Nothing is chosen yet."))
    entered = [(seat, find_ask(cached.table, step, seat or MODERATOR), own) for seat, own in filled]
    for _seat, ask, own in entered:
        if len(entered) > 1 and not ask.allows(parse_answer(ask, own, step_words)):
            raise Refused("illegal_answer", "Not everybody may answer that.")
    moves = [
        Move(MODERATOR, answer=parse_answer(ask, own, step_words), seat=seat, step=step.name)
        for seat, ask, own in entered
    ]
    for move, (seat, ask, _own) in zip(moves, entered, strict=True):
        if seat and move.answer is not None and not ask.allows(move.answer):
            why = cover_questions.explain_refusal(session.kit.words, step, seat, move.answer, cached.table.seats)
            raise refusals.Unwanted(_("%(seat)s: %(why)s") % {"seat": seat, "why": why})
        if not seat and move.answer is not None and not ask.allows(move.answer):
            raise refusals.Unwanted(
                cover_questions.explain_mismatch(session.kit.words, step, ask, move.answer, cached.table.seats)
            )
    return moves


def _select_fields(seat: str, form: QueryDict) -> QueryDict:
    """Return the part of a form for one of several seats; names begin with its id: "12.pick0"."""
    own = QueryDict(mutable=True)
    for name, values in form.lists():
        if name.startswith(f"{seat}."):
            own.setlist(name.removeprefix(f"{seat}."), values)
    return own
