"""Sporz: what everybody looks at between questions.

It is an election, a dawn, the ballots, or who left the ship.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.sporz.speech import gettext, pgettext
from games.kits.sporz.words.facts import to_room, truth
from games.kits.sporz.words.names import ROLE


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """Return whether an election, a dawn or a vote has had its result.

    A chief is elected or nobody is. Day breaks (also without a death). A vote is tied or decided (also without a
    ballot).
    """
    again = question == follows == "chief"
    return again or any(fact["fact"] in ("chief", "day", "tie", "verdict") for fact in facts)


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Return the events, one after the other."""
    found: list[Piece] = []
    told = {fact["fact"] for fact in facts}
    if question == "chief" and "chief" not in told:
        return [
            Piece("lead", gettext("The crew has no chief yet")),
            Piece("big", gettext("Nobody comes first: the election is held again.")),
        ]
    for fact in facts:
        match fact:
            case {"fact": "chief"}:
                found += [Piece("lead", gettext("The crew has its chief")), Piece("name", fact["seat"])]
            case {"fact": "day"}:
                found.append(Piece("lead", gettext("Day %(number)d breaks.") % fact))
                if "death" not in told:
                    found.append(Piece("big", gettext("The night has taken nobody.")))
            case {"fact": "ballots"}:
                found += _counted(fact)
            case {"fact": "tie"}:
                found += [
                    Piece("lead", gettext("The vote is tied")),
                    Piece("big", ", ".join(_tied(fact))),
                    Piece("line", gettext("The chief decides between them.")),
                ]
            case {"fact": "verdict"}:
                found.append(Piece("lead", _decided(question, by_lot="by_lot" in told)))
                if fact["seat"] is None:
                    found.append(Piece("big", gettext("Nobody leaves the ship.")))
            case {"fact": "death"}:
                found.append(Piece("name", fact["seat"], falls=True))
                found.append(Piece("line", to_room(fact)))
            case {"fact": "autopsy"}:
                said = truth(fact) if "genome" in fact else ROLE[fact["role"]]
                found.append(Piece("was", said, role=fact["role"]))
            case {"fact": "by_lot" | "murder"}:
                found.append(Piece("line", to_room(fact)))
    return sorted(found, key=lambda piece: piece.kind != "lead")


def _decided(question: str, *, by_lot: bool) -> str:
    if by_lot:  # S-33
        return gettext("The lot has decided")
    return gettext("The chief has decided") if question == "tie" else gettext("The crew has decided")


def _counted(fact: Fact) -> list[Piece]:
    blank = ((pgettext("sporz", "blank"), fact["blank"]),) if fact["blank"] else ()
    counted = sorted((*fact["count"].items(), *blank), key=lambda row: -row[1])
    return [Piece("count", "", tuple(counted)) if counted else Piece("line", gettext("Nobody has cast a ballot."))]


def _tied(fact: Fact) -> list[str]:
    return [*fact["seats"], *([pgettext("sporz", "blank")] if fact["blank"] else [])]


MOMENTS = Moments(happened, pieces, frozenset({"night"}))
