"""Sporz: a spore is aboard, and the ship's computer runs the nights.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS S-01 to S-43 (numbers
beside the code), the README beside this file for what the rulebook leaves open. Not here: who is dealt
what (roles.py), who is aboard and what has become of them (ship.py), what is said (words.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from games.asks import Answer, Ask, acknowledge, either, flag, one_of
from games.asks import field as choice
from games.kits.sporz.roles import (
    BASE_MUTANT,
    COMPUTER_SCIENTIST,
    DOCTOR,
    GENETICIST,
    HACKABLE,
    HACKER,
    HOST,
    PSYCHOLOGIST,
    RESISTANT,
    SPY,
)
from games.kits.sporz.ship import Night, Ship
from games.table import Answers, Call, Closes, Outcome, Script, Step, Table

VERSION = 1

Phase = Generator[Step, Call, Outcome | None]
Turn = Generator[Step, Call, None]


def play(table: Table) -> Script:
    """The whole game: set-up, chief, then night and day until a camp has won (S-43)."""
    ship = Ship(table)
    set_up(ship)
    yield from elect_chief(ship)
    while True:
        if end := ship.lost_at_nightfall():
            return end
        end = (yield from night(ship)) or dawn(ship)
        if end:
            return end
        yield from elect_chief(ship)
        yield from poll(ship)
        if end := ship.end():
            return end


# Before the first night


def set_up(ship: Ship) -> None:
    """Everybody looks at their card; the base mutant knows its genome (S-04), doctors each other (S-06)."""
    tell, doctors = ship.table.tell, ship.holders(DOCTOR)
    for seat, one in ship.people.items():
        tell(seat, "role", role=one.role)
        if one.role == BASE_MUTANT:
            tell(seat, "genome", night=0, seat=seat, genome=one.genome)
        if one.role == DOCTOR:
            tell(seat, "fellow_doctors", seats=[doctor for doctor in doctors if doctor != seat])


def elect_chief(ship: Ship) -> Turn:
    """S-07: held while there is no living chief: plurality of the living; a tie or no ballot, and once more."""
    table, ask = ship.table, one_of("seat", ship.living())
    while not ship.chief_lives():
        call = yield table.question("chief", ship.living(), ask, closes=Closes.MODERATOR, table_ask=ask, poll=True)
        votes = Counter(answer["seat"] for answer in ([call.decision] if call.decision else call.answers.values()))
        if len(first := most_named(votes)) == 1:
            ship.chief = first[0]
            table.announce("chief", seat=ship.chief)


def most_named(votes: Counter[str]) -> list[str]:
    """Who has the most votes: one, several on a tie, none without a vote."""
    most = max(votes.values(), default=0)
    return [name for name, count in votes.items() if count == most]


# The night


def night(ship: Ship) -> Phase:
    """S-10 to S-25: mutants, doctors, then each lone role that is aboard, in this order."""
    ship.night = Night(ship.night.number + 1, ship.living())
    ship.table.announce("night", number=ship.night.number)
    if end := (yield from mutants(ship)):
        return end
    for role, turn in (
        (DOCTOR, doctors),
        (COMPUTER_SCIENTIST, computer_scientist),
        (PSYCHOLOGIST, psychologist),
        (GENETICIST, geneticist),
        (SPY, spy),
        (HACKER, hacker),
    ):
        if ship.called(role):
            yield from turn(ship)
    return None


def mutants(ship: Ship) -> Phase:
    """S-10, S-11: together, one mutation or one murder, and one paralysis."""
    awake = ship.mutants()
    ship.wake(awake)
    for seat in awake:
        ship.tell(seat, "mutants", seats=awake)
    mutate, kill, paralyse = (choice(name, ship.living()) for name in ("mutate", "kill", "paralyse"))
    ask = Ask(((mutate, paralyse), (kill, paralyse)))
    call = yield ship.table.call("mutants", awake, ask, closes=Closes.GROUP, table_ask=ask)
    if call.divided:
        # Ruling: S-11, closing a divided call is how the moderator declares the forfeit.
        return ship.won_by_astronauts("forfeit")
    if call.decision:
        strike(ship, call.decision)
    return None


def strike(ship: Ship, order: Answer) -> None:
    """S-12, S-13, S-14: the touches of the mutants, mutation or murder first."""
    if victim := order.get("mutate"):
        ship.night.mutated.add(victim)
        resists = ship.people[victim].genome == RESISTANT
        ship.people[victim].mutant |= not resists
        ship.tell(victim, "mutation_resisted" if resists else "mutated")
    else:
        ship.kill(order["kill"], by="mutants")
    ship.night.paralysed.add(order["paralyse"])
    ship.tell(order["paralyse"], "paralysed")


def doctors(ship: Ship) -> Turn:
    """S-15, S-16: each heals somebody, or all of them together kill one player instead."""
    awake = [seat for seat in ship.awake(DOCTOR) if not ship.people[seat].mutant]
    ship.wake(awake)
    for seat in awake:
        ship.tell(seat, "awake_doctors", seats=awake)
    call = yield ship.table.call("doctors", awake, ship.target("heal", "kill"), enough=doctors_agree)
    killed = [answer["kill"] for answer in call.answers.values() if "kill" in answer]
    if killed and len(killed) == len(awake) and len(set(killed)) == 1:
        ship.kill(killed[0], by="doctors")
    for patient in ship.table.in_order(answer["heal"] for answer in call.answers.values() if "heal" in answer):
        heal(ship, patient)


def doctors_agree(answers: Answers) -> bool:
    """S-16: all heal (and kill nobody), or all kill the same player."""
    return len({answer.get("kill") for answer in answers.values()}) == 1


def heal(ship: Ship, patient: str) -> None:
    """S-17: a mutant host stays a mutant and feels it; everybody else feels one touch."""
    ship.night.healed.add(patient)
    one = ship.people[patient]
    fails = one.mutant and one.genome == HOST
    one.mutant = fails
    ship.tell(patient, "heal_failed" if fails else "healed")


def computer_scientist(ship: Ship) -> Turn:
    """S-18: learns the number of living mutants as the call opens."""
    awake = ship.awake(COMPUTER_SCIENTIST)
    ship.wake(awake)
    for seat in awake:
        learn(ship, COMPUTER_SCIENTIST, seat, "mutant_count", count=len(ship.mutants()))
    yield ship.table.call(COMPUTER_SCIENTIST, awake, acknowledge())


def psychologist(ship: Ship) -> Turn:
    """S-19: names a living player and learns mutant or healthy."""
    for seat, named in (yield from inspection(ship, PSYCHOLOGIST)):
        learn(ship, PSYCHOLOGIST, seat, "state", seat=named, mutant=ship.people[named].mutant)


def geneticist(ship: Ship) -> Turn:
    """S-20: names a living player and learns the genome."""
    for seat, named in (yield from inspection(ship, GENETICIST)):
        learn(ship, GENETICIST, seat, "genome", seat=named, genome=ship.people[named].genome)


def spy(ship: Ship) -> Turn:
    """S-22: names a living player and learns what has happened to that player tonight."""
    tonight = ship.night
    for seat, named in (yield from inspection(ship, SPY)):
        ship.tell(
            seat,
            "surveillance",
            seat=named,
            woke=named in tonight.woke,
            mutated=named in tonight.mutated,
            paralysed=named in tonight.paralysed,
            infected=False,  # Ruling: S-22, the extension with infections is not part of this rulebook.
            healed=named in tonight.healed,
            psychologist=tonight.inspected.get(PSYCHOLOGIST) == named,
            geneticist=tonight.inspected.get(GENETICIST) == named,
        )


def inspection(ship: Ship, role: str) -> Generator[Step, Call, list[tuple[str, str]]]:
    """A lone role wakes and names a living player: (who named, who was named), nothing if nobody did."""
    awake = ship.awake(role)
    ship.wake(awake)
    call = yield ship.table.call(role, awake, ship.target("seat"))
    named = [(seat, answer["seat"]) for seat, answer in call.answers.items()]
    for _, target in named:
        ship.night.inspected[role] = target
    return named


def learn(ship: Ship, role: str, to: str, fact: str, /, **values: Any) -> None:
    """Tell a role what it has found out, and leave it where the hacker can find it (S-23)."""
    ship.tell(to, fact, **values)
    ship.night.learnt[role] = values


def hacker(ship: Ship) -> Turn:
    """S-23, S-24: names a role and learns what that role learnt tonight, but not who holds it."""
    awake = ship.awake(HACKER)
    ship.wake(awake)
    offer = on_offer(ship)
    ask = one_of("role", offer, shown=[role for role in HACKABLE if ship.called(role)])
    call = yield ship.table.call(HACKER, awake if offer else [], ask)
    for seat, answer in call.answers.items():
        role = answer["role"]
        ship.hacks.append(role)
        found = ship.night.learnt.get(role)
        ship.tell(seat, "hack", role=role, available=found is not None, **(found or {}))


def on_offer(ship: Ship) -> list[str]:
    """S-24: roles alive at nightfall, save one named already while another waits to be named since."""
    alive = [role for role in HACKABLE if ship.called(role)]

    def may_be_named(role: str) -> bool:
        if role not in ship.hacks:
            return True
        last = len(ship.hacks) - 1 - ship.hacks[::-1].index(role)
        return all(other in ship.hacks[last:] for other in alive)

    return [role for role in alive if may_be_named(role)]


# The day


def dawn(ship: Ship) -> Outcome | None:
    """S-13: the night's dead are announced, those of the mutants first, with what they were."""
    ship.table.announce("day", number=ship.night.number)
    for seat, by in ship.night.killed:
        ship.bury(seat, by, full=ship.table.options["night_autopsy"] == "full")
    return ship.end()


