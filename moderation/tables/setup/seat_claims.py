"""The desk's answers to devices that ask for a seat, and its list of blocked devices."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import journal
from games.models import GameSession
from moderation.models import KeptOut
from moderation.play.pacing.returning import grant, keep_out, list_open_claims, refuse
from moderation.tables.desk_actions import desk_action
from moderation.web import request_ids
from moderation.web.refusals import Unwanted

MOST = 2**31 - 1  # the largest primary key


@desk_action
def desk_return(request: HttpRequest, session: GameSession) -> None:
    """Answer a request (`claim`), or refuse all that wait (`do` is `refuse_all`).

    `do` for one request: `give`, `refuse` or `keep_out`.
    """
    do = request.POST.get("do", "")
    with journal.edit_session(session.pk, in_secret=not session.narrated) as fresh:
        found = list_open_claims(fresh)
        if do == "refuse_all":
            refuse(found)
            return
        claim = (
            found.select_related("seat", "device")
            .filter(pk=request_ids.parse_number(request.POST.get("claim", ""), MOST))
            .first()
        )
        if claim is None:
            raise Unwanted(_("That request has been answered already, or has lapsed."))
        if do == "give":
            grant(claim, fresh)
        elif do in ("refuse", "keep_out"):
            refuse([claim])
            if do == "keep_out":
                keep_out(claim.device, fresh, claim.seat.name)
        else:
            raise Unwanted(_("A request is granted or refused."))


@desk_action
def desk_let_in(request: HttpRequest, session: GameSession) -> None:
    """Let a blocked device in again (`kept_out`: the row)."""
    with journal.edit_session(session.pk, in_secret=True) as fresh:
        row = request_ids.parse_number(request.POST.get("kept_out", ""), MOST)
        KeptOut.objects.filter(session=fresh, pk=row).delete()
