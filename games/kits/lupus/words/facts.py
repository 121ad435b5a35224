"""Lupus in Tabula: the texts of facts for players, the moderator (with gestures), everybody.

No text tells whether a person is a he or a she, in either language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.table import Fact
from games.engine.words import Card, Gauge, Mark, OpenBallots, Telling
from games.kits.lupus.roles import WEREWOLF
from games.kits.lupus.speech import gettext, ngettext, pgettext
from games.kits.lupus.speech import gettext_lazy as _
from games.kits.lupus.words.names import CAMP, HUMANS, LINES, ROLE, SIDE

if TYPE_CHECKING:
    from games.engine.words import Said

OUTCOMES: Mapping[str, Said] = {
    "humans": _("The humans win: every werewolf is dead."),
    "werewolves": _("The werewolves win: they are as many as the others."),
    "werehamster": _("The were-hamster wins alone: it is alive at the end."),
}


def card(private: Sequence[Fact]) -> Card:
    """Return the card: role, powers and camp, and who is with its holder once that was told.

    One line on every card, whatever its holder has learnt (SECRECY 8).
    A mythomaniac who has turned is of a new camp (L-19).
    """
    role, turned, friends = "", "", ""
    for fact in private:
        match fact:
            case {"fact": "role"}:
                role = fact["role"]
            case {"fact": "mythomaniac"}:
                turned = fact["role"]
            case {"fact": "pack" | "masons", "seats": [_, _, *_]}:
                friends = to_player(fact)
    power = _turned(turned) if turned else str(LINES[role]) if role else ""
    camp = str(CAMP.get(turned or role, HUMANS))
    lines = [" ".join(filter(None, (power, friends)))] if role else []
    return Card(str(ROLE.get(role, "")), camp, lines, role, SIDE.get(turned or role, "humans"))


def _turned(role: str) -> str:
    match role:
        case "werewolf":
            return gettext("You are a werewolf now: you wake with the pack, decide with it and win with it.")
        case "seer":
            return gettext("You are a seer now: you wake with the seer and decide together.")
        case _:
            return gettext("Nothing changes for you: you play on with the humans.")


def to_player(fact: Fact) -> str:
    """Return a private fact in the second person."""
    match fact:
        case {"fact": "role"}:
            return ""
        case {"fact": "mythomaniac"}:
            return _turned(fact["role"])
        case {"fact": "pack"}:
            return gettext("The pack: %(seats)s.") % _named(fact)
        case {"fact": "masons"}:
            return gettext("The masons: %(seats)s.") % _named(fact)
        case {"fact": "vision", "werewolf": True}:
            return gettext("You see it: %(seat)s is a werewolf.") % fact
        case {"fact": "vision"}:
            return gettext("You see it: %(seat)s is no werewolf.") % fact
        case {"fact": "medium", "werewolf": True}:
            return gettext("The departed say: %(seat)s was a werewolf.") % fact
        case {"fact": "medium"}:
            return gettext("The departed say: %(seat)s was no werewolf.") % fact
    raise KeyError(fact["fact"])


def to_moderator(fact: Fact) -> Telling | None:
    """Return a private fact with the sign for it.

    It is None for a fact that the card tells, or that players awake together see.
    """
    match fact:
        case {"fact": "role" | "pack" | "masons"}:
            return None
        case {"fact": "mythomaniac", "role": "werewolf"}:
            return Telling(gettext("becomes a werewolf"), gettext("Show claws."))
        case {"fact": "mythomaniac", "role": "seer"}:
            return Telling(gettext("becomes a seer"), gettext("Point at your eye."))
        case {"fact": "mythomaniac"}:
            return Telling(gettext("stays a plain human"), gettext("Shake your head."))
        case {"fact": "medium" | "vision", "werewolf": True}:
            return Telling(gettext("%(seat)s: a werewolf") % fact, gettext("Nod."))
        case {"fact": "medium" | "vision"}:
            return Telling(gettext("%(seat)s: no werewolf") % fact, gettext("Shake your head."))
    raise KeyError(fact["fact"])


def to_room(fact: Fact) -> str:
    """Return a public fact, for everybody."""
    match fact:
        case {"fact": "night" | "day"}:
            return ""  # a phase
        case {"fact": "moderator_torn"}:
            return gettext("The moderator has been devoured. Nobody around the table is missing.")
        case {"fact": "no_death"}:
            return gettext("The night has spared everybody.")
        case {"fact": "death", "by": "night"}:
            return gettext("%(seat)s does not wake up.") % fact
        case {"fact": "death"}:
            return gettext("The village lynches %(seat)s.") % fact
        case {"fact": "nomination"}:
            return gettext("%(seat)s names %(for)s.") % fact
        case {"fact": "owl"}:
            return gettext("The owl names %(seat)s.") % fact
        case {"fact": "nominees"}:
            return gettext("Accused: %(seats)s.") % _named(fact)
        case {"fact": "lynch_vote"}:
            return gettext("%(seat)s votes against %(for)s.") % fact
        case {"fact": "drawn"}:
            return gettext("A tie between %(seats)s. The lot falls on %(seat)s.") % {**fact, **_named(fact)}
    raise KeyError(fact["fact"])


def phase(fact: Fact) -> str:
    """Return the phase of a night or a day."""
    match fact:
        case {"fact": "night"}:
            return pgettext("lupus", "Night %(number)d") % fact
        case {"fact": "day"}:
            return pgettext("lupus", "Day %(number)d") % fact
        case _:
            return ""


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Return the marks: deaths, nominees, and the votes for each in the current vote."""
    dead: dict[str, Said] = {}
    nominees: Sequence[str] = ()
    votes: Counter[str] = Counter()
    number = 0
    for fact in public:
        match fact:
            case {"fact": "night" | "day"}:
                number, nominees, votes = fact["number"], (), Counter()
            case {"fact": "death"}:
                dead[fact["seat"]] = phase({"fact": "night" if fact["by"] == "night" else "day", "number": number})
                nominees, votes = (), Counter()
            case {"fact": "nominees"}:
                nominees, votes = fact["seats"], Counter()
            case {"fact": "nomination" | "lynch_vote"}:
                votes[fact["for"]] += 1
    marks = {
        seat: Mark(badges=_badges(seat in nominees, votes[seat])) for seat in {**dict.fromkeys(nominees), **votes}
    }
    return marks | {seat: Mark(out=True, badges=(when,)) for seat, when in dead.items()}