def poll(ship: Ship) -> Turn:
    """S-31 to S-34: a secret ballot; the first is executed, blank spares everybody, the chief settles ties."""
    table, living, day = ship.table, ship.living(), ship.night.number
    ask = either(choice("seat", living), flag("blank"), flag("abstain"))
    call = yield table.question("vote", living, ask, closes=Closes.MODERATOR, poll=True)
    votes = Counter(answer["seat"] for answer in call.answers.values() if "seat" in answer)
    blank = sum("blank" in answer for answer in call.answers.values())
    if table.options["show_tally"]:
        table.announce("ballots", day=day, count={s: votes[s] for s in table.in_order(votes)}, blank=blank)
    most = max([*votes.values(), blank])
    first = [seat for seat in table.in_order(votes) if votes[seat] == most]
    spared = blank == most  # Ruling: S-32, without a ballot nobody dies.
    if most and len(first) + spared > 1:
        executed = yield from tie(ship, first, spared)
    else:
        executed = first[0] if first else None
    table.announce("verdict", day=day, seat=executed)
    if executed:
        ship.people[executed].alive = False
        ship.bury(executed, by="vote", full=True)


def tie(ship: Ship, tied: list[str], blank: bool) -> Generator[Step, Call, str | None]:
    """S-33: the chief decides, among the tied only; None spares them all."""
    ship.table.announce("tie", day=ship.night.number, seats=tied, blank=blank)
    assert ship.chief is not None
    ask = either(choice("seat", tied), *([flag("blank")] if blank else []))
    call = yield ship.table.question("tie", [ship.chief], ask, table_ask=ask, needed=True)
    answer = call.only()
    assert answer is not None
    return answer.get("seat")
