"""The public view model of a game: plain values for fragments. Runs no database query."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import server_clock
from games.engine.asks import Answer
from games.engine.board import Standing
from games.engine.table import MODERATOR, Fact, Step, Table
from games.engine.words import Gauge, Mark, Piece, Words
from games.models import GameSession
from moderation.play.boards.markers import ShownBoard
from moderation.play.forms.answer_forms import IdentityKey, format_answer
from moderation.play.pacing import absent_players as waiting
from moderation.play.pacing import clock, narration, undo_by_agreement
from moderation.play.pacing.narration import NOTHING_SAID, Saying
from moderation.play.pacing.returning import PublicRequest, list_public_requests
from moderation.play.projections import announcements
from moderation.play.projections import suspicions as opinions
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.projections.knowledge import Chapter, Knowledge, build_board, find_phase
from moderation.play.projections.suspicions import NightOfOpinions, Web
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline import pauses
from moderation.play.timeline.call_length import Release, has_hidden_outcome
from moderation.play.timeline.pauses import Pause
from moderation.players.avatars import NO_FACES, Face, Faces, build_face, build_faces

Stage = GameSession.Stage
STEPS_OF_A_NOTICE = 2  # the open step and the next one show that a device has changed
NOBODY_STANDS = Standing()
RINGS = 128  # cached rings: those of the tables that play now
STOPS = -1  # command to a screen that tells a game's story: stay at the current scene


class SeatColumns(NamedTuple):
    """A seat's columns that views need."""

    pk: int
    name: str
    looked: bool
    bot: bool
    face: int | None = None


@dataclass(frozen=True)
class RingSeat:
    """A seat as everybody sees it. `turn`: an open question waits for this seat alone."""

    name: str
    out: bool = False
    badges: tuple[str, ...] = ()
    turn: bool = False
    face: Face | None = None
    role: str = ""  # empty unless everybody knows it; drawn with the emblem of `game`
    game: str = ""


@dataclass(frozen=True)
class Clock:
    """The clock of a debate.

    `ends`: milliseconds since 1970, None while it is paused. `left`: the seconds left when it was last started or
    paused.
    """

    ends: int | None
    left: int
    length: int
    debate: bool = False  # what it counts: the time that all have to talk

    @property
    def text(self) -> str:
        """The time left when it was last started or paused: "3:05"."""
        return f"{self.left // 60}:{self.left % 60:02}"


@dataclass(frozen=True)
class PauseView:
    """The display of what has happened, in pieces, before the next question opens."""

    name: str  # pseudonym of the moment: the same as long as the moment lasts
    pieces: tuple[Piece, ...]
    thrown: tuple[tuple[str, str], ...] = ()  # ballots round the ring: voter (empty where secret), candidate
    dawn: bool = False  # all slept until now
    cue: str = ""  # the sound that a desk or a screen plays

    @property
    def lines(self) -> tuple[str, ...]:
        """The pieces as lines for screen readers and speech."""
        counted = (
            f"{piece.text} " + ", ".join(f"{name} {number}" for name, number in piece.counted)
            for piece in self.pieces
        )
        return tuple(line.strip() for line in counted)


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
class RevealedSeat:
    """A seat at the end of the game: its role, and whether it won."""

    name: str
    truth: str
    won: bool
    camp: bool = False  # a camp has won, and no person
    role: str = ""
    changed: bool = False  # it belonged to more than one camp: it has neither won nor lost


