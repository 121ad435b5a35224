"""What each surface shows, worked out from a table: plain values for templates, without a request or a query.

A phone's view is made from what was announced, what its seat was told and what its seat is asked, and from nothing
else; nobody's own name is in it, so that equal knowledge gives equal views, which are rendered once. Words come
from the kit, in the language that is active.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.models import GameSession
from games.table import Closes, Fact, Step, Table, Told
from games.words import Card, Gauge, Mark, SheetPart, Words, hidden_of, sheet_of
from moderation import covers, script, steps, suspicions
from moderation.calls import Release, hushed, shape
from moderation.questions import Question, in_words, question
from moderation.suspicions import NightOfOpinions, Web

Stage = GameSession.Stage


class Sitter(NamedTuple):
    """A seat as it is kept, as far as views need it."""

    pk: int
    name: str
    looked: bool
    bot: bool


@dataclass(frozen=True)
class RingSeat:
    """A seat as everybody sees it. `turn`: an open question waits for this seat alone."""

    name: str
    out: bool = False
    badges: tuple[str, ...] = ()
    turn: bool = False


@dataclass(frozen=True)
class Chapter:
    """Lines under the phase in which they became known."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Clock:
    """The clock of a debate: when it ends (milliseconds since 1970), or what is left while it stands (seconds)."""

    ends: int | None
    left: int
    length: int

    @property
    def said(self) -> str:
        """What is left, as when it was last started or paused: "3:05"."""
        return f"{self.left // 60}:{self.left % 60:02}"


@dataclass(frozen=True)
class Revealed:
    """A seat at the end of the game: what it was."""

    name: str
    truth: str
    won: bool


@dataclass(frozen=True, eq=False)
class Open:
    """What everybody may know, in one language. Equal is the one object, which all phones of a rendering share."""

    code: str
    game: str
    slug: str
    stage: str
    phase: str
    night: bool  # everybody's eyes are closed: the theme of the night
    dark: bool  # a night with eyes closed: phones show nothing at all
    hushed: bool  # what becomes of an answer stands on the covered card alone
    ring: tuple[RingSeat, ...]
    news: tuple[Chapter, ...]
    board: tuple[Gauge, ...]
    clock: Clock | None
    outcome: str
    winners: tuple[str, ...]
    closing: int | None  # when the open vote closes, as the moderator has warned (milliseconds since 1970)
    joined: int
    looked: int  # how many people have seen their card,
    lookers: int  # of how many
    voted: tuple[int, int] | None  # how many of how many have voted
    revealed: tuple[Revealed, ...] = ()  # once the game is over: what everybody was,
    sealed: str = ""  # and what had lain hidden on the table
    number: int = 0  # of this game, among all of this house
    turn: str = ""  # whom alone an open question waits for
    doing: str = ""  # what the open question is about
    step: str = ""  # what the spoken words belong to: they are spoken once; none of what is asked aside
    paused: bool = False
    suspicions: tuple[NightOfOpinions, ...] = ()  # at the end: what the cover questions told
    web: Web | None = None
    moved: tuple[str, ...] = ()  # without a moderator: seats that went on on another device
    call_ends: int | None = None  # when the call's time is over (milliseconds since 1970)
    say: tuple[str, ...] = ()  # what is spoken aloud now: captions for the room


@dataclass(frozen=True)
class Phone:
    """A player's phone."""

    open: Open
    card: Card | None
    looked: bool
    notebook: tuple[Chapter, ...]
    question: Question | None
    latest: tuple[str, ...] = ()  # what this seat alone has been told in this phase
    sheet: tuple[SheetPart, ...] = ()  # in a game of deduction: what this seat knows, to be ticked on
    aside_ends: int | None = None  # when the time is over for what this seat is asked aside (as `call_ends`)

    @property
    def likeness(self) -> Hashable:
        """Equal for phones that look the same. What all of them share counts as the one object, the rest in full."""
        shared = ("open", "question")
        own = [repr(getattr(self, field.name)) for field in fields(self) if field.name not in shared]
        return self.open, self.question, *own


class Heard:
    """What is released of a game, by who heard it, and what it is called: worked out once for all phones."""

    def __init__(self, words: Words, table: Table, shown: Release) -> None:
        self.words = words
        self.public: list[tuple[int, Told]] = []  # with its place in the order in which things became known
        self._private: dict[str, list[tuple[int, Told]]] = {}
        self._said: dict[int, tuple[bool, str]] = {}
        self._cards: dict[str, Card] = {}
        for place, one in enumerate(out(table, shown)):
            heard = self.public if one.seat is None else self._private.setdefault(one.seat, [])
            heard.append((place, one))

    def by(self, seat: str, until: int | None) -> list[tuple[int, Told]]:
        """All that a seat knows, in order; its own facts up to a move's number."""
        own = [(place, one) for place, one in self._private.get(seat, ()) if until is None or one.at <= until]
        return sorted([*self.public, *own], key=itemgetter(0)) if own else self.public

    def said(self, place: int, one: Told) -> tuple[bool, str]:
        """A fact as a line, or as the title of what it begins (True)."""
        if place not in self._said:
            title = str(self.words.phase(one.fact)) if one.seat is None else ""
            say = self.words.to_room if one.seat is None else self.words.to_player
            self._said[place] = (True, title) if title else (False, str(say(one.fact)))
        return self._said[place]

    def card(self, private: list[Fact]) -> Card:
        """The card of whoever was told these facts."""
        known = repr(private)
        if known not in self._cards:
            self._cards[known] = self.words.card(private)
        return self._cards[known]

    def chapters(self, told: Iterable[tuple[int, Told]], whole: bool = False) -> tuple[Chapter, ...]:
        """Facts as lines under their phases.

        `whole`: phases without a line too, so that everybody's notebook has the same pages.
        """
        found: list[tuple[str, list[str]]] = [(_("Before play"), [])]
        for place, one in told:
            begins, line = self.said(place, one)
            if begins:
                found.append((line, []))
            elif line:
                found[-1][1].append(line)
        return tuple(Chapter(title, tuple(lines)) for title, lines in found if lines or whole)


