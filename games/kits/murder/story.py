"""Mystery Space Murder 3000 told again, hour by hour: suspicions, testimonies, prison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.story import GIVE, HARM, HELP, SUSPECT, Feat, Page, Setting, Tale, ToldGame
from games.engine.table import Fact
from games.kits.murder.roles import HYPOTHESIS
from games.kits.murder.speech import gettext, number_of, pgettext
from games.kits.murder.words.facts import to_room

TOLD = ("lost", "freed", "no_witness", "solved")


@dataclass
class Telling(ToldGame):
    """The game as far as it is told: the current hour, the characters, prisoners and the lost."""

    prison: set[str] = field(default_factory=set)
    player_of: dict[str, str] = field(default_factory=dict)  # by the character
    investigator: str = ""
    asked: Counter[str] = field(default_factory=Counter)
    testified: Counter[str] = field(default_factory=Counter)
    solvers: set[str] = field(default_factory=set)
    warmest: dict[str, int] = field(default_factory=dict)  # the most parts that one hypothesis had right

    def held(self) -> Mapping[str, str]:
        """Return the seats in prison, with that text."""
        return {seat: pgettext("murder", "in prison") for seat in sorted(self.prison - self.out)}


def tale(setting: Setting, pages: Sequence[Page]) -> Tale:
    """Return the whole game."""
    telling = Telling(setting)
    for page in pages:
        telling.hear(page, announced)
    if telling.deeds:
        telling.close()
    return telling.tale(feats(telling), tell_solved, tell_nearest, tell_testified, tell_asked)


def announced(telling: Telling, fact: Fact) -> None:
    """Add what everybody was told."""
    match fact:
        case {"fact": "clock", "hours": int(_hours)}:
            telling.close()
            telling.bar += 1
            telling.heading = gettext("Hour %(number)d") % {"number": telling.bar}
            telling.big = to_room(fact)
        case {"fact": "character", "seat": str(seat), "character": str(character)}:
            telling.player_of[character] = seat
            telling.add(HELP, to_room(fact), [seat])
        case {"fact": "hypothesis", "seat": str(seat)}:
            suspected(telling, seat, fact)
        case {"fact": "prison", "seat": str(seat)}:
            telling.prison.add(seat)
            telling.big = to_room(fact)
            telling.add(HARM, to_room(fact), [telling.investigator], [seat])
        case {"fact": "witness", "seat": str(seat)}:
            telling.testified[seat] += 1
            telling.add(GIVE, to_room(fact), [seat], [telling.investigator])
        case {"fact": "exchanged", "seats": [str(one), str(other)]}:
            telling.add(GIVE, to_room(fact), [one], [other])
        case {"fact": "visit", "seat": str(seat), "prisoner": str(prisoner)}:
            telling.add(GIVE, to_room(fact), [seat], [prisoner])
        case {"fact": str(name), "seat": str(seat)} if name in TOLD:
            telling.prison -= {seat} if name == "freed" else set()
            telling.out |= {seat} if name == "lost" else set()
            telling.solvers |= {seat} if name == "solved" else set()
            telling.big = to_room(fact) if name in ("lost", "solved") else telling.big
            telling.add(HARM if name == "lost" else HELP, to_room(fact), [seat])


def suspected(telling: Telling, seat: str, fact: Fact) -> None:
    """Add a hypothesis: an arrow to the player of the character named, if somebody plays it."""
    telling.investigator = seat
    telling.asked[seat] += 1
    envelope = telling.setting.deal.get("envelope", {})
    right = sum(fact.get(part) == envelope.get(part) for part in HYPOTHESIS if part in envelope)
    telling.warmest[seat] = max(telling.warmest.get(seat, 0), right)
    accused = telling.player_of.get(str(fact.get("character")), "")
    telling.add(SUSPECT, to_room(fact), [seat], [accused] if accused and accused != seat else [])


def feats(telling: Telling) -> tuple[Feat, ...]:
    """Return the deeds for which a seat may be thanked or teased."""
    asked = number_of("%(number)d hypothesis", "%(number)d hypotheses")
    testified = number_of("witness %(number)d time", "witness %(number)d times")
    warmest = number_of("%(number)d element right at once", "%(number)d elements right at once")
    return (
        Feat(pgettext("award", "The warmest trail"), telling.warmest, warmest, least=2),
        Feat(pgettext("award", "Never short of a suspect"), telling.asked, asked, least=2),
        Feat(pgettext("award", "Star witness"), telling.testified, testified, least=2),
    )


# What each did, in a sentence to that seat, the most telling first


def tell_solved(telling: Telling, seat: str) -> str:
    """Return that a seat has solved the case."""
    return gettext("You solved the case.") if seat in telling.solvers else ""


def tell_nearest(telling: Telling, seat: str) -> str:
    """Return how many parts of one hypothesis were right."""
    number = telling.warmest.get(seat, 0)
    return gettext("You had %(number)d elements right at once.") % {"number": number} if number >= 2 else ""


def tell_testified(telling: Telling, seat: str) -> str:
    """Return how often a seat was the witness."""
    number = telling.testified[seat]
    return gettext("You testified %(number)d times.") % {"number": number} if number >= 2 else ""


def tell_asked(telling: Telling, seat: str) -> str:
    """Return how many hypotheses a seat has had."""
    said = number_of("You put forward %(number)d hypothesis.", "You put forward %(number)d hypotheses.")
    return said(telling.asked[seat]) if telling.asked[seat] else ""
