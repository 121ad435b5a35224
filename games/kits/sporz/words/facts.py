"""Sporz: the texts of facts for players, the moderator (with gestures) and everybody.

No text tells whether a person is a he or a she, in either language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.table import Fact
from games.engine.words import Card, Gauge, Mark, Telling
from games.kits.sporz.roles import BASE_MUTANT
from games.kits.sporz.speech import gettext, ngettext, pgettext
from games.kits.sporz.speech import gettext_lazy as _
from games.kits.sporz.words.names import GENOME, LINES, ROLE
from games.kits.sporz.words.steps import MURDER

if TYPE_CHECKING:
    from games.engine.words import Said

OUTCOMES: Mapping[str, Said] = {
    "no_mutant_left": _("The astronauts win: no mutant is left aboard."),
    "only_mutants_left": _("The mutants win: nobody else is left aboard."),
    "doctors_lost": _("The mutants win: no healthy doctor is left to stop them."),
    "forfeit": _("The astronauts win by forfeit: the mutants could not agree."),
    "nobody_left": _("Nobody wins: the ship drifts on without a crew."),
}


def card(private: Sequence[Fact]) -> Card:
    """Return the card: role and powers, and the camp after the last touch (S-12, S-17).

    Two lines on every card, whatever its holder has learnt (SECRECY 8).
    """
    role, powers, known, mutant = "", list[str](), list[str](), False
    for fact in private:
        match fact:
            case {"fact": "role"}:
                role, mutant = fact["role"], fact["role"] == BASE_MUTANT
                powers.append(str(LINES[role]))
            case {"fact": "genome", "night": 0}:
                known.append(gettext("Your genome is host: no cure works on you."))
            case {"fact": "fellow_doctors", "seats": []}:
                known.append(gettext("You are the only doctor."))
            case {"fact": "fellow_doctors"}:
                known.append(gettext("Doctor with you: %(seats)s.") % _named(fact))
            case {"fact": "mutated" | "healed" as touch}:
                mutant = touch == "mutated"
    if mutant and role != BASE_MUTANT:
        known.append(gettext("The Spore has you: you wake and play with the mutants."))
    lines = [*powers, " ".join(known) or gettext("What you learn is kept in your notebook.")]
    camp = pgettext("sporz", "Mutants") if mutant else pgettext("sporz", "Astronauts")
    return Card(str(ROLE.get(role, "")), camp, lines, role, "mutants" if mutant else "astronauts")


def to_player(fact: Fact) -> str:
    """Return a private fact in the second person."""
    match fact:
        case {"fact": "role" | "fellow_doctors"} | {"fact": "genome", "night": 0}:
            return ""
        case {"fact": "corpse"}:
            return gettext("You see it: %(seat)s was killed tonight.") % fact
        case {"fact": "mutants"}:
            return gettext("The mutants: %(seats)s.") % _named(fact)
        case {"fact": "mutated"}:
            return gettext("The Spore takes you: from now on you play with the mutants.")
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
    """Return a private fact with the touch or sign for it.

    It is None for a fact that the card tells, or that players awake together see.
    """
    match fact:
        case {"fact": "role" | "fellow_doctors" | "mutants" | "awake_doctors"} | {"fact": "genome", "night": 0}:
            return None
        case {"fact": "corpse"}:  # S-13
            return Telling(
                gettext("sees that %(seat)s is dead") % fact, gettext("When the eyes open: point at %(seat)s.") % fact
            )
        case {"fact": "mutated"}:  # S-12
            return Telling(
                pgettext("sporz", "mutated"), gettext("First round: one touch on the forehead."), walk=True
            )
        case {"fact": "mutation_resisted"}:
            return Telling(
                gettext("resists the mutation"), gettext("First round: several touches on the forehead."), walk=True
            )
        case {"fact": "paralysed"}:  # S-14
            return Telling(
                pgettext("sporz", "paralysed"), gettext("Second round: one touch on the forehead."), walk=True
            )
        case {"fact": "healed"}:  # S-17
            return Telling(
                pgettext("sporz", "healed"), gettext("During the round: one touch on the forehead."), walk=True
            )
        case {"fact": "heal_failed"}:
            return Telling(
                gettext("a host, not healed"),
                gettext("During the round: several touches on the forehead."),
                walk=True,
            )
        case {"fact": "killed"}:
            # Ruling: S-13, a touch of its own tells a murder from a mutation or a cure.
            return Telling(
                pgettext("sporz", "killed"), gettext("A hand on the shoulder: the eyes may open."), walk=True
            )
        case _:
            return Telling(found(fact), sign(fact))


EVENTS: Mapping[str, Said] = {
    "woke": _("eyes open"),
    "mutated": _("a mutation"),
    "paralysed": _("a paralysis"),
    "infected": _("an infection"),
    "healed": _("a cure"),
    "psychologist": _("an inspection by the psychologist"),
    "geneticist": _("an inspection by the geneticist"),
}


def found(fact: Fact) -> str:
    """Return a finding as a sentence that fits both the player and the moderator."""
    match fact:
        case {"fact": "hack", "available": False}:
            return gettext("%(role)s: nothing available tonight.") % {"role": ROLE[fact["role"]]}
        case {"fact": "hack"}:
            hacked = {key: value for key, value in fact.items() if key != "fact"}
            return gettext("%(role)s: %(found)s") % {"role": ROLE[fact["role"]], "found": found(hacked)}
        case {"fact": "surveillance"}:
            events = ", ".join(str(event) for name, event in EVENTS.items() if fact[name])
            return gettext("%(seat)s tonight: %(events)s.") % {
                **fact,
                "events": events or pgettext("sporz", "nothing"),
            }
        case {"count": count}:
            return ngettext("%(count)d mutant aboard.", "%(count)d mutants aboard.", count) % {"count": count}
        case {"mutant": True}:
            return gettext("%(seat)s is with the mutants.") % fact
        case {"mutant": False}:
            return gettext("%(seat)s is healthy.") % fact
        case _:
            return gettext("%(seat)s, genome: %(genome)s.") % {**fact, "genome": GENOME[fact["genome"]]}


def sign(fact: Fact) -> str:
    """Return the sign: fingers, a face, a shake of the head or a thumb.

    See S-18 to S-20, S-22, S-23.
    """
    match fact:
        case {"fact": "surveillance"}:  # one answer after the other, in the order in which they are asked aloud
            up, down = gettext("%(event)s: thumb up"), gettext("%(event)s: thumb down")
            return "\n".join((up if fact[name] else down) % {"event": event} for name, event in EVENTS.items())
        case {"fact": "hack", "available": False}:
            return gettext("Thumb level, or arms crossed.")
        case {"fact": "hack", "seat": seat}:
            named = {key: value for key, value in fact.items() if key != "fact"}
            return gettext("Point at %(seat)s, then: %(sign)s") % {"seat": seat, "sign": sign(named)}
        case {"count": count}:
            return ngettext("%(count)d finger.", "%(count)d fingers.", count) % {"count": count}
        case {"mutant": True}:
            return gettext("A fierce face.")
        case {"genome": "resistant"}:
            return gettext("Flex an arm.")
        case {"genome": "host"}:
            return gettext("A frightened face.")
        case _:
            return gettext("Shake your head.")


def to_room(fact: Fact) -> str:
    """Return a public fact, for everybody."""
    match fact:
        case {"fact": "night" | "day"}:
            return ""  # a phase
        case {"fact": "chief"}:
            return gettext("%(seat)s becomes the chief.") % fact
        case {"fact": "death", "by": "mutants"}:
            return gettext("The mutants have killed %(seat)s.") % fact
        case {"fact": "death", "by": "doctors"}:
            return gettext("The doctors have killed %(seat)s.") % fact
        case {"fact": "death"}:
            return gettext("The crew puts %(seat)s off the ship.") % fact
        case {"fact": "autopsy"}:
            what = truth(fact) if "genome" in fact else ROLE[fact["role"]]
            if "announced" in fact:
                what = gettext("%(what)s, announced as %(role)s") % {"what": what, "role": ROLE[fact["announced"]]}
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
        case {"fact": "murder"}:
            return str(MURDER)
        case {"fact": "by_lot"}:
            return gettext("We could not wait any longer: the answer was drawn by lot.")
    raise KeyError(fact["fact"])


def phase(fact: Fact) -> str:
    """Return the phase of a night or a day."""
    match fact:
        case {"fact": "night"}:
            return gettext("Night %(number)d") % fact
        case {"fact": "day"}:
            return gettext("Day %(number)d") % fact
        case _:
            return ""


def ring(public: Sequence[Fact]) -> Mapping[str, Mark]:
    """Return the marks: the chief, and the dead with the roles that were announced."""
    marks = {fact["seat"]: Mark(badges=(pgettext("sporz", "Chief"),)) for fact in public if fact["fact"] == "chief"}
    marks = dict(list(marks.items())[-1:])
    for fact in public:
        if fact["fact"] == "autopsy":
            marks[fact["seat"]] = Mark(out=True, badges=(ROLE[fact["role"]],), role=fact["role"])
    return marks


def board(public: Sequence[Fact]) -> Sequence[Gauge]:
    """Return how many have died, and by whom."""
    by = [fact["by"] for fact in public if fact["fact"] == "death"]
    labels = {
        "mutants": gettext("Killed by the mutants"),
        "doctors": gettext("Killed by the doctors"),
        "vote": gettext("Put off the ship"),
    }
    return [Gauge(label, str(by.count(who))) for who, label in labels.items() if who in by]


def value(name: str, value: Any) -> str:
    """Return the name of a role in the hacker's menu, of a genome, or of a tick."""
    return gettext("Yes") if value is True else str(ROLE.get(value) or GENOME.get(value) or value)


def truth(row: Fact) -> str:
    """Return role, genome, state, and whether dead."""
    state = pgettext("sporz", "mutant") if row["mutant"] else pgettext("sporz", "healthy")
    said = gettext("%(role)s, genome %(genome)s, %(state)s") % {
        "role": ROLE[row["role"]],
        "genome": GENOME[row["genome"]],
        "state": state,
    }
    return said if row.get("alive", True) else gettext("%(person)s, dead") % {"person": said}


def in_truth(fact: Fact, truth: Mapping[str, Fact]) -> Fact:
    """Return the true death of a base mutant, announced as an astronaut's (S-34, S-35)."""
    if fact["fact"] != "autopsy" or (role := truth[fact["seat"]]["role"]) == fact["role"]:
        return fact
    return {**fact, "role": role, "announced": fact["role"]}


def hunted(row: Fact) -> bool | None:
    """Return whether the seat is a mutant at the end."""
    return bool(row.get("mutant"))


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return a sentence that says who won and why."""
    return str(OUTCOMES[reason])


def _named(fact: Fact) -> dict[str, str]:
    return {"seats": ", ".join(fact["seats"])}
