"""A table: runs a rules script and holds what each person was told and what the table waits for.

A script is a generator. It yields a `Step` (who is asked what) and receives a `Reply` (what came
back); its return value is the `Outcome`. Telling is the only way to know: whatever a person may see
went through `Table.tell` or `Table.announce`.

Knows no game, no clock, no randomness, no database. Chance is asked like a player, and somebody
outside answers. Start reading at `Table.take`.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, Protocol

from games.engine.asks import Answer, Ask, same
from games.engine.course import Course, Stretch
from games.engine.moves import CHANCE as CHANCE
from games.engine.moves import CLOCK as CLOCK
from games.engine.moves import MODERATOR as MODERATOR
from games.engine.moves import NOT_SEATS as NOT_SEATS
from games.engine.moves import Move

Fact = dict[str, Any]
Deal = dict[str, Any]


class Refused(Exception):
    """A move that is not accepted; nothing has changed. `code` is one of RECORD.md's."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Closes(Enum):
    """What ends a step, beside the moderator's close (RECORD.md, Closing)."""

    ALL = "all"  # everybody asked has answered
    GROUP = "group"  # everybody asked proposes the same
    MODERATOR = "moderator"  # nothing else


Answers = dict[str, Answer]
Enough = Callable[[Answers], bool]


@dataclass(slots=True)
class Step:
    """A question that the table waits on, and the answers so far.

    `asks` is by seat, in seat order. `moderator_ask` is what the moderator may decide for all (M in
    RECORD.md). `shape`: in a call what every phone is shown alike, asked or not, also when nobody is asked
    (SECRECY 1 and 6); by day, where what is asked follows from a secret, the longest that anybody could be
    asked, as everybody knows: nobody is shown it, and messages are as long (SECRECY 29). Only what it shows
    counts. `enough` is a closing of its own, looked at once
    everybody asked has answered. `settles`: an answer that closes the step at once, whoever is still to
    answer. `needed`: nothing happens without an answer, so a close is refused. `asleep`: a call of the
    night, made while everybody else has their eyes closed. `aside`: by day, whom it asks is not for the
    room to see. `poll`: a vote of the table, whose ballots go into the index and whose progress is counted.
    `seconds`: how long the rulebook gives it, for a clock that the moderator may start, stretch or ignore.
    `entry`: what the moderator may enter for the whole table beside that: it stands nowhere among the asks, and is
    known by the first field of its forms. `by_hands`: ballots as open as raised hands, seen by all afterwards.
    `together`: who is asked agrees by signs, so each sees what the others answer. `late`: what the clock may answer
    for a seat that is late, where nobody moderates. `manner`: which of a kit's words around it are said, where those
    of its name alone would not do.
    """

    name: str
    asks: dict[str, Ask]
    closes: Closes = Closes.ALL
    moderator_ask: Ask | None = None
    shape: Ask | None = None
    enough: Enough | None = None
    settles: Callable[[Answer], bool] | None = None
    needed: bool = False
    asleep: bool = False
    aside: bool = False
    poll: bool = False
    seconds: int | None = None
    entry: Ask | None = None
    by_hands: bool = False
    together: bool = False
    late: Mapping[str, Ask] = field(default_factory=dict)
    manner: str = ""
    answers: Answers = field(default_factory=dict)  # in the order in which they were first given
    opened: int = 0  # number of the move that opened it: what a form carries to prove it is not stale
    # Number of the move that led to it, which told what came with it, a draw between the two included: no undo that
    # reopens it changes it.
    led: int = 0
    again: bool = False  # it had passed already, and an undo has opened it again

    @property
    def of_chance(self) -> bool:
        """Whether chance is asked, and nobody else."""
        return CHANCE in self.asks

    def all_asks(self) -> dict[str, Ask]:
        """Who is asked what, the moderator last if the moderator may decide."""
        return {**self.asks, MODERATOR: self.moderator_ask} if self.moderator_ask else dict(self.asks)

    def is_entry(self, answer: Answer | None) -> bool:
        """Whether this answers `entry`, rightly or wrongly."""
        return self.entry is not None and any(form[0].name in (answer or {}) for form in self.entry.forms)

    def record(self, seat: str, answer: Answer) -> None:
        """Keep an answer; one that changes counts as made now, one repeated as made before."""
        if seat not in self.answers:
            self.answers = {**self.answers, seat: answer}  # an undo goes back to what stood before
        elif not same(self.answers[seat], answer):
            self.answers = {one: said for one, said in self.answers.items() if one != seat} | {seat: answer}

    def in_seat_order(self) -> Answers:
        """The answers, by seat in seat order."""
        answers = self.answers
        return answers.copy() if len(answers) < 2 else {seat: answers[seat] for seat in self.asks if seat in answers}

    def complete(self) -> bool:
        """Whether the answers close the step by themselves."""
        if self.settles is not None and any(map(self.settles, self.answers.values())):
            return True
        if len(self.answers) < len(self.asks) or not self.asks or self.closes is Closes.MODERATOR:
            return False
        if self.enough is not None:
            return self.enough(self.answers)
        return self.closes is Closes.ALL or self.agreed()

    def agreed(self) -> bool:
        """Whether all answers given are the same."""
        first, *others = self.answers.values()
        return all(same(first, other) for other in others)

    def proposals(self) -> list[tuple[Answer, int]]:
        """Each different answer with how many gave it, the one made first first."""
        written = [json.dumps(answer, sort_keys=True) for answer in self.answers.values()]
        first = dict(zip(reversed(written), reversed(self.answers.values()), strict=True))
        return [(first[text], count) for text, count in Counter(written).items()]


