"""A move: what a seat, the moderator, chance or the clock does, and its written form.

The written form is the JSON object of docs/record.md. A record has a list of them, the journal one in each row.
`Table.take` decides whether a table accepts a move. Start reading at `Move`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from games.engine.asks import Answer

MODERATOR, CHANCE, CLOCK = "moderator", "chance", "clock"
NOT_SEATS = (MODERATOR, CHANCE, CLOCK)
ACTIONS = ("answer", "close", "undo", "cover")
KEYS = {"step", "by", "for", *ACTIONS}
PART = {"for": "seat"}  # attributes of a `Move` whose names differ from the keys of the written form
LONGEST_COMPLAINT, LONGEST_QUOTE = 200, 60


class NotARecord(Exception):
    """A fault of a document and its place, in one short line: `moves[3].by: no seat "Zoe"`."""

    def __init__(self, complaint: str) -> None:
        if len(complaint) > LONGEST_COMPLAINT:
            complaint = f"{complaint[:LONGEST_COMPLAINT]}..."
        super().__init__("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in complaint))

    @property
    def where(self) -> str:
        """The place in the document, `moves[3].by`; `not JSON` for what cannot be read at all."""
        return str(self).partition(":")[0]


class Move(NamedTuple):
    """A move with exactly one of: an answer, a close, an undo, the answer to a cover question.

    `by` is a seat, `moderator`, `chance` or `clock`. `undo` counts the moves that it takes back, from 1; 0: no undo.
    `seat`: the seat for which the moderator or the clock answers, `for` in the written form.
    `step`: the name of the step that must be open.
    """

    by: str
    answer: Answer | None = None
    close: bool = False
    undo: int = 0
    cover: Answer | None = None
    seat: str | None = None
    step: str | None = None

    @property
    def whose(self) -> str:
        """The seat for which the answer is given, otherwise who gives it."""
        return self.seat or self.by

    def written(self) -> dict[str, Any]:
        """Return the move as JSON (docs/record.md), without empty keys."""
        parts = {
            "step": self.step,
            "by": self.by,
            "for": self.seat,
            "answer": self.answer,
            "close": self.close or None,
            "undo": self.undo or None,
            "cover": self.cover,
        }
        return {key: value for key, value in parts.items() if value is not None}


def parse_move(written: Mapping[str, Any]) -> Move:
    """Return the move of this written form.

    Its shape is known to be right; otherwise use `read_move`.
    """
    return Move(**{PART.get(key, key): value for key, value in written.items()})


def read_move(seats: Collection[str], move: Any, where: str = "move") -> Move:
    """Check a move of any shape, by and for seats of this table (docs/record.md).

    Raises `NotARecord`.
    """
    if wrong := _find_fault(seats, move):
        place, what = wrong
        raise NotARecord(f"{where}{place}: {what}")
    return parse_move(move)


def _find_fault(seats: Collection[str], move: Any) -> tuple[str, str] | None:
    """Return the place and the fault of a wrong move; None when nothing is wrong."""
    if not isinstance(move, dict):
        return "", "not an object"
    if not move.keys() <= KEYS:
        return f".{next(key for key in move if key not in KEYS)}", "no such key"
    by, seat = move.get("by"), move.get("for")
    if not isinstance(by, str) or (by not in NOT_SEATS and by not in seats):
        return ".by", f"no seat {quote(by)}"
    if "for" in move and not (isinstance(seat, str) and seat in seats):
        return ".for", f"no seat {quote(seat)}"
    if not isinstance(move.get("step", ""), str):
        return ".step", "not a word"
    actions = [action for action in ACTIONS if action in move]
    if len(actions) != 1:
        return "", f"needs exactly one of {', '.join(ACTIONS)}"
    match actions[0], move[actions[0]]:
        case ("answer" | "cover") as action, value if not isinstance(value, dict):
            return f".{action}", "not an object"
        case "close", value if value is not True:
            return ".close", "not true"
        case "undo", value if not is_whole(value) or value < 1:
            return ".undo", "not a whole number from 1"
    return None


def is_whole(value: Any) -> bool:
    """Return whether this is a whole number; `true` and `1.0` are not."""
    return type(value) is int


def quote(value: Any) -> str:
    """Return a value for an error message, shortened.

    A list or an object is written as "...". Because it may be nested deeper than JSON can be written.
    """
    text = "..." if isinstance(value, list | dict) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."
