"""Checks of a kit's stored records and transcript: they still replay as they were written."""

from __future__ import annotations

from pathlib import Path

from games.contract.broken import name_failure, require
from games.contract.scenes import load, transcript
from games.engine.kit import Kit
from games.engine.record import replay, report
from games.engine.table import Table

FEWEST = 3  # records with different ends


def keeps_records(kit: Kit, records: Path, transcripts: Path) -> None:
    """Check that there are at least three records, and that the transcript fits one of them."""
    paths = sorted(records.glob("*.json"))
    require(
        len(paths) >= FEWEST, kit, records, f"{len(paths)} records are kept; write three with `rehearse {kit.slug}`"
    )
    require(transcripts.exists(), kit, transcripts, f"there is no transcript; write it with `rehearse {kit.slug}`")
    lines = transcripts.read_text(encoding="utf-8").splitlines()
    for path in paths:
        with name_failure(kit, path.name):
            if lines == list(transcript(load(path)[0])):
                return
    todo = "If it was meant to, have `rehearse --anew` write both again, and read them"
    require(False, kit, transcripts, f"is the transcript of no kept record: the game has changed. {todo}")


def replay_games(kit: Kit, records: Path) -> list[Table]:
    """Return the stored games at their ends, as far as they can be replayed."""
    found = []
    for path in sorted(records.glob("*.json")):
        with name_failure(kit, path.name):
            found.append(replay(load(path)[0]).table)
    return found


def replays_its_records(kit: Kit, records: Path) -> None:
    """Check that every stored record replays to its end, with the outcome that it notes."""
    for path in sorted(records.glob("*.json")):
        with name_failure(kit, path.name):
            record, outcome = load(path)
            played = report(replay(record))
        todo = "If the rules were meant to change, raise VERSION in rules.py and keep it anew"
        require(played["refused"] == [], kit, path.name, f"refuses {played['refused'][:1]}. {todo}")
        require(played["open"] is None, kit, path.name, f"does not end. {todo}")
        require(played["outcome"] == outcome, kit, path.name, f"ends with {played['outcome']}, not {outcome}. {todo}")