@dataclass(frozen=True, eq=False)
class PublicView:
    """The public knowledge of a game, in one language.

    It is compared by identity: all phones of a rendering share one object.
    """

    code: str
    game: str
    slug: str
    stage: str
    phase: str
    night: bool  # everybody's eyes are closed: the theme of the night
    dark: bool  # a night with eyes closed: phones show nothing at all
    hushed: bool  # the result of an answer is displayed on the covered card only
    ring: tuple[RingSeat, ...]
    news: tuple[Chapter, ...]
    board: tuple[Gauge, ...]
    clock: Clock | None
    outcome: str
    winners: tuple[str, ...]
    closing: int | None  # when the open vote closes, as the moderator has warned (milliseconds since 1970)
    joined: int
    looked: int  # how many people have seen their card
    lookers: int  # how many people have a card to look at
    voted: tuple[int, int] | None  # how many of how many have voted
    revealed: tuple[RevealedSeat, ...] = ()  # once the game is over: the role of everybody
    sealed: str = ""  # once the game is over: what lay hidden on the table
    number: int = 0  # of this game, among all on this server
    turn: str = ""  # the only seat that an open question waits for
    todo: str = ""  # what is to be done now, in a sentence that names who does it
    doing: str = ""  # what the open question is about
    call: str = ""  # the title of a night call, the same on all phones
    step: str = ""  # pseudonym of the open step; empty for what is asked aside
    again: str = ""  # changes after each undo: phones then ask again what they have noted
    paused: bool = False
    taken_up: bool = False  # the open step had passed already, and was reopened
    away: str = ""  # for how long the server was away while the step was open: "13 s"
    suspicions: tuple[NightOfOpinions, ...] = ()  # at the end: what the cover questions told
    web: Web | None = None
    moved: tuple[str, ...] = ()  # without a moderator: seats that moved to another device
    call_ends: int | None = None  # when the call's time is over (milliseconds since 1970)
    call_counts: str = ""  # the purpose of that time: a call, a vote, a turn; empty where nobody is asked anything
    door_closed: bool = False  # nobody may join any more
    narrated: bool = False  # without a moderator
    has_nights: bool = True  # False for games on a board
    eyes_closed: bool = False  # how nights are played; else on the phones
    manner_changed: bool = False  # `narrated` or `eyes_closed` changed while people joined
    to_agree: int = 0  # how many have not agreed to that change yet
    desk_went: str = ""  # "more" or "moved": the desk went to another device, while people joined or later
    taking_back: UndoPrompt | None = None
    waiting: WaitingPrompt | None = None
    passed: str = ""  # whose turn all others have just agreed to pass
    agreed_line: str = ""  # the spoken line about their agreement, in the language of the table
    stand_ins: tuple[str, ...] = ()  # people for whom the computer plays for now
    seat_requests: tuple[PublicRequest, ...] = ()  # without a moderator: devices that ask for a seat they had
    ready: tuple[str, ...] | None = None  # who is ready to continue from `moment`; None: nobody is asked
    unready: tuple[str, ...] = ()  # who is not ready yet
    moment: PauseView | None = None  # what has just happened, displayed to all: no question is open
    language: str = ""  # of the table: the language of spoken lines
    say: Saying = NOTHING_SAID  # what is spoken aloud now, in that language: the captions
    spoken: str = ""  # the name of these spoken lines: each name is spoken once
    ballots: tuple[tuple[str, str], ...] = ()  # of the show of hands that has just closed: seat and answer
    faces: Faces = NO_FACES
    fewest: int = 0  # players that the game needs
    tells: tuple[str, int] | None = None  # at the end: the name of the story on the screen, and its current scene
    children: bool = False  # the players are about eight years old: few words on phones
    announcements: tuple[AnnouncementView, ...] = ()  # of organisers, while nothing secret is asked
    plan: ShownBoard | None = None  # the board, in games that have one, while they are played
    standing: Standing = NOBODY_STANDS  # the public positions on that board


