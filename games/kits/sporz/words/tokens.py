"""Sporz: a seat's secrets as badges on the desk's ring.

They are role, genome, state, and what this night has done to the seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.table import Fact
from games.engine.words import Token
from games.kits.sporz.speech import pgettext
from games.kits.sporz.words.names import GENOME, ROLE


def tokens(row: Fact, tonight: Sequence[Fact]) -> Sequence[Token]:
    """Return the badges of role and genome, then of mutant, dead, paralysed, healed."""
    role, genome = str(ROLE[row["role"]]), str(GENOME[row["genome"]])
    named = pgettext("sporz", "Genome: %(genome)s") % {"genome": genome}
    found = [Token(role[:2], role, whole=True, role=row["role"]), Token(genome[:1].upper(), named)]
    found += [Token("M", pgettext("sporz", "mutant"), "bad")] if row["mutant"] else []
    happened = {fact["fact"] for fact in tonight}
    return [*found, *(token for name, token in _of_the_night().items() if name in happened)]


def _of_the_night() -> Mapping[str, Token]:
    return {
        "killed": Token("†", pgettext("sporz", "killed tonight"), "bad"),
        "paralysed": Token("P", pgettext("sporz", "paralysed tonight"), "bad"),
        "healed": Token("+", pgettext("sporz", "healed tonight"), "good"),
        "heal_failed": Token("×", pgettext("sporz", "not healed: the cure failed tonight"), "good"),
    }
