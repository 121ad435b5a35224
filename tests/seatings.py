"""Evenings to be seated, made up by a seed: many or few people, with awkward wishes. For tests and the bench."""

from __future__ import annotations

import random
from collections.abc import Iterator

from moderation.events.seating.problem import Pin, SeatedGame, SeatedPerson, SeatedTable, SeatingProblem
from tests import seating_greedy as greedy

GAMES = (
    SeatedGame("sporz", 4, 16, True),
    SeatedGame("lupus", 8, 24, True),
    SeatedGame("elsen", 5, 15, True),
    SeatedGame("murder", 3, 6, False),
    SeatedGame("spree", 3, 8, False),
)


def evenings(count: int = 200) -> Iterator[SeatingProblem]:
    """So many evenings, each the same every time; the first is the largest: 160 people, 14 places, a third round."""
    yield evening(0, people=160, spots=14, rounds=2)
    for seed in range(1, count):
        yield evening(seed)


def evening(
    seed: int, people: int | None = None, spots: int | None = None, rounds: int | None = None
) -> SeatingProblem:
    """An evening with so many people and places after so many rounds, or as many as the seed says."""
    dice = random.Random(f"seating {seed}")
    count = people or dice.choice((3, 7, 12, 19, 30, 41, 48, 64, 80, 90, 120))
    places = spots or max(1, round(count / dice.choice((5, 8, 11, 14))))
    games = GAMES if people else tuple(dice.sample(GAMES, dice.randint(2, 5)))
    everybody = _people(dice, count, games)
    for _ in range(dice.randint(0, 3) if rounds is None else rounds):
        everybody = _after_a_round(dice, everybody, games, places)
    question = SeatingProblem(tuple(everybody.people), games, places, tuple(everybody.met))
    return question if people else _pinned(dice, question)


class _Hall:
    """People, and who has met whom."""

    def __init__(self, people: list[SeatedPerson], met: list[frozenset[int]]) -> None:
        self.people, self.met = people, met


def _people(dice: random.Random, count: int, games: tuple[SeatedGame, ...]) -> _Hall:
    slugs = [game.slug for game in games]
    favourite, unloved = dice.choice(slugs), dice.choice(slugs)
    picky, leaders = dice.choice((0.2, 0.6, 1.0)), dice.choice((0.02, 0.1, 0.2))
    newcomers, clans = dice.choice((0.02, 0.15, 0.4)), dice.choice((0.0, 0.3, 0.7))
    friends = _friends(dice, count, clans)
    people = []
    for number in range(count):
        wishes: set[str] = set()
        if dice.random() < picky:
            liked = [slug for slug in slugs if slug != unloved or dice.random() < 0.1]
            wishes = (
                {favourite} if dice.random() < 0.5 else set(dice.sample(liked, min(len(liked), dice.randint(1, 2))))
            )
        people.append(
            SeatedPerson(
                number,
                frozenset(wishes),
                moderates=dice.random() < leaders,
                first=dice.random() < newcomers,
                friends=frozenset(friends[number]),
            )
        )
    return _Hall(people, [])


def _friends(dice: random.Random, count: int, clans: float) -> dict[int, set[int]]:
    """Who wishes to be with whom: couples and groups, of whom not all say so; some name a stranger, who does not."""
    friends: dict[int, set[int]] = {number: set() for number in range(count)}
    order = dice.sample(range(count), count)
    while order:
        size = dice.choice((2, 2, 3, 4, 6)) if dice.random() < clans else 1
        group, order = order[:size], order[size:]
        for one in group:
            friends[one] |= {other for other in group if other != one and dice.random() < 0.8}
            if dice.random() < 0.1:
                friends[one] |= {dice.randrange(count)} - {one}
    return friends


def _after_a_round(dice: random.Random, hall: _Hall, games: tuple[SeatedGame, ...], places: int) -> _Hall:
    """The same people after a round that was seated somehow; a few have gone home."""
    tables = greedy.propose(SeatingProblem(tuple(hall.people), games, places, tuple(hall.met))).tables
    at: dict[int, SeatedTable] = {number: table for table in tables for number in table.everybody}
    people = []
    for one in hall.people:
        ran = one.number in at and at[one.number].moderator == one.number
        people.append(
            SeatedPerson(
                one.number,
                one.wishes,
                one.moderates,
                one.first,
                one.friends,
                one.sat_out + (one.number not in at),
                one.has_run + ran,
            )
        )
    stay = [one for one in people if dice.random() > 0.05] or people
    return _Hall(stay, [*hall.met, *(table.everybody for table in tables)])


def _pinned(dice: random.Random, question: SeatingProblem) -> SeatingProblem:
    """Now and then the organisers have settled a game, or put somebody somewhere where a table can play."""
    if dice.random() < 0.6:
        return question
    tables = greedy.propose(question).tables
    pins, fixed = [], {}
    for table in dice.sample(tables, min(len(tables), 2)):
        if dice.random() < 0.5:
            fixed[table.spot] = table.game
        player = dice.choice(sorted(table.players))
        pins.append(Pin(player, table.spot))
        if table.moderator is not None and dice.random() < 0.5:
            pins.append(Pin(table.moderator, table.spot, runs=True))
    return SeatingProblem(question.people, question.games, question.spots, question.met, tuple(pins), fixed)
