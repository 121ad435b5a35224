"""Leaks, planted in the game of quests one by one: how a kit gives a secret away without meaning to.

Each replaces a function of `examples/quests`, and says what the contract has to name: the step, and what of it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from veilleur_quests import rules
from veilleur_quests.roles import ASSASSIN, MERLIN, MINION, MORGANA, PERCIVAL, STRANGER, TRAITORS
from veilleur_quests.world import Court

from games.engine.asks import Ask, acknowledge, one_of
from games.engine.kit import Kit
from games.engine.table import Fact, Outcome, Reply, Script, Step, Table
from games.engine.words import Card

Place = tuple[ModuleType | type, str]
Phase = Generator[Step, Reply, None]

night, tell_roles, last_word = rules.night, rules.tell_roles, rules.last_word  # as they are
QUESTS = Kit("quests", "veilleur_quests")
words = QUESTS.words
honest_card, honest_win = words.card, Court.traitors_win


@dataclass(frozen=True)
class Leak:
    """What is put in the place of what, and the words that the failure has to hold."""

    instead: Mapping[Place, Callable[..., Any]]
    named: Sequence[str]


def only_help(court: Court, seat: str) -> Ask:
    """A knight is offered nothing but to help."""
    return one_of("card", rules.CARDS if court.role[seat] in TRAITORS else rules.CARDS[:1])


def in_order_of_roles(court: Court) -> Phase:
    """Percival is shown Merlin first, then Morgana."""
    court.table.announce("night")
    two = [*court.holders(MERLIN), *court.holders(MORGANA)]
    yield from rules.shown_to(court, "percival", court.holders(PERCIVAL), "two", two)


def told(court: Court, cards: list[str], **more: Any) -> bool:
    """Show these cards to all, and this besides; whether the quest fails."""
    fails = cards.count(rules.HINDER) >= court.to_fail
    court.table.announce("quest", number=court.number, cards=cards, fails=fails, **more)
    return fails


def names_who_hindered(court: Court, reply: Reply) -> bool:
    """The result says whose card hindered."""
    by = [seat for seat, answer in reply.answers.items() if answer["card"] == rules.HINDER]
    return told(court, sorted(answer["card"] for answer in reply.answers.values()), by=by)


def called_if_dealt(court: Court) -> Phase:
    """The stranger is called, if there is one."""
    yield from night(court)
    if stranger := court.holders(STRANGER):
        yield court.table.by_night("stranger", stranger, acknowledge())


def called_by_its_name(court: Court) -> Phase:
    """One call more in every game, by the name of the card that was drawn in secret."""
    yield from night(court)
    drawn = STRANGER if court.holders(STRANGER) else MINION
    yield court.table.by_night(drawn, court.holders(drawn), acknowledge())


def longer_card(private: Sequence[Fact]) -> Card:
    """Who has seen somebody has a line more on the card."""
    card = honest_card(private)
    seen = [words.to_player(fact) for fact in private if fact["fact"] != "role"]
    return Card(card.name, card.camp, [*card.lines, *seen], card.role)


def cards_in_seat_order(court: Court, reply: Reply) -> bool:
    """The cards lie as their players sit."""
    return told(court, [answer["card"] for answer in reply.answers.values()])


def assassin_not_shown(court: Court) -> Generator[Step, Reply, Outcome]:
    """The assassin's list leaves out the assassin."""
    own = court.holders(ASSASSIN)
    yield court.table.by_night(
        "assassin", own, one_of("seat", [seat for seat in court.table.seats if seat not in own])
    )
    return court.knights_win("three_quests")


def merlin_asked_by_day(court: Court) -> Phase:
    """Merlin says that he has seen, before all."""
    yield from night(court)
    yield court.table.by_day("merlin_has_seen", court.holders(MERLIN), acknowledge())


def told_to_all(court: Court) -> Phase:
    """The traitors are announced to those who sleep as well."""
    yield from night(court)
    court.table.announce("fellows", seats=court.holders(*TRAITORS))


def percival_sees_all(court: Court) -> Phase:
    """Percival is told what Merlin is."""
    yield from rules.shown_to(court, "percival", court.holders(PERCIVAL), "traitors", court.holders(*TRAITORS))


def knights_lead(court: Court) -> str:
    """Who leads next is no traitor."""
    after = court.table.round_from(court.leader)[1:]
    leader = next(seat for seat in after if court.role[seat] not in TRAITORS)
    court.table.announce("leader", seat=leader)
    return leader


def closes_at_the_first(court: Court, team: list[str]) -> Step:
    """One card that hinders is enough, so nobody else is waited for."""
    asks = {seat: rules.card_ask(court, seat) for seat in team}
    return Step("quest", asks, settles=lambda answer: answer["card"] == "hinder")


