"""Conversion between an `Ask`, its form on the page, and the submitted answer.

The form has one *column* for each place in the ask's forms. A column is a list of tiles of which one is picked
(`pick0`), with a verb where the same list serves several fields (`verb0`). Or it is a list of which several are
picked, or dice. No tile is preselected, except for the usual deed of a list (`Column.usual`). Because a neighbour
could read it, no page marks the given answer (`Question.given`). Knows no game: labels come from the kit's words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, zip_longest
from math import prod
from operator import is_
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.asks import Answer, Ask, Count, Counts, Dice, Each, Field, One, Several, same
from games.engine.words import StepWords, Words

QUICK, EVERYTHING = "quick", "all"  # in a form: the name of an answer by one tap, and its mark "for a while"
MAX_CACHED = 512  # cached questions
FEW = 4  # most choices that are listed one by one, although they could be combined from parts


@dataclass(frozen=True)
class Tile:
    """A choice: the value that the form sends, its label, and the parts of a compound choice.

    `verb`: what is done to it, in a column of several deeds: "Rob". `apart`: not an item of the list next to it but
    another answer: a blank ballot. `off`: it cannot be chosen now, and keeps its place.
    """

    value: str
    label: str
    parts: tuple[ChoicePart, ...] = ()
    apart: bool = False
    verb: str = ""
    off: bool = False

    @property
    def full_label(self) -> str:
        """The whole choice: "Rob: Bob"."""
        return join_label(self.verb, self.label)


@dataclass(frozen=True)
class ChoicePart:
    """A part of a compound choice: a list to choose one from, and the name it is sent under."""

    name: str
    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class TileGroup:
    """Tiles that stand together, under their verb if they have one in common."""

    verb: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Column:
    """The input at one place of the form.

    `only_with`: verbs of the first column needed here, if any. A column can be long, and many forms share it: its
    hash is computed once.
    """

    number: int
    kind: str  # pick | several | dice | counts | count
    label: str
    verbs: tuple[Tile, ...]
    tiles: tuple[Tile, ...]
    optional: bool = False
    least: int = 1
    most: int = 1
    only_with: tuple[str, ...] = ()
    people: bool = False  # the tiles are names only
    covered: bool = False  # its choices show a seat's cards
    preset: bool = False  # next to another choice: unless something else is chosen, nothing is
    usual: str = ""  # the preselected verb

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(
            (self.number, self.kind, self.label, self.verbs, self.tiles, self.optional, self.only_with, self.covered)
        )

    @property
    def throws(self) -> range:
        """The dice to fill in, counted from 1."""
        return range(1, self.most + 1)

    @property
    def groups(self) -> list[TileGroup]:
        """The tiles, each run of one verb together.

        A verb with one tile is on the tile itself, unless the column is covered.
        """
        runs = [(verb, tuple(tiles)) for verb, tiles in groupby(self.tiles, lambda tile: tile.verb)]
        return [TileGroup(verb if len(tiles) > 1 or self.covered else "", tiles) for verb, tiles in runs]

    @property
    def is_one_list(self) -> bool:
        """True if it is one list of names, which includes "nobody"."""
        return self.people and len(self.groups) == 1

    @property
    def has_menu(self) -> bool:
        """True if there are several lists, each opened by its verb.

        This avoids spreading out a hand to play a card. Covered columns fold alike, however much is in them.
        """
        return self.covered or sum(bool(group.verb) for group in self.groups) > 1


@dataclass(frozen=True)
class Question:
    """A question that is open now. `step` and `opened` are sent back with the answer."""

    step: str
    opened: int | str  # the step's number; on phones, its pseudonym
    title: str
    text: str
    columns: tuple[Column, ...]
    given: str = ""  # the current answer in words, only for whoever gave it
    refused: str = ""  # the latest answer that was not accepted, only for whoever gave it
    why: str = ""  # why `refused` was not accepted
    otherwise: str = ""  # in a call: the sentence for seats that are not called, the same on all phones
    called: bool = True  # in a call: whether it is for this seat
    fellows: str = ""  # in a call: the proposals of the others in the group
    covered: bool = False  # its choices show a seat's cards: they are under a curtain
    passes: tuple[Tile, ...] = ()  # what is answered by one tap
    own: bool = False  # the moderator decides it, and its text addresses the moderator
    in_sight: bool = False  # a vote by show of hands: a seat's page may display its answer

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Computed once, because hundreds of phones may be asked the same.

        The fields that it omits seldom differ alone.
        """
        return hash((self.opened, self.columns, self.given, self.refused, self.fellows, self.called, self.own))


