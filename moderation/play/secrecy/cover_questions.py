"""Cover questions: night questions for seats that are not called.

Because of them all phones look and behave alike. In a call every phone displays the same form in the same words: the
call's question, and a sentence for whoever is not called. One list of people serves both: whom to examine, or whom
one suspects. Where there are deeds to choose from, whoever is not called guesses them. Where the call only shows
something, everybody names a suspect, those who are called too. The covered card says which of the two is meant. The
answers are stored in the journal next to the moves and told as a story at the end. They never affect the rules. See
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
from moderation.play.forms.answer_forms import Column, IdentityKey, Question, Tile
from moderation.play.timeline.call_length import find_visible_ask

NO_ANSWERS: Mapping[str, Any] = MappingProxyType({})
SUSPECT = "suspect"  # a field of cover answers, in addition to those of the call


def build_question(
    words: Words,
    table: Table,
    seat: str,
    step: Step,
    late: Mapping[str, Any] = NO_ANSWERS,
    refused: Mapping[str, Any] = NO_ANSWERS,
) -> Question:
    """Build the question of a call: equal for all seats except what is under covers.

    Under covers are this seat's answers in words. `late`: cover answers given after the end. `refused`: the latest
    answer of each seat that was not accepted.
    """
    ask = find_visible_ask(step)
    assert ask is not None
    asked, labels = _build_uncalled_question(
        step.name, step.opened, IdentityKey(words, ask, table.seats), get_language()
    )
    called = seat in step.asks
    answer, cover = step.answers.get(seat) if called else None, read_cover_answer(table, seat, step, late)
    if not called or find_cover_mode(ask, table.seats) is CoverMode.SUSPECTS_BESIDE:
        answer = cover or answer
    if not called and answer is None and seat not in refused:
        return asked
    names = dict(labels)
    if called:
        names |= words.STEPS.get(step.name, StepWords(step.name)).fields
    wrong, reason = describe_refusal(words, table, seat, step, refused, answer)
    said = answer_forms.format_answer(words, step.name, answer, table.seats, names)
    return replace(asked, given=said, called=called, refused=wrong, why=reason)


@lru_cache(maxsize=answer_forms.MAX_CACHED)
def _build_uncalled_question(
    step: str, opened: int, very: IdentityKey, _language: str | None
) -> tuple[Question, tuple[tuple[str, Any], ...]]:
    """Build the question of a call before any answer, and the labels of its fields.

    It is cached: all seats share one object.
    """
    words, ask, seats = very.members
    asked = answer_forms.build_form(words, step, opened, ask, None, seats)
    columns, labels = _build_cover_columns(step, IdentityKey(words, ask), asked.columns, tuple(seats))
    return replace(
        asked, columns=columns, otherwise=describe_uncalled(ask, seats, asked.columns), called=False
    ), labels


class CoverMode(Enum):
    """The kind of cover answer of a seat that is not called."""

    SUSPECTS = "suspects"  # the call asks for a person: whoever is not called names a suspect
    SUSPECTS_BESIDE = "suspects beside"  # the call only shows something: everybody names a suspect
    GUESSES = "guesses"  # there are deeds to choose from: whoever is not called guesses


def find_cover_mode(ask: Ask, seats: Collection[str]) -> CoverMode:
    """Return which kind of cover answer belongs to this ask."""
    return _find_cover_mode(IdentityKey(ask, seats))


@lru_cache(maxsize=answer_forms.MAX_CACHED)
def _find_cover_mode(very: IdentityKey) -> CoverMode:
    ask, seats = very.members
    fields = [field for place in answer_forms.list_places(ask) for field in place]
    if sum(len(field.shown) for field in fields) <= 1:
        return CoverMode.SUSPECTS_BESIDE
    names, lists = set(seats), [field for field in fields if not answer_forms.is_flag(field)]
    of_people = len(lists) == 1 and all(isinstance(one, str) and one in names for one in lists[0].shown)
    return CoverMode.SUSPECTS if of_people else CoverMode.GUESSES


def describe_uncalled(ask: Ask, seats: Collection[str], columns: Sequence[Column]) -> str:
    """Return the sentence of a call for whoever is not called, the same on all phones."""
    match find_cover_mode(ask, seats):
        case CoverMode.SUSPECTS:
            return _("If you are not called: whom do you suspect?")
        case CoverMode.SUSPECTS_BESIDE:
            only = [tile.label for column in columns for tile in column.tiles]
            if not only:
                return _("Look at your card, and say whom you suspect.")
            return _("Look at your card, tap “%(choice)s”, and say whom you suspect.") % {"choice": only[0]}
        case CoverMode.GUESSES:
            return _("If you are not called, guess.")


def describe_refusal(
    words: Words, table: Table, seat: str, step: Step, refused: Mapping[str, Any], stands: Answer | None
) -> tuple[str, str]:
    """Return a seat's answer that was not accepted at this step and the reason, in words.

    Empty once another answer came since, or if that answer stands.
    """
    wrong = refused.get(seat, NO_ANSWERS)
    if wrong.get("opened") != step.opened or same(wrong["answer"], stands):
        return "", ""
    later = [move for number, move in table.standing if number > wrong["at"]]
    answered = any(move.whose == seat for move in later)
    covered = any(number > wrong["at"] and who == seat for number, who, _cover in table.covers)
    if answered or covered:
        return "", ""
    said = answer_forms.format_answer(words, step.name, wrong["answer"], table.seats)
    return said, explain_refusal(words, step, seat, wrong["answer"], table.seats)


def explain_refusal(words: Words, step: Step, seat: str, answer: Answer, seats: Sequence[str]) -> str:
    """Return the reason for the player why this answer of a seat was not accepted."""
    ask = step.asks.get(seat)
    if ask is None or ask.allows(answer):
        return _("The answer to this question was settled already.")
    return explain_mismatch(words, step, ask, answer, seats)


def explain_mismatch(words: Words, step: Step, ask: Ask, answer: Answer, seats: Sequence[str]) -> str:
    """Return the reason why an answer does not fit this ask.

    Nothing is chosen, too few or too many are, or a choice is not open.
    """
    said = words.STEPS.get(step.name, StepWords(step.name))
    if not answer:
        return _("Nothing is chosen yet.")
    if said.refused:
        return str(said.refused)
    fields = {field.name: field for form in ask.forms for field in form}
    some = answer_forms.find_several(list(fields.values()))
    if some is not None and not some.least <= len(answer.get(some.name, ())) <= some.most:
        if some.least == some.most:
            return ngettext("Choose one.", "Choose %(number)s.", some.least) % {"number": some.least}
        return _("Choose %(least)s to %(most)s.") % {"least": some.least, "most": some.most}
    wrong = [
        answer_forms.format_value(words, name, value, seats)
        for name, value in answer.items()
        if value is not True and name in fields and not fields[name].allows(value)
    ]
    if wrong:
        return _("This is not open to you here: %(choice)s.") % {"choice": ", ".join(wrong)}
    return _("These do not go together.")


@lru_cache(maxsize=answer_forms.MAX_CACHED)
def _build_cover_columns(
    step: str, very: IdentityKey, asked: tuple[Column, ...], seats: tuple[str, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[str, Any], ...]]:
    """Return the columns of a call, and the labels of its fields in a cover answer.

    `asked` is part of the cache key, so each language has its own entry.
    """
    words, ask = very.members
    labels: dict[str, Any] = dict(words.STEPS.get(step, StepWords(step)).fields) | {SUSPECT: _("I suspect")}
    match find_cover_mode(ask, seats):
        case CoverMode.SUSPECTS:
            columns = tuple(replace(column, label="") for column in asked)
            labels |= {field.name: labels[SUSPECT] for field in ask.fields() if not answer_forms.is_flag(field)}
        case CoverMode.SUSPECTS_BESIDE:
            columns = (*asked, build_suspect_column(len(asked), seats))
        case CoverMode.GUESSES:
            columns = asked
    return columns, tuple(labels.items())


def build_suspect_column(number: int, seats: Sequence[str]) -> Column:
    """Build a list of all people, to name a suspect."""
    tiles = tuple(Tile(seat, seat) for seat in seats)
    return Column(number, "pick", _("Whom do you suspect?"), (), tiles, optional=True, people=True)


def read_cover_answer(table: Table, seat: str, step: Step, late: Mapping[str, Any] = NO_ANSWERS) -> Answer | None:
    """Return the cover answer of a seat in this call, in the fields of the call's own question."""
    if seat in late and late[seat].get("opened") == step.opened:
        answer: Answer | None = late[seat].get("answer")
        return answer
    return _read_cover_answers(table, step.opened).get(seat)


