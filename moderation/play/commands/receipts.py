"""A receipt: what a device is given for its tap, by which the house can say afterwards what became of it.

It is a digest under the house's key of the tap and its outcome: as long for each, and to whoever lacks the key like
chance, so that it tells nobody whether the tap was accepted. The house opens one by making it again for every outcome
that there may have been. The same tap that comes again gets the same one. See docs/decisions/push-and-secrecy.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.utils.crypto import salted_hmac

HEADER, LENGTH = "X-Receipt", 32  # hexadecimal digits
LONGEST = 64  # characters of what a form sends that are looked at
DESK = "desk"  # who taps there

REFUSED = "refused"  # nothing has changed, and the seat's card alone says so
OPENLY = "refused openly"  # nothing has changed, and the reply says so; sealed apart, as the same tap may come again
BESIDE = "beside"  # a cover answer after the end, which no phone shows yet: kept, but no move
DONE = "done"  # accepted, and no move


def accepted(number: int) -> str:
    """The outcome of a tap that made a move of this number; of one that made none, for 0."""
    return f"move {number}" if number else DONE


def who(seat_id: int | None) -> str:
    """Whose tap: of a seat's phone, or of a desk."""
    return DESK if seat_id is None else f"s{seat_id}"


def receipt(session_id: int, whose: str, step: str, tap: str, outcome: str, key: str | None = None) -> str:
    """The receipt of a tap, by the step that its form saw and its name, both as they were sent.

    `key`: of the house; None: of this one.
    """
    written = json.dumps([session_id, whose, step[:LONGEST], tap[:LONGEST], outcome])
    return salted_hmac("moderation.play.commands.receipts", written, key, algorithm="sha256").hexdigest()[:LENGTH]


def opened(
    sealed: str, session_id: int, whose: str, step: str, tap: str, moves: Iterable[int], key: str | None = None
) -> str | None:
    """The outcome that a receipt was given for, if that is one of these moves or none; None: nothing of the kind.

    `REFUSED` for both ways of being refused.
    """
    outcomes = [REFUSED, OPENLY, BESIDE, DONE, *map(accepted, moves)]
    found = next((one for one in outcomes if receipt(session_id, whose, step, tap, one, key) == sealed), None)
    return REFUSED if found == OPENLY else found
