"""The places of an event: who was promised one, and who moves up. Knows no page.

A promise is stored when it is made, and its guest reads it. Only its guest, a release or an organiser who was asked
takes it back.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import ngettext

from games.models import Event
from moderation.models import Guest, SignUp
from moderation.web.refusals import Unwanted

PRESENT = Q(cancelled=None, arrived__isnull=False, left=None)
COMING = Q(cancelled=None, arrived=None, left=None, released=None, expected=None)  # firm lines of people not here yet


class NoPlaceLeft(Unwanted):
    """All places are taken or promised. The organiser may let somebody in all the same."""


def lock_list(event: Event) -> None:
    """Lock the list of an event until the transaction ends."""
    Event.objects.select_for_update().get(pk=event.pk)


def find_capacity(event: Event) -> int | None:
    """Return the number of places, None if there is room for all."""
    return SignUp.objects.filter(event=event).values_list("capacity", flat=True).first()


def list_promised(event: Event) -> QuerySet[Guest]:
    """Return who is expected and was told that they have a place, in the order of the list."""
    return Guest.objects.filter(COMING, event=event, promised__isnull=False)


def count_taken(event: Event) -> int:
    """Return how many places are taken by people who are here, or promised."""
    return Guest.objects.filter(PRESENT | COMING & Q(promised__isnull=False), event=event).count()


def count_left(event: Event) -> int | None:
    """Return how many places nobody has, None if there is room for all."""
    capacity = find_capacity(event)
    return None if capacity is None else max(0, capacity - count_taken(event))


def fill_places(event: Event) -> None:
    """Promise free places to those who wait, in the order of the list."""
    with transaction.atomic():
        lock_list(event)
        left = count_left(event)
        if left != 0:
            first = list(_list_waiting(event).values_list("pk", flat=True)[:left])
            Guest.objects.filter(pk__in=first).update(promised=timezone.now())


def count_waiting(event: Event) -> int:
    """Return how many wait for a place."""
    return _list_waiting(event).count()


def _list_waiting(event: Event) -> QuerySet[Guest]:
    return Guest.objects.filter(COMING, event=event, promised=None)


def check_room(event: Event) -> None:
    """Raise `NoPlaceLeft` if one more person would exceed the capacity."""
    if count_left(event) == 0:
        capacity = find_capacity(event) or 0
        raise NoPlaceLeft(
            ngettext(
                "%(count)d place is all, and it is taken or promised.",
                "All %(count)d places are taken or promised.",
                capacity,
            )
            % {"count": capacity}
        )


def count_broken(event: Event, capacity: int | None) -> int:
    """Return how many promises this capacity has no room for."""
    return 0 if capacity is None else min(max(0, count_taken(event) - capacity), list_promised(event).count())


def withdraw_promises(event: Event) -> int:
    """Put those who were promised a place last on the waiting list, until the capacity is kept.

    Returns how many they are.
    """
    with transaction.atomic():
        lock_list(event)
        many = count_broken(event, find_capacity(event))
        last = list(list_promised(event).order_by("-promised", "-pk").values_list("pk", flat=True)[:many])
        return Guest.objects.filter(pk__in=last).update(promised=None)
