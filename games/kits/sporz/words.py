"""Sporz: what is said, to a player, to the moderator with the gesture for it, to the room.

Facts are worded without saying whether a person is a he or a she, in either language. The script of the ship's
computer is in script.py, the pages of help in help_pages.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.kits.sporz.findings import found, sign
from games.kits.sporz.help_pages import HELP as HELP
from games.kits.sporz.names import CARDS as CARDS
from games.kits.sporz.names import COUNTS as COUNTS
from games.kits.sporz.names import GENOME, LINES, ROLE
from games.kits.sporz.roles import BASE_MUTANT
from games.kits.sporz.script import STEPS as STEPS
from games.table import Fact
from games.words import Card, Gauge, Mark, OptionWords, Telling

if TYPE_CHECKING:
    from games.words import Said

NAME = "Sporz"
PITCH = _("A spore is aboard, and somebody carries it. Find the mutants before you are one of them.")
PLAYERS = _("4 players to hundreds, best with 8 to 16, and a moderator: the ship's computer")
OPTIONS = {
    "night_autopsy": OptionWords(
        _("What is announced of those who die at night"),
        values={"role": _("Their role"), "full": _("Their role, genome and state")},
    ),
    "show_tally": OptionWords(_("Announce how many ballots each player had")),
}
OUTCOMES: Mapping[str, Said] = {
    "no_mutant_left": _("The astronauts win: no mutant is left aboard."),
    "only_mutants_left": _("The mutants win: nobody else is left aboard."),
    "doctors_lost": _("The mutants win: no healthy doctor is left to stop them."),
    "forfeit": _("The astronauts win by forfeit: the mutants could not agree."),
    "nobody_left": _("Nobody wins: the ship drifts on without a crew."),
}


def card(private: Sequence[Fact]) -> Card:
    """Role and powers; the camp is the one that the last touch has left its holder in (S-12, S-17)."""
    role, lines, mutant = "", [], False
    for fact in private:
        match fact:
            case {"fact": "role"}:
                role, mutant = fact["role"], fact["role"] == BASE_MUTANT
                lines.append(str(LINES[role]))
            case {"fact": "genome", "night": 0}:
                lines.append(gettext("Your genome is host: no cure works on you."))
            case {"fact": "fellow_doctors", "seats": []}:
                lines.append(gettext("You are the only doctor."))
            case {"fact": "fellow_doctors"}:
                lines.append(gettext("Doctor with you: %(seats)s.") % _named(fact))
            case {"fact": "mutated" | "healed" as touch}:
                mutant = touch == "mutated"
    if mutant and role != BASE_MUTANT:
        lines.append(gettext("The Spore has you: you wake and win with the mutants."))
    return Card(
        str(ROLE.get(role, "")), pgettext("sporz", "Mutants") if mutant else pgettext("sporz", "Astronauts"), lines
    )


def to_player(fact: Fact) -> str:
    """A private fact in the second person."""
    match fact:
        case {"fact": "role" | "fellow_doctors"} | {"fact": "genome", "night": 0}:
            return ""
        case {"fact": "corpse"}:
            return gettext("You see it: %(seat)s was killed tonight.") % fact
        case {"fact": "mutants"}:
            return gettext("The mutants: %(seats)s.") % _named(fact)
        case {"fact": "mutated"}:
            return gettext("You are mutated: from now on you play for the mutants.")
        case {"fact": "mutation_resisted"}:
            return gettext("Somebody tried to mutate you. You are resistant.")
        case {"fact": "paralysed"}:
            return gettext("You are paralysed: you do nothing more tonight.")
        case {"fact": "healed"}:
            return gettext("You receive a cure. There is no Spore in you.")
        case {"fact": "heal_failed"}:
            return gettext("You receive a cure, and it fails: you are a host and remain a mutant.")
        case {"fact": "killed"}:
            return gettext("Your life ends tonight. From now on you watch in silence.")
        case {"fact": "awake_doctors"}:
            return gettext("Doctors awake: %(seats)s.") % _named(fact)
        case _:
            return found(fact)


def to_moderator(fact: Fact) -> Telling | None:
    """A private fact with the touch or sign for it; None for what is on the card, or seen by those awake together."""
    match fact:
        case {"fact": "role" | "fellow_doctors" | "mutants" | "awake_doctors"} | {"fact": "genome", "night": 0}:
            return None
        case {"fact": "corpse"}:  # S-13
            return Telling(
                gettext("sees that %(seat)s is dead") % fact, gettext("When the eyes open: point at %(seat)s.") % fact
            )
        case {"fact": "mutated"}:  # S-12
            return Telling(pgettext("sporz", "mutated"), gettext("First round: one touch on the forehead."))
        case {"fact": "mutation_resisted"}:
            return Telling(gettext("resists the mutation"), gettext("First round: several touches on the forehead."))
        case {"fact": "paralysed"}:  # S-14
            return Telling(pgettext("sporz", "paralysed"), gettext("Second round: one touch on the forehead."))
        case {"fact": "healed"}:  # S-17
            return Telling(pgettext("sporz", "healed"), gettext("During the round: one touch on the forehead."))
        case {"fact": "heal_failed"}:
            return Telling(
                gettext("a host, not healed"), gettext("During the round: several touches on the forehead.")
            )
        case {"fact": "killed"}:
            # Ruling: S-26, a murder is not said aloud; another touch tells it from a mutation or a cure.
            return Telling(pgettext("sporz", "killed"), gettext("A hand on the shoulder: the eyes may open."))
        case _:
            return Telling(found(fact), sign(fact))


def to_room(fact: Fact) -> str:
    """A public fact, to everybody."""
    match fact:
        case {"fact": "chief"}:
            return gettext("%(seat)s becomes the chief.") % fact
        case {"fact": "night"}:
            return gettext("Night %(number)d falls.") % fact
        case {"fact": "day"}:
            return gettext("Day %(number)d breaks.") % fact
        case {"fact": "death", "by": "mutants"}:
            return gettext("The mutants have killed %(seat)s.") % fact
        case {"fact": "death", "by": "doctors"}:
            return gettext("The doctors have killed %(seat)s.") % fact
        case {"fact": "death"}:
            return gettext("The crew puts %(seat)s off the ship.") % fact
        case {"fact": "autopsy"}:
            what = truth(fact) if "genome" in fact else ROLE[fact["role"]]
            return gettext("%(seat)s was: %(what)s.") % {**fact, "what": what}
        case {"fact": "ballots"}:
            counted = [
                *fact["count"].items(),
                *([(pgettext("sporz", "blank"), fact["blank"])] if fact["blank"] else []),
            ]
            ballots = ", ".join(f"{name} {votes}" for name, votes in counted)
            return gettext("Ballots: %(ballots)s.") % {"ballots": ballots or pgettext("sporz", "none")}
        case {"fact": "tie"}:
            tied = [*fact["seats"], *([pgettext("sporz", "blank")] if fact["blank"] else [])]
            return gettext("A tie: %(seats)s. The chief decides.") % {"seats": ", ".join(tied)}
        case {"fact": "verdict", "seat": None}:
            return gettext("The vote spares everybody.")
        case {"fact": "verdict"}:
            return gettext("The vote falls on %(seat)s.") % fact
        case {"fact": "by_lot"}:
            return gettext("Nobody could be waited for, so the lot decided.")
    raise KeyError(fact["fact"])


def phase(fact: Fact) -> str:
    """Nights and days."""
    match fact:
        case {"fact": "night"}:
            return gettext("Night %(number)d") % fact
        case {"fact": "day"}:
            return gettext("Day %(number)d") % fact
        case _:
            return ""


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """The chief, and the dead with the roles that were announced."""
    marks = {fact["seat"]: Mark(badges=(pgettext("sporz", "Chief"),)) for fact in public if fact["fact"] == "chief"}
    marks = dict(list(marks.items())[-1:])
    for fact in public:
        if fact["fact"] == "autopsy":
            marks[fact["seat"]] = Mark(out=True, badges=(ROLE[fact["role"]],))
    return marks


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """How many have died, and by whom."""
    by = [fact["by"] for fact in public if fact["fact"] == "death"]
    labels = {
        "mutants": gettext("Killed by the mutants"),
        "doctors": gettext("Killed by the doctors"),
        "vote": gettext("Put off the ship"),
    }
    return [Gauge(label, str(by.count(who))) for who, label in labels.items() if who in by]


def value(name: str, value: Any) -> str:
    """A role of the hacker's menu, a genome, a tick."""
    return gettext("Yes") if value is True else str(ROLE.get(value) or GENOME.get(value) or value)


def truth(row: Fact) -> str:
    """Role, genome, state, and whether dead."""
    state = pgettext("sporz", "mutant") if row["mutant"] else pgettext("sporz", "healthy")
    said = gettext("%(role)s, genome %(genome)s, %(state)s") % {
        "role": ROLE[row["role"]],
        "genome": GENOME[row["genome"]],
        "state": state,
    }
    return said if row.get("alive", True) else gettext("%(person)s, dead") % {"person": said}


def outcome(winners: Sequence[str], reason: str) -> str:
    """Who won and why."""
    return str(OUTCOMES[reason])


def _named(fact: Fact) -> dict[str, str]:
    return {"seats": ", ".join(fact["seats"])}
