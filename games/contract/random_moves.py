"""Random tables and random moves, legal and illegal, for the contract of every kit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.engine.asks import Answer, Ask, Choose, Each, Field, One, Several, same, shuffled
from games.engine.kit import Kit
from games.engine.moves import CHANCE, CLOCK, MODERATOR, Move
from games.engine.options import OfSeats, Switch, Word, settle
from games.engine.record import Record, Replay, report
from games.engine.table import Deal, Table

NAMES = [f"P{number:02}" for number in range(1, 18)]
NO_SEAT, NO_STEP = "nobody at this table", "no such step"


def new_table(kit: Kit, choose: Choose) -> Table:
    """Build a table of random size with random options and a random deal."""
    fewest, most = kit.roles.SEATS
    seats = NAMES[: choose(range(fewest, min(most, len(NAMES)) + 1))]
    options: dict[str, Any] = {}
    for name, option in kit.roles.OPTIONS.items():
        match option:
            case Word(words):
                options[name] = choose(words)
            case Switch():
                options[name] = choose((True, False))
            case OfSeats():
                options[name] = choose(seats)
    settled = settle(kit.roles.OPTIONS, options)
    return Table(kit.rules, seats, settled, kit.roles.deal(seats, settled, choose))


def restart_table(table: Table, deal: Deal | None = None) -> Table:
    """Return the same table before the first move, or with another deal."""
    return Table(table.rules, table.seats, table.options, deal or table.deal)


def copy_table(table: Table) -> Table:
    """Return a copy of the table, played to the same move."""
    other = restart_table(table)
    for _, move in table.standing:
        other.take(move)
    return other


def legal_moves(table: Table, choose: Choose) -> list[Move]:
    """Return some moves that the open step accepts: of seats, of the moderator, of the clock.

    Many of them are answers.
    """
    step = table.step
    assert step is not None
    if step.of_chance:
        return [Move(CHANCE, answer=step.asks[CHANCE].draw(choose))]
    moves: list[Move] = []
    for seat in shuffled(step.asks, choose)[:4]:
        moves.append(Move(seat, step=step.name, answer=step.asks[seat].draw(choose)))
        moves.append(Move(MODERATOR, seat=seat, answer=step.asks[seat].draw(choose)))
        if step.needed:
            moves.append(Move(CLOCK, seat=seat, answer=step.asks[seat].draw(choose)))
    if step.moderator_ask:
        moves.append(Move(MODERATOR, answer=step.moderator_ask.draw(choose)))
    if step.entry:
        moves.append(Move(MODERATOR, answer=step.entry.draw(choose)))
    for seat, late in step.late.items():
        if seat not in step.answers:
            moves.append(Move(CLOCK, seat=seat, answer=late.draw(choose)))
    if not step.needed:
        moves += [Move(MODERATOR, close=True), Move(CLOCK, close=True)]
    return moves


def wild_play(table: Table, choose: Choose, most: int) -> Iterator[Move]:
    """Make this many legal moves, and the draws that are due after them.

    Each move is yielded before it is made.
    """
    count = 0
    while table.step is not None and (count < most or table.chance_due):
        move = choose(legal_moves(table, choose))
        yield move
        table.take(move)
        count += 1


def refused_moves(table: Table, choose: Choose) -> Iterator[tuple[Move, str]]:
    """Yield well-formed moves that this table must refuse, each with its code."""
    step, seat = table.step, choose(table.seats)
    too_many = Move(MODERATOR, undo=len(table.undoable()) + 1)
    if step is None:
        yield Move(seat, answer={"ok": True}), "game_over"
        yield Move(MODERATOR, step=NO_STEP, close=True), "game_over"
        yield Move(seat, undo=1), "game_over"
        yield Move(seat, cover={}), "game_over"
        yield too_many, "nothing_to_undo"
        return
    yield Move(seat, step=NO_STEP, answer={}), "wrong_step"
    yield Move(seat, close=True), "not_asked"
    yield Move(seat, undo=1), "not_asked"
    yield Move(seat, seat=seat, answer={}), "not_asked"
    yield Move(MODERATOR, cover={}), "not_asked"
    yield Move(CLOCK, undo=1), "not_asked"
    yield too_many, "nothing_to_undo"
    for other in table.seats:
        if other not in step.asks:
            yield Move(other, answer={}), "not_asked"
            yield Move(MODERATOR, seat=other, answer={}), "not_asked"
    if not step.moderator_ask:
        yield Move(MODERATOR, answer={}), "not_asked"
    if step.of_chance:
        yield Move(MODERATOR, close=True), "not_asked"
    else:
        yield Move(CHANCE, answer={"dice": [1]}), "not_asked"
        if step.needed:
            yield Move(MODERATOR, close=True), "needs_answer"
            yield Move(CLOCK, close=True), "needs_answer"
        else:
            yield Move(CLOCK, answer={}), "not_asked"
    for who, ask in step.all_asks().items():
        for answer in illegal_answers(ask, choose):
            yield Move(who, answer=answer), "illegal_answer"


def illegal_answers(ask: Ask, choose: Choose) -> Iterator[Answer]:
    """Yield nearly legal answers: a field is missing, extra, null, of another type or unknown."""
    legal = ask.draw(choose)
    fields = {one.name: one for one in ask.fields()}
    if not ask.spare:
        yield {}
    yield legal | {"more": True}
    for name, value in legal.items():
        for wrong in (None, NO_SEAT, [], {}, [value], 1 if value is True else True, -1, {"seat": NO_SEAT}):
            if not legal_after_all(fields[name], wrong):
                yield legal | {name: wrong}


def legal_after_all(field: Field, value: Any) -> bool:
    """Return whether a value that is rarely legal is so in this field.

    It may be an empty list, or one of the few words of a field.
    """
    if isinstance(field, Several):
        return value == [] and field.least == 0
    return isinstance(field, One) and any(same(value, one) for one in field.legal)


def format_state(kit: Kit, table: Table) -> str:
    """Return a report of a table as text: equal texts mean equal tables."""
    record = Record(kit, table.seats, table.options, table.deal, [])
    return json.dumps(report(Replay(record, table, accepted=len(table.undoable()))))


def list_shown(ask: Ask | None) -> list[Any]:
    """Return what a page displays of an ask, without the legal values."""
    if ask is None:
        return []
    return [
        (one.name, [(part.name, part.shown) for part in one.parts] if isinstance(one, Each) else one.shown)
        for one in ask.fields()
    ]


def list_values(ask: Ask) -> Iterator[tuple[str, Any]]:
    """Yield every value that a page has to name, with its field.

    A tick alone is named by the field itself.
    """
    for one in ask.fields():
        for part in one.parts if isinstance(one, Each) else (one,):
            if part.shown == (True,):
                continue
            for value in part.shown:
                for each in value if isinstance(value, list) else [value]:
                    yield part.name, each


# Other deals


def find_twisted_deal(kit: Kit, table: Table, seat: str, choose: Choose) -> Deal | None:
    """Return a lawful deal with two values swapped outside this seat; None if none was found."""
    places = list(_list_paths(table.deal, seat))
    for _ in range(60):
        one, other = choose(places), choose(places)
        deal = json.loads(json.dumps(table.deal))
        if _get_value(deal, one) == _get_value(deal, other) or one[: len(other)] == other or other[: len(one)] == one:
            continue
        first, second = _get_value(deal, one), _get_value(deal, other)
        _get_value(deal, one[:-1])[one[-1]], _get_value(deal, other[:-1])[other[-1]] = second, first
        if not kit.roles.wrong_deal(table.seats, table.options, deal):
            return dict(deal)
    return None


def _list_paths(node: Any, seat: str, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield paths to every value in a deal, except those of this seat."""
    if path:
        yield path
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        if key != seat:
            yield from _list_paths(value, seat, (*path, key))


def _get_value(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node
