"""Cover questions: what whoever is not called at night is asked, so that all phones look and behave alike.

A cover question has the columns, the lists and the taps of the call's own question, and is worth answering: the
answers are kept in the journal beside the moves and told as a story at the end. They never touch the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.asks import Answer, Ask, same
from games.table import Refused, Step, Table
from games.words import StepWords, Words
from moderation import questions
from moderation.calls import shape
from moderation.questions import Column, Question, TheVery

NONE: Mapping[str, Any] = MappingProxyType({})


def question(words: Words, table: Table, seat: str, step: Step, late: Mapping[str, Any] = NONE) -> Question:
    """The cover question of a call, with this seat's cover answer so far in words; `late`: those after the end."""
    ask = shape(step)
    assert ask is not None
    asked = questions.question(words, step.name, step.opened, ask, None, table.seats)
    columns, labels = _cover(step.name, TheVery(words, ask), asked.columns, tuple(table.seats))
    said = questions.in_words(words, step.name, given(table, seat, step, late), table.seats, dict(labels))
    return replace(asked, text=_("While others are called: what do you think?"), columns=columns, given=said)


@lru_cache(maxsize=questions.KEPT)
def _cover(
    step: str, very: TheVery, asked: tuple[Column, ...], seats: tuple[str, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[str, Any], ...]]:
    """The columns of everybody's cover question, and what its fields are called; one language has one `asked`."""
    words, ask = very.them
    columns = tuple(disguised(column, seats) for column in asked)
    labels: dict[str, Any] = dict(words.STEPS.get(step, StepWords(step)).fields)
    for fields, column in zip(questions.places(ask), columns, strict=True):
        labels |= {verb.value: verb.label for verb in column.verbs}
        labels |= {field.name: column.label for field in fields if column.label}
    return columns, tuple(labels.items())


def disguised(column: Column, seats: Sequence[str]) -> Column:
    """A column of the call, asking for an opinion in the place of an action."""
    verbs = tuple(replace(verb, label=label) for verb, label in zip(column.verbs, opinions(), strict=False))
    about_people = any(tile.label in seats for tile in column.tiles)
    if about_people:
        label = "" if verbs else (_("I would protect") if column.number else _("I suspect"))
    else:
        label = column.label
    return replace(column, label=label, verbs=verbs)


def opinions() -> tuple[str, ...]:
    """What stands where a call has verbs."""
    return (_("I suspect"), _("I trust"), _("I wonder about"))


def given(table: Table, seat: str, step: Step, late: Mapping[str, Any] = NONE) -> Answer | None:
    """The cover answer that a seat has given in this call, in the fields of the call's own question."""
    covers = [cover for _number, who, cover in table.covers if who == seat]
    covers += [late[seat]] if seat in late else []
    answers = [cover for cover in covers if cover.get("opened") == step.opened]
    return answers[-1].get("answer") if answers else None


def read(step: Step, form: QueryDict) -> dict[str, Any]:
    """What the journal keeps of a cover question's form. Raises `Refused` for what the page did not offer."""
    ask = shape(step)
    try:
        answer = questions.read(ask, form) if ask else {}
    except (ValueError, TypeError, RecursionError):
        answer = {}
    if ask is None or not offered(ask, answer):
        raise Refused("illegal_answer", "This is no answer.")
    return {"opened": step.opened, "step": step.name, "answer": answer}


def offered(ask: Ask, answer: Answer) -> bool:
    """Whether the answer fills one form of the ask with what it shows."""
    return any(
        answer.keys() == {field.name for field in form}
        and all(any(same(answer[field.name], value) for value in field.shown) for field in form)
        for form in ask.forms
    )
