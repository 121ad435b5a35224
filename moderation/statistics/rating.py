"""How strong people seem to be, by Weng and Lin's method for teams, and how little is known of it.

A camp is a team; each game moves its people a little towards what it showed, less the surer one is of them. What a
camp itself is worth, at a game of so many players, is learnt as if it were one more member: a werewolf is not thought
weak because werewolves lose. Whoever did not agree to be remembered, and the computer, are unknown members of average
strength. Ruling: it is shown where it is asked for, and nowhere else: hidden roles are for fun, and this is soft.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from openskill.models import BradleyTerryFull

from games.balance.intervals import SURE
from games.models import GameSession, Seat
from moderation.statistics.tables import ENOUGH, StatisticsTable, only_who_agreed

FEWEST = 2  # camps, without which nobody has won against anybody


@dataclass(frozen=True)
class Rated:
    """A person: in how many games, and how strong they seem, from 0 for the average, with its 95 % interval."""

    name: str
    games: int
    strength: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.games < ENOUGH:
            return _("too few to say")
        parts = {"strength": signed(self.strength), "low": signed(self.low), "high": signed(self.high)}
        return _("%(strength)s (%(low)s to %(high)s)") % parts


def signed(value: float) -> str:
    """A strength as people write it: +1.5."""
    return ("−" if value < 0 else "+") + number_format(abs(value), 1)


def ratings(games: QuerySet[GameSession]) -> list[Rated]:
    """Everybody who agreed and played a game that a camp won, in one question; who played most stands first."""
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
        Rated(names[one], played[one], mu, mu - SURE * sigma, mu + SURE * sigma)
        for one in known
        for mu, sigma in [(people[one].mu, people[one].sigma) if one in people else (0.0, model.sigma)]
    ]


def by_rating(games: QuerySet[GameSession]) -> StatisticsTable:
    """The same as a table."""
    rows = tuple((one.name, one.games, str(one)) for one in ratings(games))
    head = (_("Person"), _("Games"), _("Strength, and where it may really be"))
    about = _(
        "0 is the average. The numbers in brackets say between what the strength lies, as far as these games tell: "
        "where they are far apart, little is known. Who wins in a hidden-role game hangs on chance and on the others "
        "far more than on anybody’s strength: take it as a game beside the game."
    )
    return StatisticsTable("rating", _("Rating"), head, rows, about=f"{about} {only_who_agreed()}")
