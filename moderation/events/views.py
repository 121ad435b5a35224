"""Evenings, for their organisers: their tables, and the results of finished games.

An organiser may also be playing: nothing here tells a secret of a game that is not over.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import opening
from games.engine import record
from games.models import Event, GameSession
from games.replay import making
from moderation.access.devices import device_of, renewed_device
from moderation.access.guards import for_host
from moderation.events import faults
from moderation.events.forms import EveningForm, MoveForm, RecordForm
from moderation.live.public import camp_won, winners_of
from moderation.live.refusals import REFUSED, Unwanted
from moderation.lobby.views import open_table
from moderation.models import Kind
from moderation.night import clock
from moderation.table import kept, likeness, names
from moderation.table.forms import evenings
from moderation.table.kits import playable_kits

Stage = GameSession.Stage
_one_at_a_time = threading.Lock()  # a long record takes seconds of work: everybody else is served meanwhile


@dataclass(frozen=True)
class Result:
    """A table of an evening: who is there, how far it is, and how it ended if it has."""

    number: int
    code: str
    game: str
    stage: str
    open: bool
    mine: bool
    seats: tuple[str, ...]
    outcome: str
    winners: tuple[str, ...]
    camp: bool  # it is a camp that has won, and no person
    evenings: BoundField


@require_http_methods(["GET", "POST"])
@for_host
def events(request: HttpRequest) -> HttpResponseBase:
    """The evenings, and a field to name a new one."""
    form = EveningForm()
    if request.method == "POST":
        form = EveningForm(request.POST)
        if form.is_valid():
            return redirect("event", event_id=Event.objects.create(name=form.cleaned_data["name"]).pk)
    listed = evenings()
    context = {
        "events": Event.objects.all(),
        "alone": [result(request, game, listed) for game in GameSession.objects.filter(event=None)[:50]],
        "form": form,
    }
    return render(request, "events/events.html", context, status=REFUSED if form.wrong else 200)


@require_GET
@for_host
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """One evening: its tables and their results."""
    evening = get_object_or_404(Event, pk=event_id)
    listed = evenings(str(evening.pk))
    results = [result(request, game, listed) for game in evening.games.all()]
    return render(request, "events/event.html", {"event": evening, "results": results})


def result(request: HttpRequest, game: GameSession, listed: Sequence[tuple[str, str]]) -> Result:
    """A game as an organiser may see it, and the evenings that it can move to."""
    kit = playable_kits().get(game.game)
    stage = clock.stage(game)
    end = game.outcome if stage == Stage.OVER else None
    told = kit and end and game.current  # a reason of other rules may have no words any more
    seats = tuple(game.seat_names())
    return Result(
        number=game.pk,
        code=game.code,
        game=str(kit.words.NAME) if kit else game.game,
        stage=str(stage.label),
        open=game.closed is None,
        mine=game.passes.filter(kind=Kind.MODERATOR, device=device_of(request)).exists(),
        seats=seats,
        outcome=str(game.kit.words.outcome(end["winners"], end["reason"])) if told and end else "",
        winners=winners_of(end) if end else (),
        camp=camp_won(end, seats) if end else False,
        evenings=MoveForm(game, listed)["event"],
    )


@require_POST
@for_host
def move_table(request: HttpRequest, session_id: int) -> HttpResponse:
    """Put a table into another evening, or out of all; a game that is played there does not notice."""
    game = get_object_or_404(GameSession, pk=session_id)
    try:
        chosen = MoveForm(game, evenings(request.POST.get("event", "")), request.POST).read()["event"]
        GameSession.objects.filter(pk=game.pk).update(event=chosen or None)
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
        chosen = game.event_id
    return redirect("event", event_id=chosen) if chosen else redirect("events")


@require_http_methods(["GET", "POST"])
@for_host
def import_record(request: HttpRequest) -> HttpResponseBase:
    """Make a new table of a record, to go on where it stopped; a move that is refused is told, not left out."""
    form, context = RecordForm(initial={"nights": ""}), dict[str, object]()
    if request.method == "POST":
        form = RecordForm(request.POST, request.FILES)
        try:
            session = _go_on(request, form.read())
            messages.success(
                request, _("The game goes on here. Settings has the QR codes that hand the seats out again.")
            )
            return redirect("desk", code=session.code)
        except Unwanted as unwanted:
            form.refuse("record", unwanted)
        except record.NotARecord as fault:
            form.add_error(None, faults.of_record(fault))
            context = {"where": fault.where}
        except MoveRefused as fault:
            form.add_error(None, faults.of_move(fault.refused))
            sent = form.cleaned_data
            context = {
                "until": fault.refused["move"],
                "nights": sent["nights"],
                "text": sent["text"].decode("utf-8-sig"),
            }
    return render(request, "events/import.html", {"form": form, **context}, status=REFUSED if form.wrong else 200)


class MoveRefused(Exception):
    """A record holds a move that the game does not take; `refused` is its line in the report."""

    def __init__(self, refused: dict[str, Any]) -> None:
        super().__init__(refused["message"])
        self.refused = refused


def _go_on(request: HttpRequest, sent: dict[str, Any]) -> GameSession:
    """A new table on which the game of a record goes on. Raises `NotARecord`, `MoveRefused` and `Unwanted`."""
    if not _one_at_a_time.acquire(blocking=False):
        raise Unwanted(_("Another kept game is being read just now. Please try again in a few seconds."))
    try:
        document = record.parse(sent["text"])
        read = record.read(document)
        if read.kit.slug not in playable_kits():
            raise record.NotARecord(f"game: no game {read.kit.slug}")
        want_visible(read)
        if sent["until"] is not None:
            del read.moves[sent["until"] :]
        replay = opening.played_out(read)
    finally:
        _one_at_a_time.release()
    if replay.refused:
        raise MoveRefused(replay.refused[0])
    chosen: dict[str, Any] = {
        "nights": GameSession.Nights.EYES_CLOSED,
        "language": get_language() or "en",
        "options": read.options,
    }
    chosen |= kept.manner_in(document)
    if sent["nights"]:
        chosen |= {"nights": sent["nights"], "narrated": False}
    with making():
        session = open_table(renewed_device(request), read.kit, chosen)
        opening.restore(session, replay, likeness.key)
        by_computer = set(read.seats).intersection(kept.computer_in(document))
        session.seats.filter(name__in=by_computer).update(bot=True)
        if session.narrated:  # nobody has a seat yet, and without a moderator the game would go on by itself
            clock.pause(session.pk, True)
    return session


def want_visible(read: record.Record) -> None:
    """Refuse names that nobody could read, or that would turn a page over. Raises `NotARecord`."""
    for place, name in enumerate(read.seats):
        if not names.visible(name):
            raise record.NotARecord(f"seats[{place}]: not a name that can be shown")
    if not json.dumps(read.options, ensure_ascii=False).isprintable():
        raise record.NotARecord("options: not words that can be shown")
