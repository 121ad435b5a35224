"""Two rooms. Read `play` from top to bottom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Several, either, flag, one_of
from games.engine.asks import field as value
from games.engine.table import Fact, Outcome, Reply, Script, Step, Table
from tests.games.sketches.rooms.roles import BLUE, BOMBER, PRESIDENT

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
ROUND = 180  # seconds
Phase = Generator[Step, Reply, None]


class TwoRooms:
    """Who is in which room."""

    def __init__(self, table: Table) -> None:
        self.table, self.role = table, dict(table.deal["held"])
        self.room = {seat: 1 if seat in table.deal["first"] else 2 for seat in table.seats}
        table.truth = self.truth

    def truth(self) -> dict[str, Fact]:
        """The card of every seat."""
        return {seat: {"role": self.role[seat]} for seat in self.table.seats}

    def beside(self, seat: str) -> list[str]:
        """The others in the same room."""
        return [other for other in self.table.seats if other != seat and self.room[other] == self.room[seat]]


def play(table: Table) -> Script:
    """Rounds in which both rooms talk in twos, choose a leader and exchange people; then the bomb."""
    rooms = TwoRooms(table)
    for seat, role in rooms.role.items():
        table.tell(seat, "role", role=role)
    for number in range(1, table.options["rounds"] + 1):
        table.announce("round", number=number, rooms=dict(rooms.room))
        yield from talk_in_twos(rooms)
        leaders = yield from choose_leaders(rooms)
        yield from exchange(rooms, leaders)
    (president,) = [seat for seat in table.seats if rooms.role[seat] == PRESIDENT]
    (bomber,) = [seat for seat in table.seats if rooms.role[seat] == BOMBER]
    blue = [seat for seat in table.seats if rooms.role[seat] in (BLUE, PRESIDENT)]
    if rooms.room[president] == rooms.room[bomber]:
        return Outcome(["red"], "together", [seat for seat in table.seats if seat not in blue])
    return Outcome(["blue"], "apart", blue)


def talk_in_twos(rooms: TwoRooms) -> Phase:
    """Everybody may show their card to one other in the room, while the clock runs; who did, these two know alone."""
    asks = {seat: either(value("seat", rooms.beside(seat)), flag("nobody")) for seat in rooms.table.seats}
    reply = yield Step("show", asks, aside=True, shape=_any_two(rooms), seconds=ROUND)
    for seat, answer in reply.answers.items():
        if "seat" in answer:
            rooms.table.tell(answer["seat"], "shown", seat=seat, role=rooms.role[seat])


def _any_two(rooms: TwoRooms) -> Any:
    return either(value("seat", rooms.table.seats), flag("nobody"))


def choose_leaders(rooms: TwoRooms) -> Generator[Step, Reply, dict[int, str]]:
    """Both rooms vote at once, each for one of its own; on a tie whoever sits first."""
    asks = {seat: one_of("seat", [*rooms.beside(seat), seat]) for seat in rooms.table.seats}
    reply = yield Step("leader", asks, poll=True, by_hands=True)
    ballots = {seat: answer["seat"] for seat, answer in reply.answers.items()}
    leaders = {}
    for room in (1, 2):
        counted = Counter(named for seat, named in ballots.items() if rooms.room[seat] == room)
        inside = [seat for seat in rooms.table.seats if rooms.room[seat] == room]
        leaders[room] = max(inside, key=lambda seat: counted[seat])
    rooms.table.announce("leaders", ballots=ballots, seats=list(leaders.values()))
    return leaders


def exchange(rooms: TwoRooms, leaders: dict[int, str]) -> Phase:
    """Each leader names somebody in the room, without hearing the other; the two change rooms."""
    asks = {}
    for seat in rooms.table.in_order(leaders.values()):
        others = tuple(rooms.beside(seat))
        asks[seat] = either(Several("seats", others, others, least=1, most=1))
    reply = yield Step("hostages", asks, needed=True)
    gone = [answer["seats"][0] for answer in reply.answers.values()]
    if len(gone) == 2:
        for seat in gone:
            rooms.room[seat] = 3 - rooms.room[seat]
    rooms.table.announce("exchanged", seats=rooms.table.in_order(gone))
