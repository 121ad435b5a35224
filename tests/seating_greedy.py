"""A seating without foresight: lawful, quick, never clever. CP-SAT and rounds that were begin with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from moderation.events.seating.problem import (
    ALONE,
    APART,
    LACKING_PLAYER,
    MET_BEFORE,
    UNWISHED,
    SeatedGame,
    SeatedPerson,
    SeatedTable,
    SeatingProblem,
    SeatingProposal,
    compute_cost,
    compute_running_cost,
    compute_unseated_cost,
    is_alone,
)


@dataclass
class _Open:
    """A table that is being filled."""

    spot: int
    game: SeatedGame
    players: set[int] = field(default_factory=set)
    moderator: int | None = None

    @property
    def free(self) -> int:
        return self.game.most - len(self.players)

    @property
    def lacks(self) -> int:
        return self.game.least - len(self.players)

    def closed(self) -> SeatedTable:
        return SeatedTable(self.spot, self.game.slug, frozenset(self.players), self.moderator)


def propose(question: SeatingProblem) -> SeatingProposal:
    """Open tables of what is wished for most until all have a seat, then seat everybody in turn where it costs least.

    Pins of people at places that can then not play are left out of account: `faults` tells them.
    """
    tables = _opened(question)
    seat(question, tables)
    closed = tuple(table.closed() for table in sorted(tables, key=lambda one: one.spot))
    return SeatingProposal(closed, compute_cost(question, closed))


def _opened(question: SeatingProblem) -> list[_Open]:
    """The tables that play: first those to which somebody is pinned, then by wishes, as long as people are left."""
    pinned = {spot: [pin for pin in question.pins if pin.spot == spot] for spot in range(question.spots)}
    order = sorted(range(question.spots), key=lambda spot: (not pinned[spot], spot not in question.fixed, spot))
    keepers = {pin.person for pin in question.pins}
    runners = [
        one
        for one in sorted(question.people, key=lambda one: (compute_running_cost(one), one.number))
        if one.may_lead
    ]
    runners = [one for one in runners if one.number not in keepers]
    left, wanted = len(question.people), _wanted(question)
    tables: list[_Open] = []
    for spot in order:
        here = [pin for pin in pinned[spot] if not pin.runs]
        mine = next((pin.person for pin in pinned[spot] if pin.runs), None)
        fits = [
            game
            for game in question.games
            if question.fixed.get(spot, game.slug) == game.slug
            and game.most >= len(here)
            and (mine is None or game.moderated)
            and (mine is not None or not game.moderated or runners)
            and left >= game.least + game.moderated
        ]
        if not fits:
            continue
        game = max(fits, key=lambda one: wanted[one.slug])
        table = _Open(spot, game, {pin.person for pin in here}, mine)
        if game.moderated and mine is None:
            table.moderator = runners.pop(0).number
        taken = min(game.most, max(game.least, (game.least + game.most) // 2)) + game.moderated
        left -= min(left, taken)
        wanted[game.slug] -= taken
        tables.append(table)
    return tables


def _wanted(question: SeatingProblem) -> dict[str, float]:
    """How many seats of each game are wished for; somebody whom any game suits counts a little for each."""
    wanted = {game.slug: 0.0 for game in question.games}
    for one in question.people:
        for slug in one.wishes & wanted.keys() or wanted:
            wanted[slug] += 1 / len(one.wishes & wanted.keys() or wanted)
    return wanted


def seat(question: SeatingProblem, tables: list[_Open]) -> None:
    """Fill these tables: to the least that each needs at first; a table that does not get it does not play."""
    people = question.by_number
    while True:
        busy = {number for table in tables for number in (*table.players, table.moderator)}
        free = sorted((one for one in question.people if one.number not in busy), key=_turn)
        missing = sum(max(0, table.lacks) for table in tables)
        if missing <= len(free):
            break
        gone = min(tables, key=lambda table: (any(pin.spot == table.spot for pin in question.pins), -table.lacks))
        tables.remove(gone)
    for place, one in enumerate(free):
        short = missing >= len(free) - place
        room = [table for table in tables if (table.lacks > 0 if short else table.free > 0)]
        if not room:
            break
        chosen = min(room, key=lambda table: _price(question, people, one, table))
        missing -= chosen.lacks > 0
        chosen.players.add(one.number)


def _turn(one: SeatedPerson) -> tuple[int, int, int]:
    """Who is seated first: who would cost most to leave out, then who wishes for the least."""
    return -compute_unseated_cost(one), len(one.wishes) or 99, one.number


def _price(
    question: SeatingProblem, people: Mapping[int, SeatedPerson], one: SeatedPerson, table: _Open
) -> tuple[int, int]:
    """What it costs to put this person at this table as it is now; then how full it is."""
    there = table.closed().everybody
    lost = UNWISHED if one.wishes and table.game.slug not in one.wishes else 0
    lost -= APART * (len(one.friends & there) + sum(one.number in people[other].friends for other in there))
    lost += MET_BEFORE * sum(len(group & there) for group in question.met if one.number in group)
    with_them = SeatedTable(table.spot, table.game.slug, frozenset(table.players | {one.number}), table.moderator)
    lost += ALONE if is_alone(one, with_them, people) else 0
    if one.leaves and sum(not people[other].leaves for other in table.players) < table.game.least:
        lost += LACKING_PLAYER
    return lost, len(table.players) * 100 // table.game.most
