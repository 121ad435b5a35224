"""The pages of statistics, for organisers: what finished games came to, as tables, plots and files.

An organiser may also be playing: no game counts before everybody may see its end.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from games import index
from moderation.access.guards import for_organiser
from moderation.statistics import exports
from moderation.statistics.charts import drawn
from moderation.statistics.finished_games import WhichForm, counted
from moderation.statistics.rating import by_rating
from moderation.statistics.tables import SHEETS, all_sheets
from moderation.web.refusals import REFUSED, Unwanted


@require_GET
@for_organiser
def statistics(request: HttpRequest) -> HttpResponse:
    """Every table of the games that are asked about, each with its plot."""
    form = WhichForm(request.GET)
    try:
        games = form.games()
        rating = bool(form.cleaned_data["rating"])
    except Unwanted:
        games, rating = counted().none(), False
    sheets = all_sheets(games)
    sheets += [sheet for sheet in [by_rating(games)] if sheet.rows] if rating else []
    context = {
        "form": form,
        "sheets": drawn(sheets),
        "missing": index.count_missing(),
        "asked": request.GET.urlencode(),
    }
    return render(request, "statistics/page.html", context, status=REFUSED if form.wrong else 200)


@require_GET
@for_organiser
def statistics_file(request: HttpRequest, name: str) -> HttpResponse:
    """One of the tables as a file. Raises Http404 for none of them, or a question that makes no sense."""
    make = {**SHEETS, "rating": by_rating}.get(name)
    if make is None:
        raise Http404
    try:
        sheet = make(WhichForm(request.GET).games())
    except Unwanted:
        raise Http404 from None
    return exports.sheet("-".join([_("statistics"), sheet.title]), *sheet.as_file())


@require_POST
@for_organiser
def statistics_index(request: HttpRequest) -> HttpResponse:
    """Read some games again that ended before there was anything to count them by."""
    done, _last = index.reindex_some()
    said = ngettext("%(count)d game is counted now.", "%(count)d games are counted now.", done)
    messages.success(request, said % {"count": done})
    return redirect("statistics")
