"""The closed list of questions that a rules script can ask.

An `Ask` is a few *forms*. An answer fills exactly one of them: every field of it and nothing else.
A field has *legal* values; anything else is refused, privately. It also has *shown* values.
Those come from public knowledge and are the same for everybody in the call.
Because a list of choices is information too.

This module knows nothing of games, seats in play, pages or time. Start reading at `Ask`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

Value = Any  # a JSON value: text, whole number, boolean, list, object
Answer = dict[str, Value]
Choose = Callable[[Sequence[Any]], Any]  # picks one of a non-empty sequence


def same(one: Value, other: Value) -> bool:
    """Return whether two JSON values are equal, where `true`, `1` and `1.0` are different."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@dataclass(frozen=True)
class One:
    """A field that takes one of its legal values: a seat, a role, a card, a whole action."""

    name: str
    legal: tuple[Value, ...]
    shown: tuple[Value, ...] = ()

    def allows(self, value: Value) -> bool:
        """Return whether this value is legal."""
        if type(value) is str:  # a string only equals the same string
            return value in self.legal
        return any(value == one and same(value, one) for one in self.legal)

    def report(self) -> Value:
        """Return the legal values as docs/record.md prints them; empty when nothing can be given."""
        return list(self.legal)

    def draw(self, choose: Choose) -> Value:
        """Return a legal value, picked by `choose`."""
        return choose(self.legal)


@dataclass(frozen=True)
class Several(One):
    """A field that takes a list of different legal values, in any order: a crew.

    Other forms of the ask may offer answers in its place, each a flag: nobody, no matter who.
    """

    least: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        """Raise `ValueError` when no list can have a right length."""
        if not 0 <= self.least <= self.most:
            raise ValueError(f"{self.name} takes {self.least} to {self.most} values, which is none")

    def allows(self, value: Value) -> bool:
        """Return whether this list has a right length, and legal and different values."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            return False
        different = all(not same(a, b) for i, a in enumerate(value) for b in value[:i])
        return different and all(super(Several, self).allows(one) for one in value)

    def draw(self, choose: Choose) -> Value:
        """Return a legal list in the legal order; `choose` picks its length and its members."""
        drawn = set(shuffled(range(len(self.legal)), choose)[: choose(range(self.least, self.most + 1))])
        return [value for place, value in enumerate(self.legal) if place in drawn]


@dataclass(frozen=True)
class Order(One):
    """A field that takes all its values, each once, in a new order: a pile that is shuffled."""

    def allows(self, value: Value) -> bool:
        """Return whether this list is a permutation of the values."""
        if not isinstance(value, list) or len(value) != len(self.legal):
            return False
        left = list(self.legal)
        for one in value:
            place = next((i for i, other in enumerate(left) if same(one, other)), None)
            if place is None:
                return False
            del left[place]
        return True

    def draw(self, choose: Choose) -> Value:
        """Return the values, shuffled."""
        return shuffled(self.legal, choose)


@dataclass(frozen=True)
class Each:
    """A field that takes an object with one value for every part: a hypothesis."""

    name: str
    parts: tuple[One, ...]

    @property
    def shown(self) -> tuple[Value, ...]:
        """An empty list, because each part has its own shown values."""
        return ()

    def allows(self, value: Value) -> bool:
        """Return whether this object has exactly the parts, each with a legal value."""
        return (
            isinstance(value, dict)
            and value.keys() == {part.name for part in self.parts}
            and all(part.allows(value[part.name]) for part in self.parts)
        )

    def report(self) -> Value:
        """Return the legal values of every part."""
        return {part.name: part.report() for part in self.parts}

    def draw(self, choose: Choose) -> Value:
        """Return an object with every part picked by `choose`."""
        return {part.name: part.draw(choose) for part in self.parts}


@dataclass(frozen=True)
class Dice:
    """A field that takes the faces of a throw of `count` dice."""

    name: str
    count: int
    shown: tuple[Value, ...] = ()

    def allows(self, value: Value) -> bool:
        """Return whether this is a list of `count` faces, 1 to 6."""
        return (
            isinstance(value, list)
            and len(value) == self.count
            and all(type(face) is int and 1 <= face <= 6 for face in value)
        )

    def report(self) -> Value:
        """Return the faces of each die."""
        return [[1, 2, 3, 4, 5, 6]] * self.count

    def draw(self, choose: Choose) -> Value:
        """Return a throw."""
        return [choose(range(1, 7)) for _ in range(self.count)]


@dataclass(frozen=True)
class Counts:
    """A field that takes an object of whole numbers from 1, by name: ballots counted on a table."""

    name: str
    legal: tuple[str, ...]
    shown: tuple[Value, ...] = ()

    def allows(self, value: Value) -> bool:
        """Return whether this object counts legal names only, each from 1."""
        return isinstance(value, dict) and all(name in self.legal and _counts(n) for name, n in value.items())

    def report(self) -> Value:
        """Return the names that can be counted."""
        return list(self.legal)

    def draw(self, choose: Choose) -> Value:
        """Return one ballot for one name."""
        return {choose(self.legal): 1}


@dataclass(frozen=True)
class Count:
    """A field that takes a whole number from 1: how many."""

    name: str
    shown: tuple[Value, ...] = ()

    def allows(self, value: Value) -> bool:
        """Return whether this is a whole number from 1."""
        return _counts(value)

    def report(self) -> Value:
        """Return the least of the numbers; there is no greatest."""
        return [1]

    def draw(self, choose: Choose) -> Value:
        """Return the least of the numbers."""
        return 1


def _counts(value: Value) -> bool:
    return type(value) is int and value >= 1


Field = One | Each | Dice | Counts | Count


@dataclass(frozen=True)
class Ask:
    """A question: the forms of which an answer fills exactly one.

    `differ` names fields that may not have the same value. `spare`: any field may be left out, also all of them.
    """

    forms: tuple[tuple[Field, ...], ...]
    differ: tuple[str, ...] = ()
    spare: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` when no page can display this question as a whole."""
        if len(self.forms) > 1:
            for column in zip_longest(*self.forms):
                _check_shown_together([field for field in column if field is not None])

    def allows(self, answer: Value) -> bool:
        """Return whether the answer fills one form with legal values.

        It needs all fields of the form (unless `spare`), and no other.
        """
        if not isinstance(answer, dict):
            return False
        for form in self.forms:
            if _fills(self.filled(form, answer) if self.spare else form, answer):
                return self._differs(answer) if self.differ else True
        return False

    def filled(self, form: tuple[Field, ...], answer: Answer) -> tuple[Field, ...]:
        """Return the fields of this form that the answer must have."""
        return tuple(field for field in form if field.name in answer) if self.spare else form

    def _differs(self, answer: Answer) -> bool:
        given = [answer[name] for name in self.differ if name in answer]
        return all(not same(a, b) for i, a in enumerate(given) for b in given[:i])

    def fields(self) -> Iterator[Field]:
        """Yield every field once, first those that come first in their form."""
        seen: set[str] = set()
        for column in zip_longest(*self.forms):
            for field in column:
                if field is not None and field.name not in seen:
                    seen.add(field.name)
                    yield field

    def report(self) -> dict[str, Value]:
        """Return each field that has legal values, with these values (docs/record.md, `asks`)."""
        legal = {field.name: field.report() for field in self.fields()}
        return {name: values for name, values in legal.items() if values}

    def draw(self, choose: Choose) -> Answer:
        """Return a legal answer, with every choice made by `choose`; the ask must have one."""
        possible = [form for form in self.forms if all(field.report() for field in form)]
        form = choose(possible)
        while True:
            kept = [field for field in form if not self.spare or choose((True, True, False))]
            answer = {field.name: field.draw(choose) for field in kept}
            if self._differs(answer):
                return answer


