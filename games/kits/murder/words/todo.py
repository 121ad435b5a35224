"""Mystery Space Murder 3000: what the device in the middle says to do now.

It depends only on what everybody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.kits.murder.speech import gettext


def turn(public: Sequence[Fact]) -> str:
    """Say to throw and walk, then to accuse; a prisoner throws for the door (M-05, M-08)."""
    seat, deeds = "", set[str]()
    imprisoned: dict[str, bool] = {}
    for fact in public:
        if fact["fact"] == "turn":
            seat, deeds = fact["seat"], set()
        elif fact["fact"] in ("prison", "freed"):
            imprisoned[fact["seat"]] = fact["fact"] == "prison"
        deeds.add(fact["fact"])
    if imprisoned.get(seat):
        said = gettext("%(seat)s: in prison. Throw a die: a 5 or a 6 opens the door.")
    elif "roll" in deeds:
        said = gettext("%(seat)s: walk. If you stand in a room then, make a hypothesis, or else end the turn.")
    elif "freed" in deeds:
        said = gettext("%(seat)s: out of prison. Throw the dice and walk.")
    else:
        said = gettext("%(seat)s: throw the dice and walk, or stay in your room and make a hypothesis.")
    return said % {"seat": seat}


def aside(public: Sequence[Fact]) -> str:
    """Say who gives a clue, as everybody knows, but nothing of secret questions (M-06, M-08)."""
    for fact in reversed(public):
        match fact:
            case {"fact": "witness"}:
                return gettext("%(seat)s testifies: a clue in exchange, or a story told aloud.") % fact
            case {"fact": "visit"}:
                return gettext("%(prisoner)s shows %(seat)s a card.") % fact
            case {"fact": "turn" | "character"}:
                break
    return ""
