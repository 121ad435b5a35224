"""Attentive players: bots that reason from what their seat was told.

A mind imagines *worlds*. A world is a deal with a secret past that agrees with everything its seat was told. It is a
table of the kit's own script, led along the real one step by step. The seat's own answers are known, and announced
facts are matched. The others are assumed to play as the kit's bots do, and sometimes by lot. A world that tells the
seat anything else is discarded. The others are weighted by the luck that they needed (a particle filter). The kit
says which name is worth saying in a world whose truth is known (`Wishes`). The mind says the name that is worth most
over all its worlds. Knows no game. Start reading at `Mind.answer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

from games.balance.settings import ATTENTIVE, UNIFORM, BalanceSetting
from games.engine.asks import Answer, Ask, Choose, Counts, One
from games.engine.bots import Bot, next_move, random_answer
from games.engine.kit import Kit, Wishes
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Closes, Deal, Fact, Refused, Step, Table, Told

WORLDS = 12  # worlds that a mind imagines at once
STEPS = 700  # most steps through which it leads new worlds, when too few are left

TRIES = 6  # tries of a step with another result
ODD = 0.15  # how often others are assumed to answer by lot
CROWD, WEIGHT_OF_BALLOTS = (
    0.15,
    0.4,
)  # the worth of naming whom the others name: aloud, or in the ballots of other days
FEARED = 1.0  # the worth of getting rid of whoever has named one's own most often
SURE = 0.97  # probability from which there is nothing to find out


@dataclass
class FinishedStep:
    """A finished step of the real game, and all that was told during it."""

    step: Step
    told: list[Told]
    by_seat: dict[str, list[Fact]] = field(default_factory=dict)

    def list_heard(self, seat: str) -> list[Fact]:
        """Return the facts of the step that this seat was told."""
        if seat not in self.by_seat:
            self.by_seat[seat] = [fact for _, to, fact in self.told if to is None or to == seat]
        return self.by_seat[seat]


class ImaginedWorld:
    """A deal and a past that a mind imagines, with its weight."""

    def __init__(self, kit: Kit, table: Table) -> None:
        self.kit = kit
        self.table = table
        self.weight = 1.0
        self.truth: dict[str, Fact] = {}

    def is_consistent(self, closed: FinishedStep, seat: str, luck: Random) -> bool:
        """Play this step of the real game here, and return whether the world still fits.

        It fits if the seat is told the same. A step with another result is taken back and tried again. A world that
        needs much luck weighs less.
        """
        for tried in range(1, TRIES + 1):
            weight, made = self.weight, len(self.table.undoable())
            if self._try_step(closed, seat, luck):
                self.weight /= tried
                return True
            self.weight, made = weight, len(self.table.undoable()) - made
            if not made:
                return False
            self.table.take(Move(MODERATOR, undo=made))
        return False

    def _try_step(self, closed: FinishedStep, seat: str, luck: Random) -> bool:
        table, step, heard = self.table, self.table.step, closed.list_heard(seat)
        if step is None or step.name != closed.step.name or (seat in step.asks) != (seat in closed.step.asks):
            return False
        before = len(table.told)
        try:
            for move in self._list_moves(step, closed, seat, heard, luck):
                table.take(move)
                if table.step is not step:
                    break
            else:
                table.take(Move(MODERATOR, close=True))
        except Refused:  # what the seat knows is impossible here
            return False
        return [fact for _, to, fact in table.told[before:] if to is None or to == seat] == heard

    def _list_moves(
        self, step: Step, closed: FinishedStep, seat: str, heard: list[Fact], luck: Random
    ) -> Iterator[Move]:
        if step.of_chance:
            yield Move(CHANCE, answer=find_entry(step.asks[CHANCE], heard) or step.asks[CHANCE].draw(luck.choice))
            return
        entered = step.entry or step.moderator_ask if step.poll or step.needed else None
        if entered and (answer := find_entry(entered, heard)):
            yield Move(MODERATOR, answer=answer)
            return
        if step.poll and not heard:  # it had no result, and is repeated
            return
        own = closed.step.answers.get(seat)
        spared = None if seat in step.asks or any(to == seat for _, to, _ in closed.told) else seat
        together = own if step.closes is Closes.GROUP else None
        for one in step.asks:
            if one == seat:
                if own is not None:
                    yield Move(one, answer=own)
                continue
            answer = together or self._guide_answer(
                step, one, find_hints(one, seat, step, closed, heard), spared, luck
            )
            if step.closes is Closes.GROUP:
                together = answer
            yield Move(one, answer=answer)

    def _guide_answer(self, step: Step, one: str, wanted: set[Any], spared: str | None, luck: Random) -> Answer:
        """Return another seat's answer, guided to what is known of it.

        The weight is multiplied by the likelihood of that. Nothing was done to `spared`, who was told of nothing.
        Where something is known, all ways that lead to it count. This avoids a difference between worlds by the luck
        of a single draw.
        """
        known = self.table.known_to(one)
        bots: list[tuple[float, Bot]] = [(1 - ODD, self.kit.bots.answer), (ODD, random_answer)]
        if not wanted:
            bots = [(1.0, luck.choices(bots, [share for share, _ in bots])[0][1])]
        ways: list[tuple[float, Answer]] = []
        for share, bot in bots:
            left: list[list[bool]] = [[]]
            while left:
                way = ChoiceRule(left.pop(), wanted, spared, luck)
                answer = bot(step.name, step.asks[one], one, known, way.choose)
                if not wanted or any(type(value) is str and value in wanted for value in answer.values()):
                    ways.append((share * way.share, answer))
                if wanted:
                    left += way.list_branches()
        if not ways:
            return answer
        self.weight *= sum(share for share, _ in ways)
        return luck.choices(ways, [share for share, _ in ways])[0][1]


class ChoiceRule:
    """A rule for a bot's choices: it names whoever is wanted, and fixes coin tosses.

    Tosses given are followed, and the others come out true; `others` returns the alternatives. `share`: how likely
    this way is.
    """

    def __init__(self, tosses: Sequence[bool], wanted: Collection[Any], spared: str | None, luck: Random) -> None:
        self.tosses, self.told = list(tosses), len(tosses)
        self.wanted, self.spared, self.luck = wanted, spared, luck
        self.made = 0
        self.share = 1.0

    def choose(self, values: Sequence[Any]) -> Any:
        """Choose one of these values."""
        if values == (True, False) and self.wanted:
            if self.made == len(self.tosses):
                self.tosses.append(True)
            self.made += 1
            self.share /= 2
            return self.tosses[self.made - 1]
        hits = [value for value in values if type(value) is str and value in self.wanted]
        hits = hits or [value for value in values if value != self.spared]
        if hits and len(hits) < len(values):
            self.share *= len(hits) / len(values)
            return self.luck.choice(hits)
        return self.luck.choice(values)

    def list_branches(self) -> list[list[bool]]:
        """Return the ways that branch off from this one, by a toss that was not given."""
        return [[*self.tosses[:place], False] for place in range(self.told, len(self.tosses))]


def find_hints(one: str, seat: str, step: Step, closed: FinishedStep, heard: list[Fact]) -> set[Any]:
    """Return the names that another seat may have said, from what was heard of the step."""
    about = [fact for fact in heard if any(value == one for value in fact.values())]
    wanted = {value for fact in about or heard for value in fact.values() if type(value) is str and value != one}
    if seat not in step.asks and any(to == seat for _, to, _ in closed.told):
        wanted.add(seat)  # something was done to the one who imagines
    return wanted


def find_entry(ask: Ask, heard: Sequence[Fact]) -> Answer | None:
    """Return the moderator's entry that would announce what was heard; None if none is found."""
    for form in sorted(ask.forms, key=len, reverse=True):
        answer: Answer = {}
        for one in form:
            for fact in heard:
                values = fact.values() if isinstance(one, Counts) else [fact.get(one.name)]
                found = [value for value in values if value is not None and one.allows(value)]
                if found:
                    answer[one.name] = found[0]
        if len(answer) == len(form):
            return answer
    flags = [one for form in ask.forms for one in form if isinstance(one, One) and one.legal == (True,)]
    return {flags[0].name: True} if flags and heard else None


