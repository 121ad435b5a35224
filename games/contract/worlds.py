"""Two worlds: pairs of games that must look the same until a fact may reveal a difference.

Both have the same seats, options and public set-up (`Lawful.set_up`). In the second, the deal and the secret answers
may be different. Those who compare are the public, and every seat with the same deal and the same answers. They must
hear the same facts and see the same steps. This ends with a fact that is declared to reveal what differs
(games/engine/lawful.py). Any other difference is a leak.

Start reading at `look_alike`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Any

from games.contract.broken import Broken, name_failure
from games.contract.random_moves import find_twisted_deal, list_shown, new_table, restart_table
from games.engine.asks import Answer, Ask, Choose, shuffled
from games.engine.kit import Kit
from games.engine.lawful import Answered, Asks, By, Known, Secret, Who, list_lines
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Closes, Fact, Step, Table

MOST = 160  # most steps of a pair of games
BEGINNING, BEGINNINGS = 6, 8  # steps of a short pair, and the number of such pairs
FOLLOWED = 4  # pairs that follow a stored game
TRIES = 12  # tries to find a legal deal, or a legal order of answers, for the other world
FEW = 4  # seats named in a sentence
LONGEST = 160  # characters of a fact in a sentence

View = dict[str, Any]  # visible values by their names


@dataclass
class World:
    """A table in play, its answers, and its truth at the last two questions."""

    table: Table
    answered: list[Answered] = field(default_factory=list)
    cards: dict[str, tuple[int, int]] = field(default_factory=dict)  # by seat: facts told to it, lines on its card
    now: Known = field(init=False)
    before: Known = field(init=False)

    def __post_init__(self) -> None:
        self.now = self._read_known()
        self.before = self.now

    def take(self, move: Move) -> None:
        """Make a move that is legal here."""
        step, place = self.table.step, len(self.table.steps)
        self.table.take(move)
        if step is not None and move.answer is not None:
            self.answered.append(Answered(place, step.name, move.whose, move.answer))

    def look(self) -> None:
        """Take the truth of the question that has opened; the last one becomes `before`."""
        self.before, self.now = self.now, self._read_known()

    def _read_known(self) -> Known:
        truth = json.loads(json.dumps(self.table.truth()))
        places = {one.place for one in self.answered}
        asked = {
            step.name: place
            for place, step in enumerate(self.table.steps, start=1)
            if step is not self.table.step or place in places
        }
        return Known(truth, json.loads(json.dumps(self.table.hidden())), list(self.answered), asked)

    def read_secret(self, secret: Secret, seat: str | None, fact: Fact) -> Any:
        """Return the value of a secret at the question before and now."""
        return [secret.of(replace(known, seat=seat, fact=fact)) for known in (self.before, self.now)]

    def list_told(self, seat: str | None) -> list[Fact]:
        """Return the public facts, or the facts known to this seat."""
        return self.table.public() if seat is None else self.table.known_to(seat)


def look_alike(kit: Kit, seed: int, kept: Sequence[Table] = ()) -> int:
    """Play pairs of worlds that begin at one table, and return the number of comparisons.

    One pair is played for long. The others have another deal each time, and only their beginning is played. Some more
    answer as in a game of `kept`, so that they reach steps to which chance seldom leads. Raises `Broken` at the first
    leak.
    """
    choose = Random(f"worlds {seed}").choice
    table = new_table(kit, choose)
    compared = 0
    for most in (*[BEGINNING] * BEGINNINGS, MOST):
        with name_failure(kit, seed, table):
            one, other = restart_table(table), restart_table(table, find_other_deal(kit, table, choose))
        with name_failure(kit, seed, one):
            compared += Pair(kit, seed, World(one), World(other), choose).play(most)
    for played in [kept[seed % len(kept)]] * FOLLOWED if kept else ():
        with name_failure(kit, seed, played):
            one, other = restart_table(played), restart_table(played, find_other_deal(kit, played, choose))
        with name_failure(kit, seed, one):
            compared += Pair(kit, seed, World(one), World(other), choose, read_answers(played)).play(MOST)
    return compared


def read_answers(played: Table) -> dict[int, dict[str, Answer]]:
    """Return the answers of a game, by the number of the step and by seat."""
    found: dict[int, dict[str, Answer]] = {}
    for place, (_number, move) in enumerate(played.standing):
        if move.answer is not None:
            found.setdefault(played.step_at(place), {})[move.whose] = move.answer
    return found


def find_other_deal(kit: Kit, table: Table, choose: Choose) -> Any:
    """Return a lawful deal with the same public set-up.

    It is the same deal, or one with two values swapped, or a new one.
    """
    for _ in range(TRIES):
        deal: Any = table.deal
        match choose(range(5)):
            case 0:
                return deal
            case 1:
                deal = kit.roles.deal(table.seats, table.options, choose)
            case _:
                deal = find_twisted_deal(kit, table, "", choose)
        if deal is not None and kit.lawful.set_up(deal) == kit.lawful.set_up(table.deal):
            return deal
    return table.deal


class Pair:
    """A pair of worlds, and the observers who cannot tell them apart yet."""

    def __init__(
        self,
        kit: Kit,
        seed: int,
        one: World,
        other: World,
        choose: Choose,
        followed: Mapping[int, Mapping[str, Answer]] = MappingProxyType({}),
    ) -> None:
        self.kit, self.seed, self.one, self.other, self.choose = kit, seed, one, other, choose
        self.followed = followed  # the first world's answers by step number, where they are legal
        ways = ("copy", "copy", "change") if followed else ("copy", "copy", "shuffle", "shuffle", "change")
        self.differ = choose(ways)  # how secret answers differ
        self.bots = choose((True, False))
        self.alike: list[str] = list(one.table.seats)
        self.parted = False  # the public can tell the worlds apart
        self.heard: dict[str | None, int] = {}
        self.compared = 0
        self.asked = "the set-up"  # the step whose answers were just given

    def play(self, most: int) -> int:
        """Play until the public can lawfully tell the two apart, or until the end.

        Return the number of comparisons.
        """
        self.compare()
        while not self.parted and self.compared < most and (self.one.table.step or self.other.table.step):
            self.play_step()
            self.draw_chance()
            self.play_asides()
            self.one.look()
            self.other.look()
            self.compare()
        return self.compared

    # Moves

    def draw_chance(self) -> None:
        """Make the draws that are due: the same in both worlds, where that is legal."""
        while True:
            drawn: Answer | None = None
            for world in (self.one, self.other):
                ask = world.table.chance_due
                if ask is not None:
                    if drawn is None:
                        drawn = self.find_followed(world).get(CHANCE)
                    if drawn is None or not ask.allows(drawn):
                        drawn = ask.draw(self.choose)
                    world.take(Move(CHANCE, answer=drawn))
            if drawn is None:
                return

    def play_step(self) -> None:
        """Play one step in both worlds, or only in the one where somebody is asked aside."""
        self.draw_chance()
        one, other = self.one.table.step, self.other.table.step
        if one is None or other is None:
            return
        self.asked = one.name
        if one.aside != other.aside:
            self.asked = (one if one.aside else other).name
            self.play_covert_step(self.one if one.aside else self.other, None)
        elif one.asleep or one.aside:
            self.play_covert_step(self.other, self.play_covert_step(self.one, None))
        else:
            self.play_public_step(one, other)

    def play_asides(self) -> None:
        """Play the steps asked aside while only one world has them.

        The public cannot see how many there are.
        """
        while True:
            aside = [world.table.step is not None and world.table.step.aside for world in (self.one, self.other)]
            if aside[0] == aside[1]:
                return
            self.play_covert_step(self.one if aside[0] else self.other, None)
            self.draw_chance()

    def play_covert_step(self, world: World, like: Mapping[str, Answer] | None) -> dict[str, Answer]:
        """Play a whole step that nobody else sees, and return its answers.

        `like`: the answers in the other world.
        """
        step, table = world.table.step, world.table
        assert step is not None
        answers = self.list_answers(world, step) if like is None else self.list_alike_answers(step, like)
        for seat, answer in answers.items():
            if table.step is step:
                world.take(Move(seat, answer=answer))
        if table.step is step:
            self.end_step(world, step, None)
        return answers

    def play_public_step(self, one: Step, other: Step) -> None:
        """Play a public step answer by answer, to notice where only one world closes early."""
        answers = self.list_answers(self.one, one)
        elsewhere = self.list_alike_answers(other, answers)
        for seat in shuffled(answers, self.choose):
            self.one.take(Move(seat, answer=answers[seat]))
            if seat in elsewhere:
                self.other.take(Move(seat, answer=elsewhere[seat]))
            closed = self.one.table.step is not one, self.other.table.step is not other
            if closed[0] != closed[1]:
                self.may_close_early(self.one if closed[0] else self.other, one.name, seat)
            if any(closed):
                return
        entry = one.moderator_ask.draw(self.choose) if one.moderator_ask else None
        entry = self.find_followed(self.one).get(MODERATOR, entry)
        self.end_step(self.one, one, entry)
        self.end_step(self.other, other, entry)

    def end_step(self, world: World, step: Step, entry: Answer | None) -> None:
        """End the step as the moderator, with an entry where one is needed."""
        if not step.needed:
            world.table.take(Move(MODERATOR, close=True))
        elif step.moderator_ask:
            legal = entry is not None and step.moderator_ask.allows(entry)
            world.take(Move(MODERATOR, answer=entry if legal else step.moderator_ask.draw(self.choose)))
        else:
            for seat, ask in step.asks.items():
                if world.table.step is step:
                    world.take(Move(seat, answer=ask.draw(self.choose)))

    def may_close_early(self, world: World, step: str, seat: str) -> None:
        """Check a step that one answer has closed in one world but not in the other.

        It must announce who answered what, and declare that (`By`). Raises `Broken` otherwise.
        """
        for fact in world.table.public()[self.heard.get(None, 0) :]:
            for line in list_lines(self.kit.lawful.TELLS, fact["fact"], None):
                if any(isinstance(secret, By) and step in secret.steps for secret in line.secrets):
                    return
        self.one.look()
        self.other.look()
        raise self.build_error(
            f"step {step} closes as {seat} answers, and waits on in a game that looked the same until then",
            "Let it wait for everybody, or announce who answered what and declare that (By) in lawful.py",
        )

    def list_answers(self, world: World, step: Step) -> dict[str, Answer]:
        """Return the answers here: of all who are asked, or perhaps of some.

        Only where the moderator closes the step may answers be missing.
        """
        followed = self.find_followed(world)
        if followed:
            asked = step.asks
            return {who: answer for who, answer in followed.items() if who in asked and asked[who].allows(answer)}
        given = {seat: self.choose_answer(world, step, seat) for seat in step.asks}
        if step.closes is Closes.GROUP and given:
            agreed = next(iter(given.values()))
            return {seat: agreed for seat, ask in step.asks.items() if ask.allows(agreed)}
        if step.closes is Closes.MODERATOR and self.choose((True, False)):
            return {seat: answer for seat, answer in given.items() if self.choose((True, True, False))}
        return given

    def find_followed(self, world: World) -> Mapping[str, Answer]:
        """Return the answers at the open step in the game that the first world follows.

        Empty for the second world.
        """
        return self.followed.get(len(world.table.steps) - 1, {}) if world is self.one else {}

    def choose_answer(self, world: World, step: Step, seat: str) -> Answer:
        """Return an answer of a seat: its bot's, or a random one."""
        ask = step.asks[seat]
        if self.bots:
            return self.kit.bots.answer(step.name, ask, seat, world.table.known_to(seat), self.choose)
        return ask.draw(self.choose)

    def list_alike_answers(self, step: Step, like: Mapping[str, Answer]) -> dict[str, Answer]:
        """Return the answers in the other world.

        They are the same, or the same from other seats, or different ones.
        """
        seats = [seat for seat in step.asks if seat in like] if step.asks.keys() & like.keys() else list(step.asks)
        if not like or not seats:
            return {}
        if step.closes is Closes.GROUP:
            agreed = next(iter(like.values()))
            legal = all(ask.allows(agreed) for ask in step.asks.values()) and self.differ != "change"
            agreed = agreed if legal else next(iter(step.asks.values())).draw(self.choose)
            return {seat: agreed for seat, ask in step.asks.items() if ask.allows(agreed)}
        if self.differ == "change" and self.choose((True, False)):
            return {seat: step.asks[seat].draw(self.choose) for seat in seats}
        same = {seat: like[seat] for seat in seats if seat in like}
        if self.differ != "shuffle" and are_legal(step, same, seats):
            return same
        pool = list(like.values())
        for _ in range(TRIES if len(seats) <= len(pool) else 0):
            given = dict(zip(seats, shuffled(pool, self.choose), strict=False))
            if are_legal(step, given, seats):
                return given
        return {seat: choose_near(step.asks[seat], like.get(seat), self.choose) for seat in seats}

    # Comparing

    def compare(self) -> None:
        """Check that both worlds look the same to the public, then to every seat still alike."""
        self.compared += 1
        room = self.has_same_facts(None) and self.has_same_display(self.list_public_view, None)
        self.parted = not room
        if room:
            self.alike = [seat for seat in self.alike if self.has_same_answers(seat) and self.is_alike_to(seat)]

    def is_alike_to(self, seat: str) -> bool:
        """Return whether a seat still cannot tell the two apart."""
        for world in (self.one, self.other):
            self.check_audience(world, seat)
        return self.has_same_facts(seat) and self.has_same_display(self.list_seat_view, seat)

    def has_same_answers(self, seat: str) -> bool:
        """Return whether this seat has answered the same in both."""
        one, other = ([a.answer for a in world.answered if a.whose == seat] for world in (self.one, self.other))
        return one == other

    def check_audience(self, world: World, seat: str) -> None:
        """Check that this seat may be told whatever it alone was told. Raises `Broken`."""
        private = [told.fact for told in world.table.told if told.seat == seat]
        known = self.heard.get(f"{id(world)} {seat}", 0)
        self.heard[f"{id(world)} {seat}"] = len(private)
        for fact in private[known:]:
            to = [line.to for line in list_lines(self.kit.lawful.TELLS, fact["fact"], seat)]
            if not to:
                raise self.build_error(
                    f"{seat} alone is told {shorten(fact)}, and no line of TELLS lets a single seat be told that",
                    f'Add Tells("{fact["fact"]}", ...) to lawful.py, with whose secret it reveals, and to whom',
                )
            wrong = all(
                isinstance(one, Who) and not any(one.holds(known.truth, seat) for known in (world.before, world.now))
                for one in to
            )
            if wrong:
                raise self.build_error(
                    f"{seat} is told {shorten(fact)}, and is none of those who may be told that",
                    "Tell it to those whom lawful.py names, or name this seat's role there",
                )

    def has_same_facts(self, seat: str | None) -> bool:
        """Return whether both worlds told the same facts; a difference must be declared."""
        one, other = self.one.list_told(seat), self.other.list_told(seat)
        heard = self.heard.get(seat, 0)
        self.heard[seat] = min(len(one), len(other))
        for place in range(heard, max(len(one), len(other))):
            first, second = (facts[place] if place < len(facts) else None for facts in (one, other))
            if first != second or json.dumps(first) != json.dumps(second):  # the order of keys counts too
                return self.is_lawfully_told(seat, first, second)
        return True

    def is_lawfully_told(self, seat: str | None, first: Fact | None, second: Fact | None) -> bool:
        """Return False for a declared difference. Raises `Broken` for any other difference in facts."""
        for fact, other in ((first, self.other), (second, self.one)):
            if fact is None:
                continue
            if (first is None or second is None) and other.table.step is None and self.may_part("the end", None):
                return False  # nothing more is told once the game is over
            tells = self.kit.lawful.TELLS
            declared = list_lines(tells, fact["fact"], seat) or list_lines(tells, fact["fact"], None)
            if not declared:
                raise self.build_error(
                    f"{name_reader(seat)} is told {shorten(fact)}, and no line of TELLS says what that may reveal",
                    f'Add Tells("{fact["fact"]}", ...) to lawful.py',
                )
            for line in declared:
                if any(self.differs(secret, seat, fact, first, second) for secret in line.secrets):
                    return False
        raise self.build_error(
            f"{name_reader(seat)} is told {shorten(first)}, and {shorten(second)} in a game that looked "
            "the same until then",
            "Say the same in both, or say in lawful.py which secret this fact may reveal",
        )

    def differs(self, secret: Secret, seat: str | None, fact: Fact, first: Fact | None, second: Fact | None) -> bool:
        """Return whether this secret differs between the worlds.

        If the secret is about a seat that the fact names, both facts must name the same seat.
        """
        named = getattr(secret, "field", None)
        if named is not None and first and second and first.get(named) != second.get(named):
            return False
        return bool(self.one.read_secret(secret, seat, fact) != self.other.read_secret(secret, seat, fact))

    def has_same_display(self, sees: Callable[[World, str | None], View], seat: str | None) -> bool:
        """Return whether both worlds display the same. Raises `Broken` for an undeclared difference."""
        one, other = sees(self.one, seat), sees(self.other, seat)
        for name in {**one, **other}:
            first, second = one.get(name), other.get(name)
            if first == second:
                continue
            if self.may_part(name, seat):
                return False
            raise self.build_error(
                f"{name_reader(seat)} sees {name}: {shorten(first)}, and {shorten(second)} in a game that looked "
                "the same until then",
                "Let it follow from what all know, or announce first what it follows from",
            )
        return True

    def may_part(self, name: str, seat: str | None) -> bool:
        """Return whether a difference is declared: in how the game ends, or in what a seat is asked."""
        if name == "the end":
            return any(self.differs(secret, None, {}, None, None) for secret in self.kit.lawful.ENDS)
        if seat is None:
            return False
        steps = {world.table.step.name for world in (self.one, self.other) if world.table.step}
        asks: Sequence[Asks] = [line for line in self.kit.lawful.ASKS if line.step in steps]
        return any(self.differs(secret, seat, {}, None, None) for line in asks for secret in line.secrets)

    def list_public_view(self, world: World, seat: str | None) -> View:
        """Return the public view of the open step, and the length of each seat's card."""
        table, step = world.table, world.table.step
        if step is None:
            outcome = table.outcome
            return {"the end": [outcome.winners, outcome.reason] if outcome else "none"}
        cards = {f"the number of lines on {one}'s card": self.card_lines(world, one) for one in table.seats}
        if step.aside:
            return {"the step": "aside", "what a question aside shows": list_shown(step.shape), **cards}
        view: View = {
            "the end": None,
            "the step": step.name,
            "whether it is a call of the night": step.asleep,
            "the manner of the step": step.manner,
            "the seconds of the step": step.seconds,
            "whether it is a vote": [step.poll, step.by_hands],
        }
        if step.asleep:
            return {**view, "what the call shows": list_shown(step.shape), **cards}
        view |= {"who is asked": list(step.asks), "what closes the step": [step.closes.value, step.needed]}
        if step.shape is not None:
            return {**view, "what the question shows": list_shown(step.shape), **cards}
        return {**view, **{f"what is shown to {one}": list_shown(ask) for one, ask in step.asks.items()}, **cards}

    def card_lines(self, world: World, seat: str) -> int:
        """Return the number of lines on a seat's card.

        It is cached until the seat has been told something more.
        """
        private = world.table.private(seat)
        told, count = world.cards.get(seat, (-1, 0))
        if told != len(private):
            told, count = len(private), len(self.kit.words.card(private).lines)
            world.cards[seat] = told, count
        return count

    def list_seat_view(self, world: World, seat: str | None) -> View:
        """Return a seat's question, and its legal answers."""
        step = world.table.step
        ask = step.asks.get(seat or "") if step is not None else None
        if step is None or ask is None:
            return {}
        return {"the question": step.name, "what is shown": list_shown(ask), "what may be answered": ask.report()}

    # Error messages

    def build_error(self, what: str, todo: str) -> Broken:
        """Build the error: the place, the fault, the secret that it reveals, and the remedy."""
        moves = len(self.one.table.standing)
        there = [world.table.step.name if world.table.step else "the end" for world in (self.one, self.other)]
        way = f"from {self.asked} to {' or '.join(dict.fromkeys(there))}" if moves else "before the first step"
        where = f"{self.kit.slug}, seed {self.seed}, move {moves}, {way}"
        return Broken(f"{where}: {what}. That gives away {self.describe_secret()}. {todo}.")

    def describe_secret(self) -> str:
        """Describe what differs between the two worlds."""
        found = []
        for key in {key: None for row in self.one.now.truth.values() for key in row}:
            holders = [
                seat
                for seat, row in self.one.now.truth.items()
                if row.get(key) != self.other.now.truth.get(seat, {}).get(key)
            ]
            if holders:
                found.append(f"the {key} of {name_some(holders)}")
        place = max((one.place for one in self.one.answered), default=-1)
        given = [{a.whose: a for a in world.answered if a.place == place} for world in (self.one, self.other)]
        whose = [seat for seat in given[0] if seat not in given[1] or given[1][seat].answer != given[0][seat].answer]
        if whose:
            found.append(f"what {name_some(whose)} answered at {given[0][whose[0]].step}")
        return " and ".join(found) or "something that was dealt"


def are_legal(step: Step, given: Mapping[str, Answer], seats: Sequence[str]) -> bool:
    """Return whether these answers are legal, each at its seat, and include all of these seats."""
    return given.keys() >= set(seats) and all(step.asks[seat].allows(given[seat]) for seat in seats)


def choose_near(ask: Ask, answer: Answer | None, choose: Choose) -> Answer:
    """Return this answer if it is legal, otherwise a random legal one."""
    return answer if answer is not None and ask.allows(answer) else ask.draw(choose)


def name_some(seats: Sequence[str]) -> str:
    """Return the first of these seats, for a sentence."""
    return ", ".join(seats[:FEW]) + (" and others" if len(seats) > FEW else "")


def name_reader(seat: str | None) -> str:
    """Return the name of the reader, for a sentence."""
    return "the room" if seat is None else seat


def shorten(value: Any) -> str:
    """Return a value as short text, for a sentence."""
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
