"""Open databases of earlier versions, as test_migrations.py asks: `open.py FILE...`; what was found, as JSON.

Each is brought up to date, its games are played again, its desk and its phone are shown, and a ballot is given.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def main(files: list[str]) -> None:
    """Open each of these files of SQLite in turn."""
    django.setup()
    from django.db import connection

    found = {}
    for file in files:
        connection.close()
        connection.settings_dict["NAME"] = file
        found[file] = read_database()
    print(json.dumps(found))


def read_database() -> dict[str, Any]:
    """What became of the database at hand."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.urls import reverse

    from games import journal, table_cache
    from games.models import Event, GameSession
    from moderation.access.devices import COOKIE
    from moderation.management.commands.restore import replay_all
    from moderation.storage.schema import find_schema_state

    table_cache.tables.clear()
    before = find_schema_state(connection)
    call_command("migrate", verbosity=0)
    told, pages = replay_all(), {}
    for code in ("BFHJ", "KLMR"):
        for kind, page in (("moderator", "desk"), ("seat", "phone")):
            client = Client()
            client.cookies[COOKIE] = f"{kind} of {code}"
            pages[f"{page} {code}"] = client.get(
                reverse(page, args=[code]), headers={"host": "localhost"}
            ).status_code
    session = GameSession.objects.get(code="BFHJ")
    moves = session.moves.count()
    ballot = {"step": "vote", "by": "Bob", "answer": {"seat": "Ann"}}
    return {
        "before": before,
        "after": find_schema_state(connection),
        "told": told,
        "pages": pages,
        "moves": moves,
        "taken": journal.submit(session.pk, ballot),
        "seats": session.seat_names(),
        "evenings": list(Event.objects.values_list("name", flat=True)),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
