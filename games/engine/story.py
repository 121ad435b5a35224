"""A finished game told again as data: scenes of deeds between seats, votes, and best feats.

A kit's `story.py` makes a `Tale` of `Page`s. They are the standing moves and what each of them told.
The pages of the site draw it; they know no game. A game that was begun with other rules is told too.
What a kit does not know of it, it leaves out. Start reading at `Tale`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from games.engine.asks import Answer
from games.engine.table import Deal, Fact

if TYPE_CHECKING:
    from games.engine.words import Said

# Kinds of deed, each drawn with its own style of line, so that nobody needs its colour: to do harm, to help, to find
# something out, to vote or to name, to suspect, to give or to exchange.
HARM, HELP, LOOK, VOTE, SUSPECT, GIVE = "harm", "help", "look", "vote", "suspect", "give"
KINDS = (HARM, HELP, LOOK, VOTE, SUSPECT, GIVE)


@dataclass(frozen=True)
class Page:
    """A move that stands, and what it told. The first page has no move: it is the set-up.

    `whose`: the seat whose answer it is, or `moderator`, `chance`, `clock`. `step`: the step that it answers, empty
    where that is not known. `told`: pairs of a seat (None: everybody) and a fact.
    """

    number: int
    whose: str = ""
    step: str = ""
    answer: Answer = field(default_factory=dict)
    told: tuple[tuple[str | None, Fact], ...] = ()

    @property
    def public(self) -> list[Fact]:
        """The facts that everybody was told."""
        return [fact for seat, fact in self.told if seat is None]


@dataclass(frozen=True)
class Setting:
    """The deal and the end of a game: the seats in order, and the truth of each (`Table.truth`)."""

    seats: Sequence[str]
    deal: Deal
    truth: Mapping[str, Fact]

    @property
    def roles(self) -> dict[str, str]:
        """The role that each seat was dealt; empty where it was dealt none."""
        return {seat: self.deal.get(seat, {}).get("role", "") for seat in self.seats}


@dataclass(frozen=True)
class Deed:
    """A deed in a sentence: done by these seats, to those; without either it is only told.

    Of several who did it together the first is the one who wanted it first.
    """

    kind: str
    said: Said
    of: tuple[str, ...] = ()
    to: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """A night, a day, a mission or a round: its deeds in order, and the state at its end.

    `bar`: the number of the night or round that it belongs to, from 1; each has one bar. `big`: what it comes to, in
    a few words. `out`: seats that are out of the game by then. `camps`: the camp of each seat by its name in the
    kit's look. `held`: what is written at a seat, such as its points.
    """

    heading: Said
    bar: int
    deeds: tuple[Deed, ...] = ()
    big: Said = ""
    out: frozenset[str] = frozenset()
    camps: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, Said] = field(default_factory=dict)


@dataclass(frozen=True)
class Vote:
    """A vote that was closed. `ballots`: who named whom; empty where the rules keep that secret.

    `counts`: how many ballots each seat had, where they are known without the voters.
    `accuses`: False for a vote that judges nobody, such as the election of a chief.
    """

    heading: Said
    ballots: tuple[tuple[str, str], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    accuses: bool = True


@dataclass(frozen=True)
class Feat:
    """Something worth a small award: how often each seat did it, or how much of it each has.

    `said` puts such a number into words: "3 cures". `least`: a smaller number gets no award.
    """

    title: Said
    count: Mapping[str, int]
    said: Callable[[int], str]
    least: int = 1


@dataclass(frozen=True)
class Tale:
    """A whole game: its scenes in order, its votes, its feats, and the final camp of each seat.

    `aimed`: how many of its ballots each seat gave against another camp, and how many in all, where that is known.
    It may be known of a secret vote too, of which nobody's single ballot is told.
    `changed`: seats that were of several camps. `own_deeds`: a seat's most telling deed, in a sentence to that seat.
    """

    scenes: tuple[Scene, ...]
    votes: tuple[Vote, ...] = ()
    feats: tuple[Feat, ...] = ()
    camps: Mapping[str, str] = field(default_factory=dict)
    aimed: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    own_deeds: Mapping[str, Said] = field(default_factory=dict)


class Aim:
    """A count of the ballots that each seat gave against another camp, as camps were then."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, int]] = {}

    def note(self, by: str, on: str, camps: Mapping[str, str]) -> None:
        """Count a ballot of a seat against another one."""
        if by != on and by in camps and on in camps:
            hits, all_given = self.found.get(by, (0, 0))
            self.found[by] = (hits + (camps[by] != camps[on]), all_given + 1)