_latest: WeakKeyDictionary[Table, tuple[tuple[int, int], dict[str, Answer | None]]] = WeakKeyDictionary()


def _read_cover_answers(table: Table, opened: int) -> Mapping[str, Answer | None]:
    """Return the latest cover answer of each seat in the call that this move opened.

    The result is cached until another cover answer is given.
    """
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


def parse_cover(step: Step, form: QueryDict, seats: Collection[str]) -> dict[str, Any]:
    """Parse a cover question's form into a journal entry.

    Raises `Refused` for what the page did not offer.
    """
    ask = find_visible_ask(step)
    try:
        answer = answer_forms.parse_form(ask, form) if ask else None
    except (ValueError, TypeError, RecursionError):
        answer = None
    if ask is None or answer is None or not is_offered(ask, answer):
        raise Refused("illegal_answer", "This is no answer.")
    if find_cover_mode(ask, seats) is CoverMode.SUSPECTS_BESIDE:
        whom = form.get(f"pick{len(answer_forms.list_places(ask))}", "")
        if whom and whom not in seats:
            raise Refused("illegal_answer", "There is no such seat.")
        answer |= {SUSPECT: whom} if whom else {}
    return {"opened": step.opened, "step": step.name, "answer": answer}


def has_cover_for_called(step: Step, seats: Collection[str]) -> bool:
    """Return whether those who are called answer a cover question too.

    They do so where the call only shows them something.
    """
    ask = find_visible_ask(step)
    return step.asleep and ask is not None and find_cover_mode(ask, seats) is CoverMode.SUSPECTS_BESIDE


def is_offered(ask: Ask, answer: Answer) -> bool:
    """Return whether the answer fills one form of the ask with values that it displays."""
    forms_of_it = [ask.filled(form, answer) for form in ask.forms]
    return any(
        answer.keys() == {field.name for field in form}
        and all(any(same(answer[field.name], value) for value in field.shown) for field in form)
        for form in forms_of_it
    )
