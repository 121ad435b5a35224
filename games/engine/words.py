"""The kinds of thing that a kit says: to a player, to the moderator, to the room.

A kit's `words` package turns facts, steps and roles into language, through gettext, English in the code and French
in the kit's own catalogue. It decides nothing and hides nothing: a player who may not know a fact was not told it.
`Words` lists what the files of such a package say, which gathered.py puts together. Knows no page and no template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from games.engine.table import Fact, Step, Table

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    Said = _StrOrPromise  # text, or a promise of it in the language that will be active


@dataclass(frozen=True)
class Card:
    """What a player's covered card says: who they are, and what they may do or hold.

    `role` and `side`: the names by which the kit's look has the emblems of the two; empty where it has none.
    """

    name: Said
    camp: Said
    lines: Sequence[Said]
    role: str = ""
    side: str = ""


@dataclass(frozen=True)
class StepWords:
    """What is said around a step.

    `wake` and `sleep` are spoken aloud as it opens and closes: constants, without a name, number or gender that
    depends on the game. `question` heads the choices of who is asked; `watch` reminds the moderator what to look
    for, the gestures included, and `watch_on_phones` in its place where phones answer; `hint` goes on with what is
    so at this table: its options, its deck, the night. `fields` labels each field of the answer. `wakes` stands in
    the place of `wake`, by the manner in which the step is asked (`Step.manner`). `brings`: what is said aloud,
    constants too, as the step closes that has brought a public fact of this name in the night. `sure`: what a
    moderator is asked before the step is closed while its group differs, or ended by an entry of the moderator's
    own. `decides` heads what the moderator decides or enters for the whole table, where `question`, which speaks to
    those who are asked, would not do. `held`: its choices show what is held in a hand, and stand under a curtain.
    `todo` says to the room, from public facts alone, what is to be done now: "Ann: throw the dice, then walk"; all
    that a game asks aside has the same. `refused` says to a seat that is asked aside why its answer could not be
    taken: a constant too. `places`: the deeds of a list that keep their places whatever may be done now; of several
    such rows it is the first that has all that may be. `sort`: by what the choices of a hand are put in order.
    `usual`: the deed that the rules have for most nights, chosen before it is touched; its target never is.
    `passes`: a field that is answered by one tap, and the public fact that ends it to let everything pass, which
    `passes_all` says. Where eyes are closed, some things are waited for: `falls` is spoken before `wake` by a step
    that begins a night, and the moderator looks round between the two; what a step that is `shown` has brought is
    shown to whoever is awake before `sleep` is spoken, with `shows` aloud; after `sleep` of a step with a `walk` the
    moderator walks round the table before anything else is spoken. `opens`: by the first step of a game, that all
    eyes close, who then look at each other, and that they close theirs again. `rises` is spoken before `wake` by the
    first step of a day, with eyes closed and on phones.
    """

    title: Said
    wake: Said = ""
    sleep: Said = ""
    question: Said = ""
    watch: Said = ""
    watch_on_phones: Said = ""
    hint: Callable[[Table, Step], Said] | None = None
    fields: Mapping[str, Said] = field(default_factory=dict)
    wakes: Mapping[str, Said] = field(default_factory=dict)
    brings: Mapping[str, Said] = field(default_factory=dict)
    sure: Said = ""
    decides: Said = ""
    held: bool = False
    todo: Callable[[Sequence[Fact]], str] | None = None
    refused: Said = ""
    places: Sequence[Sequence[str]] = ()
    sort: Callable[[Any], Any] | None = None
    usual: str = ""
    passes: tuple[str, str] | None = None
    passes_all: Said = ""
    falls: Said = ""
    rises: Said = ""
    walk: bool = False
    shown: bool = False
    shows: Said = ""
    opens: Sequence[Said] = ()


@dataclass(frozen=True)
class Telling:
    """How a moderator lets one player know a fact at a table without phones; `walk`: on the walk after the call."""

    what: Said
    gesture: Said
    walk: bool = False


@dataclass(frozen=True)
class Mark:
    """What the ring shows of a seat, from public facts: if it is out, its badges, and the role if all know it."""

    out: bool = False
    badges: tuple[Said, ...] = ()
    role: str = ""


@dataclass(frozen=True)
class Token:
    """A secret of a seat as a small badge on the desk's ring.

    `sign`: a letter or two; `name`: what it stands for, read aloud by a screen reader and, if `whole`, written in its
    place where there is room. `kind`: "", "bad" or "good", for its look, never for its meaning alone. `role`: whose
    emblem stands in the place of the sign, where the game has one.
    """

    sign: Said
    name: Said
    kind: str = ""
    whole: bool = False
    role: str = ""


def no_tokens(_row: Fact, _tonight: Sequence[Fact]) -> Sequence[Token]:
    """Of a game whose secrets are too long for badges: the ring shows the line of `truth`."""
    return ()


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
class Piece:
    """A part of what all look at when something has happened; the parts are shown one after the other.

    `kind`: "lead" says what it is about, "name" is a person and "big" a sentence in large letters, "was" what a
    person was, "line" any other sentence, "count" a list of names with how many votes each has (`counted`), "cards"
    so many cards of each kind. `role`: whose emblem stands beside it. `falls`: the person named is out of the game.
    `cast`: beside what is counted, who voted for whom, where the rules make ballots public.
    """

    kind: str
    text: Said = ""
    counted: tuple[tuple[Said, int], ...] = ()
    role: str = ""
    falls: bool = False
    cast: tuple[tuple[str, str], ...] = ()

    @property
    def most(self) -> int:
        """The largest number that is counted."""
        return max((number for _name, number in self.counted), default=0)

    @property
    def each(self) -> list[Said]:
        """Every card that is counted, by itself."""
        return [name for name, number in self.counted for _card in range(number)]


@dataclass(frozen=True)
class Moments:
    """What a kit shows of what has happened before everybody, between two questions.

    `happened` says from the names of the question before and of the one after (empty: the end), and from the public
    facts between them, whether all are to look at these before the next question opens; `pieces` shows them, by the
    name of the question before, with all public facts until then. `begins`: names of the facts that belong to what
    comes next. `opens`: whether there may be one before the first question, whose question before is empty: a
    set-up. `seconds`: how long one lasts where nobody goes on by hand, by the names of both questions, unless all
    who play say before on their phones that they are ready; None: as long as any, which nobody ends.
    """

    happened: Callable[[str, str, Sequence[Fact]], bool]
    pieces: Callable[[str, Sequence[Fact], Sequence[Fact]], Sequence[Piece]]
    begins: frozenset[str] = frozenset()
    opens: bool = False
    seconds: Callable[[str, str], float | None] = lambda _question, _follows: None


def _nothing_happened(_question: str, _follows: str, _facts: Sequence[Fact]) -> bool:
    return False


def _no_pieces(_question: str, _facts: Sequence[Fact], _earlier: Sequence[Fact]) -> Sequence[Piece]:
    return ()


NO_MOMENTS = Moments(_nothing_happened, _no_pieces)  # of a game in which one question follows the other at once


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
    """An option on the page that creates a game, or part of a card; `values` labels the words it can take.

    `own`: of lists of words, what stands in each while the table types nothing in, a word a line.
    """

    label: Said
    help: Said = ""
    values: Mapping[str, Said] = field(default_factory=dict)
    own: Mapping[str, Said] = field(default_factory=dict)


@dataclass(frozen=True)
class HelpPage:
    """A page of help, open to everybody alike: "What does the geneticist do?".

    `aid`: it stands on the printed sheet for players as well; the page of a role, which has the role's name for its
    slug, never does: there the line of its card is. `crib`: it stands on the printed sheet for the moderator.
    """

    slug: str
    title: Said
    paragraphs: Sequence[Said]
    aid: bool = True
    crib: bool = False


@dataclass(frozen=True)
class Silence:
    """What is played at one moment of a game where its rulebook is silent, leaves a choice or contradicts itself.

    `rulings`: each in plain words for a player at the table, by the number that it has in the kit's RULINGS.md.
    """

    moment: Said
    rulings: Mapping[str, Said]


class NameWords(Protocol):
    """A kit's words/names.py: what the game, its options and its cards are called. Strings may be lazy."""

    NAME: Said
    PITCH: Said  # one or two sentences: what the game is about
    PLAYERS: Said  # "4 to 16 players and a moderator"
    MODERATED: bool  # False: the game needs no moderator, so a new table offers to play without one first
    OPTIONS: Mapping[str, OptionWords]
    CAMPS: Mapping[str, Said]  # those that can win, by the name in an outcome; empty: people win for themselves
    COUNTS: Mapping[str, Said]  # labels of what `roles.suggestion` counts
    PROPOSED: Said  # which of the proposed counts the rulebook gives, and which the house; empty: nothing is counted
    CARDS: Mapping[str, OptionWords]  # what is dealt to a seat: its role, its genome


