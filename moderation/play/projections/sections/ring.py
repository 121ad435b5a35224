"""The section of a public view about the ring: the seats, their marks and their faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.utils import translation

from games.engine.words import Mark
from moderation.play.forms.answer_forms import IdentityKey
from moderation.play.projections.sections.context import SeatColumns, Stage, ViewContext
from moderation.players.avatars import NO_FACES, Face, Faces, build_face, build_faces

STEPS_OF_A_NOTICE = 2  # the open step and the next one show that a device has changed
RINGS = 128  # cached rings: those of the tables that play now


@dataclass(frozen=True)
class RingSeat:
    """A seat as everybody sees it. `turn`: an open question waits for this seat alone."""

    name: str
    out: bool = False
    badges: tuple[str, ...] = ()
    turn: bool = False
    face: Face | None = None
    role: str = ""  # empty unless everybody knows it; drawn with the emblem of `game`
    game: str = ""


@dataclass(frozen=True)
class RingSection:
    """The seats of the table, clockwise, and who plays them."""

    seats: tuple[RingSeat, ...] = ()
    faces: Faces = NO_FACES
    moved: tuple[str, ...] = ()  # without a moderator: seats that moved to another device
    stand_ins: tuple[str, ...] = ()  # people for whom the computer plays for now

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)


def build_ring_section(context: ViewContext) -> RingSection:
    """Build the section about the ring.

    Its seats are the same object while nothing in them has changed.
    """
    faces, ring = build_ring(
        context.seats,
        IdentityKey(find_marks(context)),
        context.asked_alone,
        context.session.game,
        translation.get_language(),
    )
    replaced = () if context.is_over else context.session.agreements.stand_ins
    return RingSection(
        seats=ring,
        faces=faces,
        moved=list_moved_seats(context),
        stand_ins=tuple(seat.name for seat in context.seats if seat.pk in replaced),
    )


def find_marks(context: ViewContext) -> Mapping[str, Mark]:
    """Return the marks of the seats. During a moment they are those from before it."""
    if context.earlier is not None:
        return context.words.ring(context.earlier)
    return context.known.marks if context.known else context.words.ring(())


@lru_cache(maxsize=RINGS)
def build_ring(
    seats: tuple[SeatColumns, ...], marks: IdentityKey, alone: str | None, game: str, _language: str | None
) -> tuple[Faces, tuple[RingSeat, ...]]:
    """Return the faces and the ring of a table with these marks.

    The result is cached: the ring is the same object while nothing in it has changed.
    """
    faces = build_faces(tuple((seat.name, build_face(seat.name, seat.face)) for seat in seats))
    ring = tuple(
        RingSeat(
            name=seat.name,
            out=(mark := marks.members[0].get(seat.name, Mark())).out,
            badges=tuple(map(str, mark.badges)),
            turn=seat.name == alone,
            face=faces.get(seat.name),
            role=mark.role,
            game=game if mark.role else "",
        )
        for seat in seats
    )
    return faces, ring


def list_moved_seats(context: ViewContext) -> tuple[str, ...]:
    """Return the seats that moved to another device recently.

    An entry without a move's number is in an old format.
    """
    entries = [entry for entry in context.session.agreements.moved_seats if isinstance(entry, list)]
    return tuple(dict.fromkeys(seat for seat, at in entries if is_recent(context, at)))


def is_recent(context: ViewContext, at: int) -> bool:
    """Return whether a notice of this move is still displayed: until two more steps have opened."""
    table, step = context.table, context.step
    if table is None or context.session.stage not in (Stage.PLAYING, Stage.OVER):
        return True
    if step is None:
        return False
    opened = [later for later in table.steps if later.led > at and later.opened <= step.opened]
    return len(opened) < STEPS_OF_A_NOTICE
