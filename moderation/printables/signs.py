"""The content of printed signs of a table and of an evening.

They show nothing that its own public screen would not show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.kit import Kit
from games.models import Event, GameSession, Round
from moderation.access import qr
from moderation.events.assignments import find_latest_game, list_games
from moderation.events.evening_games import (
    BoardTable,
    EveningGame,
    list_board_games,
    list_board_tables,
    name_place,
)
from moderation.models import Placing, SignUp
from moderation.players.names import build_sort_key
from moderation.web import join_address
from moderation.web.kits import playable_kits


@dataclass(frozen=True)
class Sign:
    """The content of a poster and a table tent: game, table, round, code, address, Wi-Fi.

    A planned table has no code yet. Its address is that of the sign-up page, where people find their seat.
    """

    kit: Kit | None  # None: a board game
    table: str  # the name of its place in the hall; empty: none
    evening: str
    round: str
    code: str  # empty: the table is not open yet
    address: str
    join: SafeString
    wifi_name: str
    wifi: SafeString
    board: EveningGame | None = None


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
    name, password = session.settings.wifi_name, session.settings.wifi_password
    return Sign(
        kit=session.kit,
        table=session.spot,
        evening=session.event.name if session.event else "",
        round=session.round.name if session.round else "",
        code=session.code,
        address=qr.build_server_address(request).partition("://")[2],
        join=qr.draw_svg(qr.build_join_url(request, session)),
        **_draw_wifi(name, password),
    )


def _draw_wifi(name: str = "", password: str = "") -> dict[str, Any]:
    if not name:
        joined = join_address.read_wifi()
        name, password = joined["wifi_name"], joined["wifi_password"]
    return {"wifi_name": name, "wifi": qr.draw_wifi(name, password)}


def build_signs(request: HttpRequest, evening: Event, of: Round | None = None) -> list[Sign]:
    """Build the signs of an evening's open and planned tables, in the order of its places.

    `of`: only those of this round.
    """
    games = evening.games.filter(closed=None, game__in=playable_kits()).defer(*GameSession.LONG)
    if of:
        games = games.filter(round=of)
    opened = [
        build_sign(request, game) for game in sort_games(evening, games.select_related("settings", "event", "round"))
    ]
    return [*opened, *build_planned_signs(request, evening, of)]


def build_planned_signs(request: HttpRequest, evening: Event, of: Round | None) -> list[Sign]:
    """Build the signs of tables of proposed seatings, and of all board games, by round."""
    boards = list_board_games(evening)
    rows = Placing.objects.filter(seating__round__event=evening, session=None).exclude(spot=None)
    rows = rows.filter(Q(game__in=playable_kits(), seating__accepted=None) | Q(game__in=boards))
    rows = rows.filter(seating=of.pk) if of else rows
    tables = rows.values_list("seating__round__name", "spot", "game").order_by("seating__round", "spot").distinct()
    found = SignUp.objects.filter(event=evening).first()
    url = qr.build_server_address(request) + reverse("sign_up", args=[found.key]) if found else ""
    return [
        Sign(
            kit=playable_kits().get(game),
            board=boards.get(game),
            table=name_place(evening, spot),
            evening=evening.name,
            round=part,
            code="",
            address=url.partition("://")[2],
            join=qr.draw_svg(url) if url else SafeString(""),
            **_draw_wifi(),
        )
        for part, spot, game in tables
        if spot is not None
    ]


def sort_games(evening: Event, games: Iterable[GameSession]) -> list[GameSession]:
    """Sort the games of an evening round by round, in the order of its places."""
    order = {spot: number for number, spot in enumerate(evening.spots)}

    def where(one: GameSession) -> tuple[bool, int, int, str, int]:
        return one.round_id is None, one.round_id or 0, order.get(one.spot, len(order)), one.spot, one.pk

    return sorted(games, key=where)


def build_programme(evening: Event) -> list[PrintedRound]:
    """Build the rounds of an evening with their games."""
    games = evening.games.filter(round__isnull=False).defer(*GameSession.LONG)
    boards: dict[int, list[tuple[str, str]]] = {}
    for table in _list_board_tables(evening):
        boards.setdefault(table.round.pk, []).append((name_place(evening, table.spot), table.game.name))
    by_round: dict[int, list[GameSession]] = {}
    for game in sort_games(evening, games):
        by_round.setdefault(game.round_id or 0, []).append(game)
    return [_build_round(one, by_round.get(one.pk, ()), boards.get(one.pk, ())) for one in evening.rounds.all()]


def _list_board_tables(evening: Event) -> list[BoardTable]:
    """Return the tables of board games in accepted seatings."""
    boards = list_board_games(evening)
    rows = Placing.objects.filter(seating__round__event=evening, game__in=boards).exclude(seating__accepted=None)
    return list_board_tables(boards, rows.select_related("guest", "seating__round"))


def _build_round(one: Round, games: Iterable[GameSession], boards: Iterable[tuple[str, str]]) -> PrintedRound:
    at = dict.fromkeys([*((game.spot or game.code, game.game_name) for game in games), *boards])
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
    for table in _list_board_tables(evening):
        spot = name_place(evening, table.spot)
        sittings = [SeatedName(one.guest.name, spot, table.game.name, False) for one in table.placings]
        by_round.setdefault(table.round.pk, []).extend(sittings)
    return [
        PrintedRound(part.name, part.begins, part.ends, (), tuple(sorted(by_round[part.pk], key=_build_sort_key)))
        for part in evening.rounds.all()
        if part.pk in by_round
    ]


def _build_sort_key(one: SeatedName) -> tuple[str, str]:
    """Return the sort key of a person: people look for their name in that order."""
    return build_sort_key(one.name)
