"""Scenes at a table, for a kit's tests: act, then check what was told and what is asked.

Stored records and transcripts are read and written here too. `python -m games.contract.scenes RECORD.json` prints the
transcript of a record, to be stored and compared.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.engine.moves import parse_move
from games.engine.record import FORMAT, Record, parse, read
from games.engine.record import replay as replay_record
from games.engine.table import CHANCE, MODERATOR, Fact, Refused, Table, Told

EVERYBODY = "everybody"


def fact(name: str, /, **values: Any) -> Fact:
    """Build a fact as it is told; a trailing underscore avoids Python keywords, as in `from_`."""
    return {"fact": name} | _remove_underscores(values)


def _remove_underscores(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key.rstrip("_"): value for key, value in values.items()}


class Scene:
    """A table at which a test acts. `news` returns the facts told since its last call."""

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
        """Give the answer of a seat, at the step of this name if one is given."""
        return self.take({"by": by, "answer": _remove_underscores(answer)} | ({"step": step} if step else {}))

    def chance(self, **answer: Any) -> Scene:
        """Give the answer of chance."""
        return self.act(CHANCE, **answer)

    def decide(self, **answer: Any) -> Scene:
        """Give the decision of the moderator for all."""
        return self.act(MODERATOR, **answer)

    def close(self) -> Scene:
        """End the step as the moderator."""
        return self.take({"by": MODERATOR, "close": True})

    def undo(self, count: int = 1) -> Scene:
        """Take moves back as the moderator; the facts that remain count as read."""
        self.take({"by": MODERATOR, "undo": count})
        self.looked = len(self.table.told)
        return self

    def take(self, move: Mapping[str, Any]) -> Scene:
        """Make any move."""
        self.table.take(parse_move(move))
        return self

    def refusal(self, by: str, /, **answer: Any) -> str:
        """Return the code with which an answer is refused."""
        try:
            self.act(by, **answer)
        except Refused as refused:
            return refused.code
        raise AssertionError(f"{answer} of {by} was accepted")

    def news(self) -> dict[str, list[Fact]]:
        """Return the facts told since the last call, by who was told them."""
        told, self.looked = self.table.told[self.looked :], len(self.table.told)
        return by_person(told)

    def waits(self) -> tuple[str, list[str]]:
        """Return the open step and who is asked; `("", [])` once the game is over."""
        step = self.table.step
        return (step.name, list(step.all_asks())) if step else ("", [])

    def choices(self, who: str) -> dict[str, Any]:
        """Return a seat's question with its legal values; empty when it is not asked."""
        asks = self.table.step.all_asks() if self.table.step else {}
        return asks[who].report() if who in asks else {}


def by_person(told: Sequence[Told]) -> dict[str, list[Fact]]:
    """Return facts by the person who was told them."""
    news: dict[str, list[Fact]] = {}
    for one in told:
        news.setdefault(one.seat or EVERYBODY, []).append(one.fact)
    return news


def load(path: Path) -> tuple[Record, Any]:
    """Read a record, and the outcome that it notes."""
    document = parse(path.read_bytes())
    return read(document), document.get("outcome")


def transcript(record: Record) -> Iterator[str]:
    """Yield a whole game line by line: each move, the facts told, and the open step."""
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
