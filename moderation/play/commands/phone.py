"""The commands of a phone: an answer, and what else a player does at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games import journal
from games.engine.table import Refused, Step, Table
from games.models import GameSession, Seat, Tap
from games.table_cache import CachedTable
from moderation.access import agreements
from moderation.play.commands import answers
from moderation.play.commands.run import Command, TapOutcome
from moderation.play.pacing import absent_players, clock, returning, undo_by_agreement
from moderation.play.pacing.narration import get_step_words
from moderation.play.secrecy import cover_questions
from moderation.play.timeline.call_length import has_hidden_outcome
from moderation.players import avatars
from moderation.web import request_ids, throttle

Stage = GameSession.Stage
ANSWERS, SECONDS = 100, 10  # more than fingers can send, and few enough not to slow the table
CHANGES = 6  # answers of one seat to one question, in `SECONDS`: a quick change of mind


@dataclass(frozen=True)
class PhoneAnswer(Command):
    """A phone's answer for its own seat, or to a cover question in a call for others.

    Where nobody may see what a seat can answer, every tap gets the same reply, and its outcome is on the card. A
    public refusal would reveal who is called, or what they hold.
    """

    seat: Seat
    step_name: str  # the pseudonym of the step that the phone displayed
    form: QueryDict
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat) -> PhoneAnswer:
        """Parse the form of a question. Raises `Refused` for a seat that sends too many."""
        if throttle.count_try(f"answers-{seat.pk}", SECONDS) > ANSWERS:
            raise Refused("too_fast", "Nobody answers that often.")
        tap = request_ids.read_request_id(request, f"s{seat.pk}")
        return cls(seat, request_ids.read_phone_step(request), request.POST, tap)

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Enter the answer, or note its refusal on the card. Raises `Refused` for a public one."""
        step = answers.find_visible_step(session, cached.table if cached else None, self.step_name)
        assert cached is not None
        if throttle.count_try(f"changes-{self.seat.pk}-{step.opened}", SECONDS) > CHANGES:
            raise Refused("too_fast", "Nobody changes their mind that often.")
        if step.asleep and session.nights == GameSession.Nights.EYES_CLOSED:
            raise Refused("not_asked", "With eyes closed the desk enters everything.")
        try:
            self._enter(session, cached, step)
        except Refused as refused:
            if not has_hidden_outcome(step):
                raise answers.add_reason(refused, session, cached.table, step, self.seat.name, self.form) from None
            answers.note_refusal(session, cached, step, self.seat.name, self.form)
            # Where several answer at once, every tap notifies devices. One without it would reveal a refusal.
            return TapOutcome(
                is_noted=True,
                is_on_card=True,
                message=self._refusal_aside(session, cached.table),
                stored_as=Tap.Outcome.REFUSED,
                is_secret=step.asleep,
                is_silent=step.aside,
            )
        return TapOutcome(is_noted=True, is_on_card=has_hidden_outcome(step), is_secret=True)

    def _enter(self, session: GameSession, cached: CachedTable, step: Step) -> None:
        seat, table = self.seat.name, cached.table
        is_called = not step.asleep or seat in step.asks
        if is_called and not cover_questions.has_cover_for_called(step, table.seats):
            answers.enter_answer(session, cached, step, seat, self.form)
        elif is_called and step is table.step and seat not in step.answers:
            answers.enter_both(session, cached, step, seat, self.form)
        else:
            answers.enter_cover_answer(session, cached, step, seat, self.form)

    def _refusal_aside(self, session: GameSession, table: Table | None) -> str:
        """Return the message to a seat asked aside whose answer was not accepted; else nothing.

        Its question is still on its phone, so the sentence reveals no more to a neighbour than the page does.
        """
        try:
            step = answers.find_visible_step(session, table, self.step_name)
        except Refused:
            return ""
        if not step.aside:
            return ""
        return str(get_step_words(session.kit.words, step).refused) or _(
            "Not taken: your card says what was refused."
        )

    def repeat(self, session: GameSession, cached: CachedTable | None, tap: Tap) -> TapOutcome:
        """Return the outcome that the same tap had, as far as the phone may know it now."""
        table = cached.table if cached else None
        try:
            is_hushed = has_hidden_outcome(answers.find_visible_step(session, table, self.step_name))
        except Refused:
            is_hushed = False
        message = self._refusal_aside(session, table) if tap.outcome == Tap.Outcome.REFUSED else ""
        return TapOutcome(is_noted=True, is_on_card=is_hushed, message=message)


