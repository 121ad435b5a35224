"""The ring during a moment: the news of the moment waits, but not what everybody has seen before it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.engine import bots
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from moderation.play.timeline import moments
from moderation.play.timeline.moments import Moment
from tests.moderation.surfaces.screen.decisions import NAMES, decision


def play_to_moments(slug: str, seats: int) -> Iterator[tuple[Table, Moment]]:
    """The moments of a game that bots play, each with the table as it then is."""
    kit, choose = all_kits()[slug], Random(slug).choice
    people, options = NAMES[:seats], settle(kit.roles.OPTIONS, {})
    table = Table(kit.rules, people, options, kit.roles.deal(people, options, choose))
    while not table.outcome:
        table.take(bots.next_move(kit, table, choose))
        if held := moments.find_moment(kit.words, table, table.step):
            yield table, held


def test_numbers_on_the_ring_are_those_of_the_bars() -> None:
    view = decision("lupus")
    assert view.moment.view
    counted = dict(next(piece.counted for piece in view.moment.view.pieces if piece.kind == "count"))
    badges = {seat.name: seat.badges for seat in view.ring.seats}
    assert counted
    for name, votes in counted.items():
        assert f"{votes} vote{'s' * (votes > 1)}" in badges[str(name)]


@pytest.mark.parametrize("slug", ["lupus", "murder"])
def test_what_was_seen_before_a_moment_is_on_its_ring(slug: str) -> None:
    words, found = all_kits()[slug].words, 0
    for table, held in play_to_moments(slug, 6 if slug == "murder" else 9):
        seen = [fact for fact in held.list_facts(table) if fact["fact"] in words.MOMENTS.seen_before]
        shown = moments.list_facts_of_ring(words, table, held)
        assert shown == [*moments.list_earlier_facts(table, held), *seen]
        found += bool(seen)
    assert found


def test_everybody_has_a_character_while_the_board_is_set_up() -> None:
    table, held = next(play_to_moments("murder", 4))
    assert held.question == "character"
    marks = all_kits()["murder"].words.ring(moments.list_facts_of_ring(all_kits()["murder"].words, table, held))
    assert set(marks) == set(NAMES[:4]) and all(mark.badges for mark in marks.values())
