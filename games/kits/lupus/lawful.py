"""Lupus in Tabula: what may be told, whose secret it may reveal, and to whom.

Sources: RULINGS L-03 to L-32.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.lawful import EACH, ROOM, Asks, By, Given, HowMany, Of, Own, Secret, Tells, Who
from games.engine.table import Deal
from games.kits.lupus.roles import MASON, MEDIUM, MYTHOMANIAC, OWL, SEER, WEREHAMSTER, WEREWOLF

ALIVE = Who("alive", True)

TELLS: Sequence[Tells] = (
    Tells("role", EACH, Own("role")),
    # By night, to those who wake.
    Tells("medium", Who("plays_as", MEDIUM), Of("seat", "plays_as", WEREWOLF)),
    Tells("vision", Who("plays_as", SEER), Of("seat", "plays_as", WEREWOLF), Given("seer")),
    Tells("pack", Who("plays_as", WEREWOLF), Who("plays_as", WEREWOLF)),
    Tells("masons", Who("role", MASON), Who("role", MASON)),
    Tells("mythomaniac", Who("role", MYTHOMANIAC), Own("plays_as")),
    # To all.
    Tells("night", ROOM),
    Tells("day", ROOM),
    Tells("moderator_torn", ROOM),
    Tells("no_death", ROOM, ALIVE),
    Tells("death", ROOM, ALIVE),
    Tells("nomination", ROOM, By("nominate")),
    Tells("owl", ROOM, Given("owl"), Who("plays_as", OWL)),
    Tells("nominees", ROOM),
    Tells("lynch_vote", ROOM, By("lynch")),
    Tells("drawn", ROOM),
)
ASKS: Sequence[Asks] = ()
# L-30, L-31: that the werewolves are dead or as many as the others, and that the were-hamster lives.
ENDS: Sequence[Secret] = (
    HowMany("plays_as", WEREWOLF, among="alive"),
    HowMany("plays_as", WEREHAMSTER, among="alive"),
)


def set_up(deal: Deal) -> Any:
    """Return which characters are in the deck, not who has them (L-02)."""
    return Counter(card["role"] for card in deal.values())
