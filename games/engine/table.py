"""A table: runs a rules script, and stores what was told and the question that is open.

A script is a generator. It yields a `Step` (who is asked what) and receives a `Reply` (what came back).
Its return value is the `Outcome`. Telling is the only way to know. Whatever a person may see went through
`Table.tell` or `Table.announce`.

This module knows no game, no clock, no randomness, no database. Chance is asked like a player, and the caller
answers for it. Start reading at `Table.take`.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, Protocol

from games.engine.asks import Answer, Ask, same, throw
from games.engine.course import Course, Stretch
from games.engine.moves import CHANCE as CHANCE
from games.engine.moves import CLOCK as CLOCK
from games.engine.moves import MODERATOR as MODERATOR
from games.engine.moves import NOT_SEATS as NOT_SEATS
from games.engine.moves import Move

Fact = dict[str, Any]
Deal = dict[str, Any]


class Refused(Exception):
    """A move that is not accepted; nothing has changed. `code` is listed in docs/record.md."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Closes(Enum):
    """The condition that ends a step, apart from the moderator's close (docs/record.md)."""

    ALL = "all"  # everybody asked has answered
    GROUP = "group"  # everybody asked proposes the same
    MODERATOR = "moderator"  # nothing else


Answers = dict[str, Answer]
Enough = Callable[[Answers], bool]


@dataclass(slots=True)
class Step:
    """A question that the table waits for, and the answers so far."""

    name: str
    asks: dict[str, Ask]  # by seat, in seat order
    closes: Closes = Closes.ALL
    moderator_ask: Ask | None = None  # what the moderator may decide for all (docs/record.md)
    # In a call: what every phone displays alike, asked or not, also when nobody is asked (SECRECY 1 and 6).
    # By day, where the question follows from a secret: the longest ask that anybody could get, as everybody knows.
    # It is displayed to nobody, and messages are as long as it (SECRECY 29). Only its shown values count.
    shape: Ask | None = None
    enough: Enough | None = None  # a further condition to close, checked once everybody asked has answered
    # an answer that closes the step at once, whoever has still to answer
    settles: Callable[[Answer], bool] | None = None
    needed: bool = False  # nothing happens without an answer, so a close is refused
    asleep: bool = False  # a call of the night, made while everybody else has their eyes closed
    aside: bool = False  # by day: the others may not see whom it asks
    poll: bool = False  # a vote of the table, whose ballots go into the index and whose progress is counted
    seconds: int | None = None  # the time in the rulebook; the moderator may start, stretch or ignore its clock
    # Another form that the moderator may enter for the whole table: it is not one of the asks.
    # It is recognised by the first field of its forms.
    entry: Ask | None = None
    by_hands: bool = False  # ballots as open as raised hands, displayed to all afterwards
    together: bool = False  # the seats asked agree by signs, so each sees what the others answer
    # what the clock may answer for a seat that is late, where nobody moderates
    late: Mapping[str, Ask] = field(default_factory=dict)
    manner: str = ""  # which of a kit's words around the step are used, where its name alone does not decide
    answers: Answers = field(default_factory=dict)  # in the order in which they were first given
    opened: int = 0  # number of the move that opened it; a form sends it to prove that it is not stale
    # Number of the move that led to the step. That move also told the facts that came with the step, including
    # those of a draw between the two. No undo that reopens the step changes it.
    led: int = 0
    again: bool = False  # it had passed already, and an undo has opened it again

    @property
    def of_chance(self) -> bool:
        """True if chance is asked; a step that asks chance asks nobody else."""
        return CHANCE in self.asks

    def all_asks(self) -> dict[str, Ask]:
        """Return the asks by seat, the moderator's last if the moderator may decide."""
        return {**self.asks, MODERATOR: self.moderator_ask} if self.moderator_ask else dict(self.asks)

    def is_entry(self, answer: Answer | None) -> bool:
        """Return whether this answers `entry`, rightly or wrongly."""
        return self.entry is not None and any(form[0].name in (answer or {}) for form in self.entry.forms)

    def record(self, seat: str, answer: Answer) -> None:
        """Store an answer.

        One that changes counts as made now. One that is repeated counts as made before.
        """
        if seat not in self.answers:
            self.answers = {**self.answers, seat: answer}  # an undo goes back to what stood before
        elif not same(self.answers[seat], answer):
            self.answers = {one: said for one, said in self.answers.items() if one != seat} | {seat: answer}

    def in_seat_order(self) -> Answers:
        """Return the answers, by seat in seat order."""
        answers = self.answers
        return answers.copy() if len(answers) < 2 else {seat: answers[seat] for seat in self.asks if seat in answers}

    def complete(self) -> bool:
        """Return whether the answers close the step by themselves."""
        if self.settles is not None and any(map(self.settles, self.answers.values())):
            return True
        if len(self.answers) < len(self.asks) or not self.asks or self.closes is Closes.MODERATOR:
            return False
        if self.enough is not None:
            return self.enough(self.answers)
        return self.closes is Closes.ALL or self.agreed()

    def agreed(self) -> bool:
        """Return whether all answers given are the same."""
        first, *others = self.answers.values()
        return all(same(first, other) for other in others)

    def proposals(self) -> list[tuple[Answer, int]]:
        """Return each different answer with how many gave it, in the order of first proposal."""
        written = [json.dumps(answer, sort_keys=True) for answer in self.answers.values()]
        first = dict(zip(reversed(written), reversed(self.answers.values()), strict=True))
        return [(first[text], count) for text, count in Counter(written).items()]