def more_time_for_traitors(court: Court, team: list[str]) -> Step:
    """A team with a traitor has longer to think."""
    asks = {seat: rules.card_ask(court, seat) for seat in team}
    return Step("quest", asks, seconds=30 if any(court.role[seat] in TRAITORS for seat in team) else 20)


def traitors_first(court: Court, reply: Reply) -> list[str]:
    """Who voted for the team, the traitors first."""
    votes = [seat for seat, answer in reply.answers.items() if answer["approve"]]
    return sorted(votes, key=lambda seat: court.role[seat] not in TRAITORS)


def counted_by_role(court: Court, team: list[str]) -> Generator[Step, Reply, bool]:
    """Who voted what, in an object that was filled in the order of roles."""
    ask = one_of("approve", [True, False])
    reply = yield court.table.by_day("approve", court.table.seats, ask, by_hands=True)
    by_role = sorted(reply.answers, key=lambda seat: court.role[seat] not in TRAITORS)
    votes = {seat: reply.answers[seat]["approve"] for seat in by_role}
    court.table.announce("approved", seats=votes, team=team, rides=True)
    return True


def reason_tells(court: Court, reason: str) -> Outcome:
    """Failed quests end the game with a word about who led last."""
    last = court.role[court.leader] in TRAITORS
    return honest_win(court, "failed_under_a_knight" if reason == "failed" and not last else reason)


def told_too_late(table: Table) -> Script:
    """The cards are dealt after the first question."""
    court = Court(table)
    yield from night(court)
    tell_roles(court)
    court.leader = yield from rules.first_leader(court)
    yield from rules.team_of(court)
    return court.knights_win("three_quests")


LEAKS: Mapping[str, Leak] = {
    "a loyal card that offers only help": Leak(
        {(rules, "card_ask"): only_help}, ["to quest:", "what is shown to", "the role of"]
    ),
    "Merlin and Morgana told in that order": Leak(
        {(rules, "night"): in_order_of_roles}, ["before the first step", '"two"', "the role of"]
    ),
    "a result that names who hindered": Leak(
        {(rules, "result"): names_who_hindered}, ["from quest", '"by"', "answered at quest"]
    ),
    "a call that exists only if a secret role was dealt": Leak(
        {(rules, "night"): called_if_dealt}, ["from percival to", "stranger", "the role of"]
    ),
    "a call for a role that is not public": Leak(
        {(rules, "night"): called_by_its_name}, ["the room sees the step", '"minion"', '"stranger"', "the role of"]
    ),
    "a card that is longer for those who saw": Leak(
        {(words, "card"): longer_card}, ["number of lines on", "the role of"]
    ),
    "cards announced in seat order": Leak(
        {(rules, "result"): cards_in_seat_order}, ["from quest", '"cards"', "answered at quest"]
    ),
    "a list of the night that leaves out who is asked": Leak(
        {(rules, "last_word"): assassin_not_shown}, ["to assassin", "what the call shows", "the role of"]
    ),
    "Merlin asked by day": Leak(
        {(rules, "night"): merlin_asked_by_day}, ["to merlin_has_seen", "who is asked", "the role of"]
    ),
    "a secret told to all": Leak({(rules, "night"): told_to_all}, ["to team", '"fellows"', "TELLS", "the role of"]),
    "a secret told to somebody else": Leak(
        {(rules, "night"): percival_sees_all},
        ["before the first step", '"traitors"', "none of those who may be told"],
    ),
    "a leader chosen by role": Leak({(rules, "next_leader"): knights_lead}, ["to team", '"leader"', "the role of"]),
    "a step that closes early": Leak(
        {(rules, "secret_cards"): closes_at_the_first}, ["step quest closes", "answered at quest"]
    ),
    "a step that lasts longer": Leak(
        {(rules, "secret_cards"): more_time_for_traitors}, ["to quest", "the seconds of the step", "the role of"]
    ),
    "open votes listed by role": Leak(
        {(rules, "in_favour"): traitors_first}, ["from approve", '"approved"', "the role of"]
    ),
    "open votes in an object that keeps the order of roles": Leak(
        {(rules, "approved"): counted_by_role}, ["from approve", '"approved"', "the role of"]
    ),
    "an end whose reason tells a role": Leak(
        {(Court, "traitors_win"): reason_tells}, ["to the end", "failed_under_a_knight", "the role of"]
    ),
    "roles told after the first question": Leak(
        {(rules, "play"): told_too_late}, ["before the first step (traitors)", "card is blank"]
    ),
}
