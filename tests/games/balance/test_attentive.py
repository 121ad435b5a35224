"""Attentive seats: they know what they were told and nothing else, and imagine only what agrees with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.balance.attentive import ChoiceRule, FinishedStep, ImaginedWorld, Mind
from games.balance.intervals import newcombe
from games.balance.lab import play_game, play_games, simulate
from games.balance.policies import find_policy
from games.balance.settings import BalanceSetting, NotSimulated, parse_setting
from games.contract.random_moves import find_twisted_deal
from games.engine.asks import Answer, Ask, Choose, one_of
from games.engine.bots import next_move
from games.engine.moves import Move
from games.engine.table import Deal, Fact, Step, Table
from tests.thorough import amount

LUPUS = parse_setting("lupus", 8, "attentive")
SPORZ = parse_setting("sporz", 7, "attentive")


class Watched:
    """A game of the kit's bots, with what a mind at one seat is shown of it."""

    def __init__(self, asked: BalanceSetting, deal: Deal, seat: str, luck: int) -> None:
        self.kit, self.seat = asked.kit, seat
        self.table = Table(asked.kit.rules, asked.seats, asked.settled_options, deal)
        opening = FinishedStep(Step("", {}), list(self.table.told))
        self.past: list[FinishedStep] = []
        assert asked.kit.wishes
        self.mind = Mind(asked, asked.kit.wishes, seat, opening, Random(luck))

    def play(self, moves: int, luck: int) -> None:
        choose = Random(luck).choice
        for _ in range(moves):
            if self.table.step:
                self.take(next_move(self.kit, self.table, choose))

    def take(self, move: Move) -> None:
        step, seen = self.table.step, len(self.table.told)
        assert step
        self.table.take(move)
        if self.table.step is not step:
            self.past.append(FinishedStep(step, self.table.told[seen:]))


@pytest.mark.parametrize("asked", [LUPUS, SPORZ], ids=["lupus", "sporz"])
def test_every_world_told_the_seat_what_it_was_told(asked: BalanceSetting) -> None:
    for luck in range(3):
        deal = asked.kit.roles.deal(asked.seats, asked.settled_options, Random(luck).choice)
        watched = Watched(asked, deal, asked.seats[luck], luck)
        watched.play(14, luck)
        watched.mind._follow(watched.past)
        assert watched.mind.worlds
        for world in watched.mind.worlds:
            assert world.table.known_to(watched.seat) == watched.table.known_to(watched.seat)
            assert world.table.step and watched.table.step
            assert world.table.step.name == watched.table.step.name


def test_a_seat_answers_alike_in_two_games_that_look_alike() -> None:
    for luck in range(8):
        choose = Random(luck).choice
        deal = LUPUS.kit.roles.deal(LUPUS.seats, LUPUS.settled_options, choose)
        seat = next(one for one in LUPUS.seats if deal[one]["role"] == "villager")
        one = Watched(LUPUS, deal, seat, luck)
        other_deal = find_twisted_deal(LUPUS.kit, one.table, seat, choose)
        assert other_deal is not None
        other = Watched(LUPUS, other_deal, seat, luck)
        said = [first_nomination(watched, luck) for watched in (one, other)]
        assert one.table.known_to(seat) == other.table.known_to(seat)
        assert said[0] == said[1]


def first_nomination(watched: Watched, luck: int) -> object:
    """Whom the mind names on the first day, when all before it have named the first seat."""
    while (step := watched.table.step) and watched.seat not in step.asks:
        if step.name == "nominate":
            watched.take(Move(next(iter(step.asks)), answer={"seat": LUPUS.seats[0]}))
        else:
            watched.play(1, luck)
    assert step
    return watched.mind.answer(step, watched.past)


def test_a_pack_lynches_the_were_hamster_and_eats_others_first() -> None:
    truth = {"Ann": {"plays_as": "werewolf"}, "Bob": {"plays_as": "werehamster"}, "Cid": {"plays_as": "villager"}}
    wishes = LUPUS.kit.wishes
    assert wishes

    def worth(step: str, name: str) -> float:
        return wishes.worth(step, "seat", name, "Ann", truth)

    assert worth("lynch", "Bob") > worth("lynch", "Cid") > worth("lynch", "Ann")
    assert worth("werewolves", "Cid") > worth("werewolves", "Bob")


# What others said is weighed by how likely it was


