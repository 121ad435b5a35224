"""Answers that the desk enters by taps on its ring: which question, and for whom.

Where nobody has a phone to answer with, the next step of the desk is to enter an answer. It answers for one of these:
- the group that decides together;
- all who are called, where each gives the same sign;
- everybody in one list, where answers are public and there is little to choose from;
- one seat after the other.

Start reading at `find_entry`. Questions come from moderation/play/forms/answer_forms.py. Answers go to
moderation/play/commands/desk_entry.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.asks import Ask
from games.engine.table import Step, Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.forms.answer_forms import (
    FEW,
    Question,
    Tile,
    build_form,
    build_table_form,
    format_answer,
    is_flag,
)
from moderation.play.projections import private
from moderation.play.projections.sections.context import SeatColumns

FEW_NOMINEES = 3  # at most so many people have a button each in the middle of the ring


@dataclass(frozen=True)
class NeighbourSeat:
    """Another seat that is asked the same question: its id, and its name for the button to it."""

    id: int
    name: str


@dataclass(frozen=True)
class DeskEntry:
    """The answer that a tap on the ring enters now.

    `seats`: the ids for which the desk answers. It is empty for the whole group or table.
    `name`: the name of the one seat, where the room may know it.
    `place` of `places`: how many of those asked have an answer once this one is given.
    `at_once`: one tap is the answer, as for a ballot. Otherwise a tap selects, and the desk's button confirms.
    `before` and `after`: neighbours whose ballots may be entered or corrected next.
    `rows`: a list with a choice for each of `seats`, where all are entered together.
    `pretended`: the question of a call that waits for nobody. It is entered like any other (SECRECY 6).
    `covert`: how many are called is a secret.
    """

    question: Question
    seats: tuple[int, ...] = ()
    name: str = ""
    place: int = 0
    places: int = 0
    at_once: bool = False
    before: NeighbourSeat | None = None
    after: NeighbourSeat | None = None
    rows: tuple[NeighbourSeat, ...] = ()
    pretended: bool = False
    covert: bool = False

    @property
    def is_for_ring(self) -> bool:
        """True if every choice is a person, so that the ring replaces a list of names."""
        return is_for_ring(self.question)

    @property
    def sign(self) -> str:
        """The value of the only choice, such as "Seen"; empty where there is something to choose."""
        tiles = [tile for column in self.question.columns for tile in column.tiles]
        return tiles[0].value if len(tiles) == 1 and not is_name(tiles[0]) else ""

    @property
    def nominees(self) -> tuple[Tile, ...]:
        """The people whom a ballot may name; empty where they are too many for a button each."""
        people = tuple(tile for tile in self.question.columns[0].tiles if not tile.apart) if self.at_once else ()
        return people if len(people) <= FEW_NOMINEES else ()

    @property
    def is_optional(self) -> bool:
        """True if it may be answered without a choice."""
        return all(column.optional for column in self.question.columns)


def is_for_ring(asked: Question) -> bool:
    """Return true if the ring can answer this question.

    In each column people must be chosen, or counted.
    """
    columns = asked.columns
    if any(column.kind == "counts" for column in columns):
        return True
    return bool(columns) and all(
        column.people
        and column.kind in ("pick", "several")
        and not column.covered
        and any(map(is_name, column.tiles))
        for column in columns
    )


def is_name(tile: Tile) -> bool:
    """Return true if a tile in a column of people is a person's name.

    Other tiles are a sign, a blank ballot and the like.
    """
    value = json.loads(tile.value)
    return isinstance(value, str) or any(isinstance(one, str) for one in value.values())


def find_entry(
    words: Words,
    session: GameSession,
    table: Table,
    step: Step | None,
    seats: Sequence[SeatColumns],
    with_phone: Collection[int],
    covert: bool = False,
) -> DeskEntry | None:
    """Return what the desk enters at the open step.

    It is None where phones and the computer answer, or where the desk only closes the step.
    `with_phone`: the ids of the seats that have a phone. `covert`: a call is entered alike, whoever is called.
    """
    found = find_entry_for_asked(words, session, table, step, seats, with_phone)
    if not covert or step is None or session.nights != GameSession.Nights.EYES_CLOSED:
        return found
    return replace(found or build_pretended_entry(words, table, step), covert=True)


def build_pretended_entry(words: Words, table: Table, step: Step) -> DeskEntry:
    """Return the entry for a call that waits for nobody, with the question that all know."""
    ask = step.moderator_ask or step.shape
    assert ask is not None
    return DeskEntry(build_table_form(words, step.name, step.opened, ask, table.seats), pretended=True)


def find_entry_for_asked(
    words: Words,
    session: GameSession,
    table: Table,
    step: Step | None,
    seats: Sequence[SeatColumns],
    with_phone: Collection[int],
) -> DeskEntry | None:
    """Return what the desk enters for those who are asked, None where it enters nothing."""
    people = list_people_to_answer_for(session, step, seats) if step else {}
    if step is None or not people:
        return None
    if is_decided_together(step, people.values(), with_phone) and step.moderator_ask:
        return DeskEntry(build_table_form(words, step.name, step.opened, step.moderator_ask, table.seats))
    in_silence = step.asleep or step.aside
    missing = list_missing_answers(step, people, () if in_silence else with_phone)
    asked = build_question_of_seat(words, table, step, next(iter(missing))) if missing else None
    if asked is None:
        return None
    ids = {seat.name: seat.pk for seat in seats}
    return build_silent_entry(step, asked, missing) if in_silence else build_open_entry(step, asked, missing, ids)


def list_people_to_answer_for(
    session: GameSession, step: Step, seats: Sequence[SeatColumns]
) -> dict[str, SeatColumns]:
    """Return the people who are asked, by name, where the desk may answer for them.

    What is asked in secret is answered on phones, unless eyes are closed.
    """
    in_secret = step.asleep or step.aside
    if step.of_chance or (in_secret and session.nights != GameSession.Nights.EYES_CLOSED):
        return {}
    return {seat.name: seat for seat in seats if seat.name in step.asks and not seat.bot}


def list_missing_answers(
    step: Step, people: Mapping[str, SeatColumns], with_phone: Collection[int]
) -> dict[str, int]:
    """Return the ids of people who have no phone and have not answered, by name."""
    names = [name for name in step.asks if name in people and name not in step.answers]
    return {name: people[name].pk for name in names if people[name].pk not in with_phone}


def is_decided_together(step: Step, people: Iterable[SeatColumns], with_phone: Collection[int]) -> bool:
    """Return true if one entry answers for all who are asked.

    That is so in a call, and in a question to several people of whom nobody has a phone.
    """
    return step.asleep or (len(step.asks) > 1 and not any(seat.pk in with_phone for seat in people))


def build_question_of_seat(words: Words, table: Table, step: Step, name: str) -> Question | None:
    """Return the question that the desk answers for this seat.

    In a call it is the call's own under its own name: no phone asks it, so it needs no cover.
    """
    if step.asleep:
        return build_form(words, step.name, step.opened, step.asks[name], None, table.seats)
    return private.build_question(words, table, name, step)


def build_silent_entry(step: Step, asked: Question, missing: Mapping[str, int]) -> DeskEntry:
    """Return the entry for one seat after the other, while nobody may hear who is asked.

    `missing`: the ids of the seats whose answers are missing, by name.
    """
    first = next(iter(missing))
    if is_only_a_sign(step.asks[first]):
        return DeskEntry(asked, tuple(missing.values()))
    place = len(step.asks) - len(missing) + 1
    return DeskEntry(asked, (missing[first],), place=place, places=len(step.asks))


def build_open_entry(step: Step, asked: Question, missing: Mapping[str, int], ids: Mapping[str, int]) -> DeskEntry:
    """Return the entry where the room may know who is asked.

    It is a sign of all, a list, or one seat after the other.
    `missing`: as in `build_silent_entry`. `ids`: of all seats.
    """
    first, own = next(iter(missing)), build_silent_entry(step, asked, missing)
    if is_only_a_sign(step.asks[first]):
        return own
    if len(missing) > 1 and is_listed(asked) and all(step.asks[name] == step.asks[first] for name in missing):
        rows = tuple(NeighbourSeat(pk, name) for name, pk in missing.items())
        return DeskEntry(asked, tuple(missing.values()), rows=rows)
    before, after = find_neighbours(step, first, ids)
    return replace(own, name=first, at_once=is_ballot(step, asked), before=before, after=after)


def is_ballot(step: Step, asked: Question) -> bool:
    """Return true if one tap on a person is the whole answer: a ballot in a vote of the table."""
    return step.poll and is_for_ring(asked) and len(asked.columns) == 1 and not asked.columns[0].verbs


def is_listed(asked: Question) -> bool:
    """Return true if the choices are so few that a list has room for them beside each name.

    An example is "for" and "against".
    """
    if len(asked.columns) != 1 or is_for_ring(asked):
        return False
    (column,) = asked.columns
    named = column.people and any(map(is_name, column.tiles))
    plain = column.kind == "pick" and not (column.covered or column.verbs or named)
    return plain and len(column.tiles) <= FEW and not any(tile.parts for tile in column.tiles)


def is_only_a_sign(ask: Ask) -> bool:
    """Return true if there is nothing to choose, as for a nod."""
    return all(is_flag(field) for form in ask.forms for field in form) and len(ask.forms) == 1


def find_neighbours(
    step: Step, name: str, ids: Mapping[str, int]
) -> tuple[NeighbourSeat | None, NeighbourSeat | None]:
    """Return who is asked before this seat and after it, round the table.

    Both are None if nobody else is asked.
    """
    asked = list(step.asks)
    if len(asked) < 2:
        return None, None
    place = asked.index(name)
    before, after = asked[place - 1], asked[(place + 1) % len(asked)]
    return NeighbourSeat(ids[before], before), NeighbourSeat(ids[after], after)


def describe_replaced_answers(words: Words, table: Table, step: Step | None) -> tuple[str, ...]:
    """Return a sentence for each different answer that a decision for the table replaces.

    Where it is a secret who is asked, one sentence says only how many answers there are.
    """
    if step is None or not step.answers:
        return (_("Nobody has answered yet: nothing is replaced."),)
    if not step.poll or step.asleep or step.aside:
        number = len(step.answers)
        one = ngettext("%(number)d answer will be put aside.", "%(number)d answers will be put aside.", number)
        return (one % {"number": number},)
    counted = Counter(
        str(answer["seat"]) if "seat" in answer else format_answer(words, step.name, answer, table.seats)
        for answer in step.answers.values()
    )
    return tuple(
        ngettext(
            "%(number)d ballot for %(whom)s will be replaced.",
            "%(number)d ballots for %(whom)s will be replaced.",
            number,
        )
        % {"number": number, "whom": whom}
        for whom, number in counted.most_common()
    )
