"""The seating of a round by a search: tables are opened, and seats exchanged, as long as that loses fewer points.

A seating is changed seat by seat, and what a change loses is worked out from the tables that it touches. In each
of a number of rounds one table gets another game, is opened or is closed; then people exchange seats at random, first
also to their disadvantage, later less and less (simulated annealing). A round that has made it worse is undone. No
clock decides and the seed is fixed, so that the same question has the same answer. See docs/decisions/seating.md.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from moderation.rounds.seating.question import (
    AGAIN,
    ALONE,
    APART,
    COMFORTABLE,
    CROWDED,
    LACKING,
    MOVED,
    UNWISHED,
    Game,
    Proposal,
    Question,
    Table,
    cost,
    faults,
    runs,
    unseated,
)

SEED = 14
ROUNDS = 200  # in each of which a table is opened, closed or gets another game
FIRST_STEPS, STEPS = 15_000, 250  # exchanges that are tried, before these rounds and in each of them
HOT, WARM, COLD = 60.0, 20.0, 1.5  # points that an exchange may well lose: at first, as a round begins, as it ends
UNLAWFUL = 1_000_000  # for each person that a table has too few or too many: more than any evening loses
HOPE = 60
GROUPS = 0.4
SAMPLE = 24  # people of whom one is asked to a table that is short of players

_Move = tuple[int, int, bool]  # a person by their index, the place to which they go, whether they run the table there


class Impossible(Exception):
    """No seating keeps all that the organisers have settled."""


def propose(question: Question, rounds: int = ROUNDS) -> Proposal:
    """Return the best seating that so many rounds find: always a lawful one. Raises `Impossible`."""
    hall = _Hall(question)
    hall.open_tables()
    hall.exchange(FIRST_STEPS * rounds // ROUNDS, HOT)
    best = hall.copy()
    for _round in range(rounds if hall.free else 0):
        hall.restructure()
        if hall.lost < best[0] + UNLAWFUL // 2:
            hall.exchange(STEPS, WARM)
            if hall.lost < best[0] + HOPE:
                hall.exchange(STEPS*2, WARM/2)
        if hall.lost <= best[0]:
            best = hall.copy()
        else:
            hall.restore(best)
    tables = tuple(hall.tables())
    if any(faults(question, tables)):
        raise Impossible
    return Proposal(tables, cost(question, tables))


class _Hall:
    """A seating that is being changed. People are bits of whole numbers, so that a table is one number."""

    def __init__(self, question: Question) -> None:
        self.question, self.dice = question, random.Random(SEED)
        people = question.people
        self.index = {one.number: index for index, one in enumerate(people)}
        self.leads = self._mask(one.number for one in people if one.leads)
        self.first = self._mask(one.number for one in people if one.first)
        self.leaves = self._mask(one.number for one in people if one.leaves)
        self.friends = [self._mask(one.friends) for one in people]
        self.liked_by = [self._mask(other.number for other in people if one.number in other.friends) for one in people]
        self.met = [[self._mask(group) for group in question.met if one.number in group] for one in people]
        self.price: list[dict[Game | None, int]] = [
            {None: unseated(one)}
            | {game: UNWISHED * bool(one.wishes and game.slug not in one.wishes) for game in question.games}
            for one in people
        ]
        self.runs = [runs(one) for one in people]
        self.present = [question.present.get(one.number) for one in people]
        # By place, and last of all those who are out
        self.out = question.spots
        self.game: list[Game | None] = [None] * (self.out + 1)
        self.players = [0] * self.out + [self._mask(self.index)]
        self.moderator = [0] * (self.out + 1)
        self.rest = [0] * (self.out + 1)
        self.at = [self.out] * len(people)
        for pin in question.pins:
            self._move((self.index[pin.person], pin.spot, pin.runs))
        pinned = {pin.person for pin in question.pins}
        self.free = [index for index, one in enumerate(people) if one.number not in pinned]
        self.movable = sum(1 << index for index in self.free)
        self.kept = {pin.spot for pin in question.pins}
        self.lost = self._count()

    def _mask(self, numbers: Iterable[int]) -> int:
        return sum(1 << self.index[number] for number in numbers if number in self.index)

    def copy(self) -> tuple[int, list[Game | None], list[int], list[int], list[int], list[int]]:
        """Return all that changes."""
        return self.lost, self.game[:], self.players[:], self.moderator[:], self.rest[:], self.at[:]

    def restore(self, copy: tuple[int, list[Game | None], list[int], list[int], list[int], list[int]]) -> None:
        """Go back to a seating that was copied."""
        self.lost, *lists = copy
        self.game, self.players, self.moderator, self.rest, self.at = (kept[:] for kept in lists)  # type: ignore

    def tables(self) -> Iterable[Table]:
        """Yield the tables that play."""
        numbers = [one.number for one in self.question.people]
        for spot, game in enumerate(self.game[: self.out]):
            players = frozenset(numbers[index] for index in _bits(self.players[spot]))
            if game or players:
                leads = [numbers[index] for index in _bits(self.moderator[spot])]
                yield Table(spot, game.slug if game else "", players, leads[0] if leads else None)

    # What is lost

    def _seat(self, index: int, spot: int, leads: bool) -> int:
        """What one person's seat loses: by itself, and by who else is there."""
        there = self.players[spot] | self.moderator[spot]
        lost = self.price[index][self.game[spot]] + self.runs[index] * leads
        if self.present[index] not in (None, spot):
            lost += MOVED
        if spot == self.out:
            return lost
        for group in self.met[index]:
            lost += AGAIN * (there & group).bit_count()
        return lost - APART * ((there & self.friends[index]).bit_count() + (there & self.liked_by[index]).bit_count())

    def _rest(self, spot: int) -> int:
        """What a table loses as a whole."""
        game, players, moderator = self.game[spot], self.players[spot], self.moderator[spot]
        count = players.bit_count()
        if spot == self.out:
            return 0
        if game is None:
            return UNLAWFUL * (count + moderator.bit_count())
        lost = UNLAWFUL * (max(0, game.least - count, count - game.most) + abs(moderator.bit_count() - game.moderated))
        lost += CROWDED * max(0, count - COMFORTABLE)
        new = players & self.first
        if new and not new & (new - 1) and not self.friends[new.bit_length() - 1] & (players | moderator):
            lost += ALONE
        if players & self.leaves:
            lost += LACKING * max(0, game.least - (players & ~self.leaves).bit_count())
        return lost

    def _count(self) -> int:
        """Return what all of it loses, worked out anew."""
        self.rest = [self._rest(spot) for spot in range(self.out + 1)]
        lost, at = sum(self.rest), self.at
        lost += APART * sum(friends.bit_count() for friends in self.friends)
        self.players, players = [0] * (self.out + 1), self.players
        self.moderator, moderator = [0] * (self.out + 1), self.moderator
        for index, spot in enumerate(at):
            lost += self._seat(index, spot, bool(moderator[spot] >> index & 1))
            self.players[spot] |= 1 << index
        self.players, self.moderator = players, moderator
        return lost

    # Changes

    def _move(self, move: _Move) -> int:
        """Seat one person elsewhere; return what that loses, but for `_rest`."""
        index, to, leads = move
        spot, bit = self.at[index], 1 << index
        led = bool(self.moderator[spot] & bit)
        (self.moderator if led else self.players)[spot] ^= bit
        lost = -self._seat(index, spot, led) + self._seat(index, to, leads)
        (self.moderator if leads else self.players)[to] ^= bit
        self.at[index] = to
        return lost

    def _try(self, moves: list[_Move], limit: float) -> bool:
        """Seat people elsewhere, unless that loses as many points as the limit or more."""
        back = [(index, self.at[index], bool(self.moderator[self.at[index]] >> index & 1)) for index, _to, _leads in moves]
        lost = sum([self._move(move) for move in moves])
        touched = {spot for _index, spot, _leads in (*moves, *back)}
        rest = {spot: self._rest(spot) for spot in touched}
        lost += sum([new - self.rest[spot] for spot, new in rest.items()])
        if lost < limit:
            for spot, new in rest.items():
                self.rest[spot] = new
            self.lost += lost
            return True
        for index, to, leads in back:
            bit, spot = 1 << index, self.at[index]
            (self.moderator if self.moderator[spot] & bit else self.players)[spot] ^= bit
            (self.moderator if leads else self.players)[to] ^= bit
            self.at[index] = to
        return False

    def _seat_best(self, moves: Iterable[_Move]) -> bool:
        """Make that of these moves which promises most; return whether one was of use."""
        promising = sorted(moves, key=lambda move: self._seat(*move) - self._seat(move[0], self.at[move[0]], False))
        return any(self._try([move], 0) for move in promising)

    def exchange(self, steps: int, hot: float) -> None:
        """Have people exchange seats, or go to another table, so many times."""
        dice, free, at = self.dice.random, self.free, self.at
        count, cooling = len(free), (COLD / hot) ** (1 / max(1, steps))
        for _step in range(steps if count > 1 else 0):
            hot *= cooling
            one, other = free[int(dice() * count)], free[int(dice() * count)]
            here, there = at[one], at[other]
            led, leads = bool(self.moderator[here] >> one & 1), bool(self.moderator[there] >> other & 1)
            if here == there and led == leads:
                continue
            kind = dice()
            if kind < 0.25 and here != there:
                moves = [(one, there, False)] if self._has_room(there) else []
            elif kind < GROUPS and here != there:
                moves = self._exchange_groups(one, other)
            elif (leads and not self.leads >> one & 1) or (led and not self.leads >> other & 1):
                continue
            elif kind < 0.95:
                moves = [(one, there, leads), (other, here, led)]
            else:
                third = free[int(dice() * count)]
                over = at[third]
                if third in (one, other) or self.moderator[over] >> third & 1 or led or leads or over in (here, there):
                    continue
                moves = [(one, there, False), (other, over, False), (third, here, False)]
            self._try(moves, -hot * math.log(1 - dice()))

    def _exchange_groups(self, one: int, other: int) -> list[_Move]:
        """Have somebody change tables with their friends who are there, for as many people or friends of another."""
        here, there = self.at[one], self.at[other]
        going, coming = self._group(one, here), self._group(other, there)
        if len(coming) != len(going):
            others = [index for index in self.free if self.players[there] >> index & 1 and index not in coming]
            coming += self.dice.sample(others, min(len(others), max(0, len(going) - len(coming))))
        if there == self.out or here == self.out:
            coming = coming[:len(going)]
        return [(index, there, False) for index in going] + [(index, here, False) for index in coming]

    def _group(self, index: int, spot: int) -> list[int]:
        tied = (self.friends[index] | self.liked_by[index] | 1 << index) & self.players[spot] & self.movable
        return _bits(tied)

    def open_tables(self) -> None:
        """Open tables of what is wished for most, as long as that is of use."""
        fixed = self.question.fixed
        for spot in sorted(range(self.out), key=lambda spot: (spot not in self.kept, spot not in fixed, spot)):
            before = best = self.copy()
            for game in self._games(spot):
                self._play(spot, game)
                if self.lost < best[0]:
                    best = self.copy()
                self.restore(before)
            self.restore(best)

    def _games(self, spot: int) -> list[Game]:
        """Return the games that can be played at a place."""
        question, here = self.question, self.players[spot].bit_count()
        lead = self.moderator[spot]
        pins = [pin for pin in question.pins if pin.spot == spot]
        led = sum(pin.runs for pin in pins)
        return [
            game
            for game in question.games
            if question.fixed.get(spot, game.slug) == game.slug
            and led <= game.moderated
            and len(pins) - led <= game.most
        ]

    def restructure(self) -> None:
        """Have a table play something else, open one, or close one."""
        spot = int(self.dice.random() * self.out)
        games: list[Game | None] = [*self._games(spot), *([] if spot in self.kept else [None])]
        games = [game for game in games if game is not self.game[spot]]
        if games:
            self._play(spot, self.dice.choice(games))

    def _play(self, spot: int, game: Game | None) -> None:
        """Have a game played at a place, and seat whom that leaves without a seat; None: nothing."""
        here = [one for one in self.free if self.at[one] == spot]
        most = 0 if game is None else game.most
        for one in self.dice.sample(here, len(here)):
            leads = self.moderator[spot] >> one & 1
            if (leads and not (game and game.moderated)) or self.players[spot].bit_count() > most:
                self._move((one, self.out, False))
        self.game[spot] = game
        self.lost = self._count()
        if game:
            self._fill(spot, game)
        for one in sorted(_bits(self.players[self.out]), key=lambda one: -self.price[one][None]):
            self._seat_best((one, spot, False) for spot in range(self.out) if self._has_room(spot))

    def _has_room(self, spot: int) -> bool:
        game = self.game[spot]
        return game is not None and self.players[spot].bit_count() < game.most

    def _fill(self, spot: int, game: Game) -> None:
        """Ask people to a table until it can play."""
        asked = self.dice.sample(self.free, min(len(self.free), SAMPLE))
        asked += [one for one in self.free if self.at[one] == self.out]
        if game.moderated and not self.moderator[spot]:
            self._seat_best((one, spot, True) for one in self.free if self.leads >> one & 1)
        while self.players[spot].bit_count() < game.least:
            if not self._seat_best((one, spot, False) for one in asked if self.at[one] != spot):
                return


def _bits(mask: int) -> list[int]:
    """Return the indices of those who are in a mask."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
