"""Several people who sign up from one phone, each with a line of their own.

Knows no page.
A companion has a code. With it their line goes to another device at any time, and takes a seat there.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from moderation.events import guests
from moderation.models import Guest
from moderation.players import confusables, names
from moderation.web.refusals import Unwanted

MOST_COMPANIONS = 8  # of one phone
LONGEST_FRIENDS = 120


def list_companions(guest: Guest) -> QuerySet[Guest]:
    """Return whom somebody has signed up on their phone and who still come, in order."""
    return Guest.objects.filter(brought_by=guest, cancelled=None)


def add_companion(guest: Guest, name: str, together: bool) -> Guest:
    """Put somebody down who comes along; `together`: they want to play at one table.

    Raises `Unwanted` for a name that is taken, and for too many people.
    """
    if list_companions(guest).count() >= MOST_COMPANIONS:
        raise Unwanted(_("Many people have signed up with you: the others need a phone of their own."))
    friends = {"friends": guest.name} if together else {}
    made = guests.add_guest(guest.event, None, name, {"brought_by": guest, **friends}, network=guest.network)
    if together:
        written = ", ".join(filter(None, (guest.friends, name)))
        if len(written) <= LONGEST_FRIENDS:
            Guest.objects.filter(pk=guest.pk).update(friends=written)
    return made


def remove_companion(guest: Guest, number: str) -> None:
    """Cancel the line of somebody who does not come along (`number`: its id). Raises `Unwanted`."""
    found = list_companions(guest).filter(pk=int(number)) if number.isascii() and number.isdigit() else None
    companion = found.first() if found and len(number) < 19 else None
    if companion is None:
        raise Unwanted(_("That line is no longer on the list."))
    guests.cancel(companion)
    key = confusables.compute_key(companion.name)
    written = names.split_names(guest.friends)
    left = [name for name in written if confusables.compute_key(name) != key]
    if len(left) < len(written):
        Guest.objects.filter(pk=guest.pk).update(friends=", ".join(left))
