"""One night. Read `play` from top to bottom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Several, acknowledge, either, one_of
from games.engine.table import Closes, Fact, Outcome, Reply, Script, Step, Table
from tests.games.sketches.swaps.roles import MIDDLE, MIXER, ROBBER, SEER, WOLF

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}


class Village:
    """Who was dealt what, and who holds what now."""

    def __init__(self, table: Table) -> None:
        self.table, self.dealt = table, dict(table.deal["held"])
        self.held, self.middle = dict(self.dealt), list(table.deal["middle"])
        table.truth = self.truth
        table.hidden = lambda: {"middle": self.middle}

    def truth(self) -> dict[str, Fact]:
        """What every seat was dealt, and what it holds."""
        return {seat: {"role": self.held[seat], "dealt": self.dealt[seat]} for seat in self.table.seats}

    def were(self, role: str) -> list[str]:
        """Who was dealt this card: whoever holds it by now."""
        return [seat for seat in self.table.seats if self.dealt[seat] == role]

    def swap(self, one: str, other: str) -> None:
        """Two cards change places."""
        self.held[one], self.held[other] = self.held[other], self.held[one]


def play(table: Table) -> Script:
    """A night of four calls, one vote, the end."""
    village = Village(table)
    for seat, role in village.dealt.items():
        table.tell(seat, "role", role=role)
    table.announce("night")
    yield from night(village)
    table.announce("day")
    reply = yield table.by_day(
        "vote", table.seats, one_of("seat", table.seats), closes=Closes.MODERATOR, poll=True, by_hands=True
    )
    ballots = {seat: answer["seat"] for seat, answer in reply.answers.items()}
    most = max(Counter(ballots.values()).values(), default=0)
    named = [seat for seat, votes in Counter(ballots.values()).items() if votes == most and most > 1]
    table.announce("vote", ballots=ballots, named=table.in_order(named))
    wolves = [seat for seat in table.seats if village.held[seat] == WOLF]
    caught = any(seat in wolves for seat in named) or not (named or wolves)
    if caught:
        return Outcome(["village"], "caught", [seat for seat in table.seats if seat not in wolves])
    return Outcome(["wolves"], "at_large", wolves)


def night(village: Village) -> Generator[Step, Reply, None]:
    """The wolves meet, the seer looks into the middle, the robber robs and looks, the mixer swaps two others."""
    table, wolves = village.table, village.were(WOLF)
    for seat in wolves:
        table.tell(seat, "fellows", seats=wolves)
    yield table.by_night("wolves", wolves, acknowledge())
    reply = yield table.by_night("seer", village.were(SEER), one_of("place", range(1, MIDDLE + 1)))
    for seat, answer in reply.answers.items():
        table.tell(seat, "middle", place=answer["place"], role=village.middle[answer["place"] - 1])
    others = {seat: [other for other in table.seats if other != seat] for seat in table.seats}
    (robber,) = village.were(ROBBER) or [table.seats[0]]
    reply = yield table.by_night("robber", village.were(ROBBER), one_of("seat", others[robber], shown=table.seats))
    for seat, answer in reply.answers.items():
        village.swap(seat, answer["seat"])
        table.tell(seat, "robbed", role=village.held[seat])
    (mixer,) = village.were(MIXER) or [table.seats[0]]
    two = Several("seats", tuple(others[mixer]), tuple(table.seats), least=2, most=2)
    reply = yield table.by_night("mixer", village.were(MIXER), either(two))
    for answer in reply.answers.values():
        village.swap(*answer["seats"])
