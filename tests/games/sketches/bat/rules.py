"""The bat. Read `play` from top to bottom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import acknowledge, one_of
from games.engine.table import Closes, Fact, Outcome, Reply, Script, Step, Table
from tests.games.sketches.bat.roles import VAMPIRE

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
TALK = 60  # seconds that two people talk alone


class Castle:
    """Who is a vampire by now, who is still there, where the bat is."""

    def __init__(self, table: Table) -> None:
        self.table, self.here, self.bat = table, list(table.seats), ""
        self.vampires = [seat for seat in table.seats if table.deal[seat]["role"] == VAMPIRE]
        table.truth = self.truth

    def truth(self) -> dict[str, Fact]:
        """The camp of every seat, which a bite changes, and what it was dealt."""
        return {
            seat: {"role": self.table.deal[seat]["role"], "vampire": seat in self.vampires}
            for seat in self.table.seats
        }

    def beside(self) -> list[str]:
        """Those who sit next to the bat: one or two."""
        round_ = [seat for seat in self.table.round_from(self.bat) if seat in self.here]
        return self.table.in_order({round_[1], round_[-1]}) if len(round_) > 1 else []

    def flies_to(self, seat: str) -> None:
        """Before everybody."""
        self.bat = seat
        self.table.announce("bat", seat=seat)


def play(table: Table) -> Script:
    """The bat is drawn to somebody before the first question; then nights and days."""
    castle = Castle(table)
    for seat in table.seats:
        table.tell(seat, "role", role=table.deal[seat]["role"])
    reply = yield table.chance("bat", one_of("seat", table.seats))
    first = reply.only()
    assert first is not None
    castle.flies_to(first["seat"])
    for number in range(1, table.options["nights"] + 1):
        table.announce("night", number=number)
        yield from bite(castle)
        table.announce("day", number=number)
        yield from two_talk(castle)
        yield from stake(castle)
        left = [seat for seat in castle.here if seat in castle.vampires]
        if not left or len(left) == len(castle.here) or len(castle.here) < 3:
            break
    alive = [seat for seat in castle.here if seat in castle.vampires]
    changed = [seat for seat in castle.vampires if table.deal[seat]["role"] != VAMPIRE]
    camp, seats = ("vampires", castle.vampires) if alive else ("village", [])
    seats = seats or [seat for seat in table.seats if seat not in castle.vampires]
    return Outcome([camp], "night_falls" if alive else "staked", table.in_order(seats), table.in_order(changed))


def bite(castle: Castle) -> Generator[Step, Reply, None]:
    """The vampires agree on somebody beside the bat, who is one of them from now on."""
    awake = [seat for seat in castle.vampires if seat in castle.here]
    ask = one_of("seat", castle.beside())
    reply = yield castle.table.by_night("vampires", awake, ask, closes=Closes.GROUP, together=True)
    bitten = reply.decision["seat"] if reply.decision else None
    for seat in castle.here:
        castle.table.tell(seat, "morning", bitten=seat == bitten)  # everybody looks, so that nobody is seen to
    if bitten and bitten not in castle.vampires:
        castle.vampires.append(bitten)
    for seat in castle.vampires if bitten else ():
        castle.table.tell(seat, "fellows", seats=castle.table.in_order(castle.vampires))


def two_talk(castle: Castle) -> Generator[Step, Reply, None]:
    """Whoever has the bat gives it to somebody, and the two talk alone for a minute."""
    others = [seat for seat in castle.here if seat != castle.bat]
    giver = castle.bat if castle.bat in castle.here else castle.here[0]
    others = [seat for seat in castle.here if seat != giver]
    ask = one_of("seat", others)
    reply = yield castle.table.by_day("give", [giver], ask, moderator_ask=ask, needed=True)
    given = reply.only()
    assert given is not None
    castle.flies_to(given["seat"])
    yield castle.table.by_day("talk", [giver, castle.bat], acknowledge(), seconds=TALK)


def stake(castle: Castle) -> Generator[Step, Reply, None]:
    """All point at somebody at once; whoever most point at leaves, and what they were is seen."""
    ask = one_of("seat", castle.here)
    reply = yield castle.table.by_day("stake", castle.here, ask, poll=True, by_hands=True)
    pointed = {seat: answer["seat"] for seat, answer in reply.answers.items()}
    (most, *rest) = Counter(pointed.values()).most_common(2) or [("", 0)]
    out = most[0] if most[1] > 1 and not (rest and rest[0][1] == most[1]) else None
    castle.table.announce("stake", pointed=pointed, seat=out)
    if out:
        castle.here.remove(out)
        castle.table.announce("was", seat=out, vampire=out in castle.vampires)
