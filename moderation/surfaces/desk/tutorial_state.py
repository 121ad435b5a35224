"""The state of a rehearsal that the conditions of the tutorial's hints are checked against.

Start reading at `build_sight`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from games.engine.table import MODERATOR, Step, Table
from games.models import GameSession, LessonProgress
from moderation.models import Kind, Link
from moderation.play.rendering.render import Snapshot
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk.view_model import DeskView

Stage = GameSession.Stage


@dataclass(frozen=True)
class DeskSight:
    """The part of a desk's view that hints depend on."""

    bar: str = ""  # what the desk's one button does
    reads: bool = False  # a line is to be read aloud
    asleep: bool = False  # a call is open
    hidden: bool = False  # the room may not see who is asked
    pretend: bool = False  # the open call asks nobody
    debate: bool = False  # people talk, and nobody is asked anything
    bots: bool = False  # computer players have to answer
    falls: bool = False  # everybody looks at somebody who falls
    may_undo: bool = False


@dataclass(frozen=True)
class AbsentPhone:
    """The state of the seat whose phone goes out."""

    asked: bool = False  # this seat is asked in public, and has not answered
    lost: bool = False  # its phone has gone out
    entered: bool = False  # the desk has answered for it
    handed: bool = False  # it has a way to another phone, or the computer plays it
    later: bool = False  # the step that was open when the phone went out is over


@dataclass(frozen=True)
class Sight:
    """The state of the table that the conditions of hints are checked against."""

    stage: str
    seat: str = ""  # whose phone goes out, as long as an absent phone has it; empty where there is none
    enough: bool = False  # as many people have joined as the lesson wants
    has_nights: bool = True
    desk: DeskSight = DeskSight()
    phone: AbsentPhone = AbsentPhone()
    bots_answered: bool = False
    undone: bool = False  # something was taken back
    nights: int = 0  # nights that are over for everybody
    fallen: bool = False  # everybody has looked at somebody who fell


def build_sight(snapshot: Snapshot, table: Table, desk: DeskView, bar: str) -> Sight:
    """Build the state of a rehearsal at play, at a desk whose button does `bar`."""
    progress = snapshot.session.lesson
    seat = snapshot.seats.get(progress.seat_id or 0)
    who = seat.name if seat and _is_phone_absent(progress, snapshot.passes) else ""
    bots = {one.name for one in desk.seats if one.bot}
    return Sight(
        str(Stage.OVER if desk.public.ending.outcome else Stage.PLAYING),
        who,
        enough=True,
        has_nights=snapshot.session.kit.words.MODERATED,
        desk=build_desk_sight(desk, bar, snapshot.release.step),
        phone=build_absent_phone(snapshot, table, desk, who),
        bots_answered=any(move.by in bots for _at, move in table.standing),
        undone=table.taken_back > 0,
        nights=_count_nights(table, snapshot.release),
        fallen=desk.moment.held is None and any(seat.out for seat in desk.seats),
    )


def build_desk_sight(desk: DeskView, bar: str, step: Step | None) -> DeskSight:
    """Build the part of a desk's view that hints depend on."""
    is_open, moment = desk.moment.held is None, desk.public.moment.view
    return DeskSight(
        bar=bar,
        reads=bool(desk.speech.say.lines) and is_open,
        asleep=desk.step.asleep and is_open,
        hidden=desk.step.discreet,
        pretend=desk.step.pretend,
        debate=step is not None and not (step.asks or step.asleep),
        bots=desk.answers.bots_waiting and is_open,
        falls=moment is not None and any(piece.falls for piece in moment.pieces),
        may_undo=desk.undo.last is not None,
    )


def build_absent_phone(snapshot: Snapshot, table: Table, desk: DeskView, who: str) -> AbsentPhone:
    """Build the state of the seat of this name, whose phone goes out; empty: there is none."""
    progress, release = snapshot.session.lesson, snapshot.release
    seat = snapshot.seats.get(progress.seat_id or 0)
    asked = _list_public_questions(table, who, release)
    waits = who in desk.answers.waiting and not desk.step.discreet
    return AbsentPhone(
        asked=bool(who) and waits and desk.moment.held is None,
        lost=bool(asked),
        entered=_has_entered_openly(table, who),
        handed=bool(seat and seat.bot) or Link.objects.filter(kind=Kind.SEAT, seat=progress.seat_id).exists(),
        later=not who or any(step is not release.step for step in asked),
    )


def find_absent_phone(snapshot: Snapshot) -> frozenset[int]:
    """Return the seat of a rehearsal whose phone counts as absent, as a set of ids.

    The phone is absent from the first question that the seat is asked in public.
    """
    if not snapshot.session.rehearsal or snapshot.table is None:
        return frozenset()
    progress = snapshot.session.lesson
    seat = snapshot.seats.get(progress.seat_id or 0)
    if seat is None or not _is_phone_absent(progress, snapshot.passes):
        return frozenset()
    return frozenset({seat.pk} if _list_public_questions(snapshot.table, seat.name, snapshot.release) else ())


def _is_phone_absent(progress: LessonProgress, held: Collection[tuple[int, int | None]]) -> bool:
    """Return true if the seat still belongs to a phone that nobody has."""
    return (progress.phone, progress.seat_id) in held


def _list_public_questions(table: Table, who: str, release: Release) -> list[Step]:
    """Return the steps that have asked this seat in public, as far as devices show them."""
    until = release.step.opened if release.step else table.number
    return [
        step for step in table.steps if who in step.asks and not (step.asleep or step.aside) and step.opened <= until
    ]


def _has_entered_openly(table: Table, who: str) -> bool:
    """Return true if the desk has answered for this seat in public."""
    by_desk = [place for place, (_at, move) in enumerate(table.standing) if (move.by, move.seat) == (MODERATOR, who)]
    steps = [table.steps[table.step_at(place)] for place in by_desk]
    return any(not (step.asleep or step.aside) for step in steps)


def _count_nights(table: Table, release: Release) -> int:
    """Return how many nights are over for everybody."""
    until = release.step.opened if release.step else table.number
    seen = [step.asleep for step in table.steps if step.opened <= until and not step.of_chance]
    return sum(before and not after for before, after in pairwise(seen))
