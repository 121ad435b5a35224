"""Evenings, for whoever organises them: their tables, and the results of finished games.

Whoever organises may also be playing: nothing here tells a secret of a game that is not over.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import opening, record
from games.models import Event, GameSession
from moderation import names, tending
from moderation.access import device_of, for_host, known_device
from moderation.choices import Manner, playable_kits
from moderation.forms import REFUSED
from moderation.lobby import open_table
from moderation.models import Kind

Stage = GameSession.Stage
LONGEST_NAME = 80


@dataclass(frozen=True)
class Result:
    """A table of an evening: who is there, how far it is, and how it ended if it has."""

    code: str
    game: str
    stage: str
    open: bool
    mine: bool
    seats: tuple[str, ...]
    outcome: str
    winners: tuple[str, ...]


@require_http_methods(["GET", "POST"])
@for_host
def events(request: HttpRequest) -> HttpResponseBase:
    """The evenings, and a field to name a new one."""
    wrong, name = "", ""
    if request.method == "POST":
        name = " ".join(request.POST.get("name", "")[:1000].split())
        if not name or not name.isprintable():
            wrong = _("Please give the evening a name.")
        elif len(name) > LONGEST_NAME:
            wrong = _("The name of an evening has at most %(count)d characters.") % {"count": LONGEST_NAME}
        else:
            return redirect("event", event_id=Event.objects.create(name=name).pk)
    context = {
        "events": Event.objects.all(),
        "alone": [result(request, game) for game in GameSession.objects.filter(event=None)[:50]],
        "wrong": wrong,
        "name": name[:LONGEST_NAME],
    }
    return render(request, "events/events.html", context, status=REFUSED if wrong else 200)


@require_GET
@for_host
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """One evening: its tables and their results."""
    evening = get_object_or_404(Event, pk=event_id)
    results = [result(request, game) for game in evening.games.all()]
    return render(request, "events/event.html", {"event": evening, "results": results})


def result(request: HttpRequest, game: GameSession) -> Result:
    """A game as an organiser may see it."""
    kit = playable_kits().get(game.game)
    stage = tending.stage(game)
    end = game.outcome if stage == Stage.OVER else None
    told = kit and end and game.current  # a reason of other rules may have no words any more
    return Result(
        code=game.code,
        game=str(kit.words.NAME) if kit else game.game,
        stage=str(stage.label),
        open=game.closed is None,
        mine=game.passes.filter(kind=Kind.MODERATOR, device=device_of(request)).exists(),
        seats=tuple(game.seat_names()),
        outcome=str(game.kit.words.outcome(end["winners"], end["reason"])) if told and end else "",
        winners=tuple(end["seats"]) if end else (),
    )


@require_http_methods(["GET", "POST"])
@for_host
def import_record(request: HttpRequest) -> HttpResponseBase:
    """Make a new table of a record, to go on where it stopped."""
    wrong, manner = "", Manner(GameSession.Nights.EYES_CLOSED, get_language() or "en", "", "")
    if request.method == "POST":
        sent = request.FILES.get("file")
        text = sent.read() if sent else request.POST.get("record", "").encode("utf-8", "replace")
        if (nights := request.POST.get("nights")) in GameSession.Nights.values:
            manner = replace(manner, nights=nights)
        try:
            read = record.read(record.parse(text))
            if read.kit.slug not in playable_kits():
                raise record.NotARecord(f"game: no game {read.kit.slug}")
            want_visible(read)
            with transaction.atomic():
                session = open_table(known_device(request), read.kit, manner, read.options)
                opening.restore(session, read, names.key)
            return redirect("desk", code=session.code)
        except record.NotARecord as fault:
            wrong = str(fault)
    context = {"wrong": wrong, "manner": manner}
    return render(request, "events/import.html", context, status=REFUSED if wrong else 200)


def want_visible(read: record.Record) -> None:
    """Refuse names that nobody could read, or that would turn a page over. Raises `NotARecord`."""
    for place, name in enumerate(read.seats):
        if not names.visible(name):
            raise record.NotARecord(f"seats[{place}]: not a name that can be shown")
    if not json.dumps(read.options, ensure_ascii=False).isprintable():
        raise record.NotARecord("options: not words that can be shown")
