"""Mystery Space Murder 3000: what all look at before the end: the hypothesis that was right, the last one to fall."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.murder.words.facts import to_room


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """What ends the game; turns follow each other at once."""
    return not follows and bool(pieces(question, facts, ()))


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """What has happened, one thing after the other."""
    found: list[Piece] = []
    for fact in facts:
        match fact:
            case {"fact": "hypothesis"}:
                found.append(Piece("lead", to_room(fact)))
            case {"fact": "no_witness"}:
                found.append(Piece("line", to_room(fact)))
            case {"fact": "solved" | "prison" | "lost"}:
                found += [Piece("name", fact["seat"]), Piece("line", to_room(fact))]
            case {"fact": "clock", "hours": 0}:
                found.append(Piece("big", to_room(fact)))
    return found


MOMENTS = Moments(happened, pieces)
