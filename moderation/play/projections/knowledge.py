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
from games.speech import describe_public_fact
from moderation.play.forms.answer_forms import Question
from moderation.play.timeline.call_length import Release

MAX_CACHED_SECRETS = 4096  # cached rows of the truth in words: the seats of a hall


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

    def __init__(self, words: Words, released: Sequence[Told]) -> None:
        self.words, self.language = words, get_language()
        self._public: list[tuple[int, Told]] = []  # with its place in the order of the facts
        self._private: dict[str, list[tuple[int, Told]]] = {}
        self._lines: dict[int, tuple[str, str]] = {}
        self._seats: dict[tuple[str, int | None], SeatKnowledge] = {}
        self._shared: dict[Hashable, SeatKnowledge] = {}  # seats that were told the same facts share one
        self.questions: dict[Hashable, tuple[str, Question | None]] = {}  # by seat and step, with their state
        for place, told in enumerate(released):
            known = self._public if told.seat is None else self._private.setdefault(told.seat, [])
            known.append((place, told))

    @cached_property
    def facts(self) -> list[Fact]:
        """The facts that everybody was told."""
        return [told.fact for _place, told in self._public]

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """The marks of the seats in the ring."""
        return self.words.ring(self.facts)

    @cached_property
    def board(self) -> tuple[Gauge, ...]:
        """The public measures of the game."""
        return build_board(self.words, self.facts)

    @cached_property
    def phase(self) -> str:
        """The current phase of the game: "Night 2"; empty before the first."""
        return find_phase(self.words, self.facts)

    @cached_property
    def phase_began(self) -> int:
        """The number of the move that began this phase."""
        return next((told.at for _place, told in reversed(self._public) if self.words.phase(told.fact)), 0)

    @cached_property
    def news(self) -> tuple[Chapter, ...]:
        """The public facts, in lines under their phases."""
        return self._build_chapters(self._public)

    @cached_property
    def empty_seat_knowledge(self) -> SeatKnowledge:
        """The knowledge of a seat that was told nothing.

        Every phase has its page in the notebook, and the sheet has its lines.
        """
        return SeatKnowledge(
            Card("", "", ()), self._build_chapters(self._public, whole=True), (), self._build_sheet([])
        )

    def get_secrets(self, row: Fact, tonight: Sequence[Fact]) -> tuple[str, tuple[Token, ...]]:
        """Return a seat's row of the truth for the moderator: in words, and as badges."""
        return _describe_secrets(cast(Any, self.words), self.language, FactKey(row, tonight))

    def get_seat_knowledge(self, seat: str, until: int | None = None) -> SeatKnowledge:
        """Return the knowledge of a seat, with its private facts up to the move `until` (None: all)."""
        if (seat, until) not in self._seats:
            own = [(place, one) for place, one in self._private.get(seat, ()) if until is None or one.at <= until]
            key = tuple((bisect_right(self._public, place, key=itemgetter(0)), repr(one.fact)) for place, one in own)
            if key not in self._shared:
                self._shared[key] = self._build_seat_knowledge(own)
            self._seats[seat, until] = self._shared[key]
        return self._seats[seat, until]

    def _build_seat_knowledge(self, own: Sequence[tuple[int, Told]]) -> SeatKnowledge:
        """Build the knowledge of a seat that was told these private facts."""
        known = sorted([*self._public, *own], key=itemgetter(0)) if own else self._public
        private = [told.fact for _place, told in own]
        held = self.words.card(private)
        return SeatKnowledge(
            card=Card(str(held.name), str(held.camp), tuple(map(str, held.lines)), held.role, held.side),
            notebook=self._build_chapters(known, whole=True),
            latest=self._list_latest(known),
            sheet=self._build_sheet(private),
        )

    def _build_sheet(self, private: Sequence[Fact]) -> tuple[SheetPart, ...]:
        """Build the sheet of a seat that was told these facts, in the active language."""
        return tuple(
            SheetPart(
                str(part.title),
                tuple(Entry(str(entry.name), str(entry.note), entry.settled) for entry in part.entries),
            )
            for part in self.words.sheet(private, self.facts)
        )

    def _get_line(self, place: int, told: Told) -> tuple[str, str]:
        """Return the title of the phase that a fact begins, and its line; either may be empty."""
        if place not in self._lines:
            title = str(self.words.phase(told.fact)) if told.seat is None else ""
            line = (
                describe_public_fact(self.words, told.fact)
                if told.seat is None
                else str(self.words.to_player(told.fact))
            )
            self._lines[place] = (title, line)
        return self._lines[place]

    def _build_chapters(self, known: Iterable[tuple[int, Told]], whole: bool = False) -> tuple[Chapter, ...]:
        """Return facts as lines under their phases.

        `whole`: include phases without a line too, so that every seat's notebook has the same pages.
        """
        found: list[tuple[str, list[str]]] = [(_("Before play"), [])]
        for place, told in known:
            title, line = self._get_line(place, told)
            if title:
                found.append((title, []))
            if line:
                found[-1][1].append(line)
        return tuple(Chapter(title, tuple(lines)) for title, lines in found if lines or whole)

    def _list_latest(self, known: Iterable[tuple[int, Told]]) -> tuple[str, ...]:
        """Return the private facts that one seat has been told in the current phase."""
        lines: list[str] = []
        for place, told in known:
            title, line = self._get_line(place, told)
            if title:
                lines = []
            if told.seat is not None and line:
                lines.append(line)
        return tuple(lines)


