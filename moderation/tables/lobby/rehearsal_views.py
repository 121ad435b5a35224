"""Open a table to learn at, and resume it. The tutorial is in surfaces/desk/tutorial.py."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import journal
from games.engine.kit import Kit
from games.models import GameSession
from moderation.access.devices import digest, find_device, give_pass, renew_device
from moderation.access.guards import for_organiser
from moderation.models import Device, Kind, Pass
from moderation.tables.lobby.views import open_table
from moderation.tables.rehearsals import close_rehearsals, list_rehearsals
from moderation.tables.setup.seat_views import create_seat
from moderation.web.kits import playable_kits
from moderation.web.refusals import REFUSED, Unwanted

PLAYER = "Camille"  # the player with a phone, which goes out in the lesson
ALWAYS = timedelta(days=3650)  # so long that phone counts as present, because only the lesson may make it absent


@require_http_methods(["GET", "POST"])
@for_organiser
def rehearse(request: HttpRequest) -> HttpResponseBase:
    """Choose a game and rehearse it. An open rehearsal is resumed, or replaced (`anew`).

    After a rehearsal is `closed`, this page says that it was one, and offers a real table of that game.
    """
    sent = request.POST if request.method == "POST" else request.GET
    kit, wrong = playable_kits().get(sent.get("game", "")), ""
    if request.method == "POST" and kit:
        begun = list_rehearsals(find_device(request)).filter(game=kit.slug).first()
        try:
            if begun is None or request.POST.get("anew"):
                begun = open_rehearsal(renew_device(request), kit)
            return redirect("desk", code=begun.code)
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    elif request.method == "POST":
        wrong = _("Please choose a game of the list.")
    games = set(list_rehearsals(find_device(request)).values_list("game", flat=True))
    offered = [(one, one.slug in games) for one in ([kit] if kit else playable_kits().values())]
    context = {"offered": offered, "chosen": kit, "wrong": wrong, "closed": kit and "closed" in sent}
    return render(request, "tables/lobby/rehearsal.html", context, status=REFUSED if wrong else 200)


def open_rehearsal(device: Device, kit: Kit) -> GameSession:
    """Open a rehearsal moderated by this device, with one player whose phone is present.

    Other rehearsals of this device are closed.
    """
    close_rehearsals(device)
    nights = {"nights": GameSession.Nights.PHONES, "language": get_language() or "en"}
    session = open_table(device, kit, {**nights, "rehearsal": True})
    with journal.edit_session(session.pk) as fresh:
        seat = create_seat(fresh, PLAYER)
        phone = give_pass(Device.objects.create(key=digest(secrets.token_urlsafe(32))), Kind.SEAT, fresh, seat)
        Pass.objects.filter(pk=phone.pk).update(seen=timezone.now() + ALWAYS)
        # The desk does not cover itself: a hint explains how to cover it.
        fresh.settings.change(covers_after=0)
        fresh.lesson.change(seat=seat, phone=phone.pk)
    return session
