"""Tables that nobody has touched for a day: closed automatically, reopened by their desks.

No timer closes them. They are closed when somebody looks at the events or opens a table. A lapsed table is like one
that its desk has closed, with two differences. It can be opened again, and it keeps its code if its game is not over.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import journal
from games.models import GameSession
from moderation.access import table_codes
from moderation.access.devices import OPENS
from moderation.models import Device, Kind, Link, Pass
from moderation.storage import write_failures
from moderation.tables import rehearsals
from moderation.web.refusals import Unwanted

UNTOUCHED = timedelta(days=1)
AT_ONCE = 1000  # at most so many tables are closed by one request, so that no request takes long


def close_untouched() -> int:
    """Close tables untouched for a day (rehearsals much sooner), and return their number."""
    old = GameSession.objects.filter(
        Q(touched__lt=timezone.now() - UNTOUCHED) | _build_left_rehearsals(), closed=None
    )
    found = list(old.order_by("touched").values_list("pk", flat=True)[:AT_ONCE])
    closed = 0
    if found:
        with write_failures.ignore_failed_write(), transaction.atomic():
            closed = old.filter(pk__in=found).update(
                closed=timezone.now(), lapsed=True, pulse=F("pulse") + 1, edition=F("edition") + 1
            )
            Link.objects.filter(session__in=found, session__lapsed=True).delete()
    return closed


def _build_left_rehearsals() -> Q:
    return Q(rehearsal=True, touched__lt=timezone.now() - rehearsals.UNTOUCHED)


def list_lapsed_tables(device: Device | None, most: int) -> list[GameSession]:
    """Return the latest lapsed tables that this device moderated, without rehearsals."""
    if device is None:
        return []
    desks = Pass.objects.filter(OPENS, device=device, kind=Kind.MODERATOR, session__lapsed=True)
    desks = desks.filter(session__rehearsal=False)
    held = desks.filter(session__closed__isnull=False).select_related("session")
    return [one.session for one in held.order_by("-session__touched")[:most] if one.session]


def reopen(session_id: int) -> GameSession:
    """Open a lapsed table again. An open table stays open. Raises `Unwanted`.

    It has its old code, unless another table was given that code. Then it gets a new one.
    """
    try:
        with journal.edit_session(session_id) as fresh:
            if fresh.closed is None:
                return fresh
            if not fresh.lapsed or fresh.next_game_id:
                raise Unwanted(_("This table was closed by hand: its people have gone, or play another game."))
            if table_codes.is_open(fresh.code):
                fresh.code = table_codes.choose_code()
            if fresh.stage == GameSession.Stage.OVER:  # while the table was closed, everybody could see the end
                fresh.pacing.change(end_shown=fresh.head)
            fresh.closed, fresh.lapsed = None, False
            fresh.save(update_fields=["code", "closed", "lapsed"])
            return fresh
    except IntegrityError:  # another table was given the code at the same instant
        raise Unwanted(_("Please try again.")) from None
