"""Ratings of the strength of people, by Weng and Lin's method for teams, with intervals.

A camp is a team. Each game moves the ratings of its people a little towards its result. The surer a rating is, the
less it moves. The strength of a camp itself, for a number of players, is learnt as one more member. So a werewolf
does not count as weak because werewolves lose. The computer and people without consent are unknown members of average
strength. Ruling: the rating is shown only where it is asked for. Hidden roles are for fun, and a rating is uncertain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openskill.models import BradleyTerryFull

from games.balance.intervals import SURE
from games.models import GameSession, Seat
from moderation.statistics.tables import ENOUGH, StatisticsTable, explain_missing_people

FEWEST = 2  # camps, because with one camp nobody has won against anybody


@dataclass(frozen=True)
class RatedPerson:
    """A rated person: their games, and their strength with its 95 % interval.

    The average strength is 0.
    """

    name: str
    games: int
    strength: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.games < ENOUGH:
            return _("too few to say")
        parts = {
            "strength": format_signed(self.strength),
            "low": format_signed(self.low),
            "high": format_signed(self.high),
        }
        return _("%(strength)s (%(low)s to %(high)s)") % parts


def format_signed(value: float) -> str:
    """Format a strength with its sign: +1.5."""
    return ("−" if value < 0 else "+") + number_format(abs(value), 1)


def compute_ratings(games: QuerySet[GameSession]) -> list[RatedPerson]:
    """Rate everybody who agreed and played a game that a camp won. Runs one query.

    Those with the most games come first.
    """
    model = BradleyTerryFull(mu=0.0)
    people: dict[int, Any] = {}
    camps: dict[tuple[str, str, int], Any] = {}
    names: dict[int, str] = {}
    played: dict[int, int] = {}
    seats = Seat.objects.filter(session__in=games.exclude(winner="").values("pk"), won__isnull=False)
    seats = seats.exclude(camp="")
    columns = ("session", "session__game", "session__players", "session__winner")
    rows = seats.order_by("session__ended", "session", "place").values_list(
        *columns, "camp", "bot", "played__person", "played__person__name"
    )
    for (_session, game, players, winner), group in groupby(rows, lambda row: row[: len(columns)]):
        teams: dict[str, list[int | None]] = {}
        for *_same, camp, bot, person, name in group:
            teams.setdefault(camp, []).append(None if bot else person)
            if person and not bot:
                names[person] = name
                played[person] = played.get(person, 0) + 1
        if winner not in teams or len(teams) < FEWEST:
            continue
        order = sorted(teams)
        before = [
            [
                *(people.get(person or 0) or model.rating() for person in teams[camp]),
                camps.get((game, camp, players)) or model.rating(),
            ]
            for camp in order
        ]
        after = model.rate(before, ranks=[int(camp != winner) for camp in order])
        for camp, team in zip(order, after, strict=True):
            camps[game, camp, players] = team[-1]
            people |= {person: rating for person, rating in zip(teams[camp], team, strict=False) if person}
    known = sorted(names, key=lambda person: (-played[person], names[person]))
    return [
        RatedPerson(names[one], played[one], mu, mu - SURE * sigma, mu + SURE * sigma)
        for one in known
        for mu, sigma in [(people[one].mu, people[one].sigma) if one in people else (0.0, model.sigma)]
    ]


def build_ratings_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of ratings."""
    rows = tuple((one.name, one.games, str(one)) for one in compute_ratings(games))
    head = (_("Person"), pgettext("how many", "Games"), _("Strength, and where it may really be"))
    about = _(
        "0 is the average. The numbers in brackets say between what the strength lies, as far as these games tell: "
        "where they are far apart, little is known. Who wins in a hidden-role game hangs on chance and on the others "
        "far more than on anybody’s strength: take it as a game beside the game."
    )
    return StatisticsTable("rating", _("Rating"), head, rows, about=f"{about} {explain_missing_people()}")
