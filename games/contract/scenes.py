"""Scenes at a table, for the tests of a kit: act, then see what everybody was told and what is waited for.

Kept records and transcripts are read and written here too: `python -m games.contract.scenes RECORD.json` prints the
transcript of a record, to be kept and compared.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.engine.moves import move_of
from games.engine.record import FORMAT, Record, parse, read
from games.engine.record import replay as replay_record
from games.engine.table import CHANCE, MODERATOR, Fact, Refused, Table, Told

EVERYBODY = "everybody"


def fact(name: str, /, **values: Any) -> Fact:
    """A fact as it is told; as in an answer, `from_` stands for a word that Python keeps for itself."""
    return {"fact": name} | _named(values)


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key.rstrip("_"): value for key, value in values.items()}


class Scene:
    """A table at which a test acts. `news` is what was told since it was last looked at."""

    def __init__(self, slug: str, seats: Sequence[str], deal: Mapping[str, Any], **options: Any) -> None:
        document = {
            "format": FORMAT,
            "game": slug,
            "seats": list(seats),
            "options": options,
            "deal": deal,
            "moves": [],
        }
        record = read(document)
        self.table = Table(record.kit.rules, record.seats, record.options, record.deal)
        self.looked = 0

    def act(self, by: str, /, step: str | None = None, **answer: Any) -> Scene:
        """An answer of a seat, at the step of this name if one is given."""
        return self.take({"by": by, "answer": _named(answer)} | ({"step": step} if step else {}))

    def chance(self, **answer: Any) -> Scene:
        """What chance answers."""
        return self.act(CHANCE, **answer)

    def decide(self, **answer: Any) -> Scene:
        """What the moderator decides for all."""
        return self.act(MODERATOR, **answer)

    def close(self) -> Scene:
        """The moderator ends the step."""
        return self.take({"by": MODERATOR, "close": True})

    def undo(self, count: int = 1) -> Scene:
        """The moderator takes moves back; what stands has been seen."""
        self.take({"by": MODERATOR, "undo": count})
        self.looked = len(self.table.told)
        return self

    def take(self, move: Mapping[str, Any]) -> Scene:
        """Any move."""
        self.table.take(move_of(move))
        return self

    def refusal(self, by: str, /, **answer: Any) -> str:
        """The code with which an answer is refused."""
        try:
            self.act(by, **answer)
        except Refused as refused:
            return refused.code
        raise AssertionError(f"{answer} of {by} was accepted")

    def news(self) -> dict[str, list[Fact]]:
        """What was told since the last look: to everybody, and to each seat that was told something."""
        told, self.looked = self.table.told[self.looked :], len(self.table.told)
        return by_person(told)

    def waits(self) -> tuple[str, list[str]]:
        """The step that is open and who is asked; nothing and nobody once the game is over."""
        step = self.table.step
        return (step.name, list(step.all_asks())) if step else ("", [])

    def choices(self, who: str) -> dict[str, Any]:
        """What somebody is asked, with the legal values; nothing when not asked."""
        asks = self.table.step.all_asks() if self.table.step else {}
        return asks[who].report() if who in asks else {}


def by_person(told: Sequence[Told]) -> dict[str, list[Fact]]:
    """Facts by who was told them."""
    news: dict[str, list[Fact]] = {}
    for one in told:
        news.setdefault(one.seat or EVERYBODY, []).append(one.fact)
    return news


def load(path: Path) -> tuple[Record, Any]:
    """A record, and the outcome that stands in it as a note."""
    document = parse(path.read_bytes())
    return read(document), document.get("outcome")


def transcript(record: Record) -> Iterator[str]:
    """A whole game, line by line: each move, what everybody was told, what the table waits for."""
    final = replay_record(record).table
    table = Table(record.kit.rules, record.seats, record.options, record.deal)
    looked = 0
    for move in [None, *(move for _, move in final.standing)]:
        if move:
            table.take(move)
            made = {key: value for key, value in move.written().items() if key not in ("by", "step")}
            yield f"{move.by}: {_json(made)}"
        for person, facts in by_person(table.told[looked:]).items():
            for told in facts:
                values = " ".join(f"{key}={_json(value)}" for key, value in told.items() if key != "fact")
                yield f"    {person}: {told['fact']} {values}".rstrip()
        looked = len(table.told)
        yield f"  [{table.step.name}: {', '.join(table.step.all_asks())}]" if table.step else "  [the end]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    print("\n".join(transcript(load(Path(sys.argv[1]))[0])))
