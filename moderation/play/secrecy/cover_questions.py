"""Cover questions: what whoever is not called at night is asked, so that all phones look and behave alike.

In a call every phone shows the very same form, in the very same words: what the call asks, and a sentence for whoever
is not called. A list of people serves both: whom to examine, or whom one suspects. Where there are deeds to choose
from, whoever is not called guesses them. Where the call only shows something, everybody says whom they suspect, those
who are called too. Which of the two is meant stands on the covered card. A cover question is worth answering: the
answers are kept in the journal beside the moves and told as a story at the end. They never touch the rules. See
docs/decisions/push-and-secrecy.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from django.http import QueryDict
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.asks import Answer, Ask, same
from games.engine.table import Refused, Step, Table
from games.engine.words import StepWords, Words
from moderation.play.forms import answer_forms
from moderation.play.forms.answer_forms import Column, Question, TheVery, Tile
from moderation.play.timeline.call_length import shape

NONE: Mapping[str, Any] = MappingProxyType({})
SUSPECT = "suspect"  # a field of cover answers, beside those of the call


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
    asked, labels = _of_whoever_is_not_called(
        step.name, step.opened, TheVery(words, ask, table.seats), get_language()
    )
    called = seat in step.asks
    answer, cover = step.answers.get(seat) if called else None, given(table, seat, step, late)
    if not called or manner(ask, table.seats) is CoverMode.SUSPECTS_BESIDE:
        answer = cover or answer
    if not called and answer is None and seat not in refused:
        return asked
    names = dict(labels)
    if called:
        names |= words.STEPS.get(step.name, StepWords(step.name)).fields
    wrong, reason = refusal(words, table, seat, step, refused, answer)
    said = answer_forms.in_words(words, step.name, answer, table.seats, names)
    return replace(asked, given=said, called=called, refused=wrong, why=reason)


@lru_cache(maxsize=answer_forms.KEPT)
def _of_whoever_is_not_called(
    step: str, opened: int, very: TheVery, _language: str | None
) -> tuple[Question, tuple[tuple[str, Any], ...]]:
    """The question of a call as long as nothing is answered, one object for all, and what its fields are called."""
    words, ask, seats = very.them
    asked = answer_forms.question(words, step, opened, ask, None, seats)
    columns, labels = _cover(step, TheVery(words, ask), asked.columns, tuple(seats))
    return replace(asked, columns=columns, otherwise=otherwise(ask, seats, asked.columns), called=False), labels


class CoverMode(Enum):
    """What a seat that is not called answers to what a call asks."""

    SUSPECTS = "suspects"  # the call asks for a person: whoever is not called says whom they suspect
    SUSPECTS_BESIDE = "suspects beside"  # the call only shows something: everybody says whom they suspect
    GUESSES = "guesses"  # there are deeds to choose from: whoever is not called guesses


def manner(ask: Ask, seats: Collection[str]) -> CoverMode:
    """What a seat that is not called answers to this."""
    return _manner(TheVery(ask, seats))


@lru_cache(maxsize=answer_forms.KEPT)
def _manner(very: TheVery) -> CoverMode:
    ask, seats = very.them
    fields = [field for place in answer_forms.places(ask) for field in place]
    if sum(len(field.shown) for field in fields) <= 1:
        return CoverMode.SUSPECTS_BESIDE
    names, lists = set(seats), [field for field in fields if not answer_forms.is_flag(field)]
    of_people = len(lists) == 1 and all(isinstance(one, str) and one in names for one in lists[0].shown)
    return CoverMode.SUSPECTS if of_people else CoverMode.GUESSES


def otherwise(ask: Ask, seats: Collection[str], columns: Sequence[Column]) -> str:
    """The sentence of a call for whoever is not called, on all phones alike."""
    match manner(ask, seats):
        case CoverMode.SUSPECTS:
            return _("If you are not called: whom do you suspect?")
        case CoverMode.SUSPECTS_BESIDE:
            only = [tile.label for column in columns for tile in column.tiles]
            if not only:
                return _("Look at your card, and say whom you suspect.")
            return _("Look at your card, tap “%(choice)s”, and say whom you suspect.") % {"choice": only[0]}
        case CoverMode.GUESSES:
            return _("If you are not called, guess.")


def refusal(
    words: Words, table: Table, seat: str, step: Step, refused: Mapping[str, Any], stands: Answer | None
) -> tuple[str, str]:
    """A seat's answer to this step that could not be taken and why, in words, until another is; none that stands."""
    wrong = refused.get(seat, NONE)
    if wrong.get("opened") != step.opened or same(wrong["answer"], stands):
        return "", ""
    later = [move for number, move in table.standing if number > wrong["at"]]
    answered = any(move.whose == seat for move in later)
    covered = any(number > wrong["at"] and who == seat for number, who, _cover in table.covers)
    if answered or covered:
        return "", ""
    said = answer_forms.in_words(words, step.name, wrong["answer"], table.seats)
    return said, why(words, step, seat, wrong["answer"], table.seats)


