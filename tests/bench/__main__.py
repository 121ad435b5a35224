"""`make bench`: what the house can bear, as a table of figures. No pass and no fail; some minutes.

`make bench ARGS="300 30x16"` measures those halls alone, beside the engine and the journal: phones at one table, or
tables of so many each; a `+` after it adds a second process, on PostgreSQL and Redis. Start reading at `main`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

from tests.bench.halls import Size, measured

HALLS = ("16", "100", "300", "500", "30x16", "300+")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "moderation.settings", "VEILLEUR_DATA": data}
        import django

        django.setup()
        for line in (*engine(), *journal()):
            say(*line)
    for size in map(Size.read, sys.argv[1:] or HALLS):
        for line in measured(size):
            say(*line)


def say(what: str, figure: str) -> None:
    """One row of the table."""
    print(f"{what:<66} {figure:>16}", flush=True)


# The engine, on one core


def engine() -> Iterator[tuple[str, str]]:
    """Whole random games played by bots, and their moves replayed."""
    from games import bots
    from games.kits import all_kits
    from games.table import Table

    kit, random = all_kits()["sporz"], Random(1)
    games, started = [], perf_counter()
    while perf_counter() - started < 4:
        seats = [f"P{number}" for number in range(random.randint(6, 16))]
        options = {"night_autopsy": "role", "show_tally": True}
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        bots.play_out(kit, table, random.choice)
        games.append(table)
    yield "whole random Sporz games, 6 to 16 seats", f"{len(games) / (perf_counter() - started):.0f} /s"
    started, moves = perf_counter(), 0
    for played in games:
        again = Table(kit.rules, played.seats, played.options, played.deal)
        for _number, move in played.standing:
            again.take(move)
        moves += again.number
    yield "moves replayed", f"{moves / (perf_counter() - started):.0f} /s"


# The journal


def journal() -> Iterator[tuple[str, str]]:
    """What one vote costs between the page and the disk, at a table of 16 on SQLite."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games import journal, opening
    from games.kits import all_kits
    from games.models import GameSession, Seat
    from moderation.server import ready_database

    random, kit = Random(2), all_kits()["sporz"]
    names = [f"P{number}" for number in range(16)]
    with ready_database():
        session = GameSession.objects.create(code="BFHJ", game="sporz")
        for place, name in enumerate(names):
            Seat.objects.create(session=session, place=place, name=name, folded=name)
        opening.deal_cards(session, kit.roles.deal(names, {}, random.choice))
        opening.begin(session)
        moves: list[dict[str, Any]] = [
            {"step": "chief", "by": random.choice(names), "answer": {"seat": random.choice(names)}}
            for _ in range(400)
        ]
        with CaptureQueriesContext(connection) as queries:
            journal.submit(session.pk, moves[0])
        yield "queries of a move, its transaction's own aside", f"{len(queries)}"
        wall, cpu = perf_counter(), process_time()
        for number, move in enumerate(moves):
            journal.submit(session.pk, move, request=f"tap {number}")
        yield "a move into the journal, to the disk", f"{(perf_counter() - wall) / len(moves) * 1000:.2f} ms"
        yield "CPU of that", f"{(process_time() - cpu) / len(moves) * 1000:.2f} ms"
        connection.close()


if __name__ == "__main__":
    main()
