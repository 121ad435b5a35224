"""Sentences of all kits in both languages: every fact has one, and it fits on a phone."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.kit import all_kits
from games.engine.record import replay
from games.engine.table import Fact
from tests.games.kits.test_lupus_words import PLAYER, ROOM
from tests.games.kits.test_murder_words import PRIVATE, PUBLIC
from tests.games.kits.test_spree_words import FACTS
from tests.games.table_scenes import kept, load

TWO_LINES = 90  # signs on a phone
LANGUAGES = ("en", "fr")
TO_ROOM = [(slug, told) for slug, facts in (("lupus", ROOM), ("murder", PUBLIC), ("spree", FACTS)) for told in facts]
TO_PLAYER = [(slug, told) for slug, facts in (("lupus", PLAYER), ("murder", PRIVATE)) for told in facts]


def say(slug: str, told: Fact, to_player: bool) -> str:
    """Return what a player reads of a fact, or the room: its sentence, or the phase that it opens."""
    words = all_kits()[slug].words
    return words.to_player(told) if to_player else words.to_room(told) or words.phase(told)


@pytest.mark.parametrize(
    ("slug", "told", "to_player"),
    [(slug, told, False) for slug, told in TO_ROOM] + [(slug, told, True) for slug, told in TO_PLAYER],
    ids=lambda value: value["fact"] if isinstance(value, dict) else str(value),
)
def test_every_fact_has_two_lines_in_each_language(slug: str, told: Fact, to_player: bool) -> None:
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            said.append(say(slug, told, to_player))
    assert said[0] != said[1]
    assert all(0 < len(sentence) <= TWO_LINES and "%" not in sentence for sentence in said)
    assert to_player or all(told.get("seat", "") in sentence for sentence in said)


@pytest.mark.parametrize("slug", all_kits())
def test_every_fact_of_whole_games_can_be_said(slug: str) -> None:
    for path in kept(slug):
        for told in replay(load(path)[0]).table.told:
            said = say(slug, told.fact, to_player=told.seat is not None)
            assert said or told.seat, "what is told to one seat may stand on its card alone"
            assert "%" not in said and "_" not in said
