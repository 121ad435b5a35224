"""The pages of statistics for organisers: finished games as tables, plots and files.

An organiser may also be playing. So no game counts before everybody may see its end.
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
from moderation.statistics.charts import plot_tables
from moderation.statistics.finished_games import GamesForm, list_counted_games
from moderation.statistics.rating import build_ratings_table
from moderation.statistics.tables import SHEETS, build_all_tables
from moderation.web.refusals import REFUSED, Unwanted


@require_GET
@for_organiser
def statistics(request: HttpRequest) -> HttpResponse:
    """Show every table of the chosen games, each with its plot."""
    form = GamesForm(request.GET)
    try:
        games = form.games()
        rating = bool(form.cleaned_data["rating"])
    except Unwanted:
        games, rating = list_counted_games().none(), False
    sheets = build_all_tables(games)
    sheets += [sheet for sheet in [build_ratings_table(games)] if sheet.rows] if rating else []
    context = {
        "form": form,
        "sheets": plot_tables(sheets),
        "missing": index.count_missing(),
        "asked": request.GET.urlencode(),
    }
    return render(request, "statistics/page.html", context, status=REFUSED if form.first_error else 200)


@require_GET
@for_organiser
def statistics_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return one of the tables as a file.

    Raises Http404 for an unknown table or an invalid choice of games.
    """
    make = {**SHEETS, "rating": build_ratings_table}.get(name)
    if make is None:
        raise Http404
    try:
        sheet = make(GamesForm(request.GET).games())
    except Unwanted:
        raise Http404 from None
    return exports.build_csv("-".join([_("statistics"), sheet.title]), *sheet.build_spreadsheet())


@require_POST
@for_organiser
def statistics_index(request: HttpRequest) -> HttpResponse:
    """Index some older games that ended before the index existed."""
    done, _last = index.reindex_some()
    said = ngettext("%(count)d game is counted now.", "%(count)d games are counted now.", done)
    messages.success(request, said % {"count": done})
    return redirect("statistics")
