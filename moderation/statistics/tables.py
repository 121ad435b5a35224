"""Tables of statistics: by game, players, camp, role, evening, moderator and person.

Each needs a fixed number of queries to the index, whatever the number of games. Each rate has its 95 % interval. No
rate is shown for fewer than ten cases. The computer's seats are in no table. Start reading at `build_all_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, Max, Min, Q, QuerySet, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.balance.intervals import wilson
from games.models import GameSession
from moderation.models import ModeratedTable, PlayedSeat
from moderation.statistics.finished_games import list_seats
from moderation.web.kits import playable_kits

ENOUGH = 10  # cases: no rate is shown for fewer
MOST_ROWS = 300  # rows of a table on a page; its file has all


@dataclass(frozen=True)
class Rate:
    """A rate: `hits` of `tries`."""

    hits: int
    tries: int

    @property
    def is_too_few(self) -> bool:
        """True when these are too few to show a rate."""
        return self.tries < ENOUGH

    @property
    def share(self) -> float:
        """The share from 0 to 1."""
        return self.hits / self.tries if self.tries else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.hits, self.tries)

    def __str__(self) -> str:
        counted = {"hits": self.hits, "tries": self.tries}
        if self.is_too_few:
            return _("too few to say (%(hits)d\u00a0of\u00a0%(tries)d)") % counted
        low, high = self.interval
        parts = {"share": round(100 * self.share), "low": round(100 * low), "high": round(100 * high)}
        return _("%(share)d%% (%(low)d–%(high)d%%), %(hits)d\u00a0of\u00a0%(tries)d") % {**counted, **parts}

    def cells(self) -> tuple[object, ...]:
        """Return the cells for a spreadsheet: hits, tries, the share and its interval.

        The share and the interval are empty where there are too few cases.
        """
        shares = (self.share, *self.interval)
        return (self.hits, self.tries, *("" if self.is_too_few else f"{100 * share:.1f}" for share in shares))


Cell = str | int | Rate | None


@dataclass(frozen=True)
class StatisticsTable:
    """A table of statistics.

    `rates`: the columns that hold rates. `drawn`: the column that is plotted, or None.
    """

    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rates: tuple[int, ...] = ()
    drawn: int | None = None
    labelled: int = 1  # the number of first columns that label a row
    about: str = ""

    def rows_of_text(self) -> list[list[str]]:
        """Return the text of the cells on a page."""
        return [["–" if cell is None else str(cell) for cell in row] for row in self.rows[:MOST_ROWS]]

    @property
    def more(self) -> int:
        """The number of rows that only the file has."""
        return max(0, len(self.rows) - MOST_ROWS)

    def build_spreadsheet(self) -> tuple[list[str], list[list[object]]]:
        """Return head and rows for a spreadsheet. A rate takes five columns, in percent."""
        parts = (_("yes"), _("of"), "%", _("% at least"), _("% at most"))
        head: list[str] = []
        for place, title in enumerate(self.head):
            head += [join_title(title, part) for part in parts] if place in self.rates else [title]
        rows = []
        for row in self.rows:
            cells: list[object] = []
            for place, cell in enumerate(row):
                if place in self.rates:
                    cells += cell.cells() if isinstance(cell, Rate) else ("",) * len(parts)
                else:
                    cells.append("" if cell is None else cell)
            rows.append(cells)
        return head, rows


# The aggregates of every table of seats.
SEAT_AGGREGATES: Mapping[str, Any] = {
    "seats": Count("pk"),
    "decided": Count("pk", filter=Q(won__isnull=False)),
    "wins": Count("pk", filter=Q(won=True)),
    "mortal": Count("pk", filter=~Q(camp="")),
    "first": Count("pk", filter=Q(died=1)),
    "given": Sum("ballots"),
    "right": Sum("hits"),
}


def count_groups(
    of: QuerySet[Any], by: Sequence[str], order: Sequence[str] = (), **what: Any
) -> list[dict[str, Any]]:
    """Run one query: group rows (`by`), and compute the aggregates `what` of each group."""
    query: Any = of  # annotations whose names are no columns have no type
    return list(query.values(*by).annotate(**what).order_by(*(order or by)))


def compute_rates(row: Mapping[str, Any]) -> tuple[Rate, Rate | None, Rate | None]:
    """Return the rates of victories, of being out first, and of ballots against another camp.

    None where there can be none.
    """
    first = Rate(row["first"], row["mortal"]) if row["mortal"] else None
    nose = Rate(row["right"] or 0, row["given"]) if row["given"] else None
    return Rate(row["wins"], row["decided"]), first, nose


def join_title(title: str, what: object) -> str:
    """Return a title and its subject, with a colon between them."""
    return _("%(title)s: %(what)s") % {"title": title, "what": what}


def list_rate_titles() -> tuple[str, str, str]:
    """Return the column titles of the three rates."""
    return _("Won"), _("First to be out"), _("Ballots against the other camp")


def translate_game(game: str) -> str:
    """Return the translated name of a game."""
    kit = playable_kits().get(game)
    return str(kit.words.NAME) if kit else game


def translate_camp(game: str, camp: str) -> str:
    """Return the translated name of a camp."""
    kit = playable_kits().get(game)
    return str(kit.words.CAMPS.get(camp, camp)) if kit else camp


def translate_role(game: str, role: str) -> str:
    """Return the translated name of a role."""
    kit = playable_kits().get(game)
    card = kit.words.CARDS.get("role") if kit else None
    return str(card.values.get(role, role)) if card else role


def round_to_minutes(seconds: float | None) -> int | None:
    """Round seconds to whole minutes."""
    return None if seconds is None else round(seconds / 60)


def build_games_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of games: their number, their people and their length."""
    lengths: dict[str, Any] = {"usual": Avg("seconds"), "shortest": Min("seconds"), "longest": Max("seconds")}
    found = count_groups(games, ["game"], number=Count("pk"), taken=Sum("people"), **lengths)
    rows = tuple(
        (
            translate_game(one["game"]),
            one["number"],
            one["taken"],
            *(round_to_minutes(one[name]) for name in lengths),
        )
        for one in found
    )
    head = (
        _("Game"),
        pgettext("how many", "Games"),
        _("Seats of people"),
        _("Minutes, on average"),
        _("shortest"),
        _("longest"),
    )
    return StatisticsTable("games", _("Games"), head, rows)


