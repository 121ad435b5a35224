"""The game record: read, check, replay, report (the record format `veilleur/1`).

A record is one JSON document that holds a whole game. Reading one raises `NotARecord`, which says
what is wrong and where; a move that the game refuses is no such error, it stands in the report.
Knows no database. Start reading at `replay`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.asks import legal_answers
from games.kits import Kit, all_kits
from games.options import settle
from games.table import CHANCE, NOT_SEATS, Move, Refused, Table

FORMAT, REPORT_FORMAT = "veilleur/1", "veilleur-report/1"
LONGEST_NAME, LONGEST_COMPLAINT = 30, 200
ACTIONS = ("answer", "close", "undo", "cover")
MOVE_KEYS = {"step", "by", "for", *ACTIONS}


class NotARecord(Exception):
    """What is wrong with a document, and where, in one short line: `moves[3].by: no seat "Zoe"`."""

    def __init__(self, complaint: str) -> None:
        if len(complaint) > LONGEST_COMPLAINT:
            complaint = f"{complaint[:LONGEST_COMPLAINT]}..."
        super().__init__("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in complaint))


@dataclass
class Record:
    """A document that has been read: a kit, a set-up that it can play, and moves of the right shape."""

    kit: Kit
    seats: list[str]
    options: dict[str, Any]
    deal: dict[str, Any]
    moves: list[Move]
    seed: int = 0


@dataclass
class Replay:
    """A record played out: the table as it ends, how many moves it took, and those it refused."""

    record: Record
    table: Table
    accepted: int = 0
    taken: list[Move] = field(default_factory=list)  # every move that the table took, chance included
    refused: list[dict[str, Any]] = field(default_factory=list)


def parse(text: str | bytes) -> Any:
    """JSON as RECORD.md means it: UTF-8, no NaN, no key twice. Raises `NotARecord`."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        document = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)
        json.dumps(document, ensure_ascii=False).encode()  # half a character is none
    except (ValueError, RecursionError) as wrong:
        raise NotARecord(f"not JSON: {wrong}") from None
    return document


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return result


def read(document: Any) -> Record:
    """A record from parsed JSON. Raises `NotARecord`."""
    _want(isinstance(document, dict), "record", "not an object")
    _want(document.get("format") == FORMAT, "format", f"not {FORMAT}")
    slug = document.get("game")
    _want(isinstance(slug, str) and slug in all_kits(), "game", f"no game {_quoted(slug)}")
    kit = all_kits()[slug]
    version = document.get("kit_version", kit.rules.VERSION)
    _want(
        _is_whole(version) and version == kit.rules.VERSION,
        "kit_version",
        f"the kit is version {kit.rules.VERSION}",
    )
    seats = read_seats(kit, document.get("seats"))
    options = read_options(kit, seats, document.get("options", {}))
    seed = document.get("seed", 0)
    _want(_is_whole(seed), "seed", "not a whole number")
    if "deal" in document:
        deal = read_deal(kit, seats, options, document["deal"])
    else:
        deal = kit.roles.deal(seats, options, Random(f"{seed}:deal").choice)
    moves = document.get("moves")
    _want(isinstance(moves, list), "moves", "not a list")
    moves = [read_move(seats, move, f"moves[{place}]") for place, move in enumerate(moves)]
    return Record(kit, seats, options, deal, moves, seed)


def read_seats(kit: Kit, seats: Any) -> list[str]:
    """Names of seats: as many as the kit takes, different, 1 to 30 characters. Raises `NotARecord`."""
    _want(isinstance(seats, list), "seats", "not a list")
    for place, name in enumerate(seats):
        where = f"seats[{place}]"
        _want(
            isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME,
            where,
            "not a name of 1 to 30 characters",
        )
        _want(name not in NOT_SEATS, where, f"a seat may not be called {name}")
        _want(name not in seats[:place], where, f"{_quoted(name)} sits there twice")
    fewest, most = kit.roles.SEATS
    _want(
        fewest <= len(seats) <= most,
        "seats",
        f"{len(seats)} seats; the game takes {fewest} to {most}",
    )
    return list(seats)


