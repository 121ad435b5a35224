"""Lupus in Tabula: the state that the rules change: the living, this night, who has won.

Everything here is the truth. rules.py, where reading starts, tells each player a part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.asks import Ask, one_of
from games.engine.table import Outcome, Table
from games.kits.lupus.roles import POSSESSED, SEER, VILLAGER, WEREHAMSTER, WEREWOLF


@dataclass
class Person:
    """A person in the village. `plays_as` differs from `role` for a turned mythomaniac (L-19)."""

    role: str
    plays_as: str
    alive: bool = True


@dataclass
class Night:
    """The decisions of a night: seats, None where nobody was named."""

    number: int
    seen: str | None = None  # by the seer
    guarded: str | None = None  # by the bodyguard
    marked: str | None = None  # by the owl
    prey: str | None = None  # of the werewolves


class Village:
    """The people in the village, the current night, and the latest dead."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.people = {seat: Person(table.deal[seat]["role"], table.deal[seat]["role"]) for seat in table.seats}
        self._living = list(self.people)
        self.deck = {one.role for one in self.people.values()}  # every card that was dealt
        self.night = Night(0)
        self.victim: str | None = None  # the latest death, from whose left the votes begin (L-24)
        self.lynched: str | None = None  # on the day before this night, for the medium
        table.truth = self.truth

    def truth(self) -> dict[str, dict[str, Any]]:
        """Return role, plays_as and alive of every seat."""
        return {
            seat: {"role": one.role, "plays_as": one.plays_as, "alive": one.alive}
            for seat, one in self.people.items()
        }

    # Who is who

    def living(self) -> list[str]:
        """Return the seats of the living."""
        return self._living.copy()

    def in_deck(self, role: str) -> bool:
        """Return whether this card was dealt to any seat, dead or alive (L-10)."""
        return role in self.deck

    def awake(self, role: str) -> list[str]:
        """Return the seats that the call of this role wakes: the living who play it (L-19)."""
        return [seat for seat, one in self.people.items() if one.alive and one.plays_as == role]

    def is_werewolf(self, seat: str) -> bool:
        """Return what the seer and the medium learn: a mythomaniac who has turned is one (L-12)."""
        return self.people[seat].plays_as == WEREWOLF

    def recognition(self) -> bool:
        """Return whether the werewolves only recognise each other tonight (L-16).

        The moderator is then the victim.
        """
        return self.night.number == 1 and bool(self.table.options["moderator_first_victim"])

    def target(self, *spared: str) -> Ask:
        """Build an ask for a living player, save these. The spared are shown too (SECRECY 1)."""
        living = self.living()
        return one_of("seat", [seat for seat in living if seat not in spared], shown=living)

    def voting_order(self) -> list[str]:
        """Return all seats clockwise from the left of the latest victim, else from the first (L-24)."""
        seats = self.table.seats
        if self.victim is None:
            return list(seats)
        return self.table.round_from(seats[(seats.index(self.victim) + 1) % len(seats)])

    # Telling

    def tell(self, to: str, fact: str, /, **values: Any) -> None:
        """Tell a seat something of this night."""
        self.table.tell(to, fact, night=self.night.number, **values)

    def announce(self, fact: str, /, **values: Any) -> None:
        """Tell everybody something of this day."""
        self.table.announce(fact, day=self.night.number, **values)

    # Turning and dying

    def turn(self, seat: str, example: str) -> str:
        """Turn a mythomaniac into what his example is, if that is a werewolf or a seer (L-19).

        Returns who he is from now on.
        """
        role = self.people[example].plays_as
        if role not in (WEREWOLF, SEER):
            return VILLAGER
        self.people[seat].plays_as = role
        return role

    def torn(self) -> str | None:
        """Return whom the werewolves tear, unless guarded (L-13) or the were-hamster (L-18)."""
        prey = self.night.prey
        safe = prey is None or prey == self.night.guarded or self.people[prey].role == WEREHAMSTER
        return None if safe else prey

    def stared_down(self) -> str | None:
        """Return the were-hamster, if the seer has named him; no bodyguard helps (L-18)."""
        seen = self.night.seen
        return seen if seen and self.people[seen].role == WEREHAMSTER else None

    def bury(self, seat: str, by: str) -> None:
        """Announce a death, never the role (L-22)."""
        self.people[seat].alive = False
        self._living.remove(seat)
        self.victim = seat
        self.table.announce("death", seat=seat, by=by)

    # Ends

    def end(self) -> Outcome | None:
        """Return the outcome, if any, after every death (L-30).

        The game ends when no werewolf is left, or as many as all the other living.
        """
        pack, living = self.awake(WEREWOLF), self.living()
        if pack and len(pack) < len(living) - len(pack):
            return None
        reason = "parity" if pack else "werewolves_dead"
        if hamster := self.awake(WEREHAMSTER):  # L-31
            return Outcome([WEREHAMSTER], reason, hamster)
        winners = "werewolves" if pack else "humans"
        return Outcome([winners], reason, [seat for seat in self.people if self.faction(seat) == winners])

    def faction(self, seat: str) -> str:
        """Return the faction with which a seat wins, alive or dead (L-20, L-31, L-32)."""
        role = self.people[seat].plays_as
        if role in (WEREWOLF, POSSESSED):
            return "werewolves"
        return WEREHAMSTER if role == WEREHAMSTER else "humans"
