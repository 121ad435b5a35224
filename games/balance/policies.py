"""How the tables of the lab play: the policies that every game has, and those that its kit adds.

A policy is told in docs/balance.md in words that a player understands. Start at `policies`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from games.engine.asks import Choose
from games.engine.bots import Bot, Policy, next_move, random_answer
from games.engine.kit import Kit
from games.engine.moves import Move
from games.engine.table import Table


def policies(kit: Kit) -> dict[str, Policy]:
    """Every policy by which a table of this game can play, by name; a kit's own stand in the place of the usual."""
    usual: Mapping[str, Policy] = {
        "uniform": partial(by_bots, kit, random_answer),
        "naive": partial(by_bots, kit, kit.bots.answer),
    }
    return {**usual, **kit.policies}


def by_bots(kit: Kit, bot: Bot, table: Table, choose: Choose) -> Iterator[Move]:
    """Each seat for itself, by this bot, until the game is over."""
    while table.step is not None:
        yield next_move(kit, table, choose, bot)
