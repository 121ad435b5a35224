"""ELSEN: a seat's secrets as badges on the desk's ring: its role, and whether it is dead."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Token
from games.kits.elsen.roles import SABOTEUR
from games.kits.elsen.speech import pgettext
from games.kits.elsen.words.names import ROLE


def tokens(row: Fact, tonight: Sequence[Fact]) -> Sequence[Token]:
    """Return the badge of the role, marked for saboteurs, then of dead, then of off the ship."""
    role = str(ROLE[row["role"]])
    found = [Token(role[:2], role, "bad" if row["role"] == SABOTEUR else "", whole=True, role=row["role"])]
    found += [] if row.get("alive", True) else [Token("†", pgettext("elsen", "dead"), "bad")]
    return [*found, *([] if row.get("aboard", True) else [Token("×", pgettext("elsen", "off the ship"))])]
