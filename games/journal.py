"""The one door through which a game goes on.

A game is its list of moves, append-only, unique on (session, number); the state is the replay of that list.
Every process keeps tables of its own (kept.py). A writer locks the session's row; the unique number is the net
under it. Whoever must hear of a change is told, after the commit, by the one injected `notify`.

Start reading at `submit`; how a game comes to its first move is in opening.py. Knows no page, no socket and no
channel layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from secrets import SystemRandom
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games import bots
from games.kept import Kept, alone, lock, tables, up_to_head
from games.models import GameSession, Move, Seat, Vote
from games.story import AsTold
from games.table import CHANCE, Closes, Refused, Step, Table

Stage = GameSession.Stage
TRIES = 3
LONG = ("deal", "told")  # columns that are as long as the ring, and seldom asked for

chance = SystemRandom()


def unheard(session_id: int) -> None:
    """Tell nobody: what `notify` is until somebody listens."""


notify: Callable[[int], None] = unheard


def nobody_asks(session_id: int) -> bool:
    """Nobody needs more time: what `wants_time` is until somebody knows the devices."""
    return False


wants_time: Callable[[int], bool] = nobody_asks


@dataclass(frozen=True)
class Receipt:
    """An accepted move: its number. `again`: the same tap had been accepted before."""

    number: int
    again: bool = False


@contextmanager
def at_rest(session_id: int) -> Iterator[tuple[GameSession, Table | None]]:
    """A session and its table, brought up to the head, to look at while nobody in this process changes it.

    There is no table before the cards are dealt. A game begun with another version of its rules is as it was told.
    """
    with lock(session_id):
        session = GameSession.objects.select_related("event").get(pk=session_id)
        if session.stage == Stage.JOINING:
            yield session, None
        elif session.current:
            yield session, up_to_head(session).table
        else:
            yield session, Table(AsTold(session), session.seat_names(), {}, {})


def taken_at(session_id: int) -> Mapping[int, datetime]:
    """When each move of a session was taken, by its number, 0 for the beginning of play; inside `at_rest` only."""
    return tables[session_id].taken_at if session_id in tables else {}


# Writing


def submit(
    session_id: int,
    move: Mapping[str, Any],
    *,
    opened: int | None = None,
    last: int | None = None,
    request: str | None = None,
) -> Receipt:
    """Take a move, and any chance that falls due, into the journal.

    `opened` is the number of the move that opened the step the sender saw: another step is open now, and the
    move is refused as stale. `last`: so is an undo by somebody who saw another move standing last.
    `request` names this tap: sent twice, it counts once.
    Raises `Refused`, and then nothing has changed.
    """

    def write(session: GameSession, kept: Kept) -> None:
        _want_open(kept.table, opened)
        _want_last(kept.table, last)
        append(session, kept, dict(move), request)
        draw_what_is_due(session, kept)

    return _write(session_id, write, request)


def heard(session_id: int, request: str | None) -> bool:
    """Whether this tap was accepted before; sent again, it changes nothing."""
    return bool(request) and Move.objects.filter(session=session_id, request=request).exists()


def redo(session_id: int, *, last: int | None = None, request: str | None = None) -> Receipt:
    """Play the last move taken back again, with the chance that followed it, as new moves; `last` as in `submit`."""

    def write(session: GameSession, kept: Kept) -> None:
        _want_last(kept.table, last)
        if not kept.table.undone:
            raise Refused("nothing_to_redo", "No move has been taken back.")
        append(session, kept, dict(kept.table.undone[0]), request)
        while move := _next_chance(kept.table):
            append(session, kept, move)

    return _write(session_id, write, request)


def let_bots_answer(session_id: int, *, opened: int | None = None, request: str | None = None) -> Receipt:
    """Have every seat that the computer plays answer the open step, as far as it is asked.

    Where one after the other is asked the same, those whose turn comes next answer too, up to the next person.
    """

    def write(session: GameSession, kept: Kept) -> None:
        _want_open(kept.table, opened)
        step, name = kept.table.step, request
        played = set(session.seats.filter(bot=True).values_list("name", flat=True))
        while step is not None and kept.table.step is step and (move := _bot_move(session, kept.table, step, played)):
            append(session, kept, move, name)
            name = None
            if _goes_round(step, kept.table.step):
                step = kept.table.step
        draw_what_is_due(session, kept)

    return _write(session_id, write, request)


def _goes_round(before: Step, now: Step | None) -> bool:
    """Whether a question has gone on to somebody else: a vote in turn."""
    return now is not None and now.name == before.name and not now.asleep and not now.asks.keys() & before.asks.keys()


def _bot_move(session: GameSession, table: Table, step: Step, played: set[str]) -> dict[str, Any] | None:
    waiting = [seat for seat in step.asks if seat in played and seat not in step.answers]
    if waiting:
        return dict(bots.answers(session.kit, table, step, waiting[0], chance.choice))
    if step.closes is Closes.GROUP and len(step.answers) == len(step.asks) and len(step.proposals()) > 1:
        people = [answer for seat, answer in step.answers.items() if seat not in played]
        wanted = people[0] if people else step.proposals()[0][0]
        other = next((seat for seat, answer in step.answers.items() if seat in played and answer != wanted), None)
        return {"step": step.name, "by": other, "answer": wanted} if other else None
    return None


def _write(session_id: int, write: Callable[[GameSession, Kept], None], request: str | None) -> Receipt:
    """Run `write` on the locked session, and keep all that it appends or nothing."""
    for attempt in range(1, TRIES + 1):
        with alone(session_id):
            try:
                with transaction.atomic(durable=True):
                    session = GameSession.objects.defer(*LONG).select_for_update().get(pk=session_id)
                    if request and (before := session.moves.filter(request=request).first()):
                        return Receipt(before.number, again=True)
                    if session.stage not in (Stage.PLAYING, Stage.OVER):
                        raise Refused("not_playing", "The game has not begun.")
                    if not session.current:
                        raise Refused("old_version", "This game was begun with another version of its rules.")
                    kept = up_to_head(session)
                    write(session, kept)
                    follow(session, kept.table)
                    return Receipt(session.head)
            except Refused:
                if (ahead := tables.get(session_id)) and ahead.table.number > _head(session_id):
                    del tables[session_id]
                raise
            except IntegrityError:
                tables.pop(session_id, None)
                if attempt == TRIES:
                    raise
            except BaseException:
                tables.pop(session_id, None)  # it may be ahead of what was kept
                raise
    raise AssertionError("unreachable")


def _head(session_id: int) -> int:
    return GameSession.objects.values_list("head", flat=True).get(pk=session_id)


def _want_open(table: Table, opened: int | None) -> None:
    if opened is not None and table.step is not None and table.step.opened != opened:
        raise Refused("wrong_step", "That question has passed.")


def _want_last(table: Table, last: int | None) -> None:
    if last is not None and table.last != last:
        raise Refused("entered_since", f"The last move is {table.last}, not {last}.")


def draw_what_is_due(session: GameSession, kept: Kept) -> None:
    """Take the chance moves that the rules wait for."""
    while (ask := kept.table.chance_due) is not None:
        append(session, kept, _next_chance(kept.table) or {"by": CHANCE, "answer": ask.draw(chance.choice)})


def _next_chance(table: Table) -> dict[str, Any] | None:
    """The chance that followed when this was played before. Ruling: taking a move back rolls no new dice."""
    follows = table.undone[0] if table.undone else None
    return dict(follows) if follows and follows["by"] == CHANCE and table.chance_due else None


def append(session: GameSession, kept: Kept, move: dict[str, Any], request: str | None = None) -> None:
    """Take a move at the table and add its line to the journal, the index with it. Raises `Refused`."""
    table, step = kept.table, kept.table.step
    session.edition += _seen(move, step)
    before = 0 if "undo" in move else len(table.told)
    table.take(move)
    session.head = table.number
    told = [] if "undo" in move else [[told.seat, told.fact] for told in table.told[before:]]
    kept.taken_at[table.number] = timezone.now()
    Move.objects.create(
        session=session,
        number=table.number,
        body=move,
        told=told,
        request=request,
        at=kept.taken_at[table.number],
    )
    note_nightfall(session, table)
    if "undo" in move:
        Vote.objects.filter(session=session).delete()
        ballots = [(step, name) for step in table.steps if step.poll for name in step.answers]
        _index_votes(session, ballots, {seat.name: seat for seat in session.seats.all()})
    elif step is not None and step.poll and (name := move.get("for", move["by"])) in step.answers:
        _index_votes(session, [(step, name)], {name: session.seats.get(name=name)})
    index_seats(session, kept)


def note_nightfall(session: GameSession, table: Table) -> None:
    """Settle how fast this night's calls go; who asks for more time in the middle of it has it from the next on."""
    before = table.steps[-2] if len(table.steps) > 1 else None
    if table.step is not None and table.step.asleep and not (before and before.asleep):
        session.slow = wants_time(session.pk)


