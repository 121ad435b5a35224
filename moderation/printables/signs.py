"""The content of printed signs of a table and of an evening.

They show nothing that its own public screen would not show.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time

from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.engine.kit import Kit
from games.models import Event, GameSession, Round
from moderation.access import qr
from moderation.events.assignments import find_latest_game, list_games
from moderation.models import Placing
from moderation.web import join_address
from moderation.web.kits import playable_kits

# Letters that Unicode does not decompose into a base letter and an accent.
BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True)
class Sign:
    """The content of a poster and a table tent: game, table, code, join address and Wi-Fi."""

    kit: Kit
    table: str  # the name of its place in the hall; empty: none
    evening: str
    code: str
    address: str
    join: SafeString
    wifi_name: str
    wifi: SafeString


@dataclass(frozen=True)
class SeatedName:
    """The table of a person in a round. `runs`: at that table's desk."""

    name: str
    table: str
    game: str
    runs: bool


@dataclass(frozen=True)
class PrintedRound:
    """A round of an evening: its hours, its games, and who sits where, by name."""

    name: str
    begins: time | None
    ends: time | None
    games: tuple[tuple[str, str], ...]
    sittings: tuple[SeatedName, ...] = ()


def build_sign(request: HttpRequest, session: GameSession) -> Sign:
    """Build the sign of an open table.

    Its Wi-Fi is that of the table, or else the one set on the host console.
    """
    of_house = join_address.read_wifi()
    name, password = session.settings.wifi_name, session.settings.wifi_password
    if not name:
        name, password = of_house["wifi_name"], of_house["wifi_password"]
    return Sign(
        kit=session.kit,
        table=session.spot,
        evening=session.event.name if session.event else "",
        code=session.code,
        address=qr.build_server_address(request).partition("://")[2],
        join=qr.draw_svg(qr.build_join_url(request, session)),
        wifi_name=name,
        wifi=qr.draw_wifi(name, password),
    )


def build_signs(request: HttpRequest, evening: Event) -> list[Sign]:
    """Build the signs of an evening's open tables, round by round, in the order of its places."""
    games = evening.games.filter(closed=None, game__in=playable_kits()).defer(*GameSession.LONG)
    return [build_sign(request, game) for game in sort_games(evening, games.select_related("settings", "event"))]


def sort_games(evening: Event, games: Iterable[GameSession]) -> list[GameSession]:
    """Sort the games of an evening round by round, in the order of its places."""
    order = {spot: number for number, spot in enumerate(evening.spots)}

    def where(one: GameSession) -> tuple[bool, int, int, str, int]:
        return one.round_id is None, one.round_id or 0, order.get(one.spot, len(order)), one.spot, one.pk

    return sorted(games, key=where)


def build_programme(evening: Event) -> list[PrintedRound]:
    """Build the rounds of an evening with their games."""
    games = evening.games.filter(round__isnull=False).defer(*GameSession.LONG)
    by_round: dict[int, list[GameSession]] = {}
    for game in sort_games(evening, games):
        by_round.setdefault(game.round_id or 0, []).append(game)
    return [_build_round(one, by_round.get(one.pk, ())) for one in evening.rounds.all()]


def _build_round(one: Round, games: Iterable[GameSession]) -> PrintedRound:
    at = dict.fromkeys((game.spot or game.code, game.game_name) for game in games)
    return PrintedRound(one.name, one.begins, one.ends, tuple(at))


def list_seatings(evening: Event) -> list[PrintedRound]:
    """List who sits where, by name, in each round with open tables.

    Only people of an accepted seating are listed, because the sign-up page tells them that the hall shows their name.
    """
    placings = (
        Placing.objects.filter(seating__round__event=evening, guest__left=None)
        .exclude(seating__accepted=None)
        .exclude(session=None)
        .select_related("guest", "seating")
    )
    games = list_games(evening, {one.session_id for one in placings if one.session_id})
    by_round: dict[int, list[SeatedName]] = {}
    for one in placings:
        first = games.get(one.session_id or 0)
        if first is None:
            continue
        now = find_latest_game(first, games)
        sitting = SeatedName(one.guest.name, now.spot or first.spot or now.code, now.game_name, one.runs)
        by_round.setdefault(one.seating.round_id, []).append(sitting)
    return [
        PrintedRound(part.name, part.begins, part.ends, (), tuple(sorted(by_round[part.pk], key=_build_sort_key)))
        for part in evening.rounds.all()
        if part.pk in by_round
    ]


def _build_sort_key(one: SeatedName) -> tuple[str, str]:
    """Return the sort key of a name: its letters without accents.

    People look for their name in that order.
    """
    plain = unicodedata.normalize("NFKD", one.name.casefold()).translate(BARE)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)), one.name
