"""The seating of a round by CP-SAT, the solver of OR-Tools: what the search of the program is measured by.

Two questions follow each other. *Which games?* Everybody gets a game, and each game a number of tables, as if the
tables of a game were one: a small problem, whose bound holds for the whole, because every lawful seating answers it.
*Which table?* The seating that this gives, or the greedy one where it is better, is bettered: a few tables at a time
are solved anew to the last wish, while the others stay. No clock decides: the solver counts its own work, has one
worker and a fixed seed, so that the same problem has the same answer. See docs/decisions/evenings.md.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ortools.sat.python import cp_model

from moderation.events.seating.problem import (
    ALONE,
    APART,
    COMFORTABLE,
    CROWDED,
    LACKING_PLAYER,
    MET_BEFORE,
    UNWISHED,
    Pin,
    SeatedGame,
    SeatedPerson,
    SeatedTable,
    SeatingProblem,
    compute_cost,
    compute_running_cost,
    compute_unseated_cost,
    find_faults,
)
from tests import seating_greedy as greedy

# Work is counted as the solver counts it: one of these is about a second of a laptop.
WORK, OF_GAMES = 2.8, 1.5  # of all; of these at most for which games are played
STEP, LEAST_STEP = 0.15, 0.01  # at most for a few tables anew, and at least, as asking is work as well
STALL = 60  # steps after which nothing better is expected
MOST_PEOPLE, MOST_TABLES = 45, 3  # that are seated anew at once
SEED = 14


class Impossible(Exception):
    """No seating keeps all that the organisers have settled."""


@dataclass(frozen=True)
class Solved:
    """The tables of a round, the points that they lose, and how many any lawful seating loses at least."""

    tables: tuple[SeatedTable, ...]
    cost: int
    bound: int


def propose(problem: SeatingProblem, work: float = WORK) -> Solved:
    """The best seating that so much work finds: always a lawful one. Raises `Impossible`."""
    games = _Games(cp_model.CpModel(), problem)
    solver = _solver(min(work, OF_GAMES))
    status = solver.solve(games.model)
    if status == cp_model.INFEASIBLE:
        raise Impossible
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    bound = math.ceil(solver.best_objective_bound - 1e-6)
    starts = [games.spread(solver), greedy.propose(problem).tables]
    best = min(
        (start for start in starts if not any(find_faults(problem, start))),
        key=lambda found: compute_cost(problem, found),
    )
    best = _bettered(problem, best, work - solver.deterministic_time, bound)
    return Solved(best, compute_cost(problem, best), bound)


def _solver(work: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    chosen = solver.parameters
    chosen.num_workers, chosen.random_seed, chosen.max_deterministic_time = 1, SEED, work
    chosen.linearization_level = 2  # the bound is that of a linear program, and comes from there
    chosen.symmetry_level, chosen.cp_model_probing_level = 0, 0
    return solver


class _Games:
    """The first problem: who is at which game, and how many tables each game has."""

    def __init__(self, model: cp_model.CpModel, problem: SeatingProblem) -> None:
        self.model, self.problem = model, problem
        people, games = problem.people, problem.games
        told = {pin.person for pin in problem.pins if pin.runs}
        self.plays = {(one.number, game.slug): model.new_bool_var("") for one in people for game in games}
        self.runs = {
            (one.number, game.slug): model.new_bool_var("")
            for one in people
            for game in games
            if game.moderated and (one.may_lead or one.number in told)
        }
        self.count = {game.slug: model.new_int_var(0, problem.spots, "") for game in games}
        model.add(sum(self.count.values()) <= problem.spots)
        for one in people:
            model.add_at_most_one(self.seats(one.number))
        for game in games:
            here = sum(self.plays[one.number, game.slug] for one in people)
            model.add(here >= game.least * self.count[game.slug])
            model.add(here <= game.most * self.count[game.slug])
            leads = [self.runs[key] for key in self.runs if key[1] == game.slug]
            if game.moderated:
                model.add(sum(leads) == self.count[game.slug])
        self.at_spot = self._pinned()
        model.minimize(sum(self._lost()))

    def seats(self, number: int) -> list[Any]:
        """Whatever this person may be."""
        mine = [(number, game.slug) for game in self.problem.games]
        return [self.plays[key] for key in mine] + [self.runs[key] for key in mine if key in self.runs]

    def at(self, number: int, slug: str) -> Any:
        """Whether this person is at this game, playing or running it."""
        return self.plays[number, slug] + self.runs.get((number, slug), 0)

    def _pinned(self) -> dict[tuple[int, str], Any]:
        """At a place to which somebody is pinned a game is played: one, that suits all who are."""
        model, problem = self.model, self.problem
        at_spot = {}
        for spot in sorted({pin.spot for pin in problem.pins} | problem.fixed.keys()):
            here = [pin for pin in problem.pins if pin.spot == spot]
            can = [game for game in problem.games if fits(game, here, problem.fixed.get(spot))]
            chosen = {(spot, game.slug): model.new_bool_var("") for game in can}
            if here:
                model.add_exactly_one(chosen.values())
            else:
                model.add_at_most_one(chosen.values())
            for pin in here:
                for game in can:
                    seat = (self.runs if pin.runs else self.plays)[pin.person, game.slug]
                    model.add_implication(chosen[spot, game.slug], seat)
            at_spot.update(chosen)
        free = problem.spots - len({pin.spot for pin in problem.pins} | problem.fixed.keys())
        more = []
        for game in problem.games:
            settled = sum(chosen for (_spot, slug), chosen in at_spot.items() if slug == game.slug)
            model.add(self.count[game.slug] >= settled)
            more.append(self.count[game.slug] - settled)
        model.add(sum(more) <= free)
        return at_spot

    def _lost(self) -> Iterable[Any]:
        """The points lost by any seating with these games, and never more than it loses."""
        people = self.problem.by_number
        slugs = [game.slug for game in self.problem.games]
        for one in people.values():
            yield compute_unseated_cost(one) * (1 - sum(self.seats(one.number)))
            yield from (
                UNWISHED * self.at(one.number, slug) for slug in slugs if one.wishes and slug not in one.wishes
            )
            yield from (
                compute_running_cost(one) * self.runs[one.number, slug]
                for slug in slugs
                if (one.number, slug) in self.runs
            )
            if one.first:
                alone = self.model.new_bool_var("")
                for slug in slugs:
                    company = [
                        self.plays[other, slug] for other in people if people[other].first and other != one.number
                    ]
                    company += [self.at(other, slug) for other in one.friends & people.keys()]
                    self.model.add(alone >= self.plays[one.number, slug] - sum(company))
                yield ALONE * alone
        for first, second, wishes in friends(people):
            together = []
            for slug in slugs:
                both = self.model.new_bool_var("")
                self.model.add(both <= self.at(first, slug))
                self.model.add(both <= self.at(second, slug))
                together.append(both)
            yield APART * wishes * (1 - sum(together))
        for group in self.problem.met:
            here = sorted(group & people.keys())
            for slug in slugs:
                spread, lost = [], []
                for before in range(len(here)):
                    more = self.model.new_int_var(0, min(self.problem.spots, len(here)), "")
                    self.model.add(more <= self.count[slug])
                    spread.append(more)
                    lost.append(before * more)
                self.model.add(sum(spread) == sum(self.at(number, slug) for number in here))
                yield MET_BEFORE * sum(lost)
        for game in self.problem.games:
            crowd = self.model.new_int_var(0, len(people), "")
            here = sum(self.plays[number, game.slug] for number in people)
            self.model.add(crowd >= here - COMFORTABLE * self.count[game.slug])
            yield CROWDED * crowd
        if any(one.leaves for one in people.values()):
            for game in self.problem.games:
                lacks = self.model.new_int_var(0, game.least * self.problem.spots, "")
                stay = sum(self.plays[number, game.slug] for number, one in people.items() if not one.leaves)
                self.model.add(lacks >= game.least * self.count[game.slug] - stay)
                yield LACKING_PLAYER * lacks

    def spread(self, solver: cp_model.CpSolver) -> tuple[SeatedTable, ...]:
        """A lawful seating with these games: who has to be at a place is, and the others as it comes."""
        problem = self.problem
        chosen = {spot: slug for (spot, slug), here in self.at_spot.items() if solver.boolean_value(here)}
        left = {slug: solver.value(count) for slug, count in self.count.items()}
        for slug in chosen.values():
            left[slug] -= 1
        free = [spot for spot in range(problem.spots) if spot not in chosen and spot not in problem.fixed]
        chosen |= dict(zip(free, [slug for slug, more in left.items() for _ in range(more)], strict=False))
        seated = {spot: _Seated() for spot in sorted(chosen)}
        pinned = set()
        for pin in problem.pins:
            pinned.add(pin.person)
            if pin.runs:
                seated[pin.spot].moderator = pin.person
            else:
                seated[pin.spot].players.add(pin.person)
        for game in problem.games:
            here = [seated[spot] for spot, slug in sorted(chosen.items()) if slug == game.slug]
            run = [n for (n, slug), var in self.runs.items() if slug == game.slug and solver.boolean_value(var)]
            for number in run:
                if number not in pinned:
                    next(table for table in here if table.moderator is None).moderator = number
            play = [n for (n, slug), var in self.plays.items() if slug == game.slug and solver.boolean_value(var)]
            for number in play:
                if number not in pinned:
                    min(here, key=lambda table: len(table.players)).players.add(number)
        return tuple(
            SeatedTable(spot, chosen[spot], frozenset(table.players), table.moderator)
            for spot, table in seated.items()
        )


@dataclass
class _Seated:
    """Who is at a table so far."""

    players: set[int] = field(default_factory=set)
    moderator: int | None = None


def fits(game: SeatedGame, pins: list[Pin], fixed: str | None) -> bool:
    """Whether a game can be played where these people are pinned, and this game may be settled."""
    if fixed is not None and fixed != game.slug:
        return False
    led = sum(pin.runs for pin in pins)
    return led <= game.moderated and len(pins) - led <= game.most


def friends(people: dict[int, SeatedPerson]) -> Iterable[tuple[int, int, int]]:
    """The pairs of whom one wishes to be with the other, or both: with how many wishes."""
    wishes: dict[tuple[int, int], int] = {}
    for one in people.values():
        for other in one.friends & people.keys():
            pair = min(one.number, other), max(one.number, other)
            wishes[pair] = wishes.get(pair, 0) + 1
    return ((first, second, count) for (first, second), count in sorted(wishes.items()))


@dataclass(frozen=True)
class _Slot:
    """A table that may be: what would be played at it; `spot`: its place, where it has one; `kept`: it plays."""

    game: SeatedGame
    spot: int | None
    kept: bool = False


class _Tables:
    """A part of the second problem: who of these people is at which of these tables, of which `room` can be new."""

    def __init__(self, model: cp_model.CpModel, problem: SeatingProblem, slots: list[_Slot], room: int) -> None:
        self.model, self.problem, self.slots = model, problem, slots
        people = problem.people
        told = {pin.person for pin in problem.pins if pin.runs}
        numbers = range(len(slots))
        self.used = [model.new_bool_var("") for _ in slots]
        self.plays = {(one.number, slot): model.new_bool_var("") for one in people for slot in numbers}
        self.runs = {
            (one.number, slot): model.new_bool_var("")
            for one in people
            for slot in numbers
            if slots[slot].game.moderated and (one.may_lead or one.number in told)
        }
        for one in people:
            mine = [self.plays[one.number, slot] for slot in numbers]
            model.add_at_most_one(mine + [self.runs[key] for key in self.runs if key[0] == one.number])
        for slot, used in enumerate(self.used):
            game = slots[slot].game
            here = sum(self.plays[one.number, slot] for one in people)
            model.add(here >= game.least * used)
            model.add(here <= game.most * used)
            if game.moderated:
                model.add(sum(self.runs[key] for key in self.runs if key[1] == slot) == used)
            if slots[slot].kept:
                model.add(used == 1)
        model.add(sum(self.used[slot] for slot in numbers if not slots[slot].kept) <= room)
        at = {slots[slot].spot: slot for slot in numbers if slots[slot].kept}
        for pin in problem.pins:
            model.add((self.runs if pin.runs else self.plays)[pin.person, at[pin.spot]] == 1)
        model.minimize(sum(self._lost()))

    def hint(self, tables: Iterable[SeatedTable]) -> None:
        """Begin with this seating."""
        at = {table.spot: table for table in tables}
        for slot, wanted in enumerate(self.slots):
            table = at.get(wanted.spot) if wanted.spot is not None else None
            self.model.add_hint(self.used[slot], table is not None)
            for one in self.problem.people:
                self.model.add_hint(self.plays[one.number, slot], bool(table and one.number in table.players))
                if (one.number, slot) in self.runs:
                    self.model.add_hint(self.runs[one.number, slot], bool(table and one.number == table.moderator))

    def at(self, number: int, slot: int) -> Any:
        """Whether this person is at this table."""
        return self.plays[number, slot] + self.runs.get((number, slot), 0)

    def _lost(self) -> Iterable[Any]:
        """What `cost` counts."""
        model, people, slots = self.model, self.problem.by_number, range(len(self.slots))
        for one in people.values():
            number = one.number
            yield compute_unseated_cost(one) * (1 - sum(self.at(number, slot) for slot in slots))
            for slot in slots:
                if one.wishes and self.slots[slot].game.slug not in one.wishes:
                    yield UNWISHED * self.at(number, slot)
                if (number, slot) in self.runs:
                    yield compute_running_cost(one) * self.runs[number, slot]
            if one.first:
                alone = model.new_bool_var("")
                for slot in slots:
                    company = [self.plays[other, slot] for other in people if people[other].first and other != number]
                    company += [self.at(other, slot) for other in one.friends & people.keys()]
                    model.add(alone >= self.plays[number, slot] - sum(company))
                yield ALONE * alone
        for first, second, wishes in friends(people):
            together = []
            for slot in slots:
                both = model.new_bool_var("")
                model.add(both <= self.at(first, slot))
                model.add(both <= self.at(second, slot))
                together.append(both)
            yield APART * wishes * (1 - sum(together))
        for group in self.problem.met:
            here = sorted(group & people.keys())
            for slot in slots if len(here) > 1 else ():
                game = self.slots[slot].game
                steps = [model.new_bool_var("") for _ in range(min(len(here), game.most + game.moderated))]
                model.add(sum(steps) == sum(self.at(number, slot) for number in here))
                yield MET_BEFORE * sum(before * step for before, step in enumerate(steps))
        for slot in slots:
            crowd = model.new_int_var(0, max(0, self.slots[slot].game.most - COMFORTABLE), "")
            model.add(crowd >= sum(self.plays[number, slot] for number in people) - COMFORTABLE)
            yield CROWDED * crowd
        if any(one.leaves for one in people.values()):
            for slot in slots:
                least = self.slots[slot].game.least
                lacks = model.new_int_var(0, least, "")
                stay = sum(self.plays[number, slot] for number, one in people.items() if not one.leaves)
                model.add(lacks >= least * self.used[slot] - stay)
                yield LACKING_PLAYER * lacks

    def answer(self, solver: cp_model.CpSolver, free: list[int]) -> list[SeatedTable]:
        """The tables as the solver has them; a new one gets one of the `free` places, or one that plays no more."""
        on = [slot for slot, used in enumerate(self.used) if solver.boolean_value(used)]
        given = {self.slots[slot].spot for slot in on}
        pool = iter(sorted({*free, *(slot.spot for slot in self.slots if slot.spot is not None)} - given))
        tables = []
        for slot in on:
            players = frozenset(n for (n, at), v in self.plays.items() if at == slot and solver.boolean_value(v))
            led = [n for (n, at), v in self.runs.items() if at == slot and solver.boolean_value(v)]
            spot = self.slots[slot].spot
            where = next(pool) if spot is None else spot
            tables.append(SeatedTable(where, self.slots[slot].game.slug, players, led[0] if led else None))
        return tables


def _bettered(
    problem: SeatingProblem, tables: tuple[SeatedTable, ...], work: float, bound: int
) -> tuple[SeatedTable, ...]:
    """Solve a few tables anew, with who has no seat, again and again, until it is the best or the work is done."""
    dice, games, least = random.Random(SEED), problem.game, compute_cost(problem, tables)
    settled = problem.fixed.keys() | {pin.spot for pin in problem.pins}
    stall = 0
    while tables and work > 0 and least > bound and stall < STALL:
        chosen = _neighbours(problem, tables, dice)
        others = tuple(table for table in tables if table not in chosen)
        kept = {number for table in others for number in table.everybody}
        people = tuple(one for one in problem.people if one.number not in kept)
        pins = tuple(pin for pin in problem.pins if pin.person not in kept)
        taken = {table.spot for table in tables} | settled
        free = [spot for spot in range(problem.spots) if spot not in taken]
        slots = [_Slot(games[table.game], table.spot, table.spot in settled) for table in chosen]
        slots.append(_Slot(dice.choice(problem.games), None))
        room = sum(not slot.kept for slot in slots[:-1]) + len(free)
        asked = _Tables(cp_model.CpModel(), replace(problem, people=people, pins=pins), slots, room)
        asked.hint(chosen)
        solver = _solver(min(work, STEP))
        status = solver.solve(asked.model)
        work -= max(solver.deterministic_time, LEAST_STEP)
        stall += 1
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found = (*others, *asked.answer(solver, free))
            if (lost := compute_cost(problem, found)) <= least:
                stall = 0 if lost < least else stall
                tables, least = found, lost
    return tuple(sorted(tables, key=lambda table: table.spot))


def _neighbours(problem: SeatingProblem, tables: tuple[SeatedTable, ...], dice: random.Random) -> list[SeatedTable]:
    """A few tables to be solved anew: one, and others at which somebody sits who has to do with it, or any."""
    order = dice.sample(tables, len(tables))
    first, people = order[0], problem.by_number
    near = {friend for number in first.everybody for friend in people[number].friends}
    if dice.random() < 0.5:
        order[1:] = sorted(order[1:], key=lambda table: -len(table.everybody & near))
    chosen: list[SeatedTable] = []
    count = 0
    for table in order:
        if len(chosen) < 2 or count + len(table.everybody) <= MOST_PEOPLE:
            chosen.append(table)
            count += len(table.everybody)
        if len(chosen) >= MOST_TABLES:
            break
    return chosen