def why(words: Words, step: Step, seat: str, answer: Answer, seats: Sequence[str]) -> str:
    """Why this answer of a seat could not be taken, to its player."""
    ask = step.asks.get(seat)
    if ask is None or ask.allows(answer):
        return _("The answer to this question was settled already.")
    return why_not(words, step, ask, answer, seats)


def why_not(words: Words, step: Step, ask: Ask, answer: Answer, seats: Sequence[str]) -> str:
    """Return why an answer does not fit this ask: nothing is chosen, too few or too many, or what is not open."""
    said = words.STEPS.get(step.name, StepWords(step.name))
    if not answer:
        return _("Nothing is chosen yet.")
    if said.refused:
        return str(said.refused)
    fields = {field.name: field for form in ask.forms for field in form}
    some = answer_forms.several_of(list(fields.values()))
    if some is not None and not some.least <= len(answer.get(some.name, ())) <= some.most:
        if some.least == some.most:
            return ngettext("Choose one.", "Choose %(number)s.", some.least) % {"number": some.least}
        return _("Choose %(least)s to %(most)s.") % {"least": some.least, "most": some.most}
    wrong = [
        answer_forms.value_of(words, name, value, seats)
        for name, value in answer.items()
        if value is not True and name in fields and not fields[name].allows(value)
    ]
    if wrong:
        return _("This is not open to you here: %(choice)s.") % {"choice": ", ".join(wrong)}
    return _("These do not go together.")


@lru_cache(maxsize=answer_forms.KEPT)
def _cover(
    step: str, very: TheVery, asked: tuple[Column, ...], seats: tuple[str, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[str, Any], ...]]:
    """The columns of a call, and what its fields are called in a cover answer; one language has one `asked`."""
    words, ask = very.them
    labels: dict[str, Any] = dict(words.STEPS.get(step, StepWords(step)).fields) | {SUSPECT: _("I suspect")}
    match manner(ask, seats):
        case CoverMode.SUSPECTS:
            columns = tuple(replace(column, label="") for column in asked)
            labels |= {field.name: labels[SUSPECT] for field in ask.fields() if not answer_forms.is_flag(field)}
        case CoverMode.SUSPECTS_BESIDE:
            columns = (*asked, suspects(len(asked), seats))
        case CoverMode.GUESSES:
            columns = asked
    return columns, tuple(labels.items())


def suspects(number: int, seats: Sequence[str]) -> Column:
    """A list of all people, to say whom one suspects."""
    tiles = tuple(Tile(seat, seat) for seat in seats)
    return Column(number, "pick", _("Whom do you suspect?"), (), tiles, optional=True, people=True)


def given(table: Table, seat: str, step: Step, late: Mapping[str, Any] = NONE) -> Answer | None:
    """The cover answer that a seat has given in this call, in the fields of the call's own question."""
    if seat in late and late[seat].get("opened") == step.opened:
        answer: Answer | None = late[seat].get("answer")
        return answer
    return _given_in(table, step.opened).get(seat)


_latest: WeakKeyDictionary[Table, tuple[tuple[int, int], dict[str, Answer | None]]] = WeakKeyDictionary()


def _given_in(table: Table, opened: int) -> Mapping[str, Answer | None]:
    """The latest cover answer of each seat in the call that this move opened; kept as long as no other is given."""
    state = (opened, len(table.covers))
    kept = _latest.get(table)
    if kept is None or kept[0] != state:
        found: dict[str, Answer | None] = {}
        for number, seat, cover in reversed(table.covers):
            if number < opened:
                break
            if cover.get("opened") == opened:
                found.setdefault(seat, cover.get("answer"))
        kept = _latest[table] = (state, found)
    return kept[1]


def read(step: Step, form: QueryDict, seats: Collection[str]) -> dict[str, Any]:
    """What the journal keeps of a cover question's form. Raises `Refused` for what the page did not offer."""
    ask = shape(step)
    try:
        answer = answer_forms.read(ask, form) if ask else None
    except (ValueError, TypeError, RecursionError):
        answer = None
    if ask is None or answer is None or not offered(ask, answer):
        raise Refused("illegal_answer", "This is no answer.")
    if manner(ask, seats) is CoverMode.SUSPECTS_BESIDE:
        whom = form.get(f"pick{len(answer_forms.places(ask))}", "")
        if whom and whom not in seats:
            raise Refused("illegal_answer", "There is no such seat.")
        answer |= {SUSPECT: whom} if whom else {}
    return {"opened": step.opened, "step": step.name, "answer": answer}


def beside(step: Step, seats: Collection[str]) -> bool:
    """Whether those who are called answer a cover question too, beside what the call shows them."""
    ask = shape(step)
    return step.asleep and ask is not None and manner(ask, seats) is CoverMode.SUSPECTS_BESIDE


def offered(ask: Ask, answer: Answer) -> bool:
    """Whether the answer fills one form of the ask with what it shows."""
    forms_of_it = [ask.filled(form, answer) for form in ask.forms]
    return any(
        answer.keys() == {field.name for field in form}
        and all(any(same(answer[field.name], value) for value in field.shown) for field in form)
        for form in forms_of_it
    )
