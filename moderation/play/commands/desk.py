"""The commands of a desk during play: enter answers, close, undo, go on, and play on."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games import journal, undo
from games.engine.moves import MODERATOR, NOT_SEATS, Move
from games.engine.table import Refused, Step
from games.models import Event, GameSession
from games.table_cache import CachedTable
from moderation.access import help_requests
from moderation.access.guards import get_pass
from moderation.play.commands import rehearsal_playback
from moderation.play.commands.answers import find_visible_step, parse_answer
from moderation.play.commands.desk_entry import parse_moves
from moderation.play.commands.run import Command, TapOutcome
from moderation.play.pacing import clock, narration
from moderation.play.pacing.narration import get_step_words
from moderation.play.secrecy import cover_questions
from moderation.play.timeline.call_length import find_visible_ask
from moderation.web import refusals, request_ids
from moderation.web.refusals import Unwanted

Nights = GameSession.Nights


def read_tap(request: HttpRequest) -> str | None:
    """Return the request id of a desk's tap, distinct for each device."""
    return request_ids.read_request_id(request, f"d{get_pass(request).device_id}")


def parse_desk_move(request: HttpRequest) -> Command:
    """Parse a desk's form: an answer, or one of two ends of a step. Raises `Refused`."""
    opened, tap = request_ids.read_desk_step(request), read_tap(request)
    if request.POST.get("pretended"):
        return DeskPretendedEnd(opened, request.POST, tap)
    if request.POST.get("close"):
        return DeskClose(opened, tap)
    return DeskAnswer(opened, request.POST, tap)


@dataclass(frozen=True)
class DeskAnswer(Command):
    """An answer for one or more seats, or a decision for all."""

    opened: int  # the number of the move that opened the step which the desk saw
    form: QueryDict
    request_id: str | None

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Enter it. Raises `Refused`, and then nothing is entered."""
        cached = journal.check_in_play(session, cached)
        step = find_visible_step(session, cached.table, self.opened)
        for move in parse_moves(session, cached, step, self.form):
            journal.append_move(session, cached, move)
        journal.resolve_chance(session, cached)
        return TapOutcome()


@dataclass(frozen=True)
class DeskClose(Command):
    """The end of a step, by hand."""

    opened: int
    request_id: str | None

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Close the step, or end the time of a call that is longer than usual. Raises `Refused`."""
        cached = journal.check_in_play(session, cached)
        step = find_visible_step(session, cached.table, self.opened)
        release = clock.build_release(session, cached.table)
        is_overlong = clock.is_overlong(session, cached.table, release)
        if not is_overlong:
            _check_ends_by_hand(session, step)
        if step is cached.table.step:
            journal.append_move(session, cached, Move(MODERATOR, close=True))
            journal.resolve_chance(session, cached)
        elif not is_overlong:
            raise Refused("wrong_step", "The call runs on to its time.")
        if is_overlong:
            clock.shorten_call(session, release)
        return TapOutcome(is_secret=True)


def _check_ends_by_hand(session: GameSession, step: Step) -> None:
    """Raise `Refused` for a call on phones, which ends by its time alone (SECRECY 5, 32).

    Otherwise its end would depend on who is called.
    """
    on_phones = step.asleep and session.nights == Nights.PHONES
    if on_phones and clock.hides_calls(session, session.seats.values_list("bot", flat=True)):
        raise Refused("wrong_step", "The call runs on to its time.")


@dataclass(frozen=True)
class DeskPretendedEnd(Command):
    """The end of a call with eyes closed in which no person needs to answer.

    Its form is filled in as that of a real call, and has no effect.
    """

    opened: int
    form: QueryDict
    request_id: str | None

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Let the computer's seats answer, if they are called, and close the step. Raises `Refused`."""
        cached = journal.check_in_play(session, cached)
        step = find_visible_step(session, cached.table, self.opened)
        people = set(session.seats.filter(bot=False).values_list("name", flat=True))
        has_eyes_closed = step.asleep and session.nights == Nights.EYES_CLOSED
        if not has_eyes_closed or step is not cached.table.step or people & step.asks.keys() - step.answers.keys():
            raise Refused("wrong_step", "That question has its answer.")
        ask = step.moderator_ask or find_visible_ask(step)
        if ask is not None:
            answer = parse_answer(ask, self.form, get_step_words(session.kit.words, step))
            if not cover_questions.is_offered(ask, answer):
                raise refusals.UnfinishedChoice(_("Nothing is chosen yet."))
        journal.append_answers_of_bots(session, cached)
        if cached.table.step is step:
            journal.append_move(session, cached, Move(MODERATOR, close=True))
        journal.resolve_chance(session, cached)
        return TapOutcome()