class Mind:
    """The reasoning of one seat from what it was told."""

    def __init__(
        self, setting: BalanceSetting, wishes: Wishes, seat: str, opening: FinishedStep, luck: Random
    ) -> None:
        self.setting, self.kit, self.wishes, self.seat = setting, setting.kit, wishes, seat
        self.opening = opening.list_heard(seat)
        self.luck = luck
        self.worlds: list[ImaginedWorld] = []
        self.passed = 0  # steps of the real game through which the worlds have gone
        own = [fact for _, to, fact in opening.told if to == seat]
        self.card = {value for fact in own for value in fact.values() if type(value) is str}

    def answer(self, step: Step, past: Sequence[FinishedStep]) -> Answer | None:
        """Return the answer that is worth most over all worlds.

        None where the kit has no wish, or no world is left.
        """
        ask = step.asks[self.seat]
        if step.name not in self.wishes.STEPS:
            return None
        self._follow(past)
        # If no imagined world fits, new deals that fit the seat's card are better than nothing.
        worlds = self.worlds or [world for _ in range(WORLDS) if (world := self._imagine([], past))]
        if not worlds:
            return None
        for world in worlds:
            world.truth = world.table.truth()
        camp = self.wishes.camp(worlds[0].truth[self.seat])
        own = self._list_sure(worlds, camp)
        places = self.wishes.PLACES.get(camp, {}).get(step.name)
        if places and len(own) > 1:
            return self._weigh_names(ask, step, worlds, count_named(step, past), places)
        follows = camp in self.wishes.FOLLOWS
        crowd = weigh_names(step, past, follows) if step.poll else None  # votes for the same name have an effect
        if step.name in self.wishes.FEARS:
            crowd = weigh_accusers(own, past) or None
        if step.poll and not (crowd and follows):
            # Each votes as in worlds drawn by weight: guesses scatter, and knowledge adds up.
            worlds = self.luck.choices(worlds, [world.weight for world in worlds])
            crowd = crowd or None
        best: tuple[float, Answer] | None = None
        for form in ask.forms:
            found = self._choose_best(step.name, form, worlds, crowd)
            if found and (best is None or found[0] > best[0]):
                best = found
        return best and best[1]

    def _choose_best(
        self, step: str, form: Sequence[Any], worlds: Sequence[ImaginedWorld], crowd: Mapping[str, float] | None
    ) -> tuple[float, Answer] | None:
        """Return the worth of the best answer in this form, and the answer."""
        answer: Answer = {}
        worth = 0.0
        for one in form:
            if not isinstance(one, One) or not one.legal:
                return None
            said = [name for name in one.legal if name not in answer.values()] or list(one.legal)
            values = {name: self._compute_worth(step, one.name, name, worlds) for name in said}
            for name in said:
                if crowd and values[name] > -WEIGHT_OF_BALLOTS:
                    values[name] += crowd.get(name, 0.0)
            top = max(values.values())
            ways = [name for name, value in values.items() if value > top - 1e-9]
            answer[one.name] = ways[0] if crowd is not None else self.luck.choice(ways)
            worth += top
        return worth, answer

    def _list_sure(self, worlds: Sequence[ImaginedWorld], camp: str) -> set[str]:
        """Return the seats that are of this camp in every imagined world."""
        own = [{one for one, truth in w.truth.items() if self.wishes.camp(truth) == camp} for w in worlds]
        return set.intersection(*own)

    def _weigh_names(
        self, ask: Ask, step: Step, worlds: Sequence[ImaginedWorld], aloud: Mapping[str, int], places: int
    ) -> Answer | None:
        """Return an answer that names a seat worth getting rid of.

        As many such seats as there are places have to be ahead of the others in names said aloud.
        """
        ((one, *_),) = ask.forms
        if not isinstance(one, One):
            return None
        values = {name: self._compute_worth(step.name, one.name, name, worlds) for name in one.legal}
        wanted = sorted((name for name in values if values[name] > 0), key=lambda name: -values[name])
        wanted.sort(key=lambda name: -aloud.get(name, 0))
        ahead = max((aloud.get(name, 0) for name in values if values[name] <= 0), default=0)
        behind = [name for name in wanted[:places] if aloud.get(name, 0) <= ahead]
        return {one.name: (behind or wanted)[0]} if wanted else None

    def _compute_worth(self, step: str, deed: str, name: Any, worlds: Sequence[ImaginedWorld]) -> float:
        worth, total = self.wishes.worth, sum(world.weight for world in worlds)
        mean = sum(w.weight * worth(step, deed, name, self.seat, w.truth) for w in worlds) / total
        if step not in self.wishes.LOOKS:
            return mean
        return mean * (1 - mean) if mean < SURE else -1.0

    def _follow(self, past: Sequence[FinishedStep]) -> None:
        """Lead the worlds through the new steps, and imagine others where too few are left."""
        for closed in past[self.passed :]:
            self.worlds = [world for world in self.worlds if world.is_consistent(closed, self.seat, self.luck)]
        self.passed = len(past)
        if len(self.worlds) < WORLDS // 2:
            known = [world.table.deal for world in self.worlds]
            steps = 0
            while steps < STEPS and len(self.worlds) < WORLDS:
                world = self._imagine(known, past)
                gone = 0
                while world and gone < len(past) and world.is_consistent(past[gone], self.seat, self.luck):
                    gone += 1
                steps += gone + 5  # the set-up of a table costs time too
                if world and gone == len(past):
                    self.worlds.append(world)
                    known.append(world.table.deal)
        if self.worlds:
            self._thin()

    def _thin(self) -> None:
        """Scale the weights to a safe numeric range."""
        most = max(world.weight for world in self.worlds)
        for world in self.worlds:
            world.weight = max(world.weight / most, 1e-9)

    def _imagine(self, known: Sequence[Deal], past: Sequence[FinishedStep]) -> ImaginedWorld | None:
        """Build a new world, near one that fits or from a new deal.

        None if its opening does not fit.
        """
        choose = self.luck.choice
        seats, options = self.setting.seats, self.setting.settled_options
        if known and self.luck.random() < 0.7:
            deal = dict(choose(known))
            one, other = choose(seats), choose(seats)
            if self.seat not in (one, other):
                deal[one], deal[other] = deal[other], deal[one]
        else:
            deal = self.kit.roles.deal(seats, options, choose, self.setting.counts or None)
            fits = [seat for seat, card in deal.items() if self.card & set(card.values())] if self.card else seats
            if fits:
                one = choose(fits)
                deal[self.seat], deal[one] = deal[one], deal[self.seat]
            if self.luck.random() > ODD:  # a card that was shown is as it was shown, except for pretences
                self._lay_open(deal, past)
        world = ImaginedWorld(self.kit, Table(self.kit.rules, seats, options, deal))
        return world if world.table.known_to(self.seat) == self.opening else None

    def _lay_open(self, deal: Deal, past: Sequence[FinishedStep]) -> None:
        """Swap cards until seats hold what was told of them: a role, a genome."""
        settled = {self.seat}
        for closed in past:
            for fact in closed.list_heard(self.seat):
                shown = {key: fact[key] for key in self.kit.roles.CARD if key in fact}
                seat = fact.get("seat")
                if not shown or seat not in deal or seat == self.seat:
                    continue
                fits = [
                    one
                    for one, card in deal.items()
                    if (one == seat or one not in settled) and shown.items() <= card.items()
                ]
                if fits:
                    other = seat if seat in fits else self.luck.choice(fits)
                    deal[seat], deal[other] = deal[other], deal[seat]
                    settled.add(seat)


