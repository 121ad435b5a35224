"""ELSEN: what a table may set otherwise than Veilleur plays by default (RULINGS E-14, E-23, E-31)."""

from __future__ import annotations

import pytest

from tests.games.kits.elsen_ship import NAMES, fly, kill, ship, sleep, vote
from tests.games.table_scenes import EVERYBODY, Scene, fact

SIX = list(NAMES[:6])


def night(scene: Scene) -> Scene:
    """A quiet mission; the seer is called."""
    return fly(scene, Ann="success", Bob="", Cid="")


def test_e23_a_seer_of_one_night_may_wait() -> None:
    scene = night(ship(6, {"seer_once": True}, Ann="saboteur", Dan="seer"))
    assert scene.choices("Dan") == {"seat": SIX, "nobody": [True]}
    scene.act("Dan", nobody=True)
    assert not any(told["fact"] == "vital" for told in scene.news().get("Dan", []))
    night(vote(scene))
    assert scene.waits() == ("seer", ["Dan"])
    assert scene.act("Dan", seat="Eve").news()["Dan"][0] == fact("vital", turn=2, seat="Eve", alive=True)


def test_e23_the_call_of_a_used_seer_is_faked() -> None:
    scene = night(ship(6, {"seer_once": True}, Ann="saboteur", Dan="seer")).act("Dan", seat="Eve")
    night(vote(scene))
    assert scene.waits() == ("seer", [])


@pytest.mark.parametrize(
    ("moves", "against", "first"),
    [
        ("every_turn", "Fay", "Bob"),
        ("every_turn", "nobody", "Bob"),
        ("unless_excluded", "Fay", "Ann"),
        ("unless_excluded", "nobody", "Bob"),
        ("unless_excluded", "Ann", "Bob"),
    ],
)
def test_e31_when_the_token_goes_to_the_left(moves: str, against: str, first: str) -> None:
    scene = sleep(night(ship(6, {"token_moves": moves}, Bob="saboteur")))
    scene.news()
    told = vote(scene, **dict.fromkeys(SIX, against)).news()[EVERYBODY]
    assert [one["first_player"] for one in told if one["fact"] == "turn"] == [first]


@pytest.mark.parametrize(("counts", "completed"), [(True, 1), (False, 0)])
def test_e14_a_ghost_mission_counts_where_the_table_says_so(counts: bool, completed: int) -> None:
    scene = ship(6, {"ghost_missions_count": counts}, Ann="saboteur")
    dead = ["Bob", "Cid", "Dan"]
    for victim in dead:
        kill(scene, victim)
    told = fly(scene, **dict.fromkeys(dead, "ghost")).news()[EVERYBODY]
    progress = next(one for one in told if one["fact"] == "progress")
    assert (progress["ghost_tokens"], progress["completed"]) == (0, completed)
