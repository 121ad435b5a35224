"""Lupus in Tabula: what everybody looks at between questions: a dawn, a tie, a lynching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.lupus.speech import gettext, pgettext
from games.kits.lupus.words.facts import to_room


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """Return whether day breaks, nobody is named, the vote is tied, or somebody is lynched.

    A dawn counts also without a death.
    """
    told = {fact["fact"] for fact in facts}
    nobody_named = question == "nominate" and follows not in ("nominate", "defence")
    tied = question == "lynch" and "nominees" in told
    return nobody_named or tied or bool(told & {"day", "death"})


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Return the events, one after the other."""
    told = [fact["fact"] for fact in facts]
    if "day" in told:
        return [piece for fact in facts for piece in _told(fact)]
    if "death" in told:
        return [
            Piece("lead", gettext("The village has decided")),
            *_counted([*earlier, *facts]),
            *[Piece("line", to_room(fact)) for fact in facts if fact["fact"] == "drawn"],
            *[piece for fact in facts if fact["fact"] == "death" for piece in _told(fact)],
            Piece("line", gettext("What the card says stays secret.")),
        ]
    if "nominees" in told:
        tied = next(fact["seats"] for fact in facts if fact["fact"] == "nominees")
        return [
            Piece("lead", gettext("The vote is tied")),
            *_counted([*earlier, *(fact for fact in facts if fact["fact"] == "lynch_vote")]),
            Piece("big", ", ".join(tied)),
            Piece("line", gettext("They defend themselves once more, and the village votes again.")),
        ]
    return [Piece("lead", gettext("The village has named nobody")), Piece("big", gettext("Nobody is lynched."))]


def _told(fact: Fact) -> list[Piece]:
    match fact:
        case {"fact": "day"}:
            return [Piece("lead", pgettext("lupus", "Day %(number)d breaks on the village.") % fact)]
        case {"fact": "death"}:
            return [Piece("name", fact["seat"], falls=True), Piece("line", to_room(fact))]
        case {"fact": "no_death" | "moderator_torn"}:
            return [Piece("big", to_room(fact))]
        case _:
            return []


def _counted(public: Sequence[Fact]) -> list[Piece]:
    """Return the votes since somebody was last nominated."""
    cast: list[tuple[str, str]] = []
    for fact in public:
        if fact["fact"] == "nominees":
            cast.clear()
        elif fact["fact"] == "lynch_vote":
            cast.append((fact["seat"], fact["for"]))
    votes = Counter(named for _by, named in cast)
    return [Piece("count", "", tuple(votes.most_common()), cast=tuple(cast))] if votes else []


MOMENTS = Moments(happened, pieces, frozenset({"night"}), seen_before=frozenset({"nomination", "lynch_vote"}))
