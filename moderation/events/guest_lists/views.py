"""Pages on which organisers paste or upload a list, look at it, and put it down."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.models import Event
from moderation.access.guards import for_organiser
from moderation.events import guests
from moderation.events.evening_games import list_evening_games
from moderation.events.guest_lists import bringing, reading
from moderation.events.guest_lists.bringing import RowOutcome
from moderation.events.guest_lists.columns import LABELS
from moderation.events.guest_lists.reading import Games, GuestList
from moderation.events.live_board.broadcast import live_boards
from moderation.web.refusals import REFUSED, Unwanted


@require_http_methods(["GET", "POST"])
@for_organiser
def bring_list(request: HttpRequest, event_id: int) -> HttpResponseBase:
    """Show what was understood in a list; `do=keep`: put the ticked people down."""
    event = get_object_or_404(Event, pk=event_id)
    context: dict[str, object] = {"event": event}
    if request.method == "POST":
        try:
            text = read_text(request)
            found = reading.read_list(text, list_games(event), request.POST.getlist("role"))
            if request.POST.get("do") == "keep":
                put_down(request, event, found)
                return redirect("door", event_id=event.pk)
            context |= build_preview(event, found) | {"text": text}
        except Unwanted as unwanted:
            context["wrong"] = unwanted.sentence
    return render(request, "events/guest_list.html", context, status=REFUSED if "wrong" in context else 200)


def read_text(request: HttpRequest) -> str:
    """Return the text of the list, from the file if there is one. Raises `Unwanted`."""
    if sent := request.FILES.get("file"):
        reading.check_size(sent.size or 0)
        return reading.decode(sent.read())
    text = request.POST.get("text", "")
    if not text.strip():
        raise Unwanted(_("Paste a list, or choose a file."))
    return reading.decode(text.encode("utf-8", "replace"))


def list_games(event: Event) -> Games:
    """Return the games that a list can name."""
    return Games({one.slug: one.name for one in list_evening_games(event).values()})


def put_down(request: HttpRequest, event: Event, found: GuestList) -> None:
    """Put the ticked people on the list, and say how many they are. Raises `Unwanted`."""
    ticked = {int(one) for one in request.POST.getlist("row") if one.isascii() and one.isdigit() and len(one) < 6}
    guests.open_list(event)
    new, known = bringing.bring_list(event, found, ticked)
    live_boards.render_soon(event.pk)
    said = ngettext("%(count)d person is on the list now.", "%(count)d people are on the list now.", new)
    messages.success(request, said % {"count": new})
    if known:
        said = ngettext("%(count)d person was on it already.", "%(count)d people were on it already.", known)
        messages.success(request, said % {"count": known})


def build_preview(event: Event, found: GuestList) -> dict[str, object]:
    """Return what a preview of a list shows."""
    rows = bringing.plan_rows(event, found)
    columns = [
        {"heading": heading or str(place), "role": role.value}
        for place, (heading, role) in enumerate(zip(found.headings, found.roles, strict=True), 1)
    ]
    return {
        "rows": [one for one in rows if one.outcome is not RowOutcome.LEFT_OUT],
        "left_out": [one for one in rows if one.outcome is RowOutcome.LEFT_OUT],
        "columns": columns,
        "labels": [(role.value, label) for role, label in LABELS.items()],
    }
