"""The kinds of text that a kit provides for players, for the moderator and for everybody.

A kit's `words` package turns facts, steps and roles into language, through gettext. The English text is in the code,
the French in the kit's own catalogue. It decides nothing and hides nothing. A player who may not know a fact was not
told it. `Words` lists what the files of such a package provide. gathered.py puts them together.
This module knows no page and no template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from games.engine.table import Fact, Outcome, Step, Table

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    Said = _StrOrPromise  # text, or a promise of it in the language that will be active


BETWEEN_PARTS = "\u00a0· "  # between what is said of one seat in a line; the dot never begins one


def gettext_noop(sentence: str) -> str:
    """Return the sentence unchanged: it is extracted here, and translated where it is shown."""
    return sentence


@dataclass(frozen=True)
class Card:
    """The text of a player's covered card: who they are, and what they may do or have.

    `role` and `side`: the names by which the kit's look has the two emblems; empty where it has none.
    """

    name: Said
    camp: Said
    lines: Sequence[Said]
    role: str = ""
    side: str = ""


@dataclass(frozen=True)
class StepWords:
    """The texts around a step.

    Spoken lines are constants. They have no name, number or gender that depends on the game.
    """

    title: Said
    wake: Said = ""  # spoken aloud as the step opens: a constant
    sleep: Said = ""  # spoken aloud as the step closes: a constant
    question: Said = ""  # heads the choices of the seats that are asked
    watch: Said = ""  # reminds the moderator what to look for, including gestures
    watch_on_phones: Said = ""  # replaces `watch` where phones answer
    # adds what is special at this table: its options, its deck, the night
    hint: Callable[[Table, Step], Said] | None = None
    fields: Mapping[str, Said] = field(default_factory=dict)  # labels of the fields of the answer
    # replaces `wake`, by the manner in which the step is asked (`Step.manner`)
    wakes: Mapping[str, Said] = field(default_factory=dict)
    # spoken as the step closes, by the name of a public fact that it has brought in the night: constants
    brings: Mapping[str, Said] = field(default_factory=dict)
    # A question to the moderator who closes the step while its group differs.
    # It is also asked before the moderator ends the step by an entry.
    sure: Said = ""
    # Heads what the moderator decides or enters for the whole table.
    # It is needed where `question`, which speaks to the seats that are asked, does not fit.
    decides: Said = ""
    held: bool = False  # its choices display what is held in a hand, and are covered
    # Tells everybody, from public facts alone, what is to be done now: "Ann: throw the dice, then walk".
    # All steps that a game asks aside have the same function.
    todo: Callable[[Sequence[Fact]], str] | None = None
    refused: Said = ""  # why an answer was refused, at a desk or on a covered phone: one sentence for all answers
    # Rows of deeds that keep their positions in a list, whatever may be done now.
    # The first row that has all possible deeds is used.
    places: Sequence[Sequence[str]] = ()
    sort: Callable[[Any], Any] | None = None  # sort key for the choices of a hand
    usual: str = ""  # the deed that the rules have for most nights, preselected; its target never is
    # A field that is answered by one tap to let everything pass, and the public fact that ends this.
    # `passes_all` is the text of that tap.
    passes: tuple[str, str] | None = None
    passes_all: Said = ""
    # Spoken before `wake` by a step that begins a night.
    # Between the two the moderator looks round, to see that eyes are closed.
    falls: Said = ""
    rises: Said = ""  # spoken before `wake` by the first step of a day, with eyes closed and on phones
    walk: bool = False  # after `sleep` the moderator walks round the table before anything else is spoken
    shown: bool = False  # what the step has brought is displayed to those awake before `sleep` is spoken
    shows: Said = ""  # spoken aloud while that is displayed
    # By the first step of a game, spoken aloud: all eyes close, certain players look at each other,
    # and they close their eyes again.
    opens: Sequence[Said] = ()


@dataclass(frozen=True)
class Telling:
    """How a moderator lets one player know a fact at a table without phones.

    `walk`: on the walk after the call.
    """

    what: Said
    gesture: Said
    walk: bool = False


@dataclass(frozen=True)
class Mark:
    """The marks of a seat on the ring, from public facts.

    They are whether it is out, its badges, and its role if everybody knows it.
    """

    out: bool = False
    badges: tuple[Said, ...] = ()
    role: str = ""


@dataclass(frozen=True)
class Token:
    """A secret of a seat as a small badge on the desk's ring.

    `sign`: a letter or two. `name`: what it stands for, read aloud by a screen reader. If `whole`, it is written in
    the place of the sign where there is room. `kind`: "", "bad" or "good", for its look, never for its meaning alone.
    `role`: the role whose emblem replaces the sign, where the game has one.
    """

    sign: Said
    name: Said
    kind: str = ""
    whole: bool = False
    role: str = ""


def no_tokens(_row: Fact, _tonight: Sequence[Fact]) -> Sequence[Token]:
    """Return no badges, for a game whose secrets are too long for them.

    The ring then displays the line of `truth`.
    """
    return ()


@dataclass(frozen=True)
class Gauge:
    """A public measure of the game: `value` of `most` (None: no end), under a label."""

    label: Said
    value: Said
    most: Said | None = None

    @property
    def percent(self) -> int | None:
        """The progress for a bar beside the words; None where that cannot be computed."""
        try:
            value, most = (float(str(number).replace("½", ".5")) for number in (self.value, self.most))
        except ValueError:
            return None
        return round(100 * min(value / most, 1)) if most > 0 else None


@dataclass(frozen=True)
class Piece:
    """A part of what everybody looks at after an event. The parts appear one after the other.

    `kind` is one of these: "lead" says what it is about. "name" is a person. "big" is a sentence in large letters.
    "was" is what a person was. "line" is any other sentence. "count" is a list of names with how many votes each has
    (`counted`). "cards" is a number of cards of each kind. `role`: the role whose emblem stands beside it;
    of cards, the deed.
    `falls`: the person named is out of the game.
    `cast`: who voted for whom, beside what is counted, where the rules make ballots public.
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
    """The displays of a kit for everybody between two questions, after an event."""

    # Returns whether everybody looks at something before the next question opens.
    # Arguments: the names of the question before and of the one after (empty: the end), and the public facts between.
    happened: Callable[[str, str, Sequence[Fact]], bool]
    # Returns what is displayed. Arguments: the name of the question before, these public facts,
    # and all public facts until then.
    pieces: Callable[[str, Sequence[Fact], Sequence[Fact]], Sequence[Piece]]
    begins: frozenset[str] = frozenset()  # names of the facts that belong to what comes next
    opens: bool = False  # a moment may come before the first question (a set-up); the question before is then empty
    # Names of the facts that only repeat what everybody has seen before the moment begins, such as the last ballot.
    # The ring has them already while it is displayed.
    seen_before: frozenset[str] = frozenset()
    # How long a moment lasts where nobody continues by hand, by the names of both questions.
    # It ends earlier when all who play say on their phones that they are ready.
    # None: it lasts as long as any other, and nobody can end it.
    seconds: Callable[[str, str], float | None] = lambda _question, _follows: None


