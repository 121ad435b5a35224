"""Seats that the moderator removed from the ring, stored so that one tap puts a person back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from games.models import GameSession, Seat
from moderation.models import Device, KeptOut, Kind, Pass, Placing, PlayedSeat, RemovedSeat
from moderation.play.pacing.returning import keep_out
from moderation.players import avatars

MOST = 24  # removed seats that a table stores, the latest first


@dataclass(frozen=True)
class RemovedRow:
    """A removed seat in the moderator's list; `phone`: a phone had it and can be blocked."""

    id: int
    name: str
    phone: bool


@dataclass(frozen=True)
class KeptOutRow:
    """A device in the moderator's list of blocked devices."""

    id: int
    name: str


def list_removed(session: GameSession) -> tuple[RemovedRow, ...]:
    """Return the seats that can be put back, the latest first.

    Blocked devices are in a list of their own.
    """
    found = RemovedSeat.objects.filter(session=session).exclude(
        device__in=KeptOut.objects.filter(session=session).values("device")
    )
    return tuple(RemovedRow(one.pk, one.name, one.device_id is not None) for one in found[:MOST])


def list_kept_out(session: GameSession) -> tuple[KeptOutRow, ...]:
    """Return the devices that this table blocks."""
    return tuple(KeptOutRow(one.pk, one.name) for one in KeptOut.objects.filter(session=session))


def remove_seats(session: GameSession, seats: Iterable[Seat], keep_out_phone: bool = False) -> None:
    """Remove seats from a locked ring, and store them.

    `keep_out_phone`: their devices may not come back.
    """
    for seat in seats:
        held = Pass.objects.filter(kind=Kind.SEAT, seat=seat).select_related("device").first()
        played = PlayedSeat.objects.filter(seat=seat).first()
        placing = Placing.objects.filter(seat=seat).first()
        RemovedSeat.objects.create(
            session=session,
            name=seat.name,
            place=seat.place,
            bot=seat.bot,
            face=seat.face,
            device=held.device if held else None,
            person=played.person if played else None,
            placing=placing,
        )
        if keep_out_phone and held:
            keep_out(held.device, session, seat.name)
        seat.delete()
    old = RemovedSeat.objects.filter(session=session).values_list("pk", flat=True)[MOST:]
    RemovedSeat.objects.filter(pk__in=list(old)).delete()


def keep_out_removed(session: GameSession, removed: RemovedSeat) -> None:
    """Block the phone of a removed seat at a locked table, even if it has another seat now."""
    if removed.device is None:
        return
    Seat.objects.filter(pk__in=list_passes(removed.device, session).values("seat")).delete()
    keep_out(removed.device, session, removed.name)


def list_passes(device: Device | None, session: GameSession) -> QuerySet[Pass]:
    """Return the passes to seats of this table that a device has.

    Passes under a renewed cookie that was not yet used are included.
    """
    held = Pass.objects.filter(kind=Kind.SEAT, session=session)
    return held.filter(Q(device=device) | Q(device__takes_over=device)) if device else held.none()


def recreate_seat(session: GameSession, removed: RemovedSeat) -> Seat:
    """Return the seat for somebody who is put back, at its former place and without a name.

    A device that has another seat by now continues in it, because its person sits here only once.
    """
    held = list_passes(removed.device, session).select_related("seat").first()
    seat = held.seat if held else None
    if seat is None:
        taken = avatars.list_taken(session)
        face = removed.face if removed.face not in taken else avatars.choose_face(taken)
        seat = Seat(session=session, bot=removed.bot, face=face)
    others = Seat.objects.filter(session=session).exclude(pk=seat.pk)
    if others.filter(place=removed.place).exists():
        others.filter(place__gte=removed.place).update(place=F("place") + 1)
    seat.place = removed.place
    return seat


def restore(removed: RemovedSeat, seat: Seat) -> None:
    """Give a seat that was put back its phone, its person and its place in a round."""
    if removed.device and not list_passes(removed.device, seat.session).exists():
        Pass.objects.create(kind=Kind.SEAT, session=seat.session, device=removed.device, seat=seat)
    KeptOut.objects.filter(session=seat.session, device=removed.device).delete()
    if removed.person and not PlayedSeat.objects.filter(seat=seat).exists():
        PlayedSeat.objects.create(person=removed.person, seat=seat)
    if removed.placing_id:
        Placing.objects.filter(pk=removed.placing_id, seat=None).update(seat=seat)
    removed.delete()
