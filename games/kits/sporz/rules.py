"""Sporz: a spore is aboard, and the ship's computer runs the nights.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS S-01 to S-44 (RULINGS.md
beside this file; numbers above each function). Not here: who is dealt what (roles.py), who is aboard and what has
become of them (world.py), the words (words/).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Answer, Ask, acknowledge, either, first_place, flag, one_of, tally
from games.engine.asks import field as choice
from games.engine.table import Answers, Closes, Outcome, Reply, Script, Step, Table
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
from games.kits.sporz.world import Night, Ship

VERSION = 2
OLDER: Mapping[int, Mapping[str, Any]] = {1: {"murder_announced": False}}

Phase = Generator[Step, Reply, Outcome | None]
Turn = Generator[Step, Reply, None]


# S-40 to S-42: a camp can have won at nightfall, at dawn and after an execution.
def play(table: Table) -> Script:
    """Play the whole game: set-up, chief, then night and day until it ends (S-43)."""
    ship = Ship(table)
    set_up(ship)
    yield from elect_chief(ship)
    while True:
        if end := ship.end_at_nightfall():
            return end
        end = (yield from night(ship)) or dawn(ship)
        if end:
            return end
        yield from elect_chief(ship)
        yield from poll(ship)
        if end := ship.end():
            return end


# Before the first night


# S-04, S-06: each player knows their own role, the base mutant its genome, and the doctors each other.
def set_up(ship: Ship) -> None:
    """Tell every seat its card, before the first night."""
    tell, doctors = ship.table.tell, ship.holders(DOCTOR)
    for seat, one in ship.people.items():
        tell(seat, "role", role=one.role)
        if one.role == BASE_MUTANT:
            tell(seat, "genome", night=0, seat=seat, genome=one.genome)
        if one.role == DOCTOR:
            tell(seat, "fellow_doctors", seats=[doctor for doctor in doctors if doctor != seat])


# S-07: the living elect a chief before the first night, and again when the chief is dead. A tie is voted again.
def elect_chief(ship: Ship) -> Turn:
    """Ask the living, or the moderator for all of them, until a chief lives."""
    table, living = ship.table, ship.living()
    ask, counted = one_of("seat", living), tally(living, len(living), blank=False)
    fields: dict[str, Any] = {"closes": Closes.MODERATOR, "poll": True, "by_hands": True}
    while not ship.chief_lives():
        reply = yield table.by_day("chief", living, ask, moderator_ask=ask, entry=counted, **fields)
        votes, _blank = ballots(reply)
        if len(first := first_place(votes)) == 1:
            ship.chief = first[0]
            table.announce("chief", seat=ship.chief)


def ballots(reply: Reply) -> tuple[Counter[str], int]:
    """Return how many ballots each player had, and how many were blank.

    They are counted by name, entered for all, or one by one.
    """
    given = [reply.decision] if reply.decision else reply.answers.values()
    blank = sum(int(answer["blank"]) for answer in given if "blank" in answer)
    if reply.decision and "tally" in reply.decision:
        return Counter(reply.decision["tally"]), blank
    return Counter(answer["seat"] for answer in given if "seat" in answer), blank


# The night


# S-10, S-25: the mutants wake, then the doctors, then each lone role that was alive at nightfall, or was dealt where
# the table calls the dead. S-25b: three of them in the order that the table has set.
def night(ship: Ship) -> Phase:
    """Play one night, call by call; return an outcome where the mutants forfeit."""
    ship.night = Night(ship.night.number + 1, ship.living())
    ship.table.announce("night", number=ship.night.number)
    if end := (yield from mutants(ship)):
        return end
    investigators = {
        "c": (COMPUTER_SCIENTIST, computer_scientist),
        "p": (PSYCHOLOGIST, psychologist),
        "g": (GENETICIST, geneticist),
    }
    in_order = [investigators[initial] for initial in ship.table.options["investigators"]]
    for role, turn in ((DOCTOR, doctors), *in_order, (SPY, spy), (HACKER, hacker)):
        if ship.called(role):
            yield from turn(ship)
    return None


# S-10, S-11: all living mutants agree on one mutation or murder, and on one paralysis, or they forfeit the game.
def mutants(ship: Ship) -> Phase:
    """Ask the mutants for one order, and carry it out."""
    awake = ship.mutants()
    ship.wake(awake)
    for seat in awake:
        ship.tell(seat, "mutants", seats=awake)
    mutate, kill, paralyse = (choice(name, ship.living()) for name in ("mutate", "kill", "paralyse"))
    ask = Ask(((mutate, paralyse), (kill, paralyse)), spare=True)
    disagree = either(flag("disagree")) if len(awake) > 1 else None
    reply = yield ship.table.by_night("mutants", awake, ask, closes=Closes.GROUP, moderator_ask=ask, entry=disagree)
    if reply.divided or "disagree" in (reply.decision or {}):
        # Ruling: S-11, the moderator declares the forfeit, by saying so or by closing a divided call.
        return ship.won_by_astronauts("forfeit")
    if reply.decision:
        strike(ship, reply.decision)
    return None


# S-12 to S-14: the victim mutates, unless resistant, or dies at once, which everybody hears. Who is paralysed does
# nothing more tonight. S-10: either may be left out.
def strike(ship: Ship, order: Answer) -> None:
    """Carry out the touches of the mutants, mutation or murder first."""
    if victim := order.get("mutate"):
        ship.night.mutated.add(victim)
        resists = ship.people[victim].genome == RESISTANT
        if not resists:
            ship.people[victim].becomes(mutant=True)
        ship.tell(victim, "mutation_resisted" if resists else "mutated")
    if victim := order.get("kill"):
        ship.kill(victim, by="mutants")
        if ship.table.options["murder_announced"]:
            ship.table.announce("murder", night=ship.night.number)
    if victim := order.get("paralyse"):
        ship.night.paralysed.add(victim)
        ship.tell(victim, "paralysed")


# S-15, S-16: doctors who are neither mutant nor paralysed wake. Each heals a player, or all together kill one.
def doctors(ship: Ship) -> Turn:
    """Ask each doctor awake; kill where all agree, and heal every player named for it.

    One doctor's naming is enough to heal.
    """
    awake = [seat for seat in ship.awake(DOCTOR) if not ship.people[seat].mutant]
    ship.wake(awake)
    for seat in awake:
        ship.tell(seat, "awake_doctors", seats=awake)
    ask = ship.target("heal", "kill")
    reply = yield ship.table.by_night("doctors", awake, ask, enough=doctors_agree, together=True)
    killed = [answer["kill"] for answer in reply.answers.values() if "kill" in answer]
    if killed and len(killed) == len(awake) and len(set(killed)) == 1:
        ship.kill(killed[0], by="doctors")
    for patient in ship.table.in_order(answer["heal"] for answer in reply.answers.values() if "heal" in answer):
        heal(ship, patient)


# S-16: a murder replaces every cure, so all doctors awake must want it, and the same victim.
def doctors_agree(answers: Answers) -> bool:
    """Return whether these answers close the call: all heal, or all kill the same player."""
    return len({answer.get("kill") for answer in answers.values()}) == 1


# S-17: a cure makes a mutant healthy, unless a host. The host feels that it has failed.
def heal(ship: Ship, patient: str) -> None:
    """Treat one patient, whom one doctor or several have chosen."""
    ship.night.healed.add(patient)
    one = ship.people[patient]
    fails = one.mutant and one.genome == HOST
    one.becomes(mutant=fails)
    ship.tell(patient, "heal_failed" if fails else "healed")


# S-18: the computer scientist learns how many living mutants there are at this moment.
def computer_scientist(ship: Ship) -> Turn:
    """Tell the number as the call opens; the nod that is asked for changes nothing."""
    awake = ship.awake(COMPUTER_SCIENTIST)
    ship.wake(awake)
    for seat in awake:
        learn(ship, COMPUTER_SCIENTIST, seat, "mutant_count", count=len(ship.mutants()))
    yield ship.table.by_night(COMPUTER_SCIENTIST, awake, acknowledge())


# S-19: the psychologist names a living player and learns: mutant or healthy.
def psychologist(ship: Ship) -> Turn:
    """Tell the state of this moment."""
    for seat, named in (yield from inspection(ship, PSYCHOLOGIST)):
        learn(ship, PSYCHOLOGIST, seat, "state", seat=named, mutant=ship.people[named].mutant)


# S-20: the geneticist names a living player and learns that player's genome.
def geneticist(ship: Ship) -> Turn:
    """Tell the genome, which never changes."""
    for seat, named in (yield from inspection(ship, GENETICIST)):
        learn(ship, GENETICIST, seat, "genome", seat=named, genome=ship.people[named].genome)


# S-22: the spy names a living player and learns what has happened to that player so far tonight.
def spy(ship: Ship) -> Turn:
    """Tell seven things, each yes or no."""
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


# S-21: investigators act while mutant as well. Only paralysis or death keeps one asleep.
def inspection(ship: Ship, role: str) -> Generator[Step, Reply, list[tuple[str, str]]]:
    """Wake a lone role, which names a living player.

    Returns pairs of who named and who was named, none without an answer.
    """
    awake = ship.awake(role)
    ship.wake(awake)
    reply = yield ship.table.by_night(role, awake, ship.target("seat"))
    named = [(seat, answer["seat"]) for seat, answer in reply.answers.items()]
    for _, target in named:
        ship.night.inspected[role] = target
    return named


# S-23: the hacker can read tonight what another role has learnt tonight.
def learn(ship: Ship, role: str, to: str, fact: str, /, **values: Any) -> None:
    """Tell a role what it has found out, and store it for the hacker."""
    ship.tell(to, fact, **values)
    ship.night.learnt[role] = values


# S-23: the hacker names a role and learns what that role has learnt tonight, but not who holds it.
def hacker(ship: Ship) -> Turn:
    """Ask the hacker for a role on offer; with none on offer the call asks nothing (S-24)."""
    awake = ship.awake(HACKER)
    ship.wake(awake)
    offer = on_offer(ship)
    ask = one_of("role", offer, shown=[role for role in HACKABLE if ship.was_alive_at_nightfall(role)])
    reply = yield ship.table.by_night(HACKER, awake if offer else [], ask)
    for seat, answer in reply.answers.items():
        role = answer["role"]
        ship.hacks.append(role)
        found = ship.night.learnt.get(role)
        ship.tell(seat, "hack", role=role, available=found is not None, **(found or {}))


# S-24: a role may be named again once every other role still alive has been named since.
def on_offer(ship: Ship) -> list[str]:
    """Return the roles that the hacker may name, if a holder was alive at nightfall."""
    alive = [role for role in HACKABLE if ship.was_alive_at_nightfall(role)]

    def may_be_named(role: str) -> bool:
        if role not in ship.hacks:
            return True
        last = len(ship.hacks) - 1 - ship.hacks[::-1].index(role)
        return all(other in ship.hacks[last:] for other in alive)

    return [role for role in alive if may_be_named(role)]


# The day


# S-13: at dawn everybody hears who died in the night, which camp killed them, and their role.
def dawn(ship: Ship) -> Outcome | None:
    """Announce the dead in the order of their deaths; return an outcome when the game is over."""
    ship.table.announce("day", number=ship.night.number)
    for seat, by in ship.night.killed:
        ship.bury(seat, by, full=ship.table.options["night_autopsy"] == "full")
    return ship.end()


# S-30: where the table has set so, all are told to talk three together at most.
# S-31, S-32, S-34: the living vote in secret. Blank is a candidate; the player who comes first is executed.
def poll(ship: Ship) -> Turn:
    """Hold one poll, closed by the moderator, and the execution it leads to."""
    table, living, day = ship.table, ship.living(), ship.night.number
    ask = either(choice("seat", living), flag("blank"), flag("abstain"))
    counted = tally(living, len(living), blank=True)
    manner = "small_groups" if table.options["small_groups"] else ""
    reply = yield table.by_day("vote", living, ask, closes=Closes.MODERATOR, poll=True, entry=counted, manner=manner)
    votes, blank = ballots(reply)
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


# S-33: the chief decides between the tied, blank among them where blank is tied.
def tie(ship: Ship, tied: list[str], blank: bool) -> Generator[Step, Reply, str | None]:
    """Return who is executed after a tie; None: nobody."""
    ship.table.announce("tie", day=ship.night.number, seats=tied, blank=blank)
    assert ship.chief is not None
    ask = either(choice("seat", tied), *([flag("blank")] if blank else []))
    reply = yield ship.table.by_day("tie", [ship.chief], ask, moderator_ask=ask, needed=True)
    return reply.require_answer().get("seat")
