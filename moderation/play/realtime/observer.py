"""Effects of a game's changes on devices: new view versions, call lengths and notifications.

The journal knows no devices. It notifies the one observer that it is given (moderation/apps.py).
"""

from __future__ import annotations

from games.engine.moves import Move
from games.engine.table import CHANCE, Step, Table
from games.journal import Observer, read_table
from games.models import GameSession
from moderation.play.pacing.clock import is_end_noted, needs_more_time, note_end
from moderation.play.realtime.hub import hub
from moderation.play.timeline.moments import find_question_before
from moderation.storage import journal_progress


class Devices(Observer):
    """The journal's observer on a server whose phones, desks and screens display the games."""

    def on_begin(self, session: GameSession, table: Table) -> None:
        """Raise the public version, since everybody sees that play has begun."""
        session.edition += 1
        settle_pace(session, table)

    def on_move(self, session: GameSession, table: Table, move: Move, step: Step | None) -> None:
        """Raise the public version where everybody may see that this move was made."""
        session.edition += is_public(move, step)
        settle_pace(session, table)
        if table.outcome is not None:
            note_end(session, table)

    def on_timing_change(self, session: GameSession) -> None:
        """Note the end of a finished game again, since its public time may have changed.

        The causes are a pause, a longer call, or a moment from which the table has continued.
        """
        if is_end_noted(session):
            with read_table(session.pk) as (fresh, table):
                if table is not None:
                    note_end(fresh, table)

    def on_change(self, session_id: int) -> None:
        """Notify every process that displays this session, and note the database's progress."""
        journal_progress.write_progress()
        hub.announce(session_id)


def is_public(move: Move, step: Step | None) -> bool:
    """Return whether everybody may see that this move was made.

    That is an undo, or an answer given by day that is no secret.
    """
    if move.undo:
        return True
    secretly = step is None or step.asleep or step.aside or move.by == CHANCE
    return move.cover is None and not secretly


def settle_pace(session: GameSession, table: Table) -> None:
    """Fix the length of a night's calls as the night falls.

    Whoever asks for more time later has it from the next night.
    """
    before = find_question_before(table.steps, len(table.steps) - 1)
    if table.step is not None and table.step.asleep and not (before and before.asleep):
        session.pacing.change(slow=needs_more_time(session.pk))
