"""Chances worked out exactly, without the program's rules: the recurrences of docs/balance.md, in fractions.

They are written from the rulebooks, and share no line with the kits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

Chance = Fraction
NEVER, ALWAYS = Fraction(0), Fraction(1)


# Lupus, policy uniform: w werewolves and v others live, and a day begins.


@cache
def village_by_lot(w: int, v: int) -> Chance:
    """The village's chance: a lynching by lot, then the pack tears one of the others."""
    if w == 0:
        return ALWAYS
    if w >= v:
        return NEVER
    return Fraction(w, w + v) * _night_by_lot(w - 1, v) + Fraction(v, w + v) * _night_by_lot(w, v - 1)


def _night_by_lot(w: int, v: int) -> Chance:
    if w == 0:
        return ALWAYS
    return NEVER if w >= v else village_by_lot(w, v - 1)


# Lupus, policy exposed: the same, and the seer looks. `new`: villagers at whom he has not looked; `old`: the others,
# who are never looked at again. Werewolves who live were never seen, save one, `found`, who is lynched this day.


def village_with_seer(w: int, v: int) -> Chance:
    """The village's chance before the first night, in which nobody is torn; the seer is one of the v."""
    return _look(w, v - 1, 0, torn=False)


@cache
def _look(w: int, new: int, old: int, torn: bool = True) -> Chance:
    """The seer, alive, looks at one of the w + new whom he has not seen; with nobody left he looks at nobody."""
    unseen = w + new
    if not unseen:
        return _tear(w, new, old, True, False) if torn else _lynch(w, new, old, True, False)
    after = _tear if torn else _lynch
    wolf = Fraction(w, unseen) * after(w, new, old, True, True) if w else NEVER
    other = Fraction(new, unseen) * after(w, new - 1, old + 1, True, False) if new else NEVER
    return wolf + other


@cache
def _tear(w: int, new: int, old: int, seer: bool, found: bool) -> Chance:
    """The pack tears one of the others, the seer among them, by lot; then it is day."""
    others = new + old + seer
    chance = Fraction(new, others) * _dawn(w, new - 1, old, seer, found) if new else NEVER
    chance += Fraction(old, others) * _dawn(w, new, old - 1, seer, found) if old else NEVER
    chance += Fraction(1, others) * _dawn(w, new, old, False, found) if seer else NEVER
    return chance


def _dawn(w: int, new: int, old: int, seer: bool, found: bool) -> Chance:
    return NEVER if w >= new + old + seer else _lynch(w, new, old, seer, found)


@cache
def _lynch(w: int, new: int, old: int, seer: bool, found: bool) -> Chance:
    """The werewolf who was found, or one of all by lot."""
    if found:
        return _dusk(w - 1, new, old, seer)
    living = w + new + old + seer
    chance = Fraction(w, living) * _dusk(w - 1, new, old, seer)
    chance += Fraction(new, living) * _dusk(w, new - 1, old, seer) if new else NEVER
    chance += Fraction(old, living) * _dusk(w, new, old - 1, seer) if old else NEVER
    chance += Fraction(1, living) * _dusk(w, new, old, False) if seer else NEVER
    return chance


def _dusk(w: int, new: int, old: int, seer: bool) -> Chance:
    if w == 0:
        return ALWAYS
    if w >= new + old + seer:
        return NEVER
    return _look(w, new, old) if seer else _tear(w, new, old, False, False)


# Sporz, policy uniform: one base mutant, doctors, a host, a resistant, astronauts of normal genome; other roles
# change nothing. People are counted by what they are: (kind, whether mutant).

BASE, DOCTOR, HOST, RESISTANT, NORMAL = "base", "doctor", "host", "resistant", "normal"
INCURABLE = (BASE, HOST)


class Kind(NamedTuple):
    """What a person is, as far as it counts."""

    kind: str
    mutant: bool


Crew = tuple[tuple[Kind, int], ...]  # how many of each live, in order, none of which there are none


def crew(people: Counter[Kind]) -> Crew:
    return tuple(sorted((kind, count) for kind, count in people.items() if count))


def astronauts_by_lot(players: int, doctors: int) -> Chance:
    """The astronauts' chance before the first night."""
    plain = players - 1 - doctors - 2
    people = Counter({Kind(BASE, True): 1, Kind(DOCTOR, False): doctors, Kind(HOST, False): 1})
    people += Counter({Kind(RESISTANT, False): 1, Kind(NORMAL, False): plain})
    return nightfall(crew(people))


@cache
def nightfall(living: Crew) -> Chance:
    """Lost without a healthy doctor and with two mutants; otherwise every way that the night can go."""
    people = Counter(dict(living))
    if mutants(people) >= 2 and not people[Kind(DOCTOR, False)]:
        return NEVER
    return sum((share * dawn(after) for after, share in nights(people).items()), NEVER)


def nights(people: Counter[Kind]) -> Counter[Crew]:
    """Each crew of the next dawn, with its chance."""
    result: Counter[Crew] = Counter()
    healthy = Counter({one: count for one, count in people.items() if not one.mutant})
    for (touched, first), (still, second) in product(healthy.items(), repeat=2):
        twice = [(first, True), (first * (first - 1), False)]  # one person is touched twice, or two of a kind are
        ways = twice if touched == still else [(first * second, False)]
        for count, one_person in ways:
            if count:
                share = Fraction(count, healthy.total() ** 2)
                night(people, touched, still, one_person, share, result)
    return result


def night(
    people: Counter[Kind], touched: Kind, still: Kind, one_person: bool, share: Chance, result: Counter[Crew]
) -> None:
    """One mutation and one paralysis; then each doctor awake heals one of the living by lot."""
    now = people.copy()
    turns = touched.kind != RESISTANT
    if turns:
        now[touched] -= 1
        now[Kind(touched.kind, True)] += 1
    awake = now[Kind(DOCTOR, False)]
    if still.kind == DOCTOR and not (one_person and turns):
        awake -= 1  # a doctor who has just mutated sleeps anyway
    for healed, chance in cures(now, awake):
        result[crew(healed)] += share * chance


def cures(people: Counter[Kind], doctors: int) -> Iterator[tuple[Counter[Kind], Chance]]:
    """What the cures of so many doctors make of these people, each with its chance; each in turn."""
    if not doctors:
        yield people, ALWAYS
        return
    for patient, count in list(people.items()):
        if count:
            now = people.copy()
            if patient.mutant and patient.kind not in INCURABLE:
                now[patient] -= 1
                now[Kind(patient.kind, False)] += 1
            for after, chance in cures(now, doctors - 1):
                yield after, Fraction(count, people.total()) * chance


@cache
def dawn(living: Crew) -> Chance:
    """Won without a mutant, lost with nobody else; otherwise one of the living is executed by lot."""
    people = Counter(dict(living))
    if (end := ended(people)) is not None:
        return end
    chance = NEVER
    for one, count in list(people.items()):
        after = people.copy()
        after[one] -= 1
        over = ended(after)
        chance += Fraction(count, people.total()) * (nightfall(crew(after)) if over is None else over)
    return chance


def ended(people: Counter[Kind]) -> Chance | None:
    if not mutants(people):
        return ALWAYS
    return NEVER if mutants(people) == people.total() else None


def mutants(people: Counter[Kind]) -> int:
    return sum(count for one, count in people.items() if one.mutant)
