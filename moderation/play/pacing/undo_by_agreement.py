"""Undo by agreement at a board that nobody moderates: one player asks, and all others agree.

It takes back the latest public entry, and whatever followed from it. Answers given in secret have no pseudonym of
their own, so that nobody learns who gave any. All of it is public.
"""

from __future__ import annotations

from typing import NamedTuple

from games import undo
from games.engine.moves import NOT_SEATS, Move
from games.engine.table import Refused, Step, Table
from games.models import Agreements, GameSession
from games.table_cache import CachedTable
from moderation.play.secrecy import pseudonyms

Stage = GameSession.Stage


class UndoableEntry(NamedTuple):
    """An entry that can be taken back: its move and number, its step, and the undo count.

    `undo`: how many moves an undo of it counts.
    """

    number: int
    move: Move
    step: Step
    undo: int


def find_undoable_entry(session: GameSession, table: Table) -> UndoableEntry | None:
    """Return the latest public entry of one player, at a board that nobody moderates."""
    if (
        not session.narrated
        or session.kit.words.MODERATED
        or session.stage != Stage.PLAYING
        or not session.is_current
    ):
        return None
    for count, place in enumerate(reversed(table.undoable()), 1):
        number, move = table.standing[place]
        step = table.steps[table.step_at(place)]
        alone = len(step.asks) == 1 and not step.aside and not step.asleep
        if alone and move.answer is not None and move.whose not in NOT_SEATS:
            return UndoableEntry(number, move, step, count)
    return None


def list_agreeing_seats(agreements: Agreements, found: UndoableEntry) -> list[int]:
    """Return the seats that agree to take this entry back, the asker included.

    Empty if nobody has asked.
    """
    asked = agreements.undo_proposal
    return list(asked["seats"]) if asked.get("move") == found.number else []


def ask_to_take_back(session: GameSession, cached: CachedTable, seat_id: int, seen: str, agree: bool) -> None:
    """Ask to take back the entry that a phone sees (its name), agree to it, or refuse.

    Call with the session locked. The entry is taken back once all who have a phone agree. One refusal ends the
    request. Raises `Refused`.
    """
    found = find_undoable_entry(session, cached.table)
    if found is None or pseudonyms.build_pseudonym(session.pk, found.number) != seen:
        raise Refused("entered_since", "Another entry has been made meanwhile.")
    seats = sorted({*list_agreeing_seats(session.agreements, found), seat_id}) if agree else []
    people = set(session.seats.filter(bot=False, passes__isnull=False).values_list("pk", flat=True))
    everybody = agree and people <= set(seats)
    is_open = seats and not everybody
    session.agreements.change(undo_proposal={"move": found.number, "seats": seats} if is_open else {})
    if everybody:
        undo.take_back(session, cached, cached.table.last, found.undo)
