"""The kinds of thing a kit's words.py says: to a player, to the moderator, to the room.

A kit's words.py turns facts, steps and roles into language, through gettext, English in the code and French
in the kit's own catalogue. It decides nothing and hides nothing: whoever may not know a fact was not told it.
What such a module offers is listed in `Words`. Knows no page and no template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from games.table import Fact

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    Said = _StrOrPromise  # text, or a promise of it in the language that will be active


@dataclass(frozen=True)
class Card:
    """What a player's covered card says: who they are, and what they may do or hold."""

    name: Said
    camp: Said
    lines: Sequence[Said]


@dataclass(frozen=True)
class StepWords:
    """What is said around a step.

    `wake` and `sleep` are spoken aloud as it opens and closes: constants, without a name, number or gender
    that depends on the game. `question` heads the choices of who is asked; `watch` reminds the moderator
    what to look for, the gestures included; `fields` labels each field of the answer.
    """

    title: Said
    wake: Said = ""
    sleep: Said = ""
    question: Said = ""
    watch: Said = ""
    fields: Mapping[str, Said] = field(default_factory=dict)


@dataclass(frozen=True)
class Telling:
    """How a moderator lets one player know a fact at a table without phones."""

    what: Said
    gesture: Said


@dataclass(frozen=True)
class Mark:
    """What the ring shows of a seat, from public facts: whether it is out of the game, and its badges."""

    out: bool = False
    badges: tuple[Said, ...] = ()


@dataclass(frozen=True)
class Gauge:
    """A public measure of the game: `value` of `most` (None: no end), under a label."""

    label: Said
    value: Said
    most: Said | None = None

    @property
    def percent(self) -> int | None:
        """How far it has come, for a bar beside the words; None where that cannot be counted."""
        try:
            value, most = (float(str(number).replace("½", ".5")) for number in (self.value, self.most))
        except ValueError:
            return None
        return round(100 * min(value / most, 1)) if most > 0 else None


@dataclass(frozen=True)
class Entry:
    """A line of a player's sheet: a thing, what this player knows about it, and whether that settles it."""

    name: Said
    note: Said = ""
    settled: bool = False


@dataclass(frozen=True)
class SheetPart:
    """A part of a player's sheet. Always the same entries in the same order, so that they can be ticked by place."""

    title: Said
    entries: Sequence[Entry]


@dataclass(frozen=True)
class OptionWords:
    """An option on the page that creates a game, or part of a card; `values` labels the words it can take."""

    label: Said
    help: Said = ""
    values: Mapping[str, Said] = field(default_factory=dict)


@dataclass(frozen=True)
class HelpPage:
    """A page of help, open to everybody alike: "What does the geneticist do?"."""

    slug: str
    title: Said
    paragraphs: Sequence[Said]


class Words(Protocol):
    """What a kit's words module offers. Strings may be lazy; functions speak the language that is active.

    A game of deduction also offers `sheet(private, public)`, parts of a sheet to tick (`sheet_of`); one that hides
    something from everybody `hidden(row)`, which says at the end what it was (`hidden_of`). A game that needs no
    moderator says `MODERATED = False`: that way of playing it comes first.
    """

    NAME: Said
    PITCH: Said  # one or two sentences: what the game is about
    PLAYERS: Said  # "4 to 16 players and a moderator"
    STEPS: Mapping[str, StepWords]  # every step that the rules can open
    OPTIONS: Mapping[str, OptionWords]
    COUNTS: Mapping[str, Said]  # labels of what `roles.suggestion` counts
    CARDS: Mapping[str, OptionWords]  # what is dealt to a seat: its role, its genome
    HELP: Sequence[HelpPage]

    def card(self, private: Sequence[Fact]) -> Card:
        """The covered card of somebody who was told these facts."""

    def to_player(self, fact: Fact) -> str:
        """A private fact, to whom it was told; empty for what stands on the card already."""

    def to_moderator(self, fact: Fact) -> Telling | None:
        """A private fact, to the moderator who must bring it over; None when no gesture is due."""

    def to_room(self, fact: Fact) -> str:
        """A public fact, to everybody."""

    def phase(self, fact: Fact) -> str:
        """What a public fact begins: "Night 2"; empty when it begins nothing."""

    def ring(self, public: Sequence[Fact]) -> Mapping[str, Mark]:
        """Marks of the seats that have any."""

    def board(self, public: Sequence[Fact]) -> Sequence[Gauge]:
        """The public state of the game in a few measures."""

    def value(self, name: str, value: Any) -> str:
        """A value of a field, when it is not a seat."""

    def truth(self, row: Fact) -> str:
        """A seat's row of the truth, in one line."""

    def outcome(self, winners: Sequence[str], reason: str) -> str:
        """Who won and why."""


def sheet_of(words: Words, private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
    """The sheet of somebody who was told these facts, in a game that has one; otherwise nothing."""
    sheet = getattr(words, "sheet", None)
    return sheet(private, public) if sheet else ()


def hidden_of(words: Words, row: Fact) -> str:
    """What the table's own secrets were, in a game that has any; otherwise nothing."""
    hidden = getattr(words, "hidden", None)
    return str(hidden(row)) if hidden and row else ""
