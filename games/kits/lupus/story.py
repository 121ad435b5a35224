"""Lupus in Tabula told again: the wishes of the pack, guards and visions, votes by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.story import (
    HARM,
    HELP,
    LOOK,
    VOTE,
    Feat,
    Page,
    Setting,
    Tale,
    ToldGame,
    Vote,
    best,
)
from games.engine.table import Fact
from games.kits.lupus.roles import MYTHOMANIAC, SEER, WEREWOLF
from games.kits.lupus.speech import gettext, number_of, pgettext
from games.kits.lupus.words.facts import phase, to_room
from games.kits.lupus.words.names import ROLE, SIDE

HUMANS = "humans"
DEVOURED, UNMASKED, RESCUED = "devoured", "unmasked", "rescued"  # deeds that are told to who did them


@dataclass
class Telling(ToldGame):
    """The game as far as it is told: the current scene, the factions, this night's decisions."""

    step: str = ""
    pack: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)  # of the current step, by seat: the named seat
    decided: str = ""  # what the moderator has decided for the pack
    prey: str = ""
    guarded: tuple[str, str] = ("", "")  # the seat that guards, and the guarded seat
    ballots: list[tuple[str, str]] = field(default_factory=list)
    vote: str = ""  # the name of the vote to which those ballots belong
    saves: Counter[str] = field(default_factory=Counter)
    visions: Counter[str] = field(default_factory=Counter)

    def close(self) -> None:
        """End the current scene, or drop it if nothing was done in it."""
        self.voted()
        if self.deeds or self.big:
            super().close()

    def voted(self) -> None:
        """End a vote, whose ballots are complete."""
        if self.ballots:
            self.votes.append(Vote(f"{self.heading}, {self.vote}", tuple(self.ballots)))
            self.ballots = []

    def ballot(self, fact: Fact) -> None:
        """Add a public ballot."""
        by, on = fact["seat"], fact["for"]
        named = fact["fact"] == "nomination"
        self.vote = gettext("the accusation") if named else gettext("the rope")
        self.ballots.append((by, on))
        self.aim.note(by, on, self.camps)
        self.add(VOTE, to_room(fact), [by], [on])


def tale(setting: Setting, pages: Sequence[Page]) -> Tale:
    """Return the whole game."""
    telling = Telling(setting, {seat: SIDE.get(role, HUMANS) for seat, role in setting.roles.items()})
    for page in pages:
        if page.step and page.step != telling.step:
            asleep(telling, page.step)
            telling.decided = ""
        named = page.answer.get("seat")
        if isinstance(named, str):
            if page.whose in telling.camps:
                telling.answers[page.whose] = named
            else:
                telling.decided = named
        telling.hear(page, announced, told)
    telling.close()
    return telling.tale(feats(telling), tell_devoured, tell_unmasked, tell_rescued, tell_hits, tell_unaccused)


def asleep(telling: Telling, follows: str = "") -> None:
    """End a call of the night, and add its decisions that no fact tells."""
    step, telling.step = telling.step, follows
    if step == "werewolves" and (telling.decided or telling.answers):
        _most, first = best(Counter(telling.answers.values()))
        prey = telling.decided or (first[0] if len(first) == 1 else "")
        wanted = [seat for seat, on in telling.answers.items() if on == prey]
        pack = (*wanted, *(seat for seat in telling.pack if seat not in wanted))
        telling.prey = prey
        if prey:
            telling.add(HARM, gettext("The werewolves want to devour %(to)s.") % {"to": prey}, pack, [prey])
    for by, on in telling.answers.items():
        words = {"of": by, "to": on}
        if step == "bodyguard":
            telling.guarded = (by, on)
            telling.add(HELP, gettext("%(of)s guards %(to)s.") % words, [by], [on])
        elif step == "owl":
            telling.add(VOTE, gettext("%(of)s, the owl, marks %(to)s.") % words, [by], [on])
    telling.answers = {}


def told(telling: Telling, seat: str, fact: Fact) -> None:
    """Add what one seat was told."""
    words = {"of": seat, "to": fact.get("seat", "")}
    match fact:
        case {"fact": "pack", "seats": [*pack]}:
            telling.pack = tuple(pack)
        case {"fact": "masons", "seats": [first, *others]} if seat == first and others:
            telling.add(HELP, gettext("The masons recognise each other."), [first], others)
        case {"fact": "vision", "seat": str(named), "werewolf": bool(werewolf)}:
            telling.visions[seat] += werewolf
            if werewolf:
                telling.note_done(UNMASKED, [seat], named)
            yes = gettext("%(of)s has a vision of %(to)s: a werewolf!")
            said = yes if werewolf else gettext("%(of)s has a vision of %(to)s: no werewolf.")
            telling.add(LOOK, said % words, [seat], [named])
        case {"fact": "medium", "seat": str(named), "werewolf": bool(werewolf)}:
            yes = gettext("The dead speak to %(of)s. %(to)s: a werewolf.")
            said = yes if werewolf else gettext("The dead speak to %(of)s. %(to)s: no werewolf.")
            telling.add(LOOK, said % words, [seat], [named])
        case {"fact": "mythomaniac", "role": str(role)}:
            example = telling.answers.get(seat, "")
            if role in (WEREWOLF, SEER) and telling.camps.get(seat) != SIDE.get(role, HUMANS):
                telling.changed.add(seat)
                telling.camps[seat] = SIDE.get(role, HUMANS)
            words |= {"to": example, "role": ROLE.get(role, role), "was": ROLE[MYTHOMANIAC]}
            said = gettext("%(of)s, %(was)s, imitates %(to)s. From now on: %(role)s.")
            telling.add(LOOK, said % words, [seat], [example] if example else [])


