"""The story of a game, read from its journal, also for games of older rules."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.moves import parse_move
from games.engine.story import Page
from games.engine.table import CHANCE, Fact, Outcome, Script, Table, Told
from games.models import GameSession, Move


def list_told(session: GameSession) -> list[tuple[int, str | None, Fact]]:
    """Return what was told, whatever version the rules have now.

    Each item is (number of the move, seat or None for everybody, fact). The set-up is move 0.
    Moves that were taken back are left out, and so is what they told.
    """
    told = [(0, seat, fact) for seat, fact in session.told]
    return told + [(move.number, seat, fact) for move in _read_standing_moves(session) for seat, fact in move.told]


def _read_standing_moves(session: GameSession) -> list[Move]:
    """Return the moves of a session that were not taken back."""
    return list_standing_moves(session.moves.order_by("number"))


def list_standing_moves(moves: Iterable[Move]) -> list[Move]:
    """Return the moves that were not taken back, without cover answers.

    `moves` are the lines of a journal in their order, from the first on.
    """
    stand: list[Move] = []
    counted: list[int] = []  # indexes in `stand` of the moves that an undo counts
    for move in moves:
        made = parse_move(move.body)
        if made.undo:
            del stand[counted[-made.undo] :], counted[-made.undo :]
        elif made.cover is None:
            if made.by != CHANCE:
                counted.append(len(stand))
            stand.append(move)
    return stand


def build_pages(session: GameSession, table: Table) -> list[Page]:
    """Return the set-up and every standing move with what it told, for any version of the rules.

    `table`: the session's own, as `journal.read_table` returns it. The names of steps come from the table where it
    was played with the present rules. Otherwise they come from the moves that name their step.
    """
    steps = {number: table.steps[table.step_at(place)].name for place, (number, _move) in enumerate(table.standing)}
    told: dict[int, list[tuple[str | None, Fact]]] = {}
    for number, seat, fact in list_told(session):
        told.setdefault(number, []).append((seat, fact))
    found = [Page(0, told=tuple(told.get(0, ())))]
    for move in _read_standing_moves(session):
        made = parse_move(move.body)
        step = steps.get(move.number, made.step or "")
        found.append(Page(move.number, made.whose, step, made.answer or {}, tuple(told.get(move.number, ()))))
    return found


class ToldRules:
    """Rules that ask nothing and repeat what was told, for games of another version."""

    def __init__(self, session: GameSession) -> None:
        self.session = session

    def play(self, table: Table) -> Script:
        """Repeat the story, and return its outcome if it had one."""
        rows = {
            seat.name: {"role": seat.role, "genome": seat.genome, "alive": seat.alive}
            for seat in self.session.seats.all()
        }
        table.truth = lambda: rows
        for _at, seat, fact in list_told(self.session):
            table.told.append(Told(0, seat, fact))
        outcome = self.session.outcome
        yield from ()
        return Outcome(**outcome) if outcome else None
