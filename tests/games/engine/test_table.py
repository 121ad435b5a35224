"""The table: what it takes, what it refuses and in which order, what it tells, how it goes back."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.engine.asks import Answer, acknowledge, either, flag, one_of, throw
from games.engine.moves import Move
from games.engine.table import (
    CHANCE,
    CLOCK,
    MODERATOR,
    Closes,
    Outcome,
    PlayableRules,
    Refused,
    Reply,
    Script,
    Step,
    Table,
)

SEATS = ["Ann", "Bob", "Cid"]
WHO = one_of("seat", SEATS)


def table_of(play: Callable[[Table], Script]) -> Table:
    """A table at which this script is played."""
    return Table(cast(PlayableRules, SimpleNamespace(play=play)), SEATS, {}, {})


def asking(*steps: Callable[[Table], Step]) -> tuple[Table, list[Reply]]:
    """A table that takes these steps one after the other, and what each of them brought."""
    brought: list[Reply] = []

    def play(table: Table) -> Script:
        brought.clear()
        for step in steps:
            reply = yield step(table)
            brought.append(reply)
            table.announce("done", step=table.steps[-1].name, by=list(reply.answers))
        return Outcome(["all"], "done", list(table.seats))

    return table_of(play), brought


def question(**manner: Any) -> Callable[[Table], Step]:
    """A step that asks everybody for a seat."""
    return lambda table: table.by_day("who", SEATS, WHO, **manner)


def answer(by: str, named: str, **more: Any) -> Move:
    return Move(by, answer={"seat": named}, **more)


CLOSE = Move(MODERATOR, close=True)


def refusal(table: Table, move: Move) -> str:
    """The code with which a move is refused; nothing has changed."""
    before = state(table)
    with pytest.raises(Refused) as refused:
        table.take(move)
    assert state(table) == before
    assert refused.value.sentence == str(refused.value) != ""
    return refused.value.code


def state(table: Table) -> tuple[Any, ...]:
    """All that a move can change."""
    step = table.step
    answers = dict(step.answers) if step else None
    return table.number, list(table.standing), list(table.told), list(table.covers), list(table.undone), step, answers


# Closing


def test_all_closes_when_every_asked_seat_has_answered() -> None:
    table, brought = asking(question())
    table.take(answer("Cid", "Ann"))
    table.take(answer("Ann", "Bob"))
    assert table.step is not None and table.step.name == "who"
    table.take(answer("Bob", "Bob"))
    assert table.step is None and table.outcome is not None
    assert list(brought[0].answers) == SEATS and brought[0].decision is None and not brought[0].divided


def test_an_answer_may_change_and_the_last_one_counts() -> None:
    table, brought = asking(question())
    for move in (answer("Ann", "Ann"), answer("Ann", "Bob"), answer("Ann", "Cid"), answer("Bob", "Bob")):
        table.take(move)
        assert table.step is not None and list(table.step.asks) == SEATS
    table.take(answer("Cid", "Cid"))
    assert brought[0].answers["Ann"] == {"seat": "Cid"}


def test_closing_early_leaves_silent_seats_without_an_act() -> None:
    table, brought = asking(question())
    table.take(answer("Bob", "Ann"))
    table.take(CLOSE)
    assert brought == [Reply({"Bob": {"seat": "Ann"}})]


def test_group_closes_when_all_propose_the_same() -> None:
    table, brought = asking(question(closes=Closes.GROUP))
    for move in (answer("Ann", "Ann"), answer("Bob", "Bob"), answer("Cid", "Bob")):
        table.take(move)
        assert table.outcome is None
    table.take(answer("Ann", "Bob"))
    assert brought[0].decision == {"seat": "Bob"} and not brought[0].divided


@pytest.mark.parametrize("by", [MODERATOR, CLOCK])
def test_closing_a_group_with_one_proposal_accepts_it(by: str) -> None:
    for proposals, decision in (([], None), ([("Cid", "Ann")], {"seat": "Ann"})):
        table, brought = asking(question(closes=Closes.GROUP))
        for seat, named in proposals:
            table.take(answer(seat, named))
        table.take(Move(by, close=True))
        assert brought[0].decision == decision and not brought[0].divided


def test_the_script_learns_that_the_moderator_closed_differing_proposals() -> None:
    table, brought = asking(question(closes=Closes.GROUP))
    for move in (answer("Ann", "Ann"), answer("Bob", "Bob"), CLOSE):
        table.take(move)
    assert brought[0].divided and brought[0].decision is None
    assert brought[0].answers == {"Ann": {"seat": "Ann"}, "Bob": {"seat": "Bob"}}


@pytest.mark.parametrize(
    ("proposals", "settled"),
    [
        (["Ann Ann", "Bob Bob", "Cid Bob"], "Bob"),  # most made
        (["Bob Bob", "Ann Ann"], "Bob"),  # among equals the one made first
        (["Ann Ann", "Bob Bob", "Ann Cid"], "Bob"),  # one that changes is made anew
        (["Ann Ann", "Bob Bob", "Ann Ann"], "Ann"),  # one repeated is not
        (["Ann Ann", "Bob Bob", "Ann Cid", "Ann Ann"], "Bob"),
    ],
)
def test_the_clock_settles_differing_proposals(proposals: list[str], settled: str) -> None:
    table, brought = asking(question(closes=Closes.GROUP))
    for by, named in map(str.split, proposals):
        table.take(answer(by, named))
    table.take(Move(CLOCK, close=True))
    assert brought[0].decision == {"seat": settled} and not brought[0].divided


def test_a_moderator_step_stays_open_until_the_moderator_closes_it() -> None:
    table, brought = asking(question(closes=Closes.MODERATOR))
    for seat in SEATS:
        table.take(answer(seat, seat))
    assert table.step is not None and brought == []
    table.take(answer("Ann", "Bob"))
    table.take(CLOSE)
    assert brought[0].answers == {"Ann": {"seat": "Bob"}, "Bob": {"seat": "Bob"}, "Cid": {"seat": "Cid"}}


@pytest.mark.parametrize("closes", Closes)
def test_a_step_that_asks_nobody_waits_for_the_close(closes: Closes) -> None:
    table, brought = asking(lambda table: table.by_night("fake", [], WHO, closes=closes))
    assert table.step is not None and table.step.asks == {} and table.step.shape is WHO
    assert refusal(table, answer("Ann", "Ann")) == "not_asked"
    table.take(CLOSE)
    assert brought == [Reply({})]


def test_a_custom_closing_rule_is_checked_after_all_have_answered() -> None:
    def agreed(answers: dict[str, Answer]) -> bool:
        assert len(answers) == len(SEATS)
        return answers["Ann"] == answers["Bob"]

    table, brought = asking(question(enough=agreed))
    for move in (answer("Ann", "Ann"), answer("Bob", "Bob"), answer("Cid", "Cid")):
        table.take(move)
    assert table.step is not None
    table.take(answer("Ann", "Bob"))
    assert list(brought[0].answers) == SEATS


def test_one_answer_may_settle_a_step() -> None:
    table, brought = asking(question(settles=lambda answer: answer["seat"] == "Cid"))
    table.take(answer("Bob", "Ann"))
    table.take(answer("Ann", "Cid"))
    assert brought == [Reply({"Ann": {"seat": "Cid"}, "Bob": {"seat": "Ann"}})]


def test_the_moderators_answer_decides_for_the_table_where_it_may() -> None:
    table, brought = asking(question(moderator_ask=WHO), question())
    assert table.step is not None and list(table.step.all_asks()) == [*SEATS, MODERATOR]
    table.take(answer("Ann", "Ann"))
    table.take(answer(MODERATOR, "Bob"))
    assert brought == [Reply({"Ann": {"seat": "Ann"}}, decision={"seat": "Bob"})]
    assert brought[0].only() == {"seat": "Bob"}
    assert refusal(table, answer(MODERATOR, "Bob")) == "not_asked"


def test_the_moderator_answers_for_a_seat() -> None:
    table, brought = asking(question())
    for seat in SEATS:
        table.take(answer(MODERATOR, "Bob", seat=seat))
    assert brought[0].answers == {seat: {"seat": "Bob"} for seat in SEATS}
    assert brought[0].only() == {"seat": "Bob"} and Reply({}).only() is None


# Refusals


def test_a_refusal_names_the_first_reason_of_all() -> None:
    table, _ = asking(question(), question(needed=True))
    assert refusal(table, Move("Zoe", step="other", answer={})) == "wrong_step"
    assert refusal(table, Move("Ann", step="other", close=True)) == "wrong_step"
    assert refusal(table, Move(MODERATOR, answer={})) == "not_asked"
    assert refusal(table, Move("Ann", seat="Bob", answer={})) == "not_asked"
    assert refusal(table, Move("Ann", step="who", answer={})) == "illegal_answer"
    assert refusal(table, Move(MODERATOR, undo=9)) == "nothing_to_undo"
    for seat in SEATS:
        table.take(answer(seat, seat))
    assert refusal(table, Move("Ann", close=True)) == "not_asked"
    assert refusal(table, CLOSE) == "needs_answer"
    assert refusal(table, Move(CLOCK, close=True)) == "needs_answer"
    for seat in SEATS:
        table.take(answer(seat, seat))
    for move in (answer("Ann", "Ann", step="other"), CLOSE, Move("Ann", undo=1), Move("Ann", cover={})):
        assert refusal(table, move) == "game_over"


@pytest.mark.parametrize("action", [{"close": True}, {"undo": 1}, {"answer": {"seat": "Bob"}, "seat": "Bob"}])
def test_a_seat_cannot_close_undo_or_answer_for_others(action: dict[str, Any]) -> None:
    table, _ = asking(question())
    table.take(answer("Ann", "Ann"))
    assert refusal(table, Move("Ann", **action)) == "not_asked"


@pytest.mark.parametrize("value", [None, "Zoe", 1, True, ["Ann"], {"seat": "Ann"}])
def test_an_illegal_answer_is_refused_and_the_one_before_stands(value: Any) -> None:
    table, brought = asking(question())
    table.take(answer("Ann", "Cid"))
    assert refusal(table, Move("Ann", answer={"seat": value})) == "illegal_answer"
    table.take(CLOSE)
    assert brought[0].answers == {"Ann": {"seat": "Cid"}}


def test_an_answer_equal_to_the_last_one_is_accepted() -> None:
    table, _ = asking(question())
    table.take(answer("Ann", "Cid"))
    table.take(answer("Ann", "Cid"))
    assert len(table.standing) == 2


def test_answers_of_seats_that_are_not_asked_are_refused() -> None:
    table, _ = asking(lambda table: table.by_day("who", ["Bob"], WHO))
    assert refusal(table, answer("Ann", "Bob")) == "not_asked"
    assert refusal(table, answer(MODERATOR, "Bob", seat="Ann")) == "not_asked"
    assert refusal(table, answer(CHANCE, "Bob")) == "not_asked"


# The clock


def test_the_clock_answers_only_where_a_close_is_refused() -> None:
    table, _ = asking(question(moderator_ask=WHO), question(needed=True, moderator_ask=WHO), question(needed=True))
    assert refusal(table, answer(CLOCK, "Ann")) == "not_asked"
    assert refusal(table, answer(CLOCK, "Ann", seat="Ann")) == "not_asked"
    table.take(Move(CLOCK, close=True))
    assert refusal(table, answer(CLOCK, "Zoe")) == "illegal_answer"
    table.take(answer(CLOCK, "Ann"))
    assert {"fact": "by_lot", "step": "who"} in table.public()
    assert refusal(table, answer(CLOCK, "Ann")) == "not_asked"
    table.take(answer(CLOCK, "Ann", seat="Bob"))
    assert table.public().count({"fact": "by_lot", "step": "who"}) == 2
    assert refusal(table, Move(CLOCK, undo=1)) == "not_asked"


# Covers


def test_a_cover_is_taken_from_any_seat_and_changes_nothing() -> None:
    table, _ = asking(lambda table: table.by_day("who", ["Bob"], WHO))
    for seat in SEATS:
        table.take(Move(seat, step="who", cover={"suspect": "Ann"}))
    assert [(seat, cover) for _, seat, cover in table.covers] == [(seat, {"suspect": "Ann"}) for seat in SEATS]
    assert table.standing == [] and table.step is not None and table.step.answers == {} and table.told == []
    assert refusal(table, Move(MODERATOR, undo=1)) == "nothing_to_undo"
    assert refusal(table, Move("Ann", step="other", cover={})) == "wrong_step"
    for by in (MODERATOR, CLOCK, CHANCE):
        assert refusal(table, Move(by, cover={})) == "not_asked"
    assert refusal(table, Move("Ann", seat="Bob", cover={})) == "not_asked"


# Chance


def dicey() -> tuple[Table, list[Reply]]:
    """A question, a throw that it leads to, a question."""
    return asking(
        question(moderator_ask=WHO), lambda table: table.chance("dice", throw(2)), question(moderator_ask=WHO)
    )


def test_only_chance_itself_can_answer_a_question_to_chance() -> None:
    table, brought = dicey()
    assert table.chance_due is None
    assert refusal(table, Move(CHANCE, answer={"dice": [1, 2]})) == "not_asked"
    table.take(answer(MODERATOR, "Ann"))
    assert table.chance_due is not None
    for by in ("Ann", MODERATOR, CLOCK):
        assert refusal(table, Move(by, answer={"dice": [1, 2]})) == "not_asked"
    assert refusal(table, CLOSE) == "not_asked"
    assert refusal(table, Move(CHANCE, answer={"dice": [0, 7]})) == "illegal_answer"
    assert refusal(table, Move(CHANCE, step="who", answer={"dice": [1, 2]})) == "wrong_step"
    table.take(Move(CHANCE, step="dice", answer={"dice": [1, 2]}))
    assert brought[1].only() == {"dice": [1, 2]}


def test_chance_goes_with_the_move_before_it() -> None:
    table, _ = dicey()
    table.take(answer(MODERATOR, "Ann"))
    table.take(Move(CHANCE, answer={"dice": [1, 2]}))
    table.take(answer("Bob", "Ann"))
    table.take(Move(MODERATOR, undo=1))
    assert [move.by for _, move in table.standing] == [MODERATOR, CHANCE]
    table.take(Move(MODERATOR, undo=1))
    assert table.standing == [] and table.chance_due is None
    assert refusal(table, Move(MODERATOR, undo=1)) == "nothing_to_undo"


def test_undo_while_chance_is_due_removes_the_throw_too() -> None:
    table, _ = dicey()
    table.take(answer(MODERATOR, "Ann"))
    table.take(Move(MODERATOR, undo=1))
    assert table.step is not None and table.step.name == "who" and table.chance_due is None


# Undo


def test_undo_skips_refused_moves_and_play_continues() -> None:
    table, brought = asking(question(), question())
    table.take(answer("Ann", "Ann"))
    table.take(answer("Bob", "Bob"))
    refusal(table, answer("Cid", "Zoe"))
    table.take(Move("Cid", cover={"suspect": "Ann"}))
    table.take(Move(MODERATOR, undo=1))
    assert table.step is not None and table.step.answers == {"Ann": {"seat": "Ann"}}
    table.take(answer("Bob", "Cid"))
    table.take(Move(MODERATOR, undo=2))
    assert refusal(table, Move(MODERATOR, undo=1)) == "nothing_to_undo"
    table.take(CLOSE)
    assert brought[0].answers == {}
    assert table.public() == [{"fact": "done", "step": "who", "by": []}]


def test_undo_works_after_the_end_too() -> None:
    table, _ = asking(question())
    table.take(CLOSE)
    assert table.outcome is not None
    assert refusal(table, Move(MODERATOR, step="who", undo=1)) == "wrong_step"
    table.take(Move(MODERATOR, undo=1))
    assert table.outcome is None and table.step is not None and table.public() == []


def test_undo_of_too_many_moves_is_refused_and_changes_nothing() -> None:
    table, _ = asking(question())
    table.take(answer("Ann", "Ann"))
    assert refusal(table, Move(MODERATOR, undo=2)) == "nothing_to_undo"
    assert len(table.standing) == 1


def test_a_form_of_before_an_undo_is_stale() -> None:
    table, _ = asking(question(moderator_ask=WHO), question())
    table.take(answer(MODERATOR, "Ann"))
    assert table.step is not None
    opened = table.step.opened
    table.take(Move(MODERATOR, undo=1))
    assert table.step is not None and table.step.opened > opened
    table.take(answer(MODERATOR, "Ann"))
    assert table.step is not None and table.step.opened > opened + 1


def test_undone_moves_can_be_redone_until_another_move_is_made() -> None:
    table, _ = asking(question(), question())
    moves = [answer("Ann", "Ann"), answer("Bob", "Bob"), answer("Cid", "Cid")]
    for move in moves:
        table.take(move)
    table.take(Move(MODERATOR, undo=2))
    table.take(Move(MODERATOR, undo=1))
    assert list(table.undone) == moves
    table.take(moves[0])
    assert list(table.undone) == moves[1:]
    table.take(answer("Bob", "Ann"))
    assert list(table.undone) == []


# Telling


def test_a_seat_knows_public_and_private_facts_in_order() -> None:
    def play(table: Table) -> Script:
        table.tell("Bob", "card", card="7H")
        table.announce("night", number=1)
        yield table.by_night("who", SEATS, WHO)
        table.tell("Bob", "seen", seat="Ann")
        return Outcome([], "over", [])

    table = table_of(play)
    table.take(CLOSE)
    card, night, seen = (
        {"fact": "card", "card": "7H"},
        {"fact": "night", "number": 1},
        {"fact": "seen", "seat": "Ann"},
    )
    assert [one.fact for one in table.told_to("Bob")] == [card, night, seen]
    assert [one.fact for one in table.told_to("Bob", until=0)] == [card, night]
    assert [one.fact for one in table.told_to("Ann")] == table.public() == [night]
    assert table.private("Bob") == [card, seen] and table.private("Ann") == []
    assert [one.at for one in table.told] == [0, 0, 1]


def test_seats_are_in_order_and_a_round_goes_clockwise() -> None:
    table, _ = asking(question())
    assert table.in_order({"Cid", "Ann"}) == ["Ann", "Cid"]
    assert table.round_from("Bob") == ["Bob", "Cid", "Ann"]


def test_the_script_decides_on_the_truth_and_hidden_facts() -> None:
    table, _ = asking(question())
    assert table.truth() == {} and table.hidden() == {}


def test_forms_carry_the_ordinal_of_their_step_because_names_repeat() -> None:
    table, _ = asking(question(moderator_ask=WHO), question(moderator_ask=WHO))
    first = table.step
    table.take(answer(MODERATOR, "Ann"))
    assert first is not None and table.step is not None
    assert (first.name, first.opened) == ("who", 0) and (table.step.name, table.step.opened) == ("who", 1)


def test_an_ask_of_everybody_may_have_more_than_one_form() -> None:
    ask = either(*one_of("seat", SEATS).fields(), flag("blank"))
    table, brought = asking(
        lambda table: table.by_day("vote", SEATS, ask), lambda table: table.by_night("nod", ["Ann"], acknowledge())
    )
    table.take(Move("Ann", answer={"blank": True}))
    table.take(CLOSE)
    assert brought[0].answers == {"Ann": {"blank": True}}
    table.take(Move("Ann", answer={"ok": True}))
    assert table.outcome is not None


# A draw between two questions


def drawn_between() -> Table:
    """A draw comes first, another one between two questions, and a last one before the end."""

    def play(table: Table) -> Script:
        table.announce("dealt")
        for place in ("first", "second"):
            yield table.chance("dice", throw(1))
            table.announce(f"after the {place} throw")
            yield question()(table)
            table.announce(f"before the throw after the {place}")
        yield table.chance("dice", throw(1))
        table.announce("the last throw")
        return Outcome([], "done", [])

    return table_of(play)


def throw_of(face: int) -> Move:
    return Move(CHANCE, answer={"dice": [face]})


def test_a_step_after_a_draw_belongs_to_the_previous_move() -> None:
    table = drawn_between()
    table.take(throw_of(1))
    assert table.step is not None and (table.step.led, table.step.opened) == (0, 1)
    table.take(CLOSE)
    table.take(throw_of(2))
    assert (table.step.led, table.step.opened) == (2, 3)
    told = [one.fact["fact"] for one in table.told if one.at >= table.step.led]
    assert told == ["before the throw after the first", "after the second throw"]
    table.take(CLOSE)
    table.take(throw_of(3))
    assert table.step is None and (table.led_to_end, table.number) == (4, 5)


def test_a_first_draw_belongs_to_the_deal_and_stays() -> None:
    table = drawn_between()
    table.take(throw_of(1))
    assert refusal(table, Move(MODERATOR, undo=1)) == "nothing_to_undo"
    begun = [one.fact for one in table.told]
    for move in (CLOSE, throw_of(2), CLOSE, throw_of(3), Move(MODERATOR, undo=2)):
        table.take(move)
    assert [one.fact for one in table.told] == begun and [move for _, move in table.standing] == [throw_of(1)]
    assert table.step is not None and table.step.name == "who"
