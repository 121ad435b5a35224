"""Requests of a device that lost its seat to get it back.

With a moderator the desk answers, and nobody else is notified (SECRECY 7, 21, 28 to 30). Without one the others
agree on their phones. Requests are few, lapse by themselves, and can be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from secrets import SystemRandom

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import journal, server_clock
from games.models import GameSession
from games.prepared_queries import Prepared
from moderation.models import Device, KeptOut, Kind, Pass, SeatClaim
from moderation.play.pacing.seat_requests import check_may_have_seat, give_seat
from moderation.players import presence
from moderation.web import throttle
from moderation.web.refusals import Unwanted

LIFE = timedelta(minutes=5)  # until an unanswered request lapses
REST = timedelta(minutes=2)  # before a device that was refused may ask again
MOST = 8  # requests that wait at one table
MOST_ASKED, COUNTED_FOR = 30, 10 * 60  # most requests to one table in so many seconds: a limit against floods
MAX_LISTED = 3  # requests that the desk lists
AGREE = 2  # others who agree where nobody moderates, or all of them where there are fewer
NUMBERS = range(10, 100)

Stage = GameSession.Stage


@dataclass(frozen=True)
class SeatRequest:
    """A device that asks for a seat, as the desk reads it."""

    id: int
    number: int
    name: str
    there: bool  # another device has the seat, and its page is open
    bot: bool


@dataclass(frozen=True)
class PublicRequest:
    """A device that asks for a seat where nobody moderates, with who agrees so far."""

    number: int
    name: str
    agreed: tuple[str, ...]
    wanted: int  # how many others have to agree


@dataclass(frozen=True)
class Requests:
    """The requests that the desk lists, and how many more wait."""

    listed: tuple[SeatRequest, ...] = ()
    more: int = 0


def list_open_claims(session: GameSession) -> QuerySet[SeatClaim]:
    """Return the requests of a table that wait for an answer, the oldest first."""
    return SeatClaim.objects.filter(session=session, refused=None, asked__gt=server_clock.now() - LIFE)


_unanswered = Prepared(lambda key: SeatClaim.objects.filter(session=key, refused=None).select_related("seat"), -1)


def _read_open_claims(session: GameSession) -> list[SeatClaim]:
    """Return `list_open_claims` with their seats.

    They are read at every tap, and there are hardly ever any.
    """
    since = server_clock.now() - LIFE
    return [claim for claim in _unanswered.all(session.pk) if claim.asked > since]


def is_decided_by_players(session: GameSession) -> bool:
    """Return whether those who play answer, because nobody moderates the running game."""
    return session.narrated and session.stage in (Stage.PLAYING, Stage.OVER)


def list_requests(session: GameSession) -> Requests:
    """Return the requests that the desk lists; none where the players answer them."""
    if is_decided_by_players(session):
        return Requests()
    found = _read_open_claims(session)
    if not found:
        return Requests()
    shown = found[:MAX_LISTED]
    passes = Pass.objects.filter(kind=Kind.SEAT, seat__in=[claim.seat_id for claim in shown])
    there = {seat for seat, seen in passes.values_list("seat", "seen") if presence.is_there(seen)}
    return Requests(
        tuple(
            SeatRequest(claim.pk, claim.number, claim.seat.name, claim.seat_id in there, claim.seat.bot)
            for claim in shown
        ),
        len(found) - len(shown),
    )


def list_public_requests(session: GameSession) -> tuple[PublicRequest, ...]:
    """Return the requests that everybody reads of a running game that nobody moderates."""
    if not is_decided_by_players(session) or session.stage == Stage.OVER:
        return ()
    found = _read_open_claims(session)[:MAX_LISTED]
    names = dict(session.seats.values_list("pk", "name")) if found else {}
    return tuple(
        PublicRequest(
            claim.number,
            claim.seat.name,
            tuple(names[seat] for seat in claim.agreed if seat in names),
            count_needed_agreements(session, claim),
        )
        for claim in found
    )


# The device that asks


def find_claim(device: Device | None, session: GameSession) -> SeatClaim | None:
    """Return a device's open or recently refused request at a table; None once it has lapsed."""
    if device is None:
        return None
    claim = SeatClaim.objects.filter(session=session, device=device).select_related("seat").first()
    if claim is None:
        return None
    until = claim.refused + REST if claim.refused else claim.asked + LIFE
    return claim if until > server_clock.now() else None


