"""ELSEN told again: crews and their cards, the nights, and the votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.story import HARM, HELP, LOOK, VOTE, Feat, Page, Setting, Tale, ToldGame, Vote
from games.engine.table import Fact
from games.kits.elsen.roles import SABOTEUR
from games.kits.elsen.speech import gettext, number_of, pgettext
from games.kits.elsen.words.facts import phase, to_room
from games.kits.elsen.words.names import ACTION
from games.kits.elsen.world import ELIMINATION, SABOTAGE

PASSENGERS, SABOTEURS = "passengers", "saboteurs"
HARMFUL = (SABOTAGE, ELIMINATION)
ELIMINATED, RESCUED = "eliminated", "rescued"  # deeds that are told to who did them


@dataclass
class Telling(ToldGame):
    """The game as far as it is told: the current scene, who is dead in secret or off the ship."""

    step: str = ""
    dead: set[str] = field(default_factory=set)
    saboteurs: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)  # of the current step: a card, or the seat that is named
    protected: tuple[str, str] = ("", "")  # the seat that protects, and the protected seat
    struck: set[str] = field(default_factory=set)  # victims of tonight, so that each is told once
    flown: Counter[str] = field(default_factory=Counter)
    wrecked: Counter[str] = field(default_factory=Counter)
    saves: Counter[str] = field(default_factory=Counter)

    def held(self) -> Mapping[str, str]:
        """Return the seats that are dead in secret, with that text."""
        return {seat: pgettext("elsen", "dead in secret") for seat in sorted(self.dead)}

    def begin(self, fact: Fact) -> None:
        """Begin the scene of a mission, a night or a vote."""
        self.close()
        self.heading, self.bar = phase(fact), int(fact.get("number", self.bar))
        self.protected, self.struck = ("", ""), set()


def tale(setting: Setting, pages: Sequence[Page]) -> Tale:
    """Return the whole game."""
    camps = {seat: SABOTEURS if role == SABOTEUR else PASSENGERS for seat, role in setting.roles.items()}
    telling = Telling(setting, camps)
    for page in pages:
        if page.step and page.step != telling.step:
            asleep(telling)
            telling.step, telling.answers = page.step, {}
        value = page.answer.get("card") or page.answer.get("seat")
        if page.whose in telling.camps:
            telling.answers.pop(page.whose, None)
            if isinstance(value, str):
                telling.answers[page.whose] = value
        telling.hear(page, announced, told)
        if any(fact.get("fact") in ("turn", "night", "day", "cards") for fact in page.public):
            telling.step, telling.answers = "", {}
    telling.close()
    return telling.tale(
        feats(telling), tell_eliminated, tell_wrecked, tell_rescued, tell_hits, tell_flown, tell_unaccused
    )


def asleep(telling: Telling) -> None:
    """End a call of the night, and add its decisions that no fact tells."""
    if telling.step == "police":
        for by, on in telling.answers.items():
            telling.protected = (by, on)
            telling.add(HELP, gettext("%(of)s protects %(to)s.") % {"of": by, "to": on}, [by], [on])


def told(telling: Telling, seat: str, fact: Fact) -> None:
    """Add what one seat was told."""
    match fact:
        case {"fact": "saboteurs", "seats": [*seats]}:
            telling.saboteurs = tuple(seats)
        case {"fact": "elimination", "seat": str(victim), "done": bool(done)} if victim not in telling.struck:
            telling.struck.add(victim)
            struck(telling, victim, done)
        case {"fact": "vital", "seat": str(named), "alive": bool(alive)}:
            words = {"of": seat, "to": named}
            yes = gettext("%(of)s examines %(to)s: alive.")
            said = yes if alive else gettext("%(of)s examines %(to)s: dead.")
            telling.add(LOOK, said % words, [seat], [named])


def struck(telling: Telling, victim: str, done: bool) -> None:
    """Add an elimination, which the police may have stopped."""
    first = [seat for seat, on in telling.answers.items() if on == victim and telling.camps[seat] == SABOTEURS]
    of = (*first, *(seat for seat in telling.saboteurs if seat not in first and seat not in telling.out))
    if done:
        telling.dead.add(victim)
        telling.note_done(ELIMINATED, of, victim)
        said = gettext("The saboteurs eliminate %(to)s, in secret.")
    else:
        if telling.protected[0]:
            telling.saves[telling.protected[0]] += 1
            telling.note_done(RESCUED, [telling.protected[0]], victim)
        said = gettext("The saboteurs want to eliminate %(to)s, whom the police protect.")
    telling.big = said % {"to": victim}
    telling.add(HARM, said % {"to": victim}, of, [victim])


def announced(telling: Telling, fact: Fact) -> None:
    """Add what everybody was told."""
    match fact:
        case {"fact": "turn" | "night" | "day"}:
            asleep(telling)
            telling.begin(fact)
        case {"fact": "crew", "seats": [*seats]}:
            telling.add(VOTE, to_room(fact), (), seats)
        case {"fact": "cards"}:
            played(telling)
        case {"fact": "progress", "completed": completed}:
            said = gettext("Missions completed: %(completed)s.")
            telling.big = said % {"completed": completed}
        case {"fact": "excluded"}:
            excluded(telling, fact)


def played(telling: Telling) -> None:
    """Add the cards of a mission by their kinds, without names where those are not known."""
    by_card: dict[str, list[str]] = {}
    for seat, card in telling.answers.items():
        by_card.setdefault(card, []).append(seat)
        telling.wrecked[seat] += card in HARMFUL
        telling.flown[seat] += card not in HARMFUL
    for card, seats in by_card.items():
        kind = HARM if card in HARMFUL else HELP
        said = gettext("Card %(card)s: %(seats)s.") % {"card": ACTION.get(card, card), "seats": ", ".join(seats)}
        telling.add(kind, said, seats)


def excluded(telling: Telling, fact: Fact) -> None:
    """Add the ballots of a vote by show of hands, and whom they put off the ship."""
    ballots = tuple(telling.answers.items())
    for by, on in ballots:
        telling.aim.note(by, on, telling.camps)
        words = {"of": by, "to": on}
        telling.add(VOTE, gettext("%(of)s votes against %(to)s.") % words, [by], [on])
    telling.votes.append(Vote(telling.heading, ballots))
    telling.big = to_room({**fact, "seat": fact.get("seat")})
    if isinstance(seat := fact.get("seat"), str):
        telling.out.add(seat)
        telling.add(VOTE, to_room(fact), (), [seat])


def feats(telling: Telling) -> tuple[Feat, ...]:
    """Return the deeds for which a seat may be thanked or teased."""
    flown = number_of("%(number)d mission helped", "%(number)d missions helped")
    wrecked = number_of("%(number)d nasty card", "%(number)d nasty cards")
    saves = number_of("%(number)d life saved", "%(number)d lives saved")
    return (
        Feat(pgettext("award", "Guardian angel"), telling.saves, saves),
        Feat(pgettext("award", "Pillar of the crew"), telling.flown, flown, least=2),
        Feat(pgettext("award", "Spanner in the works"), telling.wrecked, wrecked),
    )


# What each did, in a sentence to that seat, the most telling first


def tell_eliminated(telling: Telling, seat: str) -> str:
    """Return whom a saboteur has eliminated with the others."""
    once, twice = gettext("You eliminated %(first)s."), gettext("You eliminated %(first)s, then %(second)s.")
    more = number_of("You eliminated %(number)d person.", "You eliminated %(number)d people.")
    return telling.tell_done(ELIMINATED, seat, once, twice, more)


def tell_wrecked(telling: Telling, seat: str) -> str:
    """Return how many missions a saboteur has harmed."""
    said = number_of("You harmed %(number)d mission.", "You harmed %(number)d missions.")
    number = telling.wrecked[seat]
    return said(number) if number and telling.camps.get(seat) == SABOTEURS else ""


def tell_rescued(telling: Telling, seat: str) -> str:
    """Return whom a seat has protected from the saboteurs."""
    once, twice = gettext("You saved %(first)s."), gettext("You saved %(first)s, then %(second)s.")
    more = number_of("You saved %(number)d person.", "You saved %(number)d people.")
    return telling.tell_done(RESCUED, seat, once, twice, more)


def tell_hits(telling: Telling, seat: str) -> str:
    """Return how often a passenger has voted against a saboteur."""
    hits = telling.count_hits(seat, PASSENGERS)
    if hits == 1:
        return gettext("You voted against a saboteur once.")
    return gettext("You voted against a saboteur %(number)d times.") % {"number": hits} if hits else ""


def tell_flown(telling: Telling, seat: str) -> str:
    """Return how many missions a passenger has helped."""
    said = number_of("You helped %(number)d mission.", "You helped %(number)d missions.")
    number = telling.flown[seat]
    return said(number) if number and telling.camps.get(seat) == PASSENGERS else ""


def tell_unaccused(telling: Telling, seat: str) -> str:
    """Return that nobody has ever voted against a seat."""
    return gettext("Nobody voted against you.") if telling.is_unaccused(seat) and seat not in telling.dead else ""