def format_duration(seconds: int) -> str:
    """Return a duration as text: "13 s", "4 min", "2 h"; empty for 0."""
    if seconds < 2 * 60:
        return _("%(seconds)d\u00a0s") % {"seconds": seconds} if seconds else ""
    if seconds < 2 * 60 * 60:
        return _("%(minutes)d\u00a0min") % {"minutes": seconds // 60}
    return _("%(hours)d\u00a0h") % {"hours": seconds // 3600}


def build_clock(session: GameSession, phase_began: int, shown: Release) -> Clock | None:
    """Return the clock that was set in the phase that began with this move.

    It ends with its phase. The clock of a debate runs by itself, as long as nobody has turned it.
    """
    upkeep = session.upkeep
    if upkeep.clock_phase != phase_began and (debate := clock.find_debate(session, shown)):
        began, length = debate
        ends = began + timedelta(seconds=length)
        if stood := upkeep.paused_at:
            return Clock(None, max(0, round((ends - stood).total_seconds())), length, debate=True)
        return Clock(int(ends.timestamp() * 1000), length, length, debate=True)
    if not upkeep.clock_length or upkeep.clock_phase != phase_began:
        return None
    left = upkeep.clock_left
    started: datetime | None = upkeep.clock_started
    over = None if started is None else int((started.timestamp() + left) * 1000)
    return Clock(over, round(left), upkeep.clock_length, upkeep.clock_of_debate)


def find_closing_time(session: GameSession, step: Step | None) -> int | None:
    """Return when the open vote closes, if the moderator has warned of it."""
    warned = session.upkeep.closing_at if step and step.opened == session.upkeep.closing_step else None
    return int(warned.timestamp() * 1000) if warned else None


@lru_cache(maxsize=RINGS)
def build_ring(
    seats: tuple[SeatColumns, ...], marks: IdentityKey, alone: str | None, game: str, _language: str | None
) -> tuple[Faces, tuple[RingSeat, ...]]:
    """Return the faces and the ring of a table with these marks.

    The result is cached: the ring is the same object while nothing in it has changed.
    """
    faces = build_faces(tuple((seat.name, build_face(seat.name, seat.face)) for seat in seats))
    ring = tuple(
        RingSeat(
            name=seat.name,
            out=(mark := marks.members[0].get(seat.name, Mark())).out,
            badges=tuple(map(str, mark.badges)),
            turn=seat.name == alone,
            face=faces.get(seat.name),
            role=mark.role,
            game=game if mark.role else "",
        )
        for seat in seats
    )
    return faces, ring


def build_public_view(
    session: GameSession,
    table: Table | None,
    seats: Sequence[SeatColumns],
    shown: Release,
    knowledge: Knowledge | None,
) -> PublicView:
    """Build the public view of a game, as far as it is released.

    There is no table while people join.
    """
    words: Words = session.kit.words
    known = knowledge if session.stage in (Stage.PLAYING, Stage.OVER) else None
    step = shown.step if known else None
    held = shown.held if known else None
    earlier = pauses.list_earlier_facts(table, held) if table and held else None  # what the ring displays meanwhile
    marks = words.ring(earlier) if earlier is not None else known.marks if known else words.ring(())
    seen = step is not None and not (step.asleep or step.aside)
    alone = next(iter(step.asks)) if step and seen and len(step.asks) == 1 else None
    people = [seat for seat in seats if not seat.bot]
    faces, ring = build_ring(tuple(seats), IdentityKey(marks), alone, session.game, translation.get_language())
    over = session.stage == Stage.OVER and shown.until is None
    outcome = asdict(table.outcome) if over and table and table.outcome else None
    suspicions = opinions.list_nights(words, table) if table and over else ()
    with translation.override(choose_language(session, session.language)):  # spoken lines use the table's language
        say = build_captions(words, session, table, step, held) if table and known else NOTHING_SAID
        agreed = find_agreement(session, table, seats) if table and known and not over else None
    unwoken = bool(say.then)  # eyes are closed, whatever step is open: the desk looks, shows or walks round first
    night = unwoken or bool(step and step.asleep)
    asks_ready = session.narrated and held is not None and held.seconds is not None
    announced = session.upkeep.announced if announcements.may_be_shown(step, night) else ()
    at_ready = clock.list_ready_seats(session.upkeep, held) if held else []
    stage = Stage.PLAYING.value if session.stage == Stage.OVER and not over else session.stage
    return PublicView(
        code=session.code,
        game=str(words.NAME),
        slug=session.game,
        stage=stage,
        phase="" if known is None else find_phase(words, earlier) if unwoken and earlier else known.phase,
        night=night,
        dark=night and session.nights == GameSession.Nights.EYES_CLOSED,
        hushed=step is not None and has_hidden_outcome(step),
        ring=ring,
        news=known.news if known else (),
        board=() if held else known.board if known else build_board(words, ()),
        clock=build_clock(session, known.phase_began, shown) if known and stage == Stage.PLAYING else None,
        outcome=str(words.outcome(outcome["winners"], outcome["reason"])) if outcome else "",
        winners=list_winners(outcome) if outcome else (),
        revealed=list_revealed(words, table) if table and outcome else (),
        sealed=words.hidden(table.hidden()) if table and outcome else "",
        closing=find_closing_time(session, step),
        joined=len(seats),
        looked=sum(seat.looked for seat in people),
        lookers=len(people),
        voted=(len(step.answers), len(step.asks)) if step and step.poll and len(step.asks) > 1 else None,
        number=session.pk,
        turn=alone or "",
        todo=build_instruction(words, step, known) if step and known else "",
        doing=str(narration.get_step_words(words, step).title) if step and seen else "",
        call=str(narration.get_step_words(words, step).title) if step and step.asleep and not say.then else "",
        step=name_step(session, step, held),
        again=pseudonyms.build_undo_token(table.number - len(table.standing) - len(table.covers)) if table else "",
        spoken=name_spoken_lines(session, step, held, say),
        paused=session.upkeep.paused_at is not None,
        taken_up=step is not None and step.again and not step.aside,
        away=format_duration(clock.find_absence(shown) if step else 0),
        suspicions=suspicions,
        web=opinions.build_web(table.seats, list_winners(outcome), suspicions)
        if table and outcome and suspicions
        else None,
        moved=list_moved_seats(session, table, step),
        call_counts="moment" if held else describe_timer(step, alone) if step and seen else "call",
        door_closed=session.upkeep.door_closed,
        narrated=session.narrated,
        has_nights=words.MODERATED,
        eyes_closed=session.nights == GameSession.Nights.EYES_CLOSED,
        manner_changed=session.upkeep.manner_changed,
        to_agree=sum(seat.pk in session.upkeep.to_agree for seat in people),
        desk_went=session.upkeep.desk_went if is_recent(session, table, step, session.upkeep.desk_went_at) else "",
        # Excluded when asked aside: from the ends, people could count how often somebody is asked in secret.
        call_ends=None if step and step.aside else find_end(session, shown),
        # The moment waits for what the moderator does before anybody wakes (RULINGS S-44).
        moment=build_pause_view(words, session, table, held) if table and held and not say.then else None,
        taking_back=build_undo_prompt(words, session, table, people) if table and known and not over else None,
        waiting=build_waiting_prompt(session, table, shown, people) if table and known and not over else None,
        passed=agreed.name if agreed and agreed.do == waiting.PASS else "",
        agreed_line=agreed.line if agreed else "",
        stand_ins=tuple(seat.name for seat in seats if seat.pk in session.upkeep.stand_ins) if not over else (),
        seat_requests=list_public_requests(session),
        ready=tuple(seat.name for seat in people if seat.pk in at_ready) if asks_ready else None,
        unready=tuple(seat.name for seat in people if seat.pk not in at_ready) if asks_ready else (),
        language=session.language,
        say=say,
        ballots=list_hand_ballots(words, table, held.follows if held else step) if table and known else (),
        faces=faces,
        fewest=session.kit.roles.SEATS[0],
        tells=find_story_scene(session) if outcome else None,
        children=session.upkeep.children,
        announcements=announcements.list_current(announced, server_clock.now()),
        **(
            build_board_fields(session, table, known.facts if earlier is None else earlier) if table and known else {}
        ),
    )


def list_moved_seats(session: GameSession, table: Table | None, step: Step | None) -> tuple[str, ...]:
    """Return the seats that moved to another device recently.

    An entry without a move's number is in an old format.
    """
    entries = [entry for entry in session.upkeep.moved if isinstance(entry, list)]
    return tuple(dict.fromkeys(seat for seat, at in entries if is_recent(session, table, step, at)))


def is_recent(session: GameSession, table: Table | None, step: Step | None, at: int) -> bool:
    """Return whether a notice of this move is still displayed: until two more steps have opened."""
    if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
        return True
    if step is None:
        return False
    opened = [later for later in table.steps if later.led > at and later.opened <= step.opened]
    return len(opened) < STEPS_OF_A_NOTICE


def build_board_fields(session: GameSession, table: Table, facts: Sequence[Fact]) -> dict[str, Any]:
    """Return the board of a table with its chosen names, and the public positions on it."""
    board, printed = session.kit.board, session.kit.printed
    if board is None or printed is None:
        return {}
    return {
        "plan": ShownBoard(session.game, tuple(printed.labels(table.options).items())),
        "standing": printed.standing(facts),
    }


def build_story_key(session: GameSession) -> str:
    """Return the key of the story scene displayed after a game; each correction gives another."""
    return f"end-{session.head}"


def find_story_scene(session: GameSession) -> tuple[str, int]:
    """Return the name and the scene of a finished game's story on the screen.

    The scene is 0 (the story plays by itself), `STOPS` or a scene's number.
    """
    return pseudonyms.build_pseudonym(session.pk, session.head), session.upkeep.said.get(build_story_key(session), 0)


def build_undo_prompt(
    words: Words, session: GameSession, table: Table, people: Sequence[SeatColumns]
) -> UndoPrompt | None:
    """Return the entry that the players may undo by agreement, and who agrees so far."""
    found = undo_by_agreement.find_undoable_entry(session, table)
    if found is None:
        return None
    agreed = undo_by_agreement.list_agreeing_seats(session.upkeep, found)
    entry = format_answer(words, found.step.name, found.move.answer, table.seats)
    what = _("%(seat)s (%(entry)s)") % {"seat": found.move.whose, "entry": entry}
    willing = tuple(seat.name for seat in people if seat.pk in agreed)
    lacking = tuple(seat.name for seat in people if seat.pk not in agreed)
    return UndoPrompt(pseudonyms.build_pseudonym(session.pk, found.number), what, willing, lacking)


def build_waiting_prompt(
    session: GameSession, table: Table, shown: Release, people: Sequence[SeatColumns]
) -> WaitingPrompt | None:
    """Return the question to all while the table waits.

    None at night, and where somebody moderates.
    """
    step = shown.step
    if step is None or not waiting.is_open(session, shown):
        return None
    known_as = waiting.find_anchor(table, step)
    everybody = tuple(LateSeat(seat.pk, seat.name) for seat in people)
    late = next((one for one in everybody if one.name == waiting.find_late_seat(step)), None)
    found = WaitingPrompt(
        name=pseudonyms.build_pseudonym(session.pk, known_as.opened),
        overdue=waiting.is_overdue(session, shown),
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
    """Return what all have just agreed to, in the active language.

    None if there is nothing, or somebody has played since.
    """
    made = waiting.find_agreed_proposal(session, table, {seat.name for seat in seats if not seat.bot})
    whom = next((seat.name for seat in seats if made and seat.pk == made.whom), "")
    if made is None or not whom:
        return None
    passes = made.do == waiting.PASS
    line = _("All agree: the turn is passed.") if passes else _("All agree: the computer plays on for somebody.")
    return Agreement(made.do, whom, line)


def describe_timer(step: Step, alone: str | None) -> str:
    """Return the purpose of the timer of a step by day."""
    if not step.asks:
        return ""
    return "turn" if alone else "vote" if step.poll else "answer"


def build_instruction(words: Words, step: Step, known: Knowledge) -> str:
    """Return the instruction to the table, from public facts.

    It is the same whatever is asked aside.
    """
    if step.asleep:
        return ""
    says = narration.get_step_words(words, step).todo
    instruction = says(known.facts) if says else ""
    return instruction or (_("Somebody answers in secret: one moment.") if step.aside else "")


def choose_language(session: GameSession, language: str) -> str:
    """Return the language in which a table speaks to a device.

    Where children play, it is a variant of the language with gentler words and catalogues of its own: ZZ is no
    country's code.
    """
    return f"{language}-zz" if session.upkeep.children else language


def build_pause_view(words: Words, session: GameSession, table: Table, held: Pause) -> PauseView:
    """Build the display of what has happened, for everybody to look at."""
    pieces = words.MOMENTS.pieces(held.question, held.list_facts(table), pauses.list_earlier_facts(table, held))
    said = tuple(
        replace(one, text=str(one.text), counted=tuple((str(name), n) for name, n in one.counted)) for one in pieces
    )
    if silent := count_silent_voters(table, held):
        line = ngettext("%(count)d person said nothing.", "%(count)d people said nothing.", silent) % {
            "count": silent
        }
        said = (*said, Piece("line", line))
    look = session.kit.look
    cue = look.sounds.cue(held.list_facts(table)) if look and look.sounds else ""
    return PauseView(
        pseudonyms.build_pseudonym(session.pk, held.caused_by),
        said,
        list_falling_ballots(said, held, table.seats),
        held.is_dawn,
        cue,
    )


def count_silent_voters(table: Table, held: Pause) -> int:
    """Return how many cast no ballot in the vote that has just closed.

    It is 0 where the result was entered for all.
    """
    vote = held.before
    if vote is None or not vote.poll or not vote.answers:
        return 0
    closing = next((move for number, move in table.standing if number == held.caused_by), None)
    is_entered = closing is not None and closing.by == MODERATOR and not closing.seat and not closing.close
    return 0 if is_entered else len(vote.asks) - len(vote.answers)


def list_falling_ballots(pieces: Sequence[Piece], held: Pause, seats: Collection[str]) -> tuple[tuple[str, str], ...]:
    """List the ballots of a moment in the order in which they fall.

    Each is a pair of voter and candidate; the voter is empty where ballots are secret. A secret count falls in
    rounds, one ballot for each candidate who has any left, so that the order is that of the count.
    """
    if cast := tuple(pair for piece in pieces for pair in piece.cast):
        return cast
    if held.before is not None and held.before.by_hands:
        answers = held.before.answers
        voices = ((seat, str(answers[seat].get("seat"))) for seat in held.before.asks if seat in answers)
        return tuple((seat, named) for seat, named in voices if named in seats)
    counted = [(str(name), votes) for piece in pieces for name, votes in piece.counted if piece.kind == "count"]
    rounds = range(max((votes for _name, votes in counted), default=0))
    return tuple(("", name) for number in rounds for name, votes in counted if votes > number and name in seats)


def name_step(session: GameSession, step: Step | None, held: Pause | None = None) -> str:
    """Return the pseudonym of a step outside the desk, or of the moment before it.

    It is empty for what is asked aside.
    """
    if held:
        return pseudonyms.build_pseudonym(session.pk, held.caused_by)
    if step is None:
        return str(session.stage)
    return "" if step.aside else pseudonyms.build_pseudonym(session.pk, step.opened)


def name_spoken_lines(session: GameSession, step: Step | None, held: Pause | None, say: Saying) -> str:
    """Return the name under which these lines are spoken: each name is spoken once.

    They are the lines of a step, or of the moment before it.
    """
    name = name_step(session, step, held) + ("-dawn" if held else "")
    return f"{name}-{say.part}" if say.part else name


def find_end(session: GameSession, shown: Release) -> int | None:
    """Return when the displayed time is over (milliseconds since 1970).

    None while it is paused, or where there is no time limit.
    """
    return int(shown.ends.timestamp() * 1000) if shown.ends and not session.upkeep.paused_at else None


def build_captions(words: Words, session: GameSession, table: Table, step: Step | None, held: Pause | None) -> Saying:
    """Return the current spoken lines as captions; none for a question asked aside."""
    if not held and (step is None or step.aside):
        return NOTHING_SAID
    return narration.find_saying(words, session, table, step, held)


def list_hand_ballots(words: Words, table: Table, step: Step | None) -> tuple[tuple[str, str], ...]:
    """Return the ballots of a vote by show of hands that closed before this step.

    Each is a pair of the seat and its answer in words. A `step` of None means the game's end.
    """
    vote = narration.find_step_before(table.steps, step)
    if vote is None or not vote.by_hands:
        return ()
    fields = narration.get_step_words(words, vote).fields

    def said(answer: Answer) -> str:
        labels = {name: fields.get(name, name) if value is True else "" for name, value in answer.items()}
        return format_answer(words, vote.name, answer, table.seats, labels)

    return tuple((seat, said(vote.answers[seat])) for seat in vote.asks if seat in vote.answers)


def list_winners(outcome: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats that pages call winners: of the winning camp, and never of another."""
    return tuple(seat for seat in outcome["seats"] if seat not in outcome.get("changed", ()))


def has_camp_won(outcome: Mapping[str, Any], seats: Collection[str]) -> bool:
    """Return whether a camp has won, and no person (RULINGS S-43).

    Then nobody is called a winner.
    """
    return set(outcome["winners"]).isdisjoint(seats)


def list_revealed(words: Words, table: Table) -> tuple[RevealedSeat, ...]:
    """Return the role and the result of everybody, once the game is over."""
    won = list_winners(asdict(table.outcome)) if table.outcome else ()
    camp = table.outcome is not None and has_camp_won(asdict(table.outcome), table.seats)
    changed = table.outcome.changed if table.outcome else []
    return tuple(
        RevealedSeat(seat, str(words.truth(row)), seat in won, camp, str(row.get("role") or ""), seat in changed)
        for seat, row in table.truth().items()
    )
