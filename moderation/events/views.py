"""Pages of events, for their organisers: the list, one event, its rounds, and its tables.

An organiser may also be playing. So no page here reveals a secret of a running game.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, F
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import Event, GameSession, Round
from moderation.access.devices import find_device, find_pass
from moderation.access.guards import for_organiser
from moderation.events import guests, renamed_places
from moderation.events.forms import BoardGameForms, EveningForm, FindForm, MoveForm, RoundForms, SpotForm
from moderation.events.organisers import list_organisers
from moderation.events.results import list_movable_results
from moderation.models import BoardGame, Kind, SignUp
from moderation.people import anonymise
from moderation.play.pacing import clock
from moderation.tables.auto_close import close_untouched
from moderation.tables.event_choice import find_current_evening, list_evenings
from moderation.web.refusals import REFUSED, Unwanted
from moderation.web.venue_time import get_active_clock

A_PAGE = 25  # events, or tables without an event, on one page
TABLES = 50  # tables of one event on one page


@require_http_methods(["GET", "POST"])
@for_organiser
def events(request: HttpRequest) -> HttpResponseBase:
    """Show the events that match the search, and create a new one."""
    form = EveningForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return redirect("event", event_id=Event.objects.create(**form.cleaned_data).pk)
    anonymise.remove_due_names()
    close_untouched()
    hosts = find_pass(find_device(request), Kind.HOST) is not None
    find = FindForm(request.GET)
    alone = GameSession.objects.none() if find.is_used else GameSession.objects.filter(event=None, rehearsal=False)
    alone = alone.defer(*GameSession.LONG)
    tables = Paginator(alone, A_PAGE).get_page(request.GET.get("tables"))
    found = find.filter_events(Event.objects.annotate(tables=Count("games"))).order_by("-date", "-created")
    context = {
        "events": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "tables": tables,
        "alone": list_movable_results(request, tables.object_list, list_evenings(), hosts),
        "form": form,
        "find": find,
        "organisers": list_organisers(request),
        "hosts": hosts,
        "clock": get_active_clock(),
        "current": None if find.is_used else find_current_evening(),
    }
    return render(request, "events/events.html", context, status=REFUSED if form.first_error else 200)


@require_GET
@for_organiser
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show one event: its rounds, its tables and their results."""
    close_untouched()
    hosts = find_pass(find_device(request), Kind.HOST) is not None
    evening = get_object_or_404(Event.objects.prefetch_related("rounds"), pk=event_id)
    rounds = list(evening.rounds.annotate(tables=Count("games")))
    all_games = evening.games.order_by(F("round").asc(nulls_last=True), "-created").defer(*GameSession.LONG)
    page = Paginator(all_games, TABLES).get_page(request.GET.get("tables"))
    games = list(page.object_list)
    results = dict(
        zip(
            (game.pk for game in games),
            list_movable_results(request, games, list_evenings(str(evening.pk)), hosts),
            strict=True,
        )
    )
    parts = [(one, [results[game.pk] for game in games if game.round_id == one.pk]) for one in rounds]
    context = {
        "event": evening,
        "rounds": parts,
        "results": [results[game.pk] for game in games if game.round_id is None],
        "page": page,
        "tables": page.paginator.count,
        "not_over": page.paginator.count
        - evening.games.filter(clock.is_publicly_over(), outcome__isnull=False).count(),
        "hosts": hosts,
        "still_open": evening.games.filter(closed=None).count() if evening.closed else 0,
    }
    return render(request, "events/event.html", context)


@require_http_methods(["GET", "POST"])
@for_organiser
def event_edit(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Change the facts of an event, its rounds, and the places in its hall."""
    evening = get_object_or_404(Event, pk=event_id)
    rounds = list(evening.rounds.all())
    sent = request.POST if request.method == "POST" else None
    form, parts = EveningForm(sent, evening=evening), RoundForms(rounds, sent)
    boards = BoardGameForms(list(BoardGame.objects.filter(event=evening)), sent)
    if request.method == "POST" and form.is_valid() and parts.is_valid() and boards.is_valid():
        with transaction.atomic():
            released_at = guests.release_hour(evening)
            spots = list(Event.objects.select_for_update().get(pk=evening.pk).spots)
            Event.objects.filter(pk=evening.pk).update(**form.cleaned_data)
            renamed_places.follow_places(evening, spots, form.cleaned_data["spots"])
            parts.save(evening)
            boards.save(evening)
            if released_at:  # the release is a local time, so it moves with its event to another day
                guests.set_release(SignUp.objects.select_related("event").get(event=evening), released_at)
        messages.success(request, _("Saved."))
        return redirect("event", event_id=evening.pk)
    wrong = form.first_error or parts.wrong or boards.wrong
    context = {"event": evening, "form": form, "rounds": parts, "boards": boards, "wrong": wrong}
    context["names"] = sorted(one.guest.name for one in guests.list_guests(evening) if not one.guest.cancelled)
    return render(request, "events/edit.html", context, status=REFUSED if wrong else 200)


@require_POST
@for_organiser
def event_state(request: HttpRequest, event_id: int) -> HttpResponse:
    """Close an event to new tables, reopen it, archive it, or restore it."""
    evening = get_object_or_404(Event, pk=event_id)
    match request.POST.get("state"):
        case "closed":
            evening.closed = evening.closed or timezone.now()
        case "open":
            evening.closed, evening.archived = None, False
        case "archived":
            evening.closed, evening.archived = evening.closed or timezone.now(), True
        case _:
            messages.error(request, _("An evening is open, closed or put away."))
    evening.save(update_fields=["closed", "archived"])
    return redirect("event", event_id=evening.pk)


@require_POST
@for_organiser
def move_table(request: HttpRequest, session_id: int) -> HttpResponse:
    """Move a table to another event, or out of all. A running game is not affected."""
    game = get_object_or_404(GameSession, pk=session_id, rehearsal=False)
    try:
        chosen = MoveForm(game, list_evenings(request.POST.get("event", "")), request.POST).read()["event"]
        if chosen != str(game.event_id or ""):
            GameSession.objects.filter(pk=game.pk).update(event=chosen or None, round=None, spot="")
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
        chosen = game.event_id
    return redirect("event", event_id=chosen) if chosen else redirect("events")


@require_POST
@for_organiser
def place_table(request: HttpRequest, session_id: int) -> HttpResponse:
    """Set the round of its event in which a table plays, and its place in the hall."""
    game = get_object_or_404(GameSession.objects.exclude(event=None).select_related("event"), pk=session_id)
    try:
        chosen = SpotForm(game, list(Round.objects.filter(event=game.event_id)), request.POST).read()
        GameSession.objects.filter(pk=game.pk).update(round=chosen["round"] or None, spot=chosen["spot"])
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect("event", event_id=game.event_id)
