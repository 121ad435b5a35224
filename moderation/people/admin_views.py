"""Pages for organisers on remembered people: their results and their seats.

They list only people who have agreed, on their own device or by telling an organiser.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import Event, GameSession, Seat
from moderation.access.guards import for_organiser
from moderation.models import Guest, Person, PlayedSeat, ToForget
from moderation.people import anonymise
from moderation.people import views as own
from moderation.people.forms import ToldForm, explain_missing_consent
from moderation.players import confusables, identities
from moderation.statistics import tables as sheets
from moderation.statistics.charts import plot_tables
from moderation.statistics.finished_games import list_counted_games
from moderation.web.refusals import REFUSED, Unwanted

A_PAGE = 50  # people on one page
TABLES = 40  # of an evening, whose seats can be linked
EVENINGS = 30  # that can be chosen


@require_http_methods(["GET", "POST"])
@for_organiser
def people(request: HttpRequest) -> HttpResponseBase:
    """List the people who have agreed, or a search result, with a form for a new consent."""
    form = ToldForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        try:
            return _record_consent(request, form)
        except Unwanted as unwanted:
            form.refuse("name", unwanted)
    anonymise.remove_due_names()
    name = request.GET.get("name", "")[:40]
    found = Person.objects.annotate(games=Count("played", distinct=True), tables=Count("ran", distinct=True))
    if name.strip():
        found = found.filter(folded__contains=confusables.compute_key(name))
    context = {
        "people": Paginator(found.order_by("folded"), A_PAGE).get_page(request.GET.get("page")),
        "name": name,
        "form": form,
        "waiting": ToForget.objects.count(),
    }
    return render(request, "people/people.html", context, status=REFUSED if form.first_error else 200)


def _record_consent(request: HttpRequest, form: ToldForm) -> HttpResponse:
    """Record a consent: of a name, or of somebody on the list of an evening (`guest`).

    Raises `Unwanted`.
    """
    number = request.POST.get("guest", "")
    guest = Guest.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
    if guest is None:
        person = identities.agree(form.read()["name"], Person.Consent.TOLD)
    elif request.POST.get("heard"):
        person = identities.record_spoken_consent(guest)
    else:
        raise Unwanted(explain_missing_consent())
    messages.success(request, _("Noted: their games can be linked from now on."))
    return redirect("door", event_id=guest.event_id) if guest else redirect("person", person_id=person.pk)


@require_GET
@for_organiser
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show one person: their results, their games, and an evening's seats that can be linked."""
    return _render_page(request, get_object_or_404(Person, pk=person_id))


def _render_page(request: HttpRequest, one: Person, wrong: str = "") -> HttpResponse:
    chosen = request.POST.get("event", request.GET.get("event", ""))
    evenings = list(Event.objects.annotate(tables=Count("games")).filter(tables__gt=0)[:EVENINGS])
    known_evening = next((event for event in evenings if str(event.pk) == chosen), None)
    event = known_evening or (evenings[0] if evenings and chosen != "none" else None)
    games = GameSession.objects.filter(event=event).order_by("-created").prefetch_related("seats__played")
    tables = []
    for game in games[:TABLES]:
        seats = [seat for seat in game.seats.all() if not seat.bot and not hasattr(seat, "played")]
        if seats:
            tables.append((game, sheets.translate_game(game.game), sorted(seats, key=lambda seat: seat.place)))
    context: dict[str, Any] = {
        "person": one,
        "wrong": wrong,
        "sheets": plot_tables(sheets.build_tables_of_person(list_counted_games(), one.pk)),
        "seats": own.list_seats(one),
        "ran": one.ran.count(),
        "bare": one.how == Person.Consent.TOLD and not one.devices.exists(),
        "evenings": evenings,
        "event": event,
        "tables": tables,
    }
    return render(request, "people/person.html", context, status=REFUSED if wrong else 200)


@require_POST
@for_organiser
def person_deed(request: HttpRequest, person_id: int) -> HttpResponse:
    """Link a seat to a person (`seat`), unlink it (`unlink`), or forget them (`forget`)."""
    one = get_object_or_404(Person, pk=person_id)
    try:
        if request.POST.get("do") == "forget":
            own.forget(request, one)
            return redirect("people")
        _link(request, one)
    except Unwanted as unwanted:
        return _render_page(request, one, unwanted.sentence)
    event = request.POST.get("event", "")
    asked = f"?event={event}" if event.isascii() and event.isalnum() and len(event) < 19 else ""
    return redirect(reverse("person", args=[one.pk]) + asked)


def _link(request: HttpRequest, one: Person) -> None:
    """Link or unlink a seat. Raises `Unwanted`."""
    seat_id = request.POST.get("seat", "")
    number = int(seat_id) if seat_id.isdecimal() and len(seat_id) < 19 else 0
    seat = Seat.objects.select_related("session").filter(pk=number).first()
    if seat is None:
        raise Unwanted(_("That seat is no longer at this table."))
    match request.POST.get("do"):
        case "link":
            identities.link(one, seat)
        case "unlink":
            PlayedSeat.objects.filter(person=one, seat=seat).delete()
        case _:
            raise Unwanted(_("Please choose what is to be done."))


@require_GET
@for_organiser
def person_file(request: HttpRequest, person_id: int) -> HttpResponse:
    """Return all stored data of a person, for an organiser whom they have asked for it."""
    return own.build_file(get_object_or_404(Person, pk=person_id), own=False)
