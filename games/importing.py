"""Check and play imported games as plain values, without Django.

A worker process of the server runs it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from games.engine import record
from games.engine.kit import all_kits
from games.engine.moves import NotARecord, parse_move, read_move
from games.engine.results import SeatResult, compute_results, list_pages
from games.engine.table import Fact, Table

# Thirty people who change their mind once in each of sixty votes make 3,600 moves, which replay within a second.
MOST_MOVES, MOST_SECONDS = 5_000, 10.0
MOST_FACTS = 30_000  # facts of a game that is stored as it was told
LONGEST_FACT = 50  # characters in the name of a fact

ToldFacts = list[list[Any]]  # pairs of a seat (None: everybody) and a fact
Ballot = tuple[str, int, str, Any]  # the step of the vote, the move that opened it, the seat, the answer


@dataclass(frozen=True)
class ImportedGame:
    """An imported game, played out as plain values."""

    document: dict[str, Any]  # the record without its moves and what they told
    moves: list[tuple[int, dict[str, Any]]]  # number and body of each move that stands
    told: list[ToldFacts]  # by the set-up, then by each move
    seats: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    deal: Any = None
    opened: int = 0  # the number of the move that opened the step at which the record stops
    refused: list[dict[str, Any]] = field(default_factory=list)  # refused moves, as in the report
    outcome: dict[str, Any] | None = None
    truth: dict[str, Fact] = field(default_factory=dict)
    ballots: list[Ballot] = field(default_factory=list)
    results: dict[str, SeatResult] | None = None  # None: not over, or stored as it was told
    seconds: float = 0.0  # CPU seconds of the worker


def play_record(text: bytes, until: int | None = None) -> ImportedGame:
    """Play out a record, up to its first `until` moves. Raises `NotARecord`."""
    document = record.parse(text, record.MOST_VALUES)
    read = record.read(document)
    if until is not None:
        del read.moves[until:]
    return _play(document, read, MOST_SECONDS)


def play_archived(text: bytes, seconds: float) -> ImportedGame:
    """Play out a finished game of an archive.

    A game whose rules are not played any more is stored as it was told. Raises `NotARecord`.
    """
    begun = time.thread_time()
    document = record.parse(text, record.MOST_VALUES)
    if not isinstance(document, dict) or not record.is_sound(document):
        raise NotARecord("record: not an object of words that can be shown")
    if not _is_played(document):
        return _build_told_game(document)
    game = _play(document, record.read(document), min(MOST_SECONDS, seconds - (time.thread_time() - begun)))
    if not game.refused and (game.outcome is None or [body for _number, body in game.moves] != document["moves"]):
        raise NotARecord("over: the game is not over, or not kept as it ended")
    return game


def build_table(game: ImportedGame) -> Table:
    """Replay the standing moves of an imported game in this process."""
    table = Table(all_kits()[game.document["game"]].rules, game.seats, game.options, game.deal)
    for _number, body in game.moves:
        table.take(parse_move(body))
    return table


def _play(document: dict[str, Any], read: record.Record, seconds: float) -> ImportedGame:
    """Play out a record, then replay what stands of it without undone moves and cover answers."""
    begun = time.thread_time()
    if len(read.moves) > MOST_MOVES:
        raise NotARecord(f"moves: {len(read.moves)}; at most {MOST_MOVES} are played out")
    replay = record.replay(read, seconds)
    table = Table(read.kit.rules, read.seats, read.options, read.deal)
    for _number, move in replay.table.standing:
        table.take(move)
    pages = list_pages(table)
    is_over = table.outcome is not None
    return ImportedGame(
        document=_remove_moves(document),
        moves=[(number, move.written()) for number, move in table.standing],
        told=[[list(told) for told in page.told] for page in pages],
        seats=read.seats,
        options=read.options,
        deal=read.deal,
        opened=table.step.opened if table.step else table.number,
        refused=replay.refused,
        outcome=asdict(table.outcome) if table.outcome else None,
        truth=table.truth(),
        ballots=[
            (step.name, step.opened, seat, answer)
            for step in table.steps
            if step.poll
            for seat, answer in step.answers.items()
        ],
        results=compute_results(read.kit, read.deal, table, pages) if is_over else None,
        seconds=time.thread_time() - begun,
    )


def _is_played(document: Mapping[str, Any]) -> bool:
    """Return whether this server plays the rules of a record.

    What is no record at all is read as one, and refused.
    """
    kit, options = all_kits().get(str(document.get("game"))), document.get("options")
    if kit is None or not isinstance(options, dict):
        return True
    return kit.options_of(document.get("kit_version"), options) is not None


def _build_told_game(document: dict[str, Any]) -> ImportedGame:
    """Return a game as its archive tells it, because its rules are not played any more.

    Raises `NotARecord`.
    """
    seats, moves, told = document.get("seats"), document.get("moves"), document.get("told")
    if not (isinstance(seats, list) and isinstance(moves, list) and isinstance(told, list)):
        raise NotARecord("record: seats, moves or what was told are no lists")
    if len(moves) > MOST_MOVES:
        raise NotARecord(f"moves: {len(moves)}; at most {MOST_MOVES} are kept")
    everyone = frozenset(map(str, seats))
    for place, body in enumerate(moves):
        move = read_move(everyone, body, f"moves[{place}]")
        if move.undo or move.cover is not None:
            raise NotARecord(f"moves[{place}]: it does not stand")
    if len(told) != len(moves) + 1 or sum(map(len, told)) > MOST_FACTS:
        raise NotARecord("told: not a list for the set-up and for each move")
    if not all(_is_told(one, everyone) for line in told for one in line):
        raise NotARecord("told: not a seat and a fact")
    return ImportedGame(_remove_moves(document), list(enumerate(moves, 1)), told, outcome=document.get("outcome"))


def _is_told(one: Any, seats: frozenset[str]) -> bool:
    if not (isinstance(one, list) and len(one) == 2 and isinstance(one[1], dict)):
        return False
    seat, name = one[0], one[1].get("fact")
    is_named = isinstance(name, str) and 1 <= len(name) <= LONGEST_FACT and name.isprintable()
    return is_named and (seat is None or (isinstance(seat, str) and seat in seats))


def _remove_moves(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in ("moves", "told")}
