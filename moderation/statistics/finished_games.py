"""The choice of finished games for statistics (moderation/tables/finished_games.py).

Their numbers come from the index (games/index.py) by SQL. A season takes as many queries as an evening. This module
imports no page.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Event, GameSession, Seat
from moderation.tables.finished_games import list_counted_games as list_counted_games
from moderation.web.forms import Choice, Form
from moderation.web.kits import playable_kits

LATEST = 60  # evenings that can be chosen


def list_seats(games: QuerySet[GameSession]) -> QuerySet[Seat]:
    """Return the seats of people in these games."""
    return Seat.objects.filter(session__in=games.values("pk"), bot=False).order_by()


def filter_season(games: QuerySet[GameSession], since: date | None, until: date | None) -> QuerySet[GameSession]:
    """Return the games of a season.

    The date of a game is that of its evening, or else the day on which it ended.
    """
    if since:
        games = games.filter(Q(event__date__gte=since) | Q(event=None, ended__date__gte=since))
    if until:
        games = games.filter(Q(event__date__lte=until) | Q(event=None, ended__date__lte=until))
    return games


def build_day_field(label: Any) -> forms.DateField:
    """Build a form field for an optional date."""
    wrong = gettext_lazy("Please give the date as day, month and year.")
    shown = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=shown, required=False, label=label, error_messages={"invalid": wrong})


class GamesForm(Form):
    """The form that chooses games: an evening or a season, and a game.

    It also chooses whether a rating is shown.
    """

    since = build_day_field(gettext_lazy("From"))
    until = build_day_field(gettext_lazy("Until"))
    rating = forms.BooleanField(label=gettext_lazy("A rating of people too, with its doubt"), required=False)

    field_order = ("event", "since", "until", "game", "rating")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        chosen = str(self.data.get("event", ""))
        evenings = [(str(one.pk), f"{one.name} · {date_format(one.date)}") for one in Event.objects.all()[:LATEST]]
        if chosen.isascii() and chosen.isdigit() and chosen not in dict(evenings):
            evenings += [(chosen, one.name) for one in Event.objects.filter(pk=chosen[:18])]
        listed = [("", _("All")), *evenings]
        unknown = _("That evening does not exist.")
        self.fields["event"] = Choice(listed, unknown, required=False, label=_("Evening"))
        games = [("", _("Any")), *((slug, str(kit.words.NAME)) for slug, kit in playable_kits().items())]
        unknown = _("Please choose a game of the list.")
        self.fields["game"] = Choice(games, unknown, required=False, label=_("Game"))
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        """Refuse a season that ends before it begins."""
        given = self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if since and until and until < since:
            self.add_error("until", _("This ends before it begins."))
        return given

    def games(self) -> QuerySet[GameSession]:
        """Return the chosen games. Raises `Unwanted`."""
        wanted = self.read()
        games = filter_season(list_counted_games(), wanted["since"], wanted["until"])
        if wanted["event"]:
            games = games.filter(event=wanted["event"])
        return games.filter(game=wanted["game"]) if wanted["game"] else games
