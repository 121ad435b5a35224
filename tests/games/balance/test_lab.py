"""The lab itself: one seed, one result; whole games of the real rules; and what it refuses to simulate."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.balance.intervals import newcombe, wilson
from games.balance.lab import build_result, play_game, simulate
from games.balance.policies import find_policy
from games.balance.settings import BalanceSetting, NotSimulated, list_policies, parse_setting
from games.engine import record
from games.engine.kit import all_kits
from games.engine.table import Table

VILLAGE = parse_setting("lupus", 8, "uniform", "werewolf=2,seer=1")


def game(asked: BalanceSetting, luck: int = 3) -> Table:
    return play_game(asked, find_policy(asked), Random(luck))


def facts(table: Table, name: str) -> list[dict[str, Any]]:
    return [told.fact for told in table.told if told.fact["fact"] == name]


# One seed, one result


def test_the_same_seed_gives_the_same_numbers_whatever_the_workers() -> None:
    one, two, four = (build_result(VILLAGE, 5, simulate(VILLAGE, 5, 90, workers)) for workers in (1, 2, 4))
    assert one == two == four


def test_another_seed_gives_other_games() -> None:
    assert simulate(VILLAGE, 5, 200).days != simulate(VILLAGE, 6, 200).days


def test_more_games_of_one_seed_begin_with_the_same_games() -> None:
    few, more = simulate(VILLAGE, 5, 30), simulate(VILLAGE, 5, 60)
    assert all(few.wins[camp] <= more.wins[camp] for camp in few.wins)
    assert few.games == 30 and more.games == 60


# Whole games of the real rules


@pytest.mark.parametrize("slug", all_kits())
def test_every_policy_of_every_game_plays_to_the_end(slug: str) -> None:
    kit = all_kits()[slug]
    for policy in list_policies(kit):
        table = game(parse_setting(slug, kit.roles.SEATS[0] + 1, policy))
        written_down = record.write(kit, table)
        played = record.replay(record.read(record.parse(json.dumps(written_down))))
        assert table.outcome and played.refused == [] and played.table.outcome == table.outcome, policy


@pytest.mark.parametrize("voting", ["in_turn", "together"])
@pytest.mark.parametrize("policy", ["uniform", "exposed"])
def test_villages_with_every_character_end_whatever_the_table_has_set(policy: str, voting: str) -> None:
    for ghosts in ("true", "false"):
        for prey in ("true", "false"):
            options = [f"ghosts={ghosts}", f"moderator_first_victim={prey}", f"voting={voting}"]
            assert simulate(parse_setting("lupus", 18, policy, "", options), 1, 20).games == 20


def test_the_moderator_is_the_first_prey_unless_set_otherwise() -> None:
    assert facts(game(VILLAGE), "moderator_torn")
    assert not facts(
        game(parse_setting("lupus", 8, "uniform", options=["moderator_first_victim=false"])), "moderator_torn"
    )


def test_an_exposed_werewolf_is_lynched_and_nobody_is_checked_twice() -> None:
    asked = parse_setting("lupus", 12, "exposed", "werewolf=2,seer=1")
    found = 0
    for luck in range(40):
        table = game(asked, luck)
        visions, lynched = facts(table, "vision"), [one for one in facts(table, "death") if one["by"] == "lynch"]
        assert len({one["seat"] for one in visions}) == len(visions)
        for vision in visions:
            if vision["werewolf"] and vision["night"] <= len(lynched):  # otherwise no day came
                found += 1
                assert lynched[vision["night"] - 1]["seat"] == vision["seat"]
    assert found > 10


def test_what_is_dealt_is_what_was_asked_for() -> None:
    table = game(parse_setting("lupus", 9, "naive", "werewolf=2,seer=1,medium=1"))
    assert sorted(card["role"] for card in table.deal.values()) == sorted(
        ["werewolf"] * 2 + ["seer", "medium"] + ["villager"] * 5
    )


def test_wins_reasons_and_days_count_every_game() -> None:
    tally = simulate(VILLAGE, 1, 50)
    assert tally.games == tally.wins.total() == tally.reasons.total() == tally.days.total() == 50
    assert tally.wins["humans"] == tally.reasons["werewolves_dead"]


# What is refused, in a sentence


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("chess", 8, "naive"), "There is no game chess"),
        (("lupus", 7, "naive"), "lupus takes 8 to 24 players, not 7."),
        (("lupus", 8, "clever"), "lupus has no policy clever"),
        (("sporz", 8, "exposed"), "sporz has no policy exposed"),
        (("lupus", 8, "naive", "werewolf"), '"werewolf" is no count'),
        (("lupus", 8, "naive", "werewolf=-1"), '"werewolf=-1" is no count'),
        (("lupus", 8, "naive", "wolf=2"), "lupus counts no wolf"),
        (("lupus", 8, "naive", "seer=1,seer=1"), "seer is counted twice."),
        (("lupus", 8, "naive", "werewolf=3,seer=1"), "These cards cannot be dealt to 8 players"),
        (("murder", 4, "naive", "doctor=1"), "In murder no cards are counted"),
        (("lupus", 8, "naive", "", ["ghosts"]), '"ghosts" is no option'),
        (("lupus", 8, "naive", "", ["ghost=true"]), "lupus has no option ghost"),
        (("lupus", 8, "naive", "", ["ghosts=maybe"]), "The option ghosts cannot be maybe"),
        (("lupus", 8, "naive", "", ["ghosts=true", "ghosts=true"]), "The option ghosts is given twice."),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(asked: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(NotSimulated, match=f"^{sentence}"):
        parse_setting(*asked)  # type: ignore[arg-type]


# Intervals


def test_an_interval_holds_the_share_and_shrinks_with_more_games() -> None:
    low, high = wilson(30, 100)
    assert low < 0.3 < high
    assert (round(low, 4), round(high, 4)) == (0.2189, 0.3958)  # 0.3 after 100, worked out by hand
    more = wilson(3000, 10_000)
    assert low < more[0] < 0.3 < more[1] < high


def test_intervals_of_none_or_all_stay_between_zero_and_one() -> None:
    assert wilson(0, 10)[0] == 0 and 0 < wilson(0, 10)[1] < 1
    assert wilson(10, 10)[1] == 1 and 0 < wilson(10, 10)[0] < 1
    assert wilson(0, 0) == (0, 1)


def test_the_interval_of_a_difference_is_the_known_one() -> None:
    low, high = newcombe(56, 70, 48, 80)  # an example of Newcombe's (1998): 0.8 less 0.6
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)
    low, high = newcombe(48, 80, 56, 70)
    assert (round(low, 4), round(high, 4)) == (-0.3339, -0.0524)
