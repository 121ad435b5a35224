"""Check-in of an event, for its organisers: guest list, arrivals, walk-ins, places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Event
from moderation.access import qr
from moderation.access.guards import for_organiser
from moderation.events import guests, moving, places, sign_up_floods
from moderation.events.forms import ListForm, WalkInForm
from moderation.events.guests import GuestStatus, ListedGuest
from moderation.events.live_board.broadcast import live_boards
from moderation.events.places import NoPlaceLeft
from moderation.models import Guest, SignUp
from moderation.players import confusables
from moderation.web.refusals import REFUSED, Unwanted

A_PAGE = 100  # people on one page of the list
SECTIONS = {  # sections of the page: expected, present, gone or cancelled
    GuestStatus.BOOKED: 0,
    GuestStatus.WAITING: 0,
    GuestStatus.RELEASED: 0,
    GuestStatus.HERE: 1,
    GuestStatus.LEFT: 2,
    GuestStatus.CANCELLED: 2,
}
DEEDS = {
    "leave": guests.leave,
    "cancel": guests.cancel,
    "back": guests.undo_attendance,
    "confirm": moving.confirm,
    "return": moving.take_back,
}


@require_http_methods(["GET", "POST"])
@for_organiser
def door(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Show the check-in list. Its form adds a walk-in guest who is not on it."""
    evening = get_object_or_404(Event, pk=event_id)
    opened = SignUp.objects.filter(event=evening).first()
    name = request.GET.get("name", "")[:40]
    form = WalkInForm(request.POST if request.method == "POST" else None, initial={"name": name})
    if request.method == "POST":
        try:
            let_in = form.read()["name"]
            guests.add_guest(evening, None, let_in, {}, arrived=True, over=request.POST.get("over") == "yes")
            live_boards.render_soon(evening.pk)
            return redirect("door", event_id=evening.pk)
        except NoPlaceLeft as full:
            return ask_to_let_in(request, evening, let_in, full, {"name": let_in})
        except Unwanted as unwanted:
            form.refuse("name", unwanted)
    if opened:
        guests.release_if_due(opened)
    guests.remove_lapsed(evening)
    moved = moving.list_moved_lines(evening)
    everybody = guests.list_guests(evening)
    found = [one for one in everybody if one.place in SECTIONS and is_match(one, name)]
    counted = Counter(one.place for one in everybody)
    ordered = sorted(found, key=lambda one: SECTIONS[one.place])  # within each section in the order of the list
    page = Paginator(ordered, A_PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    context = {
        "event": evening,
        "list": opened,
        "form": form,
        "manner": ListForm(opened),
        "expected": [one for one in shown if SECTIONS[one.place] == 0],
        "here": [one for one in shown if SECTIONS[one.place] == 1],
        "gone": [one for one in shown if SECTIONS[one.place] == 2],
        "page": page,
        "counts": {place.value: counted[place] for place in GuestStatus},
        "name": name,
        "moved": moved,
        "moved_here": any(guest.arrived and not guest.left for guest in moved),
        "crowds": sign_up_floods.list_crowds(evening),
        "swept": sign_up_floods.list_swept_crowds(evening),
    }
    if opened:
        context["url"] = qr.build_server_address(request) + reverse("sign_up", args=[opened.key])
    return render(request, "events/door.html", context, status=REFUSED if form.first_error else 200)


@dataclass(frozen=True)
class Answer:
    """A button of a question at the door."""

    name: str
    value: str
    label: str
    danger: bool = False


def ask(
    request: HttpRequest, event: Event, title: str, sentence: str, sent: Mapping[str, str], *answers: Answer
) -> HttpResponse:
    """Ask an organiser what to do. An answer sends the same form again (`sent`)."""
    context = {"event": event, "title": title, "sentence": sentence, "sent": sent.items(), "choices": answers}
    return render(request, "events/ask.html", context | {"action": request.path}, status=REFUSED)


def ask_to_let_in(
    request: HttpRequest, event: Event, name: str, full: NoPlaceLeft, sent: Mapping[str, str]
) -> HttpResponse:
    """Ask if somebody is let in although no place is left."""
    sentence = _("%(full)s Nobody loses a place: there will be one person more.") % {"full": full.sentence}
    title = _("Let in: %(name)s?") % {"name": name}
    return ask(request, event, title, sentence, sent, Answer("over", "yes", _("Let in all the same")))


def is_match(one: ListedGuest, name: str) -> bool:
    """Return true if this guest's name contains the text, in whatever way it is written."""
    return confusables.compute_key(name) in one.guest.folded if name.strip() else True


@require_POST
@for_organiser
def door_guest(request: HttpRequest, guest_id: int) -> HttpResponseBase:
    """Record that a guest arrived, went home or does not come, or undo that.

    If their line went to another device: confirm that move (`confirm`), or take the line back (`return`).
    """
    guest = get_object_or_404(Guest, pk=guest_id)
    try:
        do = request.POST.get("do", "")
        if do == "arrive":
            guests.arrive(guest, over=request.POST.get("over") == "yes")
        elif deed := DEEDS.get(do):
            deed(guest)
        live_boards.render_soon(guest.event_id)
    except NoPlaceLeft as full:
        return ask_to_let_in(request, guest.event, guest.name, full, {"do": "arrive"})
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect("door", event_id=guest.event_id)


@require_POST
@for_organiser
def door_sweep(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Remove all lines of one network of which nobody has come, or put them back."""
    evening = get_object_or_404(Event, pk=event_id)
    network = request.POST.get("network", "")[: sign_up_floods.MARK]
    if request.POST.get("do") == "back":
        count = sign_up_floods.put_back(evening, network)
        said = ngettext("%(count)d line is on the list again.", "%(count)d lines are on the list again.", count)
    else:
        count = sign_up_floods.sweep(evening, network)
        said = ngettext("%(count)d line was taken off the list.", "%(count)d lines were taken off the list.", count)
    live_boards.render_soon(evening.pk)
    messages.success(request, said % {"count": count})
    return redirect("door", event_id=evening.pk)


@require_POST
@for_organiser
def door_list(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Open or close the list, set its capacity, or release the places of missing guests.

    Released places go to guests who wait.
    """
    evening = get_object_or_404(Event, pk=event_id)
    if request.POST.get("do") == "release":
        freed = guests.release_places(evening)
        live_boards.render_soon(evening.pk)
        said = ngettext("%(count)d place is free again.", "%(count)d places are free again.", freed)
        messages.success(request, said % {"count": freed})
        return redirect("door", event_id=evening.pk)
    try:
        sent = ListForm(None, request.POST).read()
        opened = guests.open_list(evening)
        broken = places.count_broken(evening, sent["capacity"])
        lowered = sent["capacity"] is not None and (opened.capacity is None or sent["capacity"] < opened.capacity)
        if lowered and broken and request.POST.get("promises") not in ("keep", "withdraw"):
            return ask_about_promises(request, evening, broken)
        opened.capacity, opened.open = sent["capacity"], sent["open"]
        opened.save(update_fields=["capacity", "open"])
        if lowered and request.POST.get("promises") == "withdraw":
            places.withdraw_promises(evening)
        places.fill_places(evening)
        guests.set_release(opened, sent["release"])
        live_boards.render_soon(evening.pk)
        if sent["release"] and not opened.release:
            messages.success(request, _("That hour is over: the places of people who have not come are released."))
        elif opened.release:
            when = date_format(timezone.localtime(opened.release), "DATETIME_FORMAT")
            messages.success(
                request, _("Places are released on %(when)s, by the clock of the venue.") % {"when": when}
            )
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect("door", event_id=evening.pk)


def ask_about_promises(request: HttpRequest, event: Event, broken: int) -> HttpResponse:
    """Ask what becomes of promises for which a lower capacity has no room."""
    sentence = ngettext(
        "%(count)d person more than that has been told: you have a place.",
        "%(count)d people more than that have been told: you have a place.",
        broken,
    )
    wait = ngettext("Have the last %(count)d person wait again", "Have the last %(count)d people wait again", broken)
    count = {"count": broken}
    return ask(
        request,
        event,
        _("Lower the number of places?"),
        sentence % count,
        {name: request.POST[name] for name in ("capacity", "open", "release") if name in request.POST},
        Answer("promises", "keep", _("Lower it, and keep these places")),
        Answer("promises", "withdraw", wait % count, danger=True),
    )
