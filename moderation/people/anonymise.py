"""Names go: of a person who asks for it, and of an evening whose names are kept for so many days.

A seat becomes somebody without a name, the same in every place where the name stood (games/anonymise.py), and what
the game came to stays counted. A game that is being played is not touched: it is waited for. Whoever looks at the
pages of evenings, the start of the server, and `manage.py forget` do what is due.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import anonymise
from games.models import Event, GameSession, Seat, Upkeep, today
from moderation.access.table_codes import LETTERS
from moderation.models import (
    Announcement,
    Guest,
    KeptOut,
    Person,
    Placing,
    Played,
    Recognised,
    RemovedSeat,
    SeatClaim,
    ToForget,
)
from moderation.players import confusables
from moderation.players.names import listed
from moderation.tables.auto_close import UNTOUCHED
from moderation.web.venue_time import in_venue_zone

# A table is closed, or everybody has seen its end.
LEFT = Q(closed__isnull=False) | Q(stage=GameSession.Stage.OVER, upkeep__end_shown=F("head"))
AT_ONCE = 20  # games whose names go while somebody waits for a page
LONG_CODE = 12  # letters of the code of nobody: longer than any that was given to somebody


def forget(person: Person) -> int:
    """Forget a person: their pseudonym and what they are recognised by at once, their names as soon as can be.

    Returns how many games wait for their end.
    """
    with transaction.atomic():
        guests = Guest.objects.filter(person=person)
        guests |= Guest.objects.filter(
            device__in=Recognised.objects.filter(person=person).values("device"), moved=None
        )
        guests = Guest.objects.filter(pk__in=guests.values("pk"))
        seats = set(Played.objects.filter(person=person).values_list("seat", flat=True))
        seats |= set(Placing.objects.filter(guest__in=guests).exclude(seat=None).values_list("seat", flat=True))
        forget_seats(seats)
        forget_guests(guests)
        forget_at_the_door(person)
        person.delete()
    do_what_is_due()
    return ToForget.objects.filter(seat__in=seats).count()


def forget_at_the_door(person: Person) -> None:
    """Take a person's name from what tables remember of removed seats, requests and devices that are kept out."""
    devices = Recognised.objects.filter(person=person).values("device")
    RemovedSeat.objects.filter(Q(person=person) | Q(device__in=devices)).delete()
    SeatClaim.objects.filter(device__in=devices).delete()
    KeptOut.objects.filter(device__in=devices).update(name="")  # the device stays out


def forget_closed_doors() -> None:
    """Forget removed seats, requests and devices that are kept out at tables that nobody joins any more."""
    over = Q(session__closed__isnull=False) | Q(session__touched__lt=timezone.now() - UNTOUCHED)
    for rows in (RemovedSeat.objects, SeatClaim.objects, KeptOut.objects):
        rows.filter(over).delete()


def forget_seats(seats: Iterable[int | None]) -> None:
    """Have the names of these seats go, once nobody plays there any more."""
    ToForget.objects.bulk_create([ToForget(seat_id=one) for one in seats if one], ignore_conflicts=True)


def forget_guests(guests: Iterable[Guest]) -> None:
    """Take names, wishes and codes from lines of lists, and those names from what others wrote of their friends."""
    going = {one.pk: one for one in guests}
    nothing: dict[str, Any] = {"device": None, "person": None, "friends": "", "until": None, "games": []}
    nothing |= {"network": "", "moved": None, "moved_from": None}
    for event_id in {one.event_id for one in going.values()}:
        everybody = list(Guest.objects.filter(event=event_id))
        names = [one.name for one in everybody if one.pk in going]
        taken = _Taken(one.name for one in everybody)
        for one in everybody:
            if one.pk in going:
                name = taken.nameless()
                code = "".join(secrets.choice(LETTERS) for _place in range(LONG_CODE))
                changed = {**nothing, "name": name, "folded": confusables.key(name), "code": code}
                Guest.objects.filter(pk=one.pk).update(**changed)
            elif (friends := _without(one.friends, names)) != one.friends:
                Guest.objects.filter(pk=one.pk).update(friends=friends)


