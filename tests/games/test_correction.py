"""Taking back what the desk named, while others go on entering."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from games import journal, undo
from games.engine import record
from games.engine.moves import Move
from games.engine.table import MODERATOR, Refused, Table
from games.models import GameSession
from tests.games.test_journal import CHIEF, CLOSE, MUTATION, at_vote, forget_tables, playing

pytestmark = pytest.mark.django_db


def vote(name: str, seat: str) -> dict[str, Any]:
    return {"step": "vote", "by": name, "answer": {"seat": seat}}


def enter(session: GameSession, *moves: dict[str, Any]) -> int:
    """Enter these, and return the number of the last."""
    return [journal.submit(session.pk, move) for move in moves][-1]


def take_back(session: GameSession, last: int, count: int = 1) -> Sequence[Move]:
    """Take back what a desk saw last, and return what could not be entered again."""
    return journal.write_table(session.pk, partial(undo.take_back, last=last, count=count))


def table_of(session: GameSession) -> Table:
    with journal.read_table(session.pk) as (_, table):
        assert table
        return table


def ballots(session: GameSession) -> dict[str, str]:
    step = table_of(session).step
    assert step is not None
    return {name: str(answer["seat"]) for name, answer in step.answers.items()}


def test_a_seat_that_keeps_voting_cannot_block_a_correction() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"))
    for number in range(20):
        enter(session, vote("Bob", "Ann" if number % 2 else "Dan"))
    assert take_back(session, seen) == []
    assert ballots(session) == {"Bob": "Ann"}


def test_all_answers_of_one_seat_are_corrected_as_one() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"), vote("Bob", "Ann"), vote("Ann", "Dan"))
    enter(session, vote("Ann", "Bob"), vote("Dan", "Eve"))
    assert take_back(session, seen) == []
    assert ballots(session) == {"Bob": "Ann", "Dan": "Eve"}
    with pytest.raises(Refused) as refused:
        take_back(session, seen)
    assert refused.value.code == "entered_since", "what is taken back already is not taken back again"


def test_index_cache_and_record_agree_after_a_correction() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"))
    enter(session, vote("Bob", "Ann"), vote("Dan", "Bob"))
    take_back(session, seen)
    before = ballots(session)
    assert {row.seat.name: row.answer["seat"] for row in session.votes.filter(step="vote")} == before
    told = list(table_of(session).told)
    exported = record.write(session.kit, table_of(session))
    forget_tables()
    assert (ballots(session), table_of(session).told) == (before, told)
    again = record.replay(record.read(exported))
    assert [one.fact for one in again.table.told] == [one.fact for one in told]
    assert again.table.step is not None and {n: a["seat"] for n, a in again.table.step.answers.items()} == before


def test_a_correction_lists_lost_moves_and_keeps_the_step_open() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"))
    enter(session, vote("Bob", "Dan"), vote("Eve", "Dan"), CLOSE)
    lost = take_back(session, seen)
    assert [move.close for move in lost] == [True]
    assert ballots(session) == {"Bob": "Dan", "Eve": "Dan"}


def test_an_answer_to_a_later_question_is_not_carried_over() -> None:
    session = playing()
    seen = enter(session, CHIEF)
    enter(session, MUTATION)
    lost = take_back(session, seen)
    assert [move.by for move in lost] == ["Ann"]
    step = table_of(session).step
    assert step is not None and (step.name, step.answers) == ("chief", {})


def test_a_correction_of_the_last_move_is_a_plain_undo() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"))
    take_back(session, seen)
    assert session.moves.order_by("-number")[0].body == {"by": MODERATOR, "undo": 1}
    assert ballots(session) == {}
    journal.write_table(session.pk, journal.redo)
    assert ballots(session) == {"Ann": "Bob"}


def test_nothing_is_taken_back_beyond_the_beginning() -> None:
    session = playing()
    for last, count in ((0, 1), (0, 2)):
        with pytest.raises(Refused) as refused:
            take_back(session, last, count)
        assert refused.value.code == "nothing_to_undo"


def test_an_entry_that_others_voted_after_can_be_played_again() -> None:
    session = at_vote()
    seen = enter(session, vote("Ann", "Bob"), vote("Bob", "Ann"), vote("Ann", "Dan"))
    take_back(session, seen)
    forget_tables()
    journal.write_table(session.pk, journal.redo)
    journal.write_table(session.pk, journal.redo)
    assert ballots(session) == {"Bob": "Ann", "Ann": "Dan"}