class Reply(NamedTuple):
    """The result of a step: answers by seat, in seat order, and a decision.

    `decision` is the moderator's, or what a group agreed on. That is the only proposal made, or (closed by the clock)
    the most frequent one. `divided`: the moderator closed a group whose proposals differ.
    """

    answers: Answers
    decision: Answer | None = None
    divided: bool = False

    def only(self) -> Answer | None:
        """Return the decision, else the first answer; None when there is neither.

        It is for a step that asks one seat.
        """
        return self.decision if self.decision is not None else next(iter(self.answers.values()), None)

    def require_answer(self) -> Answer:
        """Return the answer to a question that cannot be closed without one."""
        answer = self.only()
        assert answer is not None
        return answer


@dataclass(frozen=True)
class Outcome:
    """The end of a game: who won, why, and the seats of the winners in seat order.

    `changed`: seats that belonged to more than one camp, in seat order. No page calls them winners or losers.
    """

    winners: list[str]
    reason: str
    seats: list[str]
    changed: list[str] = field(default_factory=list, compare=False)


Script = Generator[Step, Reply, Outcome | None]  # None: the game ends without an outcome


class Told(NamedTuple):
    """A fact, the number of the move that made it known, and to whom (None: everybody)."""

    at: int
    seat: str | None
    fact: Fact


class Cover(NamedTuple):
    """An answer to a cover question: the number of the move, the seat, the answer."""

    number: int
    seat: str
    answer: Answer


class Before(NamedTuple):
    """The state before a move, for an undo."""

    stretch: Stretch
    told_count: int
    step_count: int
    answers: Answers  # to the open step


@dataclass(slots=True)
class ToldFacts:
    """A cache of the facts known to a seat. `told`: how many told facts it covers."""

    told: int = 0
    facts: list[Fact] = field(default_factory=list)


class PlayableRules(Protocol):
    """The part of a kit's rules module that a table needs."""

    def play(self, table: Table) -> Script:
        """Play the game, as a script. It may run more than once at a table.

        The same calls must lead it the same way. Of the table it reads the seats, the options and the deal.
        It changes no call that it receives.
        """


