"""Spree!: how the computer plays in the printed mall, with its pawn and its car.

Shops are walked to, shots need a line of fire. So a bot chooses its way and what it does there. bots.py decides when
it plays an ace. `used` collects the printed rules that a game has needed (words/printed.py). Start reading at
`Night.answer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.asks import Answer, Ask, Choose
from games.engine.table import Fact, Table
from games.kits.spree.board import LAYOUT, SPACE, Floor, Standing, floor
from games.kits.spree.bots import HEAVY, NEAR, happens, missing, worth
from games.kits.spree.bots import answer as at_the_table
from games.kits.spree.roles import JOKER, rank_of

UNITS: Mapping[str, str] = {
    "rounds": "turns of a player",
    "minutes": "minutes",
    "turns to a shop": "turns",
    "shots": "a game",
    "hits": "share of shots",
    "squares shot from": "a game",
    "turns with a target": "share of turns",
    "pushed": "squares a hit",
    "robberies": "a game",
    "run over": "a game",
    "banked": "points a time",
}
OPTIONS: Sequence[Mapping[str, Any]] = ({}, {"hong_kong": True})
SEEN = frozenset(
    {
        *("parking", "turn", "roll", "move", "shop", "rob", "shoot", "bank", "leave", "repark", "drive"),
        *("park", "run_over", "stopped", "done", "cart", "down", "up"),
    }
)  # all told to everybody
MINUTES_OF = {"turn": 0.4, "shop": 0.1, "rob": 0.3, "shoot": 0.3, "move": 0.1}  # estimates: a walk, a word, a quarrel
FAR = 99  # steps: further than anything


@dataclass
class Looter:
    """A pawn and its car."""

    at: str
    car: str
    goal: str = ""
    since: int = 0  # turns spent on the way to the goal
    down: bool = False
    in_car: bool = True
    cart: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """The current turn: the steps that are left, and the square just left."""

    seat: str
    left: str = ""
    steps: int = 0
    rolled: bool = False
    moved: bool = False
    driven: int | None = None  # the die of the car; None: it has not been driven
    prey: list[str] = field(default_factory=list)  # players whom the car has reached and not yet run over
    deeds: int = 0  # cards of movement that were played
    sought: bool = False


class Walk(NamedTuple):
    """A way that was gone: the player, the steps allowed, the start, each step, and if by car."""

    seat: str
    steps: int
    start: Standing
    path: tuple[str, ...]
    by_car: bool


class Shot(NamedTuple):
    """A shot that was fired: from where to where, at which distance."""

    start: str
    end: str
    distance: int


class Night:
    """A game of bots in a mall."""

    def __init__(self, table: Table, layout: str = LAYOUT) -> None:
        self.floor: Floor = floor(layout)
        self.hong_kong: bool = table.options["hong_kong"]
        self.used: set[str] = {"parks"}
        self.walked: list[Walk] = []
        self.shots: list[Shot] = []
        self.reached: list[int] = []  # turns to reach each shop that was walked to
        self.count: Counter[str] = Counter()
        self.turn = Turn("")
        self._read = 0
        self._due: Fact = {}  # what was announced and may still be stopped
        self._aim: tuple[str, str] = ("", "")  # the target of the latest shot, and its direction
        parking = next(fact for fact in table.public() if fact["fact"] == "parking")
        self.looters: dict[str, Looter] = {}
        for seat in parking["seats"]:
            space = self._best_space(table.private(seat)[-1]["cards"])
            self.looters[seat] = Looter(space, space)

    def answer(self, step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        """Return the seat's answer, and move its pawn or car in its turn; bots.py plays aces."""
        if step != "turn":
            return at_the_table(step, ask, seat, told, choose)
        seen = [fact for fact in told if fact["fact"] in SEEN]
        for fact in seen[self._read :]:
            self._hear(fact)
        self._read = len(seen)
        possible = ask.report()
        if "bank" not in possible:
            return self._at_the_car(possible, seat, told, choose)
        return self._in_the_mall(possible, seat, told, choose)

    # Reading facts

    def _hear(self, fact: Fact) -> None:
        looter = self.looters.get(fact.get("seat", ""))
        match fact:
            case {"fact": "turn", "seat": seat}:
                self.turn = Turn(seat)
                self.looters[seat].since += 1
            case {"fact": "roll", "dice": dice}:
                self.turn.rolled = True
                self.turn.steps += sum(dice)
            case {"fact": "move" | "shop" | "rob" | "shoot"}:
                self._due = fact
            case {"fact": "done"}:
                self._done(self._due)
            case {"fact": "drive", "die": die}:
                self.turn.driven = die
                self.used.add("drive")
            case {"fact": "cart", "cards": cards} if looter:
                looter.cart = list(cards)
            case {"fact": "leave"} if looter:
                looter.in_car = False
            case {"fact": "bank"} if looter:
                looter.in_car = True
            case {"fact": "up"} if looter:
                looter.down = False
            case {"fact": "down", "seat": seat} if looter:
                looter.down = True
                if pushed := fact.get("pushed", 0):
                    self._push(looter, pushed)

    def _done(self, deed: Fact) -> None:
        if deed["fact"] == "move":
            rank = rank_of(deed["card"])
            self.turn.steps += 10 if rank == JOKER else int(rank)
            self.used.add("ten or two")
        self.count[deed["fact"]] += 1

    def _push(self, victim: Looter, squares: int) -> None:
        end = self.floor.pushed(victim.at, self._aim[1], squares, self.hong_kong)
        self.used |= {"push"}
        side = list(self.floor.plan.sight(victim.at, self._aim[1]))
        if self.hong_kong and set(side[:squares]) & set(self.floor.fountain):
            self.used.add("push through")
        self.count["pushed"] += side.index(end) + 1 if end in side else 0
        victim.at = end

    # At the car

    def _best_space(self, cards: Sequence[str]) -> str:
        """Choose a free parking space as near as can be to the shops of a hand (P-02)."""
        taken = {looter.car for looter in self.looters.values()}
        ranks = {rank_of(card) for card in cards}
        free = [space for space in self.floor.spaces if space not in taken]
        return min(free, key=lambda space: sum(sorted(self._shops(space, ranks).values())[:3]))

    def _shops(self, square: str, ranks: set[str]) -> dict[str, int]:
        """Return how many steps these shops are away, by rank."""
        found: dict[str, int] = {}
        for end, steps in self.floor.far(square).items():
            if (rank := self.floor.sells(end)) in ranks:
                found[rank] = min(steps, found.get(rank, FAR))
        return found

    def _at_the_car(self, possible: Answer, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        looter, turn = self.looters[seat], self.turn
        if turn.driven is not None:
            return self._driven(possible, seat)
        if "repark" in possible and happens(10, choose):
            looter.car = looter.at = self._best_space(hand_of(told))
            self.used.add("repark")
            return {"repark": True}
        if (shot := self._shot(possible, seat)) and happens(4, choose):
            self.used.add("shoot from car")
            return self._fire(seat, shot)
        road = self.floor.plan.letters[looter.car] != SPACE
        drives = happens(3 if self._preys(seat, 4) else 10, choose)
        if road or ("drive" in possible and drives):
            return {"drive": True} if "drive" in possible else {"end": True}
        if "leave" in possible:
            self.used.add("get out" if self.hong_kong else "leave")
            return {"leave": True}
        return {"end": True}

    def _preys(self, seat: str, steps: int) -> list[str]:
        """Return the squares of laden players on foot in reach of a car."""
        reach = {end for end, _left in self.floor.reach((self.looters[seat].car, ""), steps, by_car=True)}
        others = [other for other in self._others(seat) if not other.in_car and not other.down and other.cart]
        return [other.at for other in others if other.at in reach]

    def _others(self, seat: str) -> list[Looter]:
        return [looter for other, looter in self.looters.items() if other != seat]

    def _driven(self, possible: Answer, seat: str) -> Answer:
        """Drive the car over everybody in its way, then park if possible (P-12)."""
        looter, turn = self.looters[seat], self.turn
        if not turn.moved:
            turn.moved = True
            self._steer(seat, turn.driven or 0)
        for victim in list(turn.prey):
            turn.prey.remove(victim)
            if victim in possible.get("run_over", ()):
                self.used.add("run over")
                self.count["run over"] += 1
                return {"run_over": victim}
        taken = {other.car for other in self._others(seat)}
        if "park" in possible and self.floor.plan.letters[looter.car] == SPACE and looter.car not in taken:
            self.used.add("park")
            return {"park": True}
        self.used.add("road")
        return {"end": True}

    def _steer(self, seat: str, die: int) -> None:
        looter = self.looters[seat]
        preys = set(self._preys(seat, die))
        taken = {other.car for other in self._others(seat)}
        ways = self.floor.reach((looter.car, ""), die, by_car=True)
        spaces = {space for space in self.floor.spaces if space not in taken}

        def merit(standing: Standing) -> tuple[int, int, int]:
            path = ways[standing]
            far = self.floor.far(standing[0], True)
            home = min(far.get(space, FAR) for space in spaces)
            return len(preys & set(path)), -home, -len(path)

        path = ways[max(ways, key=merit)]
        self.walked.append(Walk(seat, die, (looter.car, ""), path, True))
        victims = [(path.index(one.at), who) for who, one in self.looters.items() if who != seat and one.at in path]
        self.turn.prey = [who for _, who in sorted(victims) if not self.looters[who].in_car]
        if path:
            looter.car = looter.at = path[-1]

    # In the mall

    def _in_the_mall(self, possible: Answer, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        looter, turn = self.looters[seat], self.turn
        self._seek(seat)
        if deed := self._here(possible, seat, told, choose):
            return deed
        if "roll" in possible:
            return {"roll": True}
        if turn.steps and self._walk(seat, told):
            return self._here(possible, seat, told, choose) or self._in_the_mall(possible, seat, told, choose)
        if "move" in possible and turn.deeds < 2 and happens(4, choose):
            turn.deeds += 1
            return {"move": choose(possible["move"])}
        if looter.at == looter.car and turn.moved:
            return self._home(seat)
        if (shot := self._shot(possible, seat)) and looter.at != looter.car:
            return self._fire(seat, shot)
        return {"end": True}

    def _seek(self, seat: str) -> None:
        """Count once a turn whether somebody is in line."""
        if not self.turn.sought:
            self.turn.sought = True
            line = self.floor.in_line(self.looters[seat].at)
            self.count["turns"] += 1
            self.count["in line"] += any(other.at in line and not other.in_car for other in self._others(seat))

    def _here(self, possible: Answer, seat: str, told: Sequence[Fact], choose: Choose) -> Answer | None:
        """Choose a deed on this square: at the car, another's cart, or the goods of a shop."""
        looter = self.looters[seat]
        if looter.at == looter.car and looter.cart and self._wants_home(seat, told):
            return self._home(seat)
        here = {other for other, one in self.looters.items() if other != seat and one.at == looter.at}
        robberies = [one for one in possible.get("rob", ()) if one["seat"] in here and one["rank"] != JOKER]
        if robberies and looter.at != looter.car:
            self.used.add("rob")
            return {"rob": choose(robberies)}
        rank = self.floor.sells(looter.at)
        goods = [cards for cards in possible.get("shop", ()) if rank_of(cards[0]) == rank]
        if goods:
            self.used.add("start counts" if not self.turn.moved else "shop")
            if looter.goal == rank:
                self.reached.append(looter.since)
                looter.goal = ""
            return {"shop": max(goods, key=len)}
        return None

    def _home(self, seat: str) -> Answer:
        self.used.add("home")
        self.count["bank"] += 1
        return {"bank": True}

    def _wants_home(self, seat: str, told: Sequence[Fact]) -> bool:
        cart = worth(self.looters[seat].cart)
        return bool(cart) and (cart >= HEAVY or cart >= missing(seat, told))

    def _walk(self, seat: str, told: Sequence[Fact]) -> bool:
        """Go to the nearest square that is wanted, or towards it; return whether the pawn has moved."""
        looter, turn = self.looters[seat], self.turn
        path = self.floor.way((looter.at, turn.left), self._wanted(seat, told))
        if not path:
            return False
        if (goal := self.floor.sells(path[-1])) and looter.goal != goal:
            looter.goal, looter.since = goal, 1
        gone = path[: turn.steps]
        self.walked.append(Walk(seat, turn.steps, (looter.at, turn.left), gone, False))
        self.used |= set(self._needed(looter.at, gone, turn.steps))
        turn.left = ([looter.at, *gone])[-2]
        looter.at = gone[-1]
        turn.steps -= len(gone)
        turn.moved = True
        return True

    def _wanted(self, seat: str, told: Sequence[Fact]) -> set[str]:
        """Return the squares on which there is something to get."""
        looter = self.looters[seat]
        if self._wants_home(seat, told):
            return {looter.car}
        ranks = {rank_of(card) for card in hand_of(told)} - {JOKER}
        laden = [one for one in self._others(seat) if ranks & set(map(rank_of, one.cart))]
        squares = {square for square, letter in self.floor.plan.letters.items() if self.floor.sells(square) in ranks}
        return squares | {one.at for one in laden if not one.in_car} or {looter.car}

    def _needed(self, start: str, path: Sequence[str], steps: int) -> Iterator[str]:
        """Yield the printed rules that this walk uses."""
        yield "walk"
        if len(path) < steps:
            yield "stop early"
        if any(one.at in path or one.car in path for one in self.looters.values()):
            yield "pass"
        if start in self.floor.fountain:
            yield "out of the fountain"

    # Shots

    def _shot(self, possible: Answer, seat: str) -> Answer | None:
        """Choose the nearest shot with a good chance; None where nobody is in line."""
        line = self.floor.in_line(self.looters[seat].at)
        shots: list[Answer] = [
            shot
            for shot in possible.get("shoot", ())
            if line.get(self.looters[shot["seat"]].at, (0, ""))[0] == shot["distance"]
            and shot["distance"] <= NEAR + self.hong_kong
        ]
        return min(shots, key=lambda shot: int(shot["distance"]), default=None)

    def _fire(self, seat: str, shot: Answer) -> Answer:
        start, victim = self.looters[seat].at, self.looters[shot["seat"]].at
        self._aim = shot["seat"], self.floor.in_line(start)[victim][1]
        self.shots.append(Shot(start, victim, shot["distance"]))
        self.used |= {"line", "count"} | ({"one further"} if self.hong_kong else set())
        between = list(self.floor.plan.sight(start, self._aim[1]))[: shot["distance"] - 1]
        if set(between) & set(self.floor.fountain):
            self.used.add("over the fountain")
        return {"shoot": shot}

    # Results

    def figures(self, table: Table) -> Mapping[str, float]:
        """Return the figures of a game that is over: see `UNITS`."""
        told = table.public()
        facts = Counter(fact["fact"] for fact in told)
        hits = sum(fact["fact"] == "shoot" and fact["hit"] for fact in told)
        banked = [fact["points"] for fact in told if fact["fact"] == "bank"]
        found = {
            "rounds": facts["turn"] / len(table.seats),
            "minutes": sum(MINUTES_OF[fact] * facts[fact] for fact in MINUTES_OF),
            "shots": float(facts["shoot"]),
            "squares shot from": float(len({shot.start for shot in self.shots})),
            "turns with a target": self.count["in line"] / max(1, self.count["turns"]),
            "robberies": float(self.count["rob"]),
            "banked": sum(banked) / max(1, len(banked)),
        }
        if self.hong_kong:
            found["run over"] = float(self.count["run over"])
        if facts["shoot"]:
            found["hits"] = hits / facts["shoot"]
        if hits:
            found["pushed"] = self.count["pushed"] / hits
        if self.reached:
            found["turns to a shop"] = sum(self.reached) / len(self.reached)
        return found


def hand_of(told: Sequence[Fact]) -> Sequence[str]:
    """Return the cards in the hand of the seat that was told this."""
    hands: list[Sequence[str]] = [fact["cards"] for fact in told if fact["fact"] == "hand"]
    return hands[-1]


def game(table: Table, layout: str = LAYOUT) -> Night:
    """Start a game. Raises `KeyError` where there is no such layout."""
    return Night(table, layout)
