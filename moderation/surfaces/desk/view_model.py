"""The view model of the desk, with all facts, words and gestures that the moderator needs.

The players' side is in moderation/play/projections/private.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from games import undo
from games.engine.asks import Answer
from games.engine.moves import CLOCK, NOT_SEATS, Move
from games.engine.table import Closes, Fact, Step, Table, Told
from games.engine.words import StepWords, Telling, Token, Words
from games.models import GameSession
from games.speech import describe_public_fact
from moderation.play.forms.answer_forms import Question, build_table_form, format_answer
from moderation.play.pacing import clock, narration
from moderation.play.pacing.narration import Saying
from moderation.play.projections.knowledge import Knowledge, list_released, reveal_truth
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns, choose_language
from moderation.play.timeline import pauses
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.pauses import Pause
from moderation.players.avatars import Face
from moderation.surfaces.desk.ring_input import DeskEntry, describe_replaced_answers, find_entry

EVERYTHING = Release(None)  # all that was told is released


@dataclass(frozen=True)
class DeskSeat:
    """A seat as the moderator sees it."""

    id: int
    name: str
    out: bool
    badges: tuple[str, ...]
    bot: bool
    looked: bool
    asked: bool
    answered: bool
    truth: str
    has_device: bool
    away: bool = False  # its phone has no page open
    tokens: tuple[Token, ...] = ()  # the truth as badges
    face: Face | None = None
    role: str = ""  # where it is public


class Phones(NamedTuple):
    """The seats that have a phone, and those whose phone is present."""

    with_phone: Collection[int]
    present: Collection[int]


@dataclass(frozen=True)
class ToTell:
    """A fact to tell a seat now, with the gesture for it; `line` is for that seat alone."""

    seat: str
    what: str
    gesture: str
    line: str


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
class BackTo:
    """A question of the story that can be opened again; `count`: how many moves that takes back."""

    title: str
    count: int


@dataclass(frozen=True)
class DeskChapter:
    """A chapter of the desk's story, and the questions asked in it, the latest first."""

    title: str
    lines: tuple[str, ...]
    back: tuple[BackTo, ...] = ()


@dataclass(frozen=True)
class DeskView:
    """The moderator's tablet during the game."""

    open: PublicView
    seats: tuple[DeskSeat, ...]
    step: str
    opened: int
    title: str
    say: Saying
    watch: str
    wakes: tuple[str, ...]
    discreet: bool  # the room may not see who is asked
    asleep: bool
    pretend: bool
    needed: bool
    answered: bool  # the call has its answer already, and runs until its time is over
    waiting: tuple[str, ...]
    bots_waiting: bool
    decision: Question | None  # what the moderator may decide for the group or the table
    proposals: tuple[tuple[str, str], ...]  # in a call: who proposes what
    tell: tuple[ToTell, ...]
    last: LastMove | None
    standing: int  # the number of the last move that was not taken back
    redo: bool
    story: tuple[DeskChapter, ...]
    nights: str
    seconds: int | None  # how long the rulebook gives this step, in seconds
    announce: tuple[str, ...] = ()  # public facts that are new, to be said aloud
    endable: bool = False  # the call has more time left than such a call lasts: the desk may end it
    entry: Question | None = None  # what the moderator may enter beside the decision
    divided: bool = False  # a group must agree, and its answers differ
    sure: str = ""  # the question before a divided group is closed, or before that entry ends it
    absent: tuple[str, ...] = ()  # seats that have played no card, where everybody has to play one
    unanswered: tuple[str, ...] | None = None  # what the previous call lacked, as sentences; None: no previous call
    covert: bool = False  # a call of the night is open: what follows from secrets is covered (SECRECY 32)
    visited: tuple[str, ...] = ()  # at a table with phones: seats without one, which the moderator visits
    held: int | None = None  # the moment that is shown: the number of the move that caused it
    goes_on: str = ""  # what the desk's one button does during the moment
    entering: DeskEntry | None = None  # what a tap on the ring enters, where the desk enters it
    replaced: tuple[str, ...] = ()  # the answers that a decision for the table would replace
    dawn: bool = False  # everybody slept until now: the line that wakes them comes before announcements

    @property
    def usual(self) -> str:
        """The length of the step as a button says it: "3 min", "20 s"; empty if there is none."""
        if not self.seconds:
            return ""
        minutes, rest = divmod(self.seconds, 60)
        return (
            _("%(seconds)d\u00a0s") % {"seconds": self.seconds}
            if rest
            else _("%(minutes)d\u00a0min") % {"minutes": minutes}
        )


