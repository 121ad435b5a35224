"""Collection of the files of a kit's `words` package into one object, with defaults.

Start reading at `GatheredWords`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from games.engine.table import Fact, Outcome
from games.engine.words import (
    NO_MOMENTS,
    EasySection,
    EasyWords,
    EndWords,
    FactWords,
    HelpWords,
    LooseCard,
    MomentWords,
    NameWords,
    OpenBallots,
    QuestionWords,
    RulebookWords,
    SheetPart,
    SpareNames,
    SpareWords,
    TokenWords,
    no_tokens,
)


class Unsaid:
    """Defaults for what a kit leaves out."""

    MOMENTS = NO_MOMENTS
    EASY: Sequence[EasySection] = ()
    LOOSE: Sequence[LooseCard] = ()
    tokens = staticmethod(no_tokens)

    def sheet(self, _private: Sequence[Fact], _public: Sequence[Fact]) -> Sequence[SheetPart]:
        """Return no parts: there is nothing to tick."""
        return ()

    def hidden(self, _row: Fact) -> str:
        """Return "": nothing is hidden on the table."""
        return ""

    def poster(self, _end: Outcome, _public: Sequence[Fact], _row: Fact) -> EndWords | None:
        """Return None: the outcome is what stands on the poster."""
        return None

    def ballots(self, _question: str, _public: Sequence[Fact]) -> OpenBallots | None:
        """Return None: no vote is cast in the open."""
        return None

    def in_truth(self, fact: Fact, _truth: Mapping[str, Fact]) -> Fact:
        """Return the fact itself: nothing that was announced was a pretence."""
        return fact

    def hunted(self, _row: Fact) -> bool | None:
        """Return None: nobody looks for anybody."""
        return None


class WordFiles(NamedTuple):
    """The files of a kit's `words` package, each of which implements its Protocol."""

    names: NameWords
    steps: QuestionWords
    facts: FactWords
    help: HelpWords
    rulebook: RulebookWords
    moments: MomentWords | None = None
    tokens: TokenWords | None = None
    easy: EasyWords | None = None


def _list_names(*files: type) -> frozenset[str]:
    """Return the names that these Protocols of one file list."""
    listed = (name for file in files for name in (*file.__annotations__, *vars(file)))
    return frozenset(name for name in listed if not name.startswith("_"))


IN_FILES: Mapping[str, frozenset[str]] = {  # names that each file of a kit's `words` package may define
    "names": _list_names(NameWords, SpareNames),
    "steps": _list_names(QuestionWords),
    "facts": _list_names(FactWords, SpareWords),
    "help": _list_names(HelpWords),
    "rulebook": _list_names(RulebookWords),
    "moments": _list_names(MomentWords),
    "tokens": _list_names(TokenWords),
    "easy": _list_names(EasyWords),
}


class GatheredWords(Unsaid):
    """The contents of the files of a kit's `words` package, in one object."""

    def __init__(self, files: Mapping[str, ModuleType]) -> None:
        for file, module in files.items():
            said = vars(module)
            vars(self).update({name: said[name] for name in IN_FILES[file] if name in said})
