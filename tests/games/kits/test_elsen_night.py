"""ELSEN: police, saboteurs and seer (RULINGS E-20 to E-24)."""

from __future__ import annotations

import pytest

from games.engine.asks import One
from tests.games.kits.elsen_ship import NAMES, fly, idle, kill, life, ship, sleep, throw_out, truth, vote
from tests.games.table_scenes import EVERYBODY, Scene, fact

ALL = list(NAMES[:8])


def attacked(scene: Scene) -> Scene:
    """A mission with an elimination; what was told has been seen."""
    fly(scene, Ann="elimination", Bob="success", Cid="success")
    scene.news()
    return scene


def big(**roles: str) -> Scene:
    """Eight players with the saboteurs Ann and Hal."""
    return ship(8, Ann="saboteur", Hal="saboteur", **roles)


# E-20, the police


def test_e20_the_police_are_called_first_and_may_name_themselves() -> None:
    scene = big(Dan="police", Eve="seer")
    fly(scene, Ann="elimination", Bob="success", Cid="success")
    assert scene.news()[EVERYBODY][-1] == fact("night", number=1)
    assert scene.waits() == ("police", ["Dan"])
    assert scene.choices("Dan") == {"seat": ALL}
    scene.act("Dan", seat="Dan")
    assert scene.news() == {}
    assert scene.waits() == ("saboteurs", ["Ann", "Hal", "moderator"])


def test_e20_whom_the_police_protect_is_not_eliminated() -> None:
    scene = attacked(big(Dan="police"))
    sleep(scene, police="Cid", saboteurs="Cid")
    failed = [fact("elimination", turn=1, seat="Cid", done=False)]
    alive = life(scene, 1)
    assert scene.news() == {EVERYBODY: [fact("day", number=1)]} | alive | {
        "Ann": failed + alive["Ann"],
        "Hal": failed + alive["Hal"],
    }
    assert truth(scene, "Cid")["alive"]


def test_e20_a_protection_lasts_one_night() -> None:
    scene = attacked(big(Dan="police"))
    vote(sleep(scene, police="Cid", saboteurs="Cid"))
    sleep(attacked(scene), saboteurs="Cid")
    assert not truth(scene, "Cid")["alive"]


def test_e20_closed_without_a_name_the_police_protect_nobody() -> None:
    scene = attacked(big(Dan="police")).close().decide(seat="Dan")
    assert not truth(scene, "Dan")["alive"]


def test_e20_the_secretly_dead_may_be_named_unlike_the_excluded() -> None:
    scene = throw_out(kill(big(Dan="police"), "Eve"), "Fay")
    fly(scene, Bob="success", Cid="success", Gus="success")
    assert scene.choices("Dan") == {"seat": [seat for seat in ALL if seat != "Fay"]}
    assert scene.refusal("Dan", seat="Fay") == "illegal_answer"
    assert scene.refusal("moderator", seat="Ann") == "not_asked"
    scene.take({"by": "moderator", "for": "Dan", "answer": {"seat": "Eve"}})
    assert scene.waits()[0] == "exclude"


# E-21, the saboteurs


def test_e21_the_saboteurs_agree_and_the_victim_dies_in_secret() -> None:
    scene = attacked(big()).act("Ann", seat="Eve").act("Hal", seat="Fay")
    assert scene.waits() == ("saboteurs", ["Ann", "Hal", "moderator"])
    scene.act("Ann", seat="Fay")
    told = [fact("elimination", turn=1, seat="Fay", done=True)]
    alive = life(scene, 1, "Fay")
    assert scene.news() == {EVERYBODY: [fact("day", number=1)]} | alive | {
        "Ann": told + alive["Ann"],
        "Hal": told + alive["Hal"],
    }
    assert truth(scene, "Fay") == {"role": "passenger", "alive": False, "aboard": True}
    assert scene.waits() == ("exclude", ALL)


def test_e21_the_victim_learns_of_it_in_the_morning_only() -> None:
    scene = attacked(big(Dan="seer")).decide(seat="Eve")
    assert scene.waits() == ("seer", ["Dan"])
    assert sorted(scene.news()) == ["Ann", "Hal"]
    scene.close()
    assert scene.news()["Eve"] == [fact("alive", turn=1, alive=False)]


