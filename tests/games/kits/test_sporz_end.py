"""Sporz: how it ends (RULINGS S-40 to S-43)."""

from __future__ import annotations

from dataclasses import asdict
from typing import NamedTuple

import pytest

from games.engine.table import Outcome
from moderation.play.projections.sections.ending import list_winners
from tests.games.kits.sporz_crew import CREW, first_night, five_aboard, next_night, quiet, strike, until
from tests.games.table_scenes import EVERYBODY, Scene, fact


def poll(scene: Scene, seat: str) -> Scene:
    """The first ballot of the day decides."""
    until(scene, "vote")
    voter = scene.waits()[1][0]
    return scene.act(voter, seat=seat).close()


def over(scene: Scene) -> Outcome:
    """How the game ended; nothing is waited for."""
    assert scene.waits() == ("", [])
    assert scene.table.outcome is not None
    return scene.table.outcome


def test_s40_astronauts_win_when_the_last_mutant_is_lynched() -> None:
    scene = poll(quiet(first_night(five_aboard()).close()), "Ann")
    assert over(scene) == Outcome(["astronauts"], "no_mutant_left", ["Bob", "Cid", "Dan", "Eve"])
    assert scene.news()[EVERYBODY][-1] == fact("autopsy", seat="Ann", role="astronaut", genome="host", mutant=True)


def test_s40_the_night_goes_on_after_a_mutant_is_killed() -> None:
    scene = strike(first_night(), kill="Ann", paralyse="Ida")
    assert scene.waits() == ("doctors", ["Bob", "Cid"])
    scene = until(scene, "hacker")
    assert over(scene.close()).reason == "no_mutant_left"
    assert [one["fact"] for one in scene.news()[EVERYBODY]] == ["day", "death", "autopsy"]


def test_s40_the_last_mutant_healed_is_no_mutant() -> None:
    scene = next_night(strike(first_night(), mutate="Jon", paralyse="Ida"))
    strike(scene, kill="Ann", paralyse="Ida").act("Bob", heal="Jon").act("Cid", heal="Cid")
    assert over(until(scene, "hacker").close()) == Outcome(["astronauts"], "no_mutant_left", CREW[1:])


class Game(NamedTuple):
    """Night by night what the mutants do to whom, whom they paralyse, and who is put off the ship then."""

    nights: list[tuple[str, str, str, str]]
    ends: Outcome | str  # how it ends, or which mutant wakes the next night


SHIP_OF_FIVE = {
    "S-41 only mutants left after a vote": Game(
        [("kill", "Bob", "Dan", "Dan"), ("kill", "Cid", "Ann", "Eve")],
        Outcome(["mutants"], "only_mutants_left", ["Ann"]),
    ),
    "S-41 a doctor put off the ship counts no more": Game(
        [("mutate", "Eve", "Dan", "Bob")], Outcome(["mutants"], "doctors_lost", ["Ann", "Eve"])
    ),
    "S-41 a lone mutant must go on without a doctor": Game([("mutate", "Dan", "Eve", "Bob")], "Ann"),
}
SHIP_OF_TEN = {
    "S-40 one mutant left is one too many": Game([("mutate", "Jon", "Ida", "Ann")], "Jon"),
    "S-41 the crew has a day after losing all doctors": Game(
        [("mutate", "Bob", "Ida", ""), ("kill", "Cid", "Ida", "Ann")], "Bob"
    ),
    "S-43 a camp wins with its dead": Game(
        [("mutate", "Jon", "Ida", "Eve"), ("kill", "Jon", "Ida", "Ann")],
        Outcome(["astronauts"], "no_mutant_left", CREW[1:-1]),
    ),
}


@pytest.mark.parametrize("name", SHIP_OF_FIVE | SHIP_OF_TEN)
def test_s40_s41_s43_who_wins_after_a_vote(name: str) -> None:
    scene = first_night(five_aboard() if name in SHIP_OF_FIVE else None)
    nights, ends = (SHIP_OF_FIVE | SHIP_OF_TEN)[name]
    for deed, target, paralysed, put_off in nights:
        strike(scene, paralysed, **{deed: target})
        poll(scene, put_off) if put_off else next_night(scene)
    if isinstance(ends, str):
        assert scene.waits() == ("mutants", [ends, "moderator"])
    else:
        assert over(scene) == ends


def test_s41_mutants_win_when_only_mutants_live_at_dawn() -> None:
    scene = strike(first_night(five_aboard(), chief="Ann"), kill="Bob", paralyse="Dan")
    scene = next_night(strike(poll(scene, "Dan"), kill="Cid", paralyse="Ann"))
    strike(scene, mutate="Eve", paralyse="Ann")
    assert over(scene) == Outcome(["mutants"], "only_mutants_left", ["Ann", "Eve"])
    assert scene.news()[EVERYBODY][-1] == fact("day", number=3)


def test_s41_two_mutants_win_when_every_doctor_is_a_mutant() -> None:
    scene = strike(first_night(five_aboard(), chief="Cid"), mutate="Bob", paralyse="Eve")
    scene.close()
    assert scene.waits()[0] == "vote"
    quiet(scene).close()
    assert over(scene) == Outcome(["mutants"], "doctors_lost", ["Ann", "Bob"])
    assert scene.news()[EVERYBODY] == [fact("ballots", day=1, count={}, blank=0), fact("verdict", day=1, seat=None)]


def test_s41_one_healthy_doctor_keeps_the_game_open() -> None:
    scene = next_night(strike(first_night(), mutate="Bob", paralyse="Ida"))
    assert scene.waits()[0] == "mutants"
    strike(scene, mutate="Cid", paralyse="Ida")
    assert over(until(scene, "vote").close()).reason == "doctors_lost"


def test_s42_with_nobody_alive_nobody_wins() -> None:
    scene = strike(first_night(five_aboard()), kill="Cid", paralyse="Dan").act("Bob", kill="Dan")
    scene = strike(poll(scene, "Eve"), kill="Ann", paralyse="Ann").act("Bob", kill="Bob")
    assert over(scene) == Outcome([], "nobody_left", [])


def test_s42_no_mutant_comes_before_only_mutants() -> None:
    scene = strike(first_night(five_aboard()), kill="Ann", paralyse="Dan").close()
    assert over(scene).winners == ["astronauts"]


def test_s43_who_changed_camp_is_listed_apart_from_the_winners() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Ida").act("Bob", heal="Jon").act("Cid", heal="Bob")
    outcome = over(poll(scene, "Ann"))
    assert "Jon" in outcome.seats and outcome.changed == ["Jon"]
    assert list_winners(asdict(outcome)) == tuple(seat for seat in CREW if seat not in ("Ann", "Jon"))


def test_s43_a_touch_without_effect_changes_no_camp() -> None:
    scene = strike(first_night(), mutate="Ida", paralyse="Jon").act("Bob", heal="Ann").act("Cid", heal="Bob")
    assert over(poll(scene, "Ann")).changed == []
