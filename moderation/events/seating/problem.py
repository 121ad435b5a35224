"""The problem of seating a round: input, proposal, legality and cost. Plain values only.

A legal seating: everybody has one seat at most. A table that plays has as many players as its game takes. A moderated
game has one moderator, who would run a table and does not play. Pins stay. All else is a matter of points (`cost`).

Ruling: a person who leaves before the round ends runs no table, unless pinned there. They play where the table can
lose them: without them it still has the minimum of players of its game. Players that it then lacks cost points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

# Points that a proposal loses. One person's seat is worth 100 points, and no wish outweighs it.
FULL_MARKS = 100  # the value of one person's event, where two seatings are compared
UNSEATED = 1000  # a person who is present has no seat
SAT_OUT = 400  # more for each round that they have sat out, so that people take turns
MOST_SAT_OUT = 5  # rounds that count
UNWISHED = 60  # a person is at a game that is not one of their wishes
ALONE = 80  # a newcomer plays with no other newcomer and none of their friends
APART = 40  # a person is not at the table of a friend: for each friend
MET_BEFORE = 3  # two people were at one table before: for each time
LACKING_PLAYER = 300  # for each player that a table lacks after others have left before the round ends
COMFORTABLE = 12  # Ruling: players of a table; with more, people wait long for their turn and hear less
CROWDED = 15  # for each player above that number: a free place in the hall is used first
RUNS = 10  # a person runs a table, and does not play
RUNS_AGAIN = 30  # for each table that they have run at this event, so that people take turns
UNEXPLAINED = 250  # a table plays without the person who would explain its game, and who is present
MOVED_PERSON = 200  # a person gets another place or game than in the current seating: more than any wish


@dataclass(frozen=True)
class SeatedPerson:
    """A person who is present and wants to play. `number` is the person's id."""

    number: int
    wishes: frozenset[str] = frozenset()  # slugs of games; empty: any game
    moderates: bool = False  # would run a table
    first: bool = False  # a newcomer
    friends: frozenset[int] = frozenset()  # people with whom they want to play
    sat_out: int = 0  # rounds of this event for which they were present without a seat
    has_run: int = 0  # tables of this event
    leaves: bool = False  # leaves before the round ends

    @property
    def may_lead(self) -> bool:
        """True if they can be asked to run a table of this round."""
        return self.moderates and not self.leaves


@dataclass(frozen=True)
class SeatedGame:
    """A game that can be played: its number of players, and if it needs a moderator."""

    slug: str
    least: int
    most: int
    moderated: bool
    explains: int | None = None  # the person who would explain it to its table
    is_single: bool = False  # there is one box of it, so it is played at one table


@dataclass(frozen=True)
class Pin:
    """A person fixed by organisers to a place and its game, as player or to run the table."""

    person: int
    spot: int
    runs: bool = False
    game: str = ""  # empty: any game


@dataclass(frozen=True)
class Sitting:
    """The seat of a person in the current seating: place, game, and if they run the table."""

    spot: int
    game: str
    runs: bool = False


@dataclass(frozen=True)
class SeatingProblem:
    """A round to be seated: people, games, and the number of places for tables in the hall."""

    people: tuple[SeatedPerson, ...]
    games: tuple[SeatedGame, ...]
    spots: int
    met: tuple[frozenset[int], ...] = ()  # groups that were at one table in an earlier round
    pins: tuple[Pin, ...] = ()
    fixed: Mapping[int, str] = field(default_factory=dict)  # the game of a place, where organisers have fixed it
    present: Mapping[int, Sitting] = field(default_factory=dict)  # where people sit in the current seating

    @property
    def by_number(self) -> dict[int, SeatedPerson]:
        """All people who are present, by number."""
        return {one.number: one for one in self.people}

    @property
    def game(self) -> dict[str, SeatedGame]:
        """The games by their slugs."""
        return {one.slug: one for one in self.games}


@dataclass(frozen=True)
class SeatedTable:
    """A table of a proposal: its place, its game, its players and its moderator."""

    spot: int
    game: str
    players: frozenset[int]
    moderator: int | None = None

    @property
    def everybody(self) -> frozenset[int]:
        """Everybody at the table."""
        return self.players | ({self.moderator} if self.moderator is not None else set())


@dataclass(frozen=True)
class SeatingProposal:
    """The tables of a round, and the points that they lose.

    `searched`: how much of the search was made, in percent.
    """

    tables: tuple[SeatedTable, ...]
    cost: int
    searched: int = 100


