"""The rows of an event that archives are written from and read into, referenced by position.

In a file, a round, a guest or a table is its position in its list. Primary keys are not portable between servers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.models import Event, GameSession, Move, Round, Seat
from games.story import list_standing_moves
from moderation.models import BoardGame, Guest, Placing, Seating, SignUp
from moderation.play.pacing import clock

Stage = GameSession.Stage


@dataclass
class ExportedRows:
    """An event to export, read in a fixed number of queries."""

    event: Event
    rounds: list[Round]
    opened: SignUp | None
    guests: list[Guest]
    games: list[GameSession]
    left_out: int
    seats: dict[int, list[Seat]]
    moves: dict[int, list[Move]]
    seatings: list[Seating]
    board_games: list[BoardGame]
    placings: dict[int, list[Placing]]

    def get_board_slugs(self) -> dict[str, str]:
        """Return the slugs of board games as the archive writes them, by those of the database."""
        return {one.slug: f"board-{place}" for place, one in enumerate(self.board_games)}


@dataclass
class ArchiveCounts:
    """The size of each list of an archive, for parts that reference positions in them."""

    rounds: int = 0
    guests: int = 0
    games: list[dict[int, bool]] = field(default_factory=list)  # by place: true if the computer plays the seat


@dataclass
class ImportProgress:
    """The rows that the import of an archive has created so far.

    The games come first, before the event and its lists.
    """

    event: Event = field(default_factory=Event)
    rounds: list[Round] = field(default_factory=list)
    guests: list[Guest] = field(default_factory=list)
    games: list[GameSession] = field(default_factory=list)
    board_games: dict[str, str] = field(default_factory=dict)  # new slugs by those of the archive
    seats: list[dict[int, Seat]] = field(default_factory=list)  # of each game, by place


def read_rows(event: Event) -> ExportedRows:
    """Read an event with all that may be exported: only games whose end is public.

    A running game is secret, and so is an end that is not yet public. Both are counted as left out.
    """
    every = list(event.games.select_related("settings", "pacing").order_by("created", "pk"))
    games = [game for game in every if clock.find_public_stage(game) == Stage.OVER and game.outcome]
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    moves: dict[int, list[Move]] = {game.pk: [] for game in games}
    heads = {game.pk: game.head for game in games}
    for seat in Seat.objects.filter(session__in=games).order_by("session", "place"):
        seats[seat.session_id].append(seat)
    for move in Move.objects.filter(session__in=games).order_by("session", "number"):
        if move.number <= heads[move.session_id]:  # moves entered later are not part of the finished game
            moves[move.session_id].append(move)
    seatings = list(Seating.objects.filter(round__event=event).order_by("round"))
    placings: dict[int, list[Placing]] = {one.pk: [] for one in seatings}
    for placing in Placing.objects.filter(seating__in=seatings).select_related("seat").order_by("pk"):
        placings[placing.seating_id].append(placing)
    return ExportedRows(
        event=event,
        rounds=list(event.rounds.order_by("pk")),
        opened=SignUp.objects.filter(event=event).first(),
        guests=[guest for guest in Guest.objects.filter(event=event).order_by("pk") if guest.name],
        games=games,
        left_out=len(every) - len(games),
        seats=seats,
        moves={key: list_standing_moves(rows) for key, rows in moves.items()},
        seatings=seatings,
        board_games=list(BoardGame.objects.filter(event=event)),
        placings=placings,
    )