def _nothing_happened(_question: str, _follows: str, _facts: Sequence[Fact]) -> bool:
    return False


def _no_pieces(_question: str, _facts: Sequence[Fact], _earlier: Sequence[Fact]) -> Sequence[Piece]:
    return ()


NO_MOMENTS = Moments(_nothing_happened, _no_pieces)  # for a game in which one question follows the other at once


@dataclass(frozen=True)
class OpenBallots:
    """The ballots that everybody has seen, drawn on the screen.

    `cast`: who named whom, in order. `candidates`: the only seats that may be named, which do not vote themselves;
    empty: anybody. `speech`: no vote is open, and those who were named speak.
    """

    cast: Sequence[tuple[str, str]]
    candidates: Sequence[str] = ()
    speech: bool = False


@dataclass(frozen=True)
class SealedCard:
    """A card that lay sealed until the end.

    `kind`: its kind in words. `deed`: the deed whose emblem it has. `seat`: who played the character on it; empty:
    nobody.
    """

    name: Said
    kind: Said
    deed: str
    seat: str = ""


@dataclass(frozen=True)
class EndWords:
    """The words of a kit on the poster of an end, for what `outcome` says less well.

    `title`: two to four words. It may contain `winner`, a person's name. `cards`: the card that answers comes last.
    `scores`: the points of each seat, in a game that people win by points.
    """

    title: Said
    why: Said = ""
    when: Said = ""
    winner: str = ""
    cards: Sequence[SealedCard] = ()
    scores: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A line of a player's sheet: a thing, what this player knows of it, and if that settles it."""

    name: Said
    note: Said = ""
    settled: bool = False