def _tell_afterwards(session_id: int) -> None:
    """Tell whoever listens once this is kept; whatever happens to them then, it stays kept."""
    # No `partial`: Django names a function that fails, and a partial has no name.
    transaction.on_commit(lambda: notify(session_id), robust=True)


def _seen(move: dict[str, Any], step: Step | None) -> bool:
    """Whether everybody may see that this move was made: an undo, or an answer given by day that is no secret."""
    if "undo" in move:
        return True
    secretly = step is None or step.asleep or step.aside or move["by"] == CHANCE
    return "cover" not in move and not secretly


def follow(session: GameSession, table: Table) -> None:
    """Bring the session's own row after its table, and tell whoever listens once this is kept."""
    end = table.outcome
    session.stage = Stage.OVER if end else Stage.PLAYING
    session.outcome = end and {"winners": end.winners, "reason": end.reason, "seats": end.seats}
    session.ended = (session.ended or timezone.now()) if end else None
    session.pulse += 1
    session.save(update_fields=["head", "stage", "outcome", "ended", "pulse", "edition", "slow"])
    _tell_afterwards(session.pk)


def _index_votes(session: GameSession, ballots: list[tuple[Step, str]], seats: Mapping[str, Seat]) -> None:
    rows = [
        Vote(session=session, seat=seats[name], step=step.name, opened=step.opened, answer=step.answers[name])
        for step, name in ballots
    ]
    Vote.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["session", "opened", "seat"], update_fields=["answer"]
    )


