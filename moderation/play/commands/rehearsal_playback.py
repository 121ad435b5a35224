"""Play on to the next death with one tap.

It works at a rehearsal, or where the computer plays every seat.
"""

from __future__ import annotations

from games import journal
from games.engine import bots
from games.engine.table import Refused, Table
from games.models import GameSession
from games.table_cache import CachedTable
from moderation.play.pacing.clock import end_calls_and_moments

MOST_MOVES = 300  # after which the tap ends, also where nobody has died


def play_on(session: GameSession, cached: CachedTable, last: int) -> None:
    """Have the computer play every seat until somebody is out of the game, or the game is over.

    Call with the session locked. `last`: the last move that the desk saw. Raises `Refused`.
    """
    if not may_play_on(session):
        raise Refused("not_asked", "People play at this table.")
    if cached.table.last != last:
        raise Refused("entered_since", "Something else was entered meanwhile.")
    began = cached.table.number
    seen = play_to_next_death(session, cached)
    end_calls_and_moments(session, cached.table, began, seen)


def may_play_on(session: GameSession) -> bool:
    """Return whether this table is a rehearsal, or played by the computer alone.

    A table without a moderator never is.
    """
    if session.narrated or not session.kit.words.MODERATED:
        return False
    return session.rehearsal or not session.seats.filter(bot=False).exists()


def play_to_next_death(session: GameSession, cached: CachedTable) -> int:
    """Append moves until one more seat is out.

    Return the number of the move before the last one.
    """
    before = session.head
    out = count_out(session, cached.table)
    for _move in range(MOST_MOVES):
        step = cached.table.step
        if step is None or count_out(session, cached.table) > out:
            break
        before = session.head
        bot = bots.build_single_minded_bot(session.kit, cached.table.seats) if step.poll else None
        journal.append_move(session, cached, bots.next_move(session.kit, cached.table, journal.chance.choice, bot))
        journal.resolve_chance(session, cached)
    return before


def count_out(session: GameSession, table: Table) -> int:
    """Return how many seats are out of the game, as everybody knows."""
    public = [told.fact for told in table.told if told.seat is None]
    return sum(mark.out for mark in session.kit.words.ring(public).values())
