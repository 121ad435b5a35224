"""The processing of an answer: from a form to a move in the journal, and back to the page.

The lock is taken once. With it, the code checks what the form's device had displayed: whose question that was,
called or covered, in time or late. The table accepts the move, and the journal stores it. The reply is rendered from
the same table before the lock is released. Start reading at `answer_from_phone`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from games import house_clock, journal
from games.engine.asks import Answer, Ask
from games.engine.moves import MODERATOR, Move
from games.engine.table import Refused, Step, Table
from games.engine.words import StepWords
from games.models import GameSession, Seat
from games.table_cache import CachedTable, lock_process
from moderation.access.devices import digest
from moderation.play.commands import receipts
from moderation.play.forms import answer_forms
from moderation.play.pacing import absent_players, clock, returning, undo_by_agreement
from moderation.play.pacing.clock import build_release
from moderation.play.pacing.narration import get_step_words
from moderation.play.projections.public import choose_language
from moderation.play.rendering import render
from moderation.play.rendering.render import Rendered, Viewer
from moderation.play.secrecy import cover_questions, pseudonyms
from moderation.play.timeline.call_length import find_visible_ask, has_hidden_outcome
from moderation.web import counters, refusals, throttle
from moderation.web.request_ids import Request

Stage = GameSession.Stage
LONGEST_FIELD = 4000
REMEMBERED = 20  # stored taps of a seat without a move, by which repeated taps are recognised
CHANGES, SECONDS = 6, 10  # answers of one seat to one question, in so many seconds: a quick change of mind


# Forms


def find_visible_step(session: GameSession, table: Table | None, seen: int | str) -> Step:
    """Return the step that devices display now, if it is the one that a form saw.

    `seen` is its number, or its pseudonym on phones. Raises `Refused` otherwise. Because it is secret what the rules
    wait for meanwhile, a form that guesses it learns nothing.
    """
    if not session.current:
        raise Refused("old_version", "This game was begun with another version of its rules.")
    if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
        raise Refused("not_playing", "The game has not begun.")
    shown = build_release(session, table)
    if shown.held:
        raise Refused("moment", "What has happened is being shown.")
    step = shown.step
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


# Answers from phones


def answer_from_phone(
    session_id: int, seat: str, seen: str, form: QueryDict, tap: str | None, viewer: Viewer
) -> TapReply:
    """Process a phone's answer for its own seat, and render the phone's new view.

    Where nobody may see what a seat can answer, every tap gets the same reply, and its outcome is on the card. A
    public refusal would reveal who is called, or what they hold.
    """

    def work(session: GameSession, cached: CachedTable) -> TapOutcome:
        if (before := _find_earlier_outcome(session, cached, seat, tap)) is not None:
            stays = _build_refusal_message(session, cached.table, seen) if before == receipts.REFUSED else ""
            return TapOutcome(
                before, noted=True, on_card=_is_hushed_still(session, cached.table, seen), message=stays
            )
        step = find_visible_step(session, cached.table, seen)
        _throttle_answers(f"{cached.seats[seat]}-{step.opened}", tap)
        if step.asleep and session.nights == GameSession.Nights.EYES_CLOSED:
            raise Refused("not_asked", "With eyes closed the desk enters everything.")
        try:
            became = _apply_answer(session, cached, step, seat, form, tap)
        except Refused as refused:
            if not has_hidden_outcome(step):
                raise _add_reason(refused, session, cached.table, step, seat, form) from None
            became = _note_refusal(session, cached, step, seat, form, tap)
            if step.aside:  # nobody else is asked, and nobody else is notified: the reply has the refusal
                said = _build_refusal_message(session, cached.table, seen)
                return TapOutcome(became, noted=True, on_card=True, message=said)
            # Where several answer at once, every tap causes a notification. One without it would reveal a refusal.
            session.edition += not step.asleep
        journal.save_progress(session, cached.table)
        return TapOutcome(became, noted=True, on_card=has_hidden_outcome(step))

    return run_and_render(session_id, work, viewer)


def _add_reason(
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


def _throttle_answers(ballot: str, tap: str | None) -> None:
    """Throttle answers of one seat to one question. Raises `Refused` when they come too fast.

    All taps count alike: called or not, whatever was chosen and whatever the outcome. A repeated tap counts once.
    """
    again = f"tap-{digest(tap)}" if tap else ""
    if again and throttle.count_tries(again):
        return
    if throttle.count_try(f"changes-{ballot}", SECONDS) > CHANGES:
        raise Refused("too_fast", "Nobody changes their mind that often.")
    if again:
        throttle.count_try(again, SECONDS)


def _is_hushed_still(session: GameSession, table: Table | None, seen: str) -> bool:
    """Return whether the step that a form saw is still displayed and hides its outcomes."""
    try:
        return has_hidden_outcome(find_visible_step(session, table, seen))
    except Refused:
        return False


def _build_refusal_message(session: GameSession, table: Table | None, seen: str) -> str:
    """Return the message to a seat asked aside whose answer was not accepted; else nothing.

    Its question is still on its phone, so the sentence reveals no more to a neighbour than the page does.
    """
    try:
        step = find_visible_step(session, table, seen)
    except Refused:
        return ""
    if not step.aside:
        return ""
    return str(get_step_words(session.kit.words, step).refused) or _("Not taken: your card says what was refused.")


def _find_earlier_outcome(session: GameSession, cached: CachedTable, seat: str, tap: str | None) -> str | None:
    """Return the outcome of a repeated tap; None for one that is new, or was refused publicly."""
    if tap is None:
        return None
    if tap in cached.taps:
        return receipts.name_move_outcome(cached.taps[tap])
    if tap in _list_taps(session.upkeep.refused, seat):
        return receipts.REFUSED
    return receipts.LATE_COVER if tap in _list_taps(session.upkeep.late_covers, seat) else None


def _list_taps(stored: Mapping[str, Any], seat: str, tap: str | None = None) -> list[str]:
    """Return the latest taps of a seat that are stored outside the journal, with one more."""
    return [*stored.get(seat, {}).get("taps", []), *([tap] if tap else [])][-REMEMBERED:]


def _apply_answer(
    session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict, tap: str | None
) -> str:
    """Apply an answer to a step, to the cover question of a call, or to both.

    Return the outcome. Raises `Refused`.
    """
    seats, called = cached.table.seats, not step.asleep or seat in step.asks
    beside = cover_questions.has_cover_for_called(step, seats)
    cover = cover_questions.parse_cover(step, form, seats) if beside or not called else None
    if beside and called and step is cached.table.step and seat not in step.answers:
        # Its answer to what it was shown follows, with the tap's name
        journal.append_move(session, cached, Move(seat, cover=cover))
        cover = None
    if cover is None:
        answer = parse_answer(find_ask(cached.table, step, seat), form, get_step_words(session.kit.words, step))
        journal.append_move(session, cached, Move(seat, answer=answer, step=step.name), tap)
        number = session.head
        _store_passing(session, cached.table, step, seat, answer_forms.has_passed_all(form))
        journal.resolve_chance(session, cached)
        return receipts.name_move_outcome(number)
    if cached.table.step is not None:
        journal.append_move(session, cached, Move(seat, cover=cover), tap)
        return receipts.name_move_outcome(session.head)
    # The end of the game is public when the call's time is over. Until then the answer looks like any other.
    late = session.upkeep.late_covers
    session.upkeep.late_covers = {**late, seat: {**cover, "taps": _list_taps(late, seat, tap)}}
    session.upkeep.save(update_fields=["late_covers"])
    return receipts.LATE_COVER


def _store_passing(session: GameSession, table: Table, step: Step, seat: str, everything: bool) -> None:
    """Store whether a seat lets everything pass from now on."""
    passes = get_step_words(session.kit.words, step).passes
    before = session.upkeep.passing
    if passes is None or (not everything and seat not in before):
        return
    others = {name: since for name, since in before.items() if name != seat}
    session.upkeep.passing = others | ({seat: journal.find_latest(table, passes[1])} if everything else {})
    session.upkeep.save(update_fields=["passing"])


def _note_refusal(
    session: GameSession, cached: CachedTable, step: Step, seat: str, form: QueryDict, tap: str | None
) -> str:
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
    before = session.upkeep.refused
    refused = {"opened": step.opened, "at": session.head, "answer": answer, "taps": _list_taps(before, seat, tap)}
    session.upkeep.refused = {**before, seat: refused}
    session.upkeep.save(update_fields=["refused"])
    return receipts.REFUSED


# Entries from desks


def answer_from_desk(session_id: int, seen: int, form: QueryDict, tap: str | None) -> int:
    """Process a desk's entry, and return the number of its first move, which has the tap's name.

    An entry is an answer for a seat, a decision for all, or the `close` of a step. `for`: the id of a seat. For
    several ids it is the same answer, so that a group is entered once. With `each`, every seat has fields under its
    own id, and seats without a choice are left out. Raises `Refused`, and then nothing is entered.
    """

    def work(session: GameSession, cached: CachedTable) -> int:
        if tap in cached.taps:
            return cached.taps[tap]
        step = find_visible_step(session, cached.table, seen)
        number = 0
        shown = build_release(session, cached.table)
        overlong = bool(form.get("close")) and clock.is_overlong(session, cached.table, shown)
        if form.get("pretended"):
            _end_pretended_call(session, cached, step, form, tap)
            number = session.head
            journal.resolve_chance(session, cached)
        elif step is cached.table.step or not overlong:
            if form.get("close") and not overlong:
                _check_may_end_by_hand(session, step)
            for again, move in enumerate(_parse_entry(session, cached, step, form)):
                journal.append_move(session, cached, move, None if again else tap)
                number = number or session.head
            journal.resolve_chance(session, cached)
        if overlong:
            clock.shorten_call(session, shown)
        journal.save_progress(session, cached.table)
        return number

    return journal.write_table(session_id, work)


def _check_may_end_by_hand(session: GameSession, step: Step) -> None:
    """Raise `Refused` for a call on phones, which ends by its time alone (SECRECY 5, 32).

    Otherwise its end would depend on who is called.
    """
    on_phones = step.asleep and session.nights == GameSession.Nights.PHONES
    if on_phones and clock.hides_calls(session, session.seats.values_list("bot", flat=True)):
        raise Refused("wrong_step", "The call runs on to its time.")


def _end_pretended_call(
    session: GameSession, cached: CachedTable, step: Step, form: QueryDict, tap: str | None
) -> None:
    """End a call with eyes closed in which no person needs to answer.

    If the computer's seats are called, they answer. The form is filled in as that of a real call, and has no effect.
    Raises `Refused`.
    """
    people = set(session.seats.filter(bot=False).values_list("name", flat=True))
    with_eyes_closed = step.asleep and session.nights == GameSession.Nights.EYES_CLOSED
    if not with_eyes_closed or step is not cached.table.step or people & step.asks.keys() - step.answers.keys():
        raise Refused("wrong_step", "That question has its answer.")
    ask = step.moderator_ask or find_visible_ask(step)
    if ask is not None and not cover_questions.is_offered(
        ask, parse_answer(ask, form, get_step_words(session.kit.words, step))
    ):
        raise refusals.UnfinishedChoice(_("Nothing is chosen yet."))
    number = session.head
    journal.append_answers_of_bots(session, cached, tap)
    if cached.table.step is step:
        journal.append_move(session, cached, Move(MODERATOR, close=True), tap if session.head == number else None)


def _parse_entry(session: GameSession, cached: CachedTable, step: Step, form: QueryDict) -> list[Move]:
    """Build the moves of the desk's form: one, or one for each of the seats that it answers for."""
    if form.get("close"):
        if step is not cached.table.step:
            raise Refused("wrong_step", "The call runs on to its time.")
        return [Move(MODERATOR, close=True)]
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


