"""Three sketches of games, unlike all games of this checkout: what they ask can be said, and keeps the contract.

`bat`: a drawn token that wanders, people who change camp, two who talk alone with a clock, all point at once.
`rooms`: two rooms that vote, and name hostages, at the same time; cards shown in twos, which nobody else sees.
`swaps`: a deal with cards in the middle, cards that change hands unseen, one vote of all.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.contract import offers, playing, saying, setting_up
from games.contract.secrecy import keeps_its_secrets
from games.engine.kit import Kit
from tests.thorough import seeds

SKETCHES = [Kit(slug, f"tests.games.sketches.{slug}") for slug in ("bat", "rooms", "swaps")]
WHOLE = [offers.is_whole, offers.knows_no_outside, offers.walks_over_no_set]
WHOLE += [
    setting_up.judges_any_option,
    setting_up.begins_with_counts,
    saying.names_what_can_be_set,
    saying.has_easy_words,
]
SEEDED = [setting_up.deals_lawfully, setting_up.judges_any_deal]
SEEDED += [playing.ends_and_replays, playing.replays_wild_games, playing.refuses_without_a_trace]
SEEDED += [playing.keeps_what_was_told, playing.goes_back, playing.closes_by_the_clock, playing.answers_by_lot]
SEEDED += [playing.covers_change_nothing, playing.asks_chance_alone, playing.shows_a_call_to_all_alike]
SEEDED += [saying.names_every_question, saying.names_every_fact]


@pytest.fixture(params=SKETCHES, ids=lambda kit: kit.slug)
def sketch(request: pytest.FixtureRequest) -> Kit:
    kit: Kit = request.param
    return kit


@pytest.mark.parametrize("holds", WHOLE, ids=lambda holds: holds.__name__)
def test_a_sketch_is_whole(sketch: Kit, holds: Callable[[Kit], None]) -> None:
    holds(sketch)


@pytest.mark.parametrize("holds", SEEDED, ids=lambda holds: holds.__name__)
def test_a_sketch_plays_by_the_contract(sketch: Kit, holds: Callable[[Kit, int], None]) -> None:
    for seed in seeds(3, 12):
        holds(sketch, seed)


def test_a_sketch_keeps_its_secrets(sketch: Kit) -> None:
    keeps_its_secrets(sketch, seeds(30, 60))