def phase_of(words: Words, public: Iterable[Fact]) -> str:
    """The phase the game is in: "Night 2"; empty before the first."""
    return next((str(title) for fact in reversed(list(public)) if (title := words.phase(fact))), "")


def clock_of(session: GameSession) -> Clock | None:
    """The clock, if one was set."""
    if not session.clock_length:
        return None
    left = session.clock_left
    started: datetime | None = session.clock_started
    ends = None if started is None else int((started.timestamp() + left) * 1000)
    return Clock(ends, round(left), session.clock_length)


def closing_of(session: GameSession, step: Step | None) -> int | None:
    """When the open vote closes, if the moderator has warned of it."""
    warned = session.closing_at if step and step.opened == session.closing_step else None
    return int(warned.timestamp() * 1000) if warned else None


def open_view(
    session: GameSession, table: Table | None, seats: Sequence[Sitter], shown: Release, heard: Heard | None
) -> Open:
    """What everybody may know of a game, as far as it is released; without a table while people join."""
    words: Words = session.kit.words
    playing = heard is not None and session.stage in (Stage.PLAYING, Stage.OVER)
    public = [one.fact for _place, one in heard.public] if heard and playing else []
    step = shown.step if playing else None
    marks = words.ring(public)
    seen = step is not None and not (step.asleep or step.aside)
    alone = next(iter(step.asks)) if step and seen and len(step.asks) == 1 else None
    night = bool(step and step.asleep)
    people = [seat for seat in seats if not seat.bot]
    ring = tuple(ring_seat(seat.name, marks.get(seat.name, Mark()), seat.name == alone) for seat in seats)
    over = session.stage == Stage.OVER and shown.until is None
    outcome = session.outcome if over else None
    opinions = suspicions.nights(words, table) if table and over else ()
    stage = Stage.PLAYING.value if session.stage == Stage.OVER and not over else session.stage
    return Open(
        code=session.code,
        game=str(words.NAME),
        slug=session.game,
        stage=stage,
        phase=phase_of(words, public),
        night=night,
        dark=night and session.nights == GameSession.Nights.EYES_CLOSED,
        hushed=step is not None and hushed(step),
        ring=ring,
        news=heard.chapters(heard.public) if heard and playing else (),
        board=tuple(words.board(public)),
        clock=clock_of(session) if stage == Stage.PLAYING else None,
        outcome=str(words.outcome(outcome["winners"], outcome["reason"])) if outcome else "",
        winners=tuple(outcome["seats"]) if outcome else (),
        revealed=revealed(words, table) if table and outcome else (),
        sealed=hidden_of(words, table.hidden()) if table and outcome else "",
        closing=closing_of(session, step),
        joined=len(seats),
        looked=sum(seat.looked for seat in people),
        lookers=len(people),
        voted=(len(step.answers), len(step.asks)) if step and step.poll and len(step.asks) > 1 else None,
        number=session.pk,
        turn=alone or "",
        doing=str(script.said_of(words, step).title) if step and seen else "",
        step=said_under(session, step),
        paused=session.paused_at is not None,
        suspicions=opinions,
        web=suspicions.web(table, opinions) if table and opinions else None,
        moved=tuple(session.moved),
        # How often somebody is asked aside is not for the room to count: each time has its end.
        call_ends=None if step and step.aside else ends_of(session, shown),
        say=captions(words, session, table, step) if table and playing else (),
    )


def said_under(session: GameSession, step: Step | None) -> str:
    """The name under which the words of a step are spoken; without one for what is asked aside."""
    if step is None:
        return str(session.stage)
    return "" if step.aside else steps.name(session.pk, step.opened)


def ends_of(session: GameSession, shown: Release) -> int | None:
    """When the time of what is shown is over (milliseconds since 1970), unless it stands still or none is kept."""
    return int(shown.ends.timestamp() * 1000) if shown.ends and not session.paused_at else None


def captions(words: Words, session: GameSession, table: Table, step: Step | None) -> tuple[str, ...]:
    """The lines of the moment as the room may read them; none for a question put to somebody aside."""
    if step is None or step.aside:
        return ()
    return script.lines(words, table.steps, step, session.nights == GameSession.Nights.PHONES)