def build_desk_view(
    open_: PublicView,
    session: GameSession,
    table: Table,
    seats: Sequence[SeatColumns],
    phones: Phones,
    shown: Release,
    known: Knowledge,
) -> DeskView:
    """Build the moderator's view while a game is played and when it is over.

    While a call runs on the phones, it shows the call that devices show, with the answers given so far.
    """
    words: Words = session.kit.words
    step, held = shown.step, shown.held
    waits = step is not None and step is table.step
    on_phones = session.nights == GameSession.Nights.PHONES
    step_words = narration.get_step_words(words, step) if step else StepWords("")
    asks = step.asks if step else {}
    answers = step.answers if step else {}
    bots = {seat.name for seat in seats if seat.bot}
    discreet = step is not None and (step.asleep or step.aside)
    covert = is_covert(session, seats, step, open_.speech.say)
    before = narration.find_step_before(table.steps, step) if step else None
    say, coming = open_.speech.say, held.follows if held else step
    if say.then in (narration.SHOW, narration.WALK, narration.WAKE):
        ended = narration.find_step_before(table.steps, coming)
        step_words = StepWords(narration.get_step_words(words, ended).title if ended else "")
    # Nothing is entered before the finding is shown, the walk is over and every eye is closed: nobody is called yet.
    waits = waits and not say.then
    decision = None
    if step and waits and step.moderator_ask:
        decision = build_table_form(words, step.name, step.opened, step.moderator_ask, table.seats)
    entry = None
    if step and waits and step.entry:
        entry = build_table_form(words, step.name, step.opened, step.entry, table.seats)
    waiting = tuple(seat for seat in asks if seat not in answers) if waits else ()
    return DeskView(
        open=open_,
        seats=list_desk_seats(open_, known, table, seats, phones, None if say.then else step, on_phones),
        step=step.name if step else "",
        opened=coming.opened if coming else 0,
        title=_("What has happened") if held and not say.then else str(step_words.title),
        say=say,
        watch=build_reminder(step_words, table, step, on_phones)
        if step and not say.then and not (on_phones and step.asleep)
        else "",
        wakes=tuple(asks) if discreet else (),
        discreet=discreet,
        asleep=bool(step and step.asleep),
        pretend=bool(step and step.asleep and not asks and not say.then),
        needed=bool(step and step.needed),
        answered=bool(step and not waits and not say.then),
        waiting=waiting,
        bots_waiting=waits and needs_bot_answers(step, bots),
        decision=decision,
        entry=entry,
        entering=find_entry(
            words, session, table, step if waits and not held else None, seats, phones.with_phone, covert
        ),
        replaced=describe_replaced_answers(words, table, step) if decision else (),
        divided=bool(step and waits and step.closes is Closes.GROUP and not step.agreed()) if answers else False,
        sure=str(step_words.sure),
        absent=waiting if step and step.late else (),
        proposals=tuple(
            (seat, format_answer(words, step.name, answer, table.seats)) for seat, answer in answers.items()
        )
        if step and discreet
        else (),
        tell=list_facts_to_tell(words, table, bots, say, held, pauses.find_past_pause(words, session, table, step))
        if session.nights == GameSession.Nights.EYES_CLOSED
        else (),
        last=describe_last_move(words, table, list_released(table, shown)),
        standing=table.last,
        redo=bool(table.undone),
        story=build_story(words, table, shown),
        nights=session.nights,
        seconds=step.seconds if step else None,
        announce=() if say.then else list_announcements(words, session, table, shown),
        unanswered=describe_missing_answers(words, table, held.follows if held else step, bots)
        if on_phones and (held or (step and step.asleep))  # at the next call or at dawn, never by day
        else None,
        covert=covert,
        visited=tuple(seat.name for seat in seats if not (seat.bot or seat.pk in phones.with_phone))
        if on_phones
        else (),
        endable=clock.is_overlong(session, table, shown),
        dawn=held.is_dawn if held else bool(step and not step.asleep and before and before.asleep),
        held=held.caused_by if held else None,
        goes_on=label_go_on(words, held) if held else "",
    )


