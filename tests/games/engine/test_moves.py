"""Moves: read from their written form, written again, and what is wrong with those that are none."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.moves import Move, NotARecord, parse_move, read_move

SEATS = ["Ann", "Bob"]
MOVES: list[tuple[dict[str, Any], Move]] = [
    ({"step": "vote", "by": "Ann", "answer": {}}, Move("Ann", answer={}, step="vote")),
    ({"by": "moderator", "for": "Bob", "answer": {"ok": True}}, Move("moderator", answer={"ok": True}, seat="Bob")),
    ({"by": "clock", "close": True}, Move("clock", close=True)),
    ({"by": "moderator", "undo": 3}, Move("moderator", undo=3)),
    ({"by": "Bob", "cover": {}}, Move("Bob", cover={})),
    ({"by": "chance", "answer": {"dice": [6]}}, Move("chance", answer={"dice": [6]})),
]


@pytest.mark.parametrize(("written", "move"), MOVES)
def test_a_move_is_read_and_written_again_key_for_key(written: dict[str, Any], move: Move) -> None:
    assert read_move(SEATS, written) == parse_move(written) == move
    assert list(move.written().items()) == list(written.items())


def test_an_answer_belongs_to_the_seat_that_it_names() -> None:
    assert [move.whose for _, move in MOVES[:2]] == ["Ann", "Bob"]


def test_a_move_stays_as_it_was_made() -> None:
    with pytest.raises(AttributeError):
        MOVES[0][1].by = "Bob"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ([], "move: not an object"),
        ({"by": ["Ann"], "close": True}, "move.by: no seat ..."),
        ({"by": "Ann", "for": "moderator", "answer": {}}, 'move.for: no seat "moderator"'),
        ({"by": "Ann"}, "move: needs exactly one of answer, close, undo, cover"),
        ({"by": "Ann", "undo": True}, "move.undo: not a whole number from 1"),
    ],
)
def test_what_is_no_move_says_where_and_why(written: Any, complaint: str) -> None:
    with pytest.raises(NotARecord) as wrong:
        read_move(SEATS, written)
    assert str(wrong.value) == complaint
