"""A game's kit: what its modules offer, and which kits there are.

There is no list of games to maintain. Start reading at `Kit`. Each kit's `__init__.py` places its modules in a
`Modules`, for mypy alone. So the type checker compares every module of every kit with its Protocol.
And no kit is imported before it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

from games.engine import table
from games.engine.asks import Answer, Ask, Choose, same
from games.engine.board import Board, Pawns, Printed
from games.engine.gathered import IN_FILES, GatheredWords, Unsaid, WordFiles
from games.engine.lawful import Asks, Secret, Tells
from games.engine.look import Look
from games.engine.moves import Move
from games.engine.options import Option, settle
from games.engine.plugins import BROKEN, KITS, NEWER, FoundGame, Unfit, describe_error, find_games
from games.engine.story import Page, Setting, Tale
from games.engine.table import Deal, Fact, Table
from games.engine.words import Words

API = 2  # version of the interface of kits: raised when kits may use, or need, something new

Bot = Callable[[str, Ask, str, Sequence[Fact], Choose], Answer]  # as `Bots.answer` below
Policy = Callable[[Table, Choose], Iterator[Move]]  # each move is taken before the next is asked for


class Rules(table.PlayableRules, Protocol):
    """A kit's rules.py: `play`, the script that a table runs, and its version."""

    VERSION: int  # raised only when a stored record would play out differently
    OLDER: Mapping[int, Mapping[str, Any]]  # older versions that this one replays unchanged, with these options


