"""Notices about who moderates, and from which device (SECRECY 30).

Every change is announced to all. While people join, each phone that had joined must agree, and no card is dealt
before.
"""

from __future__ import annotations

from games.models import Agreements, GameSession

Stage = GameSession.Stage


def ask_all_to_agree(session: GameSession) -> None:
    """Ask each phone with a seat to agree to the present manner of play. The session is locked.

    Phones that join later agree by joining, because the join page states the manner.
    """
    phones = session.seats.filter(bot=False, passes__isnull=False).values_list("pk", flat=True)
    session.agreements.change(to_agree=list(phones))


def tell_of_desk(session: GameSession, now: Agreements.DeskTransfer) -> None:
    """Tell everybody that another device moderates.

    The session is locked, and its `changed` is not in secret. Before the deal, everybody agrees to one more desk. A
    desk that moves is only told, because nobody has a secret yet and the number of moderators stays.
    """
    if session.stage == Stage.JOINING:
        if not session.seats.exists():
            return
        if now == Agreements.DeskTransfer.MORE:
            ask_all_to_agree(session)
    session.agreements.change(desk_transfer=now, desk_transfer_move=session.head)


def tell_of_seat(session: GameSession, seat: str) -> None:
    """Announce, at a table without a moderator, that a seat moved to another device.

    The session is locked.
    """
    session.agreements.change(moved_seats=[*session.agreements.moved_seats, [seat, session.head]])


def record_agreement(session: GameSession, seat_id: int) -> None:
    """Record that a seat agrees. The session is locked."""
    session.agreements.change(to_agree=[seat for seat in session.agreements.to_agree if seat != seat_id])


def list_lacking(session: GameSession) -> list[str]:
    """Return the names of the seats that have not agreed yet, clockwise.

    Only seats with a phone are listed, because others have no button.
    """
    if not session.agreements.to_agree:
        return []
    seats = session.seats.filter(pk__in=session.agreements.to_agree, bot=False, passes__isnull=False)
    return list(seats.order_by("place").values_list("name", flat=True))


def clear_notices(session: GameSession) -> None:
    """Clear the notices of the joining phase once the cards are dealt."""
    session.agreements.change(settings_changed=False, desk_transfer="", to_agree=[])