def test_e21_phones_show_everybody_aboard_but_only_living_are_legal() -> None:
    scene = attacked(throw_out(kill(big(), "Eve"), "Gus"))
    assert scene.choices("Hal") == {"seat": ["Ann", "Bob", "Cid", "Dan", "Fay", "Hal"]}
    assert scene.refusal("Hal", seat="Eve") == "illegal_answer"
    assert scene.table.step is not None
    seat = next(iter(scene.table.step.asks["Hal"].fields()))
    assert isinstance(seat, One)
    assert list(seat.shown) == ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Hal"]


def test_e21_they_may_name_each_other_and_themselves() -> None:
    scene = attacked(big()).act("Ann", seat="Hal").act("Hal", seat="Hal")
    assert not truth(scene, "Hal")["alive"]
    assert scene.news()["Hal"] == [
        fact("elimination", turn=1, seat="Hal", done=True),
        fact("alive", turn=1, alive=False),
    ]


def test_e21_a_dead_saboteur_wakes_with_the_others() -> None:
    scene = attacked(kill(big(), "Hal"))
    assert scene.waits() == ("saboteurs", ["Ann", "Hal", "moderator"])
    scene.act("Hal", seat="Dan").act("Ann", seat="Dan")
    assert scene.news()["Hal"][0] == fact("elimination", turn=2, seat="Dan", done=True)


def test_e21_an_excluded_saboteur_sleeps_and_is_told_nothing() -> None:
    scene = attacked(throw_out(big(), "Hal"))
    assert scene.waits() == ("saboteurs", ["Ann", "moderator"])
    scene.act("Ann", seat="Dan")
    assert "Hal" not in scene.news()


def three(*named: str) -> Scene:
    """Thirteen players, whose saboteurs Ann, Bob and Cid propose these victims."""
    scene = attacked(ship(13, **dict.fromkeys(NAMES[:3], "saboteur")))
    for saboteur, victim in zip(NAMES, named, strict=False):
        scene.act(saboteur, seat=victim)
    return scene


@pytest.mark.parametrize(
    ("named", "victim"),
    [
        ((), None),
        (("Eve",), "Eve"),
        (("Eve", "Fay"), None),
        (("Eve", "Fay", "Fay"), "Fay"),
        (("Eve", "Fay", "Gus"), None),
    ],
)
def test_e21_closing_takes_the_most_named_and_a_tie_nobody(named: tuple[str, ...], victim: str | None) -> None:
    scene = three(*named).close()
    told = [fact("elimination", turn=1, seat=victim, done=True)] if victim else []
    assert [scene.news()[seat][:-1] for seat in ("Ann",)] == [told]
    assert [seat for seat in scene.table.seats if not truth(scene, seat)["alive"]] == ([victim] if victim else [])
    assert scene.waits()[0] == "exclude"


def test_e21_at_timeout_the_earliest_of_equal_proposals_wins() -> None:
    scene = three("Eve", "Fay").take({"by": "clock", "close": True})
    assert not truth(scene, "Eve")["alive"]
    assert truth(scene, "Fay")["alive"]


# E-22, the fifth night


def fifth(scene: Scene) -> Scene:
    """Up to the crew of turn 5."""
    return idle(scene, 4)


def test_e22_on_night_five_the_saboteurs_wake_without_a_card() -> None:
    scene = fly(fifth(big()), Ann="success", Bob="success", Cid="")
    assert scene.waits() == ("saboteurs", ["Ann", "Hal", "moderator"])
    scene.news()
    scene.decide(seat="Eve")
    assert scene.news()["Ann"][0] == fact("elimination", turn=5, seat="Eve", done=True)
    assert scene.waits() == ("exclude", ALL)


@pytest.mark.parametrize("turn", [1, 4, 6])
def test_e22_on_no_other_night(turn: int) -> None:
    scene = idle(big(), turn - 1)
    fly(scene, Ann="success", Bob="success", Cid="")
    assert scene.waits() == ("exclude", ALL)


def test_e22_a_due_elimination_is_extra_and_needs_another_victim() -> None:
    scene = attacked(fifth(big())).decide(seat="Eve")
    assert scene.waits() == ("saboteurs", ["Ann", "Hal", "moderator"])
    assert scene.refusal("moderator", seat="Eve") == "illegal_answer"
    scene.decide(seat="Fay")
    assert scene.news()["Hal"] == [
        fact("elimination", turn=5, seat="Eve", done=True),
        fact("elimination", turn=5, seat="Fay", done=True),
        fact("alive", turn=5, alive=True),
    ]
    assert scene.waits() == ("exclude", ALL)