def is_covert(session: GameSession, seats: Sequence[SeatColumns], step: Step | None, say: Saying) -> bool:
    """Return true if a call is open or eyes are closed.

    Then no uncovered part of the desk may reveal secrets.
    """
    asleep = bool(step and step.asleep) or bool(say.then)
    return asleep and clock.hides_calls(session, (seat.bot for seat in seats))


def build_reminder(step_words: StepWords, table: Table, step: Step, on_phones: bool) -> str:
    """Return the reminder for the moderator at this step, for this way of playing."""
    usual = (on_phones and step_words.watch_on_phones) or step_words.watch
    return " ".join(str(line) for line in (usual, step_words.hint(table, step) if step_words.hint else "") if line)


def list_desk_seats(
    open_: PublicView,
    known: Knowledge,
    table: Table,
    seats: Sequence[SeatColumns],
    phones: Phones,
    step: Step | None,
    on_phones: bool,
) -> tuple[DeskSeat, ...]:
    """Return the seats of the ring, with what only the moderator sees."""
    truth, tonight = table.truth(), list_facts_of_tonight(table)
    ring = {seat.name: seat for seat in open_.ring.seats}
    secrets = {seat: known.get_secrets(row, tonight.get(seat, ())) for seat, row in truth.items()}
    return tuple(
        DeskSeat(
            id=seat.pk,
            name=seat.name,
            out=ring[seat.name].out,
            badges=ring[seat.name].badges,
            bot=seat.bot,
            looked=seat.looked,
            asked=step is not None and seat.name in step.asks,
            answered=step is not None and seat.name in step.answers,
            truth=secrets[seat.name][0] if seat.name in secrets else "",
            tokens=secrets[seat.name][1] if seat.name in secrets else (),
            has_device=seat.pk in phones.with_phone,
            away=on_phones and seat.pk in phones.with_phone and seat.pk not in phones.present,
            face=ring[seat.name].face,
            role=ring[seat.name].role,
        )
        for seat in seats
    )


def list_facts_of_tonight(table: Table) -> dict[str, tuple[Fact, ...]]:
    """Return what each seat was told since the latest night began, by the seat's name.

    It is empty before the first night.
    """
    asleep = [step for step in table.steps if step.asleep]
    if not asleep:
        return {}
    by_day = [step.opened for step in table.steps if not step.asleep and step.opened < asleep[-1].opened]
    since = next(step.opened for step in asleep if step.opened > max(by_day, default=-1))
    found: dict[str, tuple[Fact, ...]] = {}
    for told in reversed(table.told):
        if told.at < since:
            break
        if told.seat is not None:
            found[told.seat] = (told.fact, *found.get(told.seat, ()))
    return found


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
        cut = _("Time ended “%(step)s” while they differed. What most of them wanted counts: %(what)s.")
        lapsed.append(cut % {"step": title, "what": describe_answer(words, call, most, table.seats)})
    return tuple(lapsed)


def list_moves_of_step(table: Table, step: Step) -> list[tuple[int, Move]]:
    """Return the valid moves made while this step was open, with their numbers."""
    here = next(place for place, one in enumerate(table.steps) if one is step)
    return [made for place, made in enumerate(table.standing) if table.step_at(place) == here]


def label_go_on(words: Words, held: Pause) -> str:
    """Return the label of the desk's one button while a moment is shown."""
    if held.follows is None:
        return _("Show how it ends")
    if held.follows.asleep:
        return _("Let night fall")
    return _("Go on: %(step)s") % {"step": narration.get_step_words(words, held.follows).title}


def list_announcements(words: Words, session: GameSession, table: Table, shown: Release) -> tuple[str, ...]:
    """Return what to announce now, in the language of the table, not of the desk."""
    with translation.override(choose_language(session, session.language)):
        return list_new_announcements(words, session, table, shown)


def list_new_announcements(words: Words, session: GameSession, table: Table, shown: Release) -> tuple[str, ...]:
    """Return the new public facts to say aloud now, each once and in its moment if it has one.

    While a call runs on, facts told after it opened wait for the end of its time (SECRECY 32).
    """
    if shown.held:
        return ()  # the moment itself says it
    seen = pauses.find_past_pause(words, session, table, shown.step)
    if seen is None:
        return list_step_announcements(words, table, shown.step, shown.until)
    after = [told for told in table.told[seen.told :] if told.seat is None]
    return tuple(
        line for told in after if is_released(told, shown.until) and (line := describe_public_fact(words, told.fact))
    )


