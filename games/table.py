"""A table: runs a rules script and holds what each person was told and what the table waits for.

A script is a generator. It yields a `Step` (who is asked what) and receives a `Call` (what came
back); its return value is the `Outcome`. Telling is the only way to know: whatever a person may see
went through `Table.tell` or `Table.announce`.

Knows no game, no clock, no randomness, no database. Chance is asked like a player, and somebody
outside answers. Start reading at `Table.take`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from games.asks import Answer, Ask, same

MODERATOR, CHANCE, CLOCK = "moderator", "chance", "clock"
NOT_SEATS = (MODERATOR, CHANCE, CLOCK)

Fact = dict[str, Any]
Move = Mapping[str, Any]
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


@dataclass
class Step:
    """A question that the table waits on, and the answers so far.

    `asks` is by seat, in seat order. `table_ask` is what the moderator may decide for all (M in
    RECORD.md). `shape` is what every phone is shown alike, asked or not, also when nobody is asked
    (SECRECY 1 and 6); only what it shows counts. `enough` is a closing of its own, looked at once
    everybody asked has answered. `settles`: an answer that closes the step at once, whoever is still to
    answer. `needed`: nothing happens without an answer, so a close is refused. `asleep`: a call of the
    night, made while everybody else has their eyes closed. `aside`: by day, whom it asks is not for the
    room to see. `poll`: a vote of the table, whose ballots go into the index and whose progress is counted.
    `seconds`: how long the rulebook gives it, for a clock that the moderator may start, stretch or ignore.
    """

    name: str
    asks: dict[str, Ask]
    closes: Closes = Closes.ALL
    table_ask: Ask | None = None
    shape: Ask | None = None
    enough: Enough | None = None
    settles: Callable[[Answer], bool] | None = None
    needed: bool = False
    asleep: bool = False
    aside: bool = False
    poll: bool = False
    seconds: int | None = None
    answers: Answers = field(default_factory=dict)  # in the order in which they were first given
    opened: int = 0  # number of the move that opened it: what a form carries to prove it is not stale

    @property
    def of_chance(self) -> bool:
        """Whether chance is asked, and nobody else."""
        return CHANCE in self.asks

    def all_asks(self) -> dict[str, Ask]:
        """Who is asked what, the moderator last if the moderator may decide."""
        return {**self.asks, MODERATOR: self.table_ask} if self.table_ask else dict(self.asks)

    def record(self, seat: str, answer: Answer) -> None:
        """Keep an answer; one that changes counts as made now, one repeated as made before."""
        if not same(self.answers.get(seat), answer):
            self.answers.pop(seat, None)
            self.answers[seat] = answer

    def complete(self) -> bool:
        """Whether the answers close the step by themselves."""
        if self.settles is not None and any(map(self.settles, self.answers.values())):
            return True
        if self.closes is Closes.MODERATOR or not self.asks or len(self.answers) < len(self.asks):
            return False
        if self.enough is not None:
            return self.enough(self.answers)
        return self.closes is Closes.ALL or len(self.proposals()) == 1

    def proposals(self) -> list[tuple[Answer, int]]:
        """Each different answer with how many gave it, the one made first first."""
        counted: list[tuple[Answer, int]] = []
        for answer in self.answers.values():
            for place, (other, count) in enumerate(counted):
                if same(answer, other):
                    counted[place] = (other, count + 1)
                    break
            else:
                counted.append((answer, 1))
        return counted


@dataclass(frozen=True)
class Call:
    """What a step brought: answers by seat, in seat order, and the decision of a group or of the table.

    `decision` is the moderator's, or what a group agreed on: the only proposal made, or (closed by the
    clock) the one most made. `divided`: the moderator closed a group whose proposals differ.
    """

    answers: Answers
    decision: Answer | None = None
    divided: bool = False

    def only(self) -> Answer | None:
        """The answer of the one seat asked, or the decision; None when there is neither."""
        return self.decision or next(iter(self.answers.values()), None)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won, why, and the seats of the winners in seat order."""

    winners: list[str]
    reason: str
    seats: list[str]


Script = Generator[Step, Call, Outcome | None]  # None: the story breaks off


@dataclass(frozen=True)
class Told:
    """A fact, the number of the move that made it known, and to whom (None: everybody)."""

    at: int
    seat: str | None
    fact: Fact


class Rules(Protocol):
    """What a table needs of a kit's rules module."""

    def play(self, table: Table) -> Script:
        """The game, as a script."""