def record_ready(session_id: int, seat_id: int, seen: str) -> None:
    """Record that a player is ready to continue from the moment on a phone. Raises `Refused`."""
    clock.record_ready(session_id, seat_id, seen)


def agree_seat_back(session_id: int, seat_id: int, number: int, agrees: bool) -> None:
    """Record whether a player agrees that a device gets a seat. Raises `Refused`."""
    returning.agree(session_id, seat_id, number, agrees)


def ask_to_take_back(session_id: int, seat_id: int, seen: str, agree: bool) -> None:
    """Record whether a player wants an entry to be taken back. Raises `Refused`.

    It is the entry that the phone saw.
    """
    undo_by_agreement.take_back(session_id, seat_id, seen, agree)


def go_without(session_id: int, voter: int | None, seen: str, do: str, whom: int) -> None:
    """Record a proposal on how the table continues. Raises `Refused`.

    It comes from a seat's phone, or from the device in the middle (no voter).
    """
    absent_players.propose(session_id, voter, seen, do, whom)


def come_back(session_id: int, seat_id: int) -> None:
    """Return a seat from the computer to its player."""
    absent_players.come_back(session_id, seat_id)


def stand_in(session: GameSession, seat: Seat) -> None:
    """Have the computer play for somebody who leaves a table that nobody moderates."""
    absent_players.stand_in(session, seat)


