"""The seats of the desk's ring, with what only the moderator sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.table import Fact, Table
from games.engine.words import Token
from moderation.players.avatars import Face
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class DeskSeat:
    """A seat as the moderator sees it."""

    id: int
    name: str
    out: bool
    badges: tuple[str, ...]
    bot: bool
    looked: bool
    asked: bool
    answered: bool
    truth: str
    has_device: bool
    away: bool = False  # its phone has no page open
    tokens: tuple[Token, ...] = ()  # the truth as badges
    face: Face | None = None
    role: str = ""  # where it is public

    @property
    def at_rest(self) -> DeskSeat:
        """The seat as it is while nothing is asked: most of its HTML is the same at every step."""
        return replace(self, asked=False, answered=False)


def list_desk_seats(context: DeskContext) -> tuple[DeskSeat, ...]:
    """Return the seats of the ring, with what only the moderator sees."""
    truth, tonight = context.table.truth(), list_facts_of_tonight(context.table)
    ring = {seat.name: seat for seat in context.public.ring.seats}
    secrets = {seat: context.known.get_secrets(row, tonight.get(seat, ())) for seat, row in truth.items()}
    step = None if context.say.then else context.step
    asks, answers = (step.asks, step.answers) if step else ({}, {})
    with_phone, present = context.phones
    return tuple(
        DeskSeat(
            id=seat.pk,
            name=seat.name,
            out=ring[seat.name].out,
            badges=ring[seat.name].badges,
            bot=seat.bot,
            looked=seat.looked,
            asked=seat.name in asks,
            answered=seat.name in answers,
            truth=secrets[seat.name][0] if seat.name in secrets else "",
            tokens=secrets[seat.name][1] if seat.name in secrets else (),
            has_device=seat.pk in with_phone,
            away=context.on_phones and seat.pk in with_phone and seat.pk not in present,
            face=ring[seat.name].face,
            role=ring[seat.name].role,
        )
        for seat in context.seats
    )


def list_facts_of_tonight(table: Table) -> dict[str, tuple[Fact, ...]]:
    """Return what each seat was told since the latest night began, by the seat's name.

    It is empty before the first night.
    """
    asleep = [step for step in table.steps if step.asleep]
    if not asleep:
        return {}
    by_day = [step.opened for step in table.steps if not step.asleep and step.opened < asleep[-1].opened]
    since = next(step.opened for step in asleep if step.opened > max(by_day, default=-1))
    found: dict[str, tuple[Fact, ...]] = {}
    for told in reversed(table.told):
        if told.at < since:
            break
        if told.seat is not None:
            found[told.seat] = (told.fact, *found.get(told.seat, ()))
    return found
