"""Lupus in Tabula: a seat's secrets as badges on the desk's ring.

They are its card, and what a mythomaniac plays as.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Token
from games.kits.lupus.roles import WEREWOLF
from games.kits.lupus.speech import gettext
from games.kits.lupus.words.names import ROLE


def tokens(row: Fact, tonight: Sequence[Fact]) -> Sequence[Token]:
    """Return the badge of the card dealt, and of the card that is played as where it differs."""
    found = [_card(row["role"], str(ROLE[row["role"]]))]
    if row["plays_as"] != row["role"]:
        found.append(_card(row["plays_as"], gettext("plays as %(role)s") % {"role": ROLE[row["plays_as"]]}))
    return found


def _card(role: str, name: str) -> Token:
    return Token(str(ROLE[role])[:2], name, "bad" if role == WEREWOLF else "", whole=True, role=role)