class Table:
    """A game in progress: a script, the moves that stand, what was told, what is waited for."""

    def __init__(self, rules: Rules, seats: Sequence[str], options: Mapping[str, Any], deal: Deal) -> None:
        self.rules = rules
        self.seats = list(seats)
        self.options = dict(options)
        self.deal = deal
        self.number = 0  # moves taken, those taken back and the undos themselves included
        self.covers: list[tuple[int, str, Answer]] = []  # number, seat, answer to a cover question
        self.undone: list[Move] = []  # moves taken back that a redo would play, the next one first
        self._start()

    def _start(self) -> None:
        self.standing: list[tuple[int, Move]] = []  # moves with their numbers, chance included
        self.told: list[Told] = []
        self.steps: list[Step] = []  # every step opened so far, the open one last
        self.step: Step | None = None
        self.outcome: Outcome | None = None
        self.truth: Callable[[], dict[str, Fact]] = dict  # the script says: by seat, for the moderator
        self.hidden: Callable[[], Fact] = dict  # the script says: the table's own secrets
        self._at = 0
        self._script = self.rules.play(self)
        self._go_on(None)

    # What a script says and asks.

    def tell(self, seat: str, fact: str, /, **values: Any) -> None:
        """Make a fact known to one seat."""
        self.told.append(Told(self._at, seat, {"fact": fact, **values}))

    def announce(self, fact: str, /, **values: Any) -> None:
        """Make a fact known to everybody."""
        self.told.append(Told(self._at, None, {"fact": fact, **values}))

    def in_order(self, seats: Iterable[str]) -> list[str]:
        """These seats, clockwise from the first seat."""
        wanted = set(seats)
        return [seat for seat in self.seats if seat in wanted]

    def round_from(self, seat: str) -> list[str]:
        """All seats clockwise, beginning with this one."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def call(self, name: str, seats: Iterable[str], ask: Ask, **manner: Any) -> Step:
        """A call of the night: these seats wake and are asked the same; nobody: it is faked."""
        return self.question(name, seats, ask, asleep=True, **manner)

    def question(self, name: str, seats: Iterable[str], ask: Ask, **manner: Any) -> Step:
        """A step that asks these seats the same; `manner` is as for `Step`."""
        return Step(name, {seat: ask for seat in self.in_order(seats)}, shape=ask, **manner)

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

    def undoable(self) -> list[int]:
        """Places in `standing` of the moves that an undo counts."""
        return [place for place, (_, move) in enumerate(self.standing) if move["by"] != CHANCE]

    # The one way in.

    def take(self, move: Move) -> None:
        """Take a move and go on to what it leads to.

        The move has the shape that RECORD.md gives it (`games.record.read_move`).
        Raises `Refused`, and then nothing has changed.
        """
        self._check(move)
        self.number += 1
        if "undo" in move:
            self._take_back(move["undo"])
        elif "cover" in move:
            self.covers.append((self.number, move["by"], move["cover"]))
        else:
            self.undone = self.undone[1:] if self.undone and self.undone[0] == move else []
            self._apply(self.number, move)

    def _check(self, move: Move) -> None:
        step, by = self.step, move["by"]
        if step is None and not ("undo" in move and by == MODERATOR):
            raise Refused("game_over", "The game is over.")
        if "step" in move and (step is None or move["step"] != step.name):
            raise Refused(
                "wrong_step",
                f"The step that is open is {step.name if step else 'none'}.",
            )
        if "undo" in move:
            self._check_undo(move)
        elif "cover" in move:
            if by in NOT_SEATS or "for" in move:
                raise Refused("not_asked", "Only a seat answers a cover question.")
        elif step is not None and "close" in move:
            if by not in (MODERATOR, CLOCK) or step.of_chance or "for" in move:
                raise Refused("not_asked", "Only the moderator closes a step.")
            if step.needed:
                raise Refused("needs_answer", f"The step {step.name} needs an answer.")
        elif step is not None and not self._asked(step, move).allows(move["answer"]):
            raise Refused("illegal_answer", f"This is no answer to {step.name}.")

    def _check_undo(self, move: Move) -> None:
        if move["by"] != MODERATOR or "for" in move:
            raise Refused("not_asked", "Only the moderator takes moves back.")
        if len(self.undoable()) < move["undo"]:
            raise Refused("nothing_to_undo", f"Only {len(self.undoable())} moves stand.")

    def _asked(self, step: Step, move: Move) -> Ask:
        """The ask that this move answers; `Refused` with not_asked when there is none."""
        by, who = move["by"], move.get("for")
        if who is not None and by not in (MODERATOR, CLOCK):
            raise Refused("not_asked", "Only the moderator answers for somebody else.")
        if by == CLOCK and not (step.needed and not step.of_chance):
            raise Refused("not_asked", "Nothing is drawn by lot where the step can simply close.")
        asked = who or (MODERATOR if by == CLOCK else by)
        ask = step.all_asks().get(asked)
        if ask is None:
            raise Refused("not_asked", f"{asked} is not asked at {step.name}.")
        return ask

    def _apply(self, number: int, move: Move) -> None:
        """Take an answer or a close that has been checked."""
        step = self.step
        assert step is not None
        self.standing.append((number, move))
        self._at = number
        by = move["by"]
        if by == CLOCK and "answer" in move:
            self.announce("by_lot", step=step.name)
        if "close" in move:
            self._close(step, by_clock=by == CLOCK)
        elif "for" not in move and by in (MODERATOR, CLOCK):
            self._go_on(Call(self._in_seat_order(step), decision=move["answer"]))
        else:
            step.record(move.get("for", by), move["answer"])
            if step.complete():
                agreed = step.proposals()[0][0] if step.closes is Closes.GROUP else None
                self._go_on(Call(self._in_seat_order(step), decision=agreed))

    def _close(self, step: Step, by_clock: bool) -> None:
        decision, divided = None, False
        if step.closes is Closes.GROUP and step.answers:
            proposals = step.proposals()
            divided = len(proposals) > 1 and not by_clock
            if not divided:
                decision = max(proposals, key=lambda proposal: proposal[1])[0]
        self._go_on(Call(self._in_seat_order(step), decision, divided))

    def _in_seat_order(self, step: Step) -> Answers:
        return {seat: step.answers[seat] for seat in step.asks if seat in step.answers}

    def _go_on(self, call: Call | None) -> None:
        """Hand the script what came back and let it run to its next question."""
        try:
            self.step = next(self._script) if call is None else self._script.send(call)
            self.step.opened = self._at
            self.steps.append(self.step)
        except StopIteration as end:
            self.step, self.outcome = None, end.value

    def _take_back(self, count: int) -> None:
        """Begin again and take the moves that still stand (chance goes with the move before it)."""
        cut = self.undoable()[-count]
        kept = self.standing[:cut]
        self.undone = [move for _, move in self.standing[cut:]] + self.undone
        self._start()
        for number, move in kept:
            self._apply(number, move)
        if self.step is not None:
            self.step.opened = self.number  # forms of before the undo are stale
