"""The game record: read, check, replay, report (the record format `veilleur/1`).

A record is one JSON document that contains a whole game. Reading one raises `NotARecord`, with the fault and its
place. A move that the game refuses is no such error. The report lists it.
This module knows no database. Start reading at `replay`.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine.asks import legal_answers
from games.engine.kit import Kit, all_kits
from games.engine.moves import CHANCE, NOT_SEATS, Move, is_whole, quote, read_move
from games.engine.moves import NotARecord as NotARecord
from games.engine.table import Refused, Table

FORMAT, REPORT_FORMAT = "veilleur/1", "veilleur-report/1"
LONGEST_NAME = 30
MOST_VALUES = 300_000  # in an imported document; the longest games that were played have 20,000
DEEPEST = 64  # nesting of lists and objects in an imported document; a record has five levels
HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass
class Record:
    """A document that has been read: a kit, a set-up that it can play, and well-formed moves."""

    kit: Kit
    seats: list[str]
    options: dict[str, Any]
    deal: dict[str, Any]
    moves: list[Move]
    seed: int = 0


@dataclass
class Replay:
    """A record played out: the table at its end, how many moves it took, and those it refused."""

    record: Record
    table: Table
    accepted: int = 0
    taken: list[Move] = field(default_factory=list)  # every move that the table took, chance included
    refused: list[dict[str, Any]] = field(default_factory=list)


def parse(text: str | bytes, most: int | None = None) -> Any:
    """Parse JSON as docs/record.md defines it: UTF-8, no NaN, no key twice. Raises `NotARecord`.

    `most`: the number of values that it may have, counted before it is parsed. It may then not be deeper than
    `DEEPEST`.
    """
    if most is not None and _count_values(text) > most:
        raise NotARecord("size: more values than any game has")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        else:
            text.encode()  # fails for half of a surrogate pair
        document = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)
        if HALF_A_CHARACTER.search(text):  # fails for a half; a whole pair is one character
            json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as wrong:
        raise NotARecord(f"not JSON: {wrong}") from None
    if most is not None and is_deeper(document, DEEPEST):
        raise NotARecord("size: deeper than any game is")
    return document


def _count_values(text: str | bytes) -> int:
    """Return an upper bound of how many values JSON has.

    Commas and brackets within strings are counted as well.
    """
    if isinstance(text, bytes):
        return sum(text.count(mark) for mark in (b",", b"[", b"{"))
    return sum(text.count(mark) for mark in ",[{")


def is_deeper(document: Any, most: int) -> bool:
    """Return whether lists and objects are nested deeper than `most`."""
    level = [document]
    for _depth in range(most + 1):
        level = [
            one
            for node in level
            if isinstance(node, list | dict)
            for one in (node if isinstance(node, list) else node.values())
        ]
    return bool(level)


def is_sound(value: Any, deepest: int = DEEPEST) -> bool:
    """Return whether all strings of this value are printable, and all its numbers can be stored."""
    if isinstance(value, str):
        return value.isprintable() or value.translate(dict.fromkeys(map(ord, "\n\r\t"))).isprintable()
    if isinstance(value, list):
        return deepest > 0 and all(is_sound(one, deepest - 1) for one in value)
    if isinstance(value, dict):
        return deepest > 0 and all(is_sound(one, deepest - 1) for pair in value.items() for one in pair)
    return value is None or (isinstance(value, int) and abs(value) < 2**53) or math.isfinite(value)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return result


def read(document: Any, kits: Mapping[str, Kit] | None = None) -> Record:
    """Read a record from parsed JSON. Raises `NotARecord`.

    `kits` defaults to all kits that are found.
    """
    kits = all_kits() if kits is None else kits
    _check(isinstance(document, dict), "record", "not an object")
    _check(document.get("format") == FORMAT, "format", f"not {FORMAT}")
    slug = document.get("game")
    _check(isinstance(slug, str) and slug in kits, "game", f"no game {quote(slug)}")
    kit = kits[slug]
    version = document.get("kit_version", kit.rules.VERSION)
    is_known_version = is_whole(version) and (version == kit.rules.VERSION or version in kit.rules.OLDER)
    _check(is_known_version, "kit_version", f"the kit is version {kit.rules.VERSION}")
    seats = read_seats(kit, document.get("seats"))
    options = read_options(kit, seats, document.get("options", {}), version)
    seed = document.get("seed", 0)
    _check(is_whole(seed), "seed", "not a whole number")
    if "deal" in document:
        deal = read_deal(kit, seats, options, document["deal"])
    else:
        deal = kit.roles.deal(seats, options, Random(f"{seed}:deal").choice)
    return Record(kit, seats, options, deal, read_moves(seats, document.get("moves")), seed)


def read_moves(seats: Sequence[str], moves: Any) -> list[Move]:
    """Check the moves, and return them parsed. Raises `NotARecord`."""
    _check(isinstance(moves, list), "moves", "not a list")
    everyone = frozenset(seats)
    return [read_move(everyone, move, f"moves[{place}]") for place, move in enumerate(moves)]


def read_seats(kit: Kit, seats: Any) -> list[str]:
    """Check names of seats: as many as the kit takes, different, 1 to 30 characters.

    Raises `NotARecord`.
    """
    _check(isinstance(seats, list), "seats", "not a list")
    fewest, most = kit.roles.SEATS
    _check(len(seats) <= most, "seats", f"{len(seats)} seats; the game takes {fewest} to {most}")
    for place, name in enumerate(seats):
        where = f"seats[{place}]"
        _check(
            isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME,
            where,
            "not a name of 1 to 30 characters",
        )
        _check(name not in NOT_SEATS, where, f"a seat may not be called {name}")
        _check(name not in seats[:place], where, f"{quote(name)} sits there twice")
    _check(len(seats) >= fewest, "seats", f"{len(seats)} seats; the game takes {fewest} to {most}")
    return list(seats)


def read_options(kit: Kit, seats: list[str], options: Any, version: int | None = None) -> dict[str, Any]:
    """Return every option of the kit, given or default, as that version of its rules played.

    Raises `NotARecord`.
    """
    _check(isinstance(options, dict), "options", "not an object")
    for name, value in options.items():
        _check(name in kit.roles.OPTIONS, f"options.{name}", "no such option")
        _check(kit.roles.OPTIONS[name].allows(value, seats), f"options.{name}", "no such value")
    settled = kit.options_of(kit.rules.VERSION if version is None else version, options)
    if settled is None:
        raise NotARecord(f"kit_version: the kit is version {kit.rules.VERSION}, which plays these options otherwise")
    return settled


def read_deal(kit: Kit, seats: list[str], options: Mapping[str, Any], deal: Any) -> dict[str, Any]:
    """Check a deal against the kit's set-up rules. Raises `NotARecord`."""
    _check(isinstance(deal, dict), "deal", "not an object")
    wrong = kit.roles.wrong_deal(seats, options, deal)
    _check(not wrong, "deal", wrong)
    return dict(deal)


