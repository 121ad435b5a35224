"""What time does to a game: which call is shown, when it is over, and who then closes it.

On phones calls keep their time (calls.py). At a table without a moderator everything does: polls, debates and turns
too, the computer's seats answer by themselves, and where nothing goes on without an answer it is drawn by lot.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games import journal
from games.models import GameSession
from games.table import CLOCK, MODERATOR, NOT_SEATS, Refused, Step, Table
from moderation import calls
from moderation.calls import Release
from moderation.models import Kind, Pass

Stage = GameSession.Stage
AGAIN = timedelta(seconds=1)  # after which a close that did not come about is tried again
DESERTED = timedelta(minutes=10)  # without any answer: a table without a moderator then stands still
COMING_BACK = timedelta(seconds=30)  # what is left of a time when it runs on after that


def released(session: GameSession, table: Table | None, now: datetime | None = None) -> Release:
    """What devices may show of a game now: at a table with eyes closed everything, on phones a call at a time."""
    if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
        return Release(None)
    if session.nights == GameSession.Nights.EYES_CLOSED:
        return Release(table.step)
    now = session.paused_at or now or timezone.now()
    taken = journal.taken_at(session.pk)
    return calls.release(
        table.steps,
        table.step,
        taken,
        session.extensions,
        len(table.seats),
        pace(session),
        now,
        keeps_days=session.narrated,
    )


def stage(session: GameSession) -> GameSession.Stage:
    """How far a game has come, as everybody may see: it is over when the call in which it ended is."""
    if session.stage != Stage.OVER or session.closed:
        return Stage(session.stage)
    with journal.at_rest(session.pk) as (fresh, table):
        return Stage.OVER if released(fresh, table).until is None else Stage.PLAYING


def pace(session: GameSession) -> float:
    """How much the calls of this night are stretched, for everybody: somebody may have asked for more time."""
    return float(settings.CALL_PACE) * (calls.MORE_TIME if session.slow else 1)


def wants_time(session_id: int) -> bool:
    """Whether somebody at this table asks for more time: the journal settles it as each night falls."""
    return Pass.objects.filter(session=session_id, kind=Kind.SEAT, device__comfort__slow=True).exists()


def next_change(session: GameSession, shown: Release, now: datetime) -> datetime | None:
    """When views change without a move: when a time is over; soon, where closing has to be tried again."""
    if shown.step is None or session.paused_at:
        return None
    if (closing := warned(session, shown.step)) is not None:
        return closing if closing > now else now + AGAIN
    if shown.ends is None:
        return None
    if shown.ends > now:
        return shown.ends
    return None if shown.step.needed and not session.narrated else now + AGAIN


def warned(session: GameSession, step: Step) -> datetime | None:
    """When the moderator has said that this vote closes."""
    return session.closing_at if step.poll and session.closing_step == step.opened else None


def tend(session_id: int) -> None:
    """Let the computer's seats answer, close what is over. Any process may; the first counts."""
    with journal.at_rest(session_id) as (session, table):
        shown = released(session, table)
    step = shown.step
    if table is None or step is None or step is not table.step or session.paused_at:
        return
    with suppress(Refused):
        if session.narrated:
            journal.let_bots_answer(session_id, opened=step.opened)
    closing = warned(session, step)
    if closing is not None and closing <= timezone.now():
        with suppress(Refused):
            journal.submit(session_id, {"by": MODERATOR, "close": True}, opened=step.opened)
    elif shown.ends is not None and shown.ends <= timezone.now():
        with suppress(Refused):
            if session.narrated and deserted(session):
                stop(session_id, step)
            elif not step.needed:
                journal.submit(session_id, {"by": CLOCK, "close": True}, opened=step.opened)
            elif session.narrated:
                draw_by_lot(session_id, step)


def deserted(session: GameSession) -> bool:
    """Whether nobody, the computer included, has answered anything for long: phones are away, or people."""
    since = timezone.now() - DESERTED
    if max(session.started or session.created, session.resumed_at or session.created) > since:
        return False
    return not session.moves.filter(at__gt=since).exclude(body__by__in=NOT_SEATS).exists()


def stop(session_id: int, step: Step) -> None:
    """Let a deserted table stand still until somebody goes on; then this step has a little time again."""
    with journal.set_up(session_id) as session:
        now = timezone.now()
        with journal.at_rest(session_id) as (_session, table):
            shown = released(session, table, now)
        if session.paused_at is None and shown.step is not None and shown.step.opened == step.opened and shown.ends:
            lengthen(session, step, (now - shown.ends + COMING_BACK).total_seconds())
            session.paused_at = now
            session.save(update_fields=["paused_at"])


def draw_by_lot(session_id: int, step: Step) -> None:
    """Answer for whoever a game cannot go on without. Raises `Refused` when somebody was faster."""
    for who, ask in step.all_asks().items():
        if who not in step.answers and who != MODERATOR:
            drawn = {"by": CLOCK, "for": who, "answer": ask.draw(journal.chance.choice)}
            journal.submit(session_id, drawn, opened=step.opened)


def lengthen(session: GameSession, step: Step, seconds: float) -> None:
    """Give everybody more time for a step; inside `journal.set_up`."""
    key = str(step.opened)
    session.extensions = {**session.extensions, key: session.extensions.get(key, 0) + seconds}
    session.save(update_fields=["extensions"])


def pause(session_id: int, stand: bool) -> None:
    """Stop all times, for everybody to see, or let them run on from where they stood; unless they do already."""
    with journal.set_up(session_id) as session:
        if stand == (session.paused_at is not None):
            return
        now = timezone.now()
        with journal.at_rest(session_id) as (_session, table):
            shown = released(session, table, now)
        stood, session.paused_at = session.paused_at, None if session.paused_at else now
        session.resumed_at = now if stood else session.resumed_at
        session.save(update_fields=["paused_at", "resumed_at"])
        if stood and shown.step is not None:
            lengthen(session, shown.step, (now - stood).total_seconds())
