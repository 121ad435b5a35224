"""Tables that nobody has touched for a day: they close by themselves, and their desks open them again.

Nothing watches the time: whoever looks at the evenings, or opens a table, has them closed. A table that has lapsed
is as one that its desk has closed, but that it can be opened again, and that a game which is not over keeps its code.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import journal
from games.models import GameSession, Upkeep
from moderation.access import table_codes
from moderation.access.devices import OPENS
from moderation.models import Device, Kind, Link, Pass
from moderation.storage import write_failures
from moderation.tables import rehearsals
from moderation.web.refusals import Unwanted

UNTOUCHED = timedelta(days=1)
AT_ONCE = 1000  # tables that are closed by one look, so that no look takes long


def close_untouched() -> int:
    """Close the tables that nobody has touched for a day, rehearsals much sooner; how many there were."""
    old = GameSession.objects.filter(Q(touched__lt=timezone.now() - UNTOUCHED) | _left_rehearsals(), closed=None)
    found = list(old.order_by("touched").values_list("pk", flat=True)[:AT_ONCE])
    closed = 0
    if found:
        with write_failures.as_far_as_it_can_be_kept(), transaction.atomic():
            closed = old.filter(pk__in=found).update(
                closed=timezone.now(), lapsed=True, pulse=F("pulse") + 1, edition=F("edition") + 1
            )
            Link.objects.filter(session__in=found, session__lapsed=True).delete()
    return closed


def _left_rehearsals() -> Q:
    return Q(rehearsal=True, touched__lt=timezone.now() - rehearsals.UNTOUCHED)


def lapsed_tables(device: Device | None, most: int) -> list[GameSession]:
    """The latest tables that this device moderated and that have closed by themselves."""
    if device is None:
        return []
    desks = Pass.objects.filter(OPENS, device=device, kind=Kind.MODERATOR, session__lapsed=True)
    desks = desks.filter(session__rehearsal=False)
    held = desks.filter(session__closed__isnull=False).select_related("session")
    return [one.session for one in held.order_by("-session__touched")[:most] if one.session]


def reopen(session_id: int) -> GameSession:
    """Open a table again that has closed by itself; one that is open stays so. Raises `Unwanted`.

    It has its code again, unless another table was given it meanwhile: then it gets a new one.
    """
    try:
        with journal.edit_session(session_id) as fresh:
            if fresh.closed is None:
                return fresh
            if not fresh.lapsed or fresh.next_game_id:
                raise Unwanted(_("This table was closed by hand: its people have gone, or play another game."))
            if table_codes.is_open(fresh.code):
                fresh.code = table_codes.new_code()
            if fresh.stage == GameSession.Stage.OVER:  # while it was closed, everybody could see the end
                Upkeep.objects.filter(session=fresh).update(end_shown=fresh.head)
                fresh.upkeep.end_shown = fresh.head
            fresh.closed, fresh.lapsed = None, False
            fresh.save(update_fields=["code", "closed", "lapsed"])
            return fresh
    except IntegrityError:  # another table was given the code at the same instant
        raise Unwanted(_("Please try again.")) from None
