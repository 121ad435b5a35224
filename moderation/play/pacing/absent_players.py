"""Continue a game without an absent player at a table that nobody moderates.

One player proposes it, and all others must agree. No timeout ever decides for a person who plays
(`call_length.is_untimed`). After a while all players are asked "Still Ann?". If everybody else agrees, the turn is
passed, or the computer plays for that seat. They agree on their phones. The device in the middle agrees for those
whose phone is not at hand. The page does not reveal whom a secret question waits for: people name the seat
themselves. All of this is public and happens by day. Start reading at `propose`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from games import journal, server_clock
from games.engine.moves import Move
from games.engine.table import CLOCK, Refused, Step, Table
from games.models import GameSession, Seat
from games.table_cache import CachedTable
from moderation.models import Kind, Pass
from moderation.play.pacing import clock
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.moments import find_first_aside
from moderation.players import presence

PASS, COMPUTER, WAIT = "pass", "computer", "wait"  # what can be proposed
Stage = GameSession.Stage


@dataclass(frozen=True)
class AbsenceProposal:
    """A proposal made at one step: the action, the seat that it concerns, and who agrees so far."""

    do: str
    whom: int
    seats: tuple[int, ...] = ()
    middle: bool = False  # the device in the middle agrees, for those without a phone at hand
    done: bool = False  # all have agreed, and it was carried out: it is announced once


def is_open(session: GameSession, release: Release) -> bool:
    """Return whether a proposal can be made now.

    That is by day, without a moderator, while a question is open.
    """
    step = release.step
    return bool(
        session.narrated and session.stage == Stage.PLAYING and session.is_current and step and not step.asleep
    )


def is_overdue(session: GameSession, release: Release) -> bool:
    """Return whether the table has waited so long that all are asked whether to continue."""
    if not is_open(session, release) or release.asks_at is None:
        return False
    return release.asks_at <= (session.pacing.paused_at or server_clock.now())


def find_anchor(table: Table, step: Step) -> Step:
    """Return the step by which the players know this one.

    Of several asked aside in a row that is the first.
    """
    return table.steps[find_first_aside(table.steps, len(table.steps) - 1)] if step.aside else step


def find_late_seat(step: Step) -> str | None:
    """Return the only seat that the table visibly waits for; None where that is secret."""
    return next(iter(step.asks)) if len(step.asks) == 1 and not step.aside else None


def find_proposal(session: GameSession, opened: int) -> AbsenceProposal | None:
    """Return the proposal made at the step that this move opened."""
    kept = session.agreements.absence_proposal
    if kept.get("step") != opened:
        return None
    return AbsenceProposal(kept["do"], kept["whom"], tuple(kept["seats"]), kept["middle"], kept["done"])


def find_agreed_proposal(session: GameSession, table: Table, people: Collection[str]) -> AbsenceProposal | None:
    """Return the proposal that all have agreed to.

    None once one of these people has acted since.
    """
    kept = session.agreements.absence_proposal
    if not kept.get("done"):
        return None
    since = (move for number, move in reversed(table.standing) if number > kept["last"])
    if any(move.by in people for move in since):
        return None
    return AbsenceProposal(kept["do"], kept["whom"], done=True)


def propose(session: GameSession, cached: CachedTable, voter: int | None, seen: str, do: str, whom: int) -> None:
    """Propose or support that the table continues without a seat, or that it waits.

    Call with the session locked. `voter`: the seat whose phone sends this; None for the device in the middle.
    `seen`: the pseudonym of the step that the device displays. Raises `Refused`.
    """
    table = cached.table
    release = clock.build_release(session, table)
    step = release.step
    if step is None or step is not table.step or not is_open(session, release):
        raise Refused("wrong_step", "Nobody can be passed over now.")
    known_as = find_anchor(table, step)
    if pseudonyms.build_pseudonym(session.pk, known_as.opened) != seen:
        raise Refused("wrong_step", "That question has passed.")
    if do == WAIT:
        _wait(session, known_as, release)
        return
    seat = session.seats.filter(pk=whom, bot=False).first()
    if seat is None:
        raise Refused("wrong_step", "No person has that seat.")
    before = find_proposal(session, known_as.opened)
    if before is None or before.done or (before.do, before.whom) != (do, whom):
        before = None
    _check_possible(session, step, release, seat, voter, do, supports=before is not None)
    seats = {*(before.seats if before else ()), *([voter] if voter else [])}
    middle = voter is None or (before is not None and before.middle)
    done = all_agree(_list_others(session, seat), seats, middle)
    made = {"do": do, "whom": whom, "seats": sorted(seats), "middle": middle, "done": done}
    session.agreements.change(absence_proposal={"step": known_as.opened, "last": table.last, **made})
    if done and do == COMPUTER:
        stand_in(session, seat)
    if done and do == PASS:
        pass_over(session, cached, step)


def _check_possible(
    session: GameSession, step: Step, release: Release, seat: Seat, voter: int | None, do: str, supports: bool
) -> None:
    """Raise `Refused` for a proposal that is not allowed.

    `supports`: somebody else has made it already.
    """
    if voter == seat.pk:
        raise Refused("own_seat", "Nobody agrees to be passed over.")
    if do not in (PASS, COMPUTER):
        raise Refused("illegal_answer", "That cannot be proposed.")
    if do == PASS and not (find_late_seat(step) == seat.name and is_overdue(session, release)):
        raise Refused("not_late", "Nobody has waited for that seat long enough.")
    if voter is not None and not supports and not is_overdue(session, release):
        raise Refused("not_late", "The table has not waited long enough.")


def _wait(session: GameSession, step: Step, release: Release) -> None:
    """Drop the proposal, and restart the time after which all are asked."""
    patience, now = clock.find_patience(session), server_clock.now()
    if patience is not None and release.asks_at is not None and release.asks_at <= now:
        clock.lengthen(session, step, (now - release.asks_at + timedelta(seconds=patience)).total_seconds())
    session.agreements.change(absence_proposal={})


def _list_others(session: GameSession, seat: Seat) -> Mapping[int, bool]:
    """Return the seats of all other people, and whether the phone of each is at hand."""
    people = session.seats.filter(bot=False).exclude(pk=seat.pk).values_list("pk", flat=True)
    held = Pass.objects.filter(session=session, kind=Kind.SEAT).values_list("seat_id", "seen")
    there = {seat_id for seat_id, seen in held if presence.is_there(seen)}
    return {pk: pk in there for pk in people}


def all_agree(others: Mapping[int, bool], seats: Collection[int], middle: bool) -> bool:
    """Return whether everybody else agrees; the device in the middle agrees for absent phones."""
    if not (middle or seats):
        return False
    return all(pk in seats or (middle and not there) for pk, there in others.items())


def stand_in(session: GameSession, seat: Seat) -> None:
    """Have the computer play publicly for the person of a seat.

    Call inside `journal.edit_session`.
    """
    if seat.bot:
        return
    Seat.objects.filter(pk=seat.pk).update(bot=True)
    session.agreements.change(stand_ins=[*session.agreements.stand_ins, seat.pk])


def give_back(session: GameSession, seat_id: int) -> None:
    """Return a seat from the computer to its person.

    Call inside `journal.edit_session`.
    """
    if seat_id not in session.agreements.stand_ins:
        return
    others = [pk for pk in session.agreements.stand_ins if pk != seat_id]
    session.agreements.change(stand_ins=others, absence_proposal={})
    Seat.objects.filter(pk=seat_id).update(bot=False)


def pass_over(session: GameSession, cached: CachedTable, step: Step) -> None:
    """End a turn that all others have agreed to pass; a needed answer is drawn by lot.

    Call with the session locked.
    """
    if not step.needed:
        journal.append_move(session, cached, Move(CLOCK, close=True))
    for who, ask in step.asks.items() if step.needed else ():
        move = ask.draw(journal.chance.choice)
        journal.append_move(session, cached, Move(CLOCK, seat=who, answer=move))
    journal.resolve_chance(session, cached)
