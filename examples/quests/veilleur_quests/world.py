"""Quests: the world that the rules act on. Who is who, who leads, how the quests have gone."""

from __future__ import annotations

from games.engine.table import Fact, Outcome, Table
from veilleur_quests.roles import TRAITORS

TEAMS = {  # of so many players, the size of the team on each of the five quests
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
TO_WIN = 3  # quests, for either side
HARD = (4, 7)  # R1: the fourth quest, from seven players on, fails by two cards


class Court:
    """Everybody at court."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.role = {seat: table.deal[seat]["role"] for seat in table.seats}
        self.leader = table.seats[0]
        self.won = self.failed = self.refused = 0
        table.truth = self.truth

    def truth(self) -> dict[str, Fact]:
        """The role of every seat."""
        return {seat: {"role": role} for seat, role in self.role.items()}

    def holders(self, *roles: str) -> list[str]:
        """The seats that hold one of these roles, in seat order."""
        return [seat for seat, role in self.role.items() if role in roles]

    @property
    def number(self) -> int:
        """Which quest is due, from 1."""
        return self.won + self.failed + 1

    @property
    def to_fail(self) -> int:
        """How many cards that hinder make it fail."""
        return 2 if self.number == HARD[0] and len(self.table.seats) >= HARD[1] else 1

    @property
    def size(self) -> int:
        """How many the next team has."""
        return TEAMS[len(self.table.seats)][self.number - 1]

    def traitors_win(self, reason: str) -> Outcome:
        """All traitors win."""
        return Outcome(["traitors"], reason, self.holders(*TRAITORS))

    def knights_win(self, reason: str) -> Outcome:
        """Everybody else wins."""
        return Outcome(["knights"], reason, [seat for seat, role in self.role.items() if role not in TRAITORS])
