"""Checks that PostgreSQL has every move and every tap that phones and desk were told is stored."""

from __future__ import annotations

import psycopg

from qa.walking import Evening

OF_THE_TABLE = "JOIN games_gamesession s ON s.id = session_id WHERE s.code = %s AND s.closed IS NULL"


def read_journal(database: str, code: str) -> list[tuple[int, str | None]]:
    """Return the numbers of a game's moves, each with its tap if it is the first of one."""
    query = (
        "SELECT m.number, t.request FROM games_move m JOIN games_gamesession s ON s.id = m.session_id"
        " LEFT JOIN games_tap t ON t.session_id = m.session_id AND t.move = m.number"
        " WHERE s.code = %s AND s.closed IS NULL ORDER BY m.number"
    )
    with psycopg.connect(database) as client:
        return client.execute(query, [code]).fetchall()


def check_kept(database: str, evening: Evening) -> None:
    """Check that the journal has no gap and no double, and that every accepted tap is stored once."""
    moves = read_journal(database, evening.code)
    assert [number for number, _tap in moves] == list(range(1, len(moves) + 1))
    with psycopg.connect(database) as client:
        stored = client.execute(f"SELECT request FROM games_tap {OF_THE_TABLE}", [evening.code]).fetchall()
    taps = [request.partition(":")[2] for (request,) in stored]
    assert len(set(taps)) == len(taps)
    assert set(taps) <= {dict(fields).get("request", "") for person in evening.people for fields in person.accepted}
    for person in evening.people:
        for fields, status in person.answered:
            request = dict(fields).get("request")
            assert status != 200 or not request or request in taps, fields
