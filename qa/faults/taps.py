"""Checks of the table of taps: each tap that was answered is stored as it was answered, and its move is there.

A tap with a reply of success that is not in the table, or whose move is not in the journal, is lost. A tap with no
other reply than a refusal is in neither.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from games.engine.moves import parse_move
from qa.faults.checks import THE_SESSION, fresh_table, rows
from qa.serving import RunningServer
from qa.walking import Evening, Player

KINDS = ("moves", "without a move", "refused on the card", "refused", "replaced", "undone")


@dataclass(frozen=True)
class SentTap:
    """A tap that was answered."""

    name: str  # of the player; empty at the desk
    step: str
    request: str


def read_taps(server: RunningServer, code: str) -> dict[tuple[str, str], tuple[str, int]]:
    """Return the outcome and the first move of each stored tap, by its player and its request id."""
    stored = rows(
        server, f"SELECT request, outcome, move FROM games_tap WHERE session_id = ({THE_SESSION}) ORDER BY id", code
    )
    seats = rows(server, f"SELECT id, name FROM games_seat WHERE session_id = ({THE_SESSION})", code)
    names = {f"s{pk}": name for pk, name in seats}
    parts = ((*request.split(":", 1), outcome, move) for request, outcome, move in stored)
    return {(names.get(sender, ""), tap): (outcome, move) for sender, tap, outcome, move in parts}


def find_answered(evening: Evening, *statuses: int) -> set[SentTap]:
    """Return all taps that were answered with one of these statuses."""
    return {
        SentTap(person.name if isinstance(person, Player) else "", form.get("opened", ""), form["request"])
        for person in evening.people
        for form, status in ((dict(fields), status) for fields, status in person.answered)
        if status in statuses and form.get("request")
    }


def check_taps(server: RunningServer, evening: Evening) -> Counter[str]:
    """Compare all answered taps with those that are stored, and count them by kind."""
    accepted, refused = find_answered(evening, 200), find_answered(evening, 409)
    coming = {dict(fields).get("request", "") for person in evening.people for fields in person.under_way}
    stored = read_taps(server, evening.code)  # read last: what was answered before must be in there
    for tap in accepted:
        assert (tap.name, tap.request) in stored, f"LOST: accepted, and not stored: {tap}"
    again = {(tap.name, tap.request) for tap in accepted}
    for tap in refused:  # a refused tap may come again, and be accepted
        is_open = (tap.name, tap.request) in again or tap.request in coming
        assert is_open or (tap.name, tap.request) not in stored, f"LOST: refused, and stored: {tap}"
    return count_taps(server, evening, stored, accepted, refused)


def count_taps(
    server: RunningServer,
    evening: Evening,
    stored: dict[tuple[str, str], tuple[str, int]],
    accepted: set[SentTap],
    refused: set[SentTap],
) -> Counter[str]:
    """Count taps by kind, and check that the journal has every move."""
    valid, head = read_moves(server, evening)
    latest: dict[tuple[str, str], int] = {}
    moves = {tap: move for tap in accepted if (move := stored[tap.name, tap.request][1])}
    for tap, move in moves.items():
        assert move <= head, f"LOST: accepted, and its move is gone: {tap}"
        if move in valid:
            latest[tap.name, tap.step] = max(move, latest.get((tap.name, tap.step), 0))
    counts = Counter({kind: 0 for kind in KINDS})
    counts["refused"] = len(refused - accepted)
    for tap in accepted - moves.keys():
        on_card = stored[tap.name, tap.request][0] == "refused"
        counts["refused on the card" if on_card else "without a move"] += 1
    for tap, move in moves.items():
        counts["moves"] += 1
        counts["undone"] += move not in valid
        counts["replaced"] += bool(tap.name) and move in valid and move < latest[tap.name, tap.step]
    return counts


def read_moves(server: RunningServer, evening: Evening) -> tuple[set[int], int]:
    """Return the numbers of the moves that were not taken back, and the number of the last move."""
    table = fresh_table(server, evening.code)
    lines = rows(
        server, f"SELECT body FROM games_move WHERE session_id = ({THE_SESSION}) ORDER BY number", evening.code
    )
    bodies: list[dict[str, Any]] = [json.loads(body) for (body,) in lines]
    for body in bodies:
        table.take(parse_move(body))
    undoes = {number for number, body in enumerate(bodies, 1) if "undo" in body}
    return undoes | {number for number, *_ in table.standing} | {number for number, *_ in table.covers}, len(bodies)
