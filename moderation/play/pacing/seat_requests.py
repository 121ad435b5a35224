"""Rules for giving a seat to a device.

This is the one place that decides which device may have one, and what the table is told.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import GameSession, Seat
from moderation.access import agreements
from moderation.access.devices import find_pass, has_seen_deal, move_seat
from moderation.models import Device, KeptOut, Kind
from moderation.play.pacing import absent_players
from moderation.web.refusals import Unwanted

Stage = GameSession.Stage


def check_may_have_seat(device: Device | None, session: GameSession) -> None:
    """Raise `Unwanted` for a device that may not take a seat at this table.

    It moderates the table, has seen its deal, or is kept out by its moderator.
    """
    if not session.narrated and find_pass(device, Kind.MODERATOR, session):
        raise Unwanted(
            _(
                "This device moderates the table, and would see everybody’s cards. Play on another device, "
                "or let the table play without a moderator."
            )
        )
    if has_seen_deal(device, session):
        raise Unwanted(
            _(
                "This device has moderated this game, and may have seen everybody’s cards. Take the seat on another "
                "device, or wait for the next game."
            )
        )
    if is_kept_out(device, session):
        raise Unwanted(_("The moderator keeps this device out of the table. If that is a mistake, ask at the desk."))


def is_kept_out(device: Device | None, session: GameSession) -> bool:
    """Return whether the moderator of a table keeps this device out of it."""
    return device is not None and KeptOut.objects.filter(session=session, device=device).exists()


def give_seat(device: Device, seat: Seat, session: GameSession) -> None:
    """Give a seat of a locked session to a device and to no other. Raises `Unwanted`."""
    check_may_have_seat(device, session)
    if find_pass(device, Kind.SEAT, session):
        raise Unwanted(_("That device has a seat at this table already."))
    move_seat(device, seat)
    if seat.bot:
        Seat.objects.filter(pk=seat.pk).update(bot=False)
    tell_of_moved_seat(session, seat)


def tell_of_moved_seat(session: GameSession, seat: Seat) -> None:
    """Tell a table without a moderator that a person plays a seat on another device."""
    if session.narrated and session.stage != Stage.JOINING:
        agreements.tell_of_seat(session, seat.name)
        absent_players.give_back(session, seat.pk)
