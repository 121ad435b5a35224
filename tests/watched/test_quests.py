"""A whole game of the package in `examples/quests`, watched in a browser: a game by somebody else looks like one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from qa.serving import ROOT, RunningServer
from tests.watched.tables import NAMES, WatchedTable

pytestmark = [pytest.mark.slow, pytest.mark.full]
BOTH = ["Help", "Hinder"]
TILES = """() => [...document.querySelectorAll("#answer .tile")].map((tile) => tile.textContent.trim())"""


def test_knights_ride_until_one_side_has_won(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    """Whoever is in a team is shown both cards, traitor or not."""
    server = start_server(CALL_PACE="0.1", VEILLEUR_GAMES=str(ROOT / "examples" / "quests"))
    table = WatchedTable(server, open_device, "quests", languages=("en-GB",))
    table.join(NAMES[:3])
    table.fill_up(6)
    table.begin()
    shown: list[list[str]] = []

    def look() -> None:
        for phone in table.phones.values():
            tiles = phone.evaluate(TILES)
            if "Hinder" in tiles:
                shown.append(tiles)

    table.play(look=look)
    table.everybody_sees_the_end("win")
    assert all(tiles == BOTH for tiles in shown)
    table.keep(table.desk, "quests-desk-end")
