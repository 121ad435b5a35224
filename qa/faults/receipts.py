"""What the receipts that people hold say of their taps, and whether the journal agrees: no tap is left unexplained.

Whoever has the data folder has the house's key. A receipt that opens for no outcome which the journal bears out was
given for a move that is gone: that is a loss, also where the phone itself was not told what became of its tap.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from games.engine.moves import move_of
from moderation.play.commands import receipts
from qa.faults.checks import THE_SESSION, fresh_table, rows
from qa.serving import RunningServer
from qa.walking import Evening, Player

KINDS = ("accepted", "refused", "beside", "replaced", "undone", "accepted later")


@dataclass
class Kept:
    """What the data folder says of a game, just now."""

    session: int
    seats: dict[str, int]
    taps: dict[str, int]  # the number of each move that a named tap made
    beside: dict[str, list[str]]  # the taps of cover answers after the end, by seat
    key: str
    released: int  # the last move from whose moment the table has gone on
    said: list[int]  # the moves after which the desk has gone on in what is spoken aloud


@dataclass(frozen=True)
class Held:
    """A receipt that somebody holds, and what they sent for it."""

    name: str  # of the player; empty at the desk
    step: str
    tap: str
    receipt: str
    moment: int | None = None  # that the desk went on from by it, which is no move
    part: int | None = None  # of what is spoken aloud, that the desk went on to by it, which is no move either


def kept(server: RunningServer, code: str) -> Kept:
    """Read it: the key as the house reads it."""
    ((session,),) = rows(server, THE_SESSION, code)
    seats = dict(rows(server, "SELECT name, id FROM games_seat WHERE session_id = ?", session))
    moves = rows(server, "SELECT request, number FROM games_move WHERE session_id = ? AND request > ''", session)
    beside_the_journal = "SELECT late_covers, released, said FROM games_upkeep WHERE session_id = ?"
    ((late, released, said),) = rows(server, beside_the_journal, session)
    beside = {name: cover.get("taps", []) for name, cover in json.loads(late).items()}
    key = os.environ.get("SECRET_KEY") or (server.data / "secret_key").read_text().strip()
    return Kept(session, seats, dict(moves), beside, key, released, [int(number) for number in json.loads(said)])


def held_by(evening: Evening) -> list[Held]:
    """Every receipt that somebody holds, in the order of the answers to each."""
    return [
        Held(
            person.name if isinstance(person, Player) else "",
            form.get("opened", ""),
            form.get("request", ""),
            receipt,
            int(form["held"]) if "held" in form else None,
            int(form["part"]) if "part" in form else None,
        )
        for person in evening.people
        for form, receipt in ((dict(fields), receipt) for fields, receipt in person.receipts)
    ]


def check_receipts(server: RunningServer, evening: Evening) -> Counter[str]:
    """Every tap that has a receipt is what its receipt says, so far; how many of each kind.

    A tap that was refused in the open may come again and be accepted: then it has a second receipt, or will have.
    """
    held = held_by(evening)
    coming = [dict(fields).get("request", "") for person in evening.people for fields in person.under_way]
    house = kept(server, evening.code)  # read last: what was answered before must be in there
    found = {one: outcome(house, one) for one in held}
    became = defaultdict(set)
    for one, what in found.items():
        became[one.name, one.tap].add(what)
    for one, what in found.items():
        name = stored_as(house, one)
        if what == receipts.REFUSED:
            later = one.tap in coming or len(became[one.name, one.tap]) > 1
            assert name not in house.taps or later, f"LOST: refused, and in the journal: {one}"
        elif what == receipts.LATE_COVER:
            assert name in house.beside.get(one.name, []), f"LOST: kept beside, and not there: {one}"
        else:
            assert what != receipts.DONE or is_kept_beside(house, one), f"LOST: accepted, and no move: {one}"
    return counted(server, evening, house, found)


def is_kept_beside(house: Kept, one: Held) -> bool:
    """Return whether what this tap did without a move is kept: a moment that is over, lines that were spoken."""
    if one.moment is not None:
        return one.moment <= house.released
    shown = int(one.step or 0)  # 0: the game is over
    return one.part is not None and any(number <= shown or not shown for number in house.said)


def outcome(house: Kept, one: Held) -> str:
    """What became of a tap, as its receipt says. Raises AssertionError when the journal does not bear it out."""
    whose = receipts.name_sender(house.seats[one.name] if one.name else None)
    moves = [number for number in [house.taps.get(stored_as(house, one))] if number]
    what = receipts.find_outcome(one.receipt, house.session, whose, one.step, one.tap, moves, house.key)
    assert what is not None, f"LOST: a receipt for what is not in the journal: {one}"
    return what


def stored_as(house: Kept, one: Held) -> str:
    """The name of a tap in the journal; that of a desk has its device in it."""
    if one.name:
        return f"s{house.seats[one.name]}:{one.tap}"
    return next((tap for tap in house.taps if one.tap and tap[0] == "d" and tap.partition(":")[2] == one.tap), "")


def counted(server: RunningServer, evening: Evening, house: Kept, found: dict[Held, str]) -> Counter[str]:
    """How many taps were accepted, of these taken back or replaced by the seat's next answer; how many were not."""
    standing = numbers_that_stand(server, evening)
    latest: dict[tuple[str, str], int] = {}
    accepted = {one: number for one in found if (number := house.taps.get(stored_as(house, one)))}
    for one, number in accepted.items():
        if number in standing:
            latest[one.name, one.step] = max(number, latest.get((one.name, one.step), 0))
    counts = Counter({kind: 0 for kind in KINDS})
    for one, what in found.items():
        number = accepted.get(one)
        if number and what == receipts.REFUSED:
            counts["accepted later"] += 1
        elif number:
            counts["accepted"] += 1
            counts["undone"] += number not in standing
            counts["replaced"] += bool(one.name) and number in standing and number < latest[one.name, one.step]
        elif one.moment is None and one.part is None:
            counts[what] += 1
    return counts


def numbers_that_stand(server: RunningServer, evening: Evening) -> set[int]:
    """The numbers of the moves that were not taken back, covers and undoes among them."""
    table = fresh_table(server, evening.code)
    lines = rows(
        server, f"SELECT body FROM games_move WHERE session_id = ({THE_SESSION}) ORDER BY number", evening.code
    )
    bodies: list[dict[str, Any]] = [json.loads(body) for (body,) in lines]
    for body in bodies:
        table.take(move_of(body))
    beside = {number for number, body in enumerate(bodies, 1) if "undo" in body}
    return beside | {number for number, *_ in table.standing} | {number for number, *_ in table.covers}
