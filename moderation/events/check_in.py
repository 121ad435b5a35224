"""Check-in of an event, for its organisers: guest list, arrivals, walk-ins, places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

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
from moderation.events import guests, line_changes, moving, places, sign_up_floods
from moderation.events.forms import ListForm, WalkInForm
from moderation.events.guest_lists.columns import simplify
from moderation.events.guests import GuestStatus, ListedGuest
from moderation.events.live_board.broadcast import live_boards
from moderation.events.places import NoPlaceLeft
from moderation.models import Guest, SignUp
from moderation.players import confusables
from moderation.web.refusals import REFUSED, Unwanted

A_PAGE = 100  # people on one page of the whole list
NEXT = 12  # people that the door shows at once
RECENT, LATELY = 3, timedelta(minutes=5)  # arrivals that one tap undoes
SECTIONS = {  # order of the list: expected, present, gone or cancelled
    GuestStatus.BOOKED: 0,
    GuestStatus.WAITING: 0,
    GuestStatus.RELEASED: 0,
    GuestStatus.HERE: 1,
    GuestStatus.LEFT: 2,
    GuestStatus.CANCELLED: 2,
}
DEEDS = {
    "leave": guests.leave,
    "cancel": line_changes.take_off,
    "back": guests.undo_attendance,
    "undo": guests.undo_arrival,
    "confirm": moving.confirm,
    "return": moving.take_back,
}


@dataclass(frozen=True)
class AskedArrival:
    """The question if somebody is let in although no place is left.

    `sent`: the form that asked for it.
    """

    name: str
    sentence: str
    action: str
    sent: tuple[tuple[str, str], ...]


@require_http_methods(["GET", "POST"])
@for_organiser
def door(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Show the check-in list. A POST adds somebody who is not on it.

    The script of the page gets only the part that changes.
    """
    event = get_object_or_404(Event, pk=event_id)
    if request.method == "GET":
        return show_door(request, event)
    form = WalkInForm(request.POST)
    try:
        name = form.read()["name"]
        guests.add_guest(event, None, name, {}, arrived=True, over=request.POST.get("over") == "yes")
    except NoPlaceLeft as full:
        return ask_to_let_in(request, event, name, full, {"name": name})
    except Unwanted as unwanted:
        return show_door(request, event, wrong=unwanted.sentence)
    return follow_tap(request, event)


def follow_tap(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Show the door after something was noted, also to other devices."""
    live_boards.render_soon(event.pk)
    return show_door(request, event) if is_pushed(request) else redirect("door", event_id=event.pk)


def is_pushed(request: HttpRequest) -> bool:
    """Return true if the page's script asks for the part that changes."""
    return "HX-Request" in request.headers


def show_door(
    request: HttpRequest, event: Event, wrong: str = "", asked: AskedArrival | None = None
) -> HttpResponseBase:
    """Show the door; `wrong`: why nothing was noted."""
    opened = SignUp.objects.select_related("event").filter(event=event).first()
    if opened:
        guests.release_if_due(opened)
    guests.remove_lapsed(event)
    status = REFUSED if wrong or asked else 200
    name = (request.POST.get("name", "") if wrong else request.GET.get("name", ""))[:40].strip()
    everybody = guests.list_guests(event)
    context = build_door_list(everybody, name) | {
        "event": event,
        "wrong": wrong,
        "asked": asked,
        "pushed": is_pushed(request),
    }
    if is_pushed(request):
        return render(request, "events/_door_list.html", context, status=status)
    ordered = sorted((one for one in everybody if one.place in SECTIONS), key=lambda one: SECTIONS[one.place])
    moved = moving.list_moved_lines(event)
    context |= {
        "list": opened,
        "manner": ListForm(opened),
        "here": [one for one in everybody if one.place is GuestStatus.HERE],
        "whole": "all" in request.GET,
        "page": Paginator(ordered, A_PAGE).get_page(request.GET.get("page")),
        "moved": moved,
        "moved_here": any(guest.arrived and not guest.left for guest in moved),
        "crowds": sign_up_floods.list_crowds(event),
        "swept": sign_up_floods.list_swept_crowds(event),
    }
    if opened:
        context["url"] = qr.build_server_address(request) + reverse("sign_up", args=[opened.key])
    return render(request, "events/door.html", context, status=status)


def build_door_list(everybody: Collection[ListedGuest], name: str) -> dict[str, object]:
    """Return the part of the door that changes.

    That is the counts, the next people or those found, and the arrivals that can be undone.
    """
    counted = Counter(one.place for one in everybody)
    if name:
        found = [one for one in everybody if one.place in SECTIONS and is_match(one, name)]
        begins = simplify(name)
        found.sort(key=lambda one: (SECTIONS[one.place], not simplify(one.guest.name).startswith(begins)))
    else:
        found = [one for one in everybody if SECTIONS.get(one.place) == 0]
    lately = timezone.now() - LATELY
    recent = [
        one.guest for one in everybody if one.place is GuestStatus.HERE and (one.guest.arrived or lately) > lately
    ]
    recent.sort(key=lambda guest: guest.arrived or lately, reverse=True)
    return {
        "counts": {place.value: counted[place] for place in GuestStatus},
        "name": name,
        "shown": found[:NEXT],
        "more": max(0, len(found) - NEXT),
        "recent": recent[:RECENT],
    }


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
) -> HttpResponseBase:
    """Ask if somebody is let in although no place is left."""
    sentence = _("%(full)s Nobody loses a place: there will be one person more.") % {"full": full.sentence}
    return show_door(request, event, asked=AskedArrival(name, sentence, request.path, tuple(sent.items())))


def is_match(one: ListedGuest, name: str) -> bool:
    """Return true if a name or the code of a guest has this text, in whatever way written."""
    guest, plain = one.guest, simplify(name)
    letters = "".join(letter for letter in name.upper() if letter.isalpha())
    return (
        confusables.compute_key(name) in guest.folded
        or plain in simplify(f"{guest.name} {guest.other_name}")
        or (len(letters) > 2 and guest.code.startswith(letters))
    )


@require_POST
@for_organiser
def door_guest(request: HttpRequest, guest_id: int) -> HttpResponseBase:
    """Record what became of a guest, or undo that. Rename a line, or merge it.

    If their line went to another device: confirm that move (`confirm`), or take the line back (`return`).
    """
    guest = get_object_or_404(Guest, pk=guest_id)
    try:
        do = request.POST.get("do", "")
        if do == "arrive":
            guests.arrive(guest, over=request.POST.get("over") == "yes")
        elif do in ("rename", "merge"):
            change_line(guest, do, WalkInForm(request.POST).read()["name"])
        elif deed := DEEDS.get(do):
            deed(guest)
    except NoPlaceLeft as full:
        return ask_to_let_in(request, guest.event, guest.name, full, {"do": "arrive"})
    except Unwanted as unwanted:
        return show_door(request, guest.event, wrong=unwanted.sentence)
    return follow_tap(request, guest.event)


def change_line(guest: Guest, do: str, name: str) -> None:
    """Rename a line, or merge it into the line of this name. Raises `Unwanted`."""
    if do == "rename":
        line_changes.rename(guest, name)
        return
    kept = line_changes.find_by_name(guest.event, name, but=guest)
    if kept is None:
        raise Unwanted(_("Nobody else of that name is on the list."))
    line_changes.merge(guest, kept)


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