def _check_shown_together(fields: Sequence[Field]) -> None:
    """Check that fields at one position of the forms can be displayed in one list.

    Raises `ValueError`.
    """
    alone = [field for field in fields if isinstance(field, Several | Order | Dice | Counts | Count)]
    for field in alone:
        beside = [other for other in fields if other is not field and other != field]
        flags = isinstance(field, Several) and all(other.shown == (True,) for other in beside)
        if beside and not flags:
            names = ", ".join(other.name for other in beside)
            raise ValueError(
                f"{field.name} cannot be shown in one list with {names}: ask for it in a step of its own"
            )


@dataclass(frozen=True)
class Tally(Ask):
    """Ballots counted by name, without their voters: at least one, at most `voters`."""

    voters: int = 0

    def allows(self, answer: Value) -> bool:
        """Return whether these are counts of names, and of blank ballots where there are any.

        Their sum is at most `voters`.
        """
        if not super().allows(answer):
            return False
        counted: int = sum(answer["tally"].values()) + answer.get("blank", 0)
        return 1 <= counted <= self.voters


def tally(names: Iterable[str], voters: int, *, blank: bool) -> Tally:
    """Build an ask for ballots counted by name: `{tally: {name: n}}`.

    Where ballots may be blank, `blank: n` stands beside it.
    """
    counted = Counts("tally", tuple(names))
    return Tally(((counted,), (counted, Count("blank"))) if blank else ((counted,),), voters=voters)


def _fills(form: tuple[Field, ...], answer: Answer) -> bool:
    """Return whether the answer has exactly the fields of this form, each with a legal value."""
    for field in form:
        if field.name not in answer or not field.allows(answer[field.name]):
            return False
    return len(answer) == len(form)


def shuffled(values: Iterable[Any], choose: Choose) -> list[Any]:
    """Return the values in an order made by `choose`, which is called once per position."""
    left, result = list(values), []
    while left:
        place = choose(range(len(left)))
        left[place], left[-1] = left[-1], left[place]
        result.append(left.pop())
    return result


def one_of(name: str, legal: Iterable[Value], shown: Iterable[Value] | None = None) -> Ask:
    """Build an ask for one value: `{name: value}`."""
    return Ask(((field(name, legal, shown),),))


def field(name: str, legal: Iterable[Value], shown: Iterable[Value] | None = None) -> One:
    """Build a field that takes one legal value. `shown` defaults to the legal values."""
    legal = tuple(legal)
    return One(name, legal, legal if shown is None else tuple(shown))


@cache
def flag(name: str) -> One:
    """Build a field that takes only `true`: `{ok: true}`, `{blank: true}`."""
    return One(name, (True,), (True,))


def either(*fields: Field) -> Ask:
    """Build an ask for exactly one of these fields."""
    return Ask(tuple((field,) for field in fields))


@cache
def acknowledge() -> Ask:
    """Build an ask for a mere confirmation: `{ok: true}`."""
    return either(flag("ok"))


def throw(count: int) -> Ask:
    """Build an ask for the faces of `count` dice: `{dice: [n, ...]}`."""
    return either(Dice("dice", count))


def first_place(votes: Counter[str]) -> list[str]:
    """Return who has the most votes: one, several on a tie, none without a vote."""
    most = max(votes.values(), default=0)
    return [seat for seat, count in votes.items() if count == most]


def legal_answers(asks: Mapping[str, Ask]) -> dict[str, dict[str, Value]]:
    """Return what docs/record.md prints under `asks`."""
    return {who: ask.report() for who, ask in asks.items()}
