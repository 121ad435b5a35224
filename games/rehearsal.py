"""Rehearsals: games that the computer plays, their results, and what was not reached."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.contract.broken import name_failure
from games.contract.random_moves import new_table
from games.contract.scenes import load, transcript
from games.contract.stored_games import FEWEST
from games.engine.bots import play_out
from games.engine.kit import Kit
from games.engine.record import read, replay, report, write
from games.engine.table import Table

MOST = 5_000  # moves in a game
FEW_MOVES = 4  # shorter games show a reader little, and are stored only if there are no others


@dataclass
class Rehearsal:
    """Games that were played to their ends."""

    kit: Kit
    tables: list[Table] = field(default_factory=list)

    def play(self, seed: int) -> None:
        """Play one more game, with any number of seats and any options.

        Raises `Broken` with the seed and the line.
        """
        choose = Random(f"rehearsal {seed}").choice
        with name_failure(self.kit, seed):
            table = new_table(self.kit, choose)
        with name_failure(self.kit, seed, table):
            play_out(self.kit, table, choose, most=MOST)
        self.tables.append(table)

    def count_ends(self) -> Counter[tuple[str, str]]:
        """Count the games by winners and reason."""
        return Counter((", ".join(one.winners), one.reason) for table in self.tables if (one := table.outcome))

    def list_unreached(self) -> Iterator[str]:
        """Yield what has words or a line in lawful.py, and was not reached."""
        opened = {step.name for table in self.tables for step in table.steps}
        told = {told.fact["fact"] for table in self.tables for told in table.told}
        yield from (f"the step {name}" for name in self.kit.words.STEPS if name not in opened)
        declared = dict.fromkeys(line.fact for line in self.kit.lawful.TELLS)
        yield from (f"the fact {name}" for name in declared if name not in told)
        for key, values in self.kit.roles.CARD.items():
            dealt = {repr(table.deal.get(seat, {}).get(key)) for table in self.tables for seat in table.seats}
            yield from (f"a card with {key} {value}" for value in values if repr(value) not in dealt)
        sizes = {len(table.seats) for table in self.tables}
        fewest, most = self.kit.roles.SEATS
        unplayed = [str(size) for size in range(fewest, min(most, max(sizes, default=0)) + 1) if size not in sizes]
        if unplayed:
            yield f"games of {', '.join(unplayed)} players"

    def worth_keeping(self) -> list[Table]:
        """Return the shortest game of each end, ignoring very short ones, and others up to three.

        Games of fewer than `FEW_MOVES` moves are chosen only when there are no others.
        """
        by_length = sorted(self.tables, key=lambda table: (len(table.standing) < FEW_MOVES, len(table.standing)))
        firsts: dict[tuple[str, str], Table] = {}
        for table in by_length:
            if table.outcome:
                firsts.setdefault((",".join(table.outcome.winners), table.outcome.reason), table)
        kept = list(firsts.values())
        return kept + [table for table in by_length if table not in kept][: max(0, FEWEST - len(kept))]


def write_records(rehearsal: Rehearsal, folder: Path, anew: bool) -> list[Path]:
    """Write records with their outcomes into `records/`, and a transcript beside that folder.

    Returns the paths written. Files that are there already stay, unless `anew`.
    """
    records, said = folder / "records", folder / "transcript.txt"
    written: list[Path] = []
    records.mkdir(parents=True, exist_ok=True)
    for table in rehearsal.worth_keeping():
        path = _find_free_path(records, table, anew, written)
        if path is not None:
            path.write_text(_format_record(rehearsal.kit, table), encoding="utf-8")
            written.append(path)
    kept = sorted(records.glob("*.json"))
    if kept and (anew or not said.exists()):
        said.write_text("\n".join(transcript(load((written or kept)[0])[0])) + "\n", encoding="utf-8")
        written.append(said)
    return written


def _find_free_path(records: Path, table: Table, anew: bool, written: list[Path]) -> Path | None:
    """Return the path for a game of this end, or None if a record of it is stored already."""
    reason = re.sub(r"\W+", "_", table.outcome.reason if table.outcome else "") or "end"
    path, number = records / f"rehearsed_{reason}.json", 1
    while path in written:
        number += 1
        path = records / f"rehearsed_{reason}_{number}.json"
    return path if anew or not path.exists() else None


def _format_record(kit: Kit, table: Table) -> str:
    """Return the record as text, with one line for each move."""
    document: dict[str, Any] = write(kit, table)
    document["outcome"] = report(replay(read(document, {kit.slug: kit})))["outcome"]
    lines = []
    for name, value in document.items():
        if name == "moves" and value:
            moves = ",\n".join(f"    {json.dumps(move, ensure_ascii=False)}" for move in value)
            lines.append(f'  "moves": [\n{moves}\n  ]')
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
