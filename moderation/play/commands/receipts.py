"""Receipts of taps, from which the server can later read the outcome.

A device gets one for each tap. It is a keyed digest of the tap and its outcome. All have one length, and look random
to whoever lacks the server's key, so that they reveal nothing about the outcome. The server opens one by computing it
again for every possible outcome. A repeated tap gets the same receipt. See docs/decisions/push-and-secrecy.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.utils.crypto import salted_hmac

HEADER, LENGTH = "X-Receipt", 32  # hexadecimal digits
LONGEST = 64  # characters of a form's values that are used
DESK = "desk"  # the sender of a desk's taps

REFUSED = "refused"  # nothing has changed, and only the seat's card says so
OPENLY = "refused openly"  # nothing has changed, and the reply says so; separate, as the tap may be repeated
LATE_COVER = "beside"  # a cover answer after the end, which no phone displays yet: stored, but no move
DONE = "done"  # accepted, and no move


def name_move_outcome(number: int) -> str:
    """Return the outcome of a tap that made a move of this number; 0 for a tap without a move."""
    return f"move {number}" if number else DONE


def name_sender(seat_id: int | None) -> str:
    """Return the sender of a tap: a seat's phone, or a desk."""
    return DESK if seat_id is None else f"s{seat_id}"


def compute_receipt(session_id: int, sender: str, step: str, tap: str, outcome: str, key: str | None = None) -> str:
    """Compute the receipt of a tap.

    `step` and `tap`: the step that its form saw and the tap's name, both as they were sent. `key`: of the server;
    None: of this one.
    """
    written = json.dumps([session_id, sender, step[:LONGEST], tap[:LONGEST], outcome])
    return salted_hmac("moderation.play.commands.receipts", written, key, algorithm="sha256").hexdigest()[:LENGTH]


def find_outcome(
    sealed: str, session_id: int, sender: str, step: str, tap: str, moves: Iterable[int], key: str | None = None
) -> str | None:
    """Return the outcome that a receipt was given for; None if no outcome fits.

    The candidates are these moves, and the outcomes without a move. Returns `REFUSED` for both ways of being refused.
    """
    outcomes = [REFUSED, OPENLY, LATE_COVER, DONE, *map(name_move_outcome, moves)]
    found = next(
        (outcome for outcome in outcomes if compute_receipt(session_id, sender, step, tap, outcome, key) == sealed),
        None,
    )
    return REFUSED if found == OPENLY else found