def _check(holds: bool, where: str, what: str) -> None:
    if not holds:
        raise NotARecord(f"{where}: {what}")


def replay(record: Record, seconds: float = math.inf) -> Replay:
    """Play out a record. Chance that the record does not contain is drawn from its seed.

    Raises `NotARecord` when this thread works longer than so many seconds.
    """
    deadline = time.thread_time() + seconds
    table = Table(record.kit.rules, record.seats, record.options, record.deal)
    result = Replay(record, table)
    draws = 0
    for place, move in enumerate([*record.moves, None]):
        _check(time.thread_time() < deadline, "moves", "they take too long to play out")
        while (ask := table.chance_due) and (move is None or move.by != CHANCE):
            draw = Move(CHANCE, answer=ask.draw(Random(f"{record.seed}:{draws}").choice))
            table.take(draw)
            result.taken.append(draw)
            draws += 1
        if move is None:
            break
        try:
            table.take(move)
        except Refused as refusal:
            result.refused.append({"move": place, "code": refusal.code, "message": refusal.sentence})
        else:
            result.taken.append(move)
            result.accepted += move.by != CHANCE and move.cover is None
    return result


def report(replay: Replay) -> dict[str, Any]:
    """Return the report of a record (`veilleur-report/1`).

    It has what everybody was told, what is open, and how it ended.
    """
    table, step, outcome = replay.table, replay.table.step, replay.table.outcome
    return {
        "format": REPORT_FORMAT,
        "game": replay.record.kit.slug,
        "accepted": replay.accepted,
        "refused": replay.refused,
        "open": step and {"step": step.name, "asks": legal_answers(step.all_asks())},
        "public": table.public(),
        "private": {seat: table.private(seat) for seat in table.seats},
        "truth": table.truth(),
        "hidden": table.hidden(),
        "outcome": outcome
        and {
            "winners": outcome.winners,
            "reason": outcome.reason,
            "seats": outcome.seats,
        },
    }


def write(kit: Kit, table: Table) -> dict[str, Any]:
    """Return the record of a table: its set-up and every standing move with chance, and no seed."""
    return {
        "format": FORMAT,
        "game": kit.slug,
        "kit_version": kit.rules.VERSION,
        "seats": table.seats,
        "options": {name: value for name, value in table.options.items() if value is not None},
        "deal": table.deal,
        "moves": [move.written() for _, move in table.standing],
    }
