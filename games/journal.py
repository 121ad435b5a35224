"""The journal of moves: the only way in which a game goes on.

A game is its list of moves, append-only, unique on (session, number). The state is the replay of that list.
Every process caches tables of its own (table_cache.py). A writer locks the session.
The unique number catches a writer that the lock has missed.
The one injected `observer` is called for every move, and for every change after its commit.

Start reading at `change_session`; how a game comes to its first move is in lifecycle.py.
This module knows no page, no socket and no channel layer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from secrets import SystemRandom
from typing import Any, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from games import index, server_clock
from games.engine import bots, moves
from games.engine.table import CHANCE, Closes, Fact, Refused, Step, Table
from games.models import PART_NAMES, GameSession, Move, Seat, Tap, Vote
from games.prepared_queries import Prepared
from games.story import ToldRules
from games.table_cache import (
    CachedTable,
    MissedMoves,
    catch_up,
    load_missed_moves,
    load_session,
    lock_session,
    lock_table,
    tables,
)

Stage = GameSession.Stage
TRIES = 3
TRUTH_COLUMNS = {"role": "", "genome": "", "alive": True}  # columns with the truth of a seat, and their blank values


chance = SystemRandom()
_find_taps = Prepared(lambda session_id, request: Tap.objects.filter(session=session_id, request=request), -1, "-")
Result = TypeVar("Result")


class Observer:
    """The callbacks of the journal into the application that displays its games.

    This one does nothing; an application sets its own.
    """

    def on_begin(self, session: GameSession, table: Table) -> None:
        """Handle the beginning of play, in the transaction. May raise the session's `edition`."""

    def on_move(self, session: GameSession, table: Table, move: moves.Move, step: Step | None) -> None:
        """Handle a move taken at the table; called in the transaction, as `on_begin`.

        `step`: the one that was open before the move.
        """

    def on_timing_change(self, session: GameSession) -> None:
        """Handle a change of a locked session other than a move; called in the transaction."""

    def on_change(self, session_id: int) -> None:
        """Handle a changed session, after the commit.

        An error in here is logged, and the change stays stored.
        """


observer = Observer()


@contextmanager
def read_table(session_id: int) -> Iterator[tuple[GameSession, Table | None]]:
    """Yield a session and its table with every move of the journal.

    No other thread of this process changes them meanwhile. The table is None before the cards are dealt.
    The table of a game begun with another version of its rules only tells again what was told.
    """
    with lock_table(session_id):
        session = load_session(session_id)
        yield session, get_table(session)


def read_tables(session_ids: Collection[int]) -> Iterator[tuple[GameSession, Table | None]]:
    """Yield several sessions and their tables, one after the other.

    It runs a few statements, however many sessions there are.
    Each pair stays unchanged until the next one is requested.
    """
    sessions = list(GameSession.objects.select_related(*PART_NAMES).filter(pk__in=session_ids))
    unread = load_missed_moves([one for one in sessions if one.is_replayable])
    for session in sessions:
        with lock_table(session.pk):
            kept = tables.get(session.pk)
            if kept and kept.table.number > session.head:  # another thread has continued this game meanwhile
                session = load_session(session.pk)
            yield session, get_table(session, unread.get(session.pk))


def get_table(session: GameSession, unread: MissedMoves | None = None) -> Table | None:
    """Return the table of a locked session with every move of the journal.

    It is None before the cards are dealt. `unread`: its moves that `load_missed_moves` has read already.
    """
    if session.stage == Stage.JOINING:
        return None
    if session.is_current:
        return catch_up(session, unread).table
    return Table(ToldRules(session), session.seat_names(), {}, {})


def read_move_times(session_id: int) -> Mapping[int, datetime]:
    """Return when each move of a session was taken, by its number (0: the beginning of play).

    Call it inside `read_table` only.
    """
    return tables[session_id].taken_at if session_id in tables else {}


# Writing