@dataclass(frozen=True)
class SheetPart:
    """A part of a player's sheet.

    It always has the same entries in the same order, so that they can be ticked by position.
    """

    title: Said
    entries: Sequence[Entry]


@dataclass(frozen=True)
class OptionWords:
    """The texts of an option on the page that creates a game, or of a part of a card.

    `values` labels the words that it can take. `own`: for lists of words, what each has while the table types nothing
    in, one word a line.
    """

    label: Said
    help: Said = ""
    values: Mapping[str, Said] = field(default_factory=dict)
    own: Mapping[str, Said] = field(default_factory=dict)


@dataclass(frozen=True)
class HelpPage:
    """A page of help, open to everybody alike: "What does the geneticist do?".

    `aid`: it stands on the printed sheet for players as well. The page of a role, whose slug is the role's name,
    never does. There the line of the role's card is printed. `crib`: it stands on the printed sheet for the
    moderator. `rulings`: the numbers of the rulings that it tells with the word "here". The page links to the first.
    """

    slug: str
    title: Said
    paragraphs: Sequence[Said]
    aid: bool = True
    crib: bool = False
    rulings: Sequence[str] = ()


@dataclass(frozen=True)
class Silence:
    """The rulings for one moment of a game where its rulebook is silent or unclear.

    The rulebook leaves a choice there, contradicts itself, or does not say.
    `rulings`: each in plain words for a player at the table, by its number in the kit's RULINGS.md.
    """

    moment: Said
    rulings: Mapping[str, Said]


@dataclass(frozen=True)
class EasySection:
    """A section of the rules in easy words, under a drawing of the game's look.

    A sentence has at most twelve words, and one idea. `drawing`: a slot of `Look` ("role", "camp" or "deed")
    and a name in it. `atoms`: the numbers of RULINGS.md whose rules this section tells.
    """

    slug: str
    title: Said
    drawing: tuple[str, str]
    sentences: Sequence[Said]
    atoms: Sequence[str] = ()


@dataclass(frozen=True)
class LooseCard:
    """A card of the game's box that is not dealt by the app, and how many of it are printed.

    `dealt`: it lies among the cards that are dealt at a table without phones, so that it has their back.
    """

    name: Said
    line: Said
    copies: int
    dealt: bool = False


class NameWords(Protocol):
    """A kit's words/names.py: the names of the game, its options and its cards.

    Strings may be lazy.
    """

    NAME: Said
    PITCH: Said  # one or two sentences about the theme of the game
    PLAYERS: Said  # "4 to 16 players and a moderator"
    MODERATED: bool  # False: the game needs no moderator, so a new table offers to play without one first
    OPTIONS: Mapping[str, OptionWords]
    CAMPS: Mapping[str, Said]  # camps that can win, by their name in an outcome; empty: people win for themselves
    COUNTS: Mapping[str, Said]  # labels of what `roles.suggestion` counts
    PROPOSED: Said  # which proposed counts are the rulebook's, and which Veilleur's own; empty: nothing is counted
    CARDS: Mapping[str, OptionWords]  # the parts of a seat's card: its role, its genome


class SpareNames(Protocol):
    """The optional names of a kit's words/names.py.

    `Unsaid` in gathered.py has their defaults.
    """

    LOOSE: Sequence[LooseCard]  # more cards to print than those that are dealt


class QuestionWords(Protocol):
    """A kit's words/steps.py: the questions, and the lines spoken aloud."""

    STEPS: Mapping[str, StepWords]  # every step that the rules can open


class HelpWords(Protocol):
    """A kit's words/help.py: the pages that everybody may look up."""

    HELP: Sequence[HelpPage]


