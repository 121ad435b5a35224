"""The view model of a table before play: the ring, the cards to deal, and who has looked.

A pure function of the database and the active language, for the page and for its socket. It does not have the deal
itself. The deal is on a page of its own, which the moderator opens when nobody looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.kit import Kit
from games.models import GameSession
from moderation.access import qr
from moderation.models import Kind, Pass, Placing
from moderation.players import arrivals, names, presence
from moderation.players.avatars import Face, build_face
from moderation.tables.setup.deal_section import (
    DealSection,
    build_deal_section,
    explain_wrong_seats,
    list_advice,
    read_options,
)
from moderation.tables.setup.removal import KeptOutRow, RemovedRow, list_kept_out, list_removed

Stage = GameSession.Stage

USUAL = 8  # a number of players that suits most games


@dataclass(frozen=True)
class SeatRow:
    """A seat in the list that the moderator puts in order."""

    id: int
    name: str
    bot: bool
    looked: bool
    phone: bool
    expected: bool  # its phone has not loaded its page yet
    away: bool  # its phone has loaded its page before, and has no page open now
    awaited: bool  # a seating gave it to somebody with a phone
    face: Face | None


@dataclass(frozen=True)
class JoiningSection:
    """The ways to join the table, and how many people may."""

    join_path: str
    qr_path: str
    wifi_name: str
    wifi: SafeString
    door_closed: bool
    expected: int  # seats whose phones have not loaded their page yet
    lapse: int  # minutes until such a seat is removed
    most: int
    fill: int  # the number of seats up to which computer players may fill the ring
    wrong_seats: str
    removed: tuple[RemovedRow, ...]  # seats that can be put back
    kept_out: tuple[KeptOutRow, ...]  # phones that are blocked
    name_limit: str  # as a sentence
    longest_name: int = names.LONGEST  # visible characters


@dataclass(frozen=True)
class LookingSection:
    """The people who have looked at their card, and those who have not."""

    looked: int
    lookers: int
    to_look: tuple[str, ...]
    to_show: tuple[int, str] | None  # the first seat whose card is still to be shown on the desk


@dataclass(frozen=True)
class SeatsView:
    """A table before play."""

    code: str
    slug: str
    game: str
    dealt: bool
    has_nights: bool
    eyes_closed: bool
    narrated: bool
    rows: tuple[SeatRow, ...]
    joining: JoiningSection
    deal: DealSection
    looking: LookingSection


def list_awaited_seats(session: GameSession) -> set[int]:
    """Return the seats that a seating gave to people with a phone."""
    if session.event_id is None:
        return set()
    placed = Placing.objects.filter(session=session, guest__device__isnull=False).exclude(seat=None)
    return set(placed.values_list("seat", flat=True))


def build_seats_view(session: GameSession) -> SeatsView:
    """Build the view of the table as the moderator sets it up."""
    words, rows = session.kit.words, list_seat_rows(session)
    return SeatsView(
        code=session.code,
        slug=session.kit.slug,
        game=str(words.NAME),
        dealt=session.stage == Stage.CARDS,
        has_nights=words.MODERATED,
        eyes_closed=session.nights == GameSession.Nights.EYES_CLOSED,
        narrated=session.narrated,
        rows=rows,
        joining=build_joining_section(session, rows),
        deal=build_deal_section(session, [row.name for row in rows]),
        looking=build_looking_section(rows),
    )


def list_seat_rows(session: GameSession) -> tuple[SeatRow, ...]:
    """Return the seats of a table, with the state of their phones."""
    seats = list(session.seats.order_by("place"))
    passes = Pass.objects.filter(session=session, kind=Kind.SEAT).values_list("seat_id", "expected", "seen")
    phones = {seat_id: session.stage == Stage.JOINING and since is not None for seat_id, since, _seen in passes}
    away = {seat_id for seat_id, _since, seen in passes if not (phones[seat_id] or presence.is_there(seen))}
    awaited = list_awaited_seats(session)
    return tuple(
        SeatRow(
            id=seat.pk,
            name=seat.name,
            bot=seat.bot,
            looked=seat.looked,
            phone=seat.pk in phones,
            expected=phones.get(seat.pk, False),
            away=seat.pk in away and not session.rehearsal,
            awaited=seat.pk in awaited,
            face=build_face(seat.name, seat.face),
        )
        for seat in seats
    )


def build_joining_section(session: GameSession, rows: Sequence[SeatRow]) -> JoiningSection:
    """Build the section about joining."""
    kit, settings = session.kit, session.settings
    return JoiningSection(
        join_path=reverse("join", kwargs={"code": session.code}),
        qr_path=reverse("qr_join", kwargs={"code": session.code}),
        wifi_name=settings.wifi_name,
        wifi=qr.draw_wifi(settings.wifi_name, settings.wifi_password),
        door_closed=settings.door_closed,
        expected=sum(row.expected for row in rows),
        lapse=int(arrivals.LAPSE.total_seconds() // 60),
        most=kit.roles.SEATS[1],
        fill=compute_fill(session, len(rows)),
        wrong_seats=explain_wrong_seats(kit, len(rows)),
        removed=list_removed(session) if session.stage == Stage.JOINING else (),
        kept_out=list_kept_out(session),
        name_limit=str(names.LIMIT),
    )


def build_looking_section(rows: Sequence[SeatRow]) -> LookingSection:
    """Build the section about who has looked at their card."""
    people = [row for row in rows if not row.bot]
    return LookingSection(
        looked=sum(row.looked for row in people),
        lookers=len(people),
        to_look=tuple(row.name for row in people if not row.looked),
        to_show=next(((row.id, row.name) for row in people if not (row.looked or row.phone)), None),
    )


def compute_fill(session: GameSession, seats: int) -> int:
    """Return the number of seats up to which computer players are offered.

    `seats`: how many seats the table has.
    """
    fewest, most = session.kit.roles.SEATS
    if session.rehearsal:  # in a board game everybody waits for everybody else's turn
        least = max(fewest, seats, USUAL if session.kit.words.MODERATED else 0)
        options = read_options(session)
        calm = (one for one in range(least, most + 1) if not has_advice(session.kit, one, options))
        return next(calm, least)
    return min(most, max(fewest, USUAL, seats + 1))


def has_advice(kit: Kit, players: int, options: Mapping[str, Any]) -> bool:
    """Return true if the usual cards for so many players come with advice.

    A rehearsal avoids such numbers, because a new moderator need not read advice.
    """
    return bool(list_advice(kit, players, kit.roles.suggestion(players, options), options))
