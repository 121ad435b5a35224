"""Cover questions: what whoever is not called at night is asked, so that all phones look and behave alike.

In a call every phone shows the very same form, in the very same words: what the call asks, and beside it what
whoever is not called is asked instead. Which of the two is meant stands on the covered card. A cover question is
worth answering: the answers are kept in the journal beside the moves and told as a story at the end. They never
touch the rules. See docs/decisions/call-words.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.asks import Answer, Ask, same
from games.engine.table import Refused, Step, Table
from games.engine.words import StepWords, Words
from moderation.night.timing import shape
from moderation.questions import forms
from moderation.questions.forms import Column, Question, TheVery

NONE: Mapping[str, Any] = MappingProxyType({})


def question(
    words: Words,
    table: Table,
    seat: str,
    step: Step,
    late: Mapping[str, Any] = NONE,
    refused: Mapping[str, Any] = NONE,
) -> Question:
    """The question of a call: for all seats the same, but for what stands under covers, this seat's answers in words.

    `late`: cover answers given after the end. `refused`: the latest answer of each seat that could not be taken.
    """
    ask = shape(step)
    assert ask is not None
    asked = forms.question(words, step.name, step.opened, ask, None, table.seats)
    columns, labels = _cover(step.name, TheVery(words, ask), asked.columns, tuple(table.seats))
    called = seat in step.asks
    answer = step.answers.get(seat) if called else given(table, seat, step, late)
    names = None if called else dict(labels)
    return replace(
        asked,
        columns=columns,
        given=forms.in_words(words, step.name, answer, table.seats, names),
        refused=refusal(words, table, seat, step, refused, answer, names),
        called=called,
    )


def refusal(
    words: Words,
    table: Table,
    seat: str,
    step: Step,
    refused: Mapping[str, Any],
    stands: Answer | None,
    names: Mapping[str, Any] | None = None,
) -> str:
    """A seat's answer to this step that could not be taken, in words, until another is; none that stands."""
    wrong = refused.get(seat, NONE)
    if wrong.get("opened") != step.opened or same(wrong["answer"], stands):
        return ""
    later = [move for number, move in table.standing if number > wrong["at"]]
    answered = any(move.whose == seat for move in later)
    covered = any(number > wrong["at"] and who == seat for number, who, _cover in table.covers)
    if answered or covered:
        return ""
    return forms.in_words(words, step.name, wrong["answer"], table.seats, names)


@lru_cache(maxsize=forms.KEPT)
def _cover(
    step: str, very: TheVery, asked: tuple[Column, ...], seats: tuple[str, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[str, Any], ...]]:
    """The columns of a call, and what its fields are called in a cover answer; one language has one `asked`."""
    words, ask = very.them
    columns = tuple(disguised(column, seats) for column in asked)
    labels: dict[str, Any] = dict(words.STEPS.get(step, StepWords(step)).fields)
    for fields, column in zip(forms.places(ask), columns, strict=True):
        labels |= {verb.value: verb.label for verb in column.verbs}
        labels |= {field.name: column.label for field in fields if column.label}
    return tuple(map(both, asked, columns)), tuple(labels.items())


def both(asked: Column, cover: Column) -> Column:
    """A column that asks both, in one wording for those who are called and those who are not."""
    verbs = tuple(
        replace(verb, label=beside(verb.label, other.label))
        for verb, other in zip(asked.verbs, cover.verbs, strict=True)
    )
    return replace(asked, label=beside(asked.label, cover.label), verbs=verbs)


def beside(one: str, other: str) -> str:
    """Two readings of the same control."""
    return " / ".join(dict.fromkeys(filter(None, (one, other))))


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
        answer = forms.read(ask, form) if ask else None
    except (ValueError, TypeError, RecursionError):
        answer = None
    if ask is None or answer is None or not offered(ask, answer):
        raise Refused("illegal_answer", "This is no answer.")
    return {"opened": step.opened, "step": step.name, "answer": answer}


def offered(ask: Ask, answer: Answer) -> bool:
    """Whether the answer fills one form of the ask with what it shows."""
    forms_of_it = [ask.filled(form, answer) for form in ask.forms]
    return any(
        answer.keys() == {field.name for field in form}
        and all(any(same(answer[field.name], value) for value in field.shown) for field in form)
        for form in forms_of_it
    )