@dataclass
class ToldGame:
    """A game as far as it is told: the current scene, and the state of the seats.

    A kit adds what it needs to follow.
    """

    setting: Setting
    camps: dict[str, str] = field(default_factory=dict)
    scenes: list[Scene] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    heading: str = ""  # of the current scene; empty: there is none
    bar: int = 0
    deeds: list[Deed] = field(default_factory=list)
    big: str = ""
    out: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    aim: Aim = field(default_factory=Aim)
    done: dict[tuple[str, str], list[str]] = field(default_factory=dict)  # to whom, by the kind of deed and the doer

    def add(self, kind: str, said: str, of: Sequence[str] = (), to: Sequence[str] = ()) -> None:
        """Add a deed to this scene."""
        self.deeds.append(Deed(kind, said, tuple(of), tuple(to)))

    def note_done(self, deed: str, of: Iterable[str], to: str) -> None:
        """Note that these seats did this to another: once for each, never to themselves."""
        for by in of:
            to_whom = self.done.setdefault((deed, by), [])
            if to != by and to not in to_whom:
                to_whom.append(to)

    def tell_done(self, deed: str, by: str, once: str, twice: str, more: Callable[[int], str]) -> str:
        """Return the sentence on a deed of a seat: up to two others by name, more as a number.

        `once` has a place for `first`, `twice` for `first` and `second`. It is empty where it was done to nobody.
        """
        match self.done.get((deed, by), ()):
            case []:
                return ""
            case [first]:
                return once % {"first": first}
            case [first, second]:
                return twice % {"first": first, "second": second}
            case to:
                return more(len(to))

    def count_hits(self, seat: str, camp: str) -> int:
        """Return how many ballots of a seat, always of this camp, were against another camp."""
        hits, _given = self.aim.found.get(seat, (0, 0))
        return hits if self.camps.get(seat) == camp and seat not in self.changed else 0

    def is_unaccused(self, seat: str) -> bool:
        """Return whether nobody has ever voted against a seat that is still in the game.

        It is False where no vote accused anybody, and where the ballots of a vote are not known.
        """
        named = [
            {on for _by, on in vote.ballots} | {on for on, count in vote.counts.items() if count}
            for vote in self.votes
            if vote.accuses
        ]
        return seat not in self.out and bool(named) and all(named) and all(seat not in seats for seats in named)

    def held(self) -> Mapping[str, Said]:
        """Return what is written at each seat when a scene ends."""
        return {}

    def close(self) -> None:
        """End the current scene."""
        if self.heading:
            out, camps = frozenset(self.out), dict(self.camps)
            self.scenes.append(Scene(self.heading, self.bar, tuple(self.deeds), self.big, out, camps, self.held()))
        self.deeds, self.big = [], ""

    def hear(
        self,
        page: Page,
        announced: Callable[[Self, Fact], None],
        told: Callable[[Self, str, Fact], None] | None = None,
    ) -> None:
        """Pass on what a page told everybody, and what it told single seats."""
        for seat, fact in page.told:
            with suppress(KeyError):  # a fact of other rules, which the words do not know
                if seat is None:
                    announced(self, fact)
                elif told:
                    told(self, seat, fact)

    def tale(self, feats: tuple[Feat, ...], *own_deeds: Callable[[Self, str], str]) -> Tale:
        """Return the whole game, once all of it is told.

        `own_deeds`: sentences to a seat on what it did, the most telling kind first; empty where it did nothing.
        """
        scenes, votes, changed = tuple(self.scenes), tuple(self.votes), frozenset(self.changed)
        told = {seat: next(filter(None, (kind(self, seat) for kind in own_deeds)), "") for seat in self.setting.seats}
        own = {seat: said for seat, said in told.items() if said}
        return Tale(scenes, votes, feats, dict(self.camps), self.aim.found, changed, own)


def best(count: Mapping[str, int], least: int = 1) -> tuple[int, tuple[str, ...]]:
    """Return the largest number and every seat that has it; nobody where it is below `least`."""
    most = max(count.values(), default=0)
    return (most, tuple(seat for seat, number in count.items() if number == most)) if most >= least else (0, ())
