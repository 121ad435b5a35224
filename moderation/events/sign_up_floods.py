"""Many lines from one network: they are counted, shown at the door, and taken off the list by one tap.

A network is known by a mark, a keyed digest that differs from evening to evening. No address is kept. Knows no page.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import Event
from moderation.access.guessing import NetworkLimit
from moderation.models import Guest, Person
from moderation.web.client_ip import networks

MARK = 16  # letters of a mark
MANY = 10  # lines of one network that are worth a word at the door
SIGN_UPS, WITHIN = 300, 10 * 60  # new lines of an evening from one network, seconds: more than a full hall
SHUT = timedelta(hours=1)  # for new lines of a network whose lines were swept


@dataclass(frozen=True)
class Crowd:
    """The lines of one network that nobody at the door has seen."""

    network: str
    count: int
    first: datetime
    last: datetime


def sign_ups(event: Event) -> NetworkLimit:
    """Return how many people may put themselves on a list from one network."""
    return NetworkLimit(f"sign-ups-{event.pk}", SIGN_UPS, WITHIN)


def mark_of(request: HttpRequest, event: Event) -> str:
    """Return the mark of the network that a request comes from: of its /48, where it has an IPv6 address."""
    told = f"{event.pk} {networks(request)[-1].name}"
    return salted_hmac("moderation.events.sign_up_floods", told, algorithm="sha256").hexdigest()[:MARK]


def is_shut(event: Event, network: str) -> bool:
    """Return whether lines of this network were swept lately."""
    return Guest.objects.filter(event=event, network=network, swept__gt=timezone.now() - SHUT).exists()


def crowds(event: Event) -> list[Crowd]:
    """Return the networks from which many have signed up who have not come, the largest first."""
    return [one for one in _grouped(_unseen(event)) if one.count >= MANY]


def swept_crowds(event: Event) -> list[Crowd]:
    """Return the networks whose lines were swept."""
    return _grouped(Guest.objects.filter(event=event, swept__isnull=False))


def _unseen(event: Event) -> QuerySet[Guest]:
    """Lines that a tap sweeps: of nobody who has come, was seated, or is remembered for a game."""
    unseen = Guest.objects.filter(event=event, cancelled=None, arrived=None, placings=None).exclude(network="")
    return unseen.filter(person__played=None, person__ran=None)


def _grouped(lines: QuerySet[Guest]) -> list[Crowd]:
    counted = lines.order_by().values("network")
    counted = counted.annotate(count=Count("pk", distinct=True), first=Min("signed"), last=Max("signed"))
    return [Crowd(**one) for one in counted.order_by("-count", "network")]


def sweep(event: Event, network: str) -> int:
    """Take all lines of a network off the list of which nobody has come; return how many there were.

    Ruling: pseudonyms to which nothing but such a line was ever linked are forgotten with them.
    """
    with transaction.atomic():
        lines = list(_unseen(event).filter(network=network).values_list("pk", "person"))
        now = timezone.now()
        Guest.objects.filter(pk__in=[pk for pk, _person in lines]).update(swept=now, cancelled=now)
        people = Person.objects.filter(pk__in={person for _pk, person in lines if person})
        people.exclude(guests__swept=None).delete()
    return len(lines)


def put_back(event: Event, network: str) -> int:
    """Put swept lines back on the list, but those whose name somebody else has now; return how many there were."""
    count = 0
    for line in Guest.objects.filter(event=event, network=network, swept__isnull=False):
        try:
            with transaction.atomic():
                Guest.objects.filter(pk=line.pk).update(swept=None, cancelled=None)
        except IntegrityError:
            continue
        count += 1
    Guest.objects.filter(event=event, network=network).update(swept=None)
    return count