def build_form(
    words: Words, step: str, opened: int, ask: Ask, given: Answer | None, seats: Sequence[str]
) -> Question:
    """Build the form of an ask, with the answer given so far in words."""
    return _build_form(step, opened, IdentityKey(words, ask, given, seats), get_language())


def build_table_form(words: Words, step: str, opened: int, ask: Ask, seats: Sequence[str]) -> Question:
    """Build the form of what the moderator decides or enters for the whole table.

    It has the moderator's own text if the step has one.
    """
    asked = build_form(words, step, opened, ask, None, seats)
    own = str(words.STEPS[step].decides) if step in words.STEPS else ""
    return replace(asked, text=own, own=True) if own else asked


@lru_cache(maxsize=MAX_CACHED)
def _build_form(step: str, opened: int, very: IdentityKey, language: str | None) -> Question:
    words, ask, given, seats = very.members
    said = words.STEPS.get(step, StepWords(step))
    columns = _build_columns(step, IdentityKey(words, ask, seats), language)
    answer = format_answer(words, step, given, seats)
    passes = (
        _build_pass_tiles(said) if said.passes and any(field.name == said.passes[0] for field in ask.fields()) else ()
    )
    return Question(
        step, opened, str(said.title), str(said.question), columns, answer, covered=said.held, passes=passes
    )


def _build_pass_tiles(said: StepWords) -> tuple[Tile, ...]:
    """Return the tiles to let one thing pass, or everything for a while."""
    name = said.passes[0] if said.passes else ""
    everything = (Tile(f"{name} {EVERYTHING}", str(said.passes_all)),) if said.passes_all else ()
    return (Tile(name, str(said.fields.get(name, name))), *everything)


def has_passed_all(form: QueryDict) -> bool:
    """Return whether a form says to let everything pass from now on."""
    return form.get(QUICK, "").endswith(f" {EVERYTHING}")


def compute_longest_answer(asked: Question) -> int:
    """Return the length in JSON of the longest answer in words to a question."""
    return sum(map(_longest_choice, asked.columns))


@lru_cache(maxsize=MAX_CACHED)
def _longest_choice(column: Column) -> int:
    lengths = sorted((_compute_longest(tile) for tile in column.tiles), reverse=True)
    chosen = sum(lengths[: column.most]) if column.kind == "several" else max(lengths, default=0)
    verbs = max((len(json.dumps(verb.label)) for verb in column.verbs), default=len(json.dumps(column.label)))
    return chosen + verbs + 4 * column.most


def _compute_longest(tile: Tile) -> int:
    parts = (
        max((len(json.dumps(one.label)) for one in part.tiles), default=0) + len(part.label) for part in tile.parts
    )
    return len(json.dumps(tile.full_label)) + sum(parts)


class IdentityKey:
    """A cache key that compares objects by identity.

    Because of it, results for objects with any content can be cached.
    """

    def __init__(self, *them: Any) -> None:
        self.members = them

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.members)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and all(map(is_, self.members, other.members))


@lru_cache(maxsize=MAX_CACHED)
def _build_columns(step: str, very: IdentityKey, language: str | None) -> tuple[Column, ...]:
    words, ask, seats = very.members
    said = words.STEPS.get(step, StepWords(step))
    quick = said.passes[0] if said.passes else ""
    columns = []
    for number, fields in enumerate(list_places(ask)):
        listed = [field for field in fields if field.name != quick] or fields
        columns.append(replace(_build_column(words, said, number, listed, ask, seats), covered=said.held))
    return tuple(columns)


def list_places(ask: Ask) -> list[list[Field]]:
    """Return the fields that can be at each place of the ask's forms, each once."""
    columns = zip_longest(*ask.forms)
    return [list({field.name: field for field in column if field is not None}.values()) for column in columns]


def format_answer(
    words: Words, step: str, answer: Answer | None, seats: Sequence[str], labels: Mapping[str, object] | None = None
) -> str:
    """Return an answer in words: "Mutate: Ann · Paralyse: Bob".

    `labels` replace the step's own.
    """
    if answer == {}:
        return _("Nobody")
    labels = labels or words.STEPS.get(step, StepWords(step)).fields
    said = []
    for name, value in (answer or {}).items():
        label = str(labels.get(name, name))
        said.append(label if value is True else join_label(label, format_value(words, name, value, seats)))
    return " · ".join(said)


def join_label(label: str, value: str) -> str:
    """Join a label and a value as the language does: "Mutate: Ann"."""
    return _("%(label)s: %(value)s") % {"label": label, "value": value} if label else value


def format_value(words: Words, name: str, value: Any, seats: Sequence[str]) -> str:
    """Return a value of a field in words.

    A seat is its name, a list is joined by commas, and the kit names anything else.
    """
    if isinstance(value, str) and value in seats:
        return value
    if isinstance(value, list):
        return ", ".join(format_value(words, name, one, seats) for one in value)
    if isinstance(value, Mapping) and value.keys() <= set(seats):
        return ", ".join(f"{seat} {count}" for seat, count in value.items())
    return str(words.value(name, value))


