"""Search for the seating of a round: open tables and exchange seats to lose fewer points.

A seating is changed seat by seat. The points that a change loses are computed from the tables that it affects.
The search makes a number of attempts. In each one, a table gets another game, is opened or is closed. Then people
exchange seats at random. At first they do so even at a loss, later less and less (simulated annealing).
An attempt that has made the result worse is undone. The seed is fixed, so the same problem has the same answer after
the same number of attempts. See docs/decisions/evenings.md.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable
from typing import NamedTuple

from moderation.events.seating.problem import (
    ALONE,
    APART,
    COMFORTABLE,
    CROWDED,
    LACKING_PLAYER,
    MET_BEFORE,
    MOVED_PERSON,
    UNEXPLAINED,
    UNWISHED,
    SeatedGame,
    SeatedTable,
    SeatingProblem,
    SeatingProposal,
    compute_cost,
    compute_running_cost,
    compute_unseated_cost,
    find_faults,
)

SEED = 14
STEPS = 100_000  # about so many exchanges are tried: about a second for a hundred people
HOT, WARM, COLD = 60.0, 12.0, 1.5  # points that an exchange may lose: at first, as an attempt begins, as it ends
UNLAWFUL = 1_000_000  # for each person above or below a table's limits: more than any event loses
EXCHANGES_PER_PERSON = 3  # in an attempt
CHANGE_IN_EXCHANGES = 100  # as how many exchanges the change of tables before them counts
PROMISING_WITHIN = 200  # points behind the best result up to which an attempt gets twice as many more exchanges
MIXED = 20  # parts of the first exchange, after each of which the search can be stopped
ACCEPTED_LOSS = 100  # points that an attempt may lose and still be continued
RESTART_EVERY = 10  # one in so many attempts starts again from the best result
# Cumulative shares of exchanges: one person, friends, two people. The rest are of three people.
RELOCATED, GROUPS, PAIRS = 0.25, 0.4, 0.95
REFILL_SHARE = 0.5  # how often a table that gets another game is filled from nobody
# Cumulative shares of changes before an attempt: two tables exchanged, two changed, one changed. The rest: none.
TABLES_EXCHANGED, TWO_CHANGED, ONE_CHANGED = 0.2, 0.5, 0.9

_Move = tuple[int, int, bool]  # a person's index, the new place, and if they run the table there


class _Copy(NamedTuple):
    """A copied seating. All but the lost points are lists by place, or by person (`at`)."""

    lost: int
    game: list[SeatedGame | None]
    players: list[int]
    moderator: list[int]
    table_costs: list[int]
    at: list[int]


class Impossible(Exception):
    """No seating satisfies all that the organisers have fixed."""


def propose(problem: SeatingProblem, steps: int = STEPS) -> SeatingProposal:
    """Return the best seating found in so many steps, always a legal one.

    Raises `Impossible`.
    """
    return advance(SearchRun(problem, steps), math.inf).build_proposal()


def begin(problem: SeatingProblem, steps: int = STEPS) -> SearchRun:
    """Return a search that has its first seating."""
    return SearchRun(problem, steps)


def advance(run: SearchRun, seconds: float) -> SearchRun:
    """Continue a search for so many seconds of the thread's own time, and return it.

    It makes at least one attempt.
    """
    began = time.thread_time()
    while not run.is_done:
        run.make_step()
        if time.thread_time() >= began + seconds:
            break
    run.seconds += time.thread_time() - began
    return run


class SearchRun:
    """A search that can stop between two attempts, and continue in another process.

    From a current seating, the search begins there. This keeps it from moving people who need not move.
    """

    def __init__(self, problem: SeatingProblem, steps: int) -> None:
        self.search = SeatingSearch(problem)
        self.search.seat_present()
        self.search.open_tables()
        self.current = self.best = self.search.copy()
        self.to_mix = 0 if problem.present else MIXED  # parts of the first exchange that are still to be made
        self.exchanges_to_mix = steps // 5 // MIXED
        self.exchanges_per_attempt = len(self.search.free) * EXCHANGES_PER_PERSON
        self.attempts = steps // (self.exchanges_per_attempt + CHANGE_IN_EXCHANGES) if self.search.free else 0
        self.attempts_made = 0
        self.seconds = 0.0  # that it has computed, while other programs waited or not

    @property
    def is_done(self) -> bool:
        """True if all attempts are made."""
        return not self.to_mix and self.attempts_made >= self.attempts

    @property
    def searched(self) -> int:
        """How much of the search is made, in percent."""
        mixed = MIXED - self.to_mix
        return 100 * (mixed + self.attempts_made) // (MIXED + self.attempts) if self.attempts else 100

    def make_step(self) -> None:
        """Make a part of the first exchange, or an attempt after it."""
        if not self.to_mix:
            self.make_attempt()
            return
        hot, cold = (HOT * (COLD / HOT) ** (part / MIXED) for part in (MIXED - self.to_mix, MIXED - self.to_mix + 1))
        self.search.exchange(self.exchanges_to_mix, hot, cold)
        self.to_mix -= 1
        self.current = self.search.copy()
        if not self.to_mix or self.current.lost <= self.best.lost:
            self.best = self.current

    def make_attempt(self) -> None:
        """Change a table, exchange seats, and keep the result if it is good enough."""
        search = self.search
        search.change_tables()
        if search.lost < self.best.lost + UNLAWFUL // 2:  # its tables are as lawful as the best result's
            search.exchange(self.exchanges_per_attempt, WARM)
            if search.lost < self.best.lost + PROMISING_WITHIN:
                search.exchange(2 * self.exchanges_per_attempt, WARM / 2)
        if search.lost < self.current.lost + ACCEPTED_LOSS:  # else `restore` undoes it
            self.current = search.copy()
        if search.lost <= self.best.lost:
            self.best = self.current
        elif self.attempts_made % RESTART_EVERY == 0:
            self.current = self.best
        search.restore(self.current)
        self.attempts_made += 1

    def build_proposal(self) -> SeatingProposal:
        """Return the best seating so far. Raises `Impossible`."""
        search = self.search
        search.restore(self.best)
        tables = tuple(search.tables())
        if any(find_faults(search.problem, tables)):
            raise Impossible
        return SeatingProposal(tables, compute_cost(search.problem, tables), self.searched)


class SeatingSearch:
    """A seating during the search. People are bits of integers, so a table is one integer."""

    def __init__(self, problem: SeatingProblem) -> None:
        self.problem, self.dice = problem, random.Random(SEED)
        people = problem.people
        self.index = {one.number: index for index, one in enumerate(people)}
        self.leaders = self._mask(one.number for one in people if one.may_lead)
        self.first = self._mask(one.number for one in people if one.first)
        self.explains = {one: self._mask([one.explains]) for one in problem.games if one.explains is not None}
        self.leaves = self._mask(one.number for one in people if one.leaves)
        self.friends = [self._mask(one.friends) for one in people]
        liked_by = [self._mask(other.number for other in people if one.number in other.friends) for one in people]
        self.tied = [friends | theirs for friends, theirs in zip(self.friends, liked_by, strict=True)]
        met = [[self._mask(group) for group in problem.met if one.number in group] for one in people]
        self.ties = [
            [(-APART, friends), (-APART, theirs), *((MET_BEFORE, group) for group in groups)]
            for friends, theirs, groups in zip(self.friends, liked_by, met, strict=True)
        ]
        self.ties = [[(points, mask) for points, mask in ties if mask] for ties in self.ties]
        self.seat_costs: list[dict[SeatedGame | None, int]] = [
            {None: compute_unseated_cost(one)}
            | {game: UNWISHED * bool(one.wishes and game.slug not in one.wishes) for game in problem.games}
            for one in people
        ]
        self.running_costs = [compute_running_cost(one) for one in people]
        games = problem.game
        sits = [problem.present.get(one.number) for one in people]
        self.present = [None if one is None else (one.spot, games.get(one.game)) for one in sits]
        # Lists by place; the last element is for those who sit out
        self.out = problem.spots
        self.game: list[SeatedGame | None] = [None] * (self.out + 1)
        self.players = [0] * self.out + [self._mask(self.index)]
        self.moderator = [0] * (self.out + 1)
        self.table_costs = [0] * (self.out + 1)
        self.at = [self.out] * len(people)
        for pin in problem.pins:
            self._move((self.index[pin.person], pin.spot, pin.runs))
        pinned = {pin.person for pin in problem.pins}
        self.free = [index for index, one in enumerate(people) if one.number not in pinned]
        self.movable = sum(1 << index for index in self.free)
        self.kept = {pin.spot for pin in problem.pins}
        self.lost = self._compute_cost()

    def _mask(self, numbers: Iterable[int]) -> int:
        return sum(1 << self.index[number] for number in numbers if number in self.index)

    def copy(self) -> _Copy:
        """Return a copy of the whole state."""
        return _Copy(self.lost, self.game[:], self.players[:], self.moderator[:], self.table_costs[:], self.at[:])

    def restore(self, copy: _Copy) -> None:
        """Restore a copied seating."""
        self.lost = copy.lost
        self.game, self.players, self.moderator = copy.game[:], copy.players[:], copy.moderator[:]
        self.table_costs, self.at = copy.table_costs[:], copy.at[:]

    def tables(self) -> Iterable[SeatedTable]:
        """Yield the tables that play."""
        numbers = [one.number for one in self.problem.people]
        for spot, game in enumerate(self.game[: self.out]):
            players = frozenset(numbers[index] for index in _list_bits(self.players[spot]))
            if game or players:
                leads = [numbers[index] for index in _list_bits(self.moderator[spot])]
                yield SeatedTable(spot, game.slug if game else "", players, leads[0] if leads else None)

    # Points lost

    def _compute_seat_cost(self, index: int, spot: int, leads: bool) -> int:
        """Return what one person's seat loses, by itself and because of others at the table."""
        there = self.players[spot] | self.moderator[spot]
        lost = self.seat_costs[index][self.game[spot]] + self.running_costs[index] * leads
        if (present := self.present[index]) is not None and (spot != present[0] or self.game[spot] is not present[1]):
            lost += MOVED_PERSON
        if spot == self.out:
            return lost
        for points, others in self.ties[index]:
            lost += points * (there & others).bit_count()
        return lost

    def _compute_table_cost(self, spot: int) -> int:
        """Return what a table loses as a whole."""
        if spot == self.out:
            return 0
        game, players, moderator = self.game[spot], self.players[spot], self.moderator[spot]
        count = players.bit_count()
        if game is None:
            return UNLAWFUL * (count + moderator.bit_count())
        lost = 0
        if not game.least <= count <= game.most or moderator.bit_count() != game.moderated:
            lost = UNLAWFUL * (
                max(0, game.least - count, count - game.most) + (moderator.bit_count() != game.moderated)
            )
        if count > COMFORTABLE:
            lost += CROWDED * (count - COMFORTABLE)
        new = players & self.first
        if new and not new & (new - 1) and not self.friends[new.bit_length() - 1] & (players | moderator):
            lost += ALONE
        if self.explains and (explains := self.explains.get(game)) and not explains & players:
            lost += UNEXPLAINED
        if players & self.leaves:
            lost += LACKING_PLAYER * max(0, game.least - (players & ~self.leaves).bit_count())
        return lost

    def _compute_cost(self) -> int:
        """Return what the whole seating loses, computed from scratch."""
        self.table_costs = [self._compute_table_cost(spot) for spot in range(self.out + 1)]
        lost, at = sum(self.table_costs), self.at
        lost += APART * sum(friends.bit_count() for friends in self.friends)
        # People come in one after the other, so each pair is counted once.
        self.players, players = [0] * (self.out + 1), self.players
        self.moderator, moderator = [0] * (self.out + 1), self.moderator
        for index, spot in enumerate(at):
            lost += self._compute_seat_cost(index, spot, bool(moderator[spot] >> index & 1))
            self.players[spot] |= 1 << index
        self.players, self.moderator = players, moderator
        return lost

    # Changes

    def _move(self, move: _Move) -> int:
        """Move one person, and return by how much the points lost change, without those of tables."""
        index, to, leads = move
        spot, bit = self.at[index], 1 << index
        led = bool(self.moderator[spot] & bit)
        (self.moderator if led else self.players)[spot] ^= bit
        change = -self._compute_seat_cost(index, spot, led) + self._compute_seat_cost(index, to, leads)
        (self.moderator if leads else self.players)[to] ^= bit
        self.at[index] = to
        return change

    def _try(self, moves: list[_Move], limit: float) -> bool:
        """Move people, unless that loses at least as many points as the limit."""
        at, moderator = self.at, self.moderator
        back = [(index, at[index], bool(moderator[at[index]] >> index & 1)) for index, _to, _leads in moves]
        change = 0
        for move in moves:
            change += self._move(move)
        new_costs = []
        for spot in {spot for _index, spot, _leads in moves + back}:
            new = self._compute_table_cost(spot)
            change += new - self.table_costs[spot]
            new_costs.append((spot, new))
        if change < limit:
            for spot, new in new_costs:
                self.table_costs[spot] = new
            self.lost += change
            return True
        for index, to, leads in back:
            bit, spot = 1 << index, self.at[index]
            (self.moderator if self.moderator[spot] & bit else self.players)[spot] ^= bit
            (self.moderator if leads else self.players)[to] ^= bit
            self.at[index] = to
        return False

    def _seat_best(self, moves: Iterable[_Move]) -> bool:
        """Make the most promising of these moves, and return true if one has helped."""
        promising = sorted(
            moves,
            key=lambda move: (
                self._compute_seat_cost(*move) - self._compute_seat_cost(move[0], self.at[move[0]], False)
            ),
        )
        return any(self._try([move], 0) for move in promising)

    def exchange(self, exchanges: int, hot: float, cold: float = COLD) -> None:
        """Exchange seats, or move people to another table, so many times."""
        draw, free = self.dice.random, self.free
        count, cooling = len(free), (cold / hot) ** (1 / max(1, exchanges))
        temperature = hot
        for _exchange in range(exchanges if count > 1 else 0):
            temperature *= cooling
            moves = self._draw_moves(free[int(draw() * count)], free[int(draw() * count)])
            if moves is not None:  # a loss is accepted with probability exp(-loss / temperature)
                self._try(moves, -temperature * math.log(1 - draw()))

    def _draw_moves(self, one: int, other: int) -> list[_Move] | None:
        """Draw how two people change their seats, and return the moves.

        One moves, their friends exchange seats, they exchange theirs, or a third joins them. None: they cannot. An
        empty list: what was drawn changes nothing.
        """
        here, there = self.at[one], self.at[other]
        one_leads, other_leads = self._is_leading(one), self._is_leading(other)
        if here == there and one_leads == other_leads:
            return None
        kind = self.dice.random()
        if kind < RELOCATED and here != there:
            return [(one, there, False)] if self._has_free_seat(there) else []
        if kind < GROUPS and here != there:
            return self._exchange_groups(one, other)
        if (other_leads and not self._may_lead(one)) or (one_leads and not self._may_lead(other)):
            return None
        if kind < PAIRS:
            return [(one, there, other_leads), (other, here, one_leads)]
        return self._exchange_three(one, other)

    def _exchange_three(self, one: int, other: int) -> list[_Move] | None:
        """Draw a third person and return moves in a circle; None unless they play at three tables."""
        third = self.free[int(self.dice.random() * len(self.free))]
        tables = {self.at[one], self.at[other], self.at[third]}
        if len(tables) < 3 or any(map(self._is_leading, (one, other, third))):
            return None
        return [(one, self.at[other], False), (other, self.at[third], False), (third, self.at[one], False)]

    def _is_leading(self, index: int) -> bool:
        return bool(self.moderator[self.at[index]] >> index & 1)

    def _may_lead(self, index: int) -> bool:
        return bool(self.leaders >> index & 1)

    def _exchange_groups(self, one: int, other: int) -> list[_Move]:
        """Return moves of a person and their friends at the table, for people of another table.

        The others are friends of `other`, filled up with any other players to the same number.
        """
        here, there = self.at[one], self.at[other]
        going, coming = self._group(one, here), self._group(other, there)
        if len(coming) != len(going):
            others = [index for index in self.free if self.players[there] >> index & 1 and index not in coming]
            coming += self.dice.sample(others, min(len(others), max(0, len(going) - len(coming))))
        if there == self.out or here == self.out:
            coming = coming[: len(going)]
        return [(index, there, False) for index in going] + [(index, here, False) for index in coming]

    def _group(self, index: int, spot: int) -> list[int]:
        tied = (self.tied[index] | 1 << index) & self.players[spot] & self.movable
        return _list_bits(tied)

    def seat_present(self) -> None:
        """Seat people as in the current seating, and free people without a seat where there is room."""
        for index in self.free:
            one = self.problem.present.get(self.problem.people[index].number)
            game = self.problem.game.get(one.game) if one else None
            if one is None or game is None or self.game[one.spot] not in (None, game):
                continue
            if game in self._games(one.spot):
                self.game[one.spot] = game
                self._move((index, one.spot, one.runs and game.moderated and not self.moderator[one.spot]))
        self.lost = self._compute_cost()
        self._seat_waiting()

    def open_tables(self) -> None:
        """Open tables for the games that lose the fewest points, as long as that helps."""
        fixed = self.problem.fixed
        for spot in sorted(range(self.out), key=lambda spot: (spot not in self.kept, spot not in fixed, spot)):
            before = best = self.copy()
            for game in self._games(spot):
                self._play(spot, game)
                if self.lost < best.lost:
                    best = self.copy()
                self.restore(before)
            self.restore(best)

    def _games(self, spot: int, but: int | None = None) -> list[SeatedGame]:
        """Return the games that can be played at a place; `but`: a place whose table is not counted."""
        problem = self.problem
        elsewhere = {
            game for at, game in enumerate(self.game[: self.out]) if game and game.is_single and at not in (spot, but)
        }
        pins = [pin for pin in problem.pins if pin.spot == spot]
        led = sum(pin.runs for pin in pins)
        return [
            game
            for game in problem.games
            if game not in elsewhere
            and problem.fixed.get(spot, game.slug) == game.slug
            and all(pin.game in ("", game.slug) for pin in pins)
            and led <= game.moderated
            and len(pins) - led <= game.most
        ]

    def change_tables(self) -> None:
        """Change, open or close one or two tables, or exchange two places; or change nothing."""
        kind = self.dice.random()
        if kind < TABLES_EXCHANGED:
            self._exchange_places(*(int(self.dice.random() * self.out) for _ in range(2)))
        elif kind < ONE_CHANGED:
            for _change in range(1 + (kind < TWO_CHANGED)):
                spot = int(self.dice.random() * self.out)
                games: list[SeatedGame | None] = [*self._games(spot), *([] if spot in self.kept else [None])]
                games = [game for game in games if game is not self.game[spot]]
                if games:
                    self._play(spot, self.dice.choice(games))

    def _exchange_places(self, one: int, other: int) -> None:
        """Exchange the tables of two places, except for pinned people."""
        games = self.game[other], self.game[one]
        for spot, before, game in zip((one, other), (other, one), games, strict=True):
            if game not in (None, *self._games(spot, but=before)):
                return
        moves = []
        for index in self.free:
            spot = self.at[index]
            if spot in (one, other):
                moves.append((index, one + other - spot, bool(self.moderator[spot] >> index & 1)))
        for move in moves:
            self._move(move)
        self.game[one], self.game[other] = games
        self.lost = self._compute_cost()

    def _play(self, spot: int, game: SeatedGame | None) -> None:
        """Set the game of a place (None: no game), and seat the people who lose their seat."""
        here = [one for one in self.free if self.at[one] == spot]
        most = 0 if game is None or self.dice.random() < REFILL_SHARE else game.most
        for one in self.dice.sample(here, len(here)):
            leads = self.moderator[spot] >> one & 1
            if (leads and not (game and game.moderated)) or self.players[spot].bit_count() > most:
                self._move((one, self.out, False))
        self.game[spot] = game
        self.lost = self._compute_cost()
        if game:
            self._fill(spot, game)
        self._seat_waiting()

    def _seat_waiting(self) -> None:
        """Give everybody who sits out the seat that loses fewest points, if one does."""
        waiting = _list_bits(self.players[self.out] & self.movable)
        for one in sorted(waiting, key=lambda one: -self.seat_costs[one][None]):
            self._seat_best((one, spot, False) for spot in range(self.out) if self._has_free_seat(spot))

    def _has_free_seat(self, spot: int) -> bool:
        game = self.game[spot]
        return game is not None and self.players[spot].bit_count() < game.most

    def _fill(self, spot: int, game: SeatedGame) -> None:
        """Ask people to a table until it can play."""
        if game.moderated and not self.moderator[spot]:
            self._seat_best((one, spot, True) for one in self.free if self.leaders >> one & 1)
        asked = [(one, spot, False) for one in self.free if self.at[one] != spot]
        for move in sorted(asked, key=self._estimate_loss):
            if self._has_free_seat(spot) and self._can_be_spared(move[0]):
                self._try([move], 0)

    def _can_be_spared(self, index: int) -> bool:
        """Return true if a person's table can still play without them."""
        spot = self.at[index]
        game, players = self.game[spot], self.players[spot]
        return game is None or bool(players >> index & 1 and players.bit_count() > game.least)

    def _estimate_loss(self, move: _Move) -> int:
        """Return about how many points a move loses for one person.

        A person without a seat may also find another one.
        """
        index, spot = move[0], self.at[move[0]]
        return self._compute_seat_cost(*move) - (
            UNWISHED if spot == self.out else self._compute_seat_cost(index, spot, False)
        )


def _list_bits(mask: int) -> list[int]:
    """Return the indices of the bits that are set in a mask."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
