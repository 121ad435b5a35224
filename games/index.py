"""The index of finished games in columns (camps, victory, deaths, ballots), for statistics.

The journal writes it in the transaction in which a game ends. It blanks it when that end is taken back.
Nothing here is ever read to decide what happens next. Before the end no column tells anything of a camp.
Games that ended before this index existed are read again by `reindex` (`manage.py index`). Start reading at `write`.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from games.engine.kit import all_kits
from games.engine.results import SeatResult, compute_results
from games.engine.table import Table
from games.models import GameSession, Seat
from games.story import ToldRules, build_pages
from games.table_cache import catch_up, lock_session

EDITION = 1  # increased when the meaning of these columns changes; games are then indexed again
SHORTEST = 60  # seconds; a shorter game was imported from a record, and its length is unknown
GAME_COLUMNS = {"indexed": 0, "winner": "", "players": 0, "people": 0, "seconds": None}
SEAT_COLUMNS = {"camp": "", "won": None, "died": None, "ballots": 0, "hits": 0}
A_BATCH = 20  # games indexed by one call


def compute(session: GameSession, table: Table) -> dict[str, SeatResult]:
    """Return the result of each seat of a finished game."""
    return compute_results(session.kit, session.deal or {}, table, build_pages(session, table))


def write(session: GameSession, results: Mapping[str, SeatResult]) -> None:
    """Write the results of a locked, finished session into its columns and those of its seats."""
    seats = list(session.seats.only("pk", "name", "bot"))
    for seat in seats:
        for column, value in vars(results.get(seat.name, SeatResult())).items():
            setattr(seat, column, value)
    Seat.objects.bulk_update(seats, SEAT_COLUMNS.keys())
    camps = session.kit.words.CAMPS
    winners = (session.outcome or {}).get("winners", ())
    session.indexed = EDITION
    session.winner = next((one for one in winners if one in camps), "")
    session.players, session.people = len(seats), sum(not seat.bot for seat in seats)
    lasted = round((session.ended - session.started).total_seconds()) if session.ended and session.started else 0
    session.seconds = lasted if lasted >= SHORTEST else None
    session.save(update_fields=GAME_COLUMNS.keys())


def clear(session: GameSession) -> None:
    """Clear the index of a locked session whose end was taken back."""
    session.seats.update(**SEAT_COLUMNS)
    for column, value in GAME_COLUMNS.items():
        setattr(session, column, value)
    session.save(update_fields=GAME_COLUMNS.keys())


def count_missing() -> int:
    """Count the finished games that have no index or an older one."""
    return _list_missing().count()


def _list_missing() -> QuerySet[GameSession]:
    return GameSession.objects.filter(stage=GameSession.Stage.OVER, indexed__lt=EDITION)


def reindex_some(after: int = 0) -> tuple[int, int]:
    """Index the next few games that have no index, by ascending number.

    Returns how many were indexed, and the number of the last one (0: none is left).
    A game whose kit is not installed any more stays as it is.
    """
    keys = list(_list_missing().filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:A_BATCH])
    return sum(map(reindex, keys)), keys[-1] if keys else 0


def reindex(session_id: int) -> bool:
    """Replay a game that has no index and write it, in its own transaction.

    Returns whether the game had none.
    """
    with lock_session(session_id) as session:
        if session.stage != GameSession.Stage.OVER or session.indexed >= EDITION or session.game not in all_kits():
            return False
        told = None if session.is_current else Table(ToldRules(session), session.seat_names(), {}, {})
        table = told or catch_up(session).table
        if table.outcome is None:
            return False
        write(session, compute(session, table))
        return True
