"""Mystery Space Murder 3000: how the computer plays on the printed ship, with its pawn.

Rooms are walked to, so a bot chooses its way and what it does there. bots.py decides what it suspects and how it
testifies. `used` collects the printed rules that a game has needed (words/printed.py). Start reading at
`Aboard.answer`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.asks import Answer, Ask, Choose
from games.engine.table import Fact, Table
from games.kits.murder.board import LAYOUT, PRISON, STARTS, Ship, Way, ship
from games.kits.murder.bots import answer as at_the_table
from games.kits.murder.bots import happens, suspect, ticked
from games.kits.murder.roles import Deck

UNITS: Mapping[str, str] = {
    "solved": "share of games",
    "last free": "share of games",
    "out of time": "share of games",
    "rounds": "hours",
    "turns to a room": "turns",
    "hypotheses": "a player",
    "rides": "a player",
    "lost in space": "share of players",
    "minutes": "minutes",
}
OPTIONS: Sequence[Mapping[str, Any]] = ({},)
SEEN = frozenset({"character", "turn", "roll", "lift", "lost", "moved", "prison", "freed"})  # all told to everybody
MINUTES_OF = {"turn": 0.4, "hypothesis": 0.9, "testimony": 0.6}  # estimates: a walk, an accusation, a testimony


@dataclass
class Pawn:
    """A pawn: where it stands, and the goal of its player."""

    at: str
    goal: str = ""
    since: int = 0  # turns spent on the way to the goal


@dataclass
class Turn:
    """The current turn: the throw, and the rides still to be thrown for before the pawn arrives."""

    seat: str
    throw: int = 0
    way: Way | None = None
    rides: int = 0
    arrived: bool = False
    came_in: bool = False  # into the prison, through its door


class Walk(NamedTuple):
    """A walk that was made: its pawn, throw, start and steps, and where others stood."""

    character: str
    throw: int
    start: str
    path: tuple[str, ...]
    taken: tuple[str, ...]


class Aboard:
    """A game of bots on a ship."""

    def __init__(self, table: Table, layout: str = LAYOUT) -> None:
        self.ship: Ship = ship(layout)
        self.pawns = {name: Pawn(room) for name, room in STARTS.items()}
        self.deck = Deck.of(table.options["deck"])
        self.seats: dict[str, str] = {}  # the character of each seat
        self.turn = Turn("")
        self.used: set[str] = {"starts", "clock"}
        self.reached: list[int] = []  # turns to reach each room that was walked to
        self.walked: list[Walk] = []
        self._read = 0
        self._prisoners: set[str] = set()

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """Return the seat's answer, and move its pawn in its turn; bots.py answers other questions."""
        if step != "turn":
            return at_the_table(step, ask, seat, told, choose)
        seen = [fact for fact in told if fact["fact"] in SEEN]
        for fact in seen[self._read :]:
            self._hear(fact)
        self._read = len(seen)
        return self._deed(ask, seat, told, choose)

    # Reading facts

    def _hear(self, fact: Fact) -> None:
        match fact:
            case {"fact": "character", "seat": seat, "character": name}:
                self.seats[seat] = [*STARTS][list(self.deck.playable).index(name)]
            case {"fact": "turn", "seat": seat}:
                self._back_to_prison()
                self.turn = Turn(seat)
            case {"fact": "roll", "dice": dice}:
                self.turn.throw = sum(dice)
            case {"fact": "lift"}:
                self.used |= {"risky"}
            case {"fact": "lost", "seat": seat}:
                del self.pawns[self.seats[seat]]
                self._prisoners.discard(seat)
            case {"fact": "moved", "seat": seat, "room": room}:
                self.pawns[self.seats[seat]] = Pawn(self._place(room))
                self.used.add("called")
            case {"fact": "prison", "seat": seat}:
                self._prisoners.add(seat)
                self.pawns[self.seats[seat]].at = PRISON
                self.used.add("prison")
            case {"fact": "freed", "seat": seat}:
                self._prisoners.discard(seat)
                self.used.add("freed")

    def _back_to_prison(self) -> None:
        for seat in self._prisoners:
            if self.pawns[self.seats[seat]].at != PRISON:
                self.pawns[self.seats[seat]].at = PRISON
                self.used.add("back")

    def _place(self, room: str) -> str:
        """Return the room of the ship that this card names: the board has the kit's own names."""
        return Deck.of(None).words["rooms"][list(self.deck.words["rooms"]).index(room)]

    def _card(self, place: str) -> str:
        return self.deck.words["rooms"][list(Deck.of(None).words["rooms"]).index(place)]

    # Acting

    def _deed(self, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        possible, turn = ask.report(), self.turn
        pawn = self.pawns[self.seats[seat]]
        if "escape" in possible:
            return {"escape": True}
        if turn.way is None and not turn.throw:
            if not pawn.goal or pawn.at == pawn.goal or self._cleared(pawn.goal, seat, told):
                pawn.goal, pawn.since = self._aim(pawn, seat, told, choose), 0
            if pawn.at == pawn.goal and pawn.at != PRISON:
                self.used.add("stays")
                return self._accuse(ask, seat, pawn, told, choose)
            pawn.since += 1
            return {"roll": True}
        if turn.way is None:
            self._choose_way(seat, pawn)
            assert turn.way is not None
            turn.rides = turn.way.risks
        if turn.rides:
            turn.rides -= 1
            return {"lift": True}
        self._arrive(pawn)
        if pawn.at == PRISON and turn.came_in:
            turn.came_in = False
            return {"visit": choose(sorted(self._prisoners))}
        if self.ship.is_area(pawn.at) and pawn.at != PRISON:
            return self._accuse(ask, seat, pawn, told, choose)
        return {"end": True}

    def taken(self, character: str) -> list[str]:
        """Return where this pawn may not end its walk (M-05)."""
        others = [pawn.at for name, pawn in self.pawns.items() if name != character]
        squares = [place for place in others if not self.ship.is_area(place)]
        visitors = others.count(PRISON) - len(self._prisoners)
        return squares if self._prisoners and not visitors else [*squares, PRISON]

    def _choose_way(self, seat: str, pawn: Pawn) -> None:
        """Choose the way into the goal, or towards it. A risky ride costs as much as four steps."""
        character, turn = self.seats[seat], self.turn
        taken = self.taken(character)
        ends = self.ship.walks(pawn.at, turn.throw, character, taken)
        self.used.add("exact")

        def price(end: str) -> float:
            left = self.ship.far[end].get(pawn.goal, 99) if end != pawn.goal else 0
            into = 6 if self.ship.is_area(end) and end != pawn.at else 0
            return left + 4 * ends[end].risks - (into if left else 0)

        end = min(ends, key=price, default=pawn.at)
        if not ends:
            self.used.add("stuck")
        turn.way = ends.get(end, Way((), 0))
        self.walked.append(Walk(character, turn.throw, pawn.at, turn.way.path, tuple(taken)))

    def _arrive(self, pawn: Pawn) -> None:
        way = self.turn.way
        assert way is not None
        if not way.path or self.turn.arrived:
            return
        self.turn.arrived = True
        self.used |= set(self._needed(pawn.at, way.path))
        pawn.at = way.path[-1]
        self.turn.came_in = pawn.at == PRISON
        if pawn.at == pawn.goal:
            self.reached.append(pawn.since)

    def _needed(self, start: str, path: Sequence[str]) -> Iterator[str]:
        """Yield the printed rules that this walk uses."""
        occupied = {pawn.at for pawn in self.pawns.values()}
        before = [start, *path]
        yield "squares"
        if any(place in occupied for place in path[:-1]):
            yield "pass"
        if any(one == two for one, two in zip(before, before[2:], strict=False)):
            yield "turn back"
        if any(map(self.ship.is_lift, path)):
            yield "lift"
        if self.ship.is_area(path[-1]):
            yield "into a room" if path[-1] != PRISON else "visit"
        if self.ship.is_area(start):
            yield "door"
        if not self.ship.is_area(path[-1]):
            yield "one to a square"

    # Choosing goals

    def _cleared(self, place: str, seat: str, told: Sequence[Fact]) -> bool:
        return place != PRISON and self._card(place) in ticked(seat, told)

    def _aim(self, pawn: Pawn, seat: str, told: Sequence[Fact], choose: Choose) -> str:
        """Choose the nearest room that may be the scene, or now and then a prisoner."""
        rooms = [room for room in Deck.of(None).words["rooms"] if not self._cleared(room, seat, told)]
        if self._prisoners and PRISON not in self.taken(self.seats[seat]) and happens(6, choose):
            return PRISON
        far = self.ship.far[pawn.at]
        return min(rooms or [*Deck.of(None).words["rooms"]], key=lambda room: far.get(room, 99))

    def _accuse(self, ask: Ask, seat: str, pawn: Pawn, told: Sequence[Fact], choose: Choose) -> Answer:
        self.used.add("hypothesis")
        crime = suspect(ask, seat, told, choose)
        return {"hypothesis": {**crime, "room": self._card(pawn.at)}}

    # Results

    def figures(self, table: Table) -> Mapping[str, float]:
        """Return the figures of a game that is over: see `UNITS`."""
        facts = [fact["fact"] for fact in table.public()]
        reason = table.outcome.reason if table.outcome else ""
        players = len(table.seats)
        minutes = MINUTES_OF["turn"] * facts.count("turn") + MINUTES_OF["hypothesis"] * facts.count("hypothesis")
        minutes += MINUTES_OF["testimony"] * facts.count("witness")
        found = {
            "solved": float(reason == "solved"),
            "last free": float(reason == "last_free"),
            "out of time": float(reason == "out_of_time"),
            "rounds": facts.count("turn") / players,
            "hypotheses": facts.count("hypothesis") / players,
            "rides": sum(self.ship.is_lift(place) for walk in self.walked for place in walk.path) / players,
            "lost in space": facts.count("lost") / players,
            "minutes": minutes,
        }
        if self.reached:
            found["turns to a room"] = sum(self.reached) / len(self.reached)
        return found


def game(table: Table, layout: str = LAYOUT) -> Aboard:
    """Start a game. Raises `KeyError` where there is no such layout."""
    return Aboard(table, layout)