class RulebookWords(Protocol):
    """A kit's words/rulebook.py: its credits, and what is played where the rulebook is silent."""

    CREDITS: Sequence[Said]  # the authors of the game and of its text, as the rulebook names them
    SILENT: Sequence[Silence]  # in the order of play; every number with a ruling in RULINGS.md, once


class EasyWords(Protocol):
    """A kit's words/easy.py, which is optional.

    Without it no page offers the rules in easy words.
    """

    EASY: Sequence[EasySection]  # all that a player must know, in the order of need


class MomentWords(Protocol):
    """A kit's words/moments.py, which is optional.

    Without it one question follows the other at once.
    """

    MOMENTS: Moments  # what everybody looks at before the next question opens


class TokenWords(Protocol):
    """A kit's words/tokens.py, which is optional.

    Without it the line of `truth` stands on the desk's ring.
    """

    def tokens(self, row: Fact, tonight: Sequence[Fact], /) -> Sequence[Token]:
        """Return a seat's row of the truth as badges.

        `tonight`: what the seat was told since the latest night began. Empty: the line of `truth` stands there.
        """


class FactWords(Protocol):
    """A kit's words/facts.py: the texts of facts. Its functions use the active language."""

    def card(self, private: Sequence[Fact]) -> Card:
        """Return the covered card of a player who was told these facts."""

    def to_player(self, fact: Fact) -> str:
        """Return a private fact for the player who was told it; empty when the card has it already."""

    def to_moderator(self, fact: Fact) -> Telling | None:
        """Return a private fact for the moderator who must pass it on; None when no gesture is due."""

    def to_room(self, fact: Fact) -> str:
        """Return a public fact, for everybody."""

    def phase(self, fact: Fact) -> str:
        """Return the phase that a public fact begins, such as "Night 2"; empty when it begins none.

        What `to_room` returns for the same fact is announced, and stands first in that phase.
        """

    def ring(self, public: Sequence[Fact]) -> Mapping[str, Mark]:
        """Return the marks of the seats that have any."""

    def board(self, public: Sequence[Fact]) -> Sequence[Gauge]:
        """Return the public state of the game in a few measures."""

    def value(self, name: str, value: Any) -> str:
        """Return the text of a field's value, when it is not a seat."""

    def truth(self, row: Fact) -> str:
        """Return a seat's row of the truth, in one line.

        First comes what it played, then more, each after `BETWEEN_PARTS`.
        """

    def outcome(self, winners: Sequence[str], reason: str) -> str:
        """Return a sentence that says who won and why."""


class SpareWords(Protocol):
    """The optional functions of a kit's words/facts.py.

    `Unsaid` in gathered.py has their defaults.
    """

    def sheet(self, private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
        """Return what a player who was told these facts knows of each card, in a game of deduction.

        It is empty in other games.
        """

    def hidden(self, row: Fact) -> str:
        """Return, at the end of the game, what was hidden from everybody, in one line.

        `row`: `Table.hidden`. Empty: nothing to say.
        """

    def poster(self, end: Outcome, public: Sequence[Fact], row: Fact) -> EndWords | None:
        """Return the words of the poster of this end.

        `row`: `Table.hidden`. None: `outcome` stands there, its title before the colon and the reason after it.
        """

    def ballots(self, question: str, public: Sequence[Fact]) -> OpenBallots | None:
        """Return the ballots that everybody has seen cast until now, while this question is open.

        None: it is no such vote, or its ballots are secret.
        """

    def in_truth(self, fact: Fact, truth: Mapping[str, Fact]) -> Fact:
        """Return, at the end of the game, a public fact as it truly was, by the truth of all seats.

        It is the fact itself where it pretended nothing.
        """

    def hunted(self, row: Fact) -> bool | None:
        """Return, at the end of the game, whether the others looked for this seat.

        It may be a mutant or a werewolf. None: the others look for nobody.
        """


class Words(
    NameWords,
    SpareNames,
    QuestionWords,
    FactWords,
    SpareWords,
    HelpWords,
    RulebookWords,
    EasyWords,
    MomentWords,
    TokenWords,
    Protocol,
):
    """All that a kit's `words` package provides."""
