"""Kept games told again, as their kits tell them: for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games.engine.record import parse, read, replay
from games.engine.story import Page, Setting, Tale
from games.engine.table import Fact, Table
from tests.games.table_scenes import RECORDS


def kept_games() -> list[Path]:
    """Every record of a whole game."""
    return sorted(RECORDS.glob("*/*.json"))


def played(path: Path) -> tuple[str, Table]:
    """The game of a record, and its table at the end."""
    result = replay(read(parse(path.read_bytes())))
    return result.record.kit.slug, result.table


def pages_of(table: Table) -> list[Page]:
    """Build the pages of a story from a table alone, as `games.story.build_pages` does."""
    told: dict[int, list[tuple[str | None, Fact]]] = {}
    for one in table.told:
        told.setdefault(one.at, []).append((one.seat, one.fact))
    found = [Page(0, told=tuple(told.get(0, ())))]
    for place, (number, move) in enumerate(table.standing):
        step = table.steps[table.step_at(place)].name
        found.append(Page(number, move.whose, step, move.answer or {}, tuple(told.get(number, ()))))
    return found


def setting_of(table: Table) -> Setting:
    """What was dealt, and the truth."""
    return Setting(table.seats, table.deal, table.truth())


def seats_in(tale: Tale) -> Iterator[str]:
    """Every name that a tale takes for a seat's."""
    for scene in tale.scenes:
        yield from scene.out
        yield from scene.camps
        yield from scene.held
        for deed in scene.deeds:
            yield from (*deed.of, *deed.to)
    for vote in tale.votes:
        yield from vote.counts
        for by, on in vote.ballots:
            yield from (by, on)
    for feat in tale.feats:
        yield from feat.count
    yield from (*tale.camps, *tale.aimed, *tale.changed, *tale.own_deeds)