class Roles(Protocol):
    """A kit's roles.py: the numbers of players, the options, the cards, the lawful deals.

    A sentence that a function returns is English without a capital; the kit's words translate it. `options` are all
    those of the table.
    """

    SEATS: tuple[int, int]  # the fewest and the most players
    OPTIONS: Mapping[str, Option]  # by the name that the rules use
    CARD: Mapping[str, Sequence[str]]  # keys that can be typed in for a seat, with their values; empty: none

    def suggestion(self, players: int, options: Mapping[str, Any]) -> Mapping[str, int]:
        """Return how many of each card to deal to so many players.

        It is empty in a game where nothing is counted. Which cards are counted does not depend on the options.
        """

    def wrong_counts(self, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
        """Return why these counts cannot be dealt to so many players, or ""."""

    def warnings(self, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> Sequence[str]:
        """Return advice on counts that can be dealt all the same."""

    def deal(
        self,
        seats: Sequence[str],
        options: Mapping[str, Any],
        choose: Choose,
        counts: Mapping[str, int] | None = None,
    ) -> Deal:
        """Return cards drawn with `choose` for these seats; `counts` None: as `suggestion` counts.

        Raises `ValueError` when the counts cannot be dealt.
        """

    def wrong_deal(self, seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
        """Return why this deal, JSON of any shape, is unlawful, or ""."""


class Bots(Protocol):
    """A kit's bots.py: how the computer plays a seat."""

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """Return a legal answer to the ask of this step, from what the seat and everybody were told."""


class Lawful(Protocol):
    """A kit's lawful.py: what may be told, fact by fact, in terms of games/engine/lawful.py.

    What is not declared must follow from the public set-up and from what was told before.
    """

    TELLS: Sequence[Tells]  # every fact that the rules tell, whose secret it may reveal, and to whom
    ASKS: Sequence[Asks]  # questions by which a seat learns more than it was told; most games have none
    ENDS: Sequence[Secret]  # what everybody learns from the end of the game, and from who has won

    def set_up(self, deal: Deal) -> Any:
        """Return what everybody knows of a deal before the first step.

        For example, how many there are of each role, or who begins.
        """


class Wishes(Protocol):
    """A kit's wishes.py, which is optional: what its attentive seats want (docs/balance.md)."""

    CAMPS: Sequence[str]  # camps to which a seat can belong
    STEPS: Sequence[str]  # steps at which answers differ in worth
    LOOKS: Sequence[str]  # of these, steps at which a seat wants to find out; there, known things are worth nothing
    FOLLOWS: Sequence[str]  # camps that vote for those who got the counted ballots of other days

    FEARS: Sequence[str]  # steps at which those who have named one's own camp aloud are worth most
    # For camps whose seats vote aloud as one: how many of the named seats come forward at a step.
    PLACES: Mapping[str, Mapping[str, int]]

    def camp(self, truth: Fact) -> str:
        """Return the camp of a seat with this truth."""

    def worth(self, step: str, deed: str, name: Any, seat: str, truth: Mapping[str, Fact]) -> float:
        """Return how much this seat gains by giving this value to that field.

        `truth`: the assumed truth of every seat.
        """


class Story(Protocol):
    """A kit's story.py: how a game is told again once it is over."""

    def tale(self, setting: Setting, pages: Sequence[Page]) -> Tale:
        """Return the game in the active language.

        Facts of other rules that it does not know are left out.
        """


class Modules(NamedTuple):
    """The modules of a kit, each of which implements its Protocol.

    `words`: the files of its package of words. For kits with API 1, it is one module with all of it.
    """

    rules: Rules
    roles: Roles
    words: WordFiles | Words
    bots: Bots
    lawful: Lawful
    story: Story | None = None


NAMES_OF_MODULES: Mapping[str, frozenset[str]] = {  # names that each module of a kit defines
    "rules": frozenset({"VERSION", "OLDER", "play"}),
    "roles": frozenset({"SEATS", "OPTIONS", "CARD", "deal", "suggestion", "wrong_counts", "wrong_deal", "warnings"}),
    "words": frozenset().union(*IN_FILES.values()),
    "bots": frozenset({"answer"}),
    "lawful": frozenset({"TELLS", "ASKS", "ENDS", "set_up"}),
}
MORE = (
    "story",
    "look",
    "policies",
    "wishes",
    "speech",
    "board",
    "pawns",
    "words.printed",
)  # optional modules of a kit


@dataclass(frozen=True)
class Kit:
    """A game by its slug; each of its modules is imported when it is first used.

    `package`: the full name of the Python package with its modules.
    """

    slug: str
    package: str

    @cached_property
    def folder(self) -> Path:
        """The folder of its files."""
        return Path(next(iter(import_module(self.package).__path__)))

    @property
    def is_built_in(self) -> bool:
        """True if it is a built-in kit."""
        return self.package.startswith(f"{KITS}.")

    def options_of(self, version: Any, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return every option, given or default, with which these rules replay that version.

        Returns None when they cannot. They are then another version, and differ for the options that are given.
        """
        if type(version) is not int:
            return None
        older = {} if version == self.rules.VERSION else self.rules.OLDER.get(version)
        if older is None or any(name in given and not same(given[name], value) for name, value in older.items()):
            return None
        return settle(self.roles.OPTIONS, {**given, **older})

    @cached_property
    def usual(self) -> Mapping[str, Any]:
        """Every option with its default value."""
        return settle(self.roles.OPTIONS, {})

    def deck(self, players: int, options: Mapping[str, Any] | None = None) -> dict[str, int]:
        """Return the cards that the kit suggests for so many players, without counts of zero."""
        suggested = self.roles.suggestion(players, self.usual if options is None else options)
        return {card: count for card, count in suggested.items() if count}

    @property
    def for_children(self) -> bool:
        """True if its roles say that it suits children of eight; it then has words for them."""
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
        """The words, which need a web framework's gettext, so the record never loads them."""
        whole = self._module("words")
        if hasattr(whole, "STEPS"):  # one module with everything: kits with API 1, which knew none of these
            vars(whole).setdefault("poster", Unsaid().poster)
            vars(whole).setdefault("ballots", Unsaid().ballots)
            vars(whole).setdefault("EASY", Unsaid.EASY)
            vars(whole).setdefault("LOOSE", Unsaid.LOOSE)
            return cast(Words, whole)
        files = {name: self._find_module(f"words.{name}") for name in IN_FILES}
        return cast(Words, GatheredWords({name: file for name, file in files.items() if file}))

    @cached_property
    def bots(self) -> Bots:
        """The computer's play."""
        return cast(Bots, self._module("bots"))

    @cached_property
    def lawful(self) -> Lawful:
        """The declaration of what may be told."""
        return cast(Lawful, self._module("lawful"))

    @cached_property
    def story(self) -> Story | None:
        """How it is told again; None: only in the words of what was announced."""
        return cast("Story | None", self._find_module("story"))

    @cached_property
    def look(self) -> Look | None:
        """The drawings; None: the kit has the default look."""
        module = self._find_module("look")
        return cast(Look, module.LOOK) if module else None

    @cached_property
    def policies(self) -> Mapping[str, Policy]:
        """The kit's own policies of the balance lab, by name, beyond those that every game has."""
        module = self._find_module("policies")
        return cast(Mapping[str, Policy], module.POLICIES) if module else {}

    @cached_property
    def wishes(self) -> Wishes | None:
        """The wishes of attentive seats; None: the kit's seats are never attentive."""
        return cast("Wishes | None", self._find_module("wishes"))

    @cached_property
    def board(self) -> Board | None:
        """The board to print; None: the game has no board, or the kit does not have it."""
        return cast("Board | None", self._find_module("board"))

    @cached_property
    def pawns(self) -> Pawns | None:
        """How the computer plays on that board."""
        return cast("Pawns | None", self._find_module("pawns"))

    @cached_property
    def printed(self) -> Printed | None:
        """The texts of the printed sheets, which need a web framework's gettext, as all words do."""
        return cast("Printed | None", self._find_module("words.printed"))

    def translate(self, sentence: str) -> str:
        """Translate a sentence of its roles into the active language."""
        speech = self._find_module("speech")
        return str(speech.gettext(sentence)) if speech and sentence else sentence

    def list_lacking(self) -> list[str]:
        """Return what cannot be imported or is not offered, each in a few words.

        It is empty when the kit is complete.
        """
        lacking = []
        for name in (*NAMES_OF_MODULES, *MORE):
            try:
                module: object = self._find_module(name)
                module = self.words if module and name == "words" else module
            except Exception as error:  # a game by somebody else may fail in any way
                lacking.append(f"{name} cannot be imported: {describe_error(error, self.folder)}")
                continue
            if module is None and name in NAMES_OF_MODULES:
                lacking.append(f"there is no {name}")
            elif module is not None:
                offered = sorted(NAMES_OF_MODULES.get(name, ()))
                lacking += [f"{name} offers no {one}" for one in offered if not hasattr(module, one)]
        return lacking

    def _find_module(self, name: str) -> ModuleType | None:
        """Return one of its modules, or None where there is none.

        An import that fails inside an existing module raises `ModuleNotFoundError`.
        """
        try:
            return self._module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{self.package}.{name}.".startswith(f"{missing.name}."):
                raise
            return None

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")


class Kits(dict[str, Kit]):
    """The games that can be played, by slug.

    `unfit`: those that were found and cannot be played.
    """

    unfit: Sequence[Unfit] = ()


@cache
def all_kits() -> Kits:
    """Return every kit by its slug, in alphabetical order.

    A built-in kit is imported when it is needed. One from elsewhere is imported at once, as a whole.
    Because it may fail in any way.
    """
    there, unfit = find_games()
    judged = {one.slug: (one, _find_fault(one)) for one in there}
    kits = Kits({slug: Kit(slug, one.package) for slug, (one, fault) in sorted(judged.items()) if fault is None})
    kits.unfit = [*unfit, *(fault for _one, fault in judged.values() if fault)]
    return kits


def _find_fault(one: FoundGame) -> Unfit | None:
    """Return why a game from elsewhere cannot be played; None when it can."""
    kit = Kit(one.slug, one.package)
    if kit.is_built_in:
        return None
    try:
        made_for = getattr(import_module(one.package), "API", None)
    except Exception as error:  # a game by somebody else may fail in any way
        return Unfit(one.slug, one.package, BROKEN, describe_error(error, one.folder))
    if type(made_for) is not int or one.folder is None:
        return Unfit(one.slug, one.package, BROKEN, "its __init__.py has no number API")
    if made_for > API:
        return Unfit(one.slug, one.package, NEWER, str(made_for))
    lacking = kit.list_lacking()
    return Unfit(one.slug, one.package, BROKEN, "; ".join(lacking)) if lacking else None
