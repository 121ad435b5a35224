"""Pages where the host deletes a table or an event.

They list what is lost for good, and ask to confirm.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Event, GameSession
from moderation.access.guards import for_host
from moderation.models import Guest
from moderation.people import deletion
from moderation.web.kits import playable_kits
from moderation.web.refusals import REFUSED, Unwanted

MAX_LISTED = 50  # games listed on a page, the latest first


@require_http_methods(["GET", "POST"])
@for_host
def table_delete(request: HttpRequest, session_id: int) -> HttpResponseBase:
    """Delete a table with all its games, once the host has confirmed."""
    session = get_object_or_404(GameSession.objects.defer(*GameSession.LONG), pk=session_id, rehearsal=False)
    games, event_id, wrong = deletion.list_games_of_table(session), session.event_id, ""
    if request.method == "POST":
        try:
            _check_confirmed(request)
            deletion.delete_table(session)
            messages.success(request, _("The table is deleted."))
            return redirect("event", event_id=event_id) if event_id else redirect("events")
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    return _render_page(request, games, wrong, session=session, evening=session.event)


@require_http_methods(["GET", "POST"])
@for_host
def event_delete(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Delete an event with all its tables, once the host has confirmed."""
    evening, wrong = get_object_or_404(Event, pk=event_id), ""
    if request.method == "POST":
        try:
            _check_confirmed(request)
            deletion.delete_evening(evening)
            messages.success(request, _("The evening is deleted."))
            return redirect("events")
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    games = list(evening.games.order_by("-created").defer(*GameSession.LONG))
    guests = Guest.objects.filter(event=evening).count()
    return _render_page(request, games, wrong, evening=evening, whole=True, guests=guests)


def _check_confirmed(request: HttpRequest) -> None:
    if request.POST.get("sure") != "on":
        raise Unwanted(_("Please tick that you are sure: nothing of it comes back."))


def _render_page(request: HttpRequest, games: list[GameSession], wrong: str, **context: Any) -> HttpResponseBase:
    kits = playable_kits()
    context |= {
        "games": [
            (game, str(kits[game.game].words.NAME) if game.game in kits else game.game) for game in games[:MAX_LISTED]
        ],
        "count": len(games),
        "more": max(0, len(games) - MAX_LISTED),
        "open": [game for game in games if game.closed is None],
        "wrong": wrong,
    }
    return render(request, "events/delete.html", context, status=REFUSED if wrong else 200)