def weigh_names(step: Step, past: Sequence[FinishedStep], follows: bool) -> dict[str, float]:
    """Return the worth of following the others, by name.

    It counts the names said aloud. With `follows` and none of those, it counts other days' ballots.
    """
    aloud = count_named(step, past)
    if aloud or not follows:
        return {name: CROWD * count / max(aloud.values()) for name, count in aloud.items()}
    counted: Counter[str] = Counter()
    for closed in past:
        for value in (value for fact in closed.list_heard("") for value in fact.values()) if closed.step.poll else ():
            if isinstance(value, dict):
                counted.update(value)
    return {name: WEIGHT_OF_BALLOTS * count / max(counted.values()) for name, count in counted.items()}


def count_named(step: Step, past: Sequence[FinishedStep]) -> Counter[str]:
    """Count how often each name was said aloud in the vote to which this step belongs."""
    aloud: Counter[str] = Counter()
    for closed in takewhile(lambda closed: closed.step.name == step.name, reversed(past)):
        aloud.update(fact["for"] for fact in closed.list_heard("") if "for" in fact)
    return aloud


def weigh_accusers(own: Collection[str], past: Sequence[FinishedStep]) -> dict[str, float]:
    """Return the worth of getting rid of those who have named one of these aloud.

    It is higher the more often they did.
    """
    said: Counter[str] = Counter()
    for closed in past:
        said.update(fact["seat"] for fact in closed.list_heard("") if fact.get("for") in own and "seat" in fact)
    return {name: FEARED * count / max(said.values()) for name, count in said.items()}