@dataclass(frozen=True)
class SeatCommand(Command):
    """A command whose form says nothing but whose phone it is."""

    seat: Seat

    @classmethod
    def parse(cls, _request: HttpRequest, seat: Seat) -> Self:
        """Build the command of a seat."""
        return cls(seat)


@dataclass(frozen=True)
class PhoneLooked(SeatCommand):
    """The player has looked at the card."""

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Record it, once the cards are dealt."""
        if session.stage != Stage.JOINING:
            session.seats.filter(pk=self.seat.pk).update(looked=True)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneAgree(SeatCommand):
    """The player agrees to the current settings."""

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Record it. A second tap changes nothing."""
        agreements.record_agreement(session, self.seat.pk)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneFace(Command):
    """The player chooses another face while people join."""

    seat: Seat
    face: str  # its number, as the form has it

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat) -> PhoneFace:
        """Parse the form of faces."""
        return cls(seat, request.POST.get("face", ""))

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Give the face. Raises `Refused` if somebody else has it."""
        avatars.give_face(session, self.seat.pk, self.face)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneReady(Command):
    """The player is ready to go on from a moment."""

    seat: Seat
    moment: str  # its name

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat) -> PhoneReady:
        """Parse the form of a moment."""
        return cls(seat, request.POST.get("moment", "")[: request_ids.LONGEST_PSEUDONYM])

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Record it. A second tap changes nothing. Raises `Refused` for a moment that has passed."""
        clock.record_ready(session, cached.table if cached else None, self.seat.pk, self.moment)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneUndoRequest(Command):
    """The player asks to take the latest entry back, or answers such a request."""

    seat: Seat
    entry: str  # its name
    agrees: bool

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat) -> PhoneUndoRequest:
        """Parse the form. Raises `Refused`."""
        return cls(
            seat, request.POST.get("entry", "")[: request_ids.LONGEST_PSEUDONYM], parse_yes_or_no(request, "agree")
        )

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Record it, and take the entry back once all agree. Raises `Refused`."""
        cached = journal.check_in_play(session, cached)
        undo_by_agreement.ask_to_take_back(session, cached, self.seat.pk, self.entry, self.agrees)
        return TapOutcome()


@dataclass(frozen=True)
class GoOnWithout(Command):
    """A proposal to go on without somebody, or to wait. It comes from any public device."""

    for_everybody = True

    voter: int | None  # the seat that proposes; None: the device in the middle
    step_name: str
    action: str
    absent: int  # the seat of whoever is absent

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat | None = None) -> GoOnWithout:
        """Parse the form. Raises `Refused`."""
        absent = request_ids.parse_number(request.POST.get("whom", "") or "0", most=request_ids.LARGEST_NUMBER)
        action = request.POST.get("do", "")[:10]
        return cls(seat.pk if seat else None, request_ids.read_phone_step(request), action, absent)

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Record the proposal, and carry it out once all others agree. Raises `Refused`."""
        if cached is None:
            raise Refused("wrong_step", "Nobody can be passed over now.")
        absent_players.propose(session, cached, self.voter, self.step_name, self.action, self.absent)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneSeatVote(Command):
    """The player agrees, or not, that a device goes on in a seat."""

    seat: Seat
    number: int  # that the device shows
    agrees: bool

    @classmethod
    def parse(cls, request: HttpRequest, seat: Seat) -> PhoneSeatVote:
        """Parse the form. Raises `Refused`."""
        number = request_ids.parse_number(request.POST.get("number", ""), most=99)
        return cls(seat, number, parse_yes_or_no(request, "agree"))

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Record it, and give the seat once enough agree. Raises `Refused`."""
        returning.agree(session, self.seat.pk, self.number, self.agrees)
        return TapOutcome()


@dataclass(frozen=True)
class PhoneComeBack(SeatCommand):
    """The player takes back the seat that the computer has played."""

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Give the seat back. A second tap changes nothing."""
        absent_players.give_back(session, self.seat.pk)
        return TapOutcome()


def parse_yes_or_no(request: HttpRequest, field: str) -> bool:
    """Parse a field that holds 1 or 0. Raises `Refused` for anything else."""
    return bool(request_ids.parse_number(request.POST.get(field, ""), most=1))