def toss_and_name(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """A bot that names Ann half of the time, and otherwise any of four."""
    return {"seat": "Ann"} if choose((True, False)) else {"seat": choose(("Ann", "Bob", "Cid", "Dan"))}


@pytest.mark.parametrize(("wanted", "chance"), [("Ann", 0.5 + 0.5 / 4), ("Bob", 0.5 / 4)])
def test_a_world_is_weighted_by_how_likely_each_statement_was(
    wanted: str, chance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = LUPUS.kit.roles.deal(LUPUS.seats, LUPUS.settled_options, Random(1).choice)
    kit: Any = SimpleNamespace(bots=SimpleNamespace(answer=toss_and_name))
    monkeypatch.setattr("games.balance.attentive.ODD", 0.0)
    step = Step("nominate", {"P1": one_of("seat", ("Ann", "Bob", "Cid", "Dan"))}, poll=True)
    for luck in range(5):
        world = ImaginedWorld(kit, Table(LUPUS.kit.rules, LUPUS.seats, LUPUS.settled_options, deal))
        assert world._guide_answer(step, "P1", {wanted}, None, Random(luck)) == {"seat": wanted}
        assert world.weight == pytest.approx(chance)


def test_a_way_of_choosing_leads_to_every_other_way_once() -> None:
    left: list[list[bool]] = [[]]
    seen = []
    while left:
        way = ChoiceRule(left.pop(), {"Ann"}, None, Random(1))
        seen.append([way.choose((True, False)) for _ in range(3)])
        left += way.list_branches()
    assert len(seen) == 8 and len({tuple(one) for one in seen}) == 8


# What it is worth to be attentive

# A line each: a table, the camp that alone is attentive, the seed, game by game whether that camp has won, and of how
# many of the first NAIVE and FIRST games as robots play them. To play all takes a quarter of an hour.
SIDES = [json.loads(line) for line in Path(__file__).with_name("sides.jsonl").read_text().splitlines()]
NAIVE, FIRST = 4000, 400
POINTS = 5  # of difference that are shown at least


@pytest.mark.parametrize("side", SIDES, ids=lambda side: f"{side['game']} {side['camp']}")
def test_a_camp_that_is_attentive_wins_more_than_as_robots(side: dict[str, Any]) -> None:
    """So many points or more, and none is not within the interval."""
    games = len(side["won"])
    attentive = side["won"].count("1")
    low, _ = newcombe(attentive, games, side["naive"], NAIVE)
    assert low > 0
    assert 100 * (attentive / games - side["naive"] / NAIVE) >= POINTS


@pytest.mark.parametrize("side", SIDES, ids=lambda side: f"{side['game']} {side['camp']}")
def test_what_is_kept_of_those_games_is_what_is_played(side: dict[str, Any]) -> None:
    camp, policy = side["camp"], f"naive,{side['camp']}=attentive"
    played = parse_setting(side["game"], side["players"], policy, side["counts"])
    for number in range(amount(1, 4)):
        won = play_games(played, side["seed"], range(number, number + 1)).wins[camp]
        assert str(won) == side["won"][number], number
    robots = parse_setting(side["game"], side["players"], "naive", side["counts"])
    if games := amount(0, FIRST):
        assert simulate(robots, side["seed"], games).wins[camp] == side["naive_first"]


# The policies of the lab by camp


def test_a_camp_can_play_by_its_own_policy() -> None:
    mixed = parse_setting("sporz", 5, "naive,mutants=attentive")
    table = play_game(mixed, find_policy(mixed), Random(1))
    assert table.outcome
    assert simulate(mixed, 1, 2).wins == simulate(mixed, 1, 2, workers=2).wins


def test_a_camp_that_plays_the_common_policy_changes_nothing() -> None:
    plain, mixed = parse_setting("lupus", 8, "naive"), parse_setting("lupus", 8, "naive,humans=naive")
    assert simulate(plain, 1, 30) == simulate(mixed, 1, 30)


@pytest.mark.parametrize(
    ("game", "policy", "sentence"),
    [
        (
            "lupus",
            "naive,villagers=attentive",
            "lupus has no camp villagers; it has humans, werewolves, werehamster.",
        ),
        ("lupus", "naive,humans=clever", "lupus has no policy clever"),
        ("lupus", "uniform,humans=naive", "By uniform a whole table acts as one"),
        ("spree", "attentive", "spree has no policy attentive"),
    ],
)
def test_what_cannot_be_mixed_is_refused(game: str, policy: str, sentence: str) -> None:
    with pytest.raises(NotSimulated, match=sentence):
        parse_setting(game, 8, policy)
