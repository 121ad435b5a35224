"""The words of a sketch as far as they need no thought: a title for each step, a line for each fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.table import Fact
from games.engine.words import NO_MOMENTS, Card, Gauge, HelpPage, Mark, OptionWords, SheetPart, Silence, Telling
from games.engine.words import no_tokens as tokens

PITCH = PLAYERS = "A sketch"
MODERATED = True
OPTIONS: Mapping[str, OptionWords] = {}
COUNTS: Mapping[str, str] = {}
CARDS: Mapping[str, OptionWords] = {}
PROPOSED = ""
HELP = (HelpPage("game", "How it is played", ("Read the rules.",)),)
CREDITS = ("Made for these tests.",)
SILENT: Sequence[Silence] = ()
MOMENTS = NO_MOMENTS
FIELDS = {"seat": "Who", "seats": "Who", "place": "Which", "ok": "Yes", "nobody": "Nobody"}


def card(private: Sequence[Fact]) -> Card:
    """The role, and nothing else: what is learnt later stands in the notebook."""
    role = next((fact["role"] for fact in private if fact["fact"] == "role"), "")
    return Card(role, role, [role] if role else [])


def to_player(fact: Fact) -> str:
    """The fact as it is."""
    return "" if fact["fact"] == "role" else _plain(fact)


def to_moderator(fact: Fact) -> Telling | None:
    """The fact as it is, by a sign."""
    return None if fact["fact"] == "role" else Telling(_plain(fact), "By a sign.")


def to_room(fact: Fact) -> str:
    """The fact as it is."""
    return "" if phase(fact) else _plain(fact)


def phase(fact: Fact) -> str:
    """Rounds, nights and days."""
    return f"{fact['fact']} {fact.get('number', 1)}" if fact["fact"] in ("round", "night", "day") else ""


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Nothing stands on the ring."""
    return {}


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """Nothing is counted."""
    return ()


def sheet(private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
    """There is nothing to tick."""
    return ()


def value(name: str, value: Any) -> str:
    """A value as it is."""
    return str(value)


def truth(row: Fact) -> str:
    """A row as it is."""
    return _plain(row)


def hidden(row: Fact) -> str:
    """A row as it is."""
    return _plain(row)


def in_truth(fact: Fact, truth: Mapping[str, Fact]) -> Fact:
    """Nothing pretends."""
    return fact


def hunted(row: Fact) -> bool | None:
    """Nobody is looked for."""
    return None


def outcome(winners: Sequence[str], reason: str) -> str:
    """As it is."""
    return f"{', '.join(winners)}: {reason}"


def _plain(fact: Fact) -> str:
    return ", ".join(f"{name} {value}" for name, value in fact.items()).replace("{", "").replace("}", "")


__all__ = [name for name in dir() if not name.startswith("_")] + ["tokens"]