def is_released(told: Told, until: int | None) -> bool:
    """Return true if a fact is released by now.

    `until`: the last move whose facts are released, None for all moves.
    """
    return until is None or told.at <= until


def list_step_announcements(
    words: Words, table: Table, step: Step | None, until: int | None = None
) -> tuple[str, ...]:
    """Return the released public facts that came as this step opened (None: as the game ended)."""
    since = step.led if step else table.led_to_end
    public = [told for told in table.told if told.seat is None and told.at >= since and told.at > 0]
    fresh = [told.fact for told in public if is_released(told, until)]
    spoken = narration.get_fact_lines(words, narration.find_step_before(table.steps, step))
    lines = [describe_public_fact(words, fact) for fact in fresh if fact["fact"] not in spoken]
    return tuple(line for line in lines if line)


def needs_bot_answers(step: Step | None, bots: set[str]) -> bool:
    """Return true if a computer player is asked and silent, or keeps a group from agreeing."""
    if step is None:
        return False
    silent = any(seat in bots and seat not in step.answers for seat in step.asks)
    return silent or (step.closes is Closes.GROUP and len(step.proposals()) > 1 and any(s in bots for s in step.asks))


def list_facts_to_tell(
    words: Words, table: Table, bots: set[str], say: Saying, held: Pause | None = None, past: Pause | None = None
) -> tuple[ToTell, ...]:
    """Return what single seats have learnt since the open step began, with the gesture for each.

    While a finding is shown, it is for those who are still awake. On a walk round the table, it is what touches tell.
    Afterwards it is the rest (RULINGS S-44). Facts that a moment holds back are told when it is over (`past`).
    After a dawn nothing else is left to tell. Computer players are left out, because there is nobody to touch.
    """
    since = table.step.led if table.step else table.led_to_end
    out = table.told[: held.told] if held else table.told[past.told :] if past and past.is_dawn else table.told
    told = [one for one in out if one.at >= since and one.at > 0]
    ended = narration.find_step_before(table.steps, table.step)
    awake = ended.asks if ended and ended.asleep and narration.get_step_words(words, ended).shown else ()
    found = []
    for one in told:
        telling: Telling | None = words.to_moderator(one.fact) if one.seat not in (None, *bots) else None
        if not one.seat or not telling:
            continue
        when = narration.WALK if telling.walk else narration.SHOW if one.seat in awake else ""
        now = say.then if say.then in (narration.SHOW, narration.WALK) else ""
        if when == now or not (say.then or say.part):
            found.append(ToTell(one.seat, str(telling.what), str(telling.gesture), str(words.to_player(one.fact))))
    return tuple(found)


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


def build_story(words: Words, table: Table, shown: Release = EVERYTHING) -> tuple[DeskChapter, ...]:
    """Return the released story, the latest phase first, with questions to go back to."""
    running = shown.step if shown.until is not None else None
    found: list[tuple[int, str, list[str]]] = [(0, _("Before play"), [])]
    out = list_released(table, shown)
    for told in reveal_truth(words, table, out) if table.outcome and shown.until is None else out:
        if told.seat is None and (title := str(words.phase(told.fact))):
            found.append((told.at, title, []))
        found[-1][2].append(
            describe_public_fact(words, told.fact) if told.seat is None else describe_private_fact(words, told)
        )
    back: list[list[BackTo]] = [[] for _page in found]
    began, made_at = [at for at, _title, _lines in found], [table.step_at(place) for place in table.undoable()]
    for place, step in enumerate(table.steps):
        count = len(made_at) - bisect_left(made_at, place)
        if count and not step.of_chance and (running is None or step.opened <= running.opened):
            back[bisect_right(began, step.led) - 1].append(
                BackTo(str(narration.get_step_words(words, step).title), count)
            )
    pages = (
        DeskChapter(title, tuple(filter(None, lines)), tuple(reversed(there)))
        for (_at, title, lines), there in zip(found, back, strict=True)
    )
    return tuple(reversed([page for page in pages if page.lines or page.back]))
