"""What is asked of whoever seats a round, what is proposed, what is lawful, and what a proposal costs. Values alone.

Lawful: everybody has one seat at most; a table that plays has as many players as its game takes; a moderated game has
one moderator, who would run a table and does not play; pins are kept. All else is a matter of points (`cost`).

Ruling: who has to leave before the round ends runs no table, unless pinned there, and plays where the table can lose
them: once they have gone it still has as many players as its game takes at least. What it lacks then costs points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

# Points that a proposal loses. A person's seat is worth 100 of them, and no wish outweighs somebody's seat.
FULL_MARKS = 100  # what one person's evening is worth, where two seatings are compared
UNSEATED = 1000  # somebody who is there has no seat
SAT_OUT = 400  # ... and more for each round that they have sat out: in turn
MOST_SAT_OUT = 5  # rounds that count
UNWISHED = 60  # somebody is at a game that is not among those they wish for
ALONE = 80  # a newcomer plays with no other newcomer and none of their friends
APART = 40  # somebody is not at the table of somebody with whom they wish to be: for each of these
AGAIN = 3  # two people are at one table who were at one before: each time that they were
LACKING = 300  # for each player that a table lacks for its game once those have gone who leave before the round ends
COMFORTABLE = 12  # Ruling: players of a table; beyond them people wait long for their turn and hear less
CROWDED = 15  # for each player of a table beyond those: a free place is rather played at
RUNS = 10  # somebody runs a table, and does not play
RUNS_AGAIN = 30  # ... for each table that they have run this evening: in turn
MOVED = 10  # somebody is elsewhere than in the seating that stands already: people may have been told


@dataclass(frozen=True)
class SeatedPerson:
    """Somebody who is there and would play. `number` tells people apart."""

    number: int
    wishes: frozenset[str] = frozenset()  # games; none: any
    moderates: bool = False  # would run a table
    first: bool = False  # a newcomer
    friends: frozenset[int] = frozenset()  # with whom they wish to be
    sat_out: int = 0  # rounds of this evening that they were there for and not seated in
    has_run: int = 0  # tables of this evening
    leaves: bool = False  # before the round ends

    @property
    def leads(self) -> bool:
        """Whether they can be asked to run a table of this round."""
        return self.moderates and not self.leaves


@dataclass(frozen=True)
class SeatedGame:
    """A game that can be played: with how many, and whether somebody has to run it."""

    slug: str
    least: int
    most: int
    moderated: bool


@dataclass(frozen=True)
class Pin:
    """A person whom organisers have put at a place of the hall (its number), to play there or to run the table."""

    person: int
    spot: int
    runs: bool = False


@dataclass(frozen=True)
class SeatingProblem:
    """A round to be seated: who is there, what can be played, and how many places the hall has for tables."""

    people: tuple[SeatedPerson, ...]
    games: tuple[SeatedGame, ...]
    spots: int
    met: tuple[frozenset[int], ...] = ()  # who was at one table in an earlier round
    pins: tuple[Pin, ...] = ()
    fixed: Mapping[int, str] = field(default_factory=dict)  # the game that is played at a place, where it is settled
    present: Mapping[int, int] = field(default_factory=dict)  # the place of people in a seating that stands already

    @property
    def by_number(self) -> dict[int, SeatedPerson]:
        """Everybody who is there."""
        return {one.number: one for one in self.people}

    @property
    def game(self) -> dict[str, SeatedGame]:
        """The games by their slugs."""
        return {one.slug: one for one in self.games}


@dataclass(frozen=True)
class SeatedTable:
    """A table of a proposal: where, what is played, who plays, who runs it."""

    spot: int
    game: str
    players: frozenset[int]
    moderator: int | None = None

    @property
    def there(self) -> frozenset[int]:
        """Everybody at the table."""
        return self.players | ({self.moderator} if self.moderator is not None else set())


@dataclass(frozen=True)
class SeatingProposal:
    """The tables of a round, and the points that they lose."""

    tables: tuple[SeatedTable, ...]
    cost: int


def cost(question: SeatingProblem, tables: Iterable[SeatedTable]) -> int:
    """The points that these tables lose."""
    tables, games = list(tables), question.game
    people, at = question.by_number, {number: table for table in tables for number in table.there}
    lost = sum(unseated(one) for number, one in people.items() if number not in at)
    for number, table in at.items():
        one = people[number]
        lost += UNWISHED if one.wishes and table.game not in one.wishes else 0
        lost += runs(one) if table.moderator == number else 0
        lost += ALONE if is_alone(one, table, people) else 0
    sits = {number: table.spot for number, table in at.items()}
    lost += MOVED * sum(sits.get(number) != spot for number, spot in question.present.items() if number in people)
    lost += CROWDED * sum(max(0, len(table.players) - COMFORTABLE) for table in tables)
    for one in question.people:
        mine = at.get(one.number)
        lost += APART * sum(mine is None or friend not in mine.there for friend in one.friends & people.keys())
    if any(one.leaves for one in question.people):
        lost += LACKING * sum(lacking(table, games[table.game].least, people) for table in tables)
    return lost + sum(AGAIN * pairs(len(table.there & group)) for table in set(at.values()) for group in question.met)


def unseated(one: SeatedPerson) -> int:
    """What it costs to leave this person without a seat."""
    return UNSEATED + SAT_OUT * min(one.sat_out, MOST_SAT_OUT)


def runs(one: SeatedPerson) -> int:
    """What it costs to have this person run a table."""
    return RUNS + RUNS_AGAIN * one.has_run


def is_alone(one: SeatedPerson, table: SeatedTable, people: Mapping[int, SeatedPerson]) -> bool:
    """Whether this newcomer would play among people who all know each other."""
    if not one.first or one.number not in table.players:
        return False
    others = table.players - {one.number}
    return not any(people[other].first for other in others) and not one.friends & table.there


def lacking(table: SeatedTable, least: int, people: Mapping[int, SeatedPerson]) -> int:
    """How many players a table lacks for its game once those have gone who leave before the round ends."""
    return max(0, least - sum(not people[number].leaves for number in table.players))


def pairs(count: int) -> int:
    """How many pairs so many people are."""
    return count * (count - 1) // 2


def faults(question: SeatingProblem, tables: Iterable[SeatedTable]) -> Iterator[str]:
    """Why a proposal is not lawful, in words for whoever works on it; nothing where it is."""
    people, games = question.by_number, question.game
    seen: set[int] = set()
    spots: set[int] = set()
    tables = list(tables)
    for table in tables:
        game, where = games.get(table.game), f"table {table.spot}"
        if table.spot in spots or not 0 <= table.spot < question.spots:
            yield f"{where}: no such place, or taken twice"
        if game is None or question.fixed.get(table.spot, table.game) != table.game:
            yield f"{where}: plays {table.game}"
        elif not game.least <= len(table.players) <= game.most:
            yield f"{where}: {len(table.players)} players of {table.game}"
        elif game.moderated != (table.moderator is not None):
            yield f"{where}: a moderator is missing, or too many"
        if table.there & seen or table.moderator in table.players or not table.there <= people.keys():
            yield f"{where}: somebody sits twice, or is not there"
        ordered = {pin.person for pin in question.pins if pin.runs}
        if table.moderator is not None and table.moderator not in ordered:
            one = people.get(table.moderator)
            if one and not one.leads:
                yield f"{where}: {table.moderator} does not run tables"
        seen |= table.there
        spots.add(table.spot)
    at = {table.spot: table for table in tables}
    for pin in question.pins:
        placed = at.get(pin.spot)
        if placed is None or pin.person not in ({placed.moderator} if pin.runs else placed.players):
            yield f"person {pin.person} is pinned to {pin.spot}"
