"""Export and import of whole events, for the host only.

Because an archive has each game from its first move on, only the host may use it.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from games.models import Event
from moderation.access.guards import for_host
from moderation.events.archive import parts
from moderation.events.archive.schema import NotAnEvening
from moderation.events.forms import ArchiveForm
from moderation.web.refusals import REFUSED, Unwanted


@require_GET
@for_host
def evening_out(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return a whole event as one file."""
    evening = get_object_or_404(Event, pk=event_id)
    archive = parts.export_event(evening)
    answer = HttpResponse(archive.content, content_type="application/zip")
    name = f"{slugify(evening.name) or 'veilleur'}-{evening.date.isoformat()}.zip"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_http_methods(["GET", "POST"])
@for_host
def evening_in(request: HttpRequest) -> HttpResponseBase:
    """Import an event that was exported from another server."""
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    context: dict[str, object] = {}
    if request.method == "POST":
        try:
            event = parts.import_event(form.read()["file"].read())
            games = event.games.count()
            said = ngettext(
                "The evening is here, with %(count)d finished game.",
                "The evening is here, with %(count)d finished games.",
                games,
            )
            messages.success(request, said % {"count": games})
            return redirect("event", event_id=event.pk)
        except parts.EventExists as here:
            form.refuse("file", here)
            context = {"here": here.event}
        except NotAnEvening as fault:
            form.refuse("file", fault)
            context = {"where": fault.where if fault.where != "zip" else ""}
        except Unwanted as unwanted:
            form.refuse("file", unwanted)
    return render(
        request, "events/bring.html", {"form": form, **context}, status=REFUSED if form.first_error else 200
    )
