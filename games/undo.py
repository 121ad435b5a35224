"""Undo: the desk names the move that it means, and later moves of others are preserved.

The journal only knows "take back the last n moves". So everything from the named move on is taken back.
What others had entered after it is entered again as new moves. What ended a step is not entered again.
Because the desk has just reopened that step.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games import journal
from games.engine.moves import CHANCE, MODERATOR, NOT_SEATS, Move
from games.engine.table import Refused, Table
from games.models import GameSession
from games.table_cache import CachedTable

Later = list[tuple[int, Move]]  # moves with the indexes of their steps


def take_back(session: GameSession, cached: CachedTable, last: int, count: int = 1) -> Sequence[Move]:
    """Take back the mistake that contains move `last`, or `count` moves up to that one.

    Call it inside the session's lock. A mistake is a move, or all answers of one seat to one question. Returns the
    later moves that could not be entered again. Raises `Refused`, with the code `entered_since` when the named move
    stands no longer.
    """
    mistake = find_mistake(cached.table, last, count)
    later = _list_later(cached.table, mistake)
    back = sum(place >= mistake[0] for place in cached.table.undoable())
    journal.append_move(session, cached, Move(MODERATOR, undo=back))
    lost = _enter_again(session, cached, later)
    journal.resolve_chance(session, cached)
    return lost


def find_mistake(table: Table, last: int, count: int = 1) -> list[int]:
    """Return the indexes in `standing` of what is to be taken back; see `take_back`."""
    if last and all(number != last for number, _move in table.standing):
        raise Refused("entered_since", f"Move {last} has been taken back already.")
    counted = [place for place in table.undoable() if table.standing[place][0] <= last]
    if len(counted) < count:
        raise Refused("nothing_to_undo", f"Only {len(counted)} moves stand.")
    if count > 1 or not _is_ballot(table.standing[counted[-1]][1]):
        return counted[-count:]
    whose = (table.step_at(counted[-1]), table.standing[counted[-1]][1].whose)
    return [place for place in table.undoable() if _find_ballot(table, place) == whose]


def count_moves_since(table: Table, opened: int, last: int) -> int:
    """Return how many moves up to `last` an undo takes back to reopen a step.

    `opened`: the number of the move that opened the step.
    Raises `Refused` when there is no such step any more, or nothing was entered since.
    """
    reopened = next((place for place, step in enumerate(table.steps) if step.opened == opened), None)
    if reopened is None:
        raise Refused("entered_since", f"No step was opened by move {opened}.")
    seen = [place for place in table.undoable() if table.standing[place][0] <= last]
    count = sum(table.step_at(place) >= reopened for place in seen)
    if not count:
        raise Refused("nothing_to_undo", "Nothing was entered at that step.")
    return count


def _is_ballot(move: Move) -> bool:
    return move.answer is not None and move.whose not in NOT_SEATS


def _find_ballot(table: Table, place: int) -> tuple[int, str] | None:
    """Return the question and the seat whose answer this move is; None for any other move."""
    move = table.standing[place][1]
    return (table.step_at(place), move.whose) if _is_ballot(move) else None


def _list_later(table: Table, mistake: Collection[int]) -> Later:
    """Return what was entered after the start of this mistake and does not belong to it."""
    places = range(min(mistake), len(table.standing))
    return [(table.step_at(place), table.standing[place][1]) for place in places if place not in mistake]


def _enter_again(session: GameSession, cached: CachedTable, later: Later) -> list[Move]:
    """Enter these moves again, each at the step at which it was made; return the lost ones."""
    lost = []
    for step, move in later:
        ends = move.close or (move.by == MODERATOR and not move.seat)
        try:
            if ends or step != len(cached.table.steps) - 1:
                raise Refused("wrong_step", "That step is not open any more.")
            journal.append_move(session, cached, move)
        except Refused:
            if move.by != CHANCE:
                lost.append(move)
    return lost