@dataclass(frozen=True)
class DeskUndo(Command):
    """The undo of the last entry that the desk saw, or of all since a step was opened.

    Later entries by others stay where they are still possible. Two desks that correct the same mistake correct it
    once: an entry that is taken back already is not taken back again.
    """

    last: int  # the number of the last standing move that the desk saw
    opened: int | None  # the number of the move that opened the step; None: the last entry alone
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskUndo:
        """Parse the form. Raises `Refused`."""
        opened = request_ids.read_desk_step(request) if "opened" in request.POST else None
        return cls(request_ids.read_last_move(request), opened, read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Take it back, and say which later entries are lost. Raises `Refused`."""
        cached = journal.check_in_play(session, cached)
        count = 1 if self.opened is None else undo.count_moves_since(cached.table, self.opened, self.last)
        lost = undo.take_back(session, cached, self.last, count)
        if not lost:
            return TapOutcome()
        whose = dict.fromkeys(_("the end of a step") if move.whose in NOT_SEATS else move.whose for move in lost)
        message = _("Entered meanwhile, and no longer possible: %(whose)s.") % {"whose": ", ".join(whose)}
        return TapOutcome(message=message)


@dataclass(frozen=True)
class DeskRedo(Command):
    """The last move taken back is played again."""

    last: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskRedo:
        """Parse the form. Raises `Refused`."""
        return cls(request_ids.read_last_move(request), read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Append the move again. Raises `Refused` while a moment is shown."""
        cached = journal.check_in_play(session, cached)
        if clock.build_release(session, cached.table).held:
            raise Refused("moment", "What has happened is being shown.")
        journal.redo(session, cached, self.last)
        return TapOutcome()


@dataclass(frozen=True)
class DeskBots(Command):
    """The computer's seats answer the question that the desk saw."""

    opened: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskBots:
        """Parse the form. Raises `Refused`."""
        return cls(request_ids.read_desk_step(request), read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Append their answers. Raises `Refused`."""
        cached = journal.check_in_play(session, cached)
        find_visible_step(session, cached.table, self.opened)
        journal.check_step(cached.table, self.opened)
        journal.append_answers_of_bots(session, cached)
        journal.resolve_chance(session, cached)
        return TapOutcome(is_secret=True)


@dataclass(frozen=True)
class DeskPlayOn(Command):
    """Playing on by the computer until somebody is out, at a rehearsal or a table of bots."""

    last: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskPlayOn:
        """Parse the form. Raises `Refused`."""
        return cls(request_ids.read_last_move(request), read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Play on. Raises `Refused`."""
        rehearsal_playback.play_on(session, journal.check_in_play(session, cached), self.last)
        return TapOutcome()


@dataclass(frozen=True)
class DeskGoOn(Command):
    """The end of the moment that the desk saw: the next step opens, and its time begins."""

    moment: int
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskGoOn:
        """Parse the form. Raises `Refused`."""
        return cls(
            request_ids.parse_number(request.POST.get("held", ""), request_ids.LARGEST_NUMBER), read_tap(request)
        )

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """End the moment. Raises `Refused` for one that has passed."""
        clock.end_moment(session, cached.table if cached else None, self.moment)
        return TapOutcome()


@dataclass(frozen=True)
class DeskHelp(Command):
    """A request for help to the organisers of the evening, or its end. Only they see it."""

    for_everybody = True

    is_wanted: bool

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskHelp:
        """Parse the form. Raises `Refused`."""
        return cls(bool(request_ids.parse_number(request.POST.get("wanted", ""), most=1)))

    def execute(self, session: GameSession, _cached: CachedTable | None) -> TapOutcome:
        """Record the request. Raises `Unwanted` at a table that belongs to no open evening."""
        if self.is_wanted and not Event.objects.filter(games=session, closed=None).exists():
            raise Unwanted(_("This table is in no open evening: nobody would hear it."))
        help_requests.set_help_wanted(session.organiser_contact, self.is_wanted)
        return TapOutcome(is_secret=True)


@dataclass(frozen=True)
class DeskLines(Command):
    """The desk goes to other lines: when the walk is over, when every eye is closed, or back."""

    opened: int
    part: int  # the number of the lines to say
    request_id: str | None

    @classmethod
    def parse(cls, request: HttpRequest) -> DeskLines:
        """Parse the form. Raises `Refused`."""
        part = request_ids.parse_number(request.POST.get("part", ""), most=9)
        return cls(request_ids.read_desk_step(request), part, read_tap(request))

    def execute(self, session: GameSession, cached: CachedTable | None) -> TapOutcome:
        """Store which lines come next. Raises `Refused` for lines of another question."""
        cached = journal.check_in_play(session, cached)
        held = clock.build_release(session, cached.table).held
        is_dawn = held is not None and held.is_dawn
        step = held.follows if held and is_dawn else find_visible_step(session, cached.table, self.opened)
        if self.opened != (step.opened if step else 0):
            raise Refused("wrong_step", "That question has passed.")
        if self.part >= len(narration.list_sayings(session.kit.words, session, cached.table, step, held)):
            raise Refused("illegal_answer", "That is not said now.")
        progress = {narration.build_progress_key(cached.table): self.part}
        session.pacing.change(lines_said={**session.pacing.lines_said, **progress})
        return TapOutcome()
