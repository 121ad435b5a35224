"""The page where the host sets the time zone of the venue."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from moderation.access.guards import for_host
from moderation.web.refusals import REFUSED
from moderation.web.venue_time import (
    choose_zone,
    find_server_zone,
    get_active_clock,
    list_zones,
    may_choose,
    read_choice,
    read_zone,
)


@require_http_methods(["GET", "POST"])
@for_host
def venue_zone(request: HttpRequest) -> HttpResponseBase:
    """Choose the time zone of all displayed hours (`zone`; empty: that of the server)."""
    wrong = ""
    if request.method == "POST":
        name = request.POST.get("zone", "")
        if not name or may_choose(name):
            choose_zone(name)
            messages.success(request, _("Hours are in %(zone)s now.") % {"zone": read_zone().key})
            return redirect("events")
        wrong = _("There is no such time zone: please choose one of the list.")
    context = {
        "clock": get_active_clock(),
        "chosen": read_choice(),
        "of_server": find_server_zone(),
        "zones": list_zones(),
        "wrong": wrong,
    }
    return render(request, "events/zone.html", context, status=REFUSED if wrong else 200)