# Replies


@dataclass(frozen=True)
class TapOutcome:
    """The outcome of a tap, for its receipt.

    `noted`: the phone confirms receipt. `refusal`: a public one. `message`: a further message to the device.
    """

    result: str
    noted: bool = False
    on_card: bool = False  # the outcome is on the covered card only
    refusal: Refused | None = None
    message: str = ""


class TapReply:
    """The view of a device after its tap, and the tap's outcome."""

    def __init__(self, session_id: int, rendered: Rendered, viewer: Viewer, outcome: TapOutcome) -> None:
        self.session_id, self.rendered, self.viewer, self.outcome = session_id, rendered, viewer, outcome

    def compute_receipt(self, form: QueryDict) -> str:
        """Return the receipt for the tap that sent this form."""
        whose, became = receipts.name_sender(self.viewer.seat_id), self.outcome.result
        return receipts.compute_receipt(
            self.session_id, whose, form.get("opened", ""), form.get("request", ""), became
        )


def run_and_render(
    session_id: int, work: Callable[[GameSession, CachedTable], TapOutcome], viewer: Viewer
) -> TapReply:
    """Run work at a table, and render its viewer from the result before others can change it."""
    left: list[tuple[GameSession, Table | None]] = []

    def seen(session: GameSession, cached: CachedTable) -> TapOutcome:
        left[:] = [(session, cached.table)]
        with translation.override(choose_language(session, viewer.language)):
            return work(session, cached)

    with lock_process(session_id):
        try:
            outcome = journal.write_table(session_id, seen)
        except Refused as refused:
            return render_after(session_id, viewer, TapOutcome(receipts.OPENLY, refusal=refused))
        return TapReply(session_id, render.render_table(*left[0], [viewer], house_clock.now())[0], viewer, outcome)