def _build_column(
    words: Words, said: StepWords, number: int, fields: list[Field], ask: Ask, seats: Sequence[str]
) -> Column:
    first, lists = fields[0], sum(not is_flag(field) for field in fields)
    blank = Column(
        number,
        "pick",
        "" if len(fields) > 1 or is_flag(first) else str(said.fields.get(first.name, "")),
        (),
        (),
        optional=ask.spare or any(len(form) <= number for form in ask.forms),
        only_with=(only_with := _list_needed_verbs(number, ask)),
        preset=bool(only_with),
        people=all(value in seats for field in fields for value in field.shown if isinstance(value, str)),
    )
    if isinstance(first, Counts):
        tiles = tuple(Tile(f"pick{number}.{place}", name) for place, name in enumerate(first.legal))
        return replace(blank, kind="counts", tiles=tiles)
    if isinstance(first, Count):
        return replace(blank, kind="count")
    if isinstance(first, Dice):
        return replace(blank, kind="dice", least=first.count, most=first.count)
    if some := find_several(fields):
        names = [Tile(_encode_value(value), format_value(words, some.name, value, seats)) for value in some.shown]
        flags = [
            tile for one in fields if one is not some for tile in _build_tiles(words, said, one, seats, lists, True)
        ]
        label = str(said.fields.get(some.name, ""))
        return replace(blank, kind="several", label=label, tiles=(*names, *flags), least=some.least, most=some.most)
    if _have_one_list(fields):
        verbs = tuple(Tile(field.name, str(said.fields.get(field.name, field.name))) for field in fields)
        shown = _sort_own_first(first) if said.held and isinstance(first, One) else first.shown
        tiles = tuple(Tile(_encode_value(one), format_value(words, first.name, one, seats)) for one in shown)
        usual = said.usual if any(field.name == said.usual for field in fields) else ""
        return replace(blank, verbs=verbs, tiles=tiles, usual=usual)
    by_name = {field.name: _build_tiles(words, said, field, seats, lists, len(fields) > 1) for field in fields}
    row = next((row for row in said.places if by_name.keys() <= set(row)), tuple(by_name))
    off = {name: Tile("", str(said.fields.get(name, name)), off=True) for name in row}
    return replace(blank, tiles=tuple(tile for name in row for tile in by_name.get(name, [off[name]])))


def find_several(fields: Sequence[Field]) -> Several | None:
    """Return the field of these of which several values are picked; the others are flags."""
    return next((field for field in fields if isinstance(field, Several)), None)


def _sort_own_first(field: One) -> Sequence[Any]:
    """Return the displayed values, those first that this seat may answer.

    It is used under a curtain, where the order reveals nothing to others.
    """
    return sorted(field.shown, key=lambda value: not field.allows(value))


def is_flag(field: Field) -> bool:
    """Return whether the field has one possible value: yes, nobody, the end of the turn."""
    return field.shown == (True,)


def _have_one_list(fields: Sequence[Field]) -> bool:
    """Return whether these fields are deeds with the same list, which is then needed once."""
    lists = {_encode_value(list(field.shown)) for field in fields}
    return len(fields) > 1 and len(lists) == 1 and len(fields[0].shown) > 1


def _list_needed_verbs(number: int, ask: Ask) -> tuple[str, ...]:
    """Return the verbs of the first column with which this one is filled in.

    Empty when it may always be.
    """
    first = list_places(ask)[0]
    if number == 0 or not _have_one_list(first):
        return ()
    going_on = {form[0].name for form in ask.forms if len(form) > number}
    return tuple(field.name for field in first if field.name in going_on) if len(going_on) < len(first) else ()


def _build_tiles(
    words: Words, said: StepWords, field: Field, seats: Sequence[str], lists: int, beside_others: bool
) -> list[Tile]:
    label = str(said.fields.get(field.name, field.name))
    if is_flag(field):
        return [Tile(_encode_value({field.name: True}), label, apart=beside_others and lists == 1)]
    if parts := list_parts(field):
        named = tuple(
            ChoicePart(
                f"{field.name}.{part.name}",
                str(said.fields.get(part.name, part.name)),
                tuple(
                    Tile(_encode_value(value), format_value(words, part.name, value, seats))
                    for value in _sort_values(said, part)
                ),
            )
            for part in parts
        )
        return [Tile(_encode_value({field.name: {}}), label, named)]
    # A list of people next to a blank ballot needs no verb; any other list says what is done with it.
    of_seats = all(isinstance(value, str) and value in seats for value in field.shown)
    verb = label if lists > 1 or (beside_others and not of_seats) else ""
    return [
        Tile(_encode_value({field.name: value}), format_value(words, field.name, value, seats), verb=verb)
        for value in _sort_values(said, field)
    ]


