"""ELSEN: the state that the rules change: who is aboard, the missions, who has won.

Everything here is the truth. rules.py, where reading starts, tells each player a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.table import Outcome, Table
from games.kits.elsen.roles import DOCTOR, ENGINEER, LAZY, SABOTEUR, WORKER

TURNS, MISSIONS = 10, 5  # E-40: how long the game lasts, how many successes win it

SUCCESS, GHOST, SABOTAGE, ELIMINATION = "success", "ghost", "sabotage", "elimination"
CARDS = (SUCCESS, GHOST, SABOTAGE, ELIMINATION, DOCTOR, ENGINEER, LAZY, WORKER)
HALF_TOKENS = {SUCCESS: 2, LAZY: 1, WORKER: 4}  # what a card brings the mission (E-12)


@dataclass
class Player:
    """A player who came aboard, in truth. `spent`: the card to be played once was played (E-12)."""

    seat: str
    role: str
    alive: bool = True
    aboard: bool = True
    spent: bool = False

    def cards(self) -> list[str]:
        """Return the action cards that this player may play (E-12)."""
        if not self.alive:
            return [GHOST]
        if self.role == LAZY:
            return [LAZY]
        if self.role == SABOTEUR:
            return [SUCCESS, SABOTAGE, ELIMINATION]
        if self.role == WORKER or (self.role in (DOCTOR, ENGINEER) and not self.spent):
            return [SUCCESS, self.role]
        return [SUCCESS]

    def harmless(self) -> list[str]:
        """Return the cards of this player that do no harm and spend nothing (E-11)."""
        return [card for card in self.cards() if card in (SUCCESS, GHOST, LAZY)]


@dataclass
class Track:
    """The scale of a mission: how many tokens it needs, how many half tokens it has."""

    needed: int
    halves: int = 0

    @property
    def tokens(self) -> int | float:
        """The tokens on the scale, a whole number without decimals."""
        return self.halves / 2 if self.halves % 2 else self.halves // 2

    def completed(self) -> int:
        """Return 1 and empty the scale when the mission has what it needs, otherwise 0 (E-14).

        Ruling: nothing carries over.
        """
        if self.halves < 2 * self.needed:
            return 0
        self.halves = 0
        return 1


def tokens_needed(players: int) -> int:
    """Return the tokens that complete a mission of so many players, 5 to 15 (E-02)."""
    return {5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 5, 12: 6, 13: 6, 14: 6, 15: 7}[players]


class Ship:
    """The players who came aboard, both scales, the successes, the first player and the turn."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = {seat: Player(seat, table.deal[seat]["role"]) for seat in table.seats}
        needed = tokens_needed(len(table.seats))
        self.mission, self.ghost_mission = Track(needed), Track(needed)
        self.successes = 0
        self.turn = 0
        self.first_player: str = table.options["first_player"] or table.seats[0]
        table.truth = self.truth

    def truth(self) -> dict[str, dict[str, Any]]:
        """Return role, alive and aboard of every seat."""
        return {
            seat: {"role": one.role, "alive": one.alive, "aboard": one.aboard} for seat, one in self.players.items()
        }

    # Who is who

    def aboard(self) -> list[str]:
        """Return the seats aboard, secretly dead or not: what everybody can see."""
        return [seat for seat, one in self.players.items() if one.aboard]

    def living(self) -> list[str]:
        """Return the seats of the living aboard."""
        return [seat for seat in self.aboard() if self.players[seat].alive]

    def saboteurs(self) -> list[str]:
        """Return the seats of the saboteurs aboard, secretly dead or not."""
        return [seat for seat in self.aboard() if self.players[seat].role == SABOTEUR]

    def camp(self, saboteurs: bool) -> list[str]:
        """Return the seats of everybody who came aboard as a saboteur, or as anything else."""
        return [seat for seat, one in self.players.items() if (one.role == SABOTEUR) == saboteurs]

    def holder(self, role: str) -> Player | None:
        """Return the player who has a lone role; None when it is not in the game."""
        return next((one for one in self.players.values() if one.role == role), None)

    # What happens to them

    def pass_token(self) -> None:
        """Pass the first-player token to the left neighbour aboard (E-31)."""
        self.first_player = next(
            seat for seat in self.table.round_from(self.first_player)[1:] if self.players[seat].aboard
        )

    def apply(self, cards: Sequence[str]) -> None:
        """Count every card, then a sabotage without its engineer, then complete missions.

        See E-12 to E-14. Ruling: sabotage takes away what this turn brought too, and leaves the ghosts' scale alone.
        """
        self.mission.halves += sum(HALF_TOKENS.get(card, 0) for card in cards)
        self.ghost_mission.halves += 2 * cards.count(GHOST)
        if cards.count(SABOTAGE) > cards.count(ENGINEER):
            self.mission.halves = 0
        ghosts = self.ghost_mission.completed()
        self.successes += self.mission.completed() + (ghosts if self.table.options["ghost_missions_count"] else 0)

    # Ends

    def end(self) -> Outcome | None:
        """Return the outcome, if any, after the cards, at dawn and after the vote (E-40)."""
        if self.successes >= MISSIONS:
            return self.won_by_passengers("missions")
        if not self.saboteurs():
            return self.won_by_passengers("saboteurs_excluded")
        if all(self.players[seat].role == SABOTEUR for seat in self.living()):
            return self.won_by_saboteurs("nobody_left")
        return None

    def won_by_passengers(self, reason: str) -> Outcome:
        """Return the outcome where everybody but the saboteurs wins, also the dead and excluded."""
        return Outcome(["passengers"], reason, self.camp(saboteurs=False))

    def won_by_saboteurs(self, reason: str) -> Outcome:
        """Return the outcome where the saboteurs win, also the dead and excluded."""
        return Outcome(["saboteurs"], reason, self.camp(saboteurs=True))