class QuestionWords(Protocol):
    """A kit's words/steps.py: the questions, and the lines spoken aloud."""

    STEPS: Mapping[str, StepWords]  # every step that the rules can open


class HelpWords(Protocol):
    """A kit's words/help.py: the pages that all may look up."""

    HELP: Sequence[HelpPage]


class RulebookWords(Protocol):
    """A kit's words/rulebook.py: whose game it is, and what is played where its rulebook is silent."""

    CREDITS: Sequence[Said]  # whose game and whose text this is, as the rulebook says it
    SILENT: Sequence[Silence]  # in the order of play; every number of RULINGS.md that has a ruling, once


class MomentWords(Protocol):
    """A kit's words/moments.py, which it may leave out: one question follows the other at once then."""

    MOMENTS: Moments  # what all look at before the next question opens


class TokenWords(Protocol):
    """A kit's words/tokens.py, which it may leave out: the line of `truth` stands on the desk's ring then."""

    def tokens(self, row: Fact, tonight: Sequence[Fact], /) -> Sequence[Token]:
        """A seat's row of the truth as badges, with what the seat was told since the latest night began.

        Empty: the line of `truth` stands there.
        """


class FactWords(Protocol):
    """A kit's words/facts.py: the news. Its functions speak the language that is active."""

    def card(self, private: Sequence[Fact]) -> Card:
        """The covered card of a player who was told these facts."""

    def to_player(self, fact: Fact) -> str:
        """A private fact, to the player who was told it; empty when it stands on the card already."""

    def to_moderator(self, fact: Fact) -> Telling | None:
        """A private fact, to the moderator who must bring it over; None when no gesture is due."""

    def to_room(self, fact: Fact) -> str:
        """A public fact, to everybody."""

    def phase(self, fact: Fact) -> str:
        """The phase that a public fact begins, such as "Night 2"; empty when it begins none.

        What `to_room` says of the same fact is announced, and stands first in that phase.
        """

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


class SpareWords(Protocol):
    """What a kit's words/facts.py may leave out: `Unsaid` in gathered.py says it then."""

    def sheet(self, private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
        """In a game of deduction, what a player who was told these facts knows of each card; empty in other games."""

    def hidden(self, row: Fact) -> str:
        """At the end, what was hidden from everybody (`Table.hidden`), in one line; empty: nothing to say."""

    def in_truth(self, fact: Fact, truth: Mapping[str, Fact]) -> Fact:
        """At the end, a public fact as it truly was, by the truth of all seats; itself where it pretended nothing."""

    def hunted(self, row: Fact) -> bool | None:
        """At the end, whether the others looked for this seat: a mutant, a werewolf; None where nobody is."""


class Words(
    NameWords, QuestionWords, FactWords, SpareWords, HelpWords, RulebookWords, MomentWords, TokenWords, Protocol
):
    """All that a kit's `words` package says."""
