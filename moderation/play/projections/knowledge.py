"""The released facts of a game in words, by who was told them; one object per language.

A phone's view is built only from what was announced, what its seat was told and what its seat is asked. Words come
from the kit, in the active language. Start reading at `collect_knowledge`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, cast
from weakref import WeakKeyDictionary

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.table import Fact, Table, Told
from games.engine.words import Card, Entry, Gauge, Mark, SheetPart, Token, Words
from games.speech import to_room
from moderation.play.forms.answer_forms import Question
from moderation.play.timeline.call_length import Release

KEPT = 4096  # cached rows of the truth in words: the seats of a hall


@dataclass(frozen=True)
class Chapter:
    """Lines under the phase in which they became known."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class SeatKnowledge:
    """The knowledge of one seat in words: card, notebook, latest private facts, sheet.

    It grows long, and phones are compared by it: its hash is computed once.
    """

    card: Card
    notebook: tuple[Chapter, ...]
    latest: tuple[str, ...]
    sheet: tuple[SheetPart, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.card, self.notebook, self.latest, self.sheet))


NOTHING_KNOWN = SeatKnowledge(Card("", "", ()), (), (), ())


class Knowledge:
    """The released facts by who knows them, and the words for them in one language."""

    def __init__(self, words: Words, out: Sequence[Told]) -> None:
        self.words, self.language = words, get_language()
        self._public: list[tuple[int, Told]] = []  # with its place in the order of the facts
        self._private: dict[str, list[tuple[int, Told]]] = {}
        self._said: dict[int, tuple[str, str]] = {}
        self._seats: dict[tuple[str, int | None], SeatKnowledge] = {}
        self._alike: dict[Hashable, SeatKnowledge] = {}  # seats that were told the same facts share one
        self.questions: dict[Hashable, tuple[str, Question | None]] = {}  # by seat and step, with their state
        for place, one in enumerate(out):
            known = self._public if one.seat is None else self._private.setdefault(one.seat, [])
            known.append((place, one))

    @cached_property
    def facts(self) -> list[Fact]:
        """The facts that everybody was told."""
        return [one.fact for _place, one in self._public]

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """The marks of the seats in the ring."""
        return self.words.ring(self.facts)

    @cached_property
    def board(self) -> tuple[Gauge, ...]:
        """The public measures of the game."""
        return board_of(self.words, self.facts)

    @cached_property
    def phase(self) -> str:
        """The current phase of the game: "Night 2"; empty before the first."""
        return phase_of(self.words, self.facts)

    @cached_property
    def phase_began(self) -> int:
        """The number of the move that began this phase."""
        return next((one.at for _place, one in reversed(self._public) if self.words.phase(one.fact)), 0)

    @cached_property
    def news(self) -> tuple[Chapter, ...]:
        """The public facts, in lines under their phases."""
        return self._chapters(self._public)

    @cached_property
    def of_nobody(self) -> SeatKnowledge:
        """The knowledge of a seat that was told nothing.

        Every phase has its page in the notebook, and the sheet has its lines.
        """
        return SeatKnowledge(Card("", "", ()), self._chapters(self._public, whole=True), (), self._sheet([]))

    def secrets(self, row: Fact, tonight: Sequence[Fact]) -> tuple[str, tuple[Token, ...]]:
        """Return a seat's row of the truth for the moderator: in words, and as badges."""
        return _secrets(cast(Any, self.words), self.language, FactKey(row, tonight))

    def of(self, seat: str, until: int | None = None) -> SeatKnowledge:
        """Return the knowledge of a seat, with its private facts up to the move `until` (None: all)."""
        if (seat, until) not in self._seats:
            own = [(place, one) for place, one in self._private.get(seat, ()) if until is None or one.at <= until]
            told = tuple((bisect_right(self._public, place, key=itemgetter(0)), repr(one.fact)) for place, one in own)
            if told not in self._alike:
                self._alike[told] = self._of(own)
            self._seats[seat, until] = self._alike[told]
        return self._seats[seat, until]

    def _of(self, own: Sequence[tuple[int, Told]]) -> SeatKnowledge:
        """Build the knowledge of a seat that was told these private facts."""
        known = sorted([*self._public, *own], key=itemgetter(0)) if own else self._public
        private = [one.fact for _place, one in own]
        held = self.words.card(private)
        return SeatKnowledge(
            card=Card(str(held.name), str(held.camp), tuple(map(str, held.lines)), held.role, held.side),
            notebook=self._chapters(known, whole=True),
            latest=self._latest(known),
            sheet=self._sheet(private),
        )

    def _sheet(self, private: Sequence[Fact]) -> tuple[SheetPart, ...]:
        """Build the sheet of a seat that was told these facts, in the active language."""
        return tuple(
            SheetPart(
                str(part.title),
                tuple(Entry(str(one.name), str(one.note), one.settled) for one in part.entries),
            )
            for part in self.words.sheet(private, self.facts)
        )

    def _line(self, place: int, one: Told) -> tuple[str, str]:
        """Return the title of the phase that a fact begins, and its line; either may be empty."""
        if place not in self._said:
            title = str(self.words.phase(one.fact)) if one.seat is None else ""
            line = to_room(self.words, one.fact) if one.seat is None else str(self.words.to_player(one.fact))
            self._said[place] = (title, line)
        return self._said[place]

    def _chapters(self, known: Iterable[tuple[int, Told]], whole: bool = False) -> tuple[Chapter, ...]:
        """Return facts as lines under their phases.

        `whole`: include phases without a line too, so that every seat's notebook has the same pages.
        """
        found: list[tuple[str, list[str]]] = [(_("Before play"), [])]
        for place, one in known:
            title, line = self._line(place, one)
            if title:
                found.append((title, []))
            if line:
                found[-1][1].append(line)
        return tuple(Chapter(title, tuple(lines)) for title, lines in found if lines or whole)

    def _latest(self, known: Iterable[tuple[int, Told]]) -> tuple[str, ...]:
        """Return the private facts that one seat has been told in the current phase."""
        lines: list[str] = []
        for place, one in known:
            title, line = self._line(place, one)
            if title:
                lines = []
            if one.seat is not None and line:
                lines.append(line)
        return tuple(lines)


