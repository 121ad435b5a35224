"""Mystery Space Murder 3000: what everybody looks at between questions.

It is the set-up, a hypothesis, a testimony, or what ends the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.engine.words import Moments, Piece
from games.kits.murder.roles import PLAYABLE
from games.kits.murder.speech import gettext, ngettext
from games.kits.murder.words.facts import to_room
from games.kits.murder.words.names import crime, label, labels

SETTING_UP, TELLING = 300.0, 60.0  # seconds, unless all are ready before
TOLD = frozenset({"hypothesis", "declaration", "exchanged", "lost"})


def happened(question: str, follows: str, facts: Sequence[Fact]) -> bool:
    """Return whether the characters are chosen, somebody suspects or testifies, or it is over."""
    if question == "character":
        return follows != "character"
    told = {fact["fact"] for fact in facts}
    return bool(told & TOLD) or (not follows and bool(pieces(question, facts, ())))


def pieces(question: str, facts: Sequence[Fact], earlier: Sequence[Fact]) -> Sequence[Piece]:
    """Return the events, one after the other."""
    if question == "character":
        return set_up([*earlier, *facts])
    found: list[Piece] = []
    for fact in facts:
        match fact:
            case {"fact": "hypothesis"}:
                found += [
                    Piece("lead", gettext("%(seat)s suspects, and tells how it was:") % fact),
                    Piece("big", crime(fact)),
                ]
            case {"fact": "declaration"}:
                found += [
                    Piece("lead", gettext("%(seat)s testifies, and makes a story of it:") % fact),
                    Piece("big", labels(fact["cards"])),
                ]
            case {"fact": "moved"} if fact["seat"] in imprisoned(earlier):  # M-07
                found.append(
                    Piece(
                        "line",
                        gettext("%(seat)s is called there from prison, and goes back as the turn ends.") % fact,
                    )
                )
            case {"fact": "moved" | "witness" | "exchanged" | "no_witness"}:
                found.append(Piece("line", to_room(fact)))
            case {"fact": "solved" | "prison" | "lost"}:
                out = fact["fact"] == "lost"
                found += [Piece("name", fact["seat"], falls=out), Piece("line", to_room(fact))]
            case {"fact": "clock", "hours": 0}:
                found.append(Piece("big", to_room(fact)))
    return found


def imprisoned(public: Sequence[Fact]) -> list[str]:
    """Return the seats in prison."""
    where = {fact["seat"]: fact["fact"] for fact in public if fact["fact"] in ("prison", "freed", "lost")}
    return [seat for seat, fact in where.items() if fact == "prison"]


# M-03 to M-05: each pawn in the room of its own colour, the marker on the hour; where a pawn began says which rides
# are a risk.
def set_up(public: Sequence[Fact]) -> list[Piece]:
    """Return where pawns and the marker of the hours stand, and what the decks mean for lifts."""
    clock = next(fact for fact in public if fact["fact"] == "clock")
    players = {fact["character"]: fact["seat"] for fact in public if fact["fact"] == "character"}
    deck = clock["deck"]
    found = [Piece("lead", gettext("Set up the board"))]
    for character, room in list(zip(deck["characters"], deck["rooms"], strict=True))[:PLAYABLE]:
        said = {"character": label(character), "room": label(room), "seat": players.get(character, "")}
        line = gettext("%(seat)s, %(character)s: %(room)s") if said["seat"] else gettext("%(character)s: %(room)s")
        found.append(Piece("line", line % said))
    found += [
        Piece(
            "line",
            gettext("If you start on the lower deck, riding up is a risk; on the upper deck, riding down is."),
        ),
        Piece(
            "line",
            gettext("A risky ride has a die: on a 1 you are lost in space. Throw it in the app before you ride."),
        ),
        Piece(
            "line",
            ngettext("The marker stands on %(hours)s hour.", "The marker stands on %(hours)s hours.", clock["hours"])
            % clock,
        ),
    ]
    return found


def seconds(question: str, follows: str) -> float | None:
    """Return the time for a board or for a story; what ends the game has the usual time."""
    if question == "character":
        return SETTING_UP
    return TELLING if follows else None


MOMENTS = Moments(happened, pieces, frozenset({"turn"}), seconds=seconds, seen_before=frozenset({"character"}))