def submit(session_id: int, move: Mapping[str, Any], *, opened: int | None = None, last: int | None = None) -> int:
    """Take a move, and any chance that falls due, into the journal. Return the last number.

    `opened` is the number of the move that opened the step which the sender saw. The move is refused when another
    step is open now. `last` is, for an undo, the number of the last standing move that the sender saw. The undo is
    refused when another move stands last now. Raises `Refused`, and then nothing has changed.
    """

    def write(session: GameSession, cached: CachedTable) -> int:
        check_step(cached.table, opened)
        check_last(cached.table, last)
        append_move(session, cached, moves.parse_move(move))
        resolve_chance(session, cached)
        return session.head

    return write_table(session_id, write)


def let_bots_answer(session_id: int, *, opened: int | None = None) -> None:
    """Have every bot answer the open step, as far as it is asked.

    Where seats are asked the same one after the other, the next bots in turn answer too, up to the next person.
    """

    def write(session: GameSession, cached: CachedTable) -> None:
        check_step(cached.table, opened)
        append_answers_of_bots(session, cached)
        resolve_chance(session, cached)

    write_table(session_id, write)


def redo(session: GameSession, cached: CachedTable, last: int | None = None) -> None:
    """Replay the last undone move, with the chance that followed it, as new moves.

    Call it inside the session's lock. `last` as in `submit`.
    """
    check_last(cached.table, last)
    if not cached.table.undone:
        raise Refused("nothing_to_redo", "No move has been taken back.")
    append_move(session, cached, cached.table.undone[0])
    while move := _next_chance(cached.table):
        append_move(session, cached, move)


def append_answers_of_bots(session: GameSession, cached: CachedTable) -> None:
    """Append the answers of bots to the open step; call it inside the session's lock."""
    step = cached.table.step
    played = set(session.seats.filter(bot=True).values_list("name", flat=True))
    while step is not None and cached.table.step is step and (move := _bot_move(session, cached.table, step, played)):
        append_move(session, cached, move)
        if _is_asked_in_turn(step, cached.table.step):
            step = cached.table.step


def _is_asked_in_turn(before: Step, now: Step | None) -> bool:
    """Return whether other seats are now asked the same question: a vote in turn."""
    return now is not None and now.name == before.name and not now.asleep and not now.asks.keys() & before.asks.keys()


def _bot_move(session: GameSession, table: Table, step: Step, played: set[str]) -> moves.Move | None:
    waiting = [seat for seat in step.asks if seat in played and seat not in step.answers]
    if waiting:
        bot = bots.build_single_minded_bot(session.kit, table.seats) if session.rehearsal and step.poll else None
        return bots.build_answer(session.kit, table, step, waiting[0], chance.choice, bot)
    if step.closes is Closes.GROUP and len(step.answers) == len(step.asks) and len(step.proposals()) > 1:
        people = [answer for seat, answer in step.answers.items() if seat not in played]
        wanted = people[0] if people else step.proposals()[0][0]
        other = next((seat for seat, answer in step.answers.items() if seat in played and answer != wanted), None)
        return moves.Move(other, answer=wanted, step=step.name) if other else None
    return None


def write_table(session_id: int, work: Callable[[GameSession, CachedTable], Result]) -> Result:
    """Run some work on a locked session in play and on its table. Raises `Refused`.

    What it appends is stored as a whole, or not at all.
    """

    def write(session: GameSession, cached: CachedTable | None) -> Result:
        return work(session, check_in_play(session, cached))

    return change_session(session_id, write)


def change_session(session_id: int, work: Callable[[GameSession, CachedTable | None], Result]) -> Result:
    """Run some work on a locked session and on its table.

    The work itself saves what it changes besides moves. The table is None before the cards are dealt, and for a game
    begun with another version of its rules. All of the changes are stored, or none; `lock_session` forgets a table in
    memory whose changes were not. If moves were appended, the observer is notified. If another process has stored the
    same number or request meanwhile, the work runs again, `TRIES` times at most: so it changes nothing but the
    session, its table and the database.
    """
    for attempt in range(1, TRIES + 1):
        try:
            with lock_session(session_id, durable=True) as session:
                cached = catch_up(session) if session.is_replayable else None
                head_before = session.head
                done = work(session, cached)
                if cached is not None and session.head != head_before:
                    save_progress(session, cached.table)
                return done
        except IntegrityError:
            if attempt == TRIES:
                raise
    raise AssertionError("unreachable")


