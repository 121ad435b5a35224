"""Quests: what a player, the moderator (with the gesture) and the room are told of each fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.table import Fact
from games.engine.words import Card, Gauge, Mark, Telling
from veilleur_quests.roles import TRAITORS
from veilleur_quests.speech import gettext, ngettext
from veilleur_quests.words.names import CAMPS, LINES, ROLE


def card(private: Sequence[Fact]) -> Card:
    """Who its holder is. What its holder was shown stands in the notebook, so that all cards are as long."""
    role = next((fact["role"] for fact in private if fact["fact"] == "role"), "")
    camp = CAMPS["traitors" if role in TRAITORS else "knights"]
    return Card(ROLE[role], camp, [LINES[role]], role) if role else Card("", "", [])


def to_player(fact: Fact) -> str:
    """A private fact in the second person."""
    told = {"seats": ", ".join(fact.get("seats", ()))}
    match fact["fact"]:
        case "fellows":
            return gettext("The traitors whom you know: %(seats)s.") % told
        case "traitors":
            return gettext("The traitors are: %(seats)s.") % told
        case "two":
            return gettext("Merlin and Morgana, in the order of their seats: %(seats)s.") % told
    return ""


def to_moderator(fact: Fact) -> Telling | None:
    """The gesture for a private fact."""
    told = {"seats": ", ".join(fact.get("seats", ()))}
    match fact["fact"]:
        case "fellows":
            return Telling(gettext("sees %(seats)s") % told, gettext("They look at each other."))
        case "traitors" | "two":
            return Telling(gettext("sees %(seats)s") % told, gettext("Point at each of them, clockwise."))
    return None


def to_room(fact: Fact) -> str:
    """A public fact, to everybody."""
    match fact:
        case {"fact": "leader"}:
            return gettext("%(seat)s leads.") % fact
        case {"fact": "team"}:
            return gettext("The team is proposed: %(seats)s.") % {"seats": ", ".join(fact["seats"])}
        case {"fact": "approved", "rides": True}:
            return gettext("The team rides out. For it: %(seats)s.") % {"seats": ", ".join(fact["seats"])}
        case {"fact": "approved", "seats": []}:
            return gettext("The team is refused. Nobody was for it.")
        case {"fact": "approved"}:
            return gettext("The team is refused. For it: %(seats)s.") % {"seats": ", ".join(fact["seats"])}
        case {"fact": "quest"}:
            return quest(fact)
    return ""


def quest(fact: Fact) -> str:
    """How a quest has gone, and by how many cards."""
    hindered = fact["cards"].count("hinder")
    cards = ngettext("%(count)d card hinders", "%(count)d cards hinder", hindered) % {"count": hindered}
    told = {"number": fact["number"], "cards": cards}
    if fact["fails"]:
        return gettext("Quest %(number)d fails: %(cards)s.") % told
    return gettext("Quest %(number)d is won: %(cards)s.") % told


def phase(fact: Fact) -> str:
    """The night and the day."""
    return {"night": gettext("The night"), "day": gettext("The day")}.get(fact["fact"], "")


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Who leads, and who is in the team that is proposed or rides."""
    badges: dict[str, list[str]] = {}
    for fact in public:
        match fact:
            case {"fact": "leader"}:
                badges = {fact["seat"]: [gettext("Leader")]}
            case {"fact": "team"}:
                for seat in fact["seats"]:
                    badges.setdefault(seat, []).append(gettext("In the team"))
    return {seat: Mark(badges=tuple(said)) for seat, said in badges.items()}


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """The quests that were won and that have failed, and the teams that were refused in a row."""
    failed = [fact["fails"] for fact in public if fact["fact"] == "quest"]
    refused = 0
    for fact in public:
        if fact["fact"] == "approved":
            refused = 0 if fact["rides"] else refused + 1
    return [
        Gauge(gettext("Quests won"), str(failed.count(False)), "3"),
        Gauge(gettext("Quests failed"), str(failed.count(True)), "3"),
        Gauge(gettext("Refused in a row"), str(refused)),
    ]


def value(name: str, value: Any) -> str:
    """A card, for and against, or a seat."""
    if name == "approve":
        return gettext("For") if value else gettext("Against")
    return {"help": gettext("Help"), "hinder": gettext("Hinder")}.get(str(value), str(value))


def truth(row: Fact) -> str:
    """A seat's role."""
    return str(ROLE[row["role"]])


def hunted(row: Fact) -> bool | None:
    """The traitors."""
    return row["role"] in TRAITORS


def outcome(winners: Sequence[str], reason: str) -> str:
    """Who won and why."""
    match reason:
        case "refused":
            return gettext("The traitors win: no team found favour.")
        case "failed":
            return gettext("The traitors win: three quests have failed.")
        case "merlin_named":
            return gettext("The traitors win: the assassin has named Merlin.")
    return gettext("The knights win: three quests are won, and nobody has named Merlin.")