def announced(telling: Telling, fact: Fact) -> None:
    """Add what everybody was told."""
    match fact:
        case {"fact": "night"}:
            asleep(telling)
            telling.close()
            telling.heading, telling.bar = phase(fact), int(fact.get("number", 0))
            telling.prey, telling.guarded = "", ("", "")
        case {"fact": "day"}:
            asleep(telling)
            by, on = telling.guarded
            if on and on == telling.prey:
                telling.saves[by] += 1
                telling.note_done(RESCUED, [by], on)
                telling.big = gettext("%(of)s saves %(to)s.") % {"of": by, "to": on}
            telling.big = telling.big or gettext("The village sleeps.")
            telling.close()
            telling.heading, telling.bar = phase(fact), int(fact.get("number", 0))
        case {"fact": "death", "seat": str(seat), "by": "night"}:
            telling.out.add(seat)
            if seat == telling.prey:
                telling.note_done(DEVOURED, telling.pack, seat)
            telling.big = to_room(fact)
            telling.add(HARM, to_room(fact), (), [seat])
        case {"fact": "no_death" | "moderator_torn"}:
            telling.big = to_room(fact)
            telling.add(HELP, to_room(fact))
        case {"fact": "death", "seat": str(seat)}:
            telling.out.add(seat)
            telling.big = to_room(fact)
            telling.add(VOTE, to_room(fact), (), [seat])
        case {"fact": "nomination" | "lynch_vote", "seat": str(_by), "for": str(_on)}:
            telling.ballot(fact)
        case {"fact": "nominees", "seats": [*_seats]}:
            telling.big = to_room(fact)
            telling.close()
        case {"fact": "drawn", "seats": _, "seat": str(seat)}:
            telling.voted()
            telling.add(VOTE, to_room(fact), (), [seat])


def feats(telling: Telling) -> tuple[Feat, ...]:
    """Return the deeds for which a seat may be thanked or teased."""
    saves = number_of("%(number)d life saved", "%(number)d lives saved")
    visions = number_of("%(number)d werewolf seen", "%(number)d werewolves seen")
    named: Mapping[str, int] = Counter(
        on for vote in telling.votes for _by, on in vote.ballots if telling.camps.get(on) == "werewolves"
    )

    escaped = number_of("%(number)d vote survived", "%(number)d votes survived")
    slippery = {seat: count for seat, count in named.items() if seat not in telling.out}
    return (
        Feat(pgettext("award", "Guardian angel"), telling.saves, saves),
        Feat(pgettext("award", "Eagle eye"), telling.visions, visions),
        Feat(pgettext("award", "Thick fur"), slippery, escaped),
    )


# What each did, in a sentence to that seat, the most telling first


def tell_devoured(telling: Telling, seat: str) -> str:
    """Return whom a werewolf has devoured with its pack."""
    once, twice = gettext("You devoured %(first)s."), gettext("You devoured %(first)s, then %(second)s.")
    more = number_of("You devoured %(number)d person.", "You devoured %(number)d people.")
    return telling.tell_done(DEVOURED, seat, once, twice, more)


def tell_unmasked(telling: Telling, seat: str) -> str:
    """Return which werewolves a seat has had visions of."""
    once = gettext("You had seen rightly: %(first)s.")
    twice = gettext("You had seen rightly: %(first)s and %(second)s.")
    more = number_of("You unmasked %(number)d werewolf.", "You unmasked %(number)d werewolves.")
    return telling.tell_done(UNMASKED, seat, once, twice, more)


def tell_rescued(telling: Telling, seat: str) -> str:
    """Return whom a seat has guarded from the werewolves."""
    once, twice = gettext("You saved %(first)s."), gettext("You saved %(first)s, then %(second)s.")
    more = number_of("You saved %(number)d person.", "You saved %(number)d people.")
    return telling.tell_done(RESCUED, seat, once, twice, more)


def tell_hits(telling: Telling, seat: str) -> str:
    """Return how often a human has voted against a werewolf."""
    hits = telling.count_hits(seat, HUMANS)
    if hits == 1:
        return gettext("You voted against a werewolf once.")
    return gettext("You voted against a werewolf %(number)d times.") % {"number": hits} if hits else ""


def tell_unaccused(telling: Telling, seat: str) -> str:
    """Return that nobody has ever voted against a seat."""
    return gettext("Nobody voted against you.") if telling.is_unaccused(seat) else ""
