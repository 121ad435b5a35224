"""A draw between two questions hides nothing: lines are spoken and facts announced as if nothing was drawn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.engine.asks import acknowledge, throw
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Outcome, PlayableRules, Script, Table
from games.engine.words import StepWords, Words
from moderation.play.pacing import narration
from moderation.play.timeline.call_length import compute_call_length
from moderation.play.timeline.moments import find_nightfall, find_question_before
from moderation.surfaces.desk.sections.speech import list_step_announcements

SEATS = ["Ann", "Bob", "Cid"]
CLOSE, THROW = Move(MODERATOR, close=True), Move(CHANCE, answer={"dice": [4]})
STEPS = {
    "wolf": StepWords("Wolf", wake="Wolf, wake up.", sleep="Wolf, sleep."),
    "owl": StepWords("Owl", wake="Owl, wake up.", sleep="Owl, sleep.", brings={"hoot": "The owl has called."}),
    "talk": StepWords("Talk", wake="Talk.", rises="Everybody wakes up."),
}


def said(fact: dict[str, Any]) -> str:
    return str(fact["fact"])


WORDS = cast(Words, SimpleNamespace(STEPS=STEPS, to_room=said, phase=lambda fact: ""))


def after(moves: int, drawn: bool) -> Table:
    """Two calls of a night and a talk by day, perhaps with a throw between any two, after so many of the closes."""

    def play(table: Table) -> Script:
        for name, told in (("wolf", "howl"), ("owl", "hoot"), ("talk", "talked")):
            step = table.by_day if name == "talk" else table.by_night
            yield step(name, ["Ann"], acknowledge())
            table.announce(told)
            if drawn:
                yield table.chance("dice", throw(1))
                table.announce("thrown")
        return Outcome([], "done", [])

    table = Table(cast(PlayableRules, SimpleNamespace(play=play)), SEATS, {}, {})
    for _ in range(moves):
        table.take(CLOSE)
        if drawn:
            table.take(THROW)
    return table


@pytest.mark.parametrize("moves", range(4))
def test_a_draw_does_not_change_the_spoken_lines(moves: int) -> None:
    with_draw, without = after(moves, drawn=True), after(moves, drawn=False)
    spoken = [
        narration.list_lines(WORDS, table.steps, table.step, False, narration.list_announced_facts(table, table.step))
        for table in (with_draw, without)
    ]
    assert spoken[0] == spoken[1]


@pytest.mark.parametrize(
    ("moves", "announced"), [(1, ("howl", "thrown")), (2, ("thrown",)), (3, ("talked", "thrown"))]
)
def test_facts_before_and_after_a_draw_are_announced_together(moves: int, announced: tuple[str, ...]) -> None:
    table = after(moves, drawn=True)
    assert list_step_announcements(WORDS, table, table.step) == announced  # that the owl has called is spoken already
    assert narration.list_announced_facts(table, table.step) == {("howl", "hoot", "talked")[moves - 1], "thrown"}


def test_a_draw_changes_no_night_and_no_call_length() -> None:
    with_draw, without = after(2, drawn=True), after(2, drawn=False)
    assert find_nightfall(with_draw.steps) == find_nightfall(without.steps) == 0
    owl = next(place for place, step in enumerate(with_draw.steps) if step.name == "owl")
    assert find_question_before(with_draw.steps, owl) is with_draw.steps[0]
    assert compute_call_length(with_draw.steps, owl, 3, 1) == compute_call_length(without.steps, 1, 3, 1)