def build_players_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of victories of each camp, by the number of players."""
    found = count_groups(games.exclude(winner=""), ["game", "players", "winner"], number=Count("pk"))
    tables: dict[tuple[str, int], dict[str, int]] = {}
    for one in found:
        tables.setdefault((one["game"], one["players"]), {})[one["winner"]] = one["number"]
    rows = tuple(
        (translate_game(game), players, translate_camp(game, camp), Rate(won.get(camp, 0), sum(won.values())))
        for (game, players), won in tables.items()
        for camp in _list_camps(game, won)
    )
    head = (_("Game"), _("Players"), _("Camp"), _("Games won"))
    return StatisticsTable("players", _("Number of players"), head, rows, rates=(3,), drawn=3, labelled=3)


def _list_camps(game: str, won: Mapping[str, int]) -> Sequence[str]:
    """Return the camps that can win a game, and any other that has won."""
    kit = playable_kits().get(game)
    usual = list(kit.words.CAMPS) if kit else []
    return [*usual, *(camp for camp in won if camp not in usual)]


def build_camps_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of camps: their victories, and the rates of their people.

    A seat counts for its camp at the end of the game.
    """
    won: dict[str, dict[str, int]] = {}
    for one in count_groups(games.exclude(winner=""), ["game", "winner"], number=Count("pk")):
        won.setdefault(one["game"], {})[one["winner"]] = one["number"]
    seats = count_groups(list_seats(games).exclude(camp=""), ["session__game", "camp"], **SEAT_AGGREGATES)
    of_seats = {(one["session__game"], one["camp"]): one for one in seats}
    rows = []
    for game, numbers in won.items():
        for camp in _list_camps(game, numbers):
            row = of_seats.get((game, camp))
            _won, first, nose = compute_rates(row) if row else (None, None, None)
            there = row["seats"] if row else 0
            rate = Rate(numbers.get(camp, 0), sum(numbers.values()))
            rows.append((translate_game(game), translate_camp(game, camp), rate, there, first, nose))
    head = (_("Game"), _("Camp"), _("Games won"), _("Seats of people"), *list_rate_titles()[1:])
    return StatisticsTable("camps", _("Camps"), head, tuple(rows), rates=(2, 4, 5), drawn=2, labelled=2)


def build_roles_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of roles: the rates of people by their role at the end."""
    found = count_groups(list_seats(games).exclude(role=""), ["session__game", "role"], **SEAT_AGGREGATES)
    head = (_("Game"), _("Role"), _("Seats of people"), *list_rate_titles())
    return StatisticsTable("roles", _("Roles"), head, _build_role_rows(found), rates=(3, 4, 5), drawn=3, labelled=2)


def _build_role_rows(found: Iterable[dict[str, Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return a row for each role of each game, from the counts of its seats."""
    return tuple(
        (
            translate_game(one["session__game"]),
            translate_role(one["session__game"], one["role"]),
            one["seats"],
            *compute_rates(one),
        )
        for one in found
    )