def check_in_play(session: GameSession, cached: CachedTable | None) -> CachedTable:
    """Return the table of a session that has begun. Raises `Refused` for any other."""
    if session.stage not in (Stage.PLAYING, Stage.OVER):
        raise Refused("not_playing", "The game has not begun.")
    if cached is None:
        raise Refused("old_version", "This game was begun with another version of its rules.")
    return cached


def find_tap(session_id: int, request: str) -> Tap | None:
    """Return the tap with this request id, if it was carried out before."""
    return _find_taps.first(session_id, request)


def check_step(table: Table, opened: int | None) -> None:
    """Raise `Refused` when another step is open than the sender saw. None accepts any."""
    if opened is not None and table.step is not None and table.step.opened != opened:
        raise Refused("wrong_step", "That question has passed.")


def check_last(table: Table, last: int | None) -> None:
    """Raise `Refused` when another move stands last than the sender saw. None accepts any."""
    if last is not None and table.last != last:
        raise Refused("entered_since", f"The last move is {table.last}, not {last}.")


def resolve_chance(session: GameSession, cached: CachedTable) -> None:
    """Append the dice and cards that the rules wait for, and answers of seats that always pass."""
    while True:
        if (ask := cached.table.chance_due) is not None:
            append_move(
                session, cached, _next_chance(cached.table) or moves.Move(CHANCE, answer=ask.draw(chance.choice))
            )
        elif passed := _list_passes(session, cached.table):
            for move in passed:
                append_move(session, cached, move)
        else:
            return


def _list_passes(session: GameSession, table: Table) -> list[moves.Move]:
    """Return the answers of seats that pass everything, once no other seat has to answer.

    Until then each of them may still act.
    """
    step = table.step
    if step is None or not (passes := session.kit.words.STEPS[step.name].passes) or not session.unrecorded.passing:
        return []
    name, until = passes
    since, passing = find_latest(table, until), session.unrecorded.passing
    waiting = [seat for seat in step.asks if seat not in step.answers]
    if not all(passing.get(seat) == since for seat in waiting):
        return []
    return [moves.Move(seat, answer={name: True}, step=step.name) for seat in waiting]


def find_latest(table: Table, fact: str) -> int:
    """Return the number of the move that last announced this public fact, or 0."""
    return next((told.at for told in reversed(table.told) if told.seat is None and told.fact["fact"] == fact), 0)


def _next_chance(table: Table) -> moves.Move | None:
    """Return the chance that followed when this was played before.

    Ruling: taking a move back rolls no new dice.
    """
    follows = table.undone[0] if table.undone else None
    return follows if follows and follows.by == CHANCE and table.chance_due else None


def append_move(session: GameSession, cached: CachedTable, move: moves.Move) -> None:
    """Take a move at the table and add it to the journal and the index. Raises `Refused`.

    Call it in the work of `change_session`, which saves the session's row.
    """
    table, step = cached.table, cached.table.step  # the step that the move answers: `take` may open the next one
    facts_before = len(table.told)
    table.take(move)
    session.head = table.number
    told = [[one.seat, one.fact] for one in table.told[facts_before:]]  # an undo tells nothing
    row = Move(session=session, number=table.number, body=move.written(), told=told, at=server_clock.now())
    row.save(force_insert=True)
    cached.store_time(row)
    observer.on_move(session, table, move, step)
    _index_ballots(session, cached, move, step)
    index_seats(cached)


def _index_ballots(session: GameSession, cached: CachedTable, move: moves.Move, step: Step | None) -> None:
    """Write into the index of votes what a move has changed.

    `step`: the step that was open before it, with its answers as they are after it.
    """
    if move.undo:
        Vote.objects.filter(session=session).delete()
        index_all_votes(session, cached)
        return
    if step is None or not step.poll:
        return
    if not step.answers:
        Vote.objects.filter(session=session, opened=step.opened).delete()  # a result was entered in their place
    elif move.whose in step.answers:
        index_votes(session, cached, [(step, move.whose)])


def _notify_after_commit(session_id: int) -> None:
    """Notify the observer after the commit. The commit stays valid when the observer fails."""
    # No `partial`: Django names a function that fails, and a partial has no name.
    transaction.on_commit(lambda: observer.on_change(session_id), robust=True)


