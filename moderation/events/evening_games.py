"""The games that an evening offers: those that Veilleur runs, and its ordinary board games.

A board game has no secrets, so its table has no session: it is a table of the seating, and nothing else. Ruling: it
stands until the tables of another round open, or the evening closes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine.kit import Kit
from games.models import Event, Round
from moderation.models import BoardGame, Placing
from moderation.players import confusables
from moderation.web.kits import playable_kits


@dataclass(frozen=True)
class EveningGame:
    """A game that tables of an evening can play; `kit`: None for a board game."""

    slug: str
    name: str
    least: int
    most: int
    moderated: bool = False
    kit: Kit | None = None
    minutes: int | None = None
    explains: str = ""  # the name of the person who explains it


def list_evening_games(event: Event) -> dict[str, EveningGame]:
    """Return the games of an evening by slug, in the active language. Runs one query."""
    found = {
        slug: EveningGame(slug, str(kit.words.NAME), *kit.roles.SEATS, bool(kit.words.MODERATED), kit)
        for slug, kit in playable_kits().items()
    }
    return found | list_board_games(event)


def list_board_games(event: Event) -> dict[str, EveningGame]:
    """Return the board games of an evening by slug."""
    return {
        one.slug: EveningGame(one.slug, one.name, one.least, one.most, minutes=one.minutes, explains=one.explains)
        for one in BoardGame.objects.filter(event=event)
    }


@dataclass(frozen=True)
class BoardTable:
    """A table of a board game, with its people. It has no session."""

    round: Round
    spot: int
    game: EveningGame
    placings: tuple[Placing, ...]


def list_board_tables(games: Mapping[str, EveningGame], placings: Iterable[Placing]) -> list[BoardTable]:
    """Return the tables of board games of these seatings, by round and place.

    Their people are those who have not gone home.
    """
    found: dict[tuple[int, int], list[Placing]] = {}
    for one in placings:
        if one.spot is not None and one.game in games and games[one.game].kit is None and not one.guest.left:
            found.setdefault((one.seating_id, one.spot), []).append(one)
    return [
        BoardTable(there[0].seating.round, spot, games[there[0].game], tuple(there))
        for (_seating, spot), there in sorted(found.items())
    ]


def is_explained_by(game: EveningGame, name: str) -> bool:
    """Return true if this person explains a game."""
    return bool(game.explains) and confusables.compute_key(game.explains) == confusables.compute_key(name)


def name_place(event: Event, spot: int) -> str:
    """Return the name of a place of the hall, or its number."""
    return event.spots[spot] if spot < len(event.spots) else str(spot + 1)