def _without(friends: str, names: Iterable[str]) -> str:
    """What somebody wrote of their friends, without these."""
    if not friends:
        return friends
    parts = listed(friends)
    keys = {confusables.key(name) for name in names}
    left = [part for part in parts if confusables.key(part) not in keys]
    kept = ", ".join(left) if len(left) < len(parts) else friends
    return "" if any(name.casefold() in kept.casefold() for name in names) else kept


class _Taken:
    """Names that say nothing, in the active language: the next one is unlike all that are taken."""

    def __init__(self, names: Iterable[str]) -> None:
        self._readings = {confusables.folded(one) for name in names for one in (name, name.replace("I", "l"))}
        self._number = 0

    def nameless(self) -> str:
        """The next one."""
        while True:
            self._number += 1
            name = _("Somebody %(number)d") % {"number": self._number}
            if confusables.folded(name) not in self._readings:
                return name


def do_what_is_due(at_once: int | None = AT_ONCE) -> int:
    """Take the names away that may go now, of so many games at most (None: all); how many games that were."""
    _of_evenings()
    _of_tables()
    forget_closed_doors()
    waiting = ToForget.objects.values("seat__session")
    found = GameSession.objects.filter(LEFT, pk__in=waiting) | _left_alone().filter(pk__in=waiting)
    games = list(found.order_by("pk")[:at_once])
    for session in games:
        _of_game(session)
    return len(games)


def _left_alone() -> QuerySet[GameSession]:
    """Open tables at which nothing was done for a day. Ruling: they are not played any more."""
    return GameSession.objects.filter(touched__lt=timezone.now() - UNTOUCHED)


def _of_game(session: GameSession) -> None:
    with transaction.atomic():
        seats = list(session.seats.order_by("place").select_related("to_forget"))
        with translation.override(session.language):
            taken = _Taken(seat.name for seat in seats)
            names = {seat.name: taken.nameless() for seat in seats if hasattr(seat, "to_forget")}
        anonymise.rename(session.pk, names, confusables.key)
        ToForget.objects.filter(seat__session=session).delete()


@in_venue_zone
def _of_evenings() -> None:
    """Evenings whose names were to be kept for so many days forget them, but for people who agreed to be remembered.

    Ruling: who agreed has said how long their names stay, until they ask; an evening does not shorten that. Where the
    house keeps names for so many days (NAMES_KEPT_DAYS), no evening keeps them for longer.
    """
    day = today()
    for event in Event.objects.filter(forgotten=None):
        kept = [days for days in (event.forget_after, settings.NAMES_KEPT_DAYS or None) if days is not None]
        if not kept or event.date + timedelta(days=min(kept)) >= day:
            continue
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event.pk)
            if event.forgotten:
                continue
            agreed = Recognised.objects.filter(device__isnull=False).values("device")
            forget_guests(Guest.objects.filter(event=event, person=None).exclude(device__in=agreed))
            seats = Seat.objects.filter(session__event=event, bot=False, played=None)
            forget_seats(seats.values_list("pk", flat=True))
            Announcement.objects.filter(event=event).delete()  # in organisers' own words, which may name somebody
            Upkeep.objects.filter(session__event=event).exclude(announced=[]).update(announced=[])
            Event.objects.filter(pk=event.pk).update(forgotten=timezone.now())


def _of_tables() -> None:
    """Tables of no evening that nobody has touched for as long as the house keeps names forget theirs, likewise."""
    if not settings.NAMES_KEPT_DAYS:
        return
    since = timezone.now() - timedelta(days=settings.NAMES_KEPT_DAYS)
    tables = GameSession.objects.filter(event=None, forgotten=None, touched__lt=since)
    with transaction.atomic():
        told = list(tables.values_list("pk", flat=True))
        forget_seats(Seat.objects.filter(session__in=told, bot=False, played=None).values_list("pk", flat=True))
        GameSession.objects.filter(pk__in=told).update(forgotten=timezone.now())