def read_options(kit: Kit, seats: list[str], options: Any) -> dict[str, Any]:
    """Every option of the kit, given or default. Raises `NotARecord`."""
    _want(isinstance(options, dict), "options", "not an object")
    for name, value in options.items():
        option = kit.roles.OPTIONS.get(name)
        _want(option is not None, f"options.{name}", "no such option")
        _want(option.allows(value, seats), f"options.{name}", "no such value")
    return settle(kit.roles.OPTIONS, options)


def read_deal(kit: Kit, seats: list[str], options: Mapping[str, Any], deal: Any) -> dict[str, Any]:
    """A deal that the kit's set-up atoms allow. Raises `NotARecord`."""
    _want(isinstance(deal, dict), "deal", "not an object")
    wrong = kit.roles.wrong_deal(seats, options, deal)
    _want(not wrong, "deal", wrong)
    return dict(deal)


def read_move(seats: list[str], move: Any, where: str = "move") -> Move:
    """A move of the right shape, by and for somebody who exists. Raises `NotARecord`."""
    if wrong := _wrong_move(seats, move):
        place, what = wrong
        raise NotARecord(f"{where}{place}: {what}")
    return dict(move)


def _wrong_move(seats: list[str], move: Any) -> tuple[str, str] | None:
    """Where in a move something is wrong, and what; None when nothing is."""
    if not isinstance(move, dict):
        return "", "not an object"
    if not move.keys() <= MOVE_KEYS:
        return f".{next(key for key in move if key not in MOVE_KEYS)}", "no such key"
    by, for_whom = move.get("by"), move.get("for")
    if by not in seats and by not in NOT_SEATS:
        return ".by", f"no seat {_quoted(by)}"
    if "for" in move and for_whom not in seats:
        return ".for", f"no seat {_quoted(for_whom)}"
    if not isinstance(move.get("step", ""), str):
        return ".step", "not a word"
    if len(move.keys() & ACTIONS) != 1:
        return "", f"needs exactly one of {', '.join(ACTIONS)}"
    for action in ("answer", "cover"):
        if not isinstance(move.get(action, {}), dict):
            return f".{action}", "not an object"
    if move.get("close", True) is not True:
        return ".close", "not true"
    if not _is_whole(move.get("undo", 1)) or move.get("undo", 1) < 1:
        return ".undo", "not a whole number from 1"
    return None


def _want(holds: bool, where: str, what: str) -> None:
    if not holds:
        raise NotARecord(f"{where}: {what}")


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _quoted(value: Any) -> str:
    """A value for a complaint: never a nest of lists, which may be deeper than can be written."""
    text = "..." if isinstance(value, list | dict) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def replay(record: Record) -> Replay:
    """Play a record out. Chance that the record does not hold is drawn from its seed."""
    table = Table(record.kit.rules, record.seats, record.options, record.deal)
    result = Replay(record, table)
    draws = 0
    for place, move in enumerate([*record.moves, None]):
        while (ask := table.chance_due) and (move is None or move["by"] != CHANCE):
            draw: Move = {"by": CHANCE, "answer": ask.draw(Random(f"{record.seed}:{draws}").choice)}
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
            result.accepted += move["by"] != CHANCE and "cover" not in move
    return result


def report(replay: Replay) -> dict[str, Any]:
    """What became of a record (`veilleur-report/1`): what everybody was told, what is open, how it ended."""
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
    """The record of a table: its set-up and every move that stands, chance included, and no seed."""
    return {
        "format": FORMAT,
        "game": kit.slug,
        "kit_version": kit.rules.VERSION,
        "seats": table.seats,
        "options": {name: value for name, value in table.options.items() if value is not None},
        "deal": table.deal,
        "moves": [dict(move) for _, move in table.standing],
    }
