"""Sporz: the state that the rules change: who is aboard, this night's events, who has won.

Everything here is the truth. rules.py, where reading starts, tells each player a part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.asks import Ask, either
from games.engine.asks import field as choice
from games.engine.table import Outcome, Table
from games.kits.sporz.roles import ASTRONAUT, BASE_MUTANT, DOCTOR


@dataclass
class Person:
    """A person aboard, in truth."""

    seat: str
    role: str
    genome: str
    mutant: bool
    alive: bool = True
    changed: bool = False  # has been of the other camp (S-43)

    def becomes(self, mutant: bool) -> None:
        """Make this person a mutant from now on, or healthy."""
        self.changed |= self.mutant != mutant
        self.mutant = mutant


@dataclass
class Night:
    """The events since nightfall that spies, hackers and witnesses can learn (S-13, S-22, S-23)."""

    number: int
    aboard: list[str]  # alive at nightfall, which is public
    killed: list[tuple[str, str]] = field(default_factory=list)  # seat, by whom
    woke: set[str] = field(default_factory=set)
    mutated: set[str] = field(default_factory=set)
    paralysed: set[str] = field(default_factory=set)
    healed: set[str] = field(default_factory=set)
    inspected: dict[str, str] = field(default_factory=dict)  # role: the seat it named
    learnt: dict[str, dict[str, Any]] = field(default_factory=dict)  # role: what it learnt, for the hacker


class Ship:
    """The people aboard, the chief, and the count of nights."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.people = {seat: _person(seat, table.deal[seat]) for seat in table.seats}
        self.chief: str | None = None
        self.night = Night(0, table.seats)
        self.hacks: list[str] = []  # roles the hacker has named, in order (S-24)
        table.truth = self.truth

    def truth(self) -> dict[str, dict[str, Any]]:
        """Return role, genome, mutant and alive of every seat."""
        return {
            seat: {"role": one.role, "genome": one.genome, "mutant": one.mutant, "alive": one.alive}
            for seat, one in self.people.items()
        }

    # Who is who

    def living(self) -> list[str]:
        """Return the seats of the living."""
        return [seat for seat, one in self.people.items() if one.alive]

    def mutants(self) -> list[str]:
        """Return the seats of the living mutants."""
        return [seat for seat in self.living() if self.people[seat].mutant]

    def holders(self, role: str) -> list[str]:
        """Return the seats that have a role, dead or alive."""
        return [seat for seat, one in self.people.items() if one.role == role]

    def chief_lives(self) -> bool:
        """Return whether there is a living chief."""
        return self.chief is not None and self.people[self.chief].alive

    # The calls of a night

    def called(self, role: str) -> bool:
        """Return whether a role is called: alive at nightfall, or dead where tables call the dead."""
        calls_dead = self.table.options["call_dead_roles"] and bool(self.holders(role))
        return calls_dead or self.was_alive_at_nightfall(role)

    def was_alive_at_nightfall(self, role: str) -> bool:
        """Return whether a holder of this role was alive at nightfall."""
        return any(seat in self.night.aboard for seat in self.holders(role))

    def awake(self, role: str) -> list[str]:
        """Return the holders whom their call wakes: alive and not paralysed (S-14, S-21)."""
        return [s for s in self.holders(role) if self.people[s].alive and s not in self.night.paralysed]

    def target(self, *deeds: str) -> Ask:
        """Build an ask for one of these deeds, done to a living player.

        Tonight's dead are still shown (S-27).
        """
        return either(*(choice(deed, self.living(), shown=self.night.aboard) for deed in deeds))

    def wake(self, seats: Iterable[str]) -> None:
        """Wake these seats: the spy may learn of it (S-22), and they see tonight's dead (S-13)."""
        for seat in seats:
            self.night.woke.add(seat)
            for corpse, _ in self.night.killed:
                self.tell(seat, "corpse", seat=corpse)

    def tell(self, to: str, fact: str, /, **values: Any) -> None:
        """Tell a seat something of this night."""
        self.table.tell(to, fact, night=self.night.number, **values)

    # Deaths

    def kill(self, seat: str, by: str) -> None:
        """Kill a player, who is out at once and knows it; the others hear at dawn (S-13)."""
        self.people[seat].alive = False
        self.night.killed.append((seat, by))
        self.tell(seat, "killed")

    def bury(self, seat: str, by: str, full: bool) -> None:
        """Announce a death and the player's role; a base mutant passes for an astronaut.

        See S-34, S-35.
        """
        one = self.people[seat]
        role = ASTRONAUT if one.role == BASE_MUTANT else one.role
        state = {"genome": one.genome, "mutant": one.mutant} if full else {}
        self.table.announce("death", seat=seat, by=by)
        self.table.announce("autopsy", seat=seat, role=role, **state)

    # Ends

    def end(self) -> Outcome | None:
        """Return the outcome, if any, at dawn and after an execution (S-40, S-41, S-42)."""
        if not self.living():
            return Outcome([], "nobody_left", [])
        if not self.mutants():
            return self.won_by_astronauts("no_mutant_left")
        if len(self.mutants()) == len(self.living()):
            return self.won_by_mutants("only_mutants_left")
        return None

    def end_at_nightfall(self) -> Outcome | None:
        """Return that the mutants win if two or more face no healthy doctor, else None (S-41)."""
        doctors = [seat for seat in self.holders(DOCTOR) if self.people[seat].alive]
        healthy = [seat for seat in doctors if not self.people[seat].mutant]
        return None if healthy or len(self.mutants()) < 2 else self.won_by_mutants("doctors_lost")

    def won_by_astronauts(self, reason: str) -> Outcome:
        """Return the outcome where the healthy win, the dead among them included (S-43)."""
        return self.won_by("astronauts", reason, [s for s, one in self.people.items() if not one.mutant])

    def won_by_mutants(self, reason: str) -> Outcome:
        """Return the outcome where the mutants win, the dead among them included (S-43)."""
        return self.won_by("mutants", reason, [s for s, one in self.people.items() if one.mutant])

    def won_by(self, camp: str, reason: str, seats: list[str]) -> Outcome:
        """Return the outcome where a camp has won; players who changed camp belong to none (S-43)."""
        changed = [seat for seat, one in self.people.items() if one.changed]
        return Outcome([camp], reason, seats, changed)


def _person(seat: str, card: Mapping[str, Any]) -> Person:
    return Person(seat, card["role"], card["genome"], mutant=card["role"] == BASE_MUTANT)
