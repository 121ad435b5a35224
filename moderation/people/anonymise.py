"""Removal of names: of a person who asks for it, and of an evening whose period is over.

A seat becomes a nameless somebody, the same in every place where the name stood (games/anonymise.py). The results of
the game stay counted. A game that is being played is not changed until it ends. Due removals run when somebody looks
at the pages of evenings, at the start of the server, and in `manage.py forget`.
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
from games.models import Event, GameSession, OrganiserContact, Seat, today
from moderation.access.table_codes import LETTERS
from moderation.models import (
    Announcement,
    BoardGame,
    Guest,
    KeptOut,
    Person,
    Placing,
    PlayedSeat,
    Recognised,
    RemovedSeat,
    SeatClaim,
    ToForget,
)
from moderation.players import confusables
from moderation.players.names import split_names
from moderation.tables.auto_close import UNTOUCHED
from moderation.web.venue_time import in_venue_zone

# A table is closed, or everybody has seen its end.
LEFT = Q(closed__isnull=False) | Q(stage=GameSession.Stage.OVER, pacing__end_shown=F("head"))
AT_ONCE = 20  # games that one page request anonymises at most
LONG_CODE = 12  # letters of an anonymised line's code: longer than any real code


def forget(person: Person) -> int:
    """Forget a person: their pseudonym and devices at once, their names as soon as possible.

    Returns how many seats wait for the end of their game.
    """
    with transaction.atomic():
        guests = Guest.objects.filter(person=person)
        guests |= Guest.objects.filter(
            device__in=Recognised.objects.filter(person=person).values("device"), moved=None
        )
        guests = Guest.objects.filter(pk__in=guests.values("pk"))
        seats = set(PlayedSeat.objects.filter(person=person).values_list("seat", flat=True))
        seats |= set(Placing.objects.filter(guest__in=guests).exclude(seat=None).values_list("seat", flat=True))
        forget_seats(seats)
        forget_guests(guests)
        forget_removed_seats(person)
        person.delete()
    remove_due_names()
    return ToForget.objects.filter(seat__in=seats).count()


def forget_removed_seats(person: Person) -> None:
    """Remove a person from the tables' lists of removed seats, requests and blocked devices."""
    devices = Recognised.objects.filter(person=person).values("device")
    RemovedSeat.objects.filter(Q(person=person) | Q(device__in=devices)).delete()
    SeatClaim.objects.filter(device__in=devices).delete()
    KeptOut.objects.filter(device__in=devices).update(name="")  # the device stays blocked


def forget_removed_seats_of_ended_tables() -> None:
    """Delete removed seats, requests and blocked devices of tables that nobody joins any more."""
    over = Q(session__closed__isnull=False) | Q(session__touched__lt=timezone.now() - UNTOUCHED)
    for rows in (RemovedSeat.objects, SeatClaim.objects, KeptOut.objects):
        rows.filter(over).delete()


def forget_seats(seats: Iterable[int | None]) -> None:
    """Mark the names of these seats for removal, once nobody plays there any more."""
    ToForget.objects.bulk_create([ToForget(seat_id=one) for one in seats if one], ignore_conflicts=True)


def forget_guests(guests: Iterable[Guest]) -> None:
    """Remove names, wishes and codes from lines of lists.

    Also removes those names from the friends that others wrote down.
    """
    going = {one.pk: one for one in guests}
    nothing: dict[str, Any] = {"device": None, "person": None, "friends": "", "until": None, "games": []}
    nothing |= {
        "network": "",
        "moved": None,
        "moved_from": None,
        "stays_at": None,
        "other_name": "",
        "listed": "",
        "brought_by": None,
    }
    for event_id in {one.event_id for one in going.values()}:
        everybody = list(Guest.objects.filter(event=event_id))
        names = [one.name for one in everybody if one.pk in going]
        taken = PlaceholderNames(one.name for one in everybody)
        for one in everybody:
            if one.pk in going:
                name = taken.make_name()
                code = "".join(secrets.choice(LETTERS) for _place in range(LONG_CODE))
                changed = {**nothing, "name": name, "folded": confusables.compute_key(name), "code": code}
                Guest.objects.filter(pk=one.pk).update(**changed)
            elif (friends := _remove_names(one.friends, names)) != one.friends:
                Guest.objects.filter(pk=one.pk).update(friends=friends)
        for game in BoardGame.objects.filter(event=event_id).exclude(explains=""):
            if _remove_names(game.explains, names) != game.explains:
                BoardGame.objects.filter(pk=game.pk).update(explains="")


