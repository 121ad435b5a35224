"""The section of a public view about who joins, and about changes that all are told of."""

from __future__ import annotations

from dataclasses import dataclass

from moderation.play.projections.sections.context import ViewContext
from moderation.play.projections.sections.ring import is_recent


@dataclass(frozen=True)
class LobbySection:
    """The people who join, and what they are told of the table."""

    joined: int = 0
    looked: int = 0  # how many people have seen their card
    lookers: int = 0  # how many people have a card to look at
    fewest: int = 0  # players that the game needs
    most: int = 0  # players that the game can have
    door_closed: bool = False  # nobody may join any more
    manner_changed: bool = False  # `narrated` or `eyes_closed` changed while people joined
    to_agree: int = 0  # how many have not agreed to that change yet
    desk_went: str = ""  # "more" or "moved": the desk went to another device, while people joined or later


def build_lobby_section(context: ViewContext) -> LobbySection:
    """Build the section about who joins."""
    session, people, agreements = context.session, context.people, context.session.agreements
    return LobbySection(
        joined=len(context.seats),
        looked=sum(seat.looked for seat in people),
        lookers=len(people),
        fewest=session.kit.roles.SEATS[0],
        most=session.kit.roles.SEATS[1],
        door_closed=session.settings.door_closed,
        manner_changed=agreements.settings_changed,
        to_agree=sum(seat.pk in agreements.to_agree for seat in people),
        desk_went=agreements.desk_transfer if is_recent(context, agreements.desk_transfer_move) else "",
    )
