"""One process alone: how fast the engine plays and replays, and what a vote costs between the page and the disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

from qa.bench.figures import Figure


def figures() -> Iterator[Figure]:
    """All of it, with a database of its own."""
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "moderation.project.settings", "VEILLEUR_DATA": data}
        import django

        django.setup()
        yield from engine()
        yield from journal()


def engine() -> Iterator[Figure]:
    """Whole random games played by bots, and their moves replayed."""
    from games.engine import bots
    from games.engine.kit import all_kits
    from games.engine.table import Table

    kit, random = all_kits()["sporz"], Random(1)
    games, started = [], perf_counter()
    while perf_counter() - started < 4:
        seats = [f"P{number}" for number in range(random.randint(6, 16))]
        options = {name: option.default for name, option in kit.roles.OPTIONS.items()}
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        bots.play_out(kit, table, random.choice)
        games.append(table)
    yield Figure("whole random Sporz games, 6 to 16 seats", len(games) / (perf_counter() - started), "/s")
    started, moves = perf_counter(), 0
    for played in games:
        again = Table(kit.rules, played.seats, played.options, played.deal)
        for _number, move in played.standing:
            again.take(move)
        moves += again.number
    yield Figure("moves replayed", moves / (perf_counter() - started), "/s")


def journal() -> Iterator[Figure]:
    """What one vote costs between the page and the disk, at a table of 16 on SQLite."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games import journal, lifecycle
    from games.engine.kit import all_kits
    from games.models import GameSession, Seat
    from moderation.server.server import ready_database

    random, kit = Random(2), all_kits()["sporz"]
    names = [f"P{number}" for number in range(16)]
    with ready_database():
        session = GameSession.objects.create(code="BFHJ", game="sporz")
        for place, name in enumerate(names):
            Seat.objects.create(session=session, place=place, name=name, folded=name)
        lifecycle.deal_cards(session, kit.roles.deal(names, {}, random.choice))
        lifecycle.begin(session)
        moves: list[dict[str, Any]] = [
            {"step": "chief", "by": random.choice(names), "answer": {"seat": random.choice(names)}}
            for _ in range(400)
        ]
        with CaptureQueriesContext(connection) as queries:
            journal.submit(session.pk, moves[0])
        yield Figure("SQL statements of a move in the journal", len(queries))
        wall, cpu = perf_counter(), process_time()
        for move in moves:
            journal.submit(session.pk, move)
        yield Figure("a move into the journal, to the disk", (perf_counter() - wall) / len(moves) * 1000, "ms")
        yield Figure("CPU of that", (process_time() - cpu) / len(moves) * 1000, "ms")
        connection.close()
