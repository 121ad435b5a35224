"""Mystery Space Murder 3000: what may be told, whose secret it may reveal, and to whom.

Sources: RULINGS M-02 to M-11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, Given, Hidden, Own, Secret, Tells, Who
from games.engine.table import Deal

HANDS, SECRETS = Who("hand"), Who("secret")
DEED, DICE = Given("turn"), Given("dice")

TELLS: Sequence[Tells] = (
    Tells("hand", EACH, Own("hand")),
    Tells("secret", EACH, Own("secret")),
    # Between two.
    Tells("shown", EACH, Given("show")),
    Tells("showed", EACH, Given("show")),
    Tells("witness", EACH, Own("hand")),
    Tells("exchanged_cards", EACH, Given("testify", "exchange")),
    Tells("unsolved", EACH, Hidden("envelope")),
    # To all. M-06: that somebody is the witness says that nobody before them holds any of the four.
    Tells("clock", ROOM),
    Tells("first_throw", ROOM, DICE),
    Tells("character", ROOM, Given("character")),
    Tells("turn", ROOM),
    Tells("roll", ROOM, DEED, DICE),
    Tells("lift", ROOM, DEED, DICE),
    Tells("escape", ROOM, DEED, DICE),
    Tells("visit", ROOM, DEED, DICE),
    Tells("hypothesis", ROOM, DEED),
    Tells("moved", ROOM, DEED),
    Tells("prison", ROOM, SECRETS),
    Tells("freed", ROOM, DICE),
    Tells("lost", ROOM, DICE),
    Tells("witness", ROOM, HANDS),
    Tells("declaration", ROOM, Given("testify", "exchange")),
    Tells("exchanged", ROOM, Given("testify", "exchange")),
    Tells("no_witness", ROOM, HANDS),
    Tells("solved", ROOM, Hidden("envelope")),
)
ASKS: Sequence[Asks] = (
    Asks("show", Given("peek")),
    Asks("exchange", Given("testify")),
    Asks("testify", Given("exchange")),
)
# M-09 to M-11: the crime is solved, or the last free player wins, or the culprit gets away.
ENDS: Sequence[Secret] = (Hidden("envelope"), SECRETS)


def set_up(deal: Deal) -> Any:
    """Return who begins, and how many cards everybody has (M-02)."""
    return deal["first"], {seat: len(hand) for seat, hand in deal["hands"].items()}