def check_may_ask(device: Device | None, session: GameSession) -> None:
    """Raise `Unwanted` where a device may not ask for a seat at this table now."""
    check_may_have_seat(device, session)
    if session.narrated and session.stage == Stage.OVER:
        raise Unwanted(_("This game is over: take a seat in the next one."))


def ask(device: Device | None, session: GameSession, seat_id: int, renew: Callable[[], Device]) -> None:
    """Request a seat of a locked table; a repeated tap changes nothing. Raises `Unwanted`.

    `renew` gives the device a new cookie. A cookie that was known or planted beforehand then gains no seat.
    """
    check_may_ask(device, session)
    seat = session.seats.filter(pk=seat_id).first()
    if seat is None:
        raise Unwanted(_("That seat is no longer at this table."))
    if seat.bot and is_decided_by_players(session):
        raise Unwanted(_("The computer plays that seat."))
    before = find_claim(device, session)
    if before and before.refused:
        raise Unwanted(_("Your request was refused just now. Wait two minutes, or ask at the table."))
    if before and before.seat_id == seat.pk:
        return
    waits = list_open_claims(session).exclude(device=device)
    asked = throttle.count_try(f"seat-claims-{session.pk}", COUNTED_FOR)
    if waits.count() >= MOST or asked > MOST_ASKED:
        raise Unwanted(_("Many devices ask for a seat just now. Ask at the table for the QR code of your seat."))
    free = sorted(set(NUMBERS).difference(waits.values_list("number", flat=True)))
    values = {"seat": seat, "number": SystemRandom().choice(free), "asked": server_clock.now(), "agreed": []}
    asks = before.device if before else renew()
    SeatClaim.objects.update_or_create(session=session, device=asks, defaults={**values, "refused": None})


def withdraw(device: Device, session: GameSession) -> None:
    """Delete a device's request, open or refused, from the desk too."""
    if not SeatClaim.objects.filter(session=session, device=device).exists():
        return
    with journal.edit_session(session.pk, in_secret=not is_decided_by_players(session)) as fresh:
        SeatClaim.objects.filter(session=fresh, device=device).delete()


# Answers to requests


def grant(claim: SeatClaim, session: GameSession) -> None:
    """Give the seat to the device that asked. Raises `Unwanted`.

    Other requests for the same seat are refused.
    """
    give_seat(claim.device, claim.seat, session)
    claim.delete()
    refuse(list_open_claims(session).filter(seat=claim.seat))


def refuse(claims: Sequence[SeatClaim] | QuerySet[SeatClaim]) -> None:
    """Refuse these requests."""
    SeatClaim.objects.filter(pk__in=[claim.pk for claim in claims]).update(refused=server_clock.now())


def keep_out(device: Device, session: GameSession, name: str) -> None:
    """Block a device from a locked table."""
    KeptOut.objects.update_or_create(session=session, device=device, defaults={"name": name})
    SeatClaim.objects.filter(session=session, device=device, refused=None).update(refused=server_clock.now())


# Agreement of the players, where nobody moderates


def agree(session: GameSession, seat_id: int, number: int, agrees: bool) -> None:
    """Record whether a player agrees to a request. Raises `Unwanted`.

    Call with the session locked. The seat is given once enough others agree, or as the device that has it agrees.
    One refusal ends the request.
    """
    claim = list_open_claims(session).select_related("seat", "device").filter(number=number).first()
    if claim is None or not is_decided_by_players(session):
        raise Unwanted(_("That request has been answered already, or has lapsed."))
    if not agrees:
        refuse([claim])
        return
    claim.agreed = sorted({*claim.agreed, seat_id})
    claim.save(update_fields=["agreed"])
    if seat_id == claim.seat_id or len(claim.agreed) >= count_needed_agreements(session, claim):
        grant(claim, session)


def count_needed_agreements(session: GameSession, claim: SeatClaim) -> int:
    """Return how many others have to agree.

    That is `AGREE`, or all who have a phone where there are fewer.
    """
    others = Pass.objects.filter(session=session, kind=Kind.SEAT).exclude(seat=claim.seat_id)
    return max(1, min(AGREE, others.count()))