class FactKey(str):
    """Facts with their text as a cache key."""

    facts: tuple[Any, ...]

    def __new__(cls, *facts: Any) -> FactKey:
        """Create a key for these facts."""
        key = super().__new__(cls, repr(facts))
        key.facts = facts
        return key


@lru_cache(maxsize=MAX_CACHED_SECRETS)
def _describe_secrets(words: Words, _language: str | None, key: FactKey) -> tuple[str, tuple[Token, ...]]:
    row, tonight = key.facts
    found = words.tokens(row, tonight)
    return str(words.truth(row)), tuple(replace(token, sign=str(token.sign), name=str(token.name)) for token in found)


_cached_knowledge: WeakKeyDictionary[Table, dict[str | None, tuple[tuple[int, int, bool], Knowledge]]] = (
    WeakKeyDictionary()
)


def collect_knowledge(words: Words, table: Table, release: Release) -> Knowledge:
    """Collect the released facts of a table, in the active language.

    The result is cached as long as no fact is added. This is safe, since the facts before it stay the same as long as
    the move that told it stands.
    """
    released = list_released(table, release)
    over = table.outcome is not None and release.until is None
    version = (len(released), released[-1].at if released else 0, over)
    cached = _cached_knowledge.setdefault(table, {})
    before = cached.get(get_language())
    if before is None or before[0] != version:
        before = cached[get_language()] = (
            version,
            Knowledge(words, reveal_truth(words, table, released) if over else released),
        )
    return before[1]


def list_released(table: Table, release: Release) -> Sequence[Told]:
    """Return the released facts of all that were told."""
    if release.held:
        return table.told[: release.held.told]
    if release.until is None:
        return table.told
    return table.told[: bisect_right(table.told, release.until, key=attrgetter("at"))]


def reveal_truth(words: Words, table: Table, released: Sequence[Told]) -> Sequence[Told]:
    """Return the told facts, with the public ones as they truly were, for the end of the game."""
    truth = table.truth()
    return [
        told if told.seat is not None else told._replace(fact=words.in_truth(told.fact, truth)) for told in released
    ]


def find_phase(words: Words, public: Iterable[Fact]) -> str:
    """Return the phase that these public facts lead to: "Night 2"; empty before the first."""
    return next((str(title) for fact in reversed(list(public)) if (title := words.phase(fact))), "")


def build_board(words: Words, public: Sequence[Fact]) -> tuple[Gauge, ...]:
    """Return the public measures after these public facts, in the active language."""
    return tuple(
        Gauge(str(gauge.label), str(gauge.value), None if gauge.most is None else str(gauge.most))
        for gauge in words.board(public)
    )
