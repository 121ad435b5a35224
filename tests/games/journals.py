"""Whole games of robots that were played through the journal, as tests of what is kept of them need them."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection

from games import journal, lifecycle
from games.contract.random_moves import new_table
from games.engine import bots
from games.engine.kit import all_kits
from games.models import GameSession, Seat

# No word of any game, and each unlike the others.
PEOPLE = [
    *("Zephyrine", "Quentinou", "Wilhelmine", "Xavierus", "Yolandette", "Kunigunde", "Ottokar", "Barnabooth"),
    *("Hyacinthe", "Philibert", "Cunegonde", "Theodule", "Gwendolen", "Radegonde", "Ildefonse", "Josephat"),
    *("Brunehilde", "Childebert", "Marjolaine", "Sigismond", "Valbruna", "Dagobert", "Eleuthere", "Nepomuk"),
]


def played(
    slug: str, seed: int, monkeypatch: pytest.MonkeyPatch, code: str = "BFHJ", most: int = 5_000
) -> GameSession:
    """A game of people of these names, from its first move to its last."""
    kit, random = all_kits()[slug], Random(f"{slug} {seed}")
    monkeypatch.setattr(journal, "chance", random)
    size = len(new_table(kit, random.choice).seats)
    names = PEOPLE[:size]
    session = GameSession.objects.create(code=code, game=slug, language="en", kit_version=kit.rules.VERSION)
    Seat.objects.bulk_create(
        Seat(session=session, place=place, name=name, folded=name.lower()) for place, name in enumerate(names)
    )
    options = kit.options_of(kit.rules.VERSION, {}) or {}
    lifecycle.deal_cards(session, kit.roles.deal(names, options, random.choice))
    lifecycle.begin(session)
    for _move in range(most):
        with journal.read_table(session.pk) as (_fresh, table):
            assert table is not None
            if table.outcome:
                break
            move = bots.next_move(kit, table, random.choice)
        journal.submit(session.pk, move.written())
    session.refresh_from_db()
    assert session.stage == GameSession.Stage.OVER
    return session


def columns_with(name: str) -> list[str]:
    """Every column of the database in which a name stands somewhere, whatever its letters are written as."""
    found = []
    wanted = {name.casefold(), name.encode("ascii", "backslashreplace").decode().casefold()}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    if any(one in str(value).casefold() for one in wanted):
                        found.append(f"{table}.{column}: {str(value)[:200]}")
    return found
