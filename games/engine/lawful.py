"""The declaration of what a game may tell: each fact, its secrets, and its audience.

A kit's lawful.py declares it in these terms. The contract (games/contract/worlds.py) checks the kit against it:
two games with one public set-up look the same to everybody and to every seat. They do so until a fact parts them
that is declared to reveal what differs. What is not declared may only follow from what everybody knows.

A *secret* is read in the truth of the table (`Table.truth`, `Table.hidden`), or in what was answered.
This module knows no game.
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
    """An answer that a table took.

    `place`: the index of its step among all steps. `whose`: the seat, or `moderator`, `chance`, `clock`.
    """

    place: int
    step: str
    whose: str
    answer: Answer


@dataclass(frozen=True)
class Known:
    """All sources of a secret: the truth of every seat, what is hidden, the answers so far.

    `seat`: the seat that is told, None for everybody. `fact`: what is told, where it is a fact.
    """

    truth: Truth
    hidden: Fact
    answered: Sequence[Answered]
    asked: Mapping[str, int]  # index of the last time that each step was asked, except an open one without answers
    seat: str | None = None
    fact: Fact = field(default_factory=dict)


class Whom(Enum):
    """The audience of a fact, where it does not depend on what a seat has."""

    ROOM = "everybody"
    EACH = "any seat by itself"


ROOM, EACH = Whom.ROOM, Whom.EACH


class Own:
    """The value of this key in the truth of the seat that is told: the reader's own card."""

    def __init__(self, key: str) -> None:
        self.key = key

    def of(self, known: Known) -> Any:
        """Return the value, as text."""
        return _text(known.truth.get(known.seat or "", {}).get(self.key))


class Of:
    """The value of a key in the truth of the seat that the fact names in this field.

    With `values`, it is only whether the value is one of them. This does not make it lawful to name the seat.
    The seat must follow from what the reader knows already.
    """

    def __init__(self, field: str, key: str, *values: Any) -> None:
        self.field, self.key, self.values = field, key, values

    def of(self, known: Known) -> Any:
        """Return the value as text, or with `values` whether it is among them."""
        value = known.truth.get(str(known.fact.get(self.field)), {}).get(self.key)
        return value in self.values if self.values else _text(value)


class Who:
    """The seats that have one of these values under a key of the truth.

    Without values, it is the value of every seat. With values, it is never more than the set of seats.
    Of two seats that both have one of the values, it does not tell which has which.
    As the audience of a fact: these seats, each by itself.
    """

    def __init__(self, key: str, *values: Any) -> None:
        self.key, self.values = key, values

    def of(self, known: Known) -> Any:
        """Return the seats, or the value of each, as text."""
        if self.values:
            return [seat for seat in known.truth if self.holds(known.truth, seat)]
        return {seat: _text(row.get(self.key)) for seat, row in known.truth.items()}

    def holds(self, truth: Truth, seat: str) -> bool:
        """Return whether this seat has one of the values."""
        return truth.get(seat, {}).get(self.key) in self.values


class HowMany:
    """The number of seats that have one of these values, without saying which.

    `among`: only seats for which that key is true are counted.
    """

    def __init__(self, key: str, *values: Any, among: str = "") -> None:
        self.key, self.values, self.among = key, values, among

    def of(self, known: Known) -> Any:
        """Return the number."""
        rows = [row for row in known.truth.values() if not self.among or row.get(self.among)]
        return sum(row.get(self.key) in self.values for row in rows)


class Given:
    """The answers to each of these steps when it was asked last, without their seats."""

    def __init__(self, *steps: str) -> None:
        self.steps = steps

    def of(self, known: Known) -> Any:
        """Return the answers of every step, each as text, with how often it was given."""
        return [Counter(_text(one.answer) for one in find_latest_answers(known, step)) for step in self.steps]


class By:
    """The answers to each of these steps when it was asked last, by seat: open votes."""

    def __init__(self, *steps: str) -> None:
        self.steps = steps

    def of(self, known: Known) -> Any:
        """Return the answer of every seat, as text."""
        return [{one.whose: _text(one.answer) for one in find_latest_answers(known, step)} for step in self.steps]


class Hidden:
    """The value under this key of what is hidden on the table: an envelope, the rest of a deck."""

    def __init__(self, key: str) -> None:
        self.key = key

    def of(self, known: Known) -> Any:
        """Return the value, as text."""
        return _text(known.hidden.get(self.key))


Secret = Own | Of | Who | HowMany | Given | By | Hidden


class Tells:
    """A line of the declaration: this fact may be told to these, and reveal these secrets.

    Without a secret the fact follows from what everybody knows. A fact that is told to everybody and to single seats
    has a line for each.
    """

    def __init__(self, fact: str, to: Whom | Who, *secrets: Secret) -> None:
        self.fact, self.to, self.secrets = fact, to, secrets


class Asks:
    """A line of the declaration: this question may reveal these secrets to the seat it asks.

    Its opening may reveal them, or whom it asks, or the answers that it allows.
    """

    def __init__(self, step: str, *secrets: Secret) -> None:
        self.step, self.secrets = step, secrets


def find_latest_answers(known: Known, step: str) -> list[Answered]:
    """Return the answers of this step when it was asked last, if any."""
    return [one for one in known.answered if one.place == known.asked.get(step)]


def list_lines(tells: Iterable[Tells], fact: str, seat: str | None) -> list[Tells]:
    """Return the lines for this fact, told to a seat, or to everybody (None)."""
    return [line for line in tells if line.fact == fact and (line.to is ROOM) == (seat is None)]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
