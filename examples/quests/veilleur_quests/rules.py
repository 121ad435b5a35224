"""Quests: knights ride out, traitors among them hinder. Read `play` from top to bottom."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Ask, Several, acknowledge, either, one_of
from games.engine.table import Outcome, Reply, Script, Step, Table
from veilleur_quests.roles import ASSASSIN, MERLIN, MINION, MORGANA, PERCIVAL, TRAITORS
from veilleur_quests.world import TO_WIN, Court

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
HELP, HINDER = CARDS = ("help", "hinder")

Phase = Generator[Step, Reply, None]


def play(table: Table) -> Script:
    """A night in which some see each other, then quests until one side has won three."""
    court = Court(table)
    tell_roles(court)
    yield from night(court)
    court.leader = yield from first_leader(court)
    while True:
        team = yield from team_of(court)
        if not (yield from approved(court, team)):
            court.refused += 1
            if court.refused == table.options["refusals"]:
                return court.traitors_win("refused")
        else:
            court.refused = 0
            yield from quest(court, team)
            if court.failed == TO_WIN:
                return court.traitors_win("failed")
            if court.won == TO_WIN:
                return (yield from last_word(court))
        court.leader = next_leader(court)


# The night


def tell_roles(court: Court) -> None:
    """Everybody knows their own card."""
    for seat, role in court.role.items():
        court.table.tell(seat, "role", role=role)


def night(court: Court) -> Phase:
    """The traitors see each other, Merlin sees them all, Percival sees Merlin and Morgana and not which is which."""
    court.table.announce("night")
    known = court.holders(ASSASSIN, MORGANA, MINION)
    yield from shown_to(court, "traitors", known, "fellows", known)
    yield from shown_to(court, "merlin", court.holders(MERLIN), "traitors", court.holders(*TRAITORS))
    yield from shown_to(court, "percival", court.holders(PERCIVAL), "two", court.holders(MERLIN, MORGANA))
    court.table.announce("day")


def shown_to(court: Court, call: str, awake: list[str], fact: str, seats: list[str]) -> Phase:
    """A call in which those awake are shown these seats."""
    for seat in awake:
        court.table.tell(seat, fact, seats=seats)
    yield court.table.by_night(call, awake, acknowledge())


# The day


def first_leader(court: Court) -> Generator[Step, Reply, str]:
    """Drawn."""
    reply = yield court.table.chance("first", one_of("seat", court.table.seats))
    named: str = reply.require_answer()["seat"]
    court.table.announce("leader", seat=named)
    return named


def next_leader(court: Court) -> str:
    """The left neighbour leads next."""
    leader = court.table.round_from(court.leader)[1]
    court.table.announce("leader", seat=leader)
    return leader


def team_of(court: Court) -> Generator[Step, Reply, list[str]]:
    """The leader names a team of the size that is due."""
    reply = yield court.table.by_day(
        "team", [court.leader], team_ask(court), moderator_ask=team_ask(court), needed=True
    )
    team = court.table.in_order(reply.require_answer()["seats"])
    court.table.announce("team", seats=team)
    return team


def team_ask(court: Court) -> Ask:
    """So many of all who sit there."""
    seats = tuple(court.table.seats)
    return either(Several("seats", seats, seats, least=court.size, most=court.size))


def approved(court: Court, team: list[str]) -> Generator[Step, Reply, bool]:
    """All vote with raised hands; more than half send the team out."""
    ask = one_of("approve", [True, False])
    votes = in_favour(court, (yield court.table.by_day("approve", court.table.seats, ask, by_hands=True)))
    court.table.announce("approved", seats=votes, team=team, rides=2 * len(votes) > len(court.table.seats))
    return 2 * len(votes) > len(court.table.seats)


def in_favour(_court: Court, reply: Reply) -> list[str]:
    """Who voted for the team, in seat order."""
    return [seat for seat, answer in reply.answers.items() if answer["approve"]]


def quest(court: Court, team: list[str]) -> Phase:
    """Everybody in the team plays a card in secret; R1: how many that hinder make it fail."""
    if result(court, (yield secret_cards(court, team))):
        court.failed += 1
    else:
        court.won += 1


def result(court: Court, reply: Reply) -> bool:
    """Show the cards of a quest to all, sorted, so that none lies where its player sits; whether the quest fails."""
    cards = sorted(answer["card"] for answer in reply.answers.values())
    fails = cards.count(HINDER) >= court.to_fail
    court.table.announce("quest", number=court.number, cards=cards, fails=fails)
    return fails


def secret_cards(court: Court, team: list[str]) -> Step:
    """The question to the team. Both cards are shown to everybody; a knight who would hinder is refused."""
    return Step("quest", {seat: card_ask(court, seat) for seat in team}, needed=True)


def card_ask(court: Court, seat: str) -> Ask:
    """What this seat may play."""
    return one_of("card", CARDS if court.role[seat] in TRAITORS else (HELP,), shown=CARDS)


def last_word(court: Court) -> Generator[Step, Reply, Outcome]:
    """Three quests are won, and the assassin names Merlin."""
    seats = court.table.seats
    own = court.holders(ASSASSIN)
    ask = one_of("seat", [seat for seat in seats if seat not in own], shown=seats)
    reply = yield court.table.by_night("assassin", own, ask)
    answer = reply.only()
    if answer and answer["seat"] in court.holders(MERLIN):
        return court.traitors_win("merlin_named")
    return court.knights_win("three_quests")
