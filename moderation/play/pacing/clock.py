"""Timeouts of a game: which call is displayed, when it ends, and which process closes it.

On phones, calls have a fixed length (call_length.py). At a table without a moderator debates and votes have one
too, and the computer's seats answer by themselves. Nothing else ends by a timeout: the table waits. After a while
all are asked whether to continue without whoever is late (absent_players.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q

from games import journal, server_clock
from games.engine.table import CLOCK, MODERATOR, NOT_SEATS, Refused, Step, Table
from games.models import GameSession, Pacing, Seat, UnrecordedAnswers
from moderation.models import Kind, Pass
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline import call_length, moments
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.moments import Moment
from moderation.players import arrivals
from moderation.storage import write_failures

Stage = GameSession.Stage
RETRY_AFTER = timedelta(seconds=1)  # after which a failed close is retried
DESERTED = timedelta(minutes=10)  # without any answer: a table without a moderator is then paused
LONGEST_CALL = 100_000  # seconds: every call is shorter
SECRET_SEND_INTERVAL = 3  # seconds between the times at which phones are sent secret changes
COMING_BACK = timedelta(seconds=30)  # time left when such a table is resumed


def build_release(session: GameSession, table: Table | None, now: datetime | None = None) -> Release:
    """Return what devices may display of a game now.

    At a table with eyes closed that is everything. On phones it is one call at a time.
    """
    if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
        return Release(None)
    taken, pacing = journal.read_move_times(session.pk), session.pacing
    if pacing.released in taken and pacing.released_at:
        taken = {**taken, pacing.released: max(taken[pacing.released], pacing.released_at)}
    held = moments.find_unreleased_moments(session, table)
    if session.nights == GameSession.Nights.EYES_CLOSED:
        if stands := next(iter(held.values()), None):
            return Release(None, stands.caused_by, None, taken.get(stands.caused_by), stands)
        return Release(table.step, begun=taken.get(table.step.opened) if table.step else None)
    now = pacing.paused_at or now or server_clock.now()
    return call_length.compute_release(
        table.steps,
        table.step,
        taken,
        pacing.extensions,
        len(table.seats),
        compute_pace(session),
        now,
        keeps_days=session.narrated,
        moments=held,
        moment_pace=compute_moment_pace(session) if session.narrated else None,
        patience=find_patience(session),
    )


def find_public_stage(session: GameSession) -> GameSession.Stage:
    """Return the stage of a game as everybody may see it.

    It is over when the call in which it ended is over. The due time of the end is stored when the end is noted. Only
    if that time is unknown is the game replayed, once.
    """
    if (
        session.stage == Stage.OVER
        and not session.closed
        and not is_end_noted(session)
        and not _has_public_end(session)
    ):
        with journal.read_table(session.pk) as (fresh, table), write_failures.ignore_failed_write():
            if table is not None:
                session.pacing = fresh.pacing
                note_end(fresh, table)
    return find_public_stage_from_columns(session)


def find_public_stage_from_columns(session: GameSession) -> GameSession.Stage:
    """Return the public stage from the columns alone, for lists; no game is replayed.

    A game whose end is not noted counts as still playing.
    """
    if session.stage != Stage.OVER or session.closed or _has_public_end(session):
        return Stage(session.stage)
    due = session.pacing.end_due if is_end_noted(session) else None
    return Stage.OVER if due is not None and due <= server_clock.now() else Stage.PLAYING


def is_publicly_over() -> Q:
    """Build the condition that `find_public_stage_from_columns` calls over."""
    due = Q(pacing__end_move=F("head"), pacing__end_due__lte=server_clock.now())
    return Q(stage=Stage.OVER) & (Q(closed__isnull=False) | Q(pacing__end_shown=F("head")) | due)


def _has_public_end(session: GameSession) -> bool:
    return session.pacing.end_shown == session.head


def is_end_noted(session: GameSession) -> bool:
    """Return whether the public end time of this finished, unclosed game is stored."""
    return session.stage == Stage.OVER and session.closed is None and session.pacing.end_move == session.head


def note_end(session: GameSession, table: Table) -> None:
    """Store from when everybody may see the end of a game.

    Called when it has just ended, or when that time has changed.
    """
    session.pacing.end_move, session.pacing.end_due = session.head, find_public_end(session, table)
    Pacing.objects.filter(session=session).update(end_move=session.head, end_due=session.pacing.end_due)


def find_public_end(session: GameSession, table: Table) -> datetime | None:
    """Return from when everybody may see that a game is over.

    None where somebody has to continue by hand first.
    """
    now = server_clock.now()
    while (release := build_release(session, table, now)).until is not None:
        if release.ends is None or session.pacing.paused_at:
            return None
        now = release.ends
    return now


def compute_pace(session: GameSession) -> float:
    """Return the factor by which all calls of this night are stretched.

    It is longer if somebody needs more time, and shorter for children.
    """
    usual = float(settings.CALL_PACE) * (call_length.CHILDREN_FACTOR if session.settings.children else 1)
    usual *= call_length.REHEARSAL_FACTOR if session.rehearsal else 1
    return usual * (call_length.SLOW_FACTOR if session.pacing.slow else 1)


def compute_moment_pace(session: GameSession) -> float:
    """Return the factor that stretches moments for everybody, where nobody continues by hand."""
    return float(settings.MOMENT_PACE) * (call_length.SLOW_FACTOR if session.pacing.slow else 1)


def find_patience(session: GameSession) -> float | None:
    """Return the seconds after which all are asked whether to continue.

    None where nobody ever is asked, as among children.
    """
    seconds = session.settings.asks_after
    return None if session.settings.children or not seconds else seconds * compute_pace(session)


def needs_more_time(session_id: int) -> bool:
    """Return whether somebody at this table needs more time; this is fixed at each nightfall.

    Somebody asks for it, or somebody has no phone and the moderator comes to them. Every call of the night is then
    longer, whoever is called.
    """
    slow = Pass.objects.filter(session=session_id, kind=Kind.SEAT, device__comfort__slow=True).exists()
    visited = Seat.objects.filter(session=session_id, session__narrated=False, bot=False, passes=None)
    return slow or visited.exists()


def find_next_change(session: GameSession, release: Release, now: datetime) -> datetime | None:
    """Return when views change without a move: when a time is over, or soon to retry a close."""
    if session.stage == Stage.JOINING:
        due = arrivals.find_next_lapse(session.pk)
        return max(due, now + RETRY_AFTER) if due else None
    if session.pacing.paused_at:
        return None
    if release.held:
        return release.ends
    if release.step is None:
        return None
    if (closing := find_announced_end(session, release.step)) is not None:
        return closing if closing > now else now + RETRY_AFTER
    if release.asks_at is not None:
        return release.asks_at if release.asks_at > now else None
    if release.ends is None:
        return None
    if release.ends > now:
        return release.ends
    return None if release.step.needed and not session.narrated else now + RETRY_AFTER


def find_next_beat(session: GameSession, release: Release, now: datetime) -> datetime | None:
    """Return when all phones are next sent secret changes, if there are any.

    None where everything is public. The time depends on the clock alone, in a call and while somebody is asked aside.
    So the arrival of a message reveals nothing (SECRECY 29).
    """
    step = release.step
    if step is None or (session.nights == GameSession.Nights.EYES_CLOSED and step.asleep):
        return None
    if not (step.asleep or step.aside):
        return None
    return datetime.fromtimestamp((now.timestamp() // SECRET_SEND_INTERVAL + 1) * SECRET_SEND_INTERVAL, now.tzinfo)


def find_announced_end(session: GameSession, step: Step) -> datetime | None:
    """Return when this vote closes, as the moderator has announced."""
    return session.timer.vote_closes_at if step.poll and session.timer.vote_step == step.opened else None


def tick(session_id: int) -> None:
    """Let the computer's seats answer, close what is over, and free seats that lapse.

    Any process may do it.
    """
    with journal.read_table(session_id) as (session, table):
        release = build_release(session, table)
    if session.stage == Stage.JOINING:
        arrivals.remove_lapsed(session_id)
    step = release.step
    if table is None or step is None or step is not table.step or session.pacing.paused_at:
        return
    with suppress(Refused):
        if session.narrated:
            journal.let_bots_answer(session_id, opened=step.opened)
    closing = find_announced_end(session, step)
    if closing is not None and closing <= server_clock.now():
        with suppress(Refused):
            journal.submit(session_id, {"by": MODERATOR, "close": True}, opened=step.opened)
    elif release.ends is not None and release.ends <= server_clock.now():
        with suppress(Refused):
            if session.narrated and is_abandoned(session):
                suspend_abandoned(session_id, step)
            elif not step.needed:
                journal.submit(session_id, {"by": CLOCK, "close": True}, opened=step.opened)


def find_absence(release: Release) -> int:
    """Return for how many seconds the server was away while this step was displayed.

    It uses the displayed start, because the time at which a step opened unseen is a secret.
    """
    back, seconds = server_clock.absence()
    return round(seconds) if release.begun and release.begun <= back else 0


def is_overlong(session: GameSession, table: Table | None, release: Release) -> bool:
    """Return whether a call has more time left than its normal length: the desk may then end it.

    At a rehearsal no secret depends on the time: the desk may end every call.
    """
    if table is None or release.until is None or release.step is None or release.ends is None:
        return False
    if session.rehearsal:
        return True
    place = next(place for place, step in enumerate(table.steps) if step is release.step)
    whole = call_length.compute_call_length(table.steps, place, len(table.seats), compute_pace(session))
    return release.ends - server_clock.now() > whole


def hides_calls(session: GameSession, bots: Iterable[bool]) -> bool:
    """Return whether people sleep around the desk, so that it hides what follows from secrets.

    A rehearsal hides nothing, and neither does a table at which the computer plays every seat (`bots`).
    """
    return not session.rehearsal and not all(bots)


def find_debate(session: GameSession, release: Release) -> tuple[datetime, int] | None:
    """Return the start and the length in seconds of the displayed debate.

    Its clock runs by itself. It begins when everybody sees it begin. Without a moderator its time is that of the
    step. None: there is no debate.
    """
    step = release.step
    if session.narrated or step is None or step.asks or not step.seconds or release.begun is None:
        return None
    longer = timedelta(seconds=session.pacing.extensions.get(str(step.opened), 0))
    return release.begun + longer, step.seconds


def shorten_call(session: GameSession, release: Release) -> None:
    """End the time of this call now; call with the session locked."""
    if release.step is not None and release.ends is not None:
        lengthen(session, release.step, (server_clock.now() - release.ends).total_seconds())


def is_abandoned(session: GameSession) -> bool:
    """Return whether nobody, the computer included, has answered for `DESERTED`.

    The phones are away, or the people are.
    """
    since = server_clock.now() - DESERTED
    pacing = session.pacing
    if any(time > since for time in (pacing.begun_at or session.started, pacing.resumed_at) if time):
        return False
    return not session.moves.filter(at__gt=since).exclude(body__by__in=NOT_SEATS).exists()


def suspend_abandoned(session_id: int, step: Step) -> None:
    """Pause an abandoned table until somebody continues; then this step has a little time again."""
    with journal.edit_session(session_id) as session:
        now = server_clock.now()
        with journal.read_table(session_id) as (_session, table):
            release = build_release(session, table, now)
        pacing = session.pacing
        is_open = release.step is not None and release.step.opened == step.opened
        if pacing.paused_at is None and is_open and release.ends:
            lengthen(session, step, (now - release.ends + COMING_BACK).total_seconds())
            pacing.change(paused_at=now)


def end_moment(session: GameSession, table: Table | None, seen: int) -> None:
    """End the moment that a desk sees, and open the next question, whose time begins now.

    Call with the session locked. A repeated tap changes nothing. Raises `Refused` for a moment that was taken back,
    and where nobody moderates: there a moment ends by its time.
    """
    held = build_release(session, table).held
    if session.narrated:
        raise Refused("narrated", "Nobody moderates this game.")
    if moments.has_gone_on(session.pacing, seen):
        return
    if held is None or held.caused_by != seen:  # it was taken back
        raise Refused("wrong_step", "That moment has passed.")
    _end_moment(session, held)


def _end_moment(session: GameSession, held: Moment) -> None:
    session.pacing.change(released=held.caused_by, released_at=server_clock.now())


def end_calls_and_moments(session: GameSession, table: Table, began: int, seen: int) -> None:
    """End the time of every call since the move `began`, and every moment up to the move `seen`.

    Call with the session locked.
    """
    passed = [
        str(step.opened) for step in table.steps if step.asleep and step.led >= began and step is not table.step
    ]
    session.pacing.change(
        extensions={**session.pacing.extensions, **dict.fromkeys(passed, -LONGEST_CALL)},
        released=max(session.pacing.released, seen),
        released_at=server_clock.now(),
    )


def record_ready(session: GameSession, table: Table | None, seat_id: int, seen: str) -> None:
    """Record publicly that a player is ready to continue from the moment that a phone sees.

    Call with the session locked. `seen`: the moment's pseudonym. The moment ends as soon as all who have a phone are
    ready. Raises `Refused` for a moment that has passed, for one whose time nobody can shorten, and where a moderator
    continues by hand.
    """
    held = build_release(session, table).held
    if (
        held is None
        or held.seconds is None
        or not session.narrated
        or pseudonyms.build_pseudonym(session.pk, held.caused_by) != seen
    ):
        raise Refused("wrong_step", "That moment has passed.")
    seats = sorted({*list_ready_seats(session.unrecorded, held), seat_id})
    session.unrecorded.change(ready={"moment": held.caused_by, "seats": seats})
    people = session.seats.filter(bot=False, passes__isnull=False).values_list("pk", flat=True)
    if set(people) <= set(seats):
        _end_moment(session, held)


def list_ready_seats(unrecorded: UnrecordedAnswers, held: Moment) -> list[int]:
    """Return the ids of the seats that are ready to continue from this moment."""
    return list(unrecorded.ready["seats"]) if unrecorded.ready.get("moment") == held.caused_by else []


def lengthen(session: GameSession, step: Step | Moment, seconds: float) -> None:
    """Give everybody more time for a step or a moment.

    Call inside `journal.edit_session`.
    """
    key = step.key if isinstance(step, Moment) else str(step.opened)
    before = session.pacing.extensions
    session.pacing.change(extensions={**before, key: before.get(key, 0) + seconds})


def pause(session: GameSession, table: Table | None, stand: bool) -> None:
    """Stop all timers publicly, or resume them where they stopped.

    Call with the session locked. A repeated request changes nothing.
    """
    if stand == (session.pacing.paused_at is not None):
        return
    now = server_clock.now()
    release = build_release(session, table, now)
    stood = session.pacing.paused_at
    session.pacing.change(paused_at=None if stood else now, resumed_at=now if stood else session.pacing.resumed_at)
    if stood and (stands := release.held or release.step) is not None:
        lengthen(session, stands, (now - stood).total_seconds())
