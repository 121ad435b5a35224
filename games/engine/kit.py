"""A game's kit: how the engine finds it, and what its modules offer. There is no list of games to keep.

Start reading at `Kit`. Each kit's `__init__.py` places its modules in a `Modules`, for mypy alone: so the type
checker compares every module of every kit with its Protocol, and no kit is imported before it is needed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

from games.engine import table
from games.engine.asks import Answer, Ask, Choose, same
from games.engine.lawful import Asks, Secret, Tells
from games.engine.look import Look
from games.engine.moves import Move
from games.engine.options import Option, settle
from games.engine.story import Page, Setting, Tale
from games.engine.table import Deal, Fact, Table
from games.engine.words import Words

KITS = "games.kits"  # the folder that is walked

Bot = Callable[[str, Ask, str, Sequence[Fact], Choose], Answer]  # as `Bots.answer` below
Policy = Callable[[Table, Choose], Iterator[Move]]  # each move is taken before the next is asked for


class Rules(table.Rules, Protocol):
    """A kit's rules.py: `play`, the script that a table runs, and its version."""

    VERSION: int  # raised only when a kept record would play out differently
    OLDER: Mapping[int, Mapping[str, Any]]  # older versions that this one plays as they were, with these options


class Roles(Protocol):
    """A kit's roles.py: how many can play, what a table may set, which cards there are, which deals are lawful.

    A sentence that a function returns is English without a capital; the kit's words translate it.
    """

    SEATS: tuple[int, int]  # the fewest and the most players
    OPTIONS: Mapping[str, Option]  # by the name that the rules read
    CARD: Mapping[str, Sequence[str]]  # what can be typed in for a seat, with its values; empty: nothing can

    def suggestion(self, players: int) -> Mapping[str, int]:
        """How many of each card to deal to so many players; empty in a game where nothing is counted."""

    def wrong_counts(self, players: int, counts: Mapping[str, int]) -> str:
        """What makes these counts impossible for so many players; empty when they can be dealt."""

    def warnings(self, players: int, counts: Mapping[str, int]) -> Sequence[str]:
        """Advice on counts that can be dealt all the same."""

    def deal(
        self,
        seats: Sequence[str],
        options: Mapping[str, Any],
        choose: Choose,
        counts: Mapping[str, int] | None = None,
    ) -> Deal:
        """Cards drawn with `choose` for these seats; `counts` None: as `suggestion` counts them.

        Raises ValueError when the counts cannot be dealt.
        """

    def wrong_deal(self, seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
        """What makes this deal, JSON of any shape, unlawful; empty when it may be played."""


class Bots(Protocol):
    """A kit's bots.py: how the computer plays a seat."""

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """A legal answer to the ask of this step, from what the seat and everybody were told."""


class Lawful(Protocol):
    """A kit's lawful.py: what may be told, fact by fact, in the words of games/engine/lawful.py.

    What is not declared has to follow from the public set-up and from what was told before.
    """

    TELLS: Sequence[Tells]  # every fact that the rules tell, with whose secret it may reveal, and to whom
    ASKS: Sequence[Asks]  # questions by which who is asked learns more than was told; of most games none
    ENDS: Sequence[Secret]  # what the room learns by the game's being over, and by who has won

    def set_up(self, deal: Deal) -> Any:
        """What everybody knows of a deal before the first step: how many of each role, who begins."""


class Wishes(Protocol):
    """A kit's wishes.py, which it may leave out: what its attentive seats want (docs/balance.md)."""

    CAMPS: Sequence[str]  # those to which a seat can belong
    STEPS: Sequence[str]  # steps at which something is worth more than something else
    LOOKS: Sequence[str]  # of these, steps at which a seat wants to find out: what it knows is worth nothing there
    FOLLOWS: Sequence[str]  # camps that vote for whom the counted ballots of other days were for

    def camp(self, truth: Fact) -> str:
        """The camp to which a seat belongs of which this is the truth."""

    def worth(self, step: str, deed: str, name: Any, seat: str, truth: Mapping[str, Fact]) -> float:
        """What it is worth to this seat to give this value to that field, if this is the truth of every seat."""


class Story(Protocol):
    """A kit's story.py: how a game is told again once it is over."""

    def tale(self, setting: Setting, pages: Sequence[Page]) -> Tale:
        """The game in the active language. Facts that it does not know, of other rules, it leaves out."""


class Modules(NamedTuple):
    """The modules of a kit, each of which keeps its Protocol."""

    rules: Rules
    roles: Roles
    words: Words
    bots: Bots
    lawful: Lawful
    story: Story | None = None


@dataclass(frozen=True)
class Kit:
    """A game by its slug; each of its modules is imported when it is first asked for.

    `home`: the package in which the kit's own package lies.
    """

    slug: str
    home: str = KITS

    def options_of(self, version: Any, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """Every option, given or default, with which these rules play a game of that version as it was.

        None when they cannot: they are another version, and were not so with the options that are given.
        """
        if type(version) is not int:
            return None
        older = {} if version == self.rules.VERSION else self.rules.OLDER.get(version)
        if older is None or any(name in given and not same(given[name], value) for name, value in older.items()):
            return None
        return settle(self.roles.OPTIONS, {**given, **older})

    @property
    def for_children(self) -> bool:
        """Whether its roles say that it suits children of eight, and it has words of its own for them."""
        return bool(getattr(self.roles, "CHILDREN", False))

    @cached_property
    def rules(self) -> Rules:
        """The script."""
        return cast(Rules, self._module("rules"))

    @cached_property
    def roles(self) -> Roles:
        """The set-up."""
        return cast(Roles, self._module("roles"))

    @cached_property
    def words(self) -> Words:
        """The words; they need a web framework's gettext, so the record never loads them."""
        return cast(Words, self._module("words"))

    @cached_property
    def bots(self) -> Bots:
        """The computer's play."""
        return cast(Bots, self._module("bots"))

    @cached_property
    def lawful(self) -> Lawful:
        """What may be told."""
        return cast(Lawful, self._module("lawful"))

    @cached_property
    def story(self) -> Story | None:
        """How it is told again; None: only in the words of what was announced."""
        try:
            return cast(Story, self._module("story"))
        except ModuleNotFoundError as missing:
            if missing.name != f"{self.home}.{self.slug}.story":
                raise  # it is there, and what it needs is not
            return None

    @cached_property
    def look(self) -> Look | None:
        """The drawings; None: the kit looks like the house."""
        try:
            return cast(Look, self._module("look").LOOK)
        except ModuleNotFoundError:
            return None

    @cached_property
    def policies(self) -> Mapping[str, Policy]:
        """How whole tables of the balance lab play, by name, beside the ways that every game has."""
        try:
            return cast(Mapping[str, Policy], self._module("policies").POLICIES)
        except ModuleNotFoundError:
            return {}

    @cached_property
    def wishes(self) -> Wishes | None:
        """What attentive seats want; None: the kit's seats are never attentive."""
        try:
            return cast(Wishes, self._module("wishes"))
        except ModuleNotFoundError:
            return None

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.home}.{self.slug}.{name}")


@cache
def all_kits() -> Mapping[str, Kit]:
    """Every kit by its slug, in alphabetical order."""
    return {
        found.name: Kit(found.name) for found in pkgutil.iter_modules(import_module(KITS).__path__) if found.ispkg
    }