def compute_cost(problem: SeatingProblem, tables: Iterable[SeatedTable]) -> int:
    """Return the points that these tables lose."""
    tables, games = list(tables), problem.game
    people, at = problem.by_number, {number: table for table in tables for number in table.everybody}
    lost = sum(compute_unseated_cost(one) for number, one in people.items() if number not in at)
    for number, table in at.items():
        one = people[number]
        lost += UNWISHED if one.wishes and table.game not in one.wishes else 0
        lost += compute_running_cost(one) if table.moderator == number else 0
        lost += ALONE if is_alone(one, table, people) else 0
    lost += UNEXPLAINED * sum(is_unexplained(table, games[table.game], people) for table in tables)
    lost += MOVED_PERSON * len(find_moved_people(problem, tables))
    lost += CROWDED * sum(max(0, len(table.players) - COMFORTABLE) for table in tables)
    for one in problem.people:
        mine = at.get(one.number)
        lost += APART * sum(mine is None or friend not in mine.everybody for friend in one.friends & people.keys())
    if any(one.leaves for one in problem.people):
        lost += LACKING_PLAYER * sum(count_lacking(table, games[table.game].least, people) for table in tables)
    return lost + sum(
        MET_BEFORE * count_pairs(len(table.everybody & group)) for table in set(at.values()) for group in problem.met
    )


def find_moved_people(problem: SeatingProblem, tables: Iterable[SeatedTable]) -> set[int]:
    """Return who has another place or game than in the current seating, or no seat any more."""
    sits = {number: (table.spot, table.game) for table in tables for number in table.everybody}
    people = problem.by_number
    return {
        number
        for number, one in problem.present.items()
        if number in people and sits.get(number) != (one.spot, one.game)
    }


def compute_unseated_cost(one: SeatedPerson) -> int:
    """Return the cost of leaving this person without a seat."""
    return UNSEATED + SAT_OUT * min(one.sat_out, MOST_SAT_OUT)


def compute_running_cost(one: SeatedPerson) -> int:
    """Return the cost of letting this person run a table."""
    return RUNS + RUNS_AGAIN * one.has_run


def is_alone(one: SeatedPerson, table: SeatedTable, people: Mapping[int, SeatedPerson]) -> bool:
    """Return true if this newcomer plays with no other newcomer and no friend."""
    if not one.first or one.number not in table.players:
        return False
    others = table.players - {one.number}
    return not any(people[other].first for other in others) and not one.friends & table.everybody


def count_lacking(table: SeatedTable, least: int, people: Mapping[int, SeatedPerson]) -> int:
    """Return how many players a table lacks after people have left early."""
    return max(0, least - sum(not people[number].leaves for number in table.players))


def is_unexplained(table: SeatedTable, game: SeatedGame, people: Mapping[int, SeatedPerson]) -> bool:
    """Return true if whoever explains a table's game is present, and not at the table."""
    return game.explains in people and game.explains not in table.everybody


def count_pairs(count: int) -> int:
    """Return the number of pairs among so many people."""
    return count * (count - 1) // 2


def find_faults(problem: SeatingProblem, tables: Iterable[SeatedTable]) -> Iterator[str]:
    """Yield the reasons why a proposal is not legal, in words for developers."""
    people, games = problem.by_number, problem.game
    seen: set[int] = set()
    spots: set[int] = set()
    boxes: set[str] = set()
    tables = list(tables)
    for table in tables:
        game, where = games.get(table.game), f"table {table.spot}"
        if table.spot in spots or not 0 <= table.spot < problem.spots:
            yield f"{where}: no such place, or taken twice"
        if game is None or problem.fixed.get(table.spot, table.game) != table.game:
            yield f"{where}: plays {table.game}"
        elif not game.least <= len(table.players) <= game.most:
            yield f"{where}: {len(table.players)} players of {table.game}"
        elif game.is_single and game.slug in boxes:
            yield f"{where}: {table.game} is played at another table"
        elif game.moderated != (table.moderator is not None):
            yield f"{where}: a moderator is missing, or too many"
        if table.everybody & seen or table.moderator in table.players or not table.everybody <= people.keys():
            yield f"{where}: somebody sits twice, or is not there"
        ordered = {pin.person for pin in problem.pins if pin.runs}
        if table.moderator is not None and table.moderator not in ordered:
            one = people.get(table.moderator)
            if one and not one.may_lead:
                yield f"{where}: {table.moderator} does not run tables"
        seen |= table.everybody
        boxes.add(table.game)
        spots.add(table.spot)
    at = {table.spot: table for table in tables}
    for pin in problem.pins:
        placed = at.get(pin.spot)
        there = set() if placed is None else {placed.moderator} if pin.runs else placed.players
        if pin.person not in there or (placed and pin.game not in ("", placed.game)):
            yield f"person {pin.person} is pinned to {pin.spot}"
