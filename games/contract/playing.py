"""Checks with random games: they end, replay identically, refuse without effects, and undo."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from games.contract.broken import Broken, name_failure, require
from games.contract.random_moves import (
    copy_table,
    format_state,
    list_shown,
    new_table,
    refused_moves,
    restart_table,
    wild_play,
)
from games.contract.setting_up import JUNK, spoil
from games.engine.asks import Choose
from games.engine.bots import next_move, play_out
from games.engine.kit import Kit
from games.engine.moves import CHANCE, CLOCK, MODERATOR, Move
from games.engine.record import NotARecord, Replay, parse, read, replay, report, write
from games.engine.table import Closes, Refused, Table

WILD, REASONABLE = 120, 3_000  # most moves of a wild game, and of a game of bots
MANY_FACTS = 400


def wild_game(kit: Kit, seed: int) -> Table:
    """Return a table in the middle of a wild game, or at its end."""
    choose = Random(f"wild {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        for _ in wild_play(table, choose, WILD):
            pass
    return table


def game_of_bots(kit: Kit, seed: int) -> Table:
    """Return a table where bots have played to the end."""
    choose = Random(f"bots {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        play_out(kit, table, choose, most=REASONABLE)
    return table


def replay_record(kit: Kit, document: Any) -> Replay:
    """Read and replay a record of this kit."""
    return replay(read(document, {kit.slug: kit}))


def ends_and_replays(kit: Kit, seed: int) -> None:
    """Check that a game of bots ends, and that its record replays to the same game."""
    table = game_of_bots(kit, seed)
    outcome = table.outcome
    where = f"seed {seed}, the end"
    if outcome is None:
        raise Broken(f"{kit.slug}, {where}: `play` returned no Outcome. Return who has won")
    ordered = outcome.seats == table.in_order(outcome.seats)
    require(ordered, kit, where, f"the winners are not in seat order: {outcome.seats}")
    replays_the_same(kit, seed, table)


def replays_the_same(kit: Kit, seed: int, table: Table) -> None:
    """Check that the record of a table, written and read, replays to the same table."""
    where = f"seed {seed}, the replay"
    written = json.dumps(write(kit, table), ensure_ascii=False)
    with name_failure(kit, where):
        result = replay_record(kit, parse(written.encode()))
        require(result.refused == [], kit, where, f"refuses what was taken: {result.refused[:1]}")
        same = json.dumps(report(result)) == format_state(kit, table)
        require(same, kit, where, "the same moves made another game. Look for a set, a clock or a die of its own")
        rewritten = json.dumps(write(kit, result.table), ensure_ascii=False)
        require(rewritten == written, kit, where, "the record of the replay is another record")


def replays_wild_games(kit: Kit, seed: int) -> None:
    """Check that a wild game replays to the same game."""
    replays_the_same(kit, seed, wild_game(kit, seed))


def judges_any_record(kit: Kit, seeds: range) -> None:
    """Check that a record with junk in it is replayed or rejected, without another error."""
    written = [json.dumps(write(kit, wild_game(kit, seed))) for seed in range(4)]
    for seed in seeds:
        choose = Random(f"junk {seed}").choice
        for junk in JUNK:
            spoiled = spoil(spoil(json.loads(written[seed % 4]), junk, choose), junk, choose)
            with name_failure(kit, f"seed {seed}, a record with {junk!r} in it"):
                try:
                    json.dumps(report(replay_record(kit, parse(json.dumps(spoiled)))))
                except NotARecord as wrong:
                    require(
                        str(wrong).isprintable(), kit, f"seed {seed}", f"the complaint about {junk!r} is unprintable"
                    )


def refuses_without_a_trace(kit: Kit, seed: int) -> None:
    """Check that a refused move changes nothing."""
    choose = Random(f"wild {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        for count, _ in enumerate(wild_play(table, choose, WILD)):
            if count % 10 == 0:
                check_refusals(kit, seed, table, choose)
        check_refusals(kit, seed, table, choose)


def check_refusals(kit: Kit, seed: int, table: Table, choose: Choose) -> None:
    """Try moves that must be refused, and check that they have no effect."""
    where = f"seed {seed}, move {len(table.standing)}, {table.step.name if table.step else 'the end'}"
    before = read_state(kit, table)
    for move, code in refused_moves(table, choose):
        try:
            table.take(move)
        except Refused as refused:
            require(refused.code == code, kit, where, f"{move.written()} is refused with {refused.code}, not {code}")
        else:
            raise Broken(f"{kit.slug}, {where}: {move.written()} is taken, and should be refused with {code}")
    require(before == read_state(kit, table), kit, where, "a refused move has changed the table")


def read_state(kit: Kit, table: Table) -> Any:
    """Return all that a move can change."""
    answers = dict(table.step.answers) if table.step else {}
    return format_state(kit, table), table.number, table.step, answers


def keeps_what_was_told(kit: Kit, seed: int) -> None:
    """Check that a fact never changes once it was told.

    A kit must not tell a list that it changes later.
    """
    choose = Random(f"bots {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        heard = [json.dumps([told.seat, told.fact]) for told in table.told]
        while table.step and len(heard) < MANY_FACTS:
            table.take(next_move(kit, table, choose))
            heard += [json.dumps([told.seat, told.fact]) for told in table.told[len(heard) :]]
    for place, told in enumerate(table.told):
        same = heard[place] == json.dumps([told.seat, told.fact])
        require(
            same, kit, f"seed {seed}, fact {place}", f"was {heard[place]}, and changed later. Tell a copy: list(...)"
        )


def goes_back(kit: Kit, seed: int) -> None:
    """Check that undone moves, made again, give the same table.

    With all moves undone, the table must be as it was dealt.
    """
    choose = Random(seed).choice
    table = wild_game(kit, seed)
    where = f"seed {seed}, undo"
    with name_failure(kit, where, table):
        states = [format_state(kit, table)]
        for count in (1, 2, choose(range(3, 30)), len(table.undoable())):
            count = min(count, len(table.undoable()))
            if not count:
                continue
            cut = table.undoable()[-count]
            moves = [move for _, move in table.standing[cut:]]
            table.take(Move(MODERATOR, undo=count))
            require(
                format_state(kit, table) == format_state(kit, copy_table(table)),
                kit,
                where,
                f"of {count} is no replay",
            )
            require(list(table.undone) == moves, kit, where, f"of {count} cannot be done again")
            for move in moves:
                table.take(move)
            states.append(format_state(kit, table))
        require(len(set(states)) == 1, kit, where, "and the same moves again make another game")
        if table.undoable():
            table.take(Move(MODERATOR, undo=len(table.undoable())))
        require(
            format_state(kit, table) == format_state(kit, restart_dealt(table)), kit, where, "of all is not the deal"
        )
        try:
            table.take(Move(MODERATOR, undo=1))
        except Refused as refused:
            require("0 moves stand" in refused.sentence, kit, where, f"beyond the first says: {refused.sentence}")
        else:
            raise Broken(f"{kit.slug}, {where}: a move before the first was taken back")


def restart_dealt(table: Table) -> Table:
    """Return the same table before the first move.

    What chance answered before that belongs to the deal.
    """
    other = restart_table(table)
    for _, move in table.standing:
        if move.by != CHANCE:
            break
        other.take(move)
    return other


def closes_by_the_clock(kit: Kit, seed: int) -> None:
    """Check that the clock closes as the moderator does, and never declares a forfeit."""
    choose = Random(f"clock {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        for count, _ in enumerate(wild_play(table, choose, WILD // 2)):
            step = table.step
            if count % 6 or step is None or step.needed:
                continue
            where = f"seed {seed}, move {len(table.standing)}, step {step.name}"
            one, other = copy_table(table), copy_table(table)
            one.take(Move(MODERATOR, close=True))
            other.take(Move(CLOCK, close=True))
            if step.closes is Closes.GROUP and len(step.proposals()) > 1:
                forfeit = other.outcome is not None and other.outcome.reason == "forfeit"
                require(not forfeit, kit, where, "the clock has declared a forfeit")
            else:
                same = format_state(kit, one) == format_state(kit, other)
                require(same, kit, where, "the clock's close leads elsewhere than the moderator's")


def answers_by_lot(kit: Kit, seed: int) -> None:
    """Check that the clock answers by lot where a close is refused, and that this is announced."""
    choose = Random(f"lot {seed}").choice
    table = new_table(kit, choose)
    with name_failure(kit, seed, table):
        for _ in wild_play(table, choose, WILD):
            step = table.step
            if step is None or not step.needed or step.of_chance:
                continue
            told = len(table.told)
            for who, ask in step.all_asks().items():
                other = copy_table(table)
                move = Move(CLOCK, answer=ask.draw(choose), seat=None if who == MODERATOR else who)
                other.take(move)
                says = other.told[told].fact == {"fact": "by_lot", "step": step.name}
                require(says, kit, f"seed {seed}, step {step.name}", "the clock answers, and nobody is told")


def covers_change_nothing(kit: Kit, seed: int) -> None:
    """Check that an answer to a cover question, by any seat, changes nothing."""
    table = wild_game(kit, seed)
    other = copy_table(table)
    with name_failure(kit, seed, other):
        for seat in table.seats if table.step else ():
            other.take(Move(seat, cover={"suspect": seat}))
        same = format_state(kit, other) == format_state(kit, table) and write(kit, other) == write(kit, table)
    require(same, kit, f"seed {seed}", "an answer to a cover question has changed the game")


def asks_chance_alone(kit: Kit, seed: int) -> None:
    """Check that a step that asks chance asks nobody else."""
    for step in game_of_bots(kit, seed).steps:
        alone = CHANCE not in step.asks or (list(step.asks) == [CHANCE] and step.needed and not step.moderator_ask)
        require(alone, kit, f"seed {seed}, step {step.name}", "asks chance and somebody else. Ask with table.chance")


def shows_a_call_to_all_alike(kit: Kit, seed: int) -> None:
    """Check that a night call displays the same to all, whoever is asked."""
    for table in (game_of_bots(kit, seed), wild_game(kit, seed)):
        for step in table.steps:
            where = f"seed {seed}, step {step.name}"
            if step.asleep:
                require(step.shape is not None, kit, where, "a call without a shape: make it with table.by_night")
                for seat, ask in step.asks.items():
                    same = list_shown(ask) == list_shown(step.shape)
                    require(
                        same,
                        kit,
                        where,
                        f"{seat} is shown {list_shown(ask)}, and the others {list_shown(step.shape)}",
                    )
