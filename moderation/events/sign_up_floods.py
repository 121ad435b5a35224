"""Sign-up floods: many lines from one network, shown at check-in and removed by one tap.

A network is known by a mark, which is a keyed digest that differs for each event. No address is stored. Knows no
page.
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
from moderation.events import places
from moderation.models import Guest, Person
from moderation.web.client_ip import list_networks

MARK = 16  # characters of a mark
MANY = 10  # lines of one network from which on check-in shows it
SIGN_UPS, PERIOD = 300, 10 * 60  # new lines of an event from one network, seconds: more than a full hall needs
SHUT = timedelta(hours=1)  # how long a network whose lines were swept can add no lines


@dataclass(frozen=True)
class Crowd:
    """The lines of one network whose people have not come to check-in."""

    network: str
    count: int
    first: datetime
    last: datetime


def build_limit(event: Event) -> NetworkLimit:
    """Return the limit on sign-ups from one network."""
    return NetworkLimit(f"sign-ups-{event.pk}", SIGN_UPS, PERIOD)


def compute_mark(request: HttpRequest, event: Event) -> str:
    """Return the mark of the network of a request. For an IPv6 address it is the /48."""
    told = f"{event.pk} {list_networks(request)[-1].name}"
    return salted_hmac("moderation.events.sign_up_floods", told, algorithm="sha256").hexdigest()[:MARK]


def is_shut(event: Event, network: str) -> bool:
    """Return true if lines of this network were swept lately."""
    return Guest.objects.filter(event=event, network=network, swept__gt=timezone.now() - SHUT).exists()


def list_crowds(event: Event) -> list[Crowd]:
    """Return the networks with many lines of which nobody has come, the largest first."""
    return [one for one in _group_by_network(_list_unseen(event)) if one.count >= MANY]


def list_swept_crowds(event: Event) -> list[Crowd]:
    """Return the networks whose lines were swept."""
    return _group_by_network(Guest.objects.filter(event=event, swept__isnull=False))


def _list_unseen(event: Event) -> QuerySet[Guest]:
    """Return the lines that a tap sweeps.

    Their people have not come, were not seated, and are not remembered for a game.
    """
    unseen = Guest.objects.filter(event=event, cancelled=None, arrived=None, placings=None).exclude(network="")
    return unseen.filter(person__played=None, person__ran=None)


def _group_by_network(lines: QuerySet[Guest]) -> list[Crowd]:
    counted = lines.order_by().values("network")
    counted = counted.annotate(count=Count("pk", distinct=True), first=Min("signed"), last=Max("signed"))
    return [Crowd(**one) for one in counted.order_by("-count", "network")]


def sweep(event: Event, network: str) -> int:
    """Remove all lines of a network of which nobody has come, and return their number.

    Ruling: pseudonyms that were linked to nothing but such a line are deleted with them.
    """
    with transaction.atomic():
        lines = list(_list_unseen(event).filter(network=network).values_list("pk", "person"))
        now = timezone.now()
        Guest.objects.filter(pk__in=[pk for pk, _person in lines]).update(swept=now, cancelled=now, promised=None)
        people = Person.objects.filter(pk__in={person for _pk, person in lines if person})
        people.exclude(guests__swept=None).delete()
        places.fill_places(event)
    return len(lines)


def put_back(event: Event, network: str) -> int:
    """Put swept lines back on the list, and return their number.

    Lines whose name somebody else has now are left out.
    """
    count = 0
    for line in Guest.objects.filter(event=event, network=network, swept__isnull=False):
        try:
            with transaction.atomic():
                Guest.objects.filter(pk=line.pk).update(swept=None, cancelled=None)
        except IntegrityError:
            continue
        count += 1
    Guest.objects.filter(event=event, network=network).update(swept=None)
    places.fill_places(event)
    return count
