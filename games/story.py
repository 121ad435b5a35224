"""The story of a game, from its journal: how one that was begun with another version of its rules is still read."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.moves import move_of
from games.engine.story import Page
from games.engine.table import CHANCE, Fact, Outcome, Script, Table, Told
from games.models import GameSession, Move


def story(session: GameSession) -> list[tuple[int, str | None, Fact]]:
    """What was told, whatever version the rules have now: (number of the move, seat or None for everybody, fact).

    The set-up is move 0. Moves that were taken back are left out, and so is what they told.
    """
    told = [(0, seat, fact) for seat, fact in session.told]
    return told + [(move.number, seat, fact) for move in _standing(session) for seat, fact in move.told]


def _standing(session: GameSession) -> list[Move]:
    """The moves of a session that were not taken back."""
    return standing(session.moves.order_by("number"))


def standing(moves: Iterable[Move]) -> list[Move]:
    """Of these lines of a journal, from the first in their order, those that were not taken back, and no cover."""
    stand: list[Move] = []
    counted: list[int] = []  # places in `stand` of the moves that an undo counts
    for move in moves:
        made = move_of(move.body)
        if made.undo:
            del stand[counted[-made.undo] :], counted[-made.undo :]
        elif made.cover is None:
            if made.by != CHANCE:
                counted.append(len(stand))
            stand.append(move)
    return stand


def pages(session: GameSession, table: Table) -> list[Page]:
    """The set-up and every move that stands with what it told, whatever version the rules have now.

    `table`: the session's own, as `journal.read_table` has it. The names of steps come from it where it was played
    with the present rules, and otherwise from the moves that say theirs.
    """
    steps = {number: table.steps[table.step_at(place)].name for place, (number, _move) in enumerate(table.standing)}
    told: dict[int, list[tuple[str | None, Fact]]] = {}
    for number, seat, fact in story(session):
        told.setdefault(number, []).append((seat, fact))
    found = [Page(0, told=tuple(told.get(0, ())))]
    for move in _standing(session):
        made = move_of(move.body)
        step = steps.get(move.number, made.step or "")
        found.append(Page(move.number, made.whose, step, made.answer or {}, tuple(told.get(move.number, ()))))
    return found


class AsTold:
    """Rules that ask nothing and tell again what was told: how a game of another version is read."""

    def __init__(self, session: GameSession) -> None:
        self.session = session

    def play(self, table: Table) -> Script:
        """The story, and the end it had, if it had one."""
        rows = {
            seat.name: {"role": seat.role, "genome": seat.genome, "alive": seat.alive}
            for seat in self.session.seats.all()
        }
        table.truth = lambda: rows
        for _at, seat, fact in story(self.session):
            table.told.append(Told(0, seat, fact))
        outcome = self.session.outcome
        yield from ()
        return Outcome(**outcome) if outcome else None