def checkpoint_after_commit() -> None:
    """Have SQLite move its write-ahead log into the database after the commit.

    Nobody waits for it. A copy of the database without that file then has every game that was dealt, and every
    result. The same is true after a power failure that loses the file.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_checkpoint, robust=True)


def _checkpoint() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def save_progress(session: GameSession, table: Table) -> None:
    """Save the table's progress in the session's row, and notify the observer after the commit."""
    end = table.outcome
    if end and session.stage != Stage.OVER:
        checkpoint_after_commit()
    session.stage = Stage.OVER if end else Stage.PLAYING
    session.outcome = end and build_outcome(table)
    session.ended = (session.ended or timezone.now()) if end else None
    session.pulse += 1
    if end:
        index.write(session, index.compute(session, table))
    elif session.indexed:
        index.clear(session)
    session.touched = timezone.now()
    # With `edition`, which the observer of moves may have raised.
    session.save(update_fields=["head", "stage", "outcome", "ended", "pulse", "edition", "touched"])
    _notify_after_commit(session.pk)


def build_outcome(table: Table) -> dict[str, Any]:
    """Return the outcome of a finished game, as its session's column stores it."""
    assert table.outcome is not None
    return asdict(table.outcome)


def index_all_votes(session: GameSession, cached: CachedTable) -> None:
    """Write every standing ballot of the table into an index that has none."""
    index_votes(session, cached, [(step, name) for step in cached.table.steps if step.poll for name in step.answers])


def index_votes(session: GameSession, cached: CachedTable, ballots: list[tuple[Step, str]]) -> None:
    """Write these ballots of a table into its index."""
    rows = [
        Vote(
            session=session, seat_id=cached.seats[name], step=step.name, opened=step.opened, answer=step.answers[name]
        )
        for step, name in ballots
    ]
    Vote.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session", "opened", "seat"], update_fields=["answer"]
    )


def build_truth_columns(truth: Fact) -> dict[str, Any]:
    """Return the columns of a seat that contain its truth."""
    return {column: truth.get(column, blank) for column, blank in TRUTH_COLUMNS.items()}


def index_seats(cached: CachedTable) -> None:
    """Write the truth of the table into the rows of the seats whose truth has changed.

    Seats with the same truth share one statement.
    """
    truth = cached.table.truth()
    if truth == cached.stored_truth:
        return
    if cached.stored_truth is None:
        rows = Seat.objects.filter(pk__in=cached.seats.values()).values("name", *TRUTH_COLUMNS)
        stored = {row.pop("name"): row for row in rows}
    else:
        stored = {name: build_truth_columns(fact) for name, fact in cached.stored_truth.items()}
    changed: dict[tuple[tuple[str, Any], ...], list[int]] = {}
    for name, seat_id in cached.seats.items():
        columns = build_truth_columns(truth.get(name, {}))
        if columns != stored.get(name):
            changed.setdefault(tuple(columns.items()), []).append(seat_id)
    for columns_of_all, seat_ids in changed.items():
        Seat.objects.filter(pk__in=seat_ids).update(**dict(columns_of_all))
    cached.stored_truth = truth


# Changes before the first move, and changes other than moves


@contextmanager
def edit_session(session_id: int, in_secret: bool = False) -> Iterator[GameSession]:
    """Lock a session to change anything but its moves: seats, options, parts, permissions.

    All of it is stored, or nothing. The observer is notified afterwards.
    `in_secret`: not everybody may see the change.
    """
    with lock_session(session_id) as session:
        yield session
        touch_session(session, in_secret)


def touch_session(session: GameSession, in_secret: bool = False) -> None:
    """Raise the version numbers of a session's views, and notify the observer after the commit.

    Call it inside the transaction. `in_secret`: not everybody may see the change, so `edition` stays.
    """
    GameSession.objects.filter(pk=session.pk).update(
        pulse=F("pulse") + 1, edition=F("edition") + (0 if in_secret else 1), touched=timezone.now()
    )
    session.pulse, session.edition = session.pulse + 1, session.edition + (0 if in_secret else 1)
    observer.on_timing_change(session)
    _notify_after_commit(session.pk)
