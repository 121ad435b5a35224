"""Games of people who leave things out, cannot agree, and take back what they did: nothing breaks, nothing is lost.

A few games by default, many with `--full`. What has to have happened in them is counted, so that no game is tame.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.contract.random_moves import format_state, new_table, restart_table
from games.engine.kit import Kit, all_kits
from games.engine.moves import CHANCE, CLOCK, MODERATOR, Move
from games.engine.record import parse, read, replay, report, write
from games.engine.table import Closes, Step, Table
from tests.thorough import seeds

MOVES = 160  # of a game that is cut short
SEEDS = {"sporz": seeds(20, 80), "lupus": seeds(8, 40), "elsen": seeds(12, 40)}
USUAL = seeds(8, 40)
# What people do, each at least once in the short games of a kit (RULINGS S-10, S-11, L-15, E-11, E-21, M-05).
DONE = {
    "sporz": {
        "left all out",
        "left a part out",
        "differ",
        "differ at a close",
        "disagree",
        "closed early",
        "by time",
    },
    "lupus": {"differ", "differ at a close", "closed early", "by time"},
    "elsen": {"differ", "differ at a close", "closed early", "by time", "by lot"},
    "murder": {"rode twice", "closed early", "by time"},
    "spree": {"closed early", "by time"},
}
Done = Counter[str]


def people(table: Table, step: Step, random: Random) -> Iterator[tuple[str, Move]]:
    """What people may do at this step, each with a name for it; the first that comes is done."""
    if step.entry and random.random() < 0.1:
        answer = step.entry.draw(random.choice)
        yield "disagree" if "disagree" in answer else "count", Move(MODERATOR, answer=answer)
    group = step.closes is Closes.GROUP or step.enough is not None
    for seat in random.sample(sorted(step.asks), len(step.asks)):
        ask = step.asks[seat]
        if random.random() < 0.75 and (seat not in step.answers or group):
            answer = ask.draw(random.choice)
            if random.random() < 0.3 and ask.allows({"lift": True}):
                answer = {"lift": True}
            whole = max(len(form) for form in ask.forms)
            left = "left all out" if not answer else "left a part out" if ask.spare and len(answer) < whole else ""
            differs = group and any(answer != other for who, other in step.answers.items() if who != seat)
            again = "rode twice" if "lift" in answer and "lift" in (last_answer(table, seat) or {}) else ""
            yield left or again or ("differ" if differs else "answer"), Move(seat, answer=answer, step=step.name)
    for seat, late in step.late.items():
        if seat not in step.answers and random.random() < 0.3:
            yield "by lot", Move(CLOCK, seat=seat, answer=late.draw(random.choice))
    if step.moderator_ask and random.random() < 0.2:
        yield "decided", Move(MODERATOR, answer=step.moderator_ask.draw(random.choice))
    if not step.needed:
        early = "closed early" if len(step.answers) < len(step.asks) else "close"
        split = step.closes is Closes.GROUP and len(step.proposals()) > 1
        by = random.choice((CLOCK, CLOCK, CLOCK, MODERATOR) if split else (CLOCK, MODERATOR))
        yield "differ at a close" if split else "by time" if by == CLOCK else early, Move(by, close=True)
    else:
        who, ask = random.choice(sorted(step.asks.items()))
        yield "answer", Move(who, answer=ask.draw(random.choice))


def last_answer(table: Table, seat: str) -> dict[str, object] | None:
    """The latest answer of this seat that no other seat has followed."""
    for _number, move in reversed(table.standing):
        if move.by != CHANCE:
            return move.answer if move.whose == seat else None
    return None


def go_on(table: Table, random: Random, done: Done) -> None:
    """One move of somebody, and the chance that is due after it."""
    step = table.step
    assert step is not None
    if step.of_chance:
        table.take(Move(CHANCE, answer=step.asks[CHANCE].draw(random.choice)))
        return
    name, move = next(people(table, step, random))
    done[name] += 1
    table.take(move)


def take_back_and_do_again(kit: Kit, table: Table, random: Random) -> None:
    """Undo some moves, then redo them one after the other: a report says the same before and after."""
    count = random.randint(1, len(table.undoable()))
    before, moves = format_state(kit, table), [move for _number, move in table.standing]
    table.take(Move(MODERATOR, undo=count))
    assert format_state(kit, table) == format_state(kit, at_once(table))
    while table.undone:
        table.take(table.undone[0])
    assert [move for _number, move in table.standing] == moves
    assert format_state(kit, table) == before


def at_once(table: Table) -> Table:
    """The same table, played to the same place without a detour."""
    straight = restart_table(table)
    for _number, move in table.standing:
        straight.take(move)
    return straight


def played(kit: Kit, seed: int, done: Done) -> Table:
    """A game in such hands, with corrections in between."""
    random = Random(f"fuzz {kit.slug} {seed}")
    table = new_table(kit, random.choice)
    for _ in range(MOVES):
        if table.step is None:
            break
        go_on(table, random, done)
        due = table.step is not None and table.step.of_chance
        if not due and table.undoable() and random.random() < 0.04:
            take_back_and_do_again(kit, table, random)
    while table.step is not None and table.step.of_chance:
        go_on(table, random, done)
    if table.undoable():
        take_back_and_do_again(kit, table, random)
    return table


@pytest.mark.parametrize("slug", sorted(all_kits()))
def test_games_go_on_and_can_be_undone_after_any_answers(slug: str) -> None:
    kit, done = all_kits()[slug], Counter[str]()
    for seed in SEEDS.get(slug, USUAL):
        table = played(kit, seed, done)
        again = replay(read(parse(json.dumps(write(kit, table)))))
        assert not again.refused and format_state(kit, again.table) == format_state(kit, table)
        assert report(again)["accepted"] == len(table.undoable())
    assert DONE[slug] <= done.keys(), DONE[slug] - done.keys()