def index_seats(session: GameSession, kept: Kept) -> None:
    """Bring the seats' rows after the truth of the table."""
    truth = kept.table.truth()
    if truth == kept.indexed:
        return
    changed = [
        seat
        for seat in session.seats.all()
        if kept.indexed is None or truth.get(seat.name) != kept.indexed.get(seat.name)
    ]
    for seat in changed:
        row = truth.get(seat.name, {})
        seat.role, seat.genome, seat.alive = row.get("role", ""), row.get("genome", ""), row.get("alive", True)
    Seat.objects.bulk_update(changed, ["role", "genome", "alive"])
    kept.indexed = truth


# Before the first move, and beside the moves


@contextmanager
def set_up(session_id: int, in_secret: bool = False) -> Iterator[GameSession]:
    """Hold a session's row to change what stands beside its moves: its seats, its options, who may do what.

    All of it is kept, or nothing; whoever listens is told afterwards. `in_secret`: not everybody may see it.
    """
    with alone(session_id), transaction.atomic():
        session = GameSession.objects.select_for_update().get(pk=session_id)
        yield session
        changed(session, in_secret)


def changed(session: GameSession, in_secret: bool = False) -> None:
    """Tell whoever listens that something a device may show has changed; call it inside the transaction."""
    GameSession.objects.filter(pk=session.pk).update(
        pulse=F("pulse") + 1, edition=F("edition") + (0 if in_secret else 1)
    )
    _tell_afterwards(session.pk)