def build_response(request: Request, reply: TapReply, page: str, code: str) -> HttpResponse:
    """Build the response to a tap: the current region for htmx, else a redirect to the page.

    A refusal is displayed on both.
    """
    refusal = reply.outcome.refusal
    counters.taps.labels("refused" if refusal else "taken").inc()
    with translation.override(reply.rendered.spoken[reply.viewer.language]):
        message = refusals.sentence(refusal) if refusal else reply.outcome.message
    if request.htmx:
        answer = _build_region(reply, message)
    else:
        if message:
            messages.error(request, message)
        answer = redirect(page, code=code)
    answer[receipts.HEADER] = reply.compute_receipt(request.POST)
    return answer


def _build_notice_context(message: str, outcome: TapOutcome) -> dict[str, Any]:
    return {"notice": message, "noted": outcome.noted, "on_card": outcome.on_card}


def _build_region(reply: TapReply, message: str) -> HttpResponse:
    notice = render_to_string("parts/_notice.html", _build_notice_context(message, reply.outcome))
    status = refusals.REFUSED if reply.outcome.refusal else 200
    answer = HttpResponse(reply.rendered.region(reply.viewer, notice), status=status)
    answer["X-Pulse"] = str(reply.rendered.number(reply.viewer))
    return answer


def build_success(number: int = 0, message: str = "") -> TapOutcome:
    """Build the outcome of a desk's accepted tap: the number of its move, if any, and a message."""
    return TapOutcome(receipts.name_move_outcome(number), message=message)


def build_refusal(refusal: Refused) -> TapOutcome:
    """Build the outcome of a tap that was refused publicly."""
    return TapOutcome(receipts.OPENLY, refusal=refusal)


def render_after(session_id: int, viewer: Viewer, outcome: TapOutcome) -> TapReply:
    """Render a device's view after a tap that is no answer of a phone."""
    return TapReply(session_id, render.render(session_id, [viewer], [viewer]), viewer, outcome)
