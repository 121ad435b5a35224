"""The pages of a player on their remembered games, their results and their stored data.

Everybody may open them. They show the data of the person whom the device identifies, and nothing before a consent.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from games.models import GameSession
from moderation.access import table_codes
from moderation.access.devices import find_browser, find_device, find_or_create_device
from moderation.access.guessing import GuessLimit
from moderation.models import Person, PlayedSeat, Recognised
from moderation.people import anonymise, data_export
from moderation.people.forms import OwnForm
from moderation.play.pacing import clock
from moderation.players import identities
from moderation.statistics import exports
from moderation.statistics import tables as sheets
from moderation.statistics.charts import plot_tables
from moderation.statistics.finished_games import list_counted_games
from moderation.web.refusals import REFUSED, Unwanted
from moderation.web.venue_time import in_venue_zone

LATEST = 50  # games that are listed


@require_http_methods(["GET", "POST"])
@in_venue_zone
def me(request: HttpRequest) -> HttpResponseBase:
    """Show the results of one's games, and let one have them remembered or forgotten."""
    find_browser(request)  # sets a cookie with the form, so that a repeated form is recognised
    person = identities.find_person(find_device(request))
    do = request.POST.get("do", "") if request.method == "POST" else ""
    table = table_codes.normalise(request.POST.get("table", request.GET.get("table", ""))[:12])
    usual = "" if person else identities.find_seat_name(find_device(request))
    form = OwnForm(request.POST if do == "agree" else None, initial={"name": usual})
    wrong = ""
    if request.method == "POST":
        try:
            act(request, person, form)
            return redirect(reverse("me") + (f"?table={table}" if table else ""))
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    context: dict[str, Any] = {"person": person, "form": form, "wrong": wrong, "table": table}
    if not person:
        context["may_agree"] = identities.may_agree(find_device(request))
    else:
        context["devices"] = person.devices.count()
        tables = sheets.build_tables_of_person(list_counted_games(), person.pk)
        context |= {"sheets": plot_tables(tables), "seats": list_seats(person)}
        context["here"] = identities.has_unlinked_seat(find_device(request))
    return render(request, "people/me.html", context, status=REFUSED if wrong else 200)


def act(request: HttpRequest, person: Person | None, form: OwnForm) -> None:
    """Do the action that a form of the page requests. Raises `Unwanted`."""
    match request.POST.get("do"):
        case "agree":
            if not identities.may_agree(find_device(request)):
                raise Unwanted(explain_cannot_agree())
            device = find_or_create_device(request)
            person = identities.agree(form.read()["name"], Person.Consent.OWN, device)
            identities.link_device(person, device)
            messages.success(request, _("Your games are remembered from now on. Thank you!"))
        case "code":
            identify_by_code(request)
        case "here" if person:
            identities.link_device(person, find_or_create_device(request))
        case "unlink" if person:
            if not (seat := request.POST.get("seat", "")).isdecimal() or len(seat) > 18:
                raise Unwanted(_("That seat is not linked to you."))
            PlayedSeat.objects.filter(person=person, seat=int(seat)).delete()
            messages.success(request, _("That game no longer counts for you."))
        case "alone" if person:
            identities.identify_alone(person, find_or_create_device(request))
            messages.success(request, _("This device alone knows you now, and you have a new code."))
        case "leave" if person:
            Recognised.objects.filter(person=person, device=find_device(request)).delete()
            messages.success(request, _("This device no longer knows you. Your code still does."))
        case "forget" if person:
            forget(request, person)
        case _:
            raise Unwanted(_("Please choose what is to be done."))


def explain_cannot_agree() -> str:
    """Return the sentence for a device that cannot agree yet."""
    return _("Take a seat first, open a table, or sign up for an evening: then your games can be remembered.")


def forget(request: HttpRequest, person: Person) -> None:
    """Forget a person, and add messages on what is done and what waits.

    Raises `Unwanted` unless they are sure.
    """
    if request.POST.get("sure") != "on":
        raise Unwanted(_("Please tick that you are sure: nothing of it comes back."))
    waits = anonymise.forget(person)
    messages.success(request, _("Forgotten: no name is left, and what the games came to is counted without one."))
    if waits:
        said = ngettext(
            "%(count)d game is still being played: its name goes as soon as it has ended.",
            "%(count)d games are still being played: their names go as soon as they have ended.",
            waits,
        )
        messages.warning(request, said % {"count": waits})


def build_guess_limit() -> GuessLimit:
    """Return the limit on wrong codes of people."""
    return GuessLimit("person-codes")


def identify_by_code(request: HttpRequest) -> None:
    """Identify the person with the typed code by this device too. Raises `Unwanted`."""
    limit = build_guess_limit()
    if limit.is_used_up(request):
        raise Unwanted(_("Too many codes that do not exist: please wait a few minutes, or ask an organiser."))
    person = identities.find_by_code(request.POST.get("code", ""))
    if person is None:
        limit.count_wrong(request)
        raise Unwanted(_("Nobody has this code."))
    identities.recognise(person, find_or_create_device(request))
    messages.success(request, _("This device knows you now."))


def list_seats(person: Person) -> list[dict[str, Any]]:
    """Return the latest seats of a person, with the public data of their games."""
    played = PlayedSeat.objects.filter(person=person).select_related("seat__session__event", "seat__session__pacing")
    return [
        {
            "seat": one.seat,
            "session": one.seat.session,
            "game": sheets.translate_game(one.seat.session.game),
            "over": over,
            "role": sheets.translate_role(one.seat.session.game, one.seat.role) if over else "",
        }
        for one in played.order_by("-seat__session__created")[:LATEST]
        for over in [has_ended(one.seat.session)]
    ]


def has_ended(session: GameSession) -> bool:
    """Return whether everybody may see the end of this game."""
    return clock.find_public_stage_from_columns(session) == GameSession.Stage.OVER


@require_GET
@in_venue_zone
def me_data(request: HttpRequest) -> HttpResponseBase:
    """Show all stored data of the person whom the device identifies."""
    person = identities.find_person(find_device(request))
    if person is None:
        return redirect("me")
    kept = data_export.export_person(person)
    for one in (*kept["played"], *kept["ran"]):
        one["called"] = sheets.translate_game(one["game"])
    return render(request, "people/data.html", {"data": kept, "person": person})


@require_GET
def me_file(request: HttpRequest) -> HttpResponseBase:
    """Return all stored data of the person whom the device identifies, as a file."""
    person = identities.find_person(find_device(request))
    return redirect("me") if person is None else build_file(person, own=True)


def build_file(person: Person, own: bool) -> HttpResponse:
    """Return all stored data of a person as JSON.

    `own`: include the secrets of their devices, for themselves alone.
    """
    written = json.dumps(data_export.export_person(person, own), ensure_ascii=False, indent=1).encode()
    return exports.build_download(written, "application/json; charset=utf-8", "veilleur-me.json")