def out(table: Table, shown: Release) -> list[Told]:
    """What is released of all that was told."""
    return [one for one in table.told if shown.until is None or one.at <= shown.until]


def ring_seat(name: str, mark: Mark, turn: bool) -> RingSeat:
    """A seat with its marks."""
    return RingSeat(name, mark.out, tuple(str(badge) for badge in mark.badges), turn)


def phone_view(
    open_: Open, session: GameSession, table: Table | None, seat: Sitter, shown: Release, heard: Heard | None
) -> Phone:
    """What this seat's phone shows."""
    if table is None or heard is None:
        return Phone(open_, None, False, (), None)
    words: Words = session.kit.words
    told = heard.by(seat.name, private_until(session, table))
    private = [one.fact for _place, one in told if one.seat is not None]
    playing = open_.stage == Stage.PLAYING
    return Phone(
        open=open_,
        card=heard.card(private),
        looked=seat.looked,
        notebook=heard.chapters(told, whole=True) if playing or open_.outcome else (),
        question=None
        if open_.dark or not playing
        else named(session, asked(words, table, seat.name, shown.step, session.late_covers, session.refused)),
        latest=latest(heard, told),
        sheet=tuple(sheet_of(words, private, [one.fact for _place, one in heard.public])) if playing else (),
        aside_ends=ends_of(session, shown) if playing and asked_aside(shown.step, seat.name) else None,
    )


def asked_aside(step: Step | None, seat: str) -> bool:
    """Whether a step asks this seat, and the room does not see whom it asks."""
    return step is not None and step.aside and seat in step.asks


def bare_view(
    open_: Open, session: GameSession, table: Table | None, shown: Release, heard: Heard | None
) -> Phone | None:
    """What a phone would show that was told nothing, asked what others are: how long messages are follows from it.

    None where there is nothing to hide, or nothing to see: before the cards are dealt, in a night with eyes closed.
    """
    if table is None or heard is None or open_.dark:
        return None
    playing = open_.stage == Stage.PLAYING
    step = shown.step if playing else None
    words: Words = session.kit.words
    public = [one.fact for _place, one in heard.public]
    ask = shape(step) if step else None
    if step is None or ask is None:
        asked_of_all = None
    elif step.asleep:
        asked_of_all = covers.question(words, table, "", step)
    else:
        asked_of_all = question(words, step.name, step.opened, ask, None, table.seats)
    return Phone(
        open=open_,
        card=Card("", "", ()),
        looked=False,
        notebook=heard.chapters(heard.public, whole=True) if playing or open_.outcome else (),
        question=named(session, asked_of_all),
        sheet=tuple(sheet_of(words, (), public)) if playing else (),
    )


def latest(heard: Heard, told: Iterable[tuple[int, Told]]) -> tuple[str, ...]:
    """What one seat alone has been told in the phase that is on."""
    lines: list[str] = []
    for place, one in told:
        begins, line = heard.said(place, one)
        if begins:
            lines = []
        elif one.seat is not None and line:
            lines.append(line)
    return tuple(lines)


def named(session: GameSession, question: Question | None) -> Question | None:
    """A question whose step goes by a name: its number would tell how much has happened in secret."""
    return question and replace(question, opened=steps.name(session.pk, int(question.opened)))


def private_until(session: GameSession, table: Table) -> int | None:
    """The last move whose private facts a phone shows; None: all.

    A night with eyes closed is told by gesture: the notebook fills at dawn.
    """
    if session.nights != GameSession.Nights.EYES_CLOSED or table.step is None or not table.step.asleep:
        return None
    first = table.step
    for step in reversed(table.steps):
        if not step.asleep:
            break
        first = step
    return max(0, first.opened - 1)


def asked(
    words: Words,
    table: Table,
    seat: str,
    step: Step | None,
    late: Mapping[str, Any] = covers.NONE,
    refused: Mapping[str, Any] = covers.NONE,
) -> Question | None:
    """The question of the moment for this seat: in a call, everybody is asked, whoever is called."""
    if step is None:
        return None
    if step.asleep and shape(step):
        found = covers.question(words, table, seat, step, late, refused)
        return replace(found, fellows=fellows(words, table, step, seat)) if found.called else found
    if seat not in step.asks:
        return None
    answer = step.answers.get(seat)
    found = question(words, step.name, step.opened, step.asks[seat], answer, table.seats)
    return replace(found, refused=covers.refusal(words, table, seat, step, refused, answer))


def fellows(words: Words, table: Table, step: Step, seat: str) -> str:
    """What the others of a group propose while they agree."""
    if step.closes is not Closes.GROUP:
        return ""
    proposals = [
        f"{other}: {in_words(words, step.name, answer, table.seats)}"
        for other, answer in step.answers.items()
        if other != seat
    ]
    return " — ".join(proposals)


def revealed(words: Words, table: Table) -> tuple[Revealed, ...]:
    """What everybody was, once the game is over."""
    won = table.outcome.seats if table.outcome else []
    return tuple(Revealed(seat, str(words.truth(row)), seat in won) for seat, row in table.truth().items())
