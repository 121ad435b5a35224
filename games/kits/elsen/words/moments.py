"""ELSEN: what everybody looks at between questions: the cards of a mission, a dawn, a vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.elsen.roles import ENGINEER
from games.kits.elsen.speech import gettext, ngettext
from games.kits.elsen.words.facts import to_room, tokens
from games.kits.elsen.words.names import ACTION
from games.kits.elsen.world import CARDS, ELIMINATION, GHOST, HALF_TOKENS, SABOTAGE

HARM = (ELIMINATION, SABOTAGE)
HELP = tuple(card for card in CARDS if card not in HARM)
START: Fact = {"tokens": 0, "ghost_tokens": 0, "completed": 0}


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """Return whether the cards are turned, day breaks, the vote closes, or a crew is drawn.

    The vote counts also when nobody is excluded. The crew counts when it is drawn by lot.
    """
    drawn = question == "crew" and any(fact["fact"] == "by_lot" for fact in facts)
    return drawn or any(fact["fact"] in ("cards", "day", "excluded") for fact in facts)


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Return the events, one after the other."""
    found: list[Piece] = []
    before = [START, *(fact for fact in earlier if fact["fact"] == "progress")][-1]
    cards: Sequence[str] = ()
    late = sum(fact["fact"] == "by_lot" for fact in facts)
    for fact in facts:
        match fact:
            case {"fact": "crew"} if late and question == "crew":
                found += [
                    Piece("lead", gettext("The lot has chosen the crew")),
                    Piece("big", ", ".join(fact["seats"])),
                    Piece("line", gettext("We could not wait for the first player.")),
                ]
            case {"fact": "cards"}:
                cards = fact["cards"]
                found += [*_turned(fact), *_played_for(late)]
            case {"fact": "progress"}:
                found += _flown(cards, before, fact)
            case {"fact": "day"}:
                found += [
                    Piece("lead", gettext("Day breaks")),
                    Piece("big", gettext("Each of you looks at your own card, in secret.")),
                ]
            case {"fact": "excluded", "seat": None}:
                found += [Piece("lead", gettext("The vote is closed")), Piece("big", to_room(fact))]
            case {"fact": "excluded"}:
                found += [Piece("lead", gettext("The vote is closed")), Piece("name", fact["seat"], falls=True)]
                found.append(Piece("line", to_room(fact)))
    return found


def _turned(fact: Fact) -> list[Piece]:
    """Return the cards, each kind in a piece of its own, the harmful kinds last.

    So no position or hand tells whose card it was.
    """
    lead = Piece("lead", gettext("Turn %(turn)d: the cards") % fact)
    counted: Counter[str] = Counter(fact["cards"])
    kinds = [kind for kind in (*HELP, *HARM) if counted[kind]]
    if not kinds:
        return [lead, Piece("big", to_room(fact))]
    return [lead, *(Piece("cards", "", ((ACTION[kind], counted[kind]),), role=kind) for kind in kinds)]


# E-11
def _played_for(late: int) -> list[Piece]:
    """Return a line with the number of players for whom the clock has played, without names."""
    said = ngettext(
        "We could not wait for %(count)d player: a card that does no harm was played.",
        "We could not wait for %(count)d players: cards that do no harm were played.",
        late,
    )
    return [Piece("line", said % {"count": late})] if late else []


# E-12 to E-14, told again from what is public.
def _flown(cards: Sequence[str], before: Fact, after: Fact) -> list[Piece]:
    """Return whether a mission has succeeded, and which tokens exceeded its need and are lost."""
    sabotaged = cards.count(SABOTAGE) > cards.count(ENGINEER)
    gained = sum(HALF_TOKENS.get(card, 0) for card in cards) / 2
    mission = 0 if sabotaged else before["tokens"] + gained
    ghosts = before["ghost_tokens"] + cards.count(GHOST)
    lost = sum(max(0, reached - after["needed"]) for reached in (mission, ghosts))
    found = []
    if sabotaged:
        found.append(Piece("big", gettext("Sabotage: the mission loses all its tokens.")))
    succeeded = after["completed"] - before["completed"]
    if succeeded:
        said: dict[str, Any] = {"count": succeeded}
        found.append(Piece("big", ngettext("The mission succeeds!", "%(count)d missions succeed!", succeeded) % said))
    if lost:
        found.append(
            Piece("line", gettext("Tokens that were too many, and are lost: %(tokens)s.") % {"tokens": tokens(lost)})
        )
    return [*found, Piece("line", to_room(after))]


MOMENTS = Moments(happened, pieces, frozenset({"night", "turn"}))
