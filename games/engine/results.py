"""The result of a finished game for each seat: camp, victory, death, ballots."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.kit import Kit
from games.engine.story import Page, Setting, Tale
from games.engine.table import Deal, Fact, Table

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat, by the names of its columns."""

    camp: str = ""
    won: bool | None = None
    died: int | None = None
    ballots: int = 0
    hits: int = 0


def list_pages(table: Table) -> list[Page]:
    """Return the set-up and every move that stands with what it told."""
    told: dict[int, list[tuple[str | None, Fact]]] = {}
    for one in table.told:
        told.setdefault(one.at, []).append((one.seat, one.fact))
    pages = [Page(0, told=tuple(told.get(0, ())))]
    for place, (number, move) in enumerate(table.standing):
        step = table.steps[table.step_at(place)].name
        pages.append(Page(number, move.whose, step, move.answer or {}, tuple(told.get(number, ()))))
    return pages


def compute_results(kit: Kit, deal: Deal, table: Table, pages: Sequence[Page]) -> dict[str, SeatResult]:
    """Return the result of each seat of a game that is over.

    Seats that are out at the end of one scene, a night or a day, were out together.
    Because nobody can say who was first. Ballots are those of the award for the best nose:
    they count for seats that nobody was looking for, and that had one camp.
    """
    end = table.outcome
    assert end is not None
    tale = tell_again(kit, deal, table, pages)
    died: dict[str, int] = {}
    for scene in tale.scenes:
        so_far = len(died)
        died |= {seat: so_far + 1 for seat in table.seats if seat in scene.out and seat not in died}
    truth = table.truth()
    found = {}
    for seat in table.seats:
        changed = seat in end.changed
        seeks = not changed and seat not in tale.changed and not _is_hunted(kit, truth.get(seat, {}))
        hits, ballots = tale.aimed.get(seat, (0, 0)) if seeks else (0, 0)
        won = None if changed else seat in end.seats
        found[seat] = SeatResult(tale.camps.get(seat, ""), won, died.get(seat), ballots, hits)
    return found


def _is_hunted(kit: Kit, row: Fact) -> bool:
    """Return whether the others looked for a seat of this truth.

    An older truth may not tell. It is then `True`.
    """
    try:
        return bool(kit.words.hunted(row))
    except KeyError:
        return True


def tell_again(kit: Kit, deal: Deal, table: Table, pages: Sequence[Page]) -> Tale:
    """Return the game as its kit tells it, or an empty tale when the kit fails.

    Because an error in a kit must not keep a game from ending.
    """
    if kit.story is None:
        return Tale(())
    try:
        return kit.story.tale(Setting(table.seats, deal, table.truth()), list(pages))
    except Exception:
        logger.error("A game of %s could not be told again.", kit.slug)
        return Tale(())
