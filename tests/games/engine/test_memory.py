"""What a table holds is free as soon as it is let go: whoever plays thousands waits for no search of the memory."""

from __future__ import annotations

import gc
import weakref
from random import Random

import pytest

from games.engine.bots import play_out
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table


@pytest.mark.parametrize("slug", all_kits())
def test_a_game_that_is_let_go_leaves_no_circles_behind(slug: str) -> None:
    kit, choose = all_kits()[slug], Random(1).choice
    seats = [f"P{number}" for number in range(kit.roles.SEATS[0] + 1)]
    options = settle(kit.roles.OPTIONS, {})
    table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, choose))
    play_out(kit, table, choose)
    script = weakref.ref(table.truth.__self__)  # type: ignore[attr-defined]
    gc.disable()
    try:
        table.end()
        assert script() is None
    finally:
        gc.enable()
