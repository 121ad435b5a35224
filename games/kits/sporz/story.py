"""Sporz told again: mutations, cures and inspections by night, and whom each day cost.

The poll is secret (S-31), and stays so. How many ballots each had is told, never whose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.story import HARM, HELP, LOOK, VOTE, Feat, Page, Setting, Tale, ToldGame, Vote
from games.engine.table import Fact
from games.kits.sporz.roles import BASE_MUTANT
from games.kits.sporz.speech import gettext, ngettext, number_of, pgettext
from games.kits.sporz.words.facts import phase, to_room
from games.kits.sporz.words.names import GENOME, ROLE

ASTRONAUTS, MUTANTS = "astronauts", "mutants"
MUTATED, KILLED, HEALED, UNMASKED = "mutated", "killed", "healed", "unmasked"  # deeds that are told to who did them


@dataclass
class Telling(ToldGame):
    """The game as far as it is told: the current scene, the camps, the proposals of this call."""

    pack: tuple[str, ...] = ()
    doctors: tuple[str, ...] = ()  # awake tonight; none before their call
    answers: dict[str, Mapping[str, object]] = field(default_factory=dict)  # of the current step, by seat
    counted: Mapping[str, int] | None = None  # of the poll, entered at once
    blank: int = 0
    cures: Counter[str] = field(default_factory=Counter)
    finds: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)  # ballots that put a healthy seat off the ship

    def begin(self, fact: Fact) -> None:
        """Begin the scene of a night or a day."""
        self.close()
        self.heading, self.bar = phase(fact), int(fact.get("number", 0))
        self.pack, self.doctors = (), ()

    def becomes(self, seat: str, camp: str) -> None:
        """Put a seat into this camp from now on."""
        if self.camps.get(seat) != camp:
            self.changed.add(seat)
        self.camps[seat] = camp

    def named(self, deed: str, whom: str) -> tuple[str, ...]:
        """Return the seats that have answered so, the first one first."""
        return tuple(seat for seat, answer in self.answers.items() if answer.get(deed) == whom)

    def ballots(self) -> tuple[tuple[str, str], ...]:
        """Return who has named whom in this step."""
        named = ((by, str(answer.get("seat"))) for by, answer in self.answers.items())
        return tuple((by, on) for by, on in named if on in self.camps)

    def together(self, deed: str, whom: str, awake: Sequence[str]) -> tuple[str, ...]:
        """Return all who were awake and agreed on this, first those who named it, in their order."""
        first = [seat for seat in self.named(deed, whom) if seat in awake]
        return (*first, *(seat for seat in awake if seat not in first))


def tale(setting: Setting, pages: Sequence[Page]) -> Tale:
    """Return the whole game."""
    camps = {seat: MUTANTS if role == BASE_MUTANT else ASTRONAUTS for seat, role in setting.roles.items()}
    telling = Telling(setting, camps, heading=gettext("Before the first night"))
    step = ""
    for page in pages:
        if page.step and page.step != step:
            step, telling.answers, telling.counted, telling.blank = page.step, {}, None, 0
        if page.whose in camps:
            telling.answers[page.whose] = page.answer
        elif isinstance(tally := page.answer.get("tally"), Mapping):
            telling.counted, telling.blank = tally, int(page.answer.get("blank", 0))
        telling.hear(page, announced, told)
    telling.close()
    return telling.tale(
        feats(telling), tell_mutated, tell_killed, tell_healed, tell_unmasked, tell_hits, tell_unaccused
    )


def told(telling: Telling, seat: str, fact: Fact) -> None:
    """Add what one seat was told: what was done to it, or what it has found out."""
    match fact:
        case {"fact": "mutants", "seats": [*pack]}:
            telling.pack = tuple(pack)
        case {"fact": "awake_doctors", "seats": [*doctors]}:
            telling.doctors = tuple(doctors)
        case {"fact": "mutated"}:
            of = telling.together("mutate", seat, telling.pack)
            telling.becomes(seat, MUTANTS)
            telling.note_done(MUTATED, of, seat)
            telling.add(HARM, gettext("The mutants mutate %(to)s.") % {"to": seat}, of, [seat])
        case {"fact": "mutation_resisted"}:
            of = telling.together("mutate", seat, telling.pack)
            said = gettext("The mutants try to mutate %(to)s, who resists.") % {"to": seat}
            telling.add(HARM, said, of, [seat])
        case {"fact": "paralysed"}:
            of = telling.together("paralyse", seat, telling.pack)
            telling.add(HARM, gettext("The mutants paralyse %(to)s.") % {"to": seat}, of, [seat])
        case {"fact": "killed"}:
            killers = telling.doctors if telling.doctors else telling.pack
            by = "doctors" if telling.doctors else "mutants"
            telling.out.add(seat)
            said = to_room({"fact": "death", "by": by, "seat": seat})
            of = telling.together("kill", seat, killers)
            telling.note_done(KILLED, of, seat)
            telling.add(HARM, said, of, [seat])
        case {"fact": "healed" | "heal_failed"}:
            treated(telling, seat, failed=fact["fact"] == "heal_failed")
        case _:
            found(telling, seat, fact)


def treated(telling: Telling, seat: str, failed: bool) -> None:
    """Add a cure, and whether there was anything to heal."""
    of = telling.named("heal", seat) or telling.doctors
    words = {"of": ", ".join(of), "to": seat}
    if failed:
        said = ngettext(
            "%(of)s treats %(to)s, a host: no cure works.", "%(of)s treat %(to)s, a host: no cure works.", len(of)
        )
    elif telling.camps.get(seat) == MUTANTS:
        telling.cures.update(of)
        telling.note_done(HEALED, of, seat)
        telling.becomes(seat, ASTRONAUTS)
        said = ngettext(
            "%(of)s treats %(to)s: the Spore gives way.", "%(of)s treat %(to)s: the Spore gives way.", len(of)
        )
    else:
        said = ngettext(
            "%(of)s treats %(to)s, with nothing to heal.", "%(of)s treat %(to)s, with nothing to heal.", len(of)
        )
    telling.add(HELP, said % words, of, [seat])


def found(telling: Telling, seat: str, fact: Fact) -> None:
    """Add what somebody has found out in the night."""
    words = {**fact, "of": seat, "to": fact.get("seat", "")}
    match fact:
        case {"fact": "mutant_count", "count": _}:
            telling.add(LOOK, gettext("%(of)s counts the mutants: %(count)s.") % words, [seat])
        case {"fact": "state", "seat": str(named), "mutant": bool(mutant)}:
            telling.finds[seat] += mutant
            if mutant:
                telling.note_done(UNMASKED, [seat], named)
            mutant_said = gettext("%(of)s inspects %(to)s: with the mutants.")
            said = mutant_said if mutant else gettext("%(of)s inspects %(to)s: healthy.")
            telling.add(LOOK, said % words, [seat], [named])
        case {"fact": "genome", "seat": str(named), "genome": genome} if named != seat or fact.get("night"):
            words["genome"] = GENOME.get(genome, genome)
            telling.add(LOOK, gettext("%(of)s reads a genome, %(to)s: %(genome)s.") % words, [seat], [named])
        case {"fact": "surveillance", "seat": str(named)}:
            telling.add(LOOK, gettext("%(of)s spies on %(to)s.") % words, [seat], [named])
        case {"fact": "hack", "role": role}:
            words["role"] = ROLE.get(role, role)
            deal = telling.setting.deal
            whose = [one for one in telling.setting.seats if deal.get(one, {}).get("role") == role and one != seat]
            telling.add(LOOK, gettext("%(of)s hacks: %(role)s.") % words, [seat], whose)


def announced(telling: Telling, fact: Fact) -> None:
    """Add what everybody was told."""
    match fact:
        case {"fact": "night"}:
            telling.begin(fact)
        case {"fact": "day"}:
            mutants = sum(camp == MUTANTS and seat not in telling.out for seat, camp in telling.camps.items())
            aboard = ngettext("%(count)d mutant aboard.", "%(count)d mutants aboard.", mutants)
            telling.big = aboard % {"count": mutants}
            telling.begin(fact)
        case {"fact": "chief", "seat": str(seat)}:
            what = gettext("the chief")
            telling.votes.append(Vote(f"{telling.heading}, {what}", telling.ballots(), accuses=False))
            telling.add(VOTE, to_room(fact), (), [seat])
        case {"fact": "ballots" | "tie"}:
            polled(telling)
        case {"fact": "verdict"}:
            polled(telling)
            telling.big = to_room({**fact, "seat": fact.get("seat")})
        case {"fact": "death", "by": "vote", "seat": str(seat)}:
            telling.out.add(seat)
            counts = telling.votes[-1].counts if telling.votes else {}
            if telling.camps.get(seat) == ASTRONAUTS and seat not in telling.changed:
                telling.lost[seat] = counts.get(seat, 0)
            telling.add(VOTE, to_room(fact), (), [seat])
        case {"fact": "death", "seat": str(seat)}:
            telling.out.add(seat)


def polled(telling: Telling) -> None:
    """Count the ballots of the poll that has just closed, once."""
    named = telling.ballots()
    counts = telling.counted if telling.counted is not None else Counter(on for _by, on in named)
    what = gettext("the poll")
    heading = f"{telling.heading}, {what}"
    if any(vote.heading == heading for vote in telling.votes):
        return
    for by, on in named if telling.counted is None else ():
        telling.aim.note(by, on, telling.camps)
    telling.votes.append(Vote(heading, counts=dict(counts)))
    blank = (
        sum("blank" in answer for answer in telling.answers.values()) if telling.counted is None else telling.blank
    )
    most_first = dict(sorted(counts.items(), key=lambda row: -row[1]))
    telling.add(VOTE, to_room({"fact": "ballots", "count": most_first, "blank": blank}))


def feats(telling: Telling) -> tuple[Feat, ...]:
    """Return the deeds for which a seat may be thanked or teased."""
    cures = number_of("%(number)d mutant healed", "%(number)d mutants healed")
    finds = number_of("%(number)d mutant unmasked", "%(number)d mutants unmasked")
    ballots = number_of("put off with %(number)d ballot", "put off with %(number)d ballots")
    return (
        Feat(pgettext("award", "Guardian angel"), telling.cures, cures),
        Feat(pgettext("award", "Eagle eye"), telling.finds, finds),
        Feat(pgettext("award", "All for nothing"), telling.lost, ballots),
    )


# What each did, in a sentence to that seat, the most telling first


def tell_mutated(telling: Telling, seat: str) -> str:
    """Return whom a mutant has made mutate with the others."""
    once, twice = gettext("You mutated %(first)s."), gettext("You mutated %(first)s, then %(second)s.")
    more = number_of("You mutated %(number)d person.", "You mutated %(number)d people.")
    return telling.tell_done(MUTATED, seat, once, twice, more)


def tell_killed(telling: Telling, seat: str) -> str:
    """Return whom a seat has killed with the others of its call."""
    once, twice = gettext("You killed %(first)s."), gettext("You killed %(first)s, then %(second)s.")
    more = number_of("You killed %(number)d person.", "You killed %(number)d people.")
    return telling.tell_done(KILLED, seat, once, twice, more)


def tell_healed(telling: Telling, seat: str) -> str:
    """Return which mutants a doctor has healed."""
    once, twice = gettext("You healed %(first)s."), gettext("You healed %(first)s, then %(second)s.")
    more = number_of("You healed %(number)d mutant.", "You healed %(number)d mutants.")
    return telling.tell_done(HEALED, seat, once, twice, more)


def tell_unmasked(telling: Telling, seat: str) -> str:
    """Return which mutants a seat has inspected."""
    once = gettext("You had seen rightly: %(first)s.")
    twice = gettext("You had seen rightly: %(first)s and %(second)s.")
    more = number_of("You unmasked %(number)d mutant.", "You unmasked %(number)d mutants.")
    return telling.tell_done(UNMASKED, seat, once, twice, more)


def tell_hits(telling: Telling, seat: str) -> str:
    """Return how often an astronaut has voted against a mutant."""
    hits = telling.count_hits(seat, ASTRONAUTS)
    if hits == 1:
        return gettext("You voted against a mutant once.")
    return gettext("You voted against a mutant %(number)d times.") % {"number": hits} if hits else ""


def tell_unaccused(telling: Telling, seat: str) -> str:
    """Return that nobody has ever voted against a seat."""
    return gettext("Nobody voted against you.") if telling.is_unaccused(seat) else ""
