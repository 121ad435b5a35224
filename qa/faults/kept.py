"""Whether PostgreSQL has kept all that phones and desk were told is kept."""

from __future__ import annotations

import psycopg

from moderation.play.commands import receipts
from qa.walking import Evening


def journal_of(database: str, code: str) -> list[tuple[int, str | None]]:
    """The numbers and taps of a game's moves, as they are kept."""
    query = (
        "SELECT number, request FROM games_move JOIN games_gamesession s ON s.id = session_id"
        " WHERE s.code = %s AND s.closed IS NULL ORDER BY number"
    )
    with psycopg.connect(database) as client:
        return client.execute(query, [code]).fetchall()


def check_kept(database: str, evening: Evening, key: str) -> None:
    """The journal has no gap and no double, and every tap that was accepted, as its receipt says, once."""
    moves = journal_of(database, evening.code)
    assert [number for number, _tap in moves] == list(range(1, len(moves) + 1))
    kept = [tap.partition(":")[2] for _number, tap in moves if tap]
    assert len(set(kept)) == len(kept)
    assert set(kept) <= {dict(fields).get("request", "") for person in evening.people for fields in person.accepted}
    with psycopg.connect(database) as client:
        query = "SELECT seat.name, seat.id, s.id FROM games_seat seat JOIN games_gamesession s ON s.id = session_id"
        seats = client.execute(f"{query} WHERE s.code = %s AND s.closed IS NULL", [evening.code]).fetchall()
    session, numbers = seats[0][2], {tap.partition(":")[2]: number for number, tap in moves if tap}
    whose = {name: receipts.name_sender(seat) for name, seat, _session in seats}
    for name, person in {"": evening.moderator, **evening.players}.items():
        for fields, receipt in person.receipts:
            tap, step = dict(fields).get("request", ""), dict(fields).get("opened", "")
            made = [numbers[tap]] if tap in numbers else []
            assert receipts.find_outcome(receipt, session, whose.get(name, receipts.DESK), step, tap, made, key), (
                fields
            )
