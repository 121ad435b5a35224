"""What a game may lawfully tell: fact by fact, whose secret it may reveal, and to whom.

A kit's lawful.py says it in these words, and the contract (games/contract/worlds.py) holds the kit to it: two games
with one public set-up look the same to the room, and to every seat, until a fact parts them that is declared there to
reveal what differs. Whatever is not declared may follow from what all know, and from nothing else.

A *secret* is read in the truth of the table (`Table.truth`, `Table.hidden`), or in what was answered. Knows no game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from games.engine.asks import Answer
from games.engine.table import Fact

Truth = Mapping[str, Fact]


class Answered(NamedTuple):
    """An answer that a table took: the place of its step among all steps, the step's name, whose it is."""

    place: int
    step: str
    whose: str
    answer: Answer


@dataclass(frozen=True)
class Known:
    """All that a secret can be read in: the truth of every seat, what lies hidden, what was answered so far.

    `seat`: who is told, None for the room. `fact`: what is told, where it is a fact.
    """

    truth: Truth
    hidden: Fact
    answered: Sequence[Answered]
    asked: Mapping[str, int]  # of each step the place at which it was asked last, an open one without answers aside
    seat: str | None = None
    fact: Fact = field(default_factory=dict)


class Whom(Enum):
    """Who is told, where it does not depend on what a seat holds."""

    ROOM = "everybody"
    EACH = "any seat by itself"


ROOM, EACH = Whom.ROOM, Whom.EACH


class Own:
    """What the truth has under this key for whoever is told: the reader's own card."""

    def __init__(self, key: str) -> None:
        self.key = key

    def of(self, known: Known) -> Any:
        """The value, as text."""
        return _text(known.truth.get(known.seat or "", {}).get(self.key))


class Of:
    """What the truth has under a key for the seat that the fact names in this field.

    With `values`, no more than whether it is one of them. To name the seat is not lawful by this: the seat has to
    follow from what the reader knows already.
    """

    def __init__(self, field: str, key: str, *values: Any) -> None:
        self.field, self.key, self.values = field, key, values

    def of(self, known: Known) -> Any:
        """The value, as text; with `values` whether it is among them."""
        value = known.truth.get(str(known.fact.get(self.field)), {}).get(self.key)
        return value in self.values if self.values else _text(value)


class Who:
    """Which seats hold one of these values under a key of the truth; without values, which seat holds which.

    Never more than which they are: of two who both hold one of the values, not who holds which. As the audience of a
    fact: these seats, each by itself.
    """

    def __init__(self, key: str, *values: Any) -> None:
        self.key, self.values = key, values

    def of(self, known: Known) -> Any:
        """The seats, or what each holds, as text."""
        if self.values:
            return [seat for seat in known.truth if self.holds(known.truth, seat)]
        return {seat: _text(row.get(self.key)) for seat, row in known.truth.items()}

    def holds(self, truth: Truth, seat: str) -> bool:
        """Whether this seat is one of them."""
        return truth.get(seat, {}).get(self.key) in self.values


class HowMany:
    """How many seats hold one of these values, not which; `among`: counted are those of whom that key is true."""

    def __init__(self, key: str, *values: Any, among: str = "") -> None:
        self.key, self.values, self.among = key, values, among

    def of(self, known: Known) -> Any:
        """The number."""
        rows = [row for row in known.truth.values() if not self.among or row.get(self.among)]
        return sum(row.get(self.key) in self.values for row in rows)


class Given:
    """What was answered at each of these steps when it was asked last, never who answered what."""

    def __init__(self, *steps: str) -> None:
        self.steps = steps

    def of(self, known: Known) -> Any:
        """The answers of every step, each as text, with how often it was given."""
        return [Counter(_text(one.answer) for one in latest(known, step)) for step in self.steps]


class By:
    """Who answered what at each of these steps when it was asked last: open votes."""

    def __init__(self, *steps: str) -> None:
        self.steps = steps

    def of(self, known: Known) -> Any:
        """The answer of every seat, as text."""
        return [{one.whose: _text(one.answer) for one in latest(known, step)} for step in self.steps]


class Hidden:
    """What lies hidden on the table under this key: an envelope, the rest of a deck."""

    def __init__(self, key: str) -> None:
        self.key = key

    def of(self, known: Known) -> Any:
        """The value, as text."""
        return _text(known.hidden.get(self.key))


Secret = Own | Of | Who | HowMany | Given | By | Hidden


class Tells:
    """A line of the declaration: this fact may be told to these, and reveal these secrets.

    Without a secret the fact follows from what all know. Where a fact is told to the room and to single seats, it has
    a line for each.
    """

    def __init__(self, fact: str, to: Whom | Who, *secrets: Secret) -> None:
        self.fact, self.to, self.secrets = fact, to, secrets


class Asks:
    """That this question opens, whom it asks or what it lets them answer may reveal these secrets to who is asked."""

    def __init__(self, step: str, *secrets: Secret) -> None:
        self.step, self.secrets = step, secrets


def latest(known: Known, step: str) -> list[Answered]:
    """The answers of this step when it was asked last; none where nobody has answered then."""
    return [one for one in known.answered if one.place == known.asked.get(step)]


def lines(tells: Iterable[Tells], fact: str, seat: str | None) -> list[Tells]:
    """The lines for this fact, told to a seat, or to the room."""
    return [line for line in tells if line.fact == fact and (line.to is ROOM) == (seat is None)]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