def test_e22_a_doctor_counters_the_card_but_not_night_five() -> None:
    scene = fly(fifth(big(Bob="doctor")), Ann="elimination", Bob="doctor", Cid="")
    assert scene.waits()[0] == "saboteurs"
    assert scene.decide(seat="Eve").waits()[0] == "exclude"


def test_e22_the_police_protect_against_both() -> None:
    scene = attacked(fifth(big(Dan="police"))).act("Dan", seat="Eve").decide(seat="Eve").decide(seat="Eve")
    assert scene.news()["Ann"][:2] == [fact("elimination", turn=5, seat="Eve", done=False)] * 2
    assert truth(scene, "Eve")["alive"]


def test_e22_two_living_players_leave_a_target_for_both_calls() -> None:
    scene = ship(5, Ann="saboteur")
    for victim in ("Cid", "Dan", "Eve"):
        kill(scene, victim)
    idle(scene)
    fly(scene, Ann="elimination", Bob="success", Cid="").act("Ann", seat="Bob")
    assert scene.choices("Ann") == {"seat": ["Ann"]}
    scene.act("Ann", seat="Ann")
    assert scene.table.outcome is not None
    assert scene.table.outcome.reason == "nobody_left"


# E-23, the seer


def test_e23_the_seer_names_somebody_aboard_and_learns_the_truth() -> None:
    scene = attacked(big(Dan="seer")).decide(seat="Eve")
    scene.news()
    assert scene.choices("Dan") == {"seat": ALL}
    scene.act("Dan", seat="Eve")
    alive = life(scene, 1, "Eve")
    seen = [fact("vital", turn=1, seat="Eve", alive=False)]
    assert scene.news() == {EVERYBODY: [fact("day", number=1)]} | alive | {"Dan": seen + alive["Dan"]}


def test_e23_the_seer_may_name_anybody_aboard_the_seer_too() -> None:
    scene = fly(big(Dan="seer"), Ann="success", Bob="", Cid="")
    scene.news()
    scene.act("Dan", seat="Dan")
    assert scene.news()["Dan"][0] == fact("vital", turn=1, seat="Dan", alive=True)


def test_e23_closed_without_a_name_the_seer_learns_nothing() -> None:
    scene = fly(big(Dan="seer"), Ann="success", Bob="", Cid="")
    scene.news()
    assert scene.close().news()["Dan"] == [fact("alive", turn=1, alive=True)]


# E-24, who is called


@pytest.mark.parametrize("role", ["police", "seer"])
def test_e24_a_secretly_dead_police_or_seer_still_wakes(role: str) -> None:
    scene = fly(kill(big(Dan=role), "Dan"), Bob="success", Cid="", Eve="")
    assert scene.waits() == (role, ["Dan"])


@pytest.mark.parametrize("role", ["police", "seer"])
def test_e24_the_option_fakes_the_call_of_dead_roles(role: str) -> None:
    scene = ship(8, {"dead_keep_night_powers": False}, Ann="saboteur", Hal="saboteur", Dan=role)
    fly(kill(scene, "Dan"), Bob="success", Cid="", Eve="")
    assert scene.waits() == (role, [])
    assert scene.refusal("Dan", seat="Ann") == "not_asked"
    assert scene.close().waits()[0] == "exclude"


def test_e24_a_seer_killed_this_night_has_no_call() -> None:
    scene = ship(8, {"dead_keep_night_powers": False}, Ann="saboteur", Hal="saboteur", Dan="seer", Eve="police")
    attacked(scene)
    assert scene.waits() == ("police", ["Eve"])
    assert scene.close().decide(seat="Dan").waits() == ("seer", [])


@pytest.mark.parametrize("role", ["police", "seer"])
def test_e24_the_call_of_an_excluded_one_is_faked(role: str) -> None:
    scene = fly(throw_out(big(Dan=role), "Dan"), Bob="success", Cid="", Eve="")
    assert scene.waits() == (role, [])
    scene.news()
    scene.close()
    assert sorted(scene.news()) == sorted([EVERYBODY, *(seat for seat in ALL if seat != "Dan")])


def test_e24_a_role_that_is_not_dealt_is_not_called() -> None:
    scene = fly(big(), Ann="success", Bob="", Cid="")
    assert scene.news()[EVERYBODY][-2:] == [fact("night", number=1), fact("day", number=1)]
    assert scene.waits() == ("exclude", ALL)