class FactKey(str):
    """Facts with their text as a cache key."""

    facts: tuple[Any, ...]

    def __new__(cls, *facts: Any) -> FactKey:
        """Create a key for these facts."""
        said = super().__new__(cls, repr(facts))
        said.facts = facts
        return said


@lru_cache(maxsize=KEPT)
def _secrets(words: Words, _language: str | None, said: FactKey) -> tuple[str, tuple[Token, ...]]:
    row, tonight = said.facts
    found = words.tokens(row, tonight)
    return str(words.truth(row)), tuple(replace(one, sign=str(one.sign), name=str(one.name)) for one in found)


_latest_of: WeakKeyDictionary[Table, dict[str | None, tuple[tuple[int, int, bool], Knowledge]]] = WeakKeyDictionary()


def collect_knowledge(words: Words, table: Table, shown: Release) -> Knowledge:
    """Collect the released facts of a table, in the active language.

    The result is cached as long as no fact is added. This is safe, since the facts before it stay the same as long as
    the move that told it stands.
    """
    out = out_of(table, shown)
    over = table.outcome is not None and shown.until is None
    told = (len(out), out[-1].at if out else 0, over)
    kept = _latest_of.setdefault(table, {})
    before = kept.get(get_language())
    if before is None or before[0] != told:
        before = kept[get_language()] = (told, Knowledge(words, in_truth(words, table, out) if over else out))
    return before[1]


def out_of(table: Table, shown: Release) -> Sequence[Told]:
    """Return the released facts of all that were told."""
    if shown.held:
        return table.told[: shown.held.told]
    if shown.until is None:
        return table.told
    return table.told[: bisect_right(table.told, shown.until, key=attrgetter("at"))]


def in_truth(words: Words, table: Table, out: Sequence[Told]) -> Sequence[Told]:
    """Return the told facts, with the public ones as they truly were, for the end of the game."""
    truth = table.truth()
    return [one if one.seat is not None else one._replace(fact=words.in_truth(one.fact, truth)) for one in out]


def phase_of(words: Words, public: Iterable[Fact]) -> str:
    """Return the phase that these public facts lead to: "Night 2"; empty before the first."""
    return next((str(title) for fact in reversed(list(public)) if (title := words.phase(fact))), "")


def board_of(words: Words, public: Sequence[Fact]) -> tuple[Gauge, ...]:
    """Return the public measures after these public facts, in the active language."""
    return tuple(
        Gauge(str(one.label), str(one.value), None if one.most is None else str(one.most))
        for one in words.board(public)
    )
