"""Bots that are of one mind: a vote of theirs names somebody, so that a lesson comes to a death."""

from random import Random

from games.engine import bots
from games.engine.asks import one_of
from games.engine.kit import all_kits

SEATS = ("Ann", "Bob", "Cid", "Dan", "Eve")
SPORZ = all_kits()["sporz"]


def named(step: str, legal: tuple[str, ...] = SEATS, seats: tuple[str, ...] = SEATS) -> dict[str, str]:
    """Whom each of these bots names, by its own seat."""
    answer = bots.build_single_minded_bot(SPORZ, seats)
    return {seat: answer(step, one_of("seat", legal), seat, [], Random("any").choice)["seat"] for seat in legal}


def test_all_name_the_same_seat_and_that_one_another() -> None:
    for step in ("chief", "vote", "lynch", "exclude"):
        votes = named(step)
        target = votes["Ann"]
        assert target != "Ann", "the first seat, of whoever learns, is named after all others"
        assert {who for seat, who in votes.items() if seat != target} == {target}
        assert votes[target] != target
        assert named(step) == votes, "the same each time"


def test_forbidden_targets_are_avoided_and_the_first_seat_named_last() -> None:
    target = named("vote")["Ann"]
    left = tuple(one for one in SEATS if one != target)
    assert target not in named("vote", left).values()
    assert named("vote", ("Ann", "Bob"))["Bob"] == "Ann"


def test_questions_without_targets_get_the_answers_of_ordinary_bots() -> None:
    ask = one_of("ok", (True,))
    assert bots.build_single_minded_bot(SPORZ, SEATS)("waits", ask, "Ann", [], Random("any").choice) == {"ok": True}