def build_evenings_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of evenings: the number of games, their people and their length."""
    what = {
        "number": Count("pk"),
        "kinds": Count("game", distinct=True),
        "taken": Sum("people"),
        "usual": Avg("seconds"),
    }
    found = count_groups(games, ["event", "event__name", "event__date"], ["-event__date", "-event"], **what)
    rows = tuple(
        (
            one["event__name"] or _("Tables by themselves"),
            date_format(one["event__date"], "SHORT_DATE_FORMAT") if one["event__date"] else None,
            one["number"],
            one["kinds"],
            one["taken"],
            round_to_minutes(one["usual"]),
        )
        for one in found
    )
    head = (
        _("Evening"),
        _("Date"),
        pgettext("how many", "Games"),
        _("Kinds"),
        _("Seats of people"),
        _("Minutes, on average"),
    )
    return StatisticsTable("evenings", _("Evenings"), head, rows)


def build_moderators_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of people who ran tables and agreed to be remembered."""
    ran = ModeratedTable.objects.filter(session__in=games.values("pk"))
    what = {"number": Count("pk"), "kinds": Count("session__game", distinct=True), "usual": Avg("session__seconds")}
    found = count_groups(ran, ["person", "person__name"], ["-number", "person__name"], **what)
    rows = tuple((one["person__name"], one["number"], one["kinds"], round_to_minutes(one["usual"])) for one in found)
    head = (_("Who ran the table"), pgettext("how many", "Games"), _("Kinds"), _("Minutes, on average"))
    return StatisticsTable("moderators", _("Who ran tables"), head, rows, about=explain_missing_people())


def build_people_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of rates of people who agreed to be remembered."""
    by = ["played__person", "played__person__name"]
    found = count_groups(list_seats(games).exclude(played=None), by, ["-seats", by[1]], **SEAT_AGGREGATES)
    rows = tuple((one["played__person__name"], one["seats"], *compute_rates(one)) for one in found)
    head = (_("Person"), pgettext("how many", "Games"), *list_rate_titles())
    return StatisticsTable(
        "people", _("People"), head, rows, rates=(2, 3, 4), drawn=2, about=explain_missing_people()
    )


def build_winless_table(games: QuerySet[GameSession]) -> StatisticsTable:
    """Build the table of people who agreed to be remembered and have won none of these games.

    Games that were neither won nor lost do not count. Few games are marked, because luck alone explains them.
    """
    by = ["played__person", "played__person__name"]
    found = count_groups(list_seats(games).exclude(played=None), by, ["-decided", by[1]], **SEAT_AGGREGATES)
    rows = tuple(
        (one["played__person__name"], one["decided"], _("few games: luck alone") if one["decided"] < ENOUGH else None)
        for one in found
        if one["decided"] and not one["wins"]
    )
    head = (_("Person"), pgettext("how many", "Games"), _("What it says"))
    return StatisticsTable("winless", _("Who has not won yet"), head, rows, about=explain_missing_people())


def explain_missing_people() -> str:
    """Return the sentence on who is missing from a table."""
    return _("Only people who have agreed to be remembered stand here.")


SHEETS: Mapping[str, Callable[[QuerySet[GameSession]], StatisticsTable]] = {
    "games": build_games_table,
    "camps": build_camps_table,
    "players": build_players_table,
    "roles": build_roles_table,
    "evenings": build_evenings_table,
    "moderators": build_moderators_table,
    "people": build_people_table,
    "winless": build_winless_table,
}


def build_all_tables(games: QuerySet[GameSession]) -> list[StatisticsTable]:
    """Build every table that has a row."""
    return [sheet for make in SHEETS.values() if (sheet := make(games)).rows]


def build_tables_of_person(games: QuerySet[GameSession], person: int) -> list[StatisticsTable]:
    """Build the tables of one person, by game and by role."""
    mine = list_seats(games).filter(pk__in=PlayedSeat.objects.filter(person=person).values("seat"))
    heads = (_("Seats"), *list_rate_titles())
    of_games = count_groups(mine, ["session__game"], **SEAT_AGGREGATES)
    first = StatisticsTable(
        "games",
        _("By game"),
        (_("Game"), *heads),
        tuple((translate_game(one["session__game"]), one["seats"], *compute_rates(one)) for one in of_games),
        rates=(2, 3, 4),
        drawn=2,
    )
    of_roles = count_groups(mine.exclude(role=""), ["session__game", "role"], **SEAT_AGGREGATES)
    second = StatisticsTable(
        "roles",
        _("By role"),
        (_("Game"), _("Role"), *heads),
        _build_role_rows(of_roles),
        rates=(3, 4, 5),
        drawn=3,
        labelled=2,
    )
    return [sheet for sheet in (first, second) if sheet.rows]
