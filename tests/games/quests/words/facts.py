"""Quests: what a player, the moderator (with the gesture) and the room are told of each fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.table import Fact
from games.engine.words import Card, Gauge, Mark, SheetPart, Telling
from tests.games.quests.roles import TRAITORS
from tests.games.quests.words.names import LINES, ROLE


def card(private: Sequence[Fact]) -> Card:
    """Who its holder is. What its holder has seen stands in the notebook."""
    role = next((fact["role"] for fact in private if fact["fact"] == "role"), "")
    camp = "Traitors" if role in TRAITORS else "Knights"
    return Card(ROLE.get(role, ""), camp, [LINES[role]] if role else [], role)


def to_player(fact: Fact) -> str:
    """A private fact in the second person."""
    seats = ", ".join(fact.get("seats", ()))
    match fact["fact"]:
        case "fellows":
            return f"The traitors whom you know: {seats}."
        case "traitors":
            return f"The traitors: {seats}."
        case "two":
            return f"Merlin and Morgana, in the order of seats: {seats}."
    return ""


def to_moderator(fact: Fact) -> Telling | None:
    """The gesture for a private fact."""
    seats = ", ".join(fact.get("seats", ()))
    return Telling(seats, "These raise a thumb.") if seats else None


def to_room(fact: Fact) -> str:
    """A public fact, to everybody."""
    match fact:
        case {"fact": "leader"}:
            return f"Leader: {fact['seat']}."
        case {"fact": "team"}:
            return f"Team: {', '.join(fact['seats'])}."
        case {"fact": "approved"}:
            return "The team rides." if fact["rides"] else "The team is refused."
        case {"fact": "by_lot"}:
            return "Nobody could be waited for: the lot has answered."
        case {"fact": "quest"}:
            return f"Quest {fact['number']}: {', '.join(fact['cards'])}."
    return ""


def phase(fact: Fact) -> str:
    """The night and the day."""
    return {"night": "Night", "day": "Day"}.get(fact["fact"], "")


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Who leads."""
    leaders = [fact["seat"] for fact in public if fact["fact"] == "leader"]
    return {seat: Mark(badges=("Leader",)) for seat in leaders[-1:]}


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """The quests that were won and that have failed."""
    quests = ["hinder" in fact["cards"] for fact in public if fact["fact"] == "quest"]
    return [Gauge("Quests won", str(quests.count(False)), "3"), Gauge("Quests failed", str(quests.count(True)), "3")]


def sheet(private: Sequence[Fact], public: Sequence[Fact]) -> Sequence[SheetPart]:
    """There is nothing to tick."""
    return ()


def value(name: str, value: Any) -> str:
    """A card, or for and against."""
    return {"help": "Help", "hinder": "Hinder", "True": "For", "False": "Against"}.get(str(value), str(value))


def truth(row: Fact) -> str:
    """A seat's role."""
    return str(ROLE[row["role"]])


def hidden(row: Fact) -> str:
    """Nothing lies hidden on the table."""
    return ""


def in_truth(fact: Fact, truth: Mapping[str, Fact]) -> Fact:
    """Nothing that was announced pretended anything."""
    return fact


def hunted(row: Fact) -> bool | None:
    """The traitors."""
    return row["role"] in TRAITORS


def outcome(winners: Sequence[str], reason: str) -> str:
    """Who won and why."""
    return {
        "refused": "The traitors win: no team found favour.",
        "failed": "The traitors win: three quests have failed.",
        "merlin_named": "The traitors win: Merlin was named.",
    }.get(reason, "The knights win: three quests are won, and Merlin is safe.")