def _remove_names(friends: str, names: Iterable[str]) -> str:
    """Return the friends that somebody wrote down, without these names."""
    if not friends:
        return friends
    parts = split_names(friends)
    keys = {confusables.compute_key(name) for name in names}
    left = [part for part in parts if confusables.compute_key(part) not in keys]
    kept = ", ".join(left) if len(left) < len(parts) else friends
    return "" if any(name.casefold() in kept.casefold() for name in names) else kept


class PlaceholderNames:
    """A generator of placeholder names in the active language, each unlike all taken names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._readings = {confusables.fold(one) for name in names for one in (name, name.replace("I", "l"))}
        self._number = 0

    def make_name(self) -> str:
        """Return the next placeholder name."""
        while True:
            self._number += 1
            name = _("Somebody %(number)d") % {"number": self._number}
            if confusables.fold(name) not in self._readings:
                return name


def remove_due_names(at_once: int | None = AT_ONCE) -> int:
    """Remove the names that may go now, of at most so many games (None: all).

    Returns the number of games.
    """
    _mark_evenings()
    _mark_tables()
    forget_removed_seats_of_ended_tables()
    waiting = ToForget.objects.values("seat__session")
    found = GameSession.objects.filter(LEFT, pk__in=waiting) | _list_untouched().filter(pk__in=waiting)
    games = list(found.order_by("pk")[:at_once])
    for session in games:
        _anonymise_game(session)
    return len(games)


def _list_untouched() -> QuerySet[GameSession]:
    """Return open tables without any action for a day.

    Ruling: they are not played any more.
    """
    return GameSession.objects.filter(touched__lt=timezone.now() - UNTOUCHED)


def _anonymise_game(session: GameSession) -> None:
    with transaction.atomic():
        seats = list(session.seats.order_by("place").select_related("to_forget"))
        with translation.override(session.language):
            taken = PlaceholderNames(seat.name for seat in seats)
            names = {seat.name: taken.make_name() for seat in seats if hasattr(seat, "to_forget")}
        anonymise.rename(session.pk, names, confusables.compute_key)
        ToForget.objects.filter(seat__session=session).delete()


@in_venue_zone
def _mark_evenings() -> None:
    """Mark the names of evenings whose period is over for removal.

    People who agreed to be remembered are left out. Ruling: they have said how long their names stay, until they ask.
    An evening does not shorten that. Where the server has a limit of its own (NAMES_KEPT_DAYS), no evening stores
    names for longer.
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
            BoardGame.objects.filter(event=event).update(explains="")
            Announcement.objects.filter(event=event).delete()  # free text of organisers, which may name somebody
            OrganiserContact.objects.filter(session__event=event).exclude(announcements=[]).update(announcements=[])
            Event.objects.filter(pk=event.pk).update(forgotten=timezone.now())


def _mark_tables() -> None:
    """Mark the names of tables without an evening for removal, after the server's own limit.

    The limit counts from the last action at the table.
    """
    if not settings.NAMES_KEPT_DAYS:
        return
    since = timezone.now() - timedelta(days=settings.NAMES_KEPT_DAYS)
    tables = GameSession.objects.filter(event=None, forgotten=None, touched__lt=since)
    with transaction.atomic():
        told = list(tables.values_list("pk", flat=True))
        forget_seats(Seat.objects.filter(session__in=told, bot=False, played=None).values_list("pk", flat=True))
        GameSession.objects.filter(pk__in=told).update(forgotten=timezone.now())
