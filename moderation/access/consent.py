"""Who moderates, and from which device, is everybody's business (SECRECY 30).

A change is told to all. While people join, it is agreed to on every phone that had come, and nothing is dealt before.
"""

from __future__ import annotations

from games.models import GameSession, Upkeep

Stage = GameSession.Stage


def ask_all_to_agree(session: GameSession) -> None:
    """Ask each phone that has a seat to agree to how the table is played now; on a locked session.

    Whoever comes later agrees by coming: the page that they join by says it.
    """
    session.upkeep.to_agree = list(session.seats.filter(bot=False, passes__isnull=False).values_list("pk", flat=True))
    session.upkeep.save(update_fields=["to_agree"])


def tell_of_desk(session: GameSession, now: Upkeep.Desk) -> None:
    """Tell everybody that another device moderates; on a locked session, whose `changed` is not in secret."""
    if session.stage == Stage.JOINING:
        if not session.seats.exists():
            return
        ask_all_to_agree(session)
    session.upkeep.desk_went, session.upkeep.desk_went_at = now, session.head
    session.upkeep.save(update_fields=["desk_went", "desk_went_at"])


def tell_of_seat(session: GameSession, seat: str) -> None:
    """Tell everybody at a table without a moderator that a seat goes on on another device; on a locked session."""
    session.upkeep.moved = [*session.upkeep.moved, [seat, session.head]]
    session.upkeep.save(update_fields=["moved"])


def agreed(session: GameSession, seat_id: int) -> None:
    """A seat agrees; on a locked session."""
    session.upkeep.to_agree = [one for one in session.upkeep.to_agree if one != seat_id]
    session.upkeep.save(update_fields=["to_agree"])


def lacking(session: GameSession) -> list[str]:
    """Names of those who have not agreed yet, clockwise: seats with a phone alone, since others have no button."""
    if not session.upkeep.to_agree:
        return []
    seats = session.seats.filter(pk__in=session.upkeep.to_agree, bot=False, passes__isnull=False)
    return list(seats.order_by("place").values_list("name", flat=True))


def settle(session: GameSession) -> None:
    """Forget what was told while people joined: the cards are dealt."""
    upkeep = session.upkeep
    upkeep.manner_changed, upkeep.desk_went, upkeep.to_agree = False, "", []
    upkeep.save(update_fields=["manner_changed", "desk_went", "to_agree"])