class Reply(NamedTuple):
    """What a step brought: answers by seat, in seat order, and the decision of a group or of the table.

    `decision` is the moderator's, or what a group agreed on: the only proposal made, or (closed by the
    clock) the one most made. `divided`: the moderator closed a group whose proposals differ.
    """

    answers: Answers
    decision: Answer | None = None
    divided: bool = False

    def only(self) -> Answer | None:
        """The answer of the one seat asked, or the decision; None when there is neither."""
        return self.decision if self.decision is not None else next(iter(self.answers.values()), None)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won, why, and the seats of the winners in seat order.

    `changed`: seats that belonged to more than one camp, in seat order: no page calls them winners or losers.
    """

    winners: list[str]
    reason: str
    seats: list[str]
    changed: list[str] = field(default_factory=list, compare=False)


Script = Generator[Step, Reply, Outcome | None]  # None: the story breaks off


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


# What a move found, for an undo to go back to: how much was told and asked, and the open step's answers.
Before = tuple[Stretch, int, int, Answers]


@dataclass(slots=True)
class ToldFacts:
    """What a seat knew when somebody last asked: after how many facts that were told, and which are known to it."""

    told: int = 0
    facts: list[Fact] = field(default_factory=list)


class PlayableRules(Protocol):
    """What a table needs of a kit's rules module."""

    def play(self, table: Table) -> Script:
        """The game, as a script. It may run more than once at a table: the same calls lead it the same way.

        Of the table it reads the seats, the options and the deal, and it changes no call that it is handed.
        """