class Table:
    """A game in progress: a script, the standing moves, what was told, the open question."""

    def __init__(self, rules: PlayableRules, seats: Sequence[str], options: Mapping[str, Any], deal: Deal) -> None:
        self.rules = rules
        self.seats = list(seats)
        self.options = dict(options)
        self.deal = deal
        self.number = 0  # moves taken, those taken back and the undos themselves included
        self.standing: list[tuple[int, Move]] = []  # moves with their numbers, chance included
        self.undone: deque[Move] = deque()  # undone moves that a redo would play, the next one first
        self.covers: list[Cover] = []
        self.told: list[Told] = []
        self.steps: list[Step] = []  # every step opened so far, the open one last
        self.step: Step | None = None
        self.outcome: Outcome | None = None
        self._before: list[Before] = []  # for each move in `standing`
        self._undoable: list[int] = []  # places in `standing` of the moves that an undo counts
        self._heard: list[Told] = []
        self._known = {seat: ToldFacts() for seat in self.seats}
        self._truth: Callable[[], dict[str, Fact]] = dict
        self._hidden: Callable[[], Fact] = dict
        self._course = Course(lambda: rules.play(self), self._heard)
        self._open(self._course.here)

    # What a script tells and asks.

    def tell(self, seat: str, fact: str, /, **values: Any) -> None:
        """Make a fact known to one seat."""
        self._heard.append(Told(self.number, seat, {"fact": fact, **values}))

    def announce(self, fact: str, /, **values: Any) -> None:
        """Make a fact known to everybody."""
        self._heard.append(Told(self.number, None, {"fact": fact, **values}))

    @property
    def truth(self) -> Callable[[], dict[str, Fact]]:
        """The function that returns the truth by seat, for the moderator; the script sets it."""
        self._course.catch_up()
        return self._truth

    @truth.setter
    def truth(self, truth: Callable[[], dict[str, Fact]]) -> None:
        self._truth = truth

    @property
    def hidden(self) -> Callable[[], Fact]:
        """The function that returns the table's own secrets, for the moderator; the script sets it."""
        self._course.catch_up()
        return self._hidden

    @hidden.setter
    def hidden(self, hidden: Callable[[], Fact]) -> None:
        self._hidden = hidden

    def in_order(self, seats: Iterable[str]) -> list[str]:
        """Return these seats, clockwise from the first seat."""
        wanted = [*seats]
        if len(wanted) == 1:  # a fast path: most votes ask one seat after the other
            return wanted if wanted[0] in self._known else []
        among = set(wanted)
        return [seat for seat in self.seats if seat in among]

    def round_from(self, seat: str) -> list[str]:
        """Return all seats clockwise, beginning with this one."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def by_night(self, name: str, seats: Iterable[str], ask: Ask, **fields: Any) -> Step:
        """Build a call of the night: these seats wake and are asked the same.

        Without seats the call is faked. `fields`: further fields of `Step`.
        """
        return self.by_day(name, seats, ask, asleep=True, **fields)

    def by_day(self, name: str, seats: Iterable[str], ask: Ask, shape: Ask | None = None, **fields: Any) -> Step:
        """Build a step that asks these seats the same.

        `shape` defaults to that ask. `fields`: further fields of `Step`.
        """
        return Step(name, dict.fromkeys(self.in_order(seats), ask), shape=shape or ask, **fields)

    def chance(self, name: str, ask: Ask) -> Step:
        """Build a step that chance answers: a throw, a draw, a shuffle."""
        return Step(name, {CHANCE: ask}, needed=True)

    def dice(self, count: int) -> Generator[Step, Reply, list[int]]:
        """Throw so many dice, and return their faces."""
        reply = yield self.chance("dice", throw(count))
        return list(reply.require_answer()["dice"])

    # What everybody else reads.

    def public(self) -> list[Fact]:
        """Return what everybody was told."""
        return [told.fact for told in self.told if told.seat is None]

    def private(self, seat: str) -> list[Fact]:
        """Return what this seat alone was told."""
        return [told.fact for told in self.told if told.seat == seat]

    def known_to(self, seat: str) -> list[Fact]:
        """Return what this seat and everybody was told, in the order of telling."""
        known = self._known.get(seat)
        if known is None:
            return [fact for _, to, fact in self.told if to is None or to == seat]
        known.facts += [fact for _, to, fact in self.told[known.told :] if to is None or to == seat]
        known.told = len(self.told)
        return known.facts.copy()

    def told_to(self, seat: str, until: int | None = None) -> list[Told]:
        """Return all that a seat knows in the order in which it learnt it.

        `until`: its own facts only up to the move of this number.
        """
        return [
            told
            for told in self.told
            if told.seat is None or (told.seat == seat and (until is None or told.at <= until))
        ]

    @property
    def chance_due(self) -> Ask | None:
        """The ask of chance, if it is chance's turn."""
        return self.step.asks[CHANCE] if self.step and self.step.of_chance else None

    @property
    def last(self) -> int:
        """The number of the last move that stands; 0 before the first."""
        return self.standing[-1][0] if self.standing else 0

    @property
    def led_here(self) -> int:
        """The number of the last standing move before the open step; 0: none.

        The answers to that step do not change it.
        """
        place, here = len(self.standing), len(self.steps) - 1
        while place and self.step_at(place - 1) == here:
            place -= 1
        return self.standing[place - 1][0] if place else 0

    @property
    def led_to_end(self) -> int:
        """At the end of the game, the number of the move that led to it.

        Chance counts with the move before it.
        """
        return self._find_cause(self.steps[-1] if self.steps else None)

    @property
    def taken_back(self) -> int:
        """The number of undos so far, with the moves that they took back."""
        return self.number - len(self.standing) - len(self.covers)

    def undoable(self) -> Sequence[int]:
        """Return the indexes in `standing` of the moves that an undo counts."""
        return self._undoable

    def step_at(self, place: int) -> int:
        """Return the index in `steps` of the step at which a move was made.

        `place`: the index of the move in `standing`.
        """
        return self._before[place].step_count - 1

    # The only way to change the table.

    def take(self, move: Move) -> None:
        """Take a move and go on to its consequences. Raises `Refused`, and then nothing has changed."""
        self._check(move)
        self.number += 1
        if move.undo:
            self._take_back(move.undo)
        elif move.cover is not None:
            self.covers.append(Cover(self.number, move.by, move.cover))
        else:
            if move in self.undone:  # redone, or entered again by hand: the other undone moves can still be redone
                self.undone.remove(move)
            else:
                self.undone.clear()
            self._apply(move)

    def end(self) -> None:
        """Drop all references, so that memory is freed without waiting for the garbage collector.

        Because a table and its script refer to each other, they would otherwise wait for it. This matters to code
        that plays thousands of games. The table is of no use afterwards.
        """
        vars(self).clear()

    def _check(self, move: Move) -> None:
        step = self.step
        if step is None and not (move.undo and move.by == MODERATOR):
            raise Refused("game_over", "The game is over.")
        if move.step is not None and (step is None or move.step != step.name):
            raise Refused("wrong_step", f"The step that is open is {step.name if step else 'none'}.")
        if move.undo:
            self._check_undo(move)
            return
        assert step is not None
        if move.cover is not None:
            if move.by in NOT_SEATS or move.seat:
                raise Refused("not_asked", "Only a seat answers a cover question.")
        elif move.close:
            if move.by not in (MODERATOR, CLOCK) or step.of_chance or move.seat:
                raise Refused("not_asked", "Only the moderator closes a step.")
            if step.needed:
                raise Refused("needs_answer", f"The step {step.name} needs an answer.")
        elif not self._find_ask(step, move).allows(move.answer):
            raise Refused("illegal_answer", f"This is no answer to {step.name}.")

    def _check_undo(self, move: Move) -> None:
        if move.by != MODERATOR or move.seat:
            raise Refused("not_asked", "Only the moderator takes moves back.")
        if len(self._undoable) < move.undo:
            raise Refused("nothing_to_undo", f"Only {len(self._undoable)} moves stand.")

    def _find_ask(self, step: Step, move: Move) -> Ask:
        """Return the ask that this move answers; raise `Refused` (not_asked) when there is none."""
        by, seat = move.by, move.seat
        if not seat and by in step.asks:  # most moves: a seat or chance answers for itself
            return step.asks[by]
        if seat and by not in (MODERATOR, CLOCK):
            raise Refused("not_asked", "Only the moderator answers for somebody else.")
        if by == MODERATOR and not seat and step.entry and step.is_entry(move.answer):
            return step.entry
        if by == CLOCK and seat is not None and seat in step.late and seat not in step.answers:
            return step.late[seat]
        if by == CLOCK and (step.of_chance or not step.needed):
            raise Refused("not_asked", "Nothing is drawn by lot where the step can simply close.")
        # Where nobody answers a step that needs an answer, the clock draws one in the moderator's place.
        asked = seat or (MODERATOR if by == CLOCK else by)
        ask = step.moderator_ask if asked == MODERATOR else step.asks.get(asked)
        if ask is None:
            raise Refused("not_asked", f"{asked} is not asked at {step.name}.")
        return ask

    def _apply(self, move: Move) -> None:
        """Take an answer or a close that has been checked."""
        step, by, seat = self.step, move.by, move.seat
        assert step is not None
        if by != CHANCE:
            self._undoable.append(len(self.standing))
        self.standing.append((self.number, move))
        self._before.append(Before(self._course.here, len(self.told), len(self.steps), step.answers))
        if move.close:
            self._close(step, by_clock=by == CLOCK)
            return
        assert move.answer is not None
        if by == CLOCK:
            self.told.append(Told(self.number, None, {"fact": "by_lot", "step": step.name}))
        if not seat and by in (MODERATOR, CLOCK):  # one answer for the whole table
            if step.poll:
                step.answers = {}  # the result that is entered replaces the ballots
            self._open(self._course.go_on(Reply(step.in_seat_order(), move.answer)))
            return
        step.record(seat or by, move.answer)
        if step.complete():
            agreed = next(iter(step.answers.values())) if step.closes is Closes.GROUP else None
            self._open(self._course.go_on(Reply(step.in_seat_order(), agreed)))

    def _close(self, step: Step, by_clock: bool) -> None:
        decision, divided = None, False
        if step.closes is Closes.GROUP and step.answers:
            proposals = step.proposals()
            divided = len(proposals) > 1 and not by_clock
            if not divided:
                decision = max(proposals, key=lambda proposal: proposal[1])[0]
        self._open(self._course.go_on(Reply(step.in_seat_order(), decision, divided)))

    def _open(self, stretch: Stretch) -> None:
        """Publish what the script told, and wait for what it asks."""
        told, step, steps = stretch.told, stretch.step, self.steps
        if stretch.again:
            told = [one._replace(at=self.number) for one in told]
            step = step and replace(step, answers={})
        self.told += told
        self.step, self.outcome = step, stretch.outcome
        if step is not None:
            step.opened = self.number
            step.led = self._find_cause(steps[-1] if steps else None)
            steps.append(step)

    def _find_cause(self, before: Step | None) -> int:
        """Return the number of the move that led to what follows this step.

        Chance counts with the move before it.
        """
        return before.led if before is not None and CHANCE in before.asks else self.number

    def _take_back(self, count: int) -> None:
        """Go back to where the first of these moves was made (chance goes with the move before it)."""
        first_undone = self._undoable[-count]
        before = self._before[first_undone]
        had_passed = self.step is None or len(self.steps) > before.step_count
        self.undone.extendleft(move for _, move in reversed(self.standing[first_undone:]))
        del self.standing[first_undone:], self._before[first_undone:], self._undoable[-count:]
        del self.told[before.told_count :], self.steps[before.step_count :]
        self._known = {seat: ToldFacts() for seat in self.seats}
        self._course.go_back(before.stretch)
        # A new step object with the number of the undo, so that forms from before the undo are stale.
        here = self.steps[-1]
        self.step = self.steps[-1] = replace(
            here, answers=before.answers, opened=self.number, again=here.again or had_passed
        )
        self.outcome = None