class Minds:
    """The minds of one table, built when first asked, and the past that they share."""

    def __init__(self, setting: BalanceSetting, wishes: Wishes, table: Table, choose: Choose) -> None:
        self.setting, self.wishes, self.table = setting, wishes, table
        self.luck = Random(choose(range(2**32)))
        self.opening = FinishedStep(Step("", {}), list(table.told))
        self.past: list[FinishedStep] = []
        self.minds: dict[str, Mind] = {}

    def answer(self, seat: str, step: Step) -> Answer | None:
        """Return the answer of this seat; None if it has none."""
        if seat not in self.minds:
            self.minds[seat] = Mind(self.setting, self.wishes, seat, self.opening, self.luck)
        return self.minds[seat].answer(step, self.past)


def build_policy(
    setting: BalanceSetting, camps: Mapping[str, str], everybody: str, table: Table, choose: Choose
) -> Iterator[Move]:
    """Play each seat for itself: by the policy of its current camp, or by the default policy."""
    kit, wishes = setting.kit, setting.kit.wishes
    thinking = ATTENTIVE in (everybody, *camps.values())
    minds = Minds(setting, wishes, table, choose) if thinking and wishes else None
    plain: Mapping[str, Bot] = {UNIFORM: random_answer}

    def bot(name: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        # The policy of a seat is looked up in the truth: the lab knows it, and the seat is not told.
        policy = camps.get(wishes.camp(table.truth()[seat]), everybody) if camps and wishes else everybody
        step = table.step
        if policy == ATTENTIVE and minds and step and (answer := minds.answer(seat, step)):
            return answer
        return plain.get(policy, kit.bots.answer)(name, ask, seat, told, choose)

    seen = len(table.told)
    while (step := table.step) is not None:
        yield next_move(kit, table, choose, bot)
        if minds and table.step is not step:
            minds.past.append(FinishedStep(step, table.told[seen:]))
            seen = len(table.told)