def _sort_values(said: StepWords, field: Field) -> Sequence[Any]:
    return sorted(field.shown, key=said.sort) if said.sort else field.shown


def list_parts(field: Field) -> tuple[One, ...]:
    """Return the parts that a choice is put together from; none where every choice is listed.

    There are parts where values are objects and every combination of their parts is among them.
    """
    if isinstance(field, Each):
        return field.parts
    values = field.shown
    if len(values) <= FEW or not all(
        isinstance(value, dict) and value.keys() == values[0].keys() for value in values
    ):
        return ()
    parts = []
    for name in values[0]:
        different = _remove_duplicates([value[name] for value in values])
        parts.append(One(name, different, different))
    return tuple(parts) if prod(len(part.shown) for part in parts) == len(values) else ()


def _remove_duplicates(values: Sequence[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    for value in values:
        if not any(same(value, one) for one in found):
            found.append(value)
    return tuple(found)


def _encode_value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class UnfinishedAnswer(ValueError):
    """An error: something is still to be chosen.

    `parts` are the names of its fields, or of the parts of a choice.
    """

    def __init__(self, parts: Sequence[str]) -> None:
        super().__init__(", ".join(parts))
        self.parts = parts


def parse_form(ask: Ask, form: QueryDict) -> Answer:
    """Parse a filled-in form into an answer; whether it is legal is for the table to decide.

    Where everything may be left out, that too is chosen: "Nobody" is sent as an empty choice. Raises
    `UnfinishedAnswer` when a choice lacks parts or was not made. Raises ValueError when the form holds what no page
    sends.
    """
    if quick := form.get(QUICK, "").partition(" ")[0]:
        if not any(field.name == quick and is_flag(field) for field in ask.fields()):
            raise ValueError("nothing to answer by one tap")
        return {quick: True}
    answer: Answer = {}
    if ask.spare and (
        untouched := [fields for number, fields in enumerate(list_places(ask)) if f"pick{number}" not in form]
    ):
        raise UnfinishedAnswer([field.name for fields in untouched for field in fields])
    for number, fields in enumerate(list_places(ask)):
        first, picked = fields[0], form.getlist(f"pick{number}")
        if isinstance(first, Counts):
            counted = {name: _parse_number(form, f"pick{number}.{place}") for place, name in enumerate(first.legal)}
            answer[first.name] = {name: count for name, count in counted.items() if count}
        elif isinstance(first, Count):
            if count := _parse_number(form, f"pick{number}"):
                answer[first.name] = count
        elif isinstance(first, Dice):
            answer[first.name] = [int(face) for face in picked]
        elif some := find_several(fields):
            answer |= _build_several(some, fields, [json.loads(value) for value in picked])
        elif verb := form.get(f"verb{number}"):
            if verb not in {field.name for field in fields}:
                raise ValueError("not a verb")
            if picked and picked[-1]:
                answer[verb] = json.loads(picked[-1])
        elif picked and picked[-1]:
            chosen = json.loads(picked[-1])
            if not isinstance(chosen, dict):
                raise ValueError("not a choice")
            answer |= {
                name: _parse_parts(fields, name, form) if value == {} else value for name, value in chosen.items()
            }
    return answer


def _build_several(some: Several, fields: Sequence[Field], picked: list[Any]) -> Answer:
    """Return what was picked of a list and of the flags next to it.

    Both at once is no legal answer, which the table refuses.
    """
    flags = {field.name for field in fields if field is not some}
    said = [one for one in picked if isinstance(one, dict) and one.keys() <= flags]
    values = [one for one in picked if one not in said]
    answer: Answer = {name: True for one in said for name in one}
    return answer if said and not values else {**answer, some.name: values}


def _parse_number(form: QueryDict, name: str) -> int:
    """Parse a whole number in plain digits, 0 where nothing is written. Raises ValueError."""
    written = form.get(name, "")
    if written and not (written.isascii() and written.isdigit()):
        raise ValueError("no number")
    return int(written or 0)


def _parse_parts(fields: Sequence[Field], name: str, form: QueryDict) -> Answer:
    whole = next((field for field in fields if field.name == name), None)
    parts = list_parts(whole) if whole else ()
    if not parts:
        raise ValueError("not a choice")
    if lacking := [part.name for part in parts if not form.get(f"{name}.{part.name}")]:
        raise UnfinishedAnswer(lacking)
    return {part.name: json.loads(form.get(f"{name}.{part.name}", "null")) for part in parts}