def _badges(nominated: bool, votes: int) -> tuple[Said, ...]:
    badges = [pgettext("lupus", "accused")] if nominated else []
    if votes:
        badges.append(ngettext("%(count)d vote", "%(count)d votes", votes) % {"count": votes})
    return tuple(badges)


def ballots(question: str, public: Sequence[Fact]) -> OpenBallots | None:
    """Return who has named whom: to accuse, in the vote on the accused, and while these speak.

    Votes are announced one by one (L-24). Before a second vote the tied speak: their votes stand (L-28).
    """
    named: list[tuple[str, str]] = []
    votes: list[tuple[str, str]] = []
    nominees: Sequence[str] = ()
    before: list[tuple[str, str]] = []
    for fact in public:
        match fact:
            case {"fact": "day"}:
                named, votes, nominees, before = [], [], (), []
            case {"fact": "nomination"}:
                named.append((fact["seat"], fact["for"]))
            case {"fact": "nominees"}:
                before, votes, nominees = votes or named, [], fact["seats"]
            case {"fact": "lynch_vote"}:
                votes.append((fact["seat"], fact["for"]))
    match question:
        case "nominate":
            return OpenBallots(named)
        case "defence":
            return OpenBallots([pair for pair in before if pair[1] in nominees], nominees, speech=True)
        case "lynch":
            return OpenBallots(votes, nominees)
    return None


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """Return how many have died at night, and by the rope."""
    by = [fact["by"] for fact in public if fact["fact"] == "death"]
    labels = {"night": gettext("Dead at dawn"), "lynch": gettext("Lynched")}
    return [Gauge(label, str(by.count(how))) for how, label in labels.items() if how in by]


def value(name: str, value: Any) -> str:
    """Return the name of a character, or "Yes" for a tick."""
    return gettext("Yes") if value is True else str(ROLE.get(value, value))


def truth(row: Fact) -> str:
    """Return the character dealt, what a mythomaniac plays as, and whether out of the game."""
    said = str(ROLE[row["role"]])
    if row["plays_as"] != row["role"]:
        said = gettext("%(role)s, turned %(plays_as)s") % {"role": said, "plays_as": ROLE[row["plays_as"]]}
    return said if row["alive"] else gettext("%(person)s, out of the game") % {"person": said}


def hunted(row: Fact) -> bool | None:
    """Return whether the seat is a werewolf, or a mythomaniac who has turned into one (L-12)."""
    return bool(row.get("plays_as", row["role"]) == WEREWOLF)


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return a sentence that says who won and why."""
    return str(OUTCOMES[winners[0]])


def _named(fact: Fact) -> dict[str, str]:
    return {"seats": ", ".join(fact["seats"])}