class Table:
    """A game in progress: a script, the moves that stand, what was told, what is waited for."""

    def __init__(self, rules: PlayableRules, seats: Sequence[str], options: Mapping[str, Any], deal: Deal) -> None:
        self.rules = rules
        self.seats = list(seats)
        self.options = dict(options)
        self.deal = deal
        self.number = 0  # moves taken, those taken back and the undos themselves included
        self.standing: list[tuple[int, Move]] = []  # moves with their numbers, chance included
        self.undone: deque[Move] = deque()  # moves taken back that a redo would play, the next one first
        self.covers: list[Cover] = []
        self.told: list[Told] = []
        self.steps: list[Step] = []  # every step opened so far, the open one last
        self.step: Step | None = None
        self.outcome: Outcome | None = None
        self._before: list[Before] = []  # for each move in `standing`
        self._counted: list[int] = []  # places in `standing` of the moves that an undo counts
        self._heard: list[Told] = []
        self._known = {seat: ToldFacts() for seat in self.seats}
        self._truth: Callable[[], dict[str, Fact]] = dict
        self._hidden: Callable[[], Fact] = dict
        self._course = Course(lambda: rules.play(self), self._heard)
        self._open(self._course.here)

    # What a script says and asks.

    def tell(self, seat: str, fact: str, /, **values: Any) -> None:
        """Make a fact known to one seat."""
        self._heard.append(Told(self.number, seat, {"fact": fact, **values}))

    def announce(self, fact: str, /, **values: Any) -> None:
        """Make a fact known to everybody."""
        self._heard.append(Told(self.number, None, {"fact": fact, **values}))

    @property
    def truth(self) -> Callable[[], dict[str, Fact]]:
        """The truth by seat, for the moderator; the script says how to tell it."""
        self._course.catch_up()
        return self._truth

    @truth.setter
    def truth(self, truth: Callable[[], dict[str, Fact]]) -> None:
        self._truth = truth

    @property
    def hidden(self) -> Callable[[], Fact]:
        """The table's own secrets, for the moderator; the script says how to tell them."""
        self._course.catch_up()
        return self._hidden

    @hidden.setter
    def hidden(self, hidden: Callable[[], Fact]) -> None:
        self._hidden = hidden

    def in_order(self, seats: Iterable[str]) -> list[str]:
        """These seats, clockwise from the first seat."""
        wanted = [*seats]
        if len(wanted) == 1:  # there is no order to find, and most votes ask one seat after the other
            return wanted if wanted[0] in self._known else []
        among = set(wanted)
        return [seat for seat in self.seats if seat in among]

    def round_from(self, seat: str) -> list[str]:
        """All seats clockwise, beginning with this one."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def by_night(self, name: str, seats: Iterable[str], ask: Ask, **manner: Any) -> Step:
        """A call of the night: these seats wake and are asked the same; nobody: it is faked."""
        return self.by_day(name, seats, ask, asleep=True, **manner)

    def by_day(self, name: str, seats: Iterable[str], ask: Ask, shape: Ask | None = None, **manner: Any) -> Step:
        """A step that asks these seats the same; `shape` (else what they are asked), `manner`: as for `Step`."""
        return Step(name, dict.fromkeys(self.in_order(seats), ask), shape=shape or ask, **manner)

    def chance(self, name: str, ask: Ask) -> Step:
        """A step that chance answers: a throw, a draw, a shuffle."""
        return Step(name, {CHANCE: ask}, needed=True)

    # What everybody else reads.

    def public(self) -> list[Fact]:
        """What everybody was told."""
        return [told.fact for told in self.told if told.seat is None]

    def private(self, seat: str) -> list[Fact]:
        """What this seat alone was told."""
        return [told.fact for told in self.told if told.seat == seat]

    def known_to(self, seat: str) -> list[Fact]:
        """What this seat and everybody was told, in the order in which it was told."""
        known = self._known.get(seat)
        if known is None:
            return [fact for _, to, fact in self.told if to is None or to == seat]
        known.facts += [fact for _, to, fact in self.told[known.told :] if to is None or to == seat]
        known.told = len(self.told)
        return known.facts.copy()

    def told_to(self, seat: str, until: int | None = None) -> list[Told]:
        """All that a seat knows in the order in which it learnt it; its own facts up to a move's number."""
        return [
            told
            for told in self.told
            if told.seat is None or (told.seat == seat and (until is None or told.at <= until))
        ]

    @property
    def chance_due(self) -> Ask | None:
        """What chance is asked now, if it is chance's turn."""
        return self.step.asks[CHANCE] if self.step and self.step.of_chance else None

    @property
    def last(self) -> int:
        """The number of the last move that stands; 0 before the first."""
        return self.standing[-1][0] if self.standing else 0

    @property
    def led_here(self) -> int:
        """The number of the last standing move made before the open step; 0: none. Its own answers leave it."""
        place, here = len(self.standing), len(self.steps) - 1
        while place and self.step_at(place - 1) == here:
            place -= 1
        return self.standing[place - 1][0] if place else 0

    @property
    def led_to_end(self) -> int:
        """At the end of the game, the number of the move that led to it, chance going with the move before it."""
        return self._led_by(self.steps[-1] if self.steps else None)

    def undoable(self) -> Sequence[int]:
        """Places in `standing` of the moves that an undo counts."""
        return self._counted

    def step_at(self, place: int) -> int:
        """The place in `steps` of the one at which the move at this place in `standing` was made."""
        return self._before[place][2] - 1

    # The one way in.

    def take(self, move: Move) -> None:
        """Take a move and go on to what it leads to. Raises `Refused`, and then nothing has changed."""
        self._check(move)
        self.number += 1
        if move.undo:
            self._take_back(move.undo)
        elif move.cover is not None:
            self.covers.append(Cover(self.number, move.by, move.cover))
        else:
            if move in self.undone:
                self.undone.remove(move)  # what else was taken back can still be played again
            elif self.undone:
                self.undone.clear()
            self._apply(move)

    def end(self) -> None:
        """Let go of everything: a table and its script hold each other, and without this wait for a search of memory.

        Whoever plays thousands of games would wait for it again and again. The table is of no use afterwards.
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
        elif move.cover is not None:
            if move.by in NOT_SEATS or move.seat:
                raise Refused("not_asked", "Only a seat answers a cover question.")
        elif step is not None and move.close:
            if move.by not in (MODERATOR, CLOCK) or step.of_chance or move.seat:
                raise Refused("not_asked", "Only the moderator closes a step.")
            if step.needed:
                raise Refused("needs_answer", f"The step {step.name} needs an answer.")
        elif step is not None and not self._asked(step, move).allows(move.answer):
            raise Refused("illegal_answer", f"This is no answer to {step.name}.")

    def _check_undo(self, move: Move) -> None:
        if move.by != MODERATOR or move.seat:
            raise Refused("not_asked", "Only the moderator takes moves back.")
        if len(self._counted) < move.undo:
            raise Refused("nothing_to_undo", f"Only {len(self._counted)} moves stand.")

    def _asked(self, step: Step, move: Move) -> Ask:
        """The ask that this move answers; `Refused` with not_asked when there is none."""
        by, seat = move.by, move.seat
        if not seat and by in step.asks:  # most moves: a seat or chance, for itself
            return step.asks[by]
        if seat and by not in (MODERATOR, CLOCK):
            raise Refused("not_asked", "Only the moderator answers for somebody else.")
        if by == MODERATOR and not seat and step.entry and step.is_entry(move.answer):
            return step.entry
        if by == CLOCK and seat is not None and seat in step.late and seat not in step.answers:
            return step.late[seat]
        if by == CLOCK and not (step.needed and not step.of_chance):
            raise Refused("not_asked", "Nothing is drawn by lot where the step can simply close.")
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
            self._counted.append(len(self.standing))
        self.standing.append((self.number, move))
        self._before.append((self._course.here, len(self.told), len(self.steps), step.answers))
        if move.close:
            self._close(step, by_clock=by == CLOCK)
            return
        assert move.answer is not None
        if by == CLOCK:
            self.told.append(Told(self.number, None, {"fact": "by_lot", "step": step.name}))
        if not seat and by in (MODERATOR, CLOCK):
            if step.poll:
                step.answers = {}  # the result that is entered stands in the place of the ballots
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
        """Make known what the script told, and wait for what it asks."""
        told, step, steps = stretch.told, stretch.step, self.steps
        if stretch.again:
            told = [one._replace(at=self.number) for one in told]
            step = step and replace(step, answers={})
        self.told += told
        self.step, self.outcome = step, stretch.outcome
        if step is not None:
            step.opened = self.number
            step.led = self._led_by(steps[-1] if steps else None)
            steps.append(step)

    def _led_by(self, before: Step | None) -> int:
        """The number of the move that led to what follows this step; chance goes with the move before it."""
        return before.led if before is not None and CHANCE in before.asks else self.number

    def _take_back(self, count: int) -> None:
        """Go back to where the first of these moves was made (chance goes with the move before it)."""
        cut = self._counted[-count]
        stretch, told, steps, answers = self._before[cut]
        passed = self.step is None or len(self.steps) > steps
        self.undone.extendleft(move for _, move in reversed(self.standing[cut:]))
        del self.standing[cut:], self._before[cut:], self._counted[-count:]
        del self.told[told:], self.steps[steps:]
        self._known = {seat: ToldFacts() for seat in self.seats}
        self._course.go_back(stretch)
        # A step of its own, whose ordinal is the undo's: forms of before the undo are stale.
        here = self.steps[-1]
        self.step = self.steps[-1] = replace(here, answers=answers, opened=self.number, again=here.again or passed)
        self.outcome = None
